//! The values of legal moves: exact in solved games, otherwise from a short search of the engine in this process.

use crate::player::{EngineScore, ScoreKind};
use anyhow::Result;
use quartet::engine::GoParameters;
use quartet::score::Score;
use quartet_analysis::Analyst;
use quartet_rules::Referee;
use std::collections::BTreeMap;

/// The time of the search in milliseconds.
const TIME: u64 = 1_000;

/// A score as it is shown, from the point of view of one side.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum DisplayScore {
    /// An exact draw.
    Draw,
    /// An estimate, in points.
    Points(f64),
    /// An estimate, in discs.
    Discs(f64),
    /// A win in this number of the player's moves, with the plies if they are known.
    Wins(u64, Option<u16>),
    /// A loss in this number of moves of the opponent, with the plies if they are known.
    Loses(u64, Option<u16>),
}

impl DisplayScore {
    /// The meaning of a score in this variant; scores of solved games are exact.
    pub fn of(score: Score, variant: &str) -> DisplayScore {
        match score.distance() {
            None if score == Score::DRAW && matches!(variant, "lgame" | "rhombus") => DisplayScore::Draw,
            Some(plies) if score.is_win() => DisplayScore::Wins(u64::from(plies).div_ceil(2), Some(plies)),
            Some(plies) => DisplayScore::Loses(u64::from(plies).div_ceil(2), Some(plies)),
            None => DisplayScore::estimate(i64::from(score.0), variant),
        }
    }

    /// The meaning of a score that an engine reported.
    pub fn of_engine(score: EngineScore, variant: &str) -> DisplayScore {
        match score.kind {
            ScoreKind::Cp => DisplayScore::estimate(score.value, variant),
            ScoreKind::Mate if score.value > 0 => DisplayScore::Wins(score.value.unsigned_abs(), None),
            ScoreKind::Mate => DisplayScore::Loses(score.value.unsigned_abs(), None),
        }
    }

    fn estimate(hundredths: i64, variant: &str) -> DisplayScore {
        let value = hundredths as f64 / 100.0;
        if variant == "othello" { DisplayScore::Discs(value) } else { DisplayScore::Points(value) }
    }
}

/// The best `count` moves with their values for the side to move, best first; all moves in solved games.
pub(super) fn values(
    referee: &mut dyn Referee,
    options: &BTreeMap<String, String>,
    count: usize,
) -> Result<Vec<(String, Score)>> {
    if let Some(moves) = referee.exact_moves() {
        return Ok(moves);
    }
    let mut analyst = Analyst::new(referee, options)?;
    let parameters = GoParameters { movetime: Some(TIME), ..GoParameters::default() };
    // On a large board the time may not suffice for all moves.
    let shallow = GoParameters { depth: Some(1), ..GoParameters::default() };
    let lines = analyst.search(referee, parameters, count).or_else(|_| analyst.search(referee, shallow, count))?;
    Ok(lines.into_iter().filter_map(|line| Some((line.pv.into_iter().next()?, line.score))).collect())
}

/// Groups moves of equal value, in their order.
pub(super) fn by_worth<'a>(values: &'a [(String, Score)], variant: &str) -> Vec<(DisplayScore, Vec<&'a str>)> {
    let groups = values.chunk_by(|(_, one), (_, other)| one == other);
    groups
        .map(|group| (DisplayScore::of(group[0].1, variant), group.iter().map(|(mv, _)| mv.as_str()).collect()))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn move_numbers_and_plies_are_distinguished() {
        assert_eq!(DisplayScore::of(Score::win_in(5), "gomoku"), DisplayScore::Wins(3, Some(5)));
        assert_eq!(DisplayScore::of(Score::win_in(1), "gomoku"), DisplayScore::Wins(1, Some(1)));
        assert_eq!(DisplayScore::of(Score::loss_in(4), "gomoku"), DisplayScore::Loses(2, Some(4)));
        assert_eq!(DisplayScore::of(Score(123), "gomoku"), DisplayScore::Points(1.23));
        assert_eq!(DisplayScore::of(Score(123), "othello"), DisplayScore::Discs(1.23));
        assert_eq!(DisplayScore::of(Score::DRAW, "rhombus"), DisplayScore::Draw);
        let mate = |value| DisplayScore::of_engine(EngineScore { kind: ScoreKind::Mate, value }, "gomoku");
        assert_eq!([mate(3), mate(-2)], [DisplayScore::Wins(3, None), DisplayScore::Loses(2, None)]);
    }

    #[test]
    fn equal_moves_are_grouped() {
        let value = |mv: &str, score| (mv.to_string(), Score(score));
        let values = [value("a1", 5), value("b1", 5), value("c1", -5)];
        assert_eq!(
            by_worth(&values, "gomoku"),
            [(DisplayScore::Points(0.05), vec!["a1", "b1"]), (DisplayScore::Points(-0.05), vec!["c1"])]
        );
    }
}
