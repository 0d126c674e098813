//! The clocks of a game as the protocol sets them: main time, then periods of byo-yomi, Canadian or Japanese.

use crate::engine::GoParameters;
use crate::game::Side;
use std::time::{Duration, Instant};

/// Time for a move if no clock limits it.
const DEFAULT_MOVE_TIME: Duration = Duration::from_millis(1500);

/// The time control of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum TimeControl {
    /// No limit.
    #[default]
    None,
    /// Main time, then `stones` moves in each period of `period`; without a period, all moves in the main time.
    Canadian {
        /// Main time.
        main: Duration,
        /// Length of a period.
        period: Duration,
        /// Moves to make in a period.
        stones: u32,
    },
    /// Main time, then `periods` periods, one of which is used up by each move that takes longer than it.
    Japanese {
        /// Main time.
        main: Duration,
        /// Length of a period.
        period: Duration,
        /// Number of periods.
        periods: u32,
    },
}

/// What one side has left.
#[derive(Clone, Copy, Debug, Default)]
struct SideClock {
    time: Duration,
    /// Canadian: moves to make in `time`, 0 in main time. Japanese: periods left, 0 in main time.
    stones: u32,
}

/// The clocks of both sides.
#[derive(Debug, Default)]
pub(super) struct GameClocks {
    control: TimeControl,
    sides: [SideClock; 2],
    /// The side whose clock runs, and since when.
    running: Option<(Side, Instant)>,
}

impl GameClocks {
    /// Sets the time control; both sides have all of it.
    pub(super) fn set(&mut self, control: TimeControl) {
        self.control = control;
        self.restart();
    }

    /// Starts a new game under the same time control.
    pub(super) fn restart(&mut self) {
        let clock = match self.control {
            TimeControl::None => SideClock::default(),
            TimeControl::Canadian { main, period, stones } if main.is_zero() => SideClock { time: period, stones },
            TimeControl::Japanese { main, period, periods } if main.is_zero() => {
                SideClock { time: period, stones: periods }
            }
            TimeControl::Canadian { main, .. } | TimeControl::Japanese { main, .. } => {
                SideClock { time: main, stones: 0 }
            }
        };
        (self.sides, self.running) = ([clock; 2], None);
    }

    /// Corrects what a side has left, by the controller's own clock. Without a time control it sets one.
    pub(super) fn set_left(&mut self, side: Side, time: Duration, stones: u32) {
        if self.control == TimeControl::None {
            self.set(TimeControl::Canadian { main: time, period: Duration::ZERO, stones: 0 });
        }
        if let Some(clock) = self.sides.get_mut(side.index()) {
            *clock = SideClock { time, stones };
        }
    }

    /// Whether there is a time control.
    pub(super) fn has_control(&self) -> bool {
        self.control != TimeControl::None
    }

    /// Starts the clock of a side.
    pub(super) fn start(&mut self, side: Side, now: Instant) {
        self.running = Some((side, now));
    }

    /// Stops the running clock: its side has made a move.
    pub(super) fn stop(&mut self, now: Instant) {
        let Some((side, since)) = self.running.take() else { return };
        let Some(clock) = self.sides.get_mut(side.index()) else { return };
        let used = now.saturating_duration_since(since);
        let in_main_time = clock.stones == 0;
        match self.control {
            TimeControl::None => {}
            TimeControl::Canadian { period, stones, .. } if in_main_time => {
                clock.time = clock.time.saturating_sub(used);
                if clock.time.is_zero() && stones > 0 {
                    *clock = SideClock { time: period, stones };
                }
            }
            TimeControl::Canadian { period, stones, .. } => {
                clock.time = clock.time.saturating_sub(used);
                clock.stones -= 1;
                if clock.stones == 0 {
                    *clock = SideClock { time: period, stones };
                }
            }
            TimeControl::Japanese { period, periods, .. } if in_main_time => {
                clock.time = clock.time.saturating_sub(used);
                if clock.time.is_zero() {
                    *clock = SideClock { time: period, stones: periods };
                }
            }
            TimeControl::Japanese { period, .. } => {
                let spent = used.as_nanos().checked_div(period.as_nanos()).unwrap_or(0);
                let left = clock.stones.saturating_sub(u32::try_from(spent).unwrap_or(u32::MAX)).max(1);
                *clock = SideClock { time: period, stones: left };
            }
        }
    }

