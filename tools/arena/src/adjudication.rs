//! Adjudication: ending games before their end by the rules.

use crate::player::EngineScore;
use crate::settings::{Adjudication, SolvedEnd};
use quartet::game::Side;
use quartet::score::Score;
use quartet_rules::{GameResult, Referee};

/// The adjudication of one game.
pub struct Adjudicator<'a> {
    settings: &'a Adjudication,
    /// Plies played since the opening.
    plies: u32,
    /// The side that the scores have favoured by enough, and for how many consecutive plies.
    leading: Option<(Side, u32)>,
    /// For how many consecutive plies the scores have been close to even.
    even: u32,
}

impl<'a> Adjudicator<'a> {
    /// The adjudication at the start of a game.
    pub fn new(settings: &'a Adjudication) -> Self {
        Adjudicator { settings, plies: 0, leading: None, even: 0 }
    }

    /// Updates the counts after a move, which is already played, with its player's score. Returns the result and the
    /// rule if that ends the game.
    pub fn moved(
        &mut self,
        mover: Side,
        score: Option<EngineScore>,
        referee: &mut dyn Referee,
    ) -> Option<(GameResult, &'static str)> {
        self.plies += 1;
        let score = score.map(EngineScore::centipoints);
        self.count_leading(mover, score);
        self.count_even(score);
        let agreed = || self.agreed_win().or_else(|| self.agreed_draw());
        agreed().or_else(|| self.solved(referee)).or_else(|| self.too_long())
    }

    fn count_leading(&mut self, mover: Side, score: Option<i64>) {
        let Some(rule) = self.settings.win else { return };
        let leader = match score {
            Some(score) if score >= rule.score => Some(mover),
            Some(score) if score <= -rule.score => Some(mover.other()),
            _ => None,
        };
        self.leading = leader.map(|leader| match self.leading {
            Some((before, plies)) if before == leader => (leader, plies + 1),
            _ => (leader, 1),
        });
    }

    fn count_even(&mut self, score: Option<i64>) {
        let Some(rule) = self.settings.draw else { return };
        let is_even = score.is_some_and(|score| score.abs() <= rule.score);
        self.even = if is_even { self.even + 1 } else { 0 };
    }

    fn agreed_win(&self) -> Option<(GameResult, &'static str)> {
        let rule = self.settings.win?;
        let (leader, plies) = self.leading?;
        (plies >= 2 * rule.moves).then_some((GameResult::win_of(leader), "adjudicated-win"))
    }

    fn agreed_draw(&self) -> Option<(GameResult, &'static str)> {
        let rule = self.settings.draw?;
        (self.plies >= rule.from && self.even >= 2 * rule.moves).then_some((GameResult::Draw, "adjudicated-draw"))
    }

    fn solved(&self, referee: &mut dyn Referee) -> Option<(GameResult, &'static str)> {
        let rule = self.settings.solved?;
        let best = referee.exact_moves()?.first()?.1;
        let side = referee.side();
        let result = match best {
            win if win.is_win() => GameResult::win_of(side),
            loss if loss.is_loss() => GameResult::win_of(side.other()),
            Score::DRAW if rule == SolvedEnd::All => GameResult::Draw,
            _ => return None,
        };
        Some((result, "adjudicated-solved"))
    }

    fn too_long(&self) -> Option<(GameResult, &'static str)> {
        let limit = self.settings.plies?;
        (self.plies >= limit).then_some((GameResult::Draw, "adjudicated-plies"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::player::ScoreKind;
    use crate::settings::{AgreedDraw, AgreedWin};
    use quartet_rules::referee;

    /// The ply at which a game with these scores, each from the mover's point of view, is adjudicated, and how.
    fn ends(settings: &Adjudication, scores: &[i64]) -> Option<(usize, GameResult, &'static str)> {
        let mut othello = referee("othello", &Default::default()).expect("a referee");
        let mut adjudicator = Adjudicator::new(settings);
        let mut mover = Side::X;
        for (index, &value) in scores.iter().enumerate() {
            let score = EngineScore { kind: ScoreKind::Cp, value };
            if let Some((result, rule)) = adjudicator.moved(mover, Some(score), &mut *othello) {
                return Some((index + 1, result, rule));
            }
            mover = mover.other();
        }
        None
    }

    #[test]
    fn both_have_to_agree_on_a_win_for_long_enough() {
        let rule = Adjudication { win: Some(AgreedWin { moves: 2, score: 500 }), ..Adjudication::default() };
        let win = "adjudicated-win";
        assert_eq!(ends(&rule, &[600, -600, 700, -500]), Some((4, GameResult::FirstWins, win)));
        assert_eq!(ends(&rule, &[600, -400, 700, -500, 600]), None);
        assert_eq!(ends(&rule, &[600, 600, -700, 500, -600]), Some((5, GameResult::SecondWins, win)));
        assert_eq!(ends(&rule, &[600, 600, 700, 700]), None);
    }

    #[test]
    fn both_have_to_agree_on_a_draw() {
        let draw = AgreedDraw { from: 5, moves: 1, score: 10 };
        let rule = Adjudication { draw: Some(draw), ..Adjudication::default() };
        assert_eq!(ends(&rule, &[0, 0, 0, 0, 5]), Some((5, GameResult::Draw, "adjudicated-draw")));
        assert_eq!(ends(&rule, &[0, 0, 0, 11, 5, 30, 0]), None);
    }

    #[test]
    fn long_games_are_drawn() {
        let rule = Adjudication { plies: Some(3), ..Adjudication::default() };
        assert_eq!(ends(&rule, &[900, 900, 900, 900]), Some((3, GameResult::Draw, "adjudicated-plies")));
    }

    #[test]
    fn solved_games_end_when_they_are_decided() {
        let settings = |solved| Adjudication { solved: Some(solved), ..Adjudication::default() };
        let mut rhombus = referee("rhombus", &Default::default()).expect("a referee");
        rhombus.play("c1").expect("legal");
        let all = settings(SolvedEnd::All);
        let ended = Adjudicator::new(&all).moved(Side::X, None, &mut *rhombus);
        assert_eq!(ended, Some((GameResult::SecondWins, "adjudicated-solved")));
        let mut lgame = referee("lgame", &Default::default()).expect("a referee");
        assert_eq!(Adjudicator::new(&settings(SolvedEnd::Wins)).moved(Side::X, None, &mut *lgame), None);
        let ended = Adjudicator::new(&all).moved(Side::X, None, &mut *lgame);
        assert_eq!(ended, Some((GameResult::Draw, "adjudicated-solved")));
    }
}
