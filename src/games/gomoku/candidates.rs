//! Move generation: the moves worth searching, each with a prior from the shape that it makes and the shape that it
//! prevents.

use super::rules::board::{Point, Position};
use super::rules::lines::FiveRule;
use super::threats::incremental::Threats;
use super::threats::shapes::ThreatClass;
use super::threats::static_proofs::ThreatView;
use crate::search::expert::{Coverage, Goal, Node, ScoredMove, StandPat};
use std::cmp::Ordering;

/// The number of moves generated in positions without threats. Moves that make or prevent an open three or better are
/// generated in addition.
const QUIET_MOVES: usize = 40;
/// The number of fours that quiescence searches in a position, by the number of fours already played in quiescence; the
/// last entry also applies to all deeper positions. The numbers decrease because a constant limit would explode: six
/// fours at each of eight levels make 6^8 lines, most of which transpose into each other.
const QUIESCENCE_FOURS: [usize; 4] = [6, 3, 2, 1];
/// The minimum prior of fours in quiescence. Fours that make no other shape rarely lead to a win.
const MIN_QUIESCENCE_PRIOR: i32 = 3000;
/// The depth at which quiescence ends.
const MIN_QUIESCENCE_DEPTH: i16 = -16;

type Moves = Vec<ScoredMove<Point>>;

/// Generates the moves of a position.
pub(super) struct MoveGenerator<'a> {
    view: ThreatView<'a>,
    position: &'a Position,
    threats: &'a Threats,
}

/// Whether two stones on these points are likely to combine: they are at most two rows and columns apart, or at most
/// four points on a line. (Rapfi's quiescence is restricted to such fours.)
fn is_near(point: Point, other: Point) -> bool {
    let (rows, columns) = (point.row().abs_diff(other.row()), point.col().abs_diff(other.col()));
    let is_in_line = rows == 0 || columns == 0 || rows == columns;
    rows.max(columns) <= if is_in_line { 4 } else { 2 }
}

/// Orders moves by score, the greatest first, then by point.
fn by_score(scored: &ScoredMove<Point>, other: &ScoredMove<Point>) -> Ordering {
    other.score.cmp(&scored.score).then(scored.mv.cmp(&other.mv))
}

/// Drops all but the `count` moves with the greatest scores.
pub(super) fn keep_best(moves: &mut Moves, count: usize) {
    if count < moves.len() {
        moves.select_nth_unstable_by(count, by_score);
        moves.truncate(count);
    }
}

