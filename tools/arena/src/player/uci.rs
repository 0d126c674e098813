//! Engines that speak Quartet's protocol, with the commands of UCI or of UGI.

use super::info_line::{is_main_line, read_info};
use super::{Player, PlayerMove, QUIT_TIMEOUT, RuleSettings, Turn, launch, missing, unanswered};
use crate::fault::{Cancel, FaultKind, Interruption};
use crate::openings::setup_text;
use crate::process::Process;
use crate::settings::{EngineSettings, Protocol};
use quartet::engine::Setup;
use quartet::game::Side;
use std::collections::HashSet;
use std::fmt::Write;
use std::time::{Duration, Instant};

/// The option that selects a game.
const VARIANT: &str = "UCI_Variant";

/// The differences between UCI and UGI.
struct Dialect {
    handshake: &'static str,
    handshake_end: &'static str,
    new_game: &'static str,
    times: [&'static str; 2],
    increments: [&'static str; 2],
    /// Whether mate scores are in plies instead of moves.
    mate_in_plies: bool,
}

const UCI: Dialect = Dialect {
    handshake: "uci",
    handshake_end: "uciok",
    new_game: "ucinewgame",
    times: ["wtime", "btime"],
    increments: ["winc", "binc"],
    mate_in_plies: false,
};

const UGI: Dialect = Dialect {
    handshake: "ugi",
    handshake_end: "ugiok",
    new_game: "uginewgame",
    times: ["p1time", "p2time"],
    increments: ["p1inc", "p2inc"],
    mate_in_plies: true,
};

/// An engine that speaks UCI or UGI.
struct UciPlayer {
    process: Process,
    dialect: &'static Dialect,
    identity: Option<String>,
    /// The longest time for an answer that is not a move.
    timeout: Duration,
    /// The buffer for lines to be sent, reused to avoid allocation.
    text: String,
}

/// Starts an engine, selects the variant and sets the options.
pub(super) fn open(
    engine: &EngineSettings,
    rules: &RuleSettings,
    cancel: &Cancel,
) -> Result<Box<dyn Player>, Interruption> {
    let timeout = Duration::from_millis(engine.limits.timeout);
    let process = launch(engine)?;
    let dialect = if engine.protocol == Protocol::Ugi { &UGI } else { &UCI };
    let mut player = UciPlayer { process, dialect, identity: None, timeout, text: String::new() };
    let listed = player.handshake(cancel)?;
    player.configure(engine, rules, &listed)?;
    player.wait_until_ready(cancel)?;
    Ok(Box::new(player))
}

impl UciPlayer {
    /// Performs the handshake; returns the names of the options in lower case.
    fn handshake(&mut self, cancel: &Cancel) -> Result<HashSet<String>, Interruption> {
        self.process.send(self.dialect.handshake)?;
        let deadline = Instant::now() + self.timeout;
        let mut listed = HashSet::new();
        loop {
            let line = self.receive(deadline, self.timeout, self.dialect.handshake_end, cancel)?;
            if line == self.dialect.handshake_end {
                return Ok(listed);
            }
            if let Some(name) = line.strip_prefix("id name ") {
                self.identity = Some(name.to_string());
            } else if let Some(option) = line.strip_prefix("option name ") {
                let name = option.split_once(" type ").map_or(option, |(name, _)| name);
                listed.insert(name.to_lowercase());
            }
        }
    }

    /// Sends the options: the variant and those of the rules that the engine lists, then the engine's own.
    fn configure(
        &mut self,
        engine: &EngineSettings,
        rules: &RuleSettings,
        listed: &HashSet<String>,
    ) -> Result<(), Interruption> {
        let has = |name: &str| listed.contains(&name.to_lowercase());
        self.text.clear();
        if has(VARIANT) {
            self.write_option(VARIANT, rules.variant);
        }
        for (name, value) in rules.options.iter().filter(|(name, _)| has(name)) {
            self.write_option(name, value);
        }
        for (name, value) in &engine.options {
            if !has(name) {
                return Err(Interruption::fault(FaultKind::Protocol, format!("lists no option '{name}'")));
            }
            self.write_option(name, value);
        }
        match self.text.pop() {
            Some(_) => self.process.send(&self.text),
            None => Ok(()),
        }
    }

    /// Appends a line that sets an option.
    fn write_option(&mut self, name: &str, value: &str) {
        let _ = writeln!(self.text, "setoption name {name} value {value}");
    }

    /// Waits until the engine has processed all earlier lines. An error line before that is a failure.
    fn wait_until_ready(&mut self, cancel: &Cancel) -> Result<(), Interruption> {
        self.process.send("isready")?;
        let deadline = Instant::now() + self.timeout;
        loop {
            let line = self.receive(deadline, self.timeout, "readyok", cancel)?;
            if line == "readyok" {
                return Ok(());
            }
            if let Some(error) = line.strip_prefix("info string error: ") {
                return Err(Interruption::fault(FaultKind::Protocol, format!("refuses: {error}")));
            }
        }
    }

    /// The next line. The message of a stall names the line that is `wanted`.
    fn receive(
        &mut self,
        deadline: Instant,
        timeout: Duration,
        wanted: &str,
        cancel: &Cancel,
    ) -> Result<String, Interruption> {
        self.process.receive(deadline, cancel).map(|line| line.text).map_err(|error| missing(error, wanted, timeout))
    }

    /// Writes `isready`, `position` and `go` for a turn into the buffer.
    fn write_turn(&mut self, turn: &Turn<'_>) {
        let text = &mut self.text;
        text.clear();
        // A `bestmove` before the `readyok` belongs to an earlier search.
        text.push_str("isready\nposition ");
        text.push_str(&setup_text(turn.setup));
        if !turn.referee.moves().is_empty() {
            text.push_str(" moves");
        }
        for mv in turn.referee.moves() {
            text.push(' ');
            text.push_str(mv);
        }
        text.push_str("\ngo");
        let limits = turn.clock().limits();
        let numbers = [("movetime", limits.movetime), ("nodes", limits.nodes), ("depth", limits.depth.map(u64::from))];
        for (word, number) in numbers {
            if let Some(number) = number {
                let _ = write!(text, " {word} {number}");
            }
        }
        if turn.clock().remaining().is_some() {
            self.write_clocks(turn);
        }
    }

    /// Appends the clocks. For an opponent without a clock the engine's own is sent.
    fn write_clocks(&mut self, turn: &Turn<'_>) {
        let own = turn.clock();
        let of =
            |side: Side| Some(turn.clocks[side.index()]).filter(|clock| clock.remaining().is_some()).unwrap_or(own);
        let text = &mut self.text;
        for side in [Side::X, Side::O] {
            let left = of(side).remaining().unwrap_or_default().as_millis();
            let _ = write!(text, " {} {left}", self.dialect.times[side.index()]);
        }
        for side in [Side::X, Side::O] {
            let _ = write!(text, " {} {}", self.dialect.increments[side.index()], of(side).increment().as_millis());
        }
        if let Some(moves) = own.moves_left() {
            let _ = write!(text, " movestogo {moves}");
        }
    }
}

impl Player for UciPlayer {
    fn identity(&self) -> Option<&str> {
        self.identity.as_deref()
    }

    fn new_game(&mut self, _setup: &Setup, cancel: &Cancel) -> Result<(), Interruption> {
        self.process.send(self.dialect.new_game)?;
        self.wait_until_ready(cancel)
    }

    fn think(&mut self, turn: &Turn<'_>, cancel: &Cancel) -> Result<PlayerMove, Interruption> {
        self.write_turn(turn);
        let (clock, timeout) = (turn.clock(), turn.clock().timeout());
        let started = Instant::now();
        self.process.send_within(&self.text, timeout).map_err(|error| unanswered(error, "bestmove", clock))?;
        let (mut ready, mut last) = (false, None);
        loop {
            let line = self.process.receive(started + timeout, cancel);
            let line = line.map_err(|error| unanswered(error, "bestmove", clock))?;
            let mut words = line.text.split_ascii_whitespace();
            match words.next() {
                Some("readyok") => ready = true,
                Some("info") if ready && is_main_line(&line.text) => last = Some(line.text),
                Some("bestmove") => {
                    let text = best_move(&line.text, words.next(), ready)?;
                    let report = last.map(|line| read_info(&line, self.dialect.mate_in_plies)).unwrap_or_default();
                    let used = line.arrived.saturating_duration_since(started);
                    return Ok(PlayerMove { text, report, used });
                }
                _ => {}
            }
        }
    }

    fn quit(self: Box<Self>) {
        self.process.end("quit", QUIT_TIMEOUT);
    }
}

/// The move of a `bestmove` line, which must not come before `readyok`.
fn best_move(line: &str, text: Option<&str>, ready: bool) -> Result<String, Interruption> {
    if !ready {
        let shown: String = line.chars().take(80).collect();
        return Err(Interruption::fault(FaultKind::Protocol, format!("'{shown}' before 'readyok', one too many")));
    }
    text.map(str::to_string).ok_or_else(|| Interruption::fault(FaultKind::Protocol, "'bestmove' without a move"))
}