    /// The limits of a move of `side`.
    pub(super) fn limits(&self, side: Side) -> GoParameters {
        let milliseconds = |time: Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX).max(1);
        let clock = self.sides.get(side.index()).copied().unwrap_or_default();
        let in_main_time = clock.stones == 0;
        let mut limits = GoParameters::default();
        match self.control {
            TimeControl::None => limits.movetime = Some(milliseconds(DEFAULT_MOVE_TIME)),
            // What is left of the main time may be used up: the period follows.
            TimeControl::Japanese { period, .. } if in_main_time => {
                limits.clocks = [Some(milliseconds(clock.time + period)); 2];
            }
            TimeControl::Japanese { period, .. } => limits.movetime = Some(milliseconds(period)),
            TimeControl::Canadian { period, stones, .. } if in_main_time => {
                let share = if stones == 0 { Duration::ZERO } else { period / stones };
                limits.clocks = [Some(milliseconds(clock.time)); 2];
                limits.increments = [Some(milliseconds(share)).filter(|_| stones > 0); 2];
            }
            TimeControl::Canadian { .. } => {
                limits.clocks = [Some(milliseconds(clock.time)); 2];
                limits.moves_to_go = Some(u64::from(clock.stones));
            }
        }
        limits
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn seconds(count: u64) -> Duration {
        Duration::from_secs(count)
    }

    fn after(clocks: &mut GameClocks, used: Duration) -> GoParameters {
        let now = Instant::now();
        clocks.start(Side::X, now);
        clocks.stop(now + used);
        clocks.limits(Side::X)
    }

    #[test]
    fn without_a_clock_a_move_takes_a_fixed_time() {
        assert_eq!(GameClocks::default().limits(Side::O).movetime, Some(1500));
    }

    #[test]
    fn main_time_runs_down_and_the_other_side_keeps_its_own() {
        let mut clocks = GameClocks::default();
        clocks.set(TimeControl::Canadian { main: seconds(60), period: seconds(0), stones: 0 });
        assert_eq!(clocks.limits(Side::X).increments, [None; 2]);
        assert_eq!(after(&mut clocks, seconds(20)).clocks[0], Some(40_000));
        assert_eq!(after(&mut clocks, seconds(90)).clocks[0], Some(1));
        assert_eq!(clocks.limits(Side::O).clocks[0], Some(60_000));
        clocks.restart();
        assert_eq!(clocks.limits(Side::X).clocks[0], Some(60_000));
    }

    #[test]
    fn canadian_periods_count_their_stones() {
        let mut clocks = GameClocks::default();
        clocks.set(TimeControl::Canadian { main: seconds(0), period: seconds(30), stones: 2 });
        assert_eq!((clocks.limits(Side::X).clocks[0], clocks.limits(Side::X).moves_to_go), (Some(30_000), Some(2)));
        let limits = after(&mut clocks, seconds(20));
        assert_eq!((limits.clocks[0], limits.moves_to_go), (Some(10_000), Some(1)));
        let limits = after(&mut clocks, seconds(5));
        assert_eq!((limits.clocks[0], limits.moves_to_go), (Some(30_000), Some(2)));
    }

    /// After the main time each move has its share of a period.
    #[test]
    fn canadian_main_time_has_the_increment_of_its_periods() {
        let mut clocks = GameClocks::default();
        clocks.set(TimeControl::Canadian { main: seconds(60), period: seconds(30), stones: 10 });
        let limits = clocks.limits(Side::X);
        assert_eq!((limits.clocks[0], limits.increments), (Some(60_000), [Some(3_000); 2]));
    }

    #[test]
    fn a_japanese_period_starts_again_with_each_move() {
        let mut clocks = GameClocks::default();
        clocks.set(TimeControl::Japanese { main: seconds(10), period: seconds(5), periods: 3 });
        assert_eq!(clocks.limits(Side::X).clocks[0], Some(15_000));
        assert_eq!(after(&mut clocks, seconds(12)).movetime, Some(5_000));
        assert_eq!(after(&mut clocks, seconds(4)).movetime, Some(5_000));
    }

    #[test]
    fn the_controllers_own_clock_counts() {
        let mut clocks = GameClocks::default();
        clocks.set_left(Side::X, seconds(7), 0);
        assert_eq!(clocks.limits(Side::X).clocks[0], Some(7_000));
        clocks.set(TimeControl::Canadian { main: seconds(60), period: seconds(30), stones: 5 });
        clocks.set_left(Side::X, seconds(9), 3);
        let limits = clocks.limits(Side::X);
        assert_eq!((limits.clocks[0], limits.moves_to_go), (Some(9_000), Some(3)));
        clocks.set_left(Side::X, seconds(0), 0);
        assert_eq!(clocks.limits(Side::X).clocks[0], Some(1));
    }
}