impl<'a> MoveGenerator<'a> {
    /// A generator for the side to move.
    pub(super) fn new(view: ThreatView<'a>, position: &'a Position, threats: &'a Threats) -> MoveGenerator<'a> {
        MoveGenerator { view, position, threats }
    }

    fn scored(&self, mv: Point) -> ScoredMove<Point> {
        ScoredMove { mv, score: self.threats.prior(mv, self.view.side) }
    }

    fn push(&self, points: impl IntoIterator<Item = Point>, moves: &mut Moves) {
        moves.extend(points.into_iter().map(|point| self.scored(point)));
    }

    fn legal_points(&self) -> impl Iterator<Item = Point> {
        self.position.board().empty_points().filter(|&point| self.view.is_legal(point))
    }

    /// The moves of the main search; see [`crate::search::expert::Expert::candidates`].
    pub(super) fn candidates(&self, node: &Node, moves: &mut Moves) -> Coverage {
        let coverage = if self.push_fives_or_blocks(moves) {
            // All other moves miss a win in one or lose in two.
            Coverage::Complete
        } else {
            match node.goal {
                Goal::Heuristic => self.heuristic_moves(moves),
                Goal::Mate => self.mate_moves(node.depth, moves),
                Goal::Solve => self.all_moves(moves),
            }
        };
        if moves.is_empty() {
            self.push(self.legal_points().next(), moves);
        }
        coverage
    }

    /// Generates the side's fives or, if only the opponent has five points, the legal blocks, of which there may be
    /// none. Returns whether either side has a five point.
    fn push_fives_or_blocks(&self, moves: &mut Moves) -> bool {
        let fives = self.threats.points(self.view.side, ThreatClass::Five);
        let opponent_fives = self.threats.points(self.view.opponent, ThreatClass::Five);
        if fives.is_empty() {
            self.push(opponent_fives.iter().filter(|&point| self.view.is_legal(point)), moves);
        } else {
            self.push(fives.iter(), moves);
        }
        !(fives.is_empty() && opponent_fives.is_empty())
    }

    /// Generates all legal moves.
    fn all_moves(&self, moves: &mut Moves) -> Coverage {
        self.push(self.legal_points(), moves);
        Coverage::Complete
    }

    /// Generates the moves that may force or refute a win within `depth` plies; the attacker moves at odd depths.
    /// Neither side may have a five point.
    fn mate_moves(&self, depth: i16, moves: &mut Moves) -> Coverage {
        let (side, opponent) = (self.view.side, self.view.opponent);
        // The opponent has no open four, even if fouls appear or disappear, and none of the blocks is a foul.
        let safe = self.threats.points(opponent, ThreatClass::UnstoppableFour).is_empty()
            && self.threats.five_rule(side) != FiveRule::ExactWithFouls;
        match depth {
            // The attacker has no win in one, now or after any move.
            1 | 2 => Coverage::Partial,
            // A win in three begins with a four.
            3 => {
                self.push(self.view.fours(), moves);
                Coverage::Partial
            }
            // The attacker has no win in three after any move of the defender.
            4 if safe => Coverage::Partial,
            // Moves that lose in four plies neither win nor refute.
            _ => match self.push_open_four_defences(moves) {
                Some(Coverage::Complete) => Coverage::Complete,
                _ => {
                    moves.clear();
                    self.all_moves(moves)
                }
            },
        }
    }

    /// Generates the moves of a heuristic search. Neither side may have a five point.
    fn heuristic_moves(&self, moves: &mut Moves) -> Coverage {
        let coverage = self.push_open_four_defences(moves).unwrap_or(Coverage::Partial);
        if coverage == Coverage::Partial && moves.is_empty() {
            self.best_moves(moves);
        }
        coverage
    }

    /// If the opponent threatens an open four, generates the side's fours and the defences.
    fn push_open_four_defences(&self, moves: &mut Moves) -> Option<Coverage> {
        let defences = self.view.open_four_defences()?;
        self.push(self.view.fours(), moves);
        let fours = moves.len();
        for point in defences.points {
            if moves[..fours].iter().all(|listed| listed.mv != point) {
                moves.push(self.scored(point));
            }
        }
        Some(if defences.is_complete { Coverage::Complete } else { Coverage::Partial })
    }

    /// Generates the moves with the greatest priors: all that make or prevent an open three or better, and some more.
    fn best_moves(&self, moves: &mut Moves) {
        if self.position.stones() == 0 {
            let centre = (self.position.board().size() - 1) / 2;
            return self.push([Point::new(centre, centre)], moves);
        }
        self.push(self.threats.connected_points(self.position), moves);
        if moves.is_empty() {
            self.push(self.position.board().empty_points(), moves);
        }
        let kept = QUIET_MOVES.max(self.threats.threatening_points() + QUIET_MOVES / 2);
        if self.threats.possible_fouls(self.view.side).is_empty() && kept < moves.len() {
            keep_best(moves, kept);
        } else {
            moves.sort_unstable_by(by_score);
            let mut count = 0;
            moves.retain(|listed| {
                let wanted = count < kept && self.view.is_legal(listed.mv);
                count += usize::from(wanted);
                wanted
            });
        }
    }

    /// The moves of quiescence: fives, blocks of fives, and fours.
    pub(super) fn quiescence_moves(&self, node: &Node, moves: &mut Moves) -> StandPat {
        if self.push_fives_or_blocks(moves) {
            let fives = self.threats.points(self.view.side, ThreatClass::Five);
            return if fives.is_empty() { StandPat::Forbidden } else { StandPat::Allowed };
        }
        if node.depth > MIN_QUIESCENCE_DEPTH {
            self.push(self.view.fours(), moves);
            let last = self.threats.move_before(2);
            moves.retain(|listed| {
                listed.score >= MIN_QUIESCENCE_PRIOR && last.is_none_or(|last| is_near(listed.mv, last))
            });
            moves.sort_unstable_by_key(|listed| (-listed.score, listed.mv));
            let fours = usize::try_from(-node.depth / 2).unwrap_or_default();
            let [.., last] = QUIESCENCE_FOURS;
            moves.truncate(QUIESCENCE_FOURS.get(fours).copied().unwrap_or(last));
        }
        StandPat::Allowed
    }
}
