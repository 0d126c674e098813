//! One game between two players.
//!
//! The match runner's own clock and the referee decide. A player that fails loses the game.

use crate::adjudication::Adjudicator;
use crate::fault::{Cancel, Fault, FaultKind, Interruption};
use crate::limits::{Clock, Limits};
use crate::openings::{Opening, setup_text};
use crate::player::{Player, PlayerMove, RuleSettings, Turn};
use crate::record::{FaultRecord, GameRecord, MoveRecord, OpeningRecord};
use crate::settings::Adjudication;
use quartet::game::Side;
use quartet_rules::{GameResult, Referee};
use std::time::{Instant, SystemTime};

/// An engine on one side of a game.
pub struct EngineSlot<'a> {
    /// The engine's name.
    pub name: &'a str,
    /// The running engine, or why it could not be started.
    pub player: Result<Box<dyn Player>, Fault>,
    /// The engine's limits of time, nodes and depth.
    pub limits: &'a Limits,
}

/// The outcome of a game.
#[derive(Clone, PartialEq, Debug)]
pub struct GameOutcome {
    /// The result.
    pub result: GameResult,
    /// Why the game is over; see [`crate::record::GameRecord::reason`].
    pub reason: String,
    /// The fault that lost a side the game.
    pub failure: Option<(Side, FaultRecord)>,
    /// The moves after the opening.
    pub moves: Vec<MoveRecord>,
    /// The first player's margin in games scored by a margin.
    pub margin: Option<i16>,
}

/// The numbers that identify a game in its record.
#[derive(Clone, Copy, Debug)]
pub struct GameNumbers {
    /// The number of the game in the schedule.
    pub id: u64,
    /// The number of its pair.
    pub pair: u64,
    /// The number of its opening.
    pub opening: u64,
}

/// When a game started, by the calendar and by a monotonic clock.
#[derive(Clone, Copy, Debug)]
pub struct StartTime(SystemTime, Instant);

impl StartTime {
    /// The current time.
    pub fn now() -> Self {
        StartTime(SystemTime::now(), Instant::now())
    }
}

impl GameOutcome {
    /// The record of a game that has just ended, with its final position and the names of its players.
    pub fn record(
        self,
        numbers: GameNumbers,
        opening: &Opening,
        rules: &RuleSettings,
        [first, second]: [&str; 2],
        final_position: String,
        StartTime(started, started_at): StartTime,
    ) -> GameRecord {
        let (setup, moves) = (setup_text(&opening.setup), opening.moves.clone());
        GameRecord {
            id: numbers.id,
            pair: numbers.pair,
            opening: OpeningRecord { index: numbers.opening, setup, moves },
            variant: rules.variant.to_string(),
            options: rules.options.clone(),
            first: first.into(),
            second: second.into(),
            result: self.result,
            reason: self.reason,
            failure: self.failure.map(|(_, failure)| failure),
            moves: self.moves,
            final_position,
            margin: self.margin,
            started: humantime::format_rfc3339_seconds(started).to_string(),
            seconds: (started_at.elapsed().as_secs_f64() * 1000.0).round() / 1000.0,
        }
    }
}

/// Why a game has no result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NoResult {
    /// The match was cancelled.
    Cancelled,
    /// The opening cannot be played, for this reason.
    Opening(String),
}

