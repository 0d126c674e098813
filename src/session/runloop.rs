//! The run loop: one event at a time, and what each means in the state it meets.

use super::command::{Command, Go, Purpose};
use super::notice::{JobId, Notice};
use super::output::{Output, Render, Reply};
use crate::engine::{Finished, Host, JobEvent};
use crate::identity::Identity;
use crate::score::Score;
use crate::search::control::StopToken;
use crate::search::observer::Note;
use crossbeam_channel::{Receiver, RecvTimeoutError, Sender};
use std::collections::VecDeque;
use std::io::Write;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A search for a win says at least so often that it goes on.
const LONGEST_SILENCE: Duration = Duration::from_millis(900);

/// What reaches the main thread.
pub enum Input {
    /// A line of input as it is, for the log; the commands in it follow.
    Line(Vec<u8>),
    /// A command.
    Command(Timed),
    /// The end of input.
    End,
    /// News from a job.
    Job(JobId, JobEvent),
}

/// A command with the moment of its arrival.
pub struct Timed {
    /// When its line was read.
    pub arrived: Instant,
    /// What it asks.
    pub command: Command,
    /// The job that the reader has ended because of it.
    pub stopped: Option<JobId>,
}

/// The kinds of jobs, as far as their ends differ.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Search,
    Perft,
    Solve,
    Bench,
}

/// The running job.
pub(super) struct Running {
    pub id: JobId,
    pub kind: Kind,
    pub token: StopToken,
    /// The end of the job waits for `stop` (or `ponderhit`).
    pub held: bool,
    /// Only `stop` can end it, unless it is solved.
    pub endless: bool,
    /// The `stop` it waits for has come.
    pub released: bool,
    /// What becomes of `held` and `endless` after `ponderhit`.
    pub held_after_hit: bool,
    pub endless_after_hit: bool,
    pub pondering: bool,
    /// The thread has finished.
    pub done: bool,
    /// The argument of `go mate`.
    pub mate: Option<u64>,
    /// What becomes of the move found.
    pub purpose: Purpose,
    /// The score of the best line so far.
    pub score: Option<Score>,
}

/// One client's session.
pub struct Session<'a> {
    pub(super) host: Host,
    pub(super) out: Output<'a>,
    pub(super) running: Option<Running>,
    pub(super) debug: bool,
    queue: VecDeque<Timed>,
    /// Lines behind an unfinished `wait`, if there is one.
    behind_wait: Option<VecDeque<Timed>>,
    notice: Arc<Notice>,
    events: Sender<Input>,
    jobs: u64,
    /// When the last command or job was done with: time that a line spent in the queue is not on its clock.
    ready_since: Instant,
    /// When the client was last given an answer that it has to wait for: that a job has ended, or that all went well. The
    /// clock of its next request runs from then on, whatever small commands stand before that.
    pub(super) answered_at: Option<Instant>,
    input_ended: bool,
    quitting: bool,
}

impl<'a> Session<'a> {
    /// A session that answers to `sink` in the words of `render`. `events` leads to the receiver given to `run`; the
    /// reader shares `notice`.
    pub fn new(
        host: Host,
        sink: &'a mut dyn Write,
        render: &'a mut dyn Render,
        events: Sender<Input>,
        notice: Arc<Notice>,
    ) -> Self {
        Session {
            host,
            out: Output::new(sink, render),
            running: None,
            debug: false,
            queue: VecDeque::new(),
            behind_wait: None,
            notice,
            events,
            jobs: 0,
            ready_since: Instant::now(),
            answered_at: None,
            input_ended: false,
            quitting: false,
        }
    }

    /// Says which file the input comes from, if it comes from one: nothing is written there.
    pub fn reads_from(&mut self, input: Option<Identity>) {
        self.out.journal.input = input;
    }

