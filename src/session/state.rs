//! The state of a session, and what reaches its main thread.

use super::backlog::{Charge, SharedExcess};
use super::command::Command;
use super::output::{Output, Render};
use super::queue::Queue;
use super::running_job::RunningJob;
use super::stop_handle::{JobId, StopHandle};
use crate::engine::{Engines, JobEvent};
use crate::file_identity::FileIdentity;
use crossbeam_channel::Sender;
use std::collections::VecDeque;
use std::io::Write;
use std::sync::Arc;
use std::time::Instant;

/// What reaches the main thread.
pub enum Input {
    /// A line of input, for the debug log, with its memory; its commands follow.
    Line(Vec<u8>, Charge),
    /// A command.
    Command(TimedCommand),
    /// More lines than can wait.
    Excess(SharedExcess),
    /// The end of input.
    End,
    /// An event of a job.
    Job(JobId, JobEvent),
}

/// A command with the time of its arrival.
pub struct TimedCommand {
    /// When its line was read.
    pub arrived: Instant,
    /// The command.
    pub command: Command,
    /// The job that the reader has already stopped because of it.
    pub stopped: Option<JobId>,
    /// Its memory; `None` if it is not part of the backlog.
    pub charge: Option<Charge>,
}

/// A session: a client's commands, carried out in order by the engine.
///
/// `runloop` decides when a command is due, `execute` carries it out, and `jobs` starts and ends what runs in the
/// background.
pub struct Session<'a> {
    pub(super) engines: Engines,
    pub(super) out: Output<'a>,
    pub(super) running: Option<RunningJob>,
    /// Whether `debug on` is in effect.
    pub(super) debug: bool,
    /// Commands that wait for their turn.
    pub(super) queue: Queue,
    /// Commands that a `wait` holds back; `None` if there is none.
    pub(super) held_by_wait: Option<VecDeque<TimedCommand>>,
    /// Through which the reader stops the running job.
    pub(super) stop_handle: Arc<StopHandle>,
    /// Where jobs send their events.
    pub(super) events: Sender<Input>,
    /// Number of jobs started.
    pub(super) jobs: u64,
    /// When the last command or job was finished: time that a command spent in the queue is not on its clock.
    pub(super) ready_since: Instant,
    /// When the client last got an answer that it waits for: that a job has ended, or `Acknowledge`. The clock of its
    /// next request starts then, whatever small commands precede it.
    pub(super) answered_at: Option<Instant>,
    pub(super) input_ended: bool,
    pub(super) quitting: bool,
}

impl<'a> Session<'a> {
    /// A session that writes to `sink` what `render` makes of its replies. `events` leads to the receiver given to
    /// [`Session::run`]; the reader has a clone of `stop_handle`.
    pub fn new(
        engines: Engines,
        sink: &'a mut dyn Write,
        render: &'a mut dyn Render,
        events: Sender<Input>,
        stop_handle: Arc<StopHandle>,
    ) -> Self {
        let mut out = Output::new(sink, render);
        out.debug_log.guard_files(engines.options());
        Session {
            engines,
            out,
            running: None,
            debug: false,
            queue: Queue::default(),
            held_by_wait: None,
            stop_handle,
            events,
            jobs: 0,
            ready_since: Instant::now(),
            answered_at: None,
            input_ended: false,
            quitting: false,
        }
    }

    /// Sets the file that the input comes from, if it comes from one: the debug log must not be written there.
    pub fn reads_from(&mut self, input: Option<FileIdentity>) {
        self.out.debug_log.input = input;
    }
}