/// Plays a game and leaves the referee at its last position. Slots are indexed by [`Side::index`].
pub fn play(
    referee: &mut dyn Referee,
    opening: &Opening,
    slots: &mut [EngineSlot<'_>; 2],
    adjudication: &Adjudication,
    cancel: &Cancel,
) -> Result<GameOutcome, NoResult> {
    referee.begin(&opening.setup, &opening.moves).map_err(|error| NoResult::Opening(error.to_string()))?;
    let clocks = [Clock::new(slots[0].limits), Clock::new(slots[1].limits)];
    let mut game = Game { referee, opening, slots, clocks, moves: Vec::new() };
    let end = game.run(adjudication, cancel);
    game.stop_pondering(&end, cancel)?;
    match end {
        Ok(end) => Ok(GameOutcome {
            result: end.result,
            reason: end.reason,
            failure: None,
            moves: game.moves,
            margin: end.margin,
        }),
        Err((_, Interruption::Cancelled)) => Err(NoResult::Cancelled),
        Err((side, Interruption::Fault(fault))) => {
            let failure = FaultRecord {
                kind: fault.kind,
                engine: game.slots[side.index()].name.to_string(),
                detail: fault.detail,
            };
            let reason = fault.kind.word().to_string();
            let result = GameResult::win_of(side.other());
            Ok(GameOutcome { result, reason, failure: Some((side, failure)), moves: game.moves, margin: None })
        }
    }
}

/// The regular end of a game.
struct GameEnd {
    result: GameResult,
    reason: String,
    margin: Option<i16>,
}

/// The action of a side on its turn.
#[derive(PartialEq, Eq)]
enum TurnAction {
    Moved,
    Resigned,
}

/// The interruption of a game, with the side to move.
type Aborted = (Side, Interruption);

/// A game in progress.
struct Game<'a, 's> {
    referee: &'a mut dyn Referee,
    opening: &'a Opening,
    slots: &'a mut [EngineSlot<'s>; 2],
    clocks: [Clock; 2],
    moves: Vec<MoveRecord>,
}

impl Game<'_, '_> {
    /// Plays until the game is over.
    fn run(&mut self, adjudication: &Adjudication, cancel: &Cancel) -> Result<GameEnd, Aborted> {
        let mut adjudicator = Adjudicator::new(adjudication);
        for side in [Side::X, Side::O] {
            let ready =
                present(&mut self.slots[side.index()]).and_then(|player| player.new_game(&self.opening.setup, cancel));
            ready.map_err(|error| (side, error))?;
        }
        loop {
            if let Some(ending) = self.referee.ending() {
                let reason = ending.reason.word().to_string();
                return Ok(GameEnd { result: ending.result, reason, margin: ending.margin });
            }
            let side = self.referee.side();
            if self.turn(side, cancel).map_err(|error| (side, error))? == TurnAction::Resigned {
                let reason = "resign".to_string();
                return Ok(GameEnd { result: GameResult::win_of(side.other()), reason, margin: None });
            }
            let score = self.moves.last().and_then(|mv| mv.score);
            if self.referee.ending().is_some() {
                continue;
            }
            if let Some((result, rule)) = adjudicator.moved(side, score, self.referee) {
                return Ok(GameEnd { result, reason: rule.to_string(), margin: None });
            }
            self.ponder(side).map_err(|error| (side, error))?;
        }
    }

    /// Lets a side that has moved search on the time of the other one, if it ponders.
    fn ponder(&mut self, side: Side) -> Result<(), Interruption> {
        let [first, second] = &self.clocks;
        let turn = Turn { setup: &self.opening.setup, referee: self.referee, clocks: [first, second] };
        present(&mut self.slots[side.index()])?.ponder(&turn)
    }

    /// Ends searches on the opponent's time when the game is over. An engine that fails then is not used again; the
    /// result stands. One that has failed in the game is left alone.
    fn stop_pondering(&mut self, end: &Result<GameEnd, Aborted>, cancel: &Cancel) -> Result<(), NoResult> {
        let failed = end.as_ref().err().map(|(side, _)| side.index());
        for (_, slot) in self.slots.iter_mut().enumerate().filter(|(place, _)| Some(*place) != failed) {
            let stopped = slot.player.as_mut().map_or(Ok(()), |player| player.stop_pondering(cancel));
            match stopped {
                Ok(()) => {}
                Err(Interruption::Cancelled) => return Err(NoResult::Cancelled),
                Err(Interruption::Fault(fault)) => {
                    log::warn!("{} fails after the game, {fault}", slot.name);
                    slot.player = Err(fault);
                }
            }
        }
        Ok(())
    }

