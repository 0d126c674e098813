//! The run loop: takes one input at a time, and decides when each command is due.

use super::backlog::{Charge, Excess};
use super::command::Command;
use super::output::{Info, Reply};
use super::state::{Input, Session, TimedCommand};
use crossbeam_channel::{Receiver, RecvTimeoutError};
use std::collections::VecDeque;
use std::time::{Duration, Instant};

/// A search for a win reports at least this often that it goes on.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(900);

impl Session<'_> {
    /// Runs until `quit`, the end of input or of output; returns the number of errors reported.
    pub fn run(mut self, inputs: &Receiver<Input>) -> u64 {
        while !self.is_finished() {
            match self.next_input(inputs) {
                None => break,
                Some(Input::Line(raw, _)) => self.out.log_input(&raw),
                Some(Input::Command(command)) => self.on_command(command),
                Some(Input::Excess(excess)) => self.answer_excess(excess.take()),
                Some(Input::End) => {
                    // Bounded searches run to their end, others to the end of their first iteration.
                    self.input_ended = true;
                    self.end_after_iteration();
                }
                Some(Input::Job(id, event)) => self.job_event(id, event),
            }
            self.run_due_commands();
        }
        if let Some(running) = &self.running {
            running.token.stop();
        }
        self.out.errors
    }

    /// Waits for the next input. A search for a win may have nothing to report for hours: then its progress is
    /// reported.
    fn next_input(&mut self, inputs: &Receiver<Input>) -> Option<Input> {
        while let Some(mate) = self.running.as_ref().filter(|running| !running.done).and_then(|running| running.mate) {
            match inputs.recv_deadline(self.out.last_sent + PROGRESS_INTERVAL) {
                Ok(input) => return Some(input),
                Err(RecvTimeoutError::Disconnected) => return None,
                Err(RecvTimeoutError::Timeout) => {
                    let (time, nodes) = self.engines.engine().progress().unwrap_or_default();
                    self.out.send(&Reply::Info(Info::NoMateYet { mate, time, nodes }));
                }
            }
        }
        inputs.recv().ok()
    }

    /// Answers lines that came while too much was waiting already.
    fn answer_excess(&mut self, excess: Excess) {
        let replies = [
            (excess.refused, Reply::Error("too many lines are waiting, expected fewer at a time".into())),
            (excess.ready, Reply::Ready),
        ];
        for (count, reply) in replies {
            for _ in 0..count {
                if self.out.closed || self.quitting {
                    return;
                }
                self.out.send(&reply);
            }
        }
    }

    fn is_finished(&self) -> bool {
        let idle = self.running.is_none();
        self.out.closed || (idle && self.quitting) || (idle && self.input_ended && self.queue.is_empty())
    }

    /// Runs a command that has just arrived, or queues it.
    fn on_command(&mut self, timed: TimedCommand) {
        if self.quitting {
            return;
        }
        if let Some(held) = &mut self.held_by_wait {
            held.push_back(timed);
            return;
        }
        match timed.command {
            Command::IsReady => {
                if self.running.is_none() {
                    self.guard(|session| session.engines.prepare());
                }
                self.out.send(&Reply::Ready);
            }
            Command::Stop => self.on_stop(timed),
            Command::Cancel => self.cancel_searches(),
            Command::Progress => self.report_progress(),
            Command::Quit => {
                self.quitting = true;
                self.queue.clear();
                self.stop_job();
            }
            Command::PonderHit if self.queue.is_empty() => self.ponderhit(timed.arrived),
            Command::Wait => self.on_wait(),
            _ => self.queue.push_back(timed),
        }
    }

    /// Stops the running job. If commands are queued, `stop` is queued too, to end what they start. The job that the
    /// reader has stopped already may be over and its successor running: then `stop` only belongs to the queue.
    fn on_stop(&mut self, timed: TimedCommand) {
        let current = self.running.as_ref().map(|running| running.id);
        let is_for_earlier_job = timed.stopped.is_some() && timed.stopped != current;
        if !is_for_earlier_job {
            self.stop_job();
        }
        if is_for_earlier_job || !self.queue.is_empty() {
            self.queue.push_back(timed);
        }
    }

    /// Reports time and nodes of the running search, or that there is none.
    fn report_progress(&mut self) {
        let progress = self.engines.engine().progress();
        self.out.send(&Reply::Progress(progress));
    }

    /// Ends the running search without a result, and drops the searches that wait for their turn with the rest of their
    /// requests.
    fn cancel_searches(&mut self) {
        self.queue.drop_searches();
        if let Some(running) = &mut self.running {
            running.cancelled = true;
        }
        self.stop_job();
    }

    fn on_wait(&mut self) {
        if self.running.is_none() && self.queue.is_empty() {
            self.stop_handle.wait_ends();
        } else if self.would_wait_forever() {
            self.stop_handle.wait_ends();
            self.out.error("'wait' after a search that only 'stop' can end, expected 'stop' before it");
        } else {
            self.held_by_wait = Some(VecDeque::new());
        }
    }

    /// Whether the running job or a queued one needs a `stop` that is not in the queue.
    fn would_wait_forever(&self) -> bool {
        self.queue.needs_stop(self.running.as_ref().is_some_and(|running| running.phase.needs_stop()))
    }

    /// Runs the commands that are due, and releases those that a finished `wait` held back.
    fn run_due_commands(&mut self) {
        self.run_queue();
        while self.running.is_none() {
            let Some(mut held) = self.held_by_wait.take() else { return };
            self.stop_handle.wait_ends();
            // Each command meets the state that the one before it left.
            while let Some(timed) = held.pop_front() {
                self.on_command(timed);
                self.run_queue();
                // After another `wait` the rest is held back again.
                if let Some(rest) = &mut self.held_by_wait {
                    *rest = held;
                    break;
                }
            }
        }
    }

    /// Runs queued commands while the first one is due: any command when idle, `stop` and `ponderhit` always.
    fn run_queue(&mut self) {
        while let Some(front) = self.queue.front() {
            let due = self.running.is_none() || matches!(front, Command::Stop | Command::PonderHit);
            if !due {
                if self.stop_early() {
                    continue;
                }
                return;
            }
            if let Some(timed) = self.queue.pop_front() {
                self.run_command(timed);
            }
        }
    }

    /// Stops a search that needs a `stop` if there is one in the queue after commands that wait for the search: neither
    /// would ever have its turn. Returns whether it did.
    fn stop_early(&mut self) -> bool {
        let needs_stop = self.running.as_ref().is_some_and(|running| running.phase.needs_stop());
        let is_stuck = needs_stop && self.queue.has_stop();
        if is_stuck {
            self.stop_job();
        }
        is_stuck
    }

    fn run_command(&mut self, timed: TimedCommand) {
        let TimedCommand { arrived, command, charge, .. } = timed;
        match command {
            Command::Stop => self.stop_job(),
            Command::PonderHit => self.ponderhit(arrived),
            Command::Request(commands) => self.run_request(arrived, commands, charge),
            command => {
                self.execute(arrived.max(self.ready_since), command);
                self.ready_since = Instant::now();
            }
        }
    }

    /// Runs the first command of a request. If it does not fail, the others are next in the queue.
    fn run_request(&mut self, arrived: Instant, commands: Vec<Command>, charge: Option<Charge>) {
        let mut commands = commands.into_iter();
        let Some(command) = commands.next() else { return };
        let errors = self.out.errors;
        let clock_start = self.answered_at.map_or(arrived, |answered| answered.max(arrived));
        self.execute(clock_start, command);
        self.ready_since = Instant::now();
        if self.out.errors == errors && commands.len() > 0 {
            let command = Command::Request(commands.collect());
            self.queue.push_front_rest(TimedCommand { arrived, command, stopped: None, charge });
        }
    }
}
