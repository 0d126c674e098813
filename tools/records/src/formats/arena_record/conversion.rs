//! Games of the arena as games of the library, and back.

use super::game_record::{
    EngineScore, FaultKind, FaultRecord, GameRecord, MoveRecord, OpeningRecord, ScoreKind, parse_setup, setup_text,
};
use crate::builder::GameBuilder;
use crate::formats::pgn::REASON;
use crate::game::{Game, Termination};
use crate::referees::Referees;
use crate::tree::{Evaluation, Notes};
use anyhow::{Context, Result, ensure};
use quartet::engine::Setup;
use quartet::game::Side;
use quartet_rules::{GameResult, Referee};

/// The event of the arena's games.
const EVENT: &str = "match";
/// The word of a record for a resignation.
const RESIGNATION: &str = "resign";

/// Why a record is no game, and the game up to the first move that cannot be played.
pub struct Unplayable {
    /// What is wrong.
    pub error: anyhow::Error,
    /// The game before it, if it has a valid first position.
    pub partial: Option<Box<Game>>,
}

/// The game of a record. The pair and the number of the game become its round.
pub(super) fn game(record: &GameRecord, referees: &mut Referees) -> Result<Game, Unplayable> {
    let mut builder = open(record, referees).map_err(|error| Unplayable { error, partial: None })?;
    let played = play(record, &mut builder);
    let game = builder.game_mut();
    game.result = Some(record.result);
    game.termination = Some(termination(&record.reason));
    game.margin = record.margin;
    let tags = &mut game.tags;
    (tags.first, tags.second) = (Some(record.first.clone()), Some(record.second.clone()));
    tags.event = Some(EVENT.into());
    tags.round = Some(format!("{}.{}", record.pair.wrapping_add(1), record.id.wrapping_add(1)));
    tags.date = Some(date(&record.started)).filter(|date| !date.is_empty());
    let failure = record.failure.as_ref().map(|failure| format!(", {}: {}", failure.engine, failure.detail));
    let reason = record.reason.clone() + &failure.unwrap_or_default();
    if reason != RESIGNATION {
        tags.other.insert(REASON.into(), reason);
    }
    match played {
        Ok(()) => Ok(builder.finish()),
        Err(error) => Err(Unplayable { error, partial: Some(Box::new(builder.finish())) }),
    }
}

/// The start of a game as a date with a time after it: records have `2026-01-02T03:04:05Z`.
fn date(started: &str) -> String {
    started.trim_end_matches('Z').replacen('T', " ", 1)
}

/// The inverse of [`date`]; a date without a time stays as it is.
fn started(date: &str) -> String {
    match date.split_once(' ') {
        Some((day, time)) => format!("{day}T{time}Z"),
        None => date.to_string(),
    }
}

/// The game before its first move. A first position that differs from the start position only in its ply counter is the
/// start position.
fn open(record: &GameRecord, referees: &mut Referees) -> Result<GameBuilder> {
    let setup = &record.opening.setup;
    let mut parsed = parse_setup(setup);
    ensure!(parsed != Setup::Start || setup == "startpos", "it begins with '{setup}', expected a position");
    let mut referee = referees.open(&record.variant, &record.options)?;
    let mut position = |setup: &Setup| {
        referee.begin(setup, &[]).context("its first position is wrong")?;
        anyhow::Ok(referee.position())
    };
    if points_and_side(&position(&Setup::Start)?) == points_and_side(&position(&parsed)?) {
        parsed = Setup::Start;
    }
    GameBuilder::with_referee(referee, record.options.clone(), &parsed)
}

/// A position text without its last field, the ply counter.
fn points_and_side(position: &str) -> &str {
    position.rsplit_once(' ').map_or(position, |(rest, _)| rest)
}

fn play(record: &GameRecord, builder: &mut GameBuilder) -> Result<()> {
    let opening = record.opening.moves.iter().map(|mv| (mv, None));
    let made = record.moves.iter().map(|made| (&made.text, Some(made)));
    for (index, (mv, made)) in opening.chain(made).enumerate() {
        let here = || format!("its moves cannot be played: move {} of the list", index + 1);
        builder.play(mv).with_context(here)?;
        if let Some(made) = made {
            set_notes(builder, made);
        }
    }
    Ok(())
}

fn set_notes(builder: &mut GameBuilder, made: &MoveRecord) {
    let evaluation = made.score.map(|EngineScore { kind, value }| match kind {
        ScoreKind::Cp => Evaluation::Estimate(value),
        ScoreKind::Mate => Evaluation::Mate(value),
    });
    let microseconds = Some((made.ms * 1e3).round()).filter(|time| *time >= 1.0).map(|time| time as u64);
    if evaluation.is_some() || made.depth.is_some() || microseconds.is_some() {
        *builder.notes_mut() = Notes { evaluation, depth: made.depth, microseconds, ..Notes::default() };
    }
}

