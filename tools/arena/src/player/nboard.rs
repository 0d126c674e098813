//! The NBoard protocol for Othello, as spoken by NTest and Edax.
//!
//! The position is sent at every turn, so there is no state to synchronise. The only limit in the protocol is the
//! depth.

use super::{EngineScore, Player, PlayerMove, QUIT_TIMEOUT, Report, ScoreKind, Turn, launch, missing, unanswered};
use crate::fault::{Cancel, Interruption};
use crate::process::Process;
use crate::settings::EngineSettings;
use quartet::engine::Setup;
use quartet::game::Side;
use quartet_rules::points::rows;
use std::time::{Duration, Instant};

/// An engine that speaks the protocol.
struct NBoard {
    process: Process,
    identity: Option<String>,
    timeout: Duration,
    depth: Option<u32>,
    pings: u64,
}

/// Starts an engine and waits until it is ready.
pub(super) fn open(engine: &EngineSettings, cancel: &Cancel) -> Result<Box<dyn Player>, Interruption> {
    let timeout = Duration::from_millis(engine.limits.timeout);
    let process = launch(engine)?;
    let mut nboard = NBoard { process, identity: None, timeout, depth: engine.limits.depth, pings: 0 };
    nboard.process.send("nboard 2")?;
    nboard.ping(cancel)?;
    Ok(Box::new(nboard))
}

impl NBoard {
    /// Waits until the engine has processed all earlier lines.
    fn ping(&mut self, cancel: &Cancel) -> Result<(), Interruption> {
        self.pings += 1;
        let (ping, pong) = (format!("ping {}", self.pings), format!("pong {}", self.pings));
        self.process.send(&ping)?;
        let deadline = Instant::now() + self.timeout;
        loop {
            let line = self.process.receive(deadline, cancel).map_err(|error| missing(error, &pong, self.timeout))?;
            if let Some(name) = line.text.strip_prefix("set myname ") {
                self.identity = Some(name.trim().to_string());
            }
            if line.text.trim() == pong {
                return Ok(());
            }
        }
    }
}

/// A game in the Generic Game Format that starts from the position of a turn.
fn game(turn: &Turn<'_>) -> String {
    let stone = |letter| match letter {
        'x' => '*',
        'o' => 'O',
        _ => '-',
    };
    let board: String = rows(&turn.referee.position()).into_iter().flatten().map(stone).collect();
    let side = if turn.side() == Side::X { '*' } else { 'O' };
    format!("(;GM[Othello]PC[NBoard]PB[]PW[]RE[?]TI[0]TY[8]BO[8 {board} {side}];)")
}

/// Parses `F5/1.25/0.1`, or `f5 1.25 0.1` as Edax writes it: move, evaluation in discs, seconds. Only the move is
/// required.
fn read_move(text: &str) -> (String, Report) {
    let separator = if text.contains('/') { '/' } else { ' ' };
    let mut parts = text.trim().split(separator).map(str::trim);
    let mv = parts.next().unwrap_or_default().to_lowercase();
    let number = |part: Option<&str>| part?.parse::<f64>().ok().filter(|value| value.is_finite());
    let score =
        number(parts.next()).map(|discs| EngineScore { kind: ScoreKind::Cp, value: (100.0 * discs).round() as i64 });
    let milliseconds = number(parts.next()).map(|seconds| (1000.0 * seconds).round() as u64);
    (mv, Report { score, milliseconds, ..Report::default() })
}

impl Player for NBoard {
    fn identity(&self) -> Option<&str> {
        self.identity.as_deref()
    }

    fn new_game(&mut self, _setup: &Setup, cancel: &Cancel) -> Result<(), Interruption> {
        if let Some(depth) = self.depth {
            self.process.send(&format!("set depth {depth}"))?;
        }
        self.ping(cancel)
    }

    fn think(&mut self, turn: &Turn<'_>, cancel: &Cancel) -> Result<PlayerMove, Interruption> {
        self.process.send(&format!("set game {}", game(turn)))?;
        self.ping(cancel)?;
        let (clock, timeout) = (turn.clock(), turn.clock().timeout());
        let started = Instant::now();
        self.process.send_within("go", timeout).map_err(|error| unanswered(error, "===", clock))?;
        let mut nodes = None;
        loop {
            let line = self.process.receive(started + timeout, cancel);
            let line = line.map_err(|error| unanswered(error, "===", clock))?;
            if let Some(rest) = line.text.strip_prefix("nodestats ") {
                nodes = rest.split_whitespace().next().and_then(|count| count.parse().ok());
            }
            if let Some(rest) = line.text.strip_prefix("===") {
                let (text, report) = read_move(rest);
                let used = line.arrived.saturating_duration_since(started);
                return Ok(PlayerMove { text, report: Report { nodes, ..report }, used, ponderhit: false });
            }
        }
    }

    fn quit(self: Box<Self>) {
        self.process.end("quit", QUIT_TIMEOUT);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_with_and_without_numbers() {
        let (mv, report) = read_move(" F5/-1.25/0.1");
        assert_eq!((mv.as_str(), report.milliseconds), ("f5", Some(100)));
        assert_eq!(report.score.map(|score| score.value), Some(-125));
        assert_eq!(read_move(" f5 -1.25 0.1"), (mv, report));
        assert_eq!(read_move(" PA"), ("pa".to_string(), Report::default()));
        assert_eq!(read_move("F5//").1, Report::default());
    }
}
