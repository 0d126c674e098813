//! Starting jobs, their events, and their end.

use super::command::{Command, Go, Purpose};
use super::output::{Info, Reply};
use super::running_job::{JobKind, RunningJob};
use super::state::{Input, Session};
use super::stop_handle::JobId;
use crate::engine::{Emit, Engines, JobEvent, JobOutcome};
use crate::score::Score;
use crate::search::observer::Note;
use crate::search::stop::StopToken;
use std::time::Instant;

impl Session<'_> {
    /// Starts a job; `start` gets the engines, the stop token, and where to emit events.
    pub(super) fn start_job(
        &mut self,
        kind: JobKind,
        go: &Go,
        start: impl FnOnce(&mut Engines, StopToken, Emit) -> Result<(), String>,
    ) {
        self.jobs += 1;
        let id = JobId(self.jobs);
        let token = StopToken::default();
        let events = self.events.clone();
        let emit = Box::new(move |event| {
            let _ = events.send(Input::Job(id, event));
        });
        self.stop_handle.set_running(Some((id, token.clone())));
        if let Err(error) = start(&mut self.engines, token.clone(), emit) {
            self.stop_handle.set_running(None);
            self.out.error(error);
            return;
        }
        self.running = Some(RunningJob::new(id, kind, token, go));
        self.end_after_iteration();
    }

    /// Stops the running job, if any, and releases its `bestmove`.
    pub(super) fn stop_job(&mut self) {
        if let Some(running) = &mut self.running {
            running.token.stop();
            running.phase = running.phase.stopping();
            self.finish_job();
        }
    }

    /// After the end of input nobody can send `stop`: a search that needs one ends after its first iteration.
    pub(super) fn end_after_iteration(&mut self) {
        let Some(running) = &mut self.running else { return };
        if self.input_ended && running.phase.needs_stop() {
            running.token.stop_after_first_iteration();
            running.phase = running.phase.stopping();
            self.finish_job();
        }
    }

    /// The expected move was played at `at`.
    pub(super) fn ponderhit(&mut self, at: Instant) {
        let Some(running) = &mut self.running else { return };
        let Some(phase) = running.phase.after_ponderhit() else { return };
        running.phase = phase;
        // Time that the command spent in the queue is not on its clock.
        self.engines.engine().ponderhit(at.max(self.ready_since));
        self.end_after_iteration();
        self.finish_job();
    }

    /// Handles an event of a job; events of earlier jobs are ignored.
    pub(super) fn job_event(&mut self, id: JobId, event: JobEvent) {
        let Some(running) = self.running.as_mut().filter(|running| running.id == id) else { return };
        if event == JobEvent::Done {
            running.done = true;
            self.finish_job();
            return;
        }
        if let JobEvent::Line(line) = &event
            && line.rank == 1
        {
            running.score = Some(line.score);
        }
        let is_muted = running.cancelled || (self.quitting && running.purpose.plays());
        let reply = reply_to(event, running.mate);
        if let Some(reply) = reply.filter(|_| !is_muted) {
            self.out.send(&reply);
        }
    }

    /// The only transition from busy to idle, and the only place that sends `bestmove`: does nothing unless the job is
    /// done and its `bestmove` is not held back.
    fn finish_job(&mut self) {
        let Some(running) = self.running.take_if(|running| running.done && !running.phase.holds_bestmove()) else {
            return;
        };
        self.stop_handle.set_running(None);
        self.ready_since = Instant::now();
        let mut finished = self.engines.finish();
        if let Some(panic) = finished.panic.take() {
            self.out.error(format!("the {} panicked: {panic}", running.kind.name()));
        }
        if running.kind != JobKind::Search || self.deliver_move(&running, finished) {
            self.answered_at = Some(self.ready_since);
        }
    }

    /// Reports or plays the move found, according to the purpose of the search. Returns whether the client has its
    /// answer. A client that quits has no use for a move that was to be played.
    fn deliver_move(&mut self, running: &RunningJob, finished: JobOutcome) -> bool {
        let JobOutcome { best, ponder, .. } = finished;
        if running.cancelled {
            return false;
        }
        if running.purpose == Purpose::Report {
            self.out.send(&Reply::BestMove { best, ponder });
            return true;
        }
        if self.quitting {
            return true;
        }
        if let Purpose::PlayOrSwapUnlessBalanced(margin) = running.purpose {
            if running.score.is_some_and(|score| score.0.unsigned_abs() <= margin) {
                return false;
            }
            self.drop_rest_of_request();
        }
        let is_worse = running.score.is_some_and(|score| score < Score::DRAW);
        if running.purpose.may_swap() && is_worse {
            self.out.send(&Reply::Swap);
            return true;
        }
        let played = best.as_deref().map_or(Ok(()), |best| self.engines.engine().play(best));
        let answers = running.purpose != Purpose::PlaySilently;
        if answers {
            self.out.send(&Reply::BestMove { best, ponder });
        }
        if let Err(error) = played {
            self.out.error(error);
        }
        answers
    }

    /// Drops the remaining commands of the request that the finished job belongs to.
    fn drop_rest_of_request(&mut self) {
        if matches!(self.queue.front(), Some(Command::Request(_))) {
            self.queue.pop_front();
        }
    }
}

/// The reply that reports an event; `mate` is the argument of `go mate`.
fn reply_to(event: JobEvent, mate: Option<u64>) -> Option<Reply> {
    Some(match event {
        JobEvent::Done => return None,
        JobEvent::Line(line) => Reply::Line(line),
        JobEvent::Over { side, score } => Reply::GameOver { side, score },
        JobEvent::Note(Note::NoMate) => Reply::Info(Info::NoMate(mate.unwrap_or(0))),
        JobEvent::Note(Note::ProofNotShortest) => Reply::Info(Info::ProofNotShortest),
        JobEvent::Note(Note::Confidence(percent)) => Reply::Info(Info::Confidence(percent)),
        JobEvent::PerftMove(mv, count) => Reply::PerftMove(mv, count),
        JobEvent::PerftTotal(Some(total)) => Reply::PerftTotal(total),
        JobEvent::PerftTotal(None) => Reply::Info(Info::PerftStopped),
        JobEvent::BenchPosition(variant, position, nodes) => Reply::BenchPosition { variant, position, nodes },
        JobEvent::BenchProcessor(name) => Reply::Info(Info::BenchProcessor(name)),
        JobEvent::BenchTotal(Some((nodes, time))) => Reply::BenchTotal { nodes, time },
        JobEvent::BenchTotal(None) => Reply::Info(Info::BenchStopped),
        JobEvent::Proof(proven) => Reply::Proof(proven),
        JobEvent::ProofStopped => Reply::Info(Info::ProofStopped),
        JobEvent::SolveLine(line) => Reply::Info(Info::SolveLine(line)),
        JobEvent::SolveVerified(variant) => Reply::Info(Info::SolveVerified(variant)),
        JobEvent::SolveStopped => Reply::Info(Info::SolveStopped),
        JobEvent::Error(error) => Reply::Error(error),
    })
}
