//! Time management: turns limits into a hard deadline, which the watch enforces inside the tree, and a soft one, which
//! the root checks between iterations.

use super::limits::{ClockLimit, Limits};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Minimum thinking time after subtracting the overhead.
const MIN_TIME: Duration = Duration::from_millis(1);
/// Maximum part of the remaining time that a single move takes.
const MAX_CLOCK_FRACTION: f64 = 0.5;
/// Maximum time of a single move as a multiple of its even share of the remaining time.
const MAX_SHARE_FACTOR: f64 = 5.0;
/// Part of the increment that counts towards a move's share.
const INCREMENT_FRACTION: f64 = 0.8;
/// The soft limit as a part of a move's share.
const SOFT_FRACTION: f64 = 0.7;

/// The time and node limits of one job. They are fixed when the job starts, except for a later `ponderhit`.
#[derive(Debug)]
pub struct TimeManager {
    started: Instant,
    hard: Option<Duration>,
    soft: Option<Duration>,
    nodes: Option<u64>,
    pondering: bool,
    ponderhit: OnceLock<Instant>,
    /// Nodes searched before the node limit started to count; `u64::MAX` until then.
    node_base: AtomicU64,
    /// Nodes of all workers at the last check of the limits.
    nodes_seen: AtomicU64,
}

impl TimeManager {
    /// Converts `limits`, which count from `started`, and reserves `overhead`. `moves_to_go` is the estimate used where
    /// the limits do not say.
    pub fn new(limits: &Limits, started: Instant, overhead: Duration, moves_to_go: u32) -> TimeManager {
        let movetime = limits.movetime.map(|time| time.saturating_sub(overhead).max(MIN_TIME.min(time)));
        let shares = limits.clock.map(|clock| soft_and_hard_time(clock, overhead, moves_to_go));
        let hard = match (movetime, shares) {
            (Some(fixed), Some((_, hard))) => Some(fixed.min(hard)),
            (fixed, shares) => fixed.or(shares.map(|(_, hard)| hard)),
        };
        TimeManager {
            started,
            hard,
            soft: shares.map(|(soft, _)| soft),
            nodes: limits.nodes,
            pondering: limits.ponder,
            ponderhit: OnceLock::new(),
            node_base: AtomicU64::new(if limits.ponder { u64::MAX } else { 0 }),
            nodes_seen: AtomicU64::new(0),
        }
    }

    /// When the job started.
    pub fn started(&self) -> Instant {
        self.started
    }

    /// Records the nodes of all workers.
    pub(super) fn record_nodes(&self, nodes: u64) {
        self.nodes_seen.fetch_max(nodes, Ordering::Relaxed);
    }

    /// How long the job has run, and its nodes at the last check of the limits.
    pub fn progress(&self) -> (Duration, u64) {
        (self.started.elapsed(), self.nodes_seen.load(Ordering::Relaxed))
    }

    /// Starts the limits at `at`, when the opponent played the expected move.
    pub fn ponderhit(&self, at: Instant) {
        let _ = self.ponderhit.set(at);
    }

    /// When the limits started to count, if they have.
    fn running_since(&self) -> Option<Instant> {
        if self.pondering { self.ponderhit.get().copied() } else { Some(self.started) }
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

    /// Whether the side to move's clock limits this search and is running.
    pub fn has_game_clock(&self) -> bool {
        self.soft.is_some() && self.running_since().is_some()
    }

    /// Whether the soft limit, multiplied by `factor`, has been reached, so that no other iteration should start. The
    /// factor is 1 for a stable search and more if the best move or the score are unstable.
    pub fn is_soft_limit_reached(&self, factor: f64) -> bool {
        match (self.running_since(), self.soft) {
            (Some(since), Some(soft)) => since.elapsed() >= soft.mul_f64(factor),
            _ => false,
        }
    }
}

/// The soft and the hard time limit of one move.
fn soft_and_hard_time(clock: ClockLimit, overhead: Duration, estimate: u32) -> (Duration, Duration) {
    let usable = clock.remaining.saturating_sub(overhead).max(MIN_TIME);
    let moves = f64::from(clock.moves_to_go.unwrap_or(estimate).max(1));
    let share = usable.as_secs_f64() / moves + clock.increment.as_secs_f64() * INCREMENT_FRACTION;
    let max_fraction = if clock.moves_to_go == Some(1) { 1.0 } else { MAX_CLOCK_FRACTION };
    let hard = (share * MAX_SHARE_FACTOR).min(usable.as_secs_f64() * max_fraction);
    let soft = (share * SOFT_FRACTION).min(hard);
    (Duration::from_secs_f64(soft), Duration::from_secs_f64(hard).max(MIN_TIME))
}

#[cfg(test)]
mod tests {
    use super::*;

