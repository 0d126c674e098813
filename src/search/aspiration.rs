//! Aspiration windows: a search with a narrow window around the expected score, opened on the side where the result falls out.
//!
//! Must not know: what is searched, any particular game.

use crate::score::{Bound, Score, Window};

/// By this factor the window opens further each time.
const GROWTH: i32 = 3;
/// A search that is not stable can fall out on either side in turn; after so many turns nothing is taken for granted any more.
const MOST_TURNS: u32 = 2;

/// All scores but proven wins and losses, with those only believed at its ends: a search in it need not tell one win from another.
const UNDECIDED: Window = Window { alpha: Score(-Score::HEURISTIC_LIMIT), beta: Score(Score::HEURISTIC_LIMIT) };

/// The window of the next try.
///
/// It opens on the side where the result fell out and keeps the other, but for a fail low: there the upper bound comes halfway
/// down (as Stockfish does it). Raising alpha to the beta that was passed looks thriftier and is not: reductions and table
/// make the next result fall a point short of it more often than not, and all is searched again.
///
/// Where any win will do, the window opens as far as no win is told from another; beyond that it only asks whether there is a
/// proof. With a full window every node of the principal variation looks for the shortest win, which took 85 times what finding
/// one had taken (3.2 M nodes for 37,000).
pub(super) struct Aspiration {
    window: Window,
    delta: i32,
    /// A window that would open by more opens fully on that side.
    max_delta: i32,
    /// Beyond this it opens only when all else has failed.
    outer: Window,
    /// On which side the last result fell out, and how often that has changed.
    last: Option<Bound>,
    turns: u32,
}

impl Aspiration {
    /// Begins with `delta` score units on both sides of the expected score.
    pub fn around(expected: Score, delta: i16, max_delta: i32) -> Aspiration {
        let delta = i32::from(delta);
        let window = Window::new(expected.shifted(-delta), expected.shifted(delta));
        Aspiration { window, delta, max_delta, ..Aspiration::full() }
    }

    /// The same where any win will do.
    pub fn taking_any_win(self) -> Aspiration {
        Aspiration { outer: UNDECIDED, ..self }
    }

    /// Begins with the full window.
    pub fn full() -> Aspiration {
        Aspiration { window: Window::FULL, delta: 0, max_delta: 0, outer: Window::FULL, last: None, turns: 0 }
    }

    /// The window to search with.
    pub fn window(&self) -> Window {
        self.window
    }

    /// Takes the result of that; whether the window must be searched again, having opened.
    pub fn falls_out(&mut self, score: Score) -> bool {
        let bound = self.window.bound_of(score);
        if bound == Bound::Exact {
            return false;
        }
        self.turns += u32::from(self.last.is_some_and(|last| last != bound));
        self.last = Some(bound);
        self.window = self.opened(bound, score);
        self.delta *= GROWTH;
        true
    }

    /// Whether no win need be told from another.
    fn takes_any_win(&self) -> bool {
        self.outer == UNDECIDED
    }

    /// Whether a result of this window is a win or a loss that is believed, where no win is told from another.
    pub fn is_believed(&self, score: Score) -> bool {
        let Window { alpha, beta } = self.window;
        self.takes_any_win()
            && ((score >= beta && beta == UNDECIDED.beta) || (score <= alpha && alpha == UNDECIDED.alpha))
    }

    fn opened(&self, bound: Bound, score: Score) -> Window {
        let Window { alpha, beta } = self.window;
        if self.turns > MOST_TURNS {
            return self.widest(alpha > self.outer.alpha || beta < self.outer.beta);
        }
        // The steps between cost more than they save where no win is told from another.
        let is_wide = self.takes_any_win() || self.delta > self.max_delta || score.is_proven();
        match bound {
            Bound::Upper => {
                let can_open = alpha > self.outer.alpha;
                let low = if is_wide { self.widest(can_open).alpha } else { score.shifted(-self.delta) };
                Window::new(low, alpha.midpoint(beta).max(alpha.next()))
            }
            // A win that is believed: whether it can be proven.
            _ if beta == self.outer.beta => Window::new(beta.previous(), beta.next()),
            _ if beta > self.outer.beta => Window::FULL,
            _ => Window::new(alpha, if is_wide { self.outer.beta } else { score.shifted(self.delta) }),
        }
    }

    /// The outer window, or the full one if that was tried.
    fn widest(&self, can_open: bool) -> Window {
        if can_open { self.outer } else { Window::FULL }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The windows tried until one holds `truth`, by a search that is stable and fail-hard.
    fn tries(expected: i16, truth: i16) -> Vec<Window> {
        tries_of(Aspiration::around(Score(expected), 30, 333), truth)
    }

    fn tries_of(mut aspiration: Aspiration, truth: i16) -> Vec<Window> {
        let mut windows = vec![aspiration.window()];
        while aspiration.falls_out(Score(truth).clamp(aspiration.window().alpha, aspiration.window().beta)) {
            windows.push(aspiration.window());
        }
        windows
    }

    #[test]
    fn the_window_opens_until_it_holds_the_score() {
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
    fn where_any_win_will_do_the_full_window_comes_last() {
        for truth in [-32_000, -20_000, 20_000, 32_000] {
            let windows = tries_of(Aspiration::around(Score(0), 30, 333).taking_any_win(), truth);
            let opened = if truth < 0 { windows[1].alpha } else { windows[1].beta };
            assert_eq!(opened.0.abs(), Score::HEURISTIC_LIMIT, "{truth}: {windows:?}");
            // In between it is asked whether a win can be proven.
            let count = if truth.abs() < Score::HEURISTIC_LIMIT { 2 } else { 3 + usize::from(truth > 0) };
            assert_eq!(windows.len(), count, "{truth}: {windows:?}");
            assert_eq!(windows[windows.len() - 1].bound_of(Score(truth)), Bound::Exact, "{truth}: {windows:?}");
        }
    }

    #[test]
    fn a_search_that_contradicts_itself_comes_to_the_full_window() {
        let mut aspiration = Aspiration::around(Score(0), 30, 333);
        for turn in 0..10 {
            let window = aspiration.window();
            if window == Window::FULL {
                return;
            }
            assert!(aspiration.falls_out(if turn % 2 == 0 { window.beta } else { window.alpha }));
        }
        panic!("still narrow: {:?}", aspiration.window());
    }
}