    /// Serves until `quit`, the end of input or of output; gives the number of errors reported.
    pub fn run(mut self, inputs: &Receiver<Input>) -> u64 {
        while !self.is_finished() {
            match self.next_input(inputs) {
                None => break,
                Some(Input::Line(raw)) => self.out.mirror_input(&raw),
                Some(Input::Command(line)) => self.arrive(line),
                Some(Input::End) => self.end_input(),
                Some(Input::Job(id, event)) => self.job_event(id, event),
            }
            self.drain();
        }
        if let Some(running) = &self.running {
            running.token.stop();
        }
        self.out.errors
    }

    /// Waits for what comes next. A search for a win may find nothing to tell for hours: then it tells that it goes on.
    fn next_input(&mut self, inputs: &Receiver<Input>) -> Option<Input> {
        while let Some(mate) = self.running.as_ref().filter(|running| !running.done).and_then(|running| running.mate) {
            match inputs.recv_deadline(self.out.said_at + LONGEST_SILENCE) {
                Ok(input) => return Some(input),
                Err(RecvTimeoutError::Disconnected) => return None,
                Err(RecvTimeoutError::Timeout) => {
                    let (time, nodes) = self.host.engine().progress().unwrap_or_default();
                    let words = format!("no mate in {mate} found yet, time {} nodes {nodes}", time.as_millis());
                    self.out.say(&Reply::Text(words));
                }
            }
        }
        inputs.recv().ok()
    }

    fn is_finished(&self) -> bool {
        let idle = self.running.is_none();
        self.out.closed || (idle && self.quitting) || (idle && self.input_ended && self.queue.is_empty())
    }

    /// Decides what a line means just now.
    fn arrive(&mut self, line: Timed) {
        if self.quitting {
            return;
        }
        if let Some(behind) = &mut self.behind_wait {
            behind.push_back(line);
            return;
        }
        match line.command {
            Command::IsReady => self.out.say(&Reply::Ready),
            Command::Stop => self.stop_arrives(line),
            Command::Quit => {
                self.quitting = true;
                self.queue.clear();
                self.stop_running();
            }
            Command::PonderHit if self.queue.is_empty() => self.ponderhit(line.arrived),
            Command::Wait => self.wait_arrives(),
            _ => self.queue.push_back(line),
        }
    }

    /// Ends what runs now; behind queued lines it also keeps its place, to end what they start. What the reader has ended
    /// already may be over by now and its successor running: that one is the queue's, and met there.
    fn stop_arrives(&mut self, line: Timed) {
        let current = self.running.as_ref().map(|running| running.id);
        let spent = line.stopped.is_some() && line.stopped != current;
        if !spent {
            self.stop_running();
        }
        if spent || !self.queue.is_empty() {
            self.queue.push_back(line);
        }
    }

    fn wait_arrives(&mut self) {
        if self.running.is_none() && self.queue.is_empty() {
            self.notice.wait_ends();
        } else if self.is_waiting_vain() {
            self.notice.wait_ends();
            self.out.error("'wait' behind a search that only 'stop' can end, expected 'stop' before it");
        } else {
            self.behind_wait = Some(VecDeque::new());
        }
    }

    /// Whether something before the end of the queue can be ended by a `stop` only that is not there.
    fn is_waiting_vain(&self) -> bool {
        let mut endless = self.running.as_ref().is_some_and(|running| running.endless && !running.released);
        for line in &self.queue {
            match &line.command {
                Command::Stop => endless = false,
                Command::Go(go) => endless |= !go.is_bounded(),
                _ => {}
            }
        }
        endless
    }

    /// Carries out what is due, and lets go what a finished `wait` held back.
    fn drain(&mut self) {
        self.drain_queue();
        while self.running.is_none() {
            let Some(behind) = self.behind_wait.take() else { return };
            self.notice.wait_ends();
            // Lines arrive one after the other: each meets the state that the last one left. Behind another `wait`
            // the rest is held back anew.
            for line in behind {
                self.arrive(line);
                self.drain_queue();
            }
        }
    }

    /// Carries out the queue as far as its front is due: anything when idle; what ends a search, always.
    fn drain_queue(&mut self) {
        while let Some(front) = self.queue.front() {
            let due = self.running.is_none() || matches!(front.command, Command::Stop | Command::PonderHit);
            if !due {
                if self.stop_before_its_turn() {
                    continue;
                }
                return;
            }
            if let Some(line) = self.queue.pop_front() {
                self.carry_out(line);
            }
        }
    }

