//! The running job, and how it can end.

use super::command::{Go, Purpose};
use super::stop_handle::JobId;
use crate::score::Score;
use crate::search::stop::StopToken;

/// The kinds of jobs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum JobKind {
    Search,
    Perft,
    Proof,
    Solve,
    Bench,
}

impl JobKind {
    /// The name in error messages.
    pub(super) fn name(self) -> &'static str {
        match self {
            JobKind::Search => "search",
            JobKind::Perft => "perft",
            JobKind::Proof => "proof",
            JobKind::Solve => "solve",
            JobKind::Bench => "bench",
        }
    }
}

/// How a job ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Ending {
    /// By itself: at a limit, or when its work is done.
    Bounded,
    /// At `stop`, or earlier if the position is solved: then its `bestmove` is sent at once.
    UntilStopOrSolved,
    /// At `stop` only: if the position is solved earlier, its `bestmove` is held back.
    UntilStop,
}

/// What the running job waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Phase {
    /// It runs until this end.
    Running(Ending),
    /// It searches on the opponent's time, without limits and with its `bestmove` held back; `ponderhit` leads to
    /// [`Phase::Running`] with this end.
    Pondering(Ending),
    /// It has been stopped, by `stop` or by the end of input, and its `bestmove` is due as soon as it is done.
    Stopping {
        /// Whether it was pondering then, so that a `ponderhit` may still come.
        pondering: bool,
    },
}

impl Phase {
    /// The first phase of a job.
    fn new(kind: JobKind, go: &Go) -> Phase {
        match kind {
            JobKind::Search if go.parameters.ponder && go.infinite => Phase::Pondering(Ending::UntilStop),
            JobKind::Search if go.parameters.ponder && go.holds_bestmove() => {
                Phase::Pondering(Ending::UntilStopOrSolved)
            }
            JobKind::Search if go.parameters.ponder => Phase::Pondering(Ending::Bounded),
            JobKind::Search if go.holds_bestmove() => Phase::Running(Ending::UntilStop),
            _ => Phase::Running(Ending::Bounded),
        }
    }

    /// Whether the `bestmove` of a finished search is held back.
    pub(super) fn holds_bestmove(self) -> bool {
        matches!(self, Phase::Running(Ending::UntilStop) | Phase::Pondering(_))
    }

    /// Whether only `stop` can end the job, apart from solving the position.
    pub(super) fn needs_stop(self) -> bool {
        !matches!(self, Phase::Running(Ending::Bounded) | Phase::Stopping { .. })
    }

    /// The phase after the job has been told to stop.
    pub(super) fn stopping(self) -> Phase {
        match self {
            Phase::Running(_) => Phase::Stopping { pondering: false },
            Phase::Pondering(_) => Phase::Stopping { pondering: true },
            Phase::Stopping { .. } => self,
        }
    }

    /// The phase after `ponderhit`; `None` if the job is not pondering.
    pub(super) fn after_ponderhit(self) -> Option<Phase> {
        match self {
            Phase::Pondering(ending) => Some(Phase::Running(ending)),
            Phase::Stopping { pondering: true } => Some(Phase::Stopping { pondering: false }),
            Phase::Running(_) | Phase::Stopping { pondering: false } => None,
        }
    }
}

/// The running job.
pub(super) struct RunningJob {
    /// Its number.
    pub id: JobId,
    /// What it does.
    pub kind: JobKind,
    /// Stops its thread.
    pub token: StopToken,
    /// What it waits for.
    pub phase: Phase,
    /// Whether its thread has finished.
    pub done: bool,
    /// The argument of `go mate`.
    pub mate: Option<u64>,
    /// What the move found is for.
    pub purpose: Purpose,
    /// Cancelled: discard its output.
    pub cancelled: bool,
    /// The score of the best line so far.
    pub score: Option<Score>,
}

impl RunningJob {
    /// A job that has just been started.
    pub(super) fn new(id: JobId, kind: JobKind, token: StopToken, go: &Go) -> Self {
        let mate = go.mate.filter(|_| kind == JobKind::Search);
        let phase = Phase::new(kind, go);
        RunningJob { id, kind, token, phase, done: false, mate, purpose: go.purpose, cancelled: false, score: None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::GoParameters;

    fn phase(ponder: bool, infinite: bool, movetime: Option<u64>) -> Phase {
        let parameters = GoParameters { ponder, movetime, ..GoParameters::default() };
        Phase::new(JobKind::Search, &Go { parameters, infinite, ..Go::default() })
    }

    #[test]
    fn phases_follow_from_the_arguments_of_go() {
        assert_eq!(phase(false, false, Some(1)), Phase::Running(Ending::Bounded));
        assert_eq!(phase(false, false, None), Phase::Running(Ending::UntilStop));
        assert_eq!(phase(true, false, Some(1)), Phase::Pondering(Ending::Bounded));
        assert_eq!(phase(true, false, None), Phase::Pondering(Ending::UntilStopOrSolved));
        assert_eq!(phase(true, true, Some(1)), Phase::Pondering(Ending::UntilStop));
    }

    #[test]
    fn stop_releases_the_move_and_ponderhit_acts_once() {
        for start in [phase(true, true, None), phase(false, true, None)] {
            assert!(start.holds_bestmove() && start.needs_stop());
            assert!(!start.stopping().holds_bestmove() && !start.stopping().needs_stop());
        }
        let hit = phase(true, false, None).after_ponderhit().expect("it ponders");
        assert!(!hit.holds_bestmove() && hit.needs_stop());
        assert_eq!(hit.after_ponderhit(), None);
        let stopping = phase(true, false, None).stopping();
        assert_eq!(stopping.after_ponderhit(), Some(Phase::Stopping { pondering: false }));
    }
}
