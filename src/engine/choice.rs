//! Which of the searched lines is played.

use super::skill::Skill;
use crate::score::Score;
use crate::search::expert::Expert;
use crate::search::request::SearchRequest;
use crate::wdl::Calibration;

/// How the line to play is chosen.
#[derive(Clone, Copy, Debug)]
pub(super) enum Choice {
    /// The best one.
    Best,
    /// One that a player below full strength chooses.
    Skilled(Skill),
    /// The one whose score is closest to a draw.
    Balanced,
}

impl Choice {
    /// Limits depth and sets the number of lines as the choice needs.
    pub(super) fn limit<E: Expert>(&self, request: &mut SearchRequest<E>, is_solved: bool) {
        match self {
            Choice::Best => {}
            Choice::Skilled(skill) => skill.limit(request, is_solved),
            Choice::Balanced => request.multi_pv = usize::MAX,
        }
    }

    /// The index of the line to play, given the scores of all lines; 0 if there are none.
    pub(super) fn choose(&self, calibration: Calibration, scores: &[Score]) -> usize {
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
    fn the_balanced_line_is_the_one_closest_to_a_draw() {
        let calibration = Calibration::default();
        let scores = [Score::win_in(3), Score::cp(40), Score::cp(-12), Score::cp(-13)];
        assert_eq!(Choice::Balanced.choose(calibration, &scores), 2);
        assert_eq!(Choice::Best.choose(calibration, &scores), 0);
        assert_eq!(Choice::Balanced.choose(calibration, &[]), 0);
    }
}