    /// Asks the side to move for a move and plays it.
    fn turn(&mut self, side: Side, cancel: &Cancel) -> Result<TurnAction, Interruption> {
        let [first, second] = &self.clocks;
        let turn = Turn { setup: &self.opening.setup, referee: self.referee, clocks: [first, second] };
        let player = present(&mut self.slots[side.index()])?;
        let answer = player.think(&turn, cancel)?;
        let clock = &mut self.clocks[side.index()];
        let allowed = clock.allowed().unwrap_or_default();
        clock.charge(answer.used).map_err(|late| {
            let [allowed, late] = [allowed, late].map(|time| time.as_secs_f64() * 1000.0);
            let margin = clock.limits().margin;
            // Shows whether the engine thought too long or its answer was delayed.
            let own = answer.report.milliseconds.map(|used| format!(", {used} ms by the engine's own clock"));
            let own = own.unwrap_or_default();
            let detail = format!("{late:.3} ms late, {allowed:.3} ms allowed, margin {margin} ms{own}");
            Interruption::fault(FaultKind::Time, detail)
        })?;
        if answer.text.eq_ignore_ascii_case("resign") {
            return Ok(TurnAction::Resigned);
        }
        let text = self.referee.play(&answer.text).map_err(|error| {
            let shown: String = answer.text.chars().take(40).collect();
            Interruption::fault(FaultKind::Illegal, format!("'{shown}': {error}"))
        })?;
        self.moves.push(move_record(text, self.slots[side.index()].name, &answer));
        Ok(TurnAction::Moved)
    }
}

/// The engine of a slot, or the fault if it could not be started.
fn present<'a>(slot: &'a mut EngineSlot<'_>) -> Result<&'a mut dyn Player, Interruption> {
    match &mut slot.player {
        Ok(player) => Ok(&mut **player),
        Err(fault) => Err(Interruption::Fault(fault.clone())),
    }
}

/// The record of a move.
fn move_record(text: String, engine: &str, answer: &PlayerMove) -> MoveRecord {
    let report = &answer.report;
    MoveRecord {
        text,
        engine: engine.to_string(),
        score: report.score,
        depth: report.depth,
        seldepth: report.seldepth,
        nodes: report.nodes,
        nps: report.nps,
        ms: answer.used.as_micros() as f64 / 1000.0,
        engine_ms: report.milliseconds,
        ponderhit: answer.ponderhit,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::ClockSettings;
    use crate::player::Report;
    use quartet::engine::Setup;
    use quartet_rules::referee;
    use std::collections::BTreeMap;
    use std::time::Duration;

    /// A player that reports this number of milliseconds for each move.
    struct Slow(u64);

    impl Player for Slow {
        fn identity(&self) -> Option<&str> {
            None
        }

        fn new_game(&mut self, _setup: &Setup, _cancel: &Cancel) -> Result<(), Interruption> {
            Ok(())
        }

        fn think(&mut self, turn: &Turn<'_>, _cancel: &Cancel) -> Result<PlayerMove, Interruption> {
            let report = Report { milliseconds: Some(7), ..Report::default() };
            Ok(PlayerMove {
                text: turn.referee.legal_moves().remove(0),
                report,
                used: Duration::from_millis(self.0),
                ponderhit: false,
            })
        }

        fn quit(self: Box<Self>) {}
    }

    /// A game whose first player takes this time for each move.
    fn played(milliseconds: u64, limits: &Limits) -> GameOutcome {
        let mut referee = referee("lgame", &BTreeMap::from([("MaxPlies".into(), "20".into())])).expect("rules");
        let slot = |milliseconds| EngineSlot { name: "slow", player: Ok(Box::new(Slow(milliseconds))), limits };
        let mut slots = [slot(milliseconds), slot(0)];
        let (opening, rules) = (Opening::start(), Adjudication::default());
        play(&mut *referee, &opening, &mut slots, &rules, &Cancel::default()).expect("played")
    }

    #[test]
    fn a_late_answer_is_reported_with_its_delay() {
        let limits = Limits { movetime: Some(50), margin: 20, ..Limits::default() };
        assert_eq!(played(70, &limits).failure, None);
        let late = played(71, &limits);
        let (side, failure) = late.failure.expect("a failure");
        assert_eq!((late.result, late.reason.as_str(), side), (GameResult::SecondWins, "time", Side::X));
        let detail = "1.000 ms late, 50.000 ms allowed, margin 20 ms, 7 ms by the engine's own clock";
        assert_eq!((failure.kind, failure.detail.as_str()), (FaultKind::Time, detail));
    }

    #[test]
    fn a_clock_with_only_an_increment_allows_the_first_move() {
        let clock = ClockSettings::parse("0+0.05").expect("a clock");
        let limits = Limits { clock: Some(clock), ..Limits::default() };
        let game = played(50, &limits);
        assert!(game.failure.is_none() && game.moves.len() > 10, "{:?}", game.failure);
        assert_eq!(played(51, &limits).reason, "time");
    }
}
