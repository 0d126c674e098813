//! The readers of all notations: the first byte chooses one, the rest is a text. What is read is written, and what is
//! written is read back the same.

#![no_main]

use libfuzzer_sys::fuzz_target;
use quartet::engine::book::{Book, write_book};
use quartet::game::{Game, Notation};
use quartet::games::gomoku::certificate::class_proof::ClassProof;
use quartet::games::gomoku::certificate::manifest::Manifest;
use quartet::games::gomoku::solvers::proof_tree::AttackNode;
use quartet::games::gomoku::{Rule, Rules};
use quartet::games::playable::{Playable, RulesOf};
use quartet::games::{self, VARIANTS, Variant, Visitor};
use quartet::solve_file::{obf, wins};

fuzz_target!(|bytes: &[u8]| {
    let Some((&choice, text)) = bytes.split_first() else { return };
    let Ok(text) = std::str::from_utf8(text) else { return };
    match choice {
        b'0'..=b'3' => {
            let variant = &VARIANTS[usize::from(choice - b'0') % VARIANTS.len()];
            games::visit(variant, Position(text));
        }
        b'a' => attack(text),
        b'b' => book(text),
        b'c' => class_proof(text),
        b'm' => manifest(text),
        b'o' => drop(obf::read_line(text)),
        b'w' => drop(wins::read_line(text)),
        _ => {}
    }
});

/// A position and a word in a line each; the word is a move there, or several.
struct Position<'a>(&'a str);

impl Visitor for Position<'_> {
    type Out = ();

    fn visit<P: Playable>(self, _: &'static Variant) {
        let (position, word) = self.0.split_once('\n').unwrap_or((self.0, ""));
        if let Ok(position) = P::Game::parse_code(position) {
            let written = P::Game::write_code(&position).expect("the game has codes");
            assert_eq!(P::Game::parse_code(&written).as_ref(), Ok(&position));
        }
        let rules = RulesOf::<P>::default();
        let Ok(position) = P::Game::parse_position(&rules, position) else { return };
        assert_eq!(P::Game::parse_position(&rules, &P::Game::write_position(&position)).as_ref(), Ok(&position));
        if let Ok(mv) = P::Game::parse_move(&position, word) {
            assert!(P::Game::is_legal(&position, mv));
            assert_eq!(P::Game::parse_move(&position, &P::Game::write_move(&position, mv)), Ok(mv));
        }
        let mut after = position.clone();
        for mv in P::Game::parse_token(&position, word).unwrap_or_default() {
            assert!(P::Game::is_legal(&after, mv));
            P::Game::play(&mut after, mv);
        }
    }
}

fn attack(text: &str) {
    let written = |attack: &AttackNode| {
        let mut text = String::new();
        attack.write(&mut text);
        text
    };
    if let Ok(attack) = AttackNode::read(text) {
        let text = written(&attack);
        assert_eq!(written(&AttackNode::read(&text).expect("what was written")), text);
    }
}

fn book(text: &str) {
    if let Ok(book) = Book::read(text.to_string()) {
        let write = |book: &Book| write_book(book.header(), book.comments(), &book.entries().collect::<Vec<_>>());
        let text = write(&book);
        assert_eq!(write(&Book::read(text.clone()).expect("what was written")), text);
    }
}

fn class_proof(text: &str) {
    let rules = Rules { size: 15, rule: Rule::Freestyle };
    if let Ok(proof) = ClassProof::<AttackNode>::read(rules, text) {
        let text = proof.write();
        assert_eq!(ClassProof::<AttackNode>::read(rules, &text).expect("what was written").write(), text);
    }
}

fn manifest(text: &str) {
    if let Ok(manifest) = Manifest::read(text) {
        let text = manifest.write();
        assert_eq!(Manifest::read(&text).expect("what was written").write(), text);
    }
}