    const OVERHEAD: Duration = Duration::from_millis(10);

    /// The maximum time of a search.
    fn time(limits: &Limits) -> Option<Duration> {
        let time_manager = TimeManager::new(limits, Instant::now(), OVERHEAD, 30);
        time_manager.deadline().map(|deadline| deadline - time_manager.started())
    }

    fn on_clock(remaining: u64, increment: u64, moves_to_go: Option<u32>) -> Limits {
        let (remaining, increment) = (Duration::from_millis(remaining), Duration::from_millis(increment));
        Limits { clock: Some(ClockLimit { remaining, increment, moves_to_go }), ..Limits::default() }
    }

    #[test]
    fn the_overhead_is_reserved_but_leaves_something() {
        let movetime =
            |milliseconds| Limits { movetime: Some(Duration::from_millis(milliseconds)), ..Limits::default() };
        assert_eq!(time(&movetime(100)), Some(Duration::from_millis(90)));
        assert_eq!(time(&movetime(5)), Some(MIN_TIME));
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

    /// However near the next time control and however large the increment: as long as another move follows, half of the
    /// remaining time is left for it.
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
                    // An additional move time allows no more.
                    let both = Limits { movetime: Some(Duration::from_millis(remaining)), ..limits };
                    assert_eq!(self::time(&both), Some(time));
                }
            }
        }
        assert!(at_the_limit > 20, "only {at_the_limit} clocks come near to half");
        // The last move before the next time control may take everything.
        assert_eq!(time(&on_clock(1_000, 0, Some(1))), Some(Duration::from_millis(990)));
    }

    #[test]
    fn the_soft_time_never_exceeds_the_hard_one() {
        for remaining in [1, 20, 1_000, 60_000] {
            for increment in [0, 1_000, 60_000] {
                for moves_to_go in [None, Some(1), Some(2), Some(5), Some(40)] {
                    let Limits { clock, .. } = on_clock(remaining, increment, moves_to_go);
                    let (soft, hard) = soft_and_hard_time(clock.expect("a clock"), OVERHEAD, 30);
                    assert!(soft <= hard, "{remaining} + {increment}, {moves_to_go:?} to go: {soft:?} {hard:?}");
                }
            }
        }
    }

    #[test]
    fn a_move_takes_its_share_or_a_few_times_as_much() {
        let Limits { clock, .. } = on_clock(1_000_010, 1_000, Some(100));
        let (soft, hard) = soft_and_hard_time(clock.expect("a clock"), OVERHEAD, 30);
        let share = 10.0 + INCREMENT_FRACTION;
        assert!((soft.as_secs_f64() - share * SOFT_FRACTION).abs() < 1e-6, "{soft:?}");
        assert!((hard.as_secs_f64() - share * MAX_SHARE_FACTOR).abs() < 1e-6, "{hard:?}");
    }

    #[test]
    fn nothing_runs_before_the_ponderhit() {
        let limits = Limits { ponder: true, nodes: Some(100), ..on_clock(1_000, 0, None) };
        let time_manager = TimeManager::new(&limits, Instant::now(), OVERHEAD, 30);
        assert!(
            time_manager.deadline().is_none()
                && time_manager.node_limit(5_000).is_none()
                && !time_manager.is_soft_limit_reached(0.0)
        );
        let hit = Instant::now();
        time_manager.ponderhit(hit);
        assert!(time_manager.deadline().is_some_and(|deadline| deadline > hit));
        assert_eq!(time_manager.node_limit(6_000), Some(6_100));
        assert_eq!(time_manager.node_limit(6_050), Some(6_100));
    }
}
