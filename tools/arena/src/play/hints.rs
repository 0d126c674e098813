//! What each legal move is worth: exact where the game is solved, else by a short search of the engine in this process.
//!
//! Must not know: the terminal.

use crate::analysis::Analyst;
use crate::player::{EngineScore, ScoreKind};
use crate::referee::Referee;
use anyhow::Result;
use quartet::engine::GoParameters;
use quartet::score::Score;
use std::collections::BTreeMap;

/// How long the search may take, in milliseconds.
const TIME: u64 = 1_000;

/// What a move, or a position, is worth to a side.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Worth {
    /// Neither side can win.
    Draw,
    /// An estimate, in points.
    Points(f64),
    /// An estimate, in discs.
    Discs(f64),
    /// That many moves of its own until it has won; plies, the moves of both sides, where they are known.
    Wins(u64, Option<u16>),
    /// That many moves of the other side until it has lost.
    Loses(u64, Option<u16>),
}

impl Worth {
    /// What a score of this variant means; that of a solved game is exact.
    pub fn of(score: Score, variant: &str) -> Worth {
        match score.distance() {
            None if score == Score::DRAW && matches!(variant, "lgame" | "rhombus") => Worth::Draw,
            Some(plies) if score.is_win() => Worth::Wins(u64::from(plies).div_ceil(2), Some(plies)),
            Some(plies) => Worth::Loses(u64::from(plies).div_ceil(2), Some(plies)),
            None => Worth::estimate(i64::from(score.0), variant),
        }
    }

    /// What an engine's score means.
    pub fn of_engine(score: EngineScore, variant: &str) -> Worth {
        match score.kind {
            ScoreKind::Cp => Worth::estimate(score.value, variant),
            ScoreKind::Mate if score.value > 0 => Worth::Wins(score.value.unsigned_abs(), None),
            ScoreKind::Mate => Worth::Loses(score.value.unsigned_abs(), None),
        }
    }

    fn estimate(hundredths: i64, variant: &str) -> Worth {
        let value = hundredths as f64 / 100.0;
        if variant == "othello" { Worth::Discs(value) } else { Worth::Points(value) }
    }
}

/// The best `count` moves with what they are worth to the side to move, best first; all of them where the game is solved.
pub fn values(
    referee: &mut dyn Referee,
    options: &BTreeMap<String, String>,
    count: usize,
) -> Result<Vec<(String, Score)>> {
    if let Some(moves) = referee.exact_moves() {
        return Ok(moves);
    }
    let mut analyst = Analyst::new(referee, options)?;
    let parameters = GoParameters { movetime: Some(TIME), ..GoParameters::default() };
    // On a large board the time may not do for all moves.
    let shallow = GoParameters { depth: Some(1), ..GoParameters::default() };
    let lines = analyst.search(referee, parameters, count).or_else(|_| analyst.search(referee, shallow, count))?;
    Ok(lines.into_iter().filter_map(|line| Some((line.pv.into_iter().next()?, line.score))).collect())
}

/// Moves that are worth the same together, in the order they come in.
pub fn by_worth<'a>(values: &'a [(String, Score)], variant: &str) -> Vec<(Worth, Vec<&'a str>)> {
    let groups = values.chunk_by(|(_, one), (_, other)| one == other);
    groups.map(|group| (Worth::of(group[0].1, variant), group.iter().map(|(mv, _)| mv.as_str()).collect())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_and_plies_are_told_apart() {
        assert_eq!(Worth::of(Score::win_in(5), "gomoku"), Worth::Wins(3, Some(5)));
        assert_eq!(Worth::of(Score::win_in(1), "gomoku"), Worth::Wins(1, Some(1)));
        assert_eq!(Worth::of(Score::loss_in(4), "gomoku"), Worth::Loses(2, Some(4)));
        assert_eq!(Worth::of(Score(123), "gomoku"), Worth::Points(1.23));
        assert_eq!(Worth::of(Score(123), "othello"), Worth::Discs(1.23));
        assert_eq!(Worth::of(Score::DRAW, "rhombus"), Worth::Draw);
        let mate = |value| Worth::of_engine(EngineScore { kind: ScoreKind::Mate, value }, "gomoku");
        assert_eq!([mate(3), mate(-2)], [Worth::Wins(3, None), Worth::Loses(2, None)]);
    }

    #[test]
    fn equal_moves_come_together() {
        let value = |mv: &str, score| (mv.to_string(), Score(score));
        let values = [value("a1", 5), value("b1", 5), value("c1", -5)];
        assert_eq!(
            by_worth(&values, "gomoku"),
            [(Worth::Points(0.05), vec!["a1", "b1"]), (Worth::Points(-0.05), vec!["c1"])]
        );
    }
}
