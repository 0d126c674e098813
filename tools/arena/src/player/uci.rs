//! Engines that speak Quartet's protocol, with the commands of UCI or of UGI.

use super::info_line::read_info;
use super::pondering::{Pondering, Search};
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
/// The option that announces that the engine will ponder.
const PONDER: &str = "Ponder";

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
    /// The engine; `None` while it ponders.
    process: Option<Process>,
    pondering: Option<Pondering>,
    /// Whether it is to ponder.
    ponders: bool,
    /// The reply that it expects to its last move, if it is to ponder.
    expected: Option<String>,
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
    let process = Some(launch(engine)?);
    let dialect = if engine.protocol == Protocol::Ugi { &UGI } else { &UCI };
    let (ponders, text) = (engine.ponder, String::new());
    let mut player =
        UciPlayer { process, pondering: None, ponders, expected: None, dialect, identity: None, timeout, text };
    let listed = player.handshake(cancel)?;
    player.configure(engine, rules, &listed)?;
    player.wait_until_ready(cancel)?;
    Ok(Box::new(player))
}

impl UciPlayer {
    /// The engine, unless it ponders.
    fn process(&mut self) -> Result<&mut Process, Interruption> {
        self.process.as_mut().ok_or_else(|| Interruption::fault(FaultKind::Disconnect, "it is lost"))
    }

    /// Performs the handshake; returns the names of the options in lower case.
    fn handshake(&mut self, cancel: &Cancel) -> Result<HashSet<String>, Interruption> {
        let handshake = self.dialect.handshake;
        self.process()?.send(handshake)?;
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
        if self.ponders && has(PONDER) {
            self.write_option(PONDER, "true");
        }
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
            Some(_) => self.send_text(self.timeout),
            None => Ok(()),
        }
    }

    /// Sends the lines of the buffer, which have to be read within `timeout`.
    fn send_text(&mut self, timeout: Duration) -> Result<(), Interruption> {
        let text = std::mem::take(&mut self.text);
        let sent = self.process()?.send_within(&text, timeout);
        self.text = text;
        sent
    }

    /// Appends a line that sets an option.
    fn write_option(&mut self, name: &str, value: &str) {
        let _ = writeln!(self.text, "setoption name {name} value {value}");
    }

    /// Waits until the engine has processed all earlier lines. An error line before that is a failure.
    fn wait_until_ready(&mut self, cancel: &Cancel) -> Result<(), Interruption> {
        self.process()?.send("isready")?;
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
        let line = self.process()?.receive(deadline, cancel);
        line.map(|line| line.text).map_err(|error| missing(error, wanted, timeout))
    }

    /// Writes `isready`, `position` and this form of `go` for a turn into the buffer.
    fn write_turn(&mut self, turn: &Turn<'_>, go: &str) {
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
        text.push('\n');
        text.push_str(go);
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

impl UciPlayer {
    /// Ends a search on the opponent's time, whose answer is discarded.
    fn stop(&mut self, mut search: Search, cancel: &Cancel) -> Result<(), Interruption> {
        let (told, timeout) = (Instant::now(), self.timeout);
        self.process()?.send("stop")?;
        while search.best_move.is_none() {
            let line = self.process()?.receive(told + timeout, cancel);
            search.hear(line.map_err(|error| missing(error, "bestmove' after 'stop", timeout))?)?;
        }
        search.check_unanswered("stop", told)
    }

    /// The search that goes on because the opponent has played the expected move, or a new one after another search has
    /// been stopped.
    fn search_so_far(&mut self, turn: &Turn<'_>, cancel: &Cancel) -> Result<(Search, bool), Interruption> {
        let Some(pondering) = self.pondering.take() else { return Ok((Search::default(), false)) };
        let is_hit = pondering.is_hit(turn.referee.moves());
        let (process, search) = pondering.end()?;
        self.process = Some(process);
        if is_hit {
            return Ok((search, true));
        }
        self.stop(search, cancel)?;
        Ok((Search::default(), false))
    }
}

impl Player for UciPlayer {
    fn identity(&self) -> Option<&str> {
        self.identity.as_deref()
    }

    fn new_game(&mut self, _setup: &Setup, cancel: &Cancel) -> Result<(), Interruption> {
        self.expected = None;
        let new_game = self.dialect.new_game;
        self.process()?.send(new_game)?;
        self.wait_until_ready(cancel)
    }

    fn think(&mut self, turn: &Turn<'_>, cancel: &Cancel) -> Result<PlayerMove, Interruption> {
        let (mut search, ponderhit) = self.search_so_far(turn, cancel)?;
        if ponderhit {
            self.text.clear();
            self.text.push_str("ponderhit");
        } else {
            self.write_turn(turn, "go");
        }
        let (clock, timeout) = (turn.clock(), turn.clock().timeout());
        let started = Instant::now();
        self.send_text(timeout).map_err(|error| unanswered(error, "bestmove", clock))?;
        loop {
            search.check_unanswered("ponderhit", started)?;
            if let Some((best, arrived)) = search.best_move {
                let mut report =
                    search.info.map(|line| read_info(&line, self.dialect.mate_in_plies)).unwrap_or_default();
                // Whether an engine counts the time since `go` or since `ponderhit` is not defined.
                report.milliseconds = report.milliseconds.filter(|_| !ponderhit);
                self.expected = best.ponder.filter(|_| self.ponders);
                let used = arrived.saturating_duration_since(started);
                return Ok(PlayerMove { text: best.text, report, used, ponderhit });
            }
            let line = self.process()?.receive(started + timeout, cancel);
            search.hear(line.map_err(|error| unanswered(error, "bestmove", clock))?)?;
        }
    }

    fn ponder(&mut self, turn: &Turn<'_>) -> Result<(), Interruption> {
        let Some(expected) = self.expected.take() else { return Ok(()) };
        let mut after = turn.referee.another();
        let is_legal = after.begin(turn.setup, turn.referee.moves()).is_ok() && after.play(&expected).is_ok();
        // An engine may expect anything, which is no failure.
        if !is_legal || after.ending().is_some() {
            return Ok(());
        }
        self.write_turn(&Turn { setup: turn.setup, referee: &*after, clocks: turn.clocks }, "go ponder");
        self.send_text(self.timeout)?;
        if let Some(process) = self.process.take() {
            self.pondering = Some(Pondering::begin(process, after.moves().to_vec())?);
        }
        Ok(())
    }

    fn stop_pondering(&mut self, cancel: &Cancel) -> Result<(), Interruption> {
        let Some(pondering) = self.pondering.take() else { return Ok(()) };
        let (process, search) = pondering.end()?;
        self.process = Some(process);
        self.stop(search, cancel)
    }

    fn quit(self: Box<Self>) {
        if let Some(process) = self.process {
            process.end("quit", QUIT_TIMEOUT);
        }
    }
}
