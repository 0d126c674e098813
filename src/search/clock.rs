//! Time management: turns limits into a hard deadline, which the watch enforces inside the tree, and a soft one, which
//! the root looks at between iterations.
//!
//! Must not know: any game, the tree, wire syntax.

use super::limits::{ClockLimit, Limits};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// The overhead leaves at least this much of what there is.
const LEAST: Duration = Duration::from_millis(1);
/// A single move takes at most this part of what is left on the clock …
const GREATEST_SHARE: f64 = 0.5;
/// … and at most this many times its even share.
const GREATEST_STRETCH: f64 = 5.0;

/// The clock of one job: fixed when the job starts, but for the `ponderhit` that may come later.
#[derive(Debug)]
pub struct Clock {
    started: Instant,
    hard: Option<Duration>,
    soft: Option<Duration>,
    nodes: Option<u64>,
    pondering: bool,
    hit: OnceLock<Instant>,
    /// Nodes already searched when the node limit began to count; `u64::MAX` until then.
    node_base: AtomicU64,
    /// Nodes of all workers when one last looked at the limits.
    nodes_seen: AtomicU64,
}

impl Clock {
    /// A clock for `limits` that began to run at `started`; `overhead` is kept back, `moves_to_go` is the estimate used
    /// where the limits do not say.
    pub fn new(limits: &Limits, started: Instant, overhead: Duration, moves_to_go: u32) -> Clock {
        let movetime = limits.movetime.map(|time| time.saturating_sub(overhead).max(LEAST.min(time)));
        let shares = limits.clock.map(|clock| shares(clock, overhead, moves_to_go));
        let hard = match (movetime, shares) {
            (Some(fixed), Some((_, hard))) => Some(fixed.min(hard)),
            (fixed, shares) => fixed.or(shares.map(|(_, hard)| hard)),
        };
        Clock {
            started,
            hard,
            soft: shares.map(|(soft, _)| soft),
            nodes: limits.nodes,
            pondering: limits.ponder,
            hit: OnceLock::new(),
            node_base: AtomicU64::new(if limits.ponder { u64::MAX } else { 0 }),
            nodes_seen: AtomicU64::new(0),
        }
    }

    /// When the job began.
    pub fn started(&self) -> Instant {
        self.started
    }

    /// The job has come to so many nodes.
    pub(super) fn saw(&self, nodes: u64) {
        self.nodes_seen.fetch_max(nodes, Ordering::Relaxed);
    }

    /// How long the job has run, and how many nodes it had come to shortly before, for whoever waits for it.
    pub fn progress(&self) -> (Duration, u64) {
        (self.started.elapsed(), self.nodes_seen.load(Ordering::Relaxed))
    }

    /// The opponent has played the expected move at `at`: the limits count from there.
    pub fn ponderhit(&self, at: Instant) {
        let _ = self.hit.set(at);
    }

    /// When the limits began to count, if they have.
    fn running_since(&self) -> Option<Instant> {
        if self.pondering { self.hit.get().copied() } else { Some(self.started) }
    }

    /// When the search must end.
    pub fn deadline(&self) -> Option<Instant> {
        Some(self.running_since()? + self.hard?)
    }

    /// The node count at which the search must end, given the count now.
    pub fn node_limit(&self, current: u64) -> Option<u64> {
        let limit = self.nodes?;
        self.running_since()?;
        let unset = self.node_base.compare_exchange(u64::MAX, current, Ordering::Relaxed, Ordering::Relaxed);
        let base = if unset.is_ok() { current } else { self.node_base.load(Ordering::Relaxed) };
        Some(base.saturating_add(limit))
    }

    /// Whether the mover's own clock rules this search (and has begun to run).
    pub fn is_game_clock(&self) -> bool {
        self.soft.is_some() && self.running_since().is_some()
    }

    /// Whether another iteration is not worth beginning; `stretch` is 1 for a quiet search, more when best move or
    /// score are unsettled.
    pub fn is_enough(&self, stretch: f64) -> bool {
        match (self.running_since(), self.soft) {
            (Some(since), Some(soft)) => since.elapsed() >= soft.mul_f64(stretch),
            _ => false,
        }
    }
}

/// The soft and the hard time for one move.
fn shares(clock: ClockLimit, overhead: Duration, estimate: u32) -> (Duration, Duration) {
    let usable = clock.remaining.saturating_sub(overhead).max(LEAST);
    let moves = f64::from(clock.moves_to_go.unwrap_or(estimate).max(1));
    let even = usable.as_secs_f64() / moves + clock.increment.as_secs_f64() * 0.8;
    let greatest = if clock.moves_to_go == Some(1) { 1.0 } else { GREATEST_SHARE };
    let hard = (even * GREATEST_STRETCH).min(usable.as_secs_f64() * greatest);
    let soft = (even * 0.7).min(hard);
    (Duration::from_secs_f64(soft), Duration::from_secs_f64(hard).max(LEAST))
}

