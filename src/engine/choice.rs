//! Which of the lines found is played.
//!
//! Must not know: any particular game, how lines are found.

use super::skill::Skill;
use crate::score::Score;
use crate::search::expert::Expert;
use crate::search::request::SearchRequest;
use crate::wdl::Calibration;

/// The way to choose among the lines of one search.
#[derive(Clone, Copy, Debug)]
pub(super) enum Choice {
    /// The best one.
    Best,
    /// By a player below full strength.
    Skilled(Skill),
    /// The one whose score is nearest to a draw.
    Balanced,
}

impl Choice {
    /// Makes a request as broad, and no deeper, than the choice needs.
    pub fn limit<E: Expert>(&self, request: &mut SearchRequest<E>) {
        match self {
            Choice::Best => {}
            Choice::Skilled(skill) => skill.limit(request),
            Choice::Balanced => request.lines = usize::MAX,
        }
    }

    /// The index of the line to play, out of the scores of all lines; 0 if there is none.
    pub fn choose(&self, calibration: Calibration, scores: &[Score]) -> usize {
        match self {
            Choice::Best => 0,
            Choice::Skilled(skill) => skill.choose(calibration, scores),
            Choice::Balanced => {
                let sizes = scores.iter().map(|score| i32::from(score.0).abs()).enumerate();
                sizes.min_by_key(|(_, size)| *size).map_or(0, |(index, _)| index)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_balance_is_the_line_nearest_to_a_draw() {
        let calibration = Calibration::default();
        let scores = [Score::win_in(3), Score::cp(40), Score::cp(-12), Score::cp(-13)];
        assert_eq!(Choice::Balanced.choose(calibration, &scores), 2);
        assert_eq!(Choice::Best.choose(calibration, &scores), 0);
        assert_eq!(Choice::Balanced.choose(calibration, &[]), 0);
    }
}
