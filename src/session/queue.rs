//! The commands that wait for their turn. What the run loop asks about them with every input takes constant time,
//! because there may be hundreds of thousands.

use super::command::Command;
use super::state::TimedCommand;
use std::collections::VecDeque;

/// Commands in the order of their arrival.
#[derive(Default)]
pub(super) struct Queue {
    commands: VecDeque<TimedCommand>,
    /// Number of `stop` in the queue.
    stops: usize,
    /// Number of searches behind the last `stop` that only another one can end.
    endless: usize,
}

/// Whether a command is a search that only `stop` can end.
fn is_endless(command: &Command) -> bool {
    matches!(command, Command::Go(go) if !go.ends_by_itself())
}

impl Queue {
    pub(super) fn is_empty(&self) -> bool {
        self.commands.is_empty()
    }

    /// The next command.
    pub(super) fn front(&self) -> Option<&Command> {
        self.commands.front().map(|timed| &timed.command)
    }

    /// Whether a `stop` waits.
    pub(super) fn has_stop(&self) -> bool {
        self.stops > 0
    }

    /// Whether the last search needs a `stop` that does not wait yet, if the running job needs one or not.
    pub(super) fn needs_stop(&self, running_does: bool) -> bool {
        self.endless > 0 || (running_does && self.stops == 0)
    }

    pub(super) fn push_back(&mut self, timed: TimedCommand) {
        match &timed.command {
            Command::Stop => {
                self.stops += 1;
                self.endless = 0;
            }
            command => self.endless += usize::from(is_endless(command)),
        }
        self.commands.push_back(timed);
    }

    /// Puts the rest of a request back, which is no search of its own.
    pub(super) fn push_front_rest(&mut self, timed: TimedCommand) {
        self.commands.push_front(timed);
    }

    pub(super) fn pop_front(&mut self) -> Option<TimedCommand> {
        let timed = self.commands.pop_front()?;
        match &timed.command {
            Command::Stop => self.stops -= 1,
            command if self.stops == 0 => self.endless -= usize::from(is_endless(command)),
            _ => {}
        }
        Some(timed)
    }

    /// Drops all searches and the requests that they belong to.
    pub(super) fn drop_searches(&mut self) {
        self.commands.retain(|timed| !timed.command.searches());
        self.endless = 0;
    }

    pub(super) fn clear(&mut self) {
        *self = Queue::default();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::GoParameters;
    use crate::session::Go;
    use std::time::Instant;

    fn timed(command: Command) -> TimedCommand {
        TimedCommand { arrived: Instant::now(), command, stopped: None, charge: None }
    }

    /// The answer of [`Queue::needs_stop`] by going through the commands.
    fn naive_needs_stop(queue: &Queue, running_does: bool) -> bool {
        queue.commands.iter().fold(running_does, |needs_stop, timed| match &timed.command {
            Command::Stop => false,
            command => needs_stop || is_endless(command),
        })
    }

    /// One of the things that happen to a queue.
    fn step(queue: &mut Queue, kind: usize) {
        let bounded = GoParameters { depth: Some(3), ..GoParameters::default() };
        match kind {
            0 => queue.push_back(timed(Command::Stop)),
            1 => queue.push_back(timed(Command::Go(Box::default()))),
            2 => queue.push_back(timed(Command::Go(Box::new(Go { parameters: bounded, ..Go::default() })))),
            3 => queue.drop_searches(),
            _ => drop(queue.pop_front()),
        }
    }

    #[test]
    fn counts_are_those_of_the_commands() {
        const KINDS: usize = 5;
        const STEPS: u32 = 7;
        for mut kinds in 0..KINDS.pow(STEPS) {
            let mut queue = Queue::default();
            for _ in 0..STEPS {
                step(&mut queue, kinds % KINDS);
                let was_dropped = kinds % KINDS == 3;
                kinds /= KINDS;
                let stops = queue.commands.iter().filter(|timed| timed.command == Command::Stop).count();
                assert_eq!(queue.has_stop(), stops > 0);
                let searches = queue.commands.iter().any(|timed| timed.command.searches());
                assert!(!(was_dropped && searches), "all searches were dropped");
                for running_does in [false, true] {
                    assert_eq!(queue.needs_stop(running_does), naive_needs_stop(&queue, running_does));
                }
            }
        }
    }
}