    /// Ends a search that nothing but a `stop` in the queue can end, where that stands behind lines that wait for the
    /// search: neither would ever have its turn. Whether there was one.
    fn stop_before_its_turn(&mut self) -> bool {
        let is_endless = self.running.as_ref().is_some_and(|running| running.endless && !running.released);
        let is_stuck = is_endless && self.queue.iter().any(|line| matches!(line.command, Command::Stop));
        if is_stuck {
            self.stop_running();
        }
        is_stuck
    }

    fn carry_out(&mut self, line: Timed) {
        match line.command {
            Command::Stop => self.stop_running(),
            Command::PonderHit => self.ponderhit(line.arrived),
            Command::Request(commands) => self.carry_out_request(line.arrived, commands),
            _ => {
                self.execute(Timed { arrived: line.arrived.max(self.ready_since), ..line });
                self.ready_since = Instant::now();
            }
        }
    }

    /// Carries out the first command of a request. If it does not fail, the others are next.
    fn carry_out_request(&mut self, arrived: Instant, commands: Vec<Command>) {
        let mut commands = commands.into_iter();
        let Some(command) = commands.next() else { return };
        let errors = self.out.errors;
        let counted_from = self.answered_at.map_or(arrived, |answered| answered.max(arrived));
        self.execute(Timed { arrived: counted_from, command, stopped: None });
        self.ready_since = Instant::now();
        if self.out.errors == errors && commands.len() > 0 {
            let command = Command::Request(commands.collect());
            self.queue.push_front(Timed { arrived, command, stopped: None });
        }
    }

    /// Leaves out what is still to be done of the request that the job which has just ended belongs to.
    fn drop_request(&mut self) {
        if self.queue.front().is_some_and(|line| matches!(line.command, Command::Request(_))) {
            self.queue.pop_front();
        }
    }

    /// The end of input: bounded searches go on to their end, endless ones to the end of their first iteration.
    fn end_input(&mut self) {
        self.input_ended = true;
        self.shorten();
    }

    /// After the end of input nobody can stop an endless search: its first iteration is its last.
    fn shorten(&mut self) {
        let Some(running) = &mut self.running else { return };
        if self.input_ended && running.endless {
            running.held = false;
            running.released = true;
            running.token.stop_after_iteration();
            self.settle();
        }
    }

    /// Ends the running job, if any, and lets its `bestmove` go.
    fn stop_running(&mut self) {
        if let Some(running) = &mut self.running {
            running.token.stop();
            running.held = false;
            running.released = true;
            self.settle();
        }
    }

    fn ponderhit(&mut self, at: Instant) {
        let Some(running) = &mut self.running else { return };
        if running.pondering {
            running.pondering = false;
            running.held &= running.held_after_hit;
            running.endless = running.endless_after_hit;
            // Time that the line spent in the queue is not on its clock.
            self.host.engine().ponderhit(at.max(self.ready_since));
            self.shorten();
            self.settle();
        }
    }

    /// Starts to be busy with a job; `start` is given the token and the job's way to report.
    pub(super) fn begin(
        &mut self,
        kind: Kind,
        go: &Go,
        start: impl FnOnce(&mut Host, StopToken, crate::engine::Emit) -> Result<(), String>,
    ) {
        self.jobs += 1;
        let id = JobId(self.jobs);
        let token = StopToken::default();
        let events = self.events.clone();
        let emit = Box::new(move |event| {
            let _ = events.send(Input::Job(id, event));
        });
        self.notice.post(Some((id, token.clone())));
        if let Err(error) = start(&mut self.host, token.clone(), emit) {
            self.notice.post(None);
            self.out.error(error);
            return;
        }
        let search = kind == Kind::Search;
        self.running = Some(Running {
            id,
            kind,
            token,
            held: search && (go.parameters.ponder || go.is_endless()),
            endless: search && !go.is_bounded(),
            released: false,
            held_after_hit: search && go.infinite,
            endless_after_hit: search && go.is_endless(),
            pondering: search && go.parameters.ponder,
            done: false,
            mate: go.mate.filter(|_| search),
            purpose: go.purpose,
            score: None,
        });
        self.shorten();
    }

