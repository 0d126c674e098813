//! The value of a move in a book.

use crate::score::Score;
use crate::whole_number::whole_number;
use std::fmt;

/// The value of a move for the side that makes it: an estimate, or the game-theoretic value.
///
/// As text `<score>@<depth>` is an estimate in centidiscs or centipoints, `=<points>` an exact final margin (0 is a
/// draw), `W<plies>` a proven win and `L<plies>` a proven loss, counted from the position before the move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BookValue {
    score: Score,
    /// `None` if the score is the game-theoretic value.
    depth: Option<u16>,
}

/// The greatest distance of a proven win or loss in plies that a score can hold.
const LONGEST: u16 = 999;
/// Centidiscs in a disc, centipoints in a point.
const UNIT: i16 = 100;

impl BookValue {
    /// The estimate of a search to `depth` plies, at least 1, from the position before the move; the score is clamped
    /// to the range of estimates. A proven score is a game-theoretic value whatever the depth.
    pub fn estimate(score: Score, depth: u16) -> BookValue {
        BookValue { score: score.reported(), depth: (!score.is_proven()).then_some(depth.max(1)) }
    }

    /// The game-theoretic value: a proven score, or a final margin in hundredths, rounded towards 0 to a whole margin.
    pub fn exact(score: Score) -> BookValue {
        let whole = if score.is_proven() { score } else { Score(score.reported().0 / UNIT * UNIT) };
        BookValue { score: whole, depth: None }
    }

    /// The score for the side to move.
    pub const fn score(self) -> Score {
        self.score
    }

    /// The depth of an estimate in plies; `None` if the value is exact.
    pub const fn depth(self) -> Option<u16> {
        self.depth
    }

    /// Whether this is the game-theoretic value.
    pub const fn is_exact(self) -> bool {
        self.depth.is_none()
    }

    /// The value of the move that leads to a position whose best move has this value.
    pub fn of_move_here(self) -> BookValue {
        BookValue { score: -self.score.add_plies(1), depth: self.depth.map(|depth| depth.saturating_add(1)) }
    }

    /// Reads the text form; the error says what was expected.
    pub fn read(text: &str) -> Result<BookValue, &'static str> {
        if let Some((score, depth)) = text.split_once('@') {
            let score = number(score).filter(|score| score.unsigned_abs() <= Score::ESTIMATE_LIMIT.unsigned_abs());
            let depth = number(depth).and_then(|depth| u16::try_from(depth).ok()).filter(|depth| *depth > 0);
            let (Some(score), Some(depth)) = (score, depth) else {
                return Err("an estimate from -10000 to 10000, '@' and a depth from 1");
            };
            return Ok(BookValue { score: Score(score), depth: Some(depth) });
        }
        let (kind, count) = text.split_at_checked(1).unwrap_or_default();
        let plies = || number(count).and_then(|plies| u16::try_from(plies).ok()).filter(|plies| *plies <= LONGEST);
        let score = match kind {
            "=" => number(count).filter(|points| points.abs() <= Score::ESTIMATE_LIMIT / UNIT).map(|n| Score(n * UNIT)),
            "W" => plies().filter(|plies| *plies > 0).map(Score::win_in),
            "L" => plies().filter(|plies| *plies > 0).map(Score::loss_in),
            _ => None,
        };
        let score = score.ok_or("'<score>@<depth>', '=<points>', 'W<plies>' or 'L<plies>'")?;
        Ok(BookValue { score, depth: None })
    }
}

impl fmt::Display for BookValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.depth, self.score.distance()) {
            (Some(depth), _) => write!(f, "{}@{depth}", self.score.0),
            (None, Some(plies)) => write!(f, "{}{plies}", if self.score.is_win() { 'W' } else { 'L' }),
            (None, None) => write!(f, "={}", self.score.0 / UNIT),
        }
    }
}

/// A whole number of at most five digits with an optional minus: the only spelling of a number in a book.
fn number(text: &str) -> Option<i16> {
    match text.strip_prefix('-') {
        Some(digits) => whole_number(digits).filter(|&number: &i16| number != 0).map(|number| -number),
        None => whole_number(text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Values of every kind, at the limits of their ranges and between.
    fn values() -> Vec<BookValue> {
        let estimates = [-10_000, -57, 0, 3, 10_000].map(|score| BookValue::estimate(Score(score), 17));
        let exact = [-6400, -200, 0, 600, 10_000].map(|score| BookValue::exact(Score(score)));
        let proven =
            [1, 8, 999].map(|plies| [BookValue::exact(Score::win_in(plies)), BookValue::exact(Score::loss_in(plies))]);
        [&estimates[..], &exact, proven.as_flattened()].concat()
    }

    #[test]
    fn what_is_written_is_read_back_equal() {
        for value in values() {
            assert_eq!(BookValue::read(&value.to_string()), Ok(value), "{value}");
        }
        let texts = ["-12@24", "=2", "=-64", "=0", "W9", "L8"];
        for text in texts {
            assert_eq!(BookValue::read(text).expect("a value").to_string(), text);
        }
    }

    #[test]
    fn other_spellings_and_ranges_are_refused() {
        for text in [
            "", "@", "1@", "@1", "1@0", "1@-2", "10001@3", "+1@3", "01@3", "-0@3", "1@3@4", "1 @3", "=", "=101",
            "=1.5", "W", "W0", "W1000", "W-1", "L0", "w9", "#9", "12", "é@1", "é",
        ] {
            assert!(BookValue::read(text).is_err(), "{text}");
        }
    }

    #[test]
    fn proven_scores_are_never_estimates() {
        let win = BookValue::estimate(Score::win_in(9), 4);
        assert!(win.is_exact() && win.to_string() == "W9");
        assert_eq!(BookValue::estimate(Score(Score::HEURISTIC_LIMIT), 4).to_string(), "10000@4");
    }

    #[test]
    fn a_move_is_worth_what_its_position_costs() {
        let here = |text| BookValue::read(text).expect("a value").of_move_here().to_string();
        let pairs = [("12@9", "-12@10"), ("=-2", "=2"), ("L8", "W9"), ("W9", "L10"), ("=0", "=0")];
        for (there, expected) in pairs {
            assert_eq!(here(there), expected);
        }
    }
}
