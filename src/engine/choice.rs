//! Which of the searched lines is played.

use super::skill::Skill;
use super::variety::Variety;
use crate::score::Score;
use crate::search::expert::Expert;
use crate::search::observer::PvLine;
use crate::search::request::SearchRequest;
use crate::wdl::Calibration;

/// How the line to play is chosen.
#[derive(Clone, Copy, Debug)]
pub(super) enum Choice {
    /// The best one.
    Best,
    /// One that a player below full strength chooses.
    Skilled(Skill),
    /// One of those that are nearly as good as the best one.
    Varied(Variety),
    /// The one whose score is closest to a draw.
    Balanced,
}

impl Choice {
    /// Limits depth and sets the number of lines as the choice needs.
    pub(super) fn limit<E: Expert>(&self, request: &mut SearchRequest<E>, is_solved: bool) {
        match self {
            Choice::Best => {}
            Choice::Skilled(skill) => skill.limit(request, is_solved),
            Choice::Varied(variety) => variety.limit(request, is_solved),
            Choice::Balanced => request.multi_pv = usize::MAX,
        }
    }

    /// The index of the line to play; 0 if there are none.
    pub(super) fn choose<M>(&self, calibration: Calibration, lines: &[PvLine<M>]) -> usize {
        let scores: Vec<Score> = lines.iter().map(|line| line.score).collect();
        match self {
            Choice::Best => 0,
            Choice::Skilled(skill) => skill.choose(calibration, &scores),
            Choice::Varied(variety) => {
                let is_exact = |line: &PvLine<M>| line.is_solved || line.score.is_proven();
                variety.choose(&lines.iter().map(|line| (line.score, is_exact(line))).collect::<Vec<_>>())
            }
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
        let lines = scores.map(|score| PvLine::<()> { score, ..PvLine::default() });
        assert_eq!(Choice::Balanced.choose(calibration, &lines), 2);
        assert_eq!(Choice::Best.choose(calibration, &lines), 0);
        assert_eq!(Choice::Balanced.choose::<()>(calibration, &[]), 0);
    }
}
