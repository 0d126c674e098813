//! Names that a format cannot hold as they are.

use quartet_records::formats::wthor::Names;
use quartet_records::{Format, Game, Hints, Written, read};
use std::collections::BTreeMap;

/// The names of players and tournaments that a file of the games has otherwise, by name. `written` is the file.
pub(super) fn changed_names(format: Format, games: &[Game], written: &Written) -> BTreeMap<String, String> {
    let names = Names::read(written.companion("jou"), written.companion("trn")).unwrap_or_default();
    let hints = Hints { names, ..Hints::default() };
    let is_left_out = |index: &usize| written.left_out.iter().any(|(left_out, _)| left_out == index);
    let kept = games.iter().enumerate().filter(|(index, _)| !is_left_out(index)).map(|(_, game)| game);
    let again = read(format, &written.bytes, &hints).flatten();
    let pairs = kept.zip(again).flat_map(|(game, again)| names_of(game).into_iter().zip(names_of(&again)));
    let changed = pairs.filter_map(|(before, after)| Some((before?, after.unwrap_or_default())));
    changed.filter(|(before, after)| before != after).collect()
}

fn names_of(game: &Game) -> [Option<String>; 3] {
    [&game.tags.first, &game.tags.second, &game.tags.event].map(Clone::clone)
}
