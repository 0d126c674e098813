//! Aspiration windows: the root is searched with a narrow window around the expected score, which is widened on the
//! side where the search fails.

use crate::score::{Bound, Score, Window};

/// Factor by which each failure increases the delta of the next window.
const DELTA_GROWTH: i32 = 3;
/// An unstable search can fail high and low in turn; after more changes of side than this, the window is
/// widened fully.
const MAX_REVERSALS: u32 = 2;

/// All scores but proven wins and losses, with unproven wins and losses at its ends.
const UNDECIDED: Window = Window { alpha: Score(-Score::HEURISTIC_LIMIT), beta: Score(Score::HEURISTIC_LIMIT) };

/// The window of the next search.
///
/// After a fail high, beta is raised and alpha kept. After a fail low, alpha is lowered and beta comes halfway down, as
/// in Stockfish. Raising alpha to the failed beta costs more than it saves: with reductions and table entries the next
/// search often returns a little less, and fails low.
///
/// Where any win is accepted, the window is widened only up to the proven-win threshold; if that fails high, a null
/// window at the threshold tests for a proven win. With the full window every node of the principal variation looks for
/// the shortest win, which took 85 times as many nodes as finding one (3.2 M instead of 37,000).
pub(super) struct AspirationWindow {
    window: Window,
    delta: i32,
    /// A window that would be widened by more than this is widened fully on that side.
    max_delta: i32,
    /// The limits within which the window is widened; it exceeds them only after a search within them has failed.
    limits: Window,
    /// The bound of the last search that failed.
    last_failure: Option<Bound>,
    /// Number of failures on the side opposite to the failure before.
    reversals: u32,
}

impl AspirationWindow {
    /// Starts with `delta` score units on both sides of the expected score.
    pub(super) fn around(expected: Score, delta: i16, max_delta: i32) -> AspirationWindow {
        let delta = i32::from(delta);
        let window = Window::new(expected.shifted(-delta), expected.shifted(delta));
        AspirationWindow { window, delta, max_delta, ..AspirationWindow::full() }
    }

    /// Starts with the full window.
    pub(super) fn full() -> AspirationWindow {
        let (window, limits) = (Window::FULL, Window::FULL);
        AspirationWindow { window, delta: 0, max_delta: 0, limits, last_failure: None, reversals: 0 }
    }

    /// The same window for a search that accepts any win, not only the shortest.
    pub(super) fn accepting_any_win(self) -> AspirationWindow {
        AspirationWindow { limits: UNDECIDED, ..self }
    }

    /// The window to search with.
    pub(super) fn window(&self) -> Window {
        self.window
    }

    /// Widens the window if the search with it has failed high or low. Returns whether it has.
    pub(super) fn widen_after(&mut self, score: Score) -> bool {
        let bound = self.window.bound_of(score);
        if bound == Bound::Exact {
            return false;
        }
        self.reversals += u32::from(self.last_failure.is_some_and(|last| last != bound));
        self.last_failure = Some(bound);
        self.window = self.widened(bound, score);
        self.delta *= DELTA_GROWTH;
        true
    }

    /// Whether a search with this window has returned an unproven win or loss where any win is accepted.
    pub(super) fn is_unproven_win_or_loss(&self, score: Score) -> bool {
        let Window { alpha, beta } = self.window;
        self.accepts_any_win()
            && ((score >= beta && beta == UNDECIDED.beta) || (score <= alpha && alpha == UNDECIDED.alpha))
    }

    fn accepts_any_win(&self) -> bool {
        self.limits == UNDECIDED
    }

    fn widened(&self, bound: Bound, score: Score) -> Window {
        let Window { alpha, beta } = self.window;
        if self.reversals > MAX_REVERSALS {
            return self.fully_widened(alpha > self.limits.alpha || beta < self.limits.beta);
        }
        // Where any win is accepted, windows of intermediate width cost more than they save.
        let widens_fully = self.accepts_any_win() || self.delta > self.max_delta || score.is_proven();
        match bound {
            Bound::Upper => {
                let can_widen = alpha > self.limits.alpha;
                let low = if widens_fully { self.fully_widened(can_widen).alpha } else { score.shifted(-self.delta) };
                Window::new(low, alpha.midpoint(beta).max(alpha.next()))
            }
            // Tests whether an unproven win can be proven.
            _ if beta == self.limits.beta => Window::new(beta.previous(), beta.next()),
            _ if beta > self.limits.beta => Window::FULL,
            _ => Window::new(alpha, if widens_fully { self.limits.beta } else { score.shifted(self.delta) }),
        }
    }

