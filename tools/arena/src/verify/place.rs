//! The place of a game in the schedule.

use crate::record::{GameRecord, Header};
use crate::schedule::{Fixture, Schedule};
use crate::settings::MatchSettings;
use quartet_files::one_line;

/// Fails, with what is wrong and what was expected, if a game is not the one that the schedule has in its place. In a
/// tournament whose pairings depend on results, the games before it tell them; if one of these is missing, only that is
/// compared which does not depend on it.
pub(super) fn compare(game: &GameRecord, header: &Header, variant: &str, schedule: &Schedule) -> Result<(), String> {
    let (id, settings, shard) = (game.id, &header.settings, header.shard());
    let pair = id / 2;
    expect(game.pair == pair, || format!("it is one of pair {}, expected pair {pair}", game.pair))?;
    expect(shard.contains(pair), || format!("it is not one of shard {shard}"))?;
    expect(game.variant == variant, || format!("it is a game of {}, expected {variant}", game.variant))?;
    expect(game.options == settings.options, || {
        format!("its rules are {:?}, expected {:?}", game.options, settings.options)
    })?;
    match schedule.game(id) {
        Some(fixture) => compare_fixture(game, &fixture, header),
        None if settings.tournament.is_fixed() || schedule.stage().is_none() && id >= schedule.games() => {
            Err(format!("the match has {} games, numbered from 0", schedule.games()))
        }
        None => compare_names(game, settings),
    }
}

fn expect(is_right: bool, what: impl FnOnce() -> String) -> Result<(), String> {
    if is_right { Ok(()) } else { Err(what()) }
}

/// Compares the engines with their colours, and the number of the opening.
fn compare_fixture(game: &GameRecord, fixture: &Fixture, header: &Header) -> Result<(), String> {
    let settings = &header.settings;
    let name = |engine: usize| settings.engines.get(engine).map(|engine| one_line(&engine.name)).unwrap_or_default();
    let (x, o) = (name(fixture.first), name(fixture.second));
    expect(game.first == x && game.second == o, || {
        format!("'{}' plays x and '{}' plays o, expected '{x}' and '{o}'", game.first, game.second)
    })?;
    let opening = settings.openings.index(fixture.opening, header.openings.count);
    expect(game.opening.index == opening, || format!("it has opening {}, expected {opening}", game.opening.index))
}

/// Compares the names of the engines with those of the match.
fn compare_names(game: &GameRecord, settings: &MatchSettings) -> Result<(), String> {
    let is_known = |name: &str| settings.engines.iter().any(|engine| one_line(&engine.name) == name);
    for name in [&game.first, &game.second] {
        expect(is_known(name), || format!("'{name}' plays in it, who is none of the engines of the match"))?;
    }
    expect(game.first != game.second, || format!("'{}' plays itself", game.first))
}
