//! The replay of a game, and what its result has to be.

use crate::adjudication::Adjudicator;
use crate::fault::FaultKind;
use crate::openings::{parse_setup, setup_text};
use crate::record::GameRecord;
use crate::settings::{Adjudication, MatchSettings};
use quartet::game::Side;
use quartet_files::one_line;
use quartet_records::referees::Referees;
use quartet_rules::{GameResult, Referee};

/// What the replay of a game has shown.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Replay {
    /// The result that follows from the moves, or from the side that resigned or failed; `None` if it cannot be told.
    pub(super) result: Option<GameResult>,
    /// What is wrong, and what was expected.
    pub(super) what: Option<String>,
}

/// The end of a game by the rules or by adjudication.
struct End {
    result: GameResult,
    reason: &'static str,
    margin: Option<i16>,
}

/// Replays a game by its own rules and by the adjudication of the settings.
pub(super) fn replay(game: &GameRecord, settings: &MatchSettings, referees: &mut Referees) -> Replay {
    let mut referee = match referees.open(&game.variant, &game.options) {
        Ok(referee) => referee,
        Err(error) => return Replay { result: None, what: Some(format!("its rules are unknown: {error:#}")) },
    };
    let mut end = None;
    let played = play(game, &settings.adjudication, &mut *referee, &mut end);
    let result = match (&end, &played) {
        (Some(end), _) => Some(end.result),
        (None, Ok(())) => given_up(game, &*referee, settings).ok(),
        (None, Err(_)) => None,
    };
    let what = played.and_then(|()| compare(game, end.as_ref(), settings, &*referee)).err();
    Replay { result, what }
}

/// Plays the opening and the moves. `end` is set as soon as the game is over.
fn play(
    game: &GameRecord,
    adjudication: &Adjudication,
    referee: &mut dyn Referee,
    end: &mut Option<End>,
) -> Result<(), String> {
    let setup = parse_setup(&game.opening.setup);
    if setup_text(&setup) != game.opening.setup {
        return Err(format!("it begins with '{}', expected a position", game.opening.setup));
    }
    let begun = referee.begin(&setup, &game.opening.moves);
    begun.map_err(|error| format!("its opening cannot be played: {error}"))?;
    if let Some(ending) = referee.ending() {
        return Err(format!("it is over after its opening ({})", ending.reason.word()));
    }
    let mut adjudicator = Adjudicator::new(adjudication);
    for made in &game.moves {
        let ply = referee.moves().len() + 1;
        let here = |what: String| format!("ply {ply}, '{}': {what}", made.text);
        if let Some(End { reason, .. }) = end {
            return Err(here(format!("the game was over before it ({reason})")));
        }
        let side = referee.side();
        let player = player(game, side);
        if made.engine != player {
            return Err(here(format!("it is a move of '{}', expected one of '{player}'", made.engine)));
        }
        let spelled = referee.play(&made.text).map_err(|error| here(error.to_string()))?;
        if spelled != made.text {
            return Err(here(format!("expected it as '{spelled}'")));
        }
        *end = match referee.ending() {
            Some(ending) => Some(End { result: ending.result, reason: ending.reason.word(), margin: ending.margin }),
            None => adjudicator.moved(side, made.score, referee).map(|(result, reason)| End {
                result,
                reason,
                margin: None,
            }),
        };
    }
    Ok(())
}

/// The name of the engine on a side.
fn player(game: &GameRecord, side: Side) -> &str {
    match side {
        Side::X => &game.first,
        Side::O => &game.second,
    }
}

/// Fails unless the stated end of a game whose moves have been played is the one that follows from them.
fn compare(
    game: &GameRecord,
    end: Option<&End>,
    settings: &MatchSettings,
    referee: &dyn Referee,
) -> Result<(), String> {
    let position = referee.position();
    if position != game.final_position {
        return Err(format!("it ends at '{}', expected '{position}'", game.final_position));
    }
    let (result, reason, margin) = match end {
        Some(End { result, reason, margin }) => (*result, *reason, *margin),
        None => (given_up(game, referee, settings)?, &*game.reason, None),
    };
    if (game.result, &*game.reason) != (result, reason) {
        let (stated, found) = (word(game.result), word(result));
        return Err(format!("its result is {stated} ({}), expected {found} ({reason})", game.reason));
    }
    if game.margin != margin {
        return Err(format!("its margin is {}, expected {}", shown(game.margin), shown(margin)));
    }
    match &game.failure {
        Some(failure) if failure.kind.word() != reason => {
            Err(format!("'{}' fails in it ({}), but its end is '{reason}'", failure.engine, failure.kind.word()))
        }
        _ => Ok(()),
    }
}

/// The result of a game that is over neither by the rules nor by adjudication: a side resigned or failed on its turn.
/// An engine can also fail before the first move, and while it ponders.
fn given_up(game: &GameRecord, referee: &dyn Referee, settings: &MatchSettings) -> Result<GameResult, String> {
    let (side, reason) = (referee.side(), &*game.reason);
    if reason == "resign" {
        return Ok(GameResult::win_of(side.other()));
    }
    if !FaultKind::ALL.iter().any(|kind| kind.word() == reason) {
        return Err(format!("its end is '{reason}', but after its moves it is not over"));
    }
    let Some(failure) = game.failure.as_ref().filter(|failure| failure.kind.word() == reason) else {
        return Err(format!("its end is '{reason}', but it does not say which engine failed so"));
    };
    let ponders = |name: &str| settings.engines.iter().any(|engine| engine.ponder && one_line(&engine.name) == name);
    let is_on_turn = |loser: Side| loser == side || game.moves.is_empty() || ponders(&failure.engine);
    let losers = [Side::X, Side::O].into_iter().filter(|side| player(game, *side) == failure.engine);
    match losers.clone().find(|loser| is_on_turn(*loser)) {
        Some(loser) => Ok(GameResult::win_of(loser.other())),
        None => Err(format!("'{}' fails in it ({reason}), expected '{}'", failure.engine, player(game, side))),
    }
}

/// The word for a result in records.
fn word(result: GameResult) -> &'static str {
    match result {
        GameResult::FirstWins => "p1win",
        GameResult::SecondWins => "p2win",
        GameResult::Draw => "draw",
    }
}

fn shown(margin: Option<i16>) -> String {
    margin.map_or_else(|| "none".into(), |margin| margin.to_string())
}
