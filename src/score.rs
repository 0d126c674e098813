//! Scores, bounds and windows.
//!
//! Independent of: any game, any search technique, any wire syntax.

use std::ops::Neg;

/// A value from the point of view of the side to move, in the game's own unit.
///
/// * heuristic and drawn values: `-HEURISTIC_LIMIT ..= HEURISTIC_LIMIT`; in Othello centidiscs (100 = one disc of final
///   difference), in Gomoku centipoints (100 = the advantage that wins about three games in four). Scores beyond
///   [`Score::ESTIMATE_LIMIT`] are used inside the search only, see [`Score::reported`];
/// * proven wins: `WIN - plies`, proven losses: `plies - WIN`, where `plies` is the distance to the end of the game.
///   Such a score is always a proof, never an estimate.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Hash)]
pub struct Score(pub i16);

impl Score {
    /// The value of a drawn game.
    pub const DRAW: Score = Score(0);
    /// A win that is already on the board.
    pub const WIN: Score = Score(32_000);
    /// Above every score; used for window bounds only.
    pub const INFINITE: Score = Score(32_001);
    /// The largest absolute value of a score that is not a proof of a win or loss.
    pub const HEURISTIC_LIMIT: i16 = 30_000;
    /// The largest absolute value of an estimate reported by a search, unproven wins and losses included.
    pub const ESTIMATE_LIMIT: i16 = 10_000;
    /// Scores beyond this are proven wins; leaves room for distances of up to 999 plies.
    const PROVEN: i16 = 31_000;

    /// A heuristic score, clamped to the heuristic range.
    pub fn cp(value: i32) -> Score {
        let limit = i32::from(Self::HEURISTIC_LIMIT);
        Score(value.clamp(-limit, limit) as i16)
    }

    /// The score as a search reports it: a proven score unchanged, any other clamped to [`Score::ESTIMATE_LIMIT`].
    pub fn reported(self) -> Score {
        if self.is_proven() { self } else { Score(self.0.clamp(-Self::ESTIMATE_LIMIT, Self::ESTIMATE_LIMIT)) }
    }

    /// A proven win whose last ply is `plies` plies from here (0: already won).
    pub const fn win_in(plies: u16) -> Score {
        Score(Self::WIN.0 - plies as i16)
    }

    /// A proven loss whose last ply is `plies` plies from here (0: already lost).
    pub const fn loss_in(plies: u16) -> Score {
        Score(plies as i16 - Self::WIN.0)
    }

    /// Whether this is a proven win.
    pub const fn is_win(self) -> bool {
        self.0 > Self::PROVEN
    }

    /// Whether this is a proven loss.
    pub const fn is_loss(self) -> bool {
        self.0 < -Self::PROVEN
    }

    /// Whether this is a proven win or loss.
    pub const fn is_proven(self) -> bool {
        self.is_win() || self.is_loss()
    }

    /// For a proven win or loss the plies to the end of the game, else `None`.
    pub const fn distance(self) -> Option<u16> {
        if self.is_win() {
            Some((Self::WIN.0 - self.0) as u16)
        } else if self.is_loss() {
            Some((Self::WIN.0 + self.0) as u16)
        } else {
            None
        }
    }

    /// The score of a node as counted from an ancestor `plies` plies above it: a proven win or loss becomes more
    /// distant, any other score is unchanged. From a table entry to the root this is `value_from_tt` of other engines.
    pub const fn add_plies(self, plies: u16) -> Score {
        if self.is_win() {
            Score(self.0 - plies as i16)
        } else if self.is_loss() {
            Score(self.0 + plies as i16)
        } else {
            self
        }
    }

    /// The inverse of [`Score::add_plies`]: from the root to a table entry, `value_to_tt` of other engines.
    pub const fn subtract_plies(self, plies: u16) -> Score {
        if self.is_win() {
            Score(self.0 + plies as i16)
        } else if self.is_loss() {
            Score(self.0 - plies as i16)
        } else {
            self
        }
    }

    /// The next higher score.
    pub const fn next(self) -> Score {
        Score(self.0.saturating_add(1))
    }

    /// The next lower score.
    pub const fn previous(self) -> Score {
        Score(self.0.saturating_sub(1))
    }

    /// The score halfway to another.
    pub const fn midpoint(self, other: Score) -> Score {
        Score(self.0.midpoint(other.0))
    }

    /// This score plus `delta`, clamped to the full window.
    pub fn shifted(self, delta: i32) -> Score {
        let limit = i32::from(Self::INFINITE.0);
        Score((i32::from(self.0) + delta).clamp(-limit, limit) as i16)
    }
}

impl Neg for Score {
    type Output = Score;
    fn neg(self) -> Score {
        Score(-self.0)
    }
}

/// Relation of a searched score to the true value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// The score is the true value.
    Exact,
    /// The true value is at least the score (a fail high).
    Lower,
    /// The true value is at most the score (a fail low).
    Upper,
}

/// An alpha-beta window: scores at or outside its bounds need not be exact.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Window {
    /// The score that the side to move is already sure of.
    pub alpha: Score,
    /// The score above which the opponent avoids the node.
    pub beta: Score,
}

impl Window {
    /// The window that contains every score.
    pub const FULL: Window = Window { alpha: Score(-Score::INFINITE.0), beta: Score::INFINITE };

    /// A window from `alpha` to `beta`.
    pub const fn new(alpha: Score, beta: Score) -> Window {
        Window { alpha, beta }
    }

    /// The null window that asks only whether the value exceeds `alpha`.
    pub const fn null(alpha: Score) -> Window {
        Window { alpha, beta: alpha.next() }
    }

    /// The same window for the opponent.
    pub fn flipped(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }

    /// Whether there is no score strictly between the bounds.
    pub fn is_null(self) -> bool {
        i32::from(self.beta.0) - i32::from(self.alpha.0) <= 1
    }

    /// The bound type of a fail-soft score searched with this window.
    pub fn bound_of(self, score: Score) -> Bound {
        if score >= self.beta {
            Bound::Lower
        } else if score > self.alpha {
            Bound::Exact
        } else {
            Bound::Upper
        }
    }
}
