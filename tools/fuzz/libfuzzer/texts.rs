//! The readers of all notations: the first byte chooses one, the rest is a text. What is read is written, and what is
//! written is read back the same.

#![no_main]

#[path = "../../../tests/suite/read_back.rs"]
mod read_back;

use libfuzzer_sys::fuzz_target;
use quartet::game::Notation;
use quartet::games::playable::{Playable, RulesOf};
use quartet::games::{self, VARIANTS, Variant, Visitor};
use quartet::solve_file::{obf, wins};

fuzz_target!(|bytes: &[u8]| {
    let Some((&choice, text)) = bytes.split_first() else { return };
    let Ok(text) = std::str::from_utf8(text) else { return };
    match choice {
        b'0'..=b'9' => {
            if let Some(variant) = VARIANTS.get(usize::from(choice - b'0')) {
                games::visit(variant, Position(text));
            }
        }
        b'a' => read_back::attack(text),
        b'b' => read_back::book(text),
        b'c' => read_back::class_proof(text),
        b'm' => read_back::manifest(text),
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
        let rules = RulesOf::<P>::default();
        read_back::code::<P::Game>(position);
        read_back::position::<P::Game>(&rules, position);
        if let Ok(position) = P::Game::parse_position(&rules, position) {
            read_back::moves::<P::Game>(&position, word);
        }
    }
}
