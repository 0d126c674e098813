//! What searches of all positions of a game say about its moves: values, losses, classes, ranks, turning points.
//!
//! The value of a move is that of the position after it, as far as it was searched to the same horizon or one an even
//! number of plies away: scores of odd and even depths differ systematically, which would look like a mistake.

use crate::classes::MoveClass;
use crate::fours;
use crate::report::{GameReport, LosingMove, MissedWin, MoveReport, Rank, Summary};
use crate::value::Value;
use anyhow::Result;
use quartet::game::Side;
use quartet::score::Score;
use quartet::wdl::Calibration;
use quartet_records::Game;
use quartet_rules::GameResult;

/// What a search found in a position.
pub(crate) struct Searched {
    /// The value for the side to move.
    pub(crate) value: Value,
    /// The depth in plies.
    pub(crate) depth: u16,
    /// Depth and score of each iteration, by increasing depth.
    pub(crate) iterations: Vec<(u16, Score)>,
    /// The best line; empty if the game is over.
    pub(crate) line: Vec<String>,
    /// Whether the move of the game is the first of the best line, or leads to an image of the same position.
    pub(crate) plays_best: bool,
    /// All legal moves with their scores, if they were ranked.
    pub(crate) ranking: Option<Ranking>,
    /// The number of legal moves.
    pub(crate) legal: usize,
    /// How estimates turn into chances here.
    pub(crate) calibration: Calibration,
    /// The position text.
    pub(crate) position: String,
    /// The side to move.
    pub(crate) side: Side,
}

/// All legal moves with their scores for the side to move.
pub(crate) struct Ranking {
    /// Moves and scores, best first.
    pub(crate) scores: Vec<(String, Score)>,
    /// Whether all of them are exact.
    pub(crate) is_exact: bool,
}

impl Searched {
    /// The value for the player who has just moved, to be compared with scores of searches of the position before to
    /// `depth` plies.
    fn after_move(&self, depth: u16) -> Value {
        let has_same_parity = |&&(own, _): &&(u16, Score)| own % 2 != depth % 2;
        let comparable = self.iterations.iter().rev().find(has_same_parity);
        let value = match comparable {
            Some((_, score)) if !self.value.is_exact() && !score.is_proven() => Value::Estimate(score.reported().0),
            _ => self.value,
        };
        value.before_the_move()
    }
}

/// The report on a game whose positions have been searched, one more than moves.
pub(crate) fn report(
    file: &str,
    number: usize,
    game: &Game,
    moves: &[String],
    searched: &[Searched],
) -> Result<GameReport> {
    let pairs = moves.iter().zip(searched.windows(2));
    let mut made: Vec<MoveReport> = pairs.map(|(mv, pair)| move_report(mv, &pair[0], &pair[1])).collect();
    made.iter_mut().take(game.opening_length()).for_each(|mv| mv.class = MoveClass::Opening);
    let mut summaries = [Summary::default(), Summary::default()];
    for (mv, position) in made.iter().zip(searched) {
        summaries[position.side.index()].add(mv);
    }
    let (first, last) = (&searched[0], &searched[searched.len() - 1]);
    let for_x = |side: Side, expected: f64| if side == Side::X { expected } else { 1.0 - expected };
    let last_value = match last.side {
        Side::X => last.value,
        Side::O => swapped(last.value),
    };
    let missed_wins = missed_wins(game, &made, searched)?;
    Ok(GameReport {
        file: file.into(),
        game: number,
        variant: game.variant.name.into(),
        options: game.options.clone(),
        players: [game.tags.first.clone(), game.tags.second.clone()],
        event: game.tags.event.clone(),
        date: game.tags.date.clone(),
        result: game.result,
        start: first.position.clone(),
        last_expected: for_x(last.side, last.value.expected(last.calibration)),
        losing_move: losing_move(game.result, last_value, &made),
        last_value,
        missed_wins,
        summaries,
        moves: made,
    })
}

/// The value of the same position for the other player.
fn swapped(value: Value) -> Value {
    match value {
        Value::Win(plies) => Value::Loss(plies),
        Value::Loss(plies) => Value::Win(plies),
        other => other.before_the_move(),
    }
}

/// The report on a move, from the positions before and after it.
fn move_report(mv: &str, position: &Searched, next: &Searched) -> MoveReport {
    let (before, after) = reconcile(position.value, next.after_move(position.depth), position.plays_best);
    let points = points_lost(before, after, position.calibration);
    let is_best = position.plays_best || before == after;
    let best = if is_best && position.line.first().is_none_or(|best| best != mv) {
        [mv.to_string()].into_iter().chain(next.line.iter().cloned()).collect()
    } else {
        position.line.clone()
    };
    MoveReport {
        side: position.side.letter(),
        mv: mv.into(),
        before,
        after,
        expected: [before, after].map(|value| value.expected(position.calibration)),
        loss: before.loss(after),
        points,
        class: if position.legal == 1 { MoveClass::Forced } else { MoveClass::of(points, is_best) },
        rank: rank(mv, is_best, position),
        legal: position.legal,
        depth: position.depth,
        best,
    }
}

