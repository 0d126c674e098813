//! The table of a solved game as the judge of every move: does it keep the value of the position?
//!
//! Must not know: who plays, why.

use super::share::Share;
use crate::openings::Opening;
use crate::record::GameRecord;
use crate::referee::Referee;
use anyhow::{Context, Result};
use quartet::score::Score;
use std::collections::BTreeMap;

/// What the table says of one player's moves.
#[derive(Clone, Copy, Default, Debug)]
pub struct Judgement {
    moves: u64,
    /// Where some legal moves keep the value and others do not.
    choices: u64,
    /// Those that did not keep the value.
    mistakes: u64,
}

impl Judgement {
    /// Moves that kept the value, of all.
    pub fn kept(&self) -> Share {
        Share { count: self.moves - self.mistakes, of: self.moves }
    }

    /// Moves that kept the value, of those where it could be lost.
    pub fn kept_by_choice(&self) -> Share {
        Share { count: self.choices - self.mistakes, of: self.choices }
    }
}

/// The judge.
pub struct Judge {
    referee: Box<dyn Referee>,
    judgements: BTreeMap<String, Judgement>,
}

impl Judge {
    /// A judge of games by these rules; `None` if they are not solved.
    pub fn new(referee: &dyn Referee) -> Option<Self> {
        let mut referee = referee.another();
        referee.exact_moves()?;
        Some(Judge { referee, judgements: BTreeMap::new() })
    }

    /// Judges the moves of a game that began with this opening.
    pub fn add(&mut self, opening: &Opening, game: &GameRecord) -> Result<()> {
        self.referee.begin(&opening.setup, &opening.moves)?;
        for mv in &game.moves {
            let values = self.referee.exact_moves().context("a move behind the end of the game")?;
            let spelled = self.referee.play(&mv.text)?;
            let best = values.iter().map(|(_, score)| outcome(*score)).max();
            let made = values.iter().find(|(text, _)| *text == spelled).map(|(_, score)| outcome(*score));
            let judgement = self.judgements.entry(mv.engine.clone()).or_default();
            judgement.moves += 1;
            judgement.choices += u64::from(values.iter().any(|(_, score)| Some(outcome(*score)) != best));
            judgement.mistakes += u64::from(made != best);
        }
        Ok(())
    }

    /// What it found of a player's moves.
    pub fn judgement(&self, engine: &str) -> Judgement {
        self.judgements.get(engine).copied().unwrap_or_default()
    }
}

/// Loss, draw, win as -1, 0, 1; how long it takes does not count.
fn outcome(score: Score) -> i8 {
    i8::from(score.is_win()) - i8::from(score.is_loss())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::{MoveRecord, example};
    use crate::referee::{GameResult, referee};

    #[test]
    fn only_solved_games_have_a_judge() {
        let is_judged =
            |variant: &str| Judge::new(&*referee(variant, &BTreeMap::new()).expect("known rules")).is_some();
        assert_eq!(["lgame", "rhombus", "othello", "gomoku"].map(is_judged), [true, true, false, false]);
    }

    #[test]
    fn a_move_that_gives_the_draw_away_is_a_mistake() {
        let mut start = referee("lgame", &BTreeMap::new()).expect("known rules");
        let mut judge = Judge::new(&*start).expect("solved");
        // Nobody wins from the start, but some moves lose.
        let values = start.exact_moves().expect("solved");
        let [best, worst] = [values.first(), values.last()].map(|value| value.expect("a move"));
        assert_eq!([outcome(best.1), outcome(worst.1)], [0, -1]);
        for ((text, _), mistakes) in [(best, 0), (worst, 1)] {
            let mut game = example(0, ["x", "o"], GameResult::Draw);
            game.moves = vec![MoveRecord {
                text: text.clone(),
                engine: "x".into(),
                score: None,
                depth: None,
                seldepth: None,
                nodes: None,
                nps: None,
                ms: 0.0,
                engine_ms: None,
            }];
            judge.add(&Opening::start(), &game).expect("legal");
            let judged = judge.judgement("x");
            assert_eq!((judged.mistakes, judged.choices), (mistakes, judged.moves));
        }
        assert_eq!((judge.judgement("x").kept().count, judge.judgement("o").kept().of), (1, 0));
    }
}