    fn job_event(&mut self, id: JobId, event: JobEvent) {
        let Some(running) = self.running.as_mut().filter(|running| running.id == id) else { return };
        let reply = match event {
            JobEvent::Done => {
                running.done = true;
                self.settle();
                return;
            }
            JobEvent::Line(line) => {
                if line.rank == 1 {
                    running.score = Some(line.score);
                }
                Reply::Line(line)
            }
            JobEvent::Over(score) => Reply::Over(score),
            JobEvent::Note(Note::NoMate) => Reply::Text(format!("no mate in {}", running.mate.unwrap_or(0))),
            JobEvent::Note(Note::ProofNotShortest) => Reply::Text("proof not shortest".into()),
            JobEvent::Note(Note::Confidence(percent)) => Reply::Text(format!("selectivity {percent}%")),
            JobEvent::PerftMove(mv, count) => Reply::PerftMove(mv, count),
            JobEvent::PerftTotal(Some(total)) => Reply::PerftTotal(total),
            JobEvent::PerftTotal(None) => Reply::Text("perft stopped".into()),
            JobEvent::BenchPosition(variant, position, nodes) => Reply::BenchPosition { variant, position, nodes },
            JobEvent::BenchTotal(Some((nodes, time))) => Reply::BenchTotal { nodes, time },
            JobEvent::BenchTotal(None) => Reply::Text("bench stopped".into()),
            JobEvent::SolveLine(line) => Reply::Text(line),
            JobEvent::SolveVerified(variant) => Reply::Text(format!("verified {variant}")),
            JobEvent::SolveStopped => Reply::Text("solve stopped".into()),
            JobEvent::Error(what) => Reply::Error(what),
        };
        let is_muted = self.quitting && running.purpose.plays();
        if !is_muted {
            self.out.say(&reply);
        }
    }

    /// The one transition from busy to idle, and the one place that says `bestmove`.
    fn settle(&mut self) {
        let Some(running) = self.running.take_if(|running| running.done && !running.held) else { return };
        self.notice.post(None);
        self.ready_since = Instant::now();
        let mut finished = self.host.finish();
        if let Some(panic) = finished.panic.take() {
            self.out.error(format!("the {} panicked: {panic}", running.kind.word()));
        }
        if running.kind != Kind::Search || self.conclude(&running, finished) {
            self.answered_at = Some(self.ready_since);
        }
    }

    /// Does with the move found what the search was for; whether the client has its answer by that. A move that was to be
    /// played is of no use to a client that quits.
    fn conclude(&mut self, running: &Running, finished: Finished) -> bool {
        let Finished { best, ponder, .. } = finished;
        if running.purpose == Purpose::Tell {
            self.out.say(&Reply::BestMove { best, ponder });
            return true;
        }
        if self.quitting {
            return true;
        }
        if let Purpose::PlayOrSwapUnlessEven(margin) = running.purpose {
            if running.score.is_some_and(|score| score.0.unsigned_abs() <= margin) {
                return false;
            }
            self.drop_request();
        }
        let is_worse = running.score.is_some_and(|score| score < Score::DRAW);
        if running.purpose.may_swap() && is_worse {
            self.out.say(&Reply::Swap);
            return true;
        }
        let played = best.as_deref().map_or(Ok(()), |best| self.host.engine().play(best));
        let answers = running.purpose != Purpose::Prepare;
        if answers {
            self.out.say(&Reply::BestMove { best, ponder });
        }
        if let Err(error) = played {
            self.out.error(error);
        }
        answers
    }
}

impl Kind {
    fn word(self) -> &'static str {
        match self {
            Kind::Search => "search",
            Kind::Perft => "perft",
            Kind::Solve => "solve",
            Kind::Bench => "bench",
        }
    }
}
