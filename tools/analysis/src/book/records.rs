//! Reading the games that a book is seeded from.

use super::seed::Seeds;
use crate::input::{Selection, read_files};
use anyhow::Result;
use quartet::engine::book::Header;
use quartet::game::{Game as _, Notation};
use quartet::games::playable::Playable;
use quartet_interrupt::print_to_stderr;
use quartet_records::{Game, Hints};
use std::path::PathBuf;

/// The first `plies` plies of the games in these files that have the game and rules of the book. Games that cannot be
/// read are reported on stderr and count up to the fault. Fails if a file cannot be read.
pub fn seeds<P: Playable>(header: &Header, files: &[PathBuf], plies: usize) -> Result<Seeds<P>> {
    let options = header.options().iter().cloned().collect();
    let hints = Hints { variant: Some(header.variant()), options, ..Hints::default() };
    let input = read_files(files, &Selection { hints, partial: true, ..Selection::default() })?;
    input.errors.iter().for_each(|error| print_to_stderr(error));
    let mut seeds = Seeds::default();
    for game in input.games {
        add(&mut seeds, header, &game.game, plies);
    }
    Ok(seeds)
}

/// Adds a game, if it has the rules of the book.
fn add<P: Playable>(seeds: &mut Seeds<P>, header: &Header, game: &Game, plies: usize) {
    let of_game = Header::new(game.variant, |name| game.options.get(name).cloned());
    if of_game.as_ref() != Ok(header) {
        return;
    }
    let rules = header.rules::<P>();
    let first = match &game.setup {
        Some(text) => P::Game::parse_position(&rules, text),
        None => Ok(P::Game::start(&rules)),
    };
    if let Ok(first) = first {
        seeds.add_game(first, game.tree.main_moves(), plies);
    }
}
