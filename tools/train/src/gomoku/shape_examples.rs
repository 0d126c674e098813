//! Training examples for the weights of shapes, from the positions of self-play games.

use super::games::{Game, Searched};
use crate::logistic::{logit, sigmoid};
use quartet::game::{Game as _, Side};
use quartet::games::gomoku::threats::incremental::Threats;
use quartet::games::gomoku::threats::patterns::PatternTables;
use quartet::games::gomoku::threats::shapes::{ShapeIndex, ShapeTable, ThreatClass};
use quartet::games::gomoku::threats::weights::{rule_side, threat_pair};
use quartet::games::gomoku::{Gomoku, Point, Position};
use quartet::random::mix;
use quartet::score::Score;

/// Positions with a proven result nearer than this many plies get no target: the search finds such a win before it
/// evaluates the position.
const MIN_PROVEN_PLIES: u16 = 11;
/// One game in this many belongs to the validation set.
const VALIDATION_INTERVAL: u64 = 40;

/// A training example.
pub(super) struct ShapeExample {
    /// Rule sides of the side to move and of the opponent.
    pub rule_sides: [usize; 2],
    /// For the side to move and for the opponent, the connected shapes on the board, each with the number of points
    /// that have it.
    pub counts: [Vec<(ShapeIndex, i16)>; 2],
    /// Index of the pair of strongest threats of the two sides.
    pub pair: usize,
    /// Target of the evaluation, as an expected score for the side to move; `None` if a proven result is too near.
    pub target: Option<f32>,
    /// For each candidate move, the best move first, the shapes of the side to move and of the opponent on its point.
    /// Empty if moves are forced.
    pub moves: Vec<[ShapeIndex; 2]>,
    /// Whether the example belongs to the validation set.
    pub is_validation: bool,
}

/// Result of a game for a side: 1 for a win, 0.5 for a draw and 0 for a loss.
pub(super) fn result(game: &Game, side: Side) -> f32 {
    match game.winner {
        Some(winner) if winner == side => 1.0,
        Some(_) => 0.0,
        None => 0.5,
    }
}

/// Expected score for the side to move according to a search.
pub(super) fn expected_score(score: Score) -> f32 {
    match score.distance() {
        Some(_) => f32::from(u8::from(score.is_win())),
        None => sigmoid(logit(f32::from(Score::cp(score.0.into()).0))),
    }
}

/// Whether the positions of a game belong to the validation set. Depends only on the moves of the game.
pub(super) fn is_validation(game: &Game) -> bool {
    game.moves.iter().fold(0, |hash, mv| mix(hash ^ mv.index() as u64)) % VALIDATION_INTERVAL == 0
}

/// Examples from the searched positions of a game, except those that are decided by their threats. `result_weight` is
/// the weight of the game result in the target; the search score has weight `1 - result_weight`.
pub(super) fn examples(game: &Game, result_weight: f32) -> Vec<ShapeExample> {
    let patterns = PatternTables::default();
    let mut position = Gomoku::start(&game.rules);
    let is_validation = is_validation(game);
    let mut threats = Threats::default();
    let mut examples = Vec::new();
    for (index, &mv) in game.moves.iter().enumerate() {
        if let Some(searched) = index.checked_sub(game.opening_len()).map(|index| game.searched[index]) {
            threats.reset(&position, &patterns);
            let target = target(searched, result(game, position.side()), result_weight);
            examples.extend(example(&position, &threats, searched.best_move, target, is_validation));
        }
        Gomoku::play(&mut position, mv);
    }
    examples
}

fn target(searched: Searched, result: f32, result_weight: f32) -> Option<f32> {
    let expected = expected_score(searched.score);
    match searched.score.distance() {
        Some(plies) if plies < MIN_PROVEN_PLIES => None,
        Some(_) => Some(expected),
        None => Some(result_weight * result + (1.0 - result_weight) * expected),
    }
}

fn example(
    position: &Position,
    threats: &Threats,
    best_move: Point,
    target: Option<f32>,
    is_validation: bool,
) -> Option<ShapeExample> {
    let sides = [position.side(), position.side().other()];
    let [own_threat, opponent_threat] = sides.map(|side| threats.strongest(side));
    if own_threat >= ThreatClass::UnstoppableFour || opponent_threat == ThreatClass::Five {
        return None;
    }
    let is_forced = opponent_threat >= ThreatClass::UnstoppableFour;
    Some(ShapeExample {
        rule_sides: sides.map(|side| rule_side(position.rule(), side)),
        counts: sides.map(|side| shape_counts(position, threats, side)),
        pair: threat_pair(own_threat, opponent_threat),
        target,
        moves: if is_forced { Vec::new() } else { candidate_moves(position, threats, best_move) },
        is_validation,
    })
}

/// Number of points for each connected shape of a side.
fn shape_counts(position: &Position, threats: &Threats, side: Side) -> Vec<(ShapeIndex, i16)> {
    let shapes = ShapeTable::get();
    let connected = threats.connected_points(position);
    let mut codes: Vec<ShapeIndex> = connected.map(|point| threats.point_shape(point, side).shape).collect();
    codes.retain(|&code| shapes.shape(code).is_connected);
    codes.sort_unstable();
    codes.chunk_by(|a, b| a == b).map(|chunk| (chunk[0], chunk.len() as i16)).collect()
}

/// Shapes of both sides on the connected points, the best move first; empty if the best move is not among them.
fn candidate_moves(position: &Position, threats: &Threats, best_move: Point) -> Vec<[ShapeIndex; 2]> {
    let sides = [position.side(), position.side().other()];
    let codes = |point: Point| sides.map(|side| threats.point_shape(point, side).shape);
    let others = threats.connected_points(position).filter(|&point| point != best_move);
    if threats.connected_points(position).any(|point| point == best_move) {
        std::iter::once(best_move).chain(others).map(codes).collect()
    } else {
        Vec::new()
    }
}