/// The values before and after a move, in the view of its player, given what was found at the positions before and
/// after it. No move is better than the best: where the later search shows more, it tells what the position was worth.
/// An exact value is never replaced by an estimate, and only a proven win proves the value of the position before.
fn reconcile(before: Value, after: Value, is_first_choice: bool) -> (Value, Value) {
    let is_better = after.score() > before.score();
    match (before.is_exact(), after.is_exact()) {
        // The move begins the proven line, or no move avoids the loss.
        (true, false) if is_first_choice || before.is_lost() => (before, before),
        (true, false) => (before, after),
        // Proofs of wins and losses need not be the shortest.
        (true, true) if is_better => (after, after),
        (true, true) => (before, after),
        (false, true) if matches!(after, Value::Win(_)) => (after, after),
        (false, true) if is_first_choice || is_better => (Value::Estimate(after.score().reported().0), after),
        (false, true) => (before, after),
        (false, false) if is_first_choice || is_better => (after, after),
        (false, false) => (before, after),
    }
}

/// See [`MoveReport::points`].
fn points_lost(before: Value, after: Value, calibration: Calibration) -> f64 {
    let values = match (before, after) {
        (Value::Estimate(_), Value::Discs(_)) | (Value::Discs(_), Value::Estimate(_)) => {
            [before, after].map(|value| Value::Estimate(value.score().0))
        }
        _ => [before, after],
    };
    let [before, after] = values.map(|value| value.expected(calibration));
    (1e4 * (before - after).max(0.0)).round() / 100.0
}

/// The rank of a move.
fn rank(mv: &str, is_best: bool, position: &Searched) -> Option<Rank> {
    let ranking = position.ranking.as_ref();
    if is_best || position.legal == 1 {
        let exact = ranking.is_some_and(|ranking| ranking.is_exact);
        return Some(Rank { place: 1, exact: exact || position.legal == 1 });
    }
    let ranking = ranking?;
    let (_, score) = ranking.scores.iter().find(|(other, _)| other == mv)?;
    let better = ranking.scores.iter().filter(|(_, other)| other > score).count();
    // A shallower search may take the move for the best one; the deeper one knows a better one.
    let place = if ranking.is_exact { 1 + better } else { (1 + better).max(2) };
    Some(Rank { place, exact: ranking.is_exact })
}

/// The moves that gave a proven win away.
fn missed_wins(game: &Game, made: &[MoveReport], searched: &[Searched]) -> Result<Vec<MissedWin>> {
    let is_missed = |mv: &MoveReport| mv.class != MoveClass::Opening && mv.before.is_won() && !mv.after.is_won();
    let missed = made.iter().zip(searched).enumerate().filter(|(_, (mv, _))| is_missed(mv));
    missed
        .map(|(index, (mv, position))| {
            let plies = match mv.before {
                Value::Win(plies) => Some(plies),
                _ => None,
            };
            let kind = match game.variant.name {
                "gomoku" => fours::kind(&position.position, &game.options, &mv.best)?,
                _ => None,
            };
            Ok(MissedWin { index, plies, kind })
        })
        .collect()
}

