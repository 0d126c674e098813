//! What is read is written, and what is written is read back the same: for any text, by the tests of properties and by
//! the targets for libFuzzer (`tools/fuzz/libfuzzer`), which include this file.

use quartet::engine::book::{Book, write_book};
use quartet::game::Notation;
use quartet::games::gomoku::certificate::class_proof::ClassProof;
use quartet::games::gomoku::certificate::manifest::Manifest;
use quartet::games::gomoku::solvers::proof_tree::AttackNode;
use quartet::games::gomoku::{Rule, Rules};

/// A position.
pub(crate) fn position<G: Notation>(rules: &G::Rules, text: &str) {
    let Ok(position) = G::parse_position(rules, text) else { return };
    let written = G::write_position(&position);
    assert_eq!(G::parse_position(rules, &written).as_ref(), Ok(&position), "{text} became {written}");
}

/// A position as a code, in the games that have codes.
pub(crate) fn code<G: Notation>(code: &str) {
    let Ok(position) = G::parse_code(code) else { return };
    let written = G::write_code(&position).expect("the game has codes");
    assert_eq!(G::parse_code(&written).as_ref(), Ok(&position), "{code} became {written}");
}

/// A move, or several: only legal moves are read.
pub(crate) fn moves<G: Notation>(position: &G::Position, text: &str) {
    if let Ok(mv) = G::parse_move(position, text) {
        assert!(G::is_legal(position, mv), "{text} in {}", G::write_position(position));
        assert_eq!(G::parse_move(position, &G::write_move(position, mv)), Ok(mv), "{text}");
    }
    let mut after = position.clone();
    for mv in G::parse_token(position, text).unwrap_or_default() {
        assert!(G::is_legal(&after, mv), "{text} in {}", G::write_position(position));
        G::play(&mut after, mv);
    }
}

/// An attack, whether or not it wins anything.
pub(crate) fn attack(text: &str) {
    if let Ok(attack) = AttackNode::read(text) {
        let text = written(&attack);
        assert_eq!(written(&AttackNode::read(&text).expect("what was written")), text);
    }
}

/// An attack as text.
pub(crate) fn written(attack: &AttackNode) -> String {
    let mut text = String::new();
    attack.write(&mut text);
    text
}

/// The class of a certificate.
pub(crate) fn class_proof(text: &str) {
    let rules = Rules { size: 15, rule: Rule::Freestyle };
    if let Ok(proof) = ClassProof::<AttackNode>::read(rules, text) {
        let text = proof.write();
        assert_eq!(ClassProof::<AttackNode>::read(rules, &text).expect("what was written").write(), text);
    }
}

/// The manifest of a certificate.
pub(crate) fn manifest(text: &str) {
    if let Ok(manifest) = Manifest::read(text) {
        let text = manifest.write();
        assert_eq!(Manifest::read(&text).expect("what was written").write(), text);
    }
}

/// A book.
pub(crate) fn book(text: &str) {
    if let Ok(book) = Book::read(text.to_string()) {
        let text = write(&book);
        assert_eq!(write(&Book::read(text.clone()).expect("what was written")), text);
    }
}

fn write(book: &Book) -> String {
    write_book(book.header(), book.comments(), &book.entries().collect::<Vec<_>>())
}
