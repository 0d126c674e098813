//! The accuracy of moves in a solved game: whether a move keeps the exact value of the position.

use super::proportion::Proportion;
use crate::openings::Opening;
use crate::record::GameRecord;
use anyhow::{Context, Result};
use quartet::score::Score;
use quartet_rules::Referee;
use std::collections::BTreeMap;

/// The moves of one player, counted by whether they keep the value.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Accuracy {
    moves: u64,
    /// Positions in which some legal moves keep the value and others do not.
    choices: u64,
    /// Moves that did not keep the value.
    mistakes: u64,
}

impl Accuracy {
    /// The proportion of all moves that kept the value.
    pub(super) fn kept(&self) -> Proportion {
        Proportion { count: self.moves - self.mistakes, of: self.moves }
    }

    /// The proportion of moves that kept the value where it could be lost.
    pub(super) fn kept_by_choice(&self) -> Proportion {
        Proportion { count: self.choices - self.mistakes, of: self.choices }
    }
}

/// Counts the moves of games, by engine.
pub(super) struct MoveAccuracy {
    referee: Box<dyn Referee>,
    by_engine: BTreeMap<String, Accuracy>,
}

impl MoveAccuracy {
    /// A count without moves for games of this referee's rules; `None` if the game is not solved.
    pub(super) fn new(referee: &dyn Referee) -> Option<Self> {
        let mut referee = referee.another();
        referee.exact_moves()?;
        Some(MoveAccuracy { referee, by_engine: BTreeMap::new() })
    }

    /// Counts the moves of a game that began with this opening.
    pub(super) fn add(&mut self, opening: &Opening, game: &GameRecord) -> Result<()> {
        self.referee.begin(&opening.setup, &opening.moves)?;
        for mv in &game.moves {
            let values = self.referee.exact_moves().context("a move after the end of the game")?;
            let spelled = self.referee.play(&mv.text)?;
            let best = values.iter().map(|(_, score)| outcome(*score)).max();
            let made = values.iter().find(|(text, _)| *text == spelled).map(|(_, score)| outcome(*score));
            let accuracy = self.by_engine.entry(mv.engine.clone()).or_default();
            accuracy.moves += 1;
            accuracy.choices += u64::from(values.iter().any(|(_, score)| Some(outcome(*score)) != best));
            accuracy.mistakes += u64::from(made != best);
        }
        Ok(())
    }

    /// The accuracy of an engine; zero moves if it has played none.
    pub(super) fn of(&self, engine: &str) -> Accuracy {
        self.by_engine.get(engine).copied().unwrap_or_default()
    }
}

/// Loss, draw or win as -1, 0, 1.
fn outcome(score: Score) -> i8 {
    i8::from(score.is_win()) - i8::from(score.is_loss())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::{MoveRecord, example};
    use quartet_rules::{GameResult, referee};

    #[test]
    fn only_solved_games_have_an_accuracy() {
        let is_solved =
            |variant: &str| MoveAccuracy::new(&*referee(variant, &BTreeMap::new()).expect("known rules")).is_some();
        assert_eq!(["lgame", "rhombus", "othello", "gomoku"].map(is_solved), [true, true, false, false]);
    }

    #[test]
    fn a_move_that_loses_a_draw_is_a_mistake() {
        let mut start = referee("lgame", &BTreeMap::new()).expect("known rules");
        let mut accuracy = MoveAccuracy::new(&*start).expect("solved");
        // The start position is a draw, but some moves lose.
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
                ponderhit: false,
            }];
            accuracy.add(&Opening::start(), &game).expect("legal");
            let counted = accuracy.of("x");
            assert_eq!((counted.mistakes, counted.choices), (mistakes, counted.moves));
        }
        assert_eq!((accuracy.of("x").kept().count, accuracy.of("o").kept().of), (1, 0));
    }
}
