//! The status of a sequential test, for tables and JSON.

use super::{Judge, Nondeterminism};
use crate::stats::{Sprt, SprtStatus};
use serde::Serialize;

/// A sequential test from the point of view of its first engine, after the pairs judged so far.
#[derive(Clone, Debug, Serialize)]
pub struct SequentialTest {
    /// The first engine.
    pub engine: String,
    /// The other engine.
    pub opponent: String,
    /// The test.
    #[serde(flatten)]
    pub sprt: Sprt,
    /// The status of the test. Once it is decided, it does not change any more.
    #[serde(flatten)]
    pub status: SprtStatus,
    /// [`SprtStatus::share`].
    pub share: f64,
    /// The number of pairs that have been judged: all complete pairs without a gap, up to the decision.
    pub pairs: u64,
    /// The number of the pair that is judged next; `None` if the test is decided.
    pub next_pair: Option<u64>,
    /// Complete pairs that are not judged: they wait for an earlier one, or came after the decision.
    pub later_pairs: u64,
    /// The number of judged pairs that repeat an earlier one move for move.
    pub repeats: u64,
    /// Whether repeated pairs count.
    pub repeats_counted: bool,
    /// Whether the settings require that repeated pairs count.
    pub count_repeats: bool,
    /// Evidence that one of the engines is nondeterministic, in which case repeats count as well.
    #[serde(rename = "chance")]
    pub nondeterminism: Option<Nondeterminism>,
    /// The log-likelihood ratio if repeated pairs count once.
    pub llr_once: f64,
    /// The log-likelihood ratio if all pairs count.
    pub llr_all: f64,
}

impl Judge {
    /// The status of the test.
    pub fn test(&self) -> SequentialTest {
        let [engine, opponent] = self.engines.clone();
        SequentialTest {
            engine,
            opponent,
            sprt: self.sprt,
            status: self.status,
            share: self.status.share(),
            pairs: self.judged,
            next_pair: (!self.is_decided()).then(|| self.pairs.next()),
            later_pairs: self.complete - self.judged,
            repeats: self.evidence.repeats,
            repeats_counted: self.are_repeats_counted(),
            count_repeats: self.count_repeats,
            nondeterminism: self.evidence.nondeterminism.clone(),
            llr_once: self.sprt.judge(&self.evidence.once).llr,
            llr_all: self.sprt.judge(&self.evidence.all).llr,
        }
    }
}

impl SequentialTest {
    /// The test and its status in one line:
    /// `LLR: 1.47 (49.9%) (-2.94, 2.94) [0.00, 10.00], SPRT normalised, alpha 0.05, beta 0.05: undecided`.
    pub fn line(&self) -> String {
        let SequentialTest { sprt, status, .. } = self;
        format!("{status} {sprt}: {}", status.state)
    }

    /// A line on the complete pairs that are not judged; `None` if there are none.
    pub fn later_line(&self) -> Option<String> {
        let SequentialTest { pairs, later_pairs: later, .. } = self;
        let line = match self.next_pair {
            Some(next) => format!("SPRT: pairs are judged in order; {later} complete pairs wait for pair {next}"),
            None => {
                format!("SPRT: decided by the first {pairs} pairs; {later} later pairs count in the estimates only")
            }
        };
        (*later > 0).then_some(line)
    }

    /// A line on how repeated pairs were counted, with the ratio for the other way; `None` if there are none.
    pub fn repeats_line(&self) -> Option<String> {
        let SequentialTest { pairs, repeats, status, .. } = self;
        let otherwise = |llr| format!("LLR: {llr:.2} ({:.1}%)", 100.0 * SprtStatus { llr, ..*status }.share());
        let counts = match (&self.nondeterminism, self.count_repeats) {
            (None, false) => format!("once; if each counted (--count-repeats): {}", otherwise(self.llr_all)),
            (_, true) => format!("each (--count-repeats); if once: {}", otherwise(self.llr_once)),
            (Some(Nondeterminism { engine, games: [one, other] }), false) => {
                let why = format!("since {engine} is not deterministic (games {one} and {other} differ)");
                format!("each, {why}; if once: {}", otherwise(self.llr_once))
            }
        };
        let repeated = format!("{repeats} of {pairs} pairs repeat an earlier one move for move");
        (*repeats > 0).then(|| format!("SPRT: {repeated} and count {counts}"))
    }
}