    /// The limits, or the full window if they have been searched.
    fn fully_widened(&self, can_widen: bool) -> Window {
        if can_widen { self.limits } else { Window::FULL }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The windows tried until one contains `truth`, by a stable, fail-hard search.
    fn tries(expected: i16, truth: i16) -> Vec<Window> {
        tries_of(AspirationWindow::around(Score(expected), 30, 333), truth)
    }

    fn tries_of(mut aspiration: AspirationWindow, truth: i16) -> Vec<Window> {
        let mut windows = vec![aspiration.window()];
        while aspiration.widen_after(Score(truth).clamp(aspiration.window().alpha, aspiration.window().beta)) {
            windows.push(aspiration.window());
        }
        windows
    }

    #[test]
    fn the_window_is_widened_until_it_contains_the_score() {
        for truth in [-32_000, -20_000, -500, -31, -30, 0, 29, 30, 500, 20_000, 32_000] {
            let windows = tries(0, truth);
            let last = windows[windows.len() - 1];
            assert_eq!(last.bound_of(Score(truth)), Bound::Exact, "{truth}: {windows:?}");
            assert!(windows.len() <= 6, "{truth}: {windows:?}");
        }
        assert_eq!(tries(0, 5).len(), 1);
    }

    #[test]
    fn a_fail_high_keeps_alpha_and_a_fail_low_halves_beta() {
        assert_eq!(tries(100, 140)[1].alpha, Score(70));
        assert_eq!(tries(100, 60)[1].beta, Score(100));
    }

    #[test]
    fn where_any_win_is_accepted_the_full_window_comes_last() {
        for truth in [-32_000, -20_000, 20_000, 32_000] {
            let windows = tries_of(AspirationWindow::around(Score(0), 30, 333).accepting_any_win(), truth);
            let widened = if truth < 0 { windows[1].alpha } else { windows[1].beta };
            assert_eq!(widened.0.abs(), Score::HEURISTIC_LIMIT, "{truth}: {windows:?}");
            // In between, a null window tests for a proven win.
            let count = if truth.abs() < Score::HEURISTIC_LIMIT { 2 } else { 3 + usize::from(truth > 0) };
            assert_eq!(windows.len(), count, "{truth}: {windows:?}");
            assert_eq!(windows[windows.len() - 1].bound_of(Score(truth)), Bound::Exact, "{truth}: {windows:?}");
        }
    }

    #[test]
    fn an_unstable_search_arrives_at_the_full_window() {
        let mut aspiration = AspirationWindow::around(Score(0), 30, 333);
        for turn in 0..10 {
            let window = aspiration.window();
            if window == Window::FULL {
                return;
            }
            assert!(aspiration.widen_after(if turn % 2 == 0 { window.beta } else { window.alpha }));
        }
        panic!("still narrow: {:?}", aspiration.window());
    }

    #[test]
    fn unproven_wins_and_losses_lie_at_the_limits_of_the_window() {
        let limit = Score::HEURISTIC_LIMIT;
        let windows = |alpha, beta| {
            let full = AspirationWindow::full().accepting_any_win();
            AspirationWindow { window: Window::new(Score(alpha), Score(beta)), ..full }
        };
        for (window, score, expected) in [
            (windows(-30, limit), limit, true),
            (windows(-limit, 30), -limit, true),
            (windows(-30, 30), 30, false),
            (windows(-30, 30), -30, false),
            (windows(-30, limit), -30, false),
            (windows(-limit, 30), 30, false),
            (windows(-limit, limit), 0, false),
        ] {
            assert_eq!(window.is_unproven_win_or_loss(Score(score)), expected, "{:?} {score}", window.window());
        }
        // Where the shortest win is wanted, the search goes on.
        let shortest = AspirationWindow { window: UNDECIDED, ..AspirationWindow::full() };
        assert!(!shortest.is_unproven_win_or_loss(Score(limit)));
    }
}
