//! Classes of moves, and accuracy, both by loss of winning chance.
//!
//! The bounds are the same in all games. They are those by which lichess marks mistakes, in points of the expected
//! score (0 to 100): an inaccuracy costs 5, a mistake 10, a blunder 15.

use serde::{Deserialize, Serialize};

/// How good a move is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MoveClass {
    /// A move that the players were given, which is not judged.
    Opening,
    /// The only legal move.
    Forced,
    /// No other move is better.
    Best,
    /// It costs less than 5 points.
    Good,
    /// It costs from 5 to less than 10 points.
    Inaccuracy,
    /// It costs from 10 to less than 15 points.
    Mistake,
    /// It costs 15 points or more.
    Blunder,
}

/// The smallest losses of a class, in points of expected score.
const BOUNDS: [(f64, MoveClass); 3] =
    [(15.0, MoveClass::Blunder), (10.0, MoveClass::Mistake), (5.0, MoveClass::Inaccuracy)];

impl MoveClass {
    /// The classes of moves that a player has chosen, from the best to the worst.
    pub const CHOSEN: [MoveClass; 5] =
        [MoveClass::Best, MoveClass::Good, MoveClass::Inaccuracy, MoveClass::Mistake, MoveClass::Blunder];

    /// The class of a move among several legal ones that costs `points` of expected score, from 0 to 100.
    pub fn of(points: f64, is_best: bool) -> MoveClass {
        let found = BOUNDS.iter().find(|(bound, _)| points >= *bound - 1e-9);
        match found {
            Some((_, class)) => *class,
            None if is_best => MoveClass::Best,
            None => MoveClass::Good,
        }
    }

    /// The word for the class.
    pub const fn word(self) -> &'static str {
        match self {
            MoveClass::Opening => "opening",
            MoveClass::Forced => "forced",
            MoveClass::Best => "best",
            MoveClass::Good => "good",
            MoveClass::Inaccuracy => "inaccuracy",
            MoveClass::Mistake => "mistake",
            MoveClass::Blunder => "blunder",
        }
    }

    /// The symbol of chess notation for the class; empty for moves that need none.
    pub const fn symbol(self) -> &'static str {
        match self {
            MoveClass::Inaccuracy => "?!",
            MoveClass::Mistake => "?",
            MoveClass::Blunder => "??",
            _ => "",
        }
    }

    /// Whether the player chose among several moves.
    pub fn is_chosen(self) -> bool {
        self >= MoveClass::Best
    }

    /// Whether it is an inaccuracy or worse.
    pub fn is_error(self) -> bool {
        self >= MoveClass::Inaccuracy
    }
}

/// The accuracy of a move in per cent, from the points of expected score (0 to 100) that it costs: the formula that
/// lichess publishes (lichess.org/page/accuracy), which fits an exponential curve between 100 for no loss and 0 for
/// the loss of a won game.
pub fn accuracy(points: f64) -> f64 {
    (103.1668 * (-0.04354 * points).exp() - 3.1669).clamp(0.0, 100.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_begin_at_their_bounds() {
        let cases = [(0.0, MoveClass::Good), (4.9, MoveClass::Good), (5.0, MoveClass::Inaccuracy)];
        let worse = [(9.9, MoveClass::Inaccuracy), (10.0, MoveClass::Mistake), (14.9, MoveClass::Mistake)];
        let worst = [(15.0, MoveClass::Blunder), (100.0, MoveClass::Blunder)];
        for (points, class) in cases.into_iter().chain(worse).chain(worst) {
            assert_eq!(MoveClass::of(points, false), class, "{points}");
        }
        assert_eq!(MoveClass::of(0.0, true), MoveClass::Best);
        assert!(MoveClass::Inaccuracy.is_error() && !MoveClass::Good.is_error());
    }

    #[test]
    fn accuracy_falls_with_the_loss() {
        assert!((accuracy(0.0) - 100.0).abs() < 0.01 && accuracy(100.0) < 1.0);
        assert!((accuracy(10.0) - 63.58).abs() < 0.05, "{}", accuracy(10.0));
        assert!((0..100).all(|points| accuracy(f64::from(points)) > accuracy(f64::from(points) + 1.0) - 1e-12));
    }
}