/// How a game ended, from [`GameRecord::reason`].
fn termination(reason: &str) -> Termination {
    let is = |kind: FaultKind| reason == kind.word();
    match reason {
        RESIGNATION => Termination::Resignation,
        _ if reason.starts_with("adjudicated-") => Termination::Adjudication,
        _ if is(FaultKind::Time) => Termination::Time,
        _ if is(FaultKind::Illegal) || is(FaultKind::Protocol) => Termination::Infraction,
        _ if is(FaultKind::Stall) || is(FaultKind::Disconnect) => Termination::Abandoned,
        _ => Termination::Rules,
    }
}

/// The record of a game, with this number and this pair. The moves before the first one with a time, value or depth are
/// its opening. Comments, symbols, labels and variations are not part of records. Fails if the result is unknown.
pub(super) fn record(game: &Game, id: u64, pair: u64, referees: &mut Referees) -> Result<GameRecord> {
    let result = game.result.context("it has no result")?;
    let mut referee = referees.open(game.variant.name, &game.options)?;
    let setup = game.initial_setup();
    referee.begin(&setup, &[])?;
    let names = [&game.tags.first, &game.tags.second].map(|name| name.clone().unwrap_or_else(|| "?".into()));
    let opening = game.opening_length();
    let mut moves = Vec::new();
    for (index, node) in game.tree.main_line().enumerate() {
        let side = referee.side();
        referee.play(&game.tree.node(node).mv)?;
        if index >= opening {
            let engine = names[usize::from(side == Side::O)].clone();
            moves.push(move_record(&game.tree.node(node).mv, engine, game.tree.node(node).notes.as_deref()));
        }
    }
    let (reason, failure) = reason(game, result, &*referee);
    let [first, second] = names;
    Ok(GameRecord {
        id,
        pair,
        opening: OpeningRecord {
            index: pair,
            setup: setup_text(&setup),
            moves: game.tree.main_moves().take(opening).map(str::to_string).collect(),
        },
        variant: game.variant.name.into(),
        options: game.options.clone(),
        first,
        second,
        result,
        reason,
        failure,
        seconds: moves.iter().map(|made| made.ms).sum::<f64>() / 1e3,
        moves,
        final_position: referee.position(),
        margin: game.margin,
        started: game.tags.date.as_deref().map(started).unwrap_or_default(),
    })
}

fn move_record(mv: &str, engine: String, notes: Option<&Notes>) -> MoveRecord {
    let score = notes.and_then(|notes| notes.evaluation).map(|evaluation| match evaluation {
        Evaluation::Estimate(value) => EngineScore { kind: ScoreKind::Cp, value },
        Evaluation::Mate(value) => EngineScore { kind: ScoreKind::Mate, value },
        Evaluation::Discs(discs) => EngineScore { kind: ScoreKind::Cp, value: 100 * i64::from(discs) },
    });
    MoveRecord {
        text: mv.into(),
        engine,
        score,
        depth: notes.and_then(|notes| notes.depth),
        seldepth: None,
        nodes: None,
        nps: None,
        ms: notes.and_then(|notes| notes.microseconds).unwrap_or_default() as f64 / 1e3,
        engine_ms: None,
        ponderhit: false,
    }
}

/// The reason of a record and the fault, if one ended the game.
fn reason(game: &Game, result: GameResult, referee: &dyn Referee) -> (String, Option<FaultRecord>) {
    if let Some(stated) = game.tags.other.get(REASON) {
        let (word, rest) = stated.split_once(", ").unwrap_or((stated, ""));
        let kind = FaultKind::ALL.into_iter().find(|kind| kind.word() == word);
        let failure = kind.zip(rest.split_once(": ")).map(|(kind, (engine, detail))| FaultRecord {
            kind,
            engine: engine.into(),
            detail: detail.into(),
        });
        return if failure.is_some() { (word.into(), failure) } else { (stated.clone(), None) };
    }
    let adjudicated = if result == GameResult::Draw { "adjudicated-draw" } else { "adjudicated-win" };
    let word = match (game.termination, referee.ending()) {
        (Some(Termination::Resignation), _) => RESIGNATION,
        (Some(Termination::Time), _) => FaultKind::Time.word(),
        (Some(Termination::Infraction), _) => FaultKind::Illegal.word(),
        (Some(Termination::Abandoned), _) => FaultKind::Disconnect.word(),
        (Some(Termination::Adjudication), _) => adjudicated,
        (Some(Termination::Rules) | None, Some(ending)) => ending.reason.word(),
        (Some(Termination::Rules) | None, None) => "unknown",
    };
    (word.into(), None)
}
