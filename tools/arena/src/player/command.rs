//! Programs without a protocol, which are called for each move with the position text and print the move.
//!
//! In the arguments `{position}`, `{variant}` and `{moves}` (all moves since the setup) are replaced. If no argument
//! contains `{position}` or `{moves}`, the position text is appended as another argument. The move is the first word of
//! the last non-empty line of output. The time for a move is that of the whole call.

use super::{Player, PlayerMove, Report, RuleSettings, Turn, unanswered, unstartable};
use crate::fault::{Cancel, FaultKind, Interruption};
use crate::process::{Launch, Process};
use crate::settings::EngineSettings;
use quartet::engine::Setup;
use std::time::Instant;

/// A program that is called for each move.
struct Command {
    name: String,
    launch: Launch,
    variant: &'static str,
}

/// Checks that there is such a program; it is started for each move.
pub(super) fn open(engine: &EngineSettings, rules: &RuleSettings) -> Result<Box<dyn Player>, Interruption> {
    engine.launch.check().map_err(unstartable)?;
    Ok(Box::new(Command { name: engine.name.clone(), launch: engine.launch.clone(), variant: rules.variant }))
}

impl Command {
    /// The command line for a turn.
    fn call(&self, turn: &Turn<'_>) -> Launch {
        let (position, moves) = (turn.referee.position(), turn.referee.moves().join(" "));
        let mut launch = self.launch.clone();
        let mut asked = false;
        for argument in &mut launch.arguments {
            asked |= argument.contains("{position}") || argument.contains("{moves}");
            let filled = argument.replace("{variant}", self.variant).replace("{moves}", &moves);
            *argument = filled.replace("{position}", &position);
        }
        if !asked {
            launch.arguments.push(position);
        }
        launch
    }
}

impl Player for Command {
    fn identity(&self) -> Option<&str> {
        None
    }

    fn new_game(&mut self, _setup: &Setup, _cancel: &Cancel) -> Result<(), Interruption> {
        Ok(())
    }

    fn think(&mut self, turn: &Turn<'_>, cancel: &Cancel) -> Result<PlayerMove, Interruption> {
        let (clock, timeout) = (turn.clock(), turn.clock().timeout());
        let call = self.call(turn);
        let started = Instant::now();
        let process = Process::launch_named(&self.name, &call, timeout).map_err(unstartable)?;
        let ended = process.finish(started + timeout, cancel).map_err(|error| unanswered(error, "move", clock))?;
        let used = started.elapsed();
        let (lines, status) = ended;
        if !status.success() {
            return Err(Interruption::fault(FaultKind::Disconnect, format!("ended with {status}")));
        }
        let last = lines.iter().rev().find_map(|line| line.text.split_whitespace().next());
        let text = last.ok_or_else(|| Interruption::fault(FaultKind::Protocol, "printed no move"))?;
        Ok(PlayerMove { text: text.to_string(), report: Report::default(), used, ponderhit: false })
    }

    fn quit(self: Box<Self>) {}
}