#[cfg(test)]
mod tests {
    use super::*;

    const OVERHEAD: Duration = Duration::from_millis(10);

    /// How long a search may take at the most.
    fn time(limits: &Limits) -> Option<Duration> {
        let clock = Clock::new(limits, Instant::now(), OVERHEAD, 30);
        clock.deadline().map(|deadline| deadline - clock.started())
    }

    fn on_clock(remaining: u64, increment: u64, moves_to_go: Option<u32>) -> Limits {
        let (remaining, increment) = (Duration::from_millis(remaining), Duration::from_millis(increment));
        Limits { clock: Some(ClockLimit { remaining, increment, moves_to_go }), ..Limits::default() }
    }

    #[test]
    fn the_overhead_is_kept_back_but_leaves_something() {
        let movetime =
            |milliseconds| Limits { movetime: Some(Duration::from_millis(milliseconds)), ..Limits::default() };
        assert_eq!(time(&movetime(100)), Some(Duration::from_millis(90)));
        assert_eq!(time(&movetime(5)), Some(LEAST));
        assert_eq!(time(&movetime(0)), Some(Duration::ZERO));
        assert_eq!(time(&Limits::default()), None);
    }

    #[test]
    fn no_move_takes_more_than_the_clock_has() {
        for remaining in [1, 11, 50, 1_000, 60_000] {
            for increment in [0, 100, 5_000] {
                for moves_to_go in [None, Some(1), Some(40)] {
                    let time = time(&on_clock(remaining, increment, moves_to_go)).expect("a deadline");
                    assert!(
                        time <= Duration::from_millis(remaining.saturating_sub(10).max(1)),
                        "{remaining} {increment}"
                    );
                }
            }
        }
    }

    /// However short the way to the next time control and however large the increment: as long as another move follows, half of
    /// what the clock has is left for it.
    #[test]
    fn no_move_but_the_last_takes_more_than_half_of_the_clock() {
        let half_used = |remaining: u64| Duration::from_millis(remaining.saturating_sub(10)) / 2;
        let mut at_the_limit = 0;
        for remaining in [20, 50, 100, 1_000, 10_000, 3_600_000] {
            for increment in [0, 10, 100, 1_000, 60_000] {
                for moves_to_go in [None, Some(2), Some(3), Some(5), Some(9), Some(10), Some(40)] {
                    let limits = on_clock(remaining, increment, moves_to_go);
                    let (time, half) = (time(&limits).expect("a deadline"), half_used(remaining));
                    assert!(time <= half, "{remaining} + {increment}, {moves_to_go:?} to go: {time:?}");
                    at_the_limit += usize::from(time == half);
                    // A move time in addition allows no more.
                    let both = Limits { movetime: Some(Duration::from_millis(remaining)), ..limits };
                    assert_eq!(self::time(&both), Some(time));
                }
            }
        }
        assert!(at_the_limit > 20, "only {at_the_limit} clocks come near to half");
        // The last move before the clock is set anew may take all.
        assert_eq!(time(&on_clock(1_000, 0, Some(1))), Some(Duration::from_millis(990)));
    }

    /// A search ends between two iterations when the even share of the clock is used, more or less by how settled it is; the part
    /// of the hard deadline it may use by itself is no more than that.
    #[test]
    fn the_soft_time_is_not_beyond_the_hard_one() {
        for remaining in [1, 20, 1_000, 60_000] {
            for increment in [0, 1_000, 60_000] {
                for moves_to_go in [None, Some(1), Some(2), Some(5), Some(40)] {
                    let Limits { clock, .. } = on_clock(remaining, increment, moves_to_go);
                    let (soft, hard) = shares(clock.expect("a clock"), OVERHEAD, 30);
                    assert!(soft <= hard, "{remaining} + {increment}, {moves_to_go:?} to go: {soft:?} {hard:?}");
                }
            }
        }
    }

    #[test]
    fn nothing_runs_before_the_ponderhit() {
        let limits = Limits { ponder: true, nodes: Some(100), ..on_clock(1_000, 0, None) };
        let clock = Clock::new(&limits, Instant::now(), OVERHEAD, 30);
        assert!(clock.deadline().is_none() && clock.node_limit(5_000).is_none() && !clock.is_enough(0.0));
        let hit = Instant::now();
        clock.ponderhit(hit);
        assert!(clock.deadline().is_some_and(|deadline| deadline > hit));
        assert_eq!(clock.node_limit(6_000), Some(6_100));
        assert_eq!(clock.node_limit(6_050), Some(6_100));
    }
}