/// The losing move, see [`GameReport::losing_move`]. The loser is that of the result, or else of the last position's
/// exact value.
fn losing_move(result: Option<GameResult>, last: Value, made: &[MoveReport]) -> Option<LosingMove> {
    let loser = match result {
        Some(GameResult::FirstWins) => 'o',
        Some(GameResult::SecondWins) => 'x',
        Some(GameResult::Draw) => return None,
        None if last.is_won() => 'o',
        None if last.is_lost() => 'x',
        None => return None,
    };
    let last_of = |is_losing: &dyn Fn(&MoveReport) -> bool| {
        made.iter().rposition(|mv| mv.side == loser && mv.class != MoveClass::Opening && is_losing(mv))
    };
    // An estimate before an exact margin does not tell whether the position before was lost too.
    let enters_exact = |mv: &MoveReport| matches!((mv.before, mv.after), (Value::Estimate(_), Value::Discs(_)));
    // A move that costs nothing has not lost the game, even if the proof begins after it.
    let proven = last_of(&|mv| mv.class.is_error() && !mv.before.is_lost() && mv.after.is_lost() && !enters_exact(mv));
    let estimated = || last_of(&|mv| mv.expected[0] >= 0.5 && mv.expected[1] < 0.5);
    let of = |is_proven| move |index| LosingMove { index, is_proven };
    proven.map(of(true)).or_else(|| estimated().map(of(false)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::example;

    #[test]
    fn a_move_is_compared_at_a_horizon_of_the_same_parity() {
        let searched = |value, iterations: &[(u16, i16)]| Searched {
            value,
            depth: 8,
            iterations: iterations.iter().map(|&(depth, score)| (depth, Score(score))).collect(),
            line: Vec::new(),
            plays_best: false,
            ranking: None,
            legal: 4,
            calibration: Calibration::default(),
            position: String::new(),
            side: Side::X,
        };
        let both = [(6, 90), (7, -10), (8, 120)];
        assert_eq!(searched(Value::Estimate(120), &both).after_move(8), Value::Estimate(10));
        assert_eq!(searched(Value::Estimate(120), &both).after_move(9), Value::Estimate(-120));
        assert_eq!(searched(Value::Estimate(120), &[(8, 120)]).after_move(8), Value::Estimate(-120));
        assert_eq!(searched(Value::Win(5), &both).after_move(8), Value::Loss(6));
    }

    #[test]
    fn no_move_is_better_than_the_best() {
        let (low, high) = (Value::Estimate(-50), Value::Estimate(80));
        assert_eq!(reconcile(low, high, false), (high, high));
        assert_eq!(reconcile(high, low, false), (high, low));
        assert_eq!(reconcile(high, low, true), (low, low));
        assert_eq!(reconcile(low, Value::Discs(4), false), (Value::Estimate(400), Value::Discs(4)));
        assert_eq!(reconcile(high, Value::Discs(-4), false), (high, Value::Discs(-4)));
        assert_eq!(reconcile(high, Value::Discs(-4), true), (Value::Estimate(-400), Value::Discs(-4)));
        assert_eq!(reconcile(low, Value::Win(7), false), (Value::Win(7), Value::Win(7)));
        assert_eq!(reconcile(Value::Win(5), low, true), (Value::Win(5), Value::Win(5)));
        assert_eq!(reconcile(Value::Win(5), low, false), (Value::Win(5), low));
        assert_eq!(reconcile(Value::Discs(2), Value::Discs(-2), false), (Value::Discs(2), Value::Discs(-2)));
        assert_eq!(reconcile(Value::Win(9), Value::Win(5), false), (Value::Win(5), Value::Win(5)));
        assert_eq!(reconcile(Value::Loss(6), low, false), (Value::Loss(6), Value::Loss(6)));
    }

    #[test]
    fn a_margin_is_certain_only_beside_an_exact_one() {
        let calibration = Calibration::default();
        let lost = |before, after| points_lost(before, after, calibration);
        assert_eq!(lost(Value::Discs(2), Value::Discs(-2)), 100.0);
        assert_eq!(lost(Value::Estimate(0), Value::Discs(-1)), 25.0);
        assert_eq!(lost(Value::Estimate(0), Value::Loss(4)), 50.0);
        assert_eq!(lost(Value::Estimate(0), Value::Estimate(50)), 0.0);
    }

    #[test]
    fn the_losing_move_is_the_last_that_lost_what_was_not_lost() {
        let made = |values: [Value; 2]| MoveReport {
            before: values[0],
            after: values[1],
            expected: values.map(|value| value.expected(Calibration::default())),
            class: MoveClass::of(points_lost(values[0], values[1], Calibration::default()), false),
            ..example(["a", "b"]).moves[1].clone()
        };
        let losing = |made: &[MoveReport]| losing_move(Some(GameResult::FirstWins), Value::Discs(2), made);
        let (even, bad) = (Value::Estimate(10), Value::Estimate(-90));
        let lost = made([Value::Discs(-2), Value::Discs(-4)]);
        let proven = [made([Value::Discs(0), Value::Discs(-2)]), lost.clone()];
        assert_eq!(losing(&proven), Some(LosingMove { index: 0, is_proven: true }));
        let entering = [made([even, bad]), made([bad, Value::Discs(-2)]), lost];
        assert_eq!(losing(&entering), Some(LosingMove { index: 0, is_proven: false }));
        assert_eq!(losing(&[made([bad, Value::Loss(9)])]), Some(LosingMove { index: 0, is_proven: true }));
        let hopeless = made([Value::Estimate(-900), Value::Loss(20)]);
        assert_eq!(losing(&[made([even, bad]), hopeless]), Some(LosingMove { index: 0, is_proven: false }));
        assert_eq!(losing_move(Some(GameResult::Draw), Value::Draw, &proven), None);
    }
}
