//! The moves worth searching, each with a prior from what it makes and what it takes from the opponent.
//!
//! Must not know: the search around it, evaluation.

use super::rules::board::{Point, Position};
use super::rules::lines::FiveRule;
use super::threats::incremental::Threats;
use super::threats::shapes::ThreatClass;
use super::threats::static_proofs::ThreatView;
use crate::search::expert::{Coverage, Goal, Node, ScoredMove, StandPat};

/// Moves listed where nothing presses; moves that make or take a three or better come on top.
const QUIET_MOVES: usize = 24;
/// Fours that quiescence goes on with in one position, by the fours before it; the last number holds for all that
/// follow. Fewer and fewer, since the same fours in another order lead to the same place: six throughout can be 6^8
/// lines.
const FORCING_MOVES: [usize; 4] = [6, 3, 2, 1];
/// Least prior of a four that quiescence looks at: one that makes nothing else seldom leads on.
const LIVELY_FOUR: i32 = 3000;
/// Depth below which quiescence looks no further.
const LAST_FORCING_DEPTH: i16 = -16;

type Moves = Vec<ScoredMove<Point>>;

/// The lists for one position.
pub(super) struct MoveGenerator<'a> {
    view: ThreatView<'a>,
    position: &'a Position,
    threats: &'a Threats,
}

/// Whether a stone on one point is likely to work together with one on the other: it is within two rows and columns, or
/// four points away in a line. (Rapfi's quiescence looks at such fours only.)
fn is_near(point: Point, other: Point) -> bool {
    let (rows, columns) = (point.row().abs_diff(other.row()), point.col().abs_diff(other.col()));
    let is_in_line = rows == 0 || columns == 0 || rows == columns;
    rows.max(columns) <= if is_in_line { 4 } else { 2 }
}

impl<'a> MoveGenerator<'a> {
    /// The lists for the side to move.
    pub(super) fn new(view: ThreatView<'a>, position: &'a Position, threats: &'a Threats) -> MoveGenerator<'a> {
        MoveGenerator { view, position, threats }
    }

    fn scored(&self, mv: Point) -> ScoredMove<Point> {
        ScoredMove { mv, prior: self.threats.prior(mv, self.view.me) }
    }

    fn push(&self, points: impl IntoIterator<Item = Point>, moves: &mut Moves) {
        moves.extend(points.into_iter().map(|point| self.scored(point)));
    }

    fn legal_points(&self) -> impl Iterator<Item = Point> {
        self.position.board().empty_points().filter(|&point| self.view.is_legal(point))
    }

    /// The search's moves; see [`crate::search::expert::Expert::candidates`].
    pub(super) fn candidates(&self, node: &Node, moves: &mut Moves) -> Coverage {
        let coverage = if self.answer_fives(moves) {
            // All else misses a win in one, or loses in two.
            Coverage::Complete
        } else {
            match node.goal {
                Goal::Heuristic => self.by_value(moves),
                Goal::Mate => self.by_mate(node.depth, moves),
                Goal::Exact => self.everything(moves),
            }
        };
        if moves.is_empty() {
            self.push(self.legal_points().next(), moves);
        }
        coverage
    }

    /// Our fives, or the blocks if the opponent has five points (none may be legal); false if nobody has one.
    fn answer_fives(&self, moves: &mut Moves) -> bool {
        let mine = self.threats.points(self.view.me, ThreatClass::Five);
        let yours = self.threats.points(self.view.you, ThreatClass::Five);
        if mine.is_empty() {
            self.push(yours.iter().filter(|&point| self.view.is_legal(point)), moves);
        } else {
            self.push(mine.iter(), moves);
        }
        !(mine.is_empty() && yours.is_empty())
    }

    fn everything(&self, moves: &mut Moves) -> Coverage {
        self.push(self.legal_points(), moves);
        Coverage::Complete
    }

    /// What may force or refute a win within `depth` plies; the attacker moves at odd depths. Nobody has a five point.
    fn by_mate(&self, depth: i16, moves: &mut Moves) -> Coverage {
        let (me, you) = (self.view.me, self.view.you);
        // The opponent cannot make two five points at once, even if fouls came and went; and no block of mine is a
        // foul.
        let safe =
            self.threats.points(you, ThreatClass::OpenFour).is_empty() && self.threats.five_rule(me) != FiveRule::Fouls;
        match depth {
            // No win in one for the attacker, now or after any move.
            1 | 2 => Coverage::Partial,
            // A win in three begins with a four.
            3 => {
                self.push(self.view.fours(), moves);
                Coverage::Partial
            }
            // The attacker has no win in three, whatever the defender does.
            4 if safe => Coverage::Partial,
            // What loses in four plies neither wins nor refutes.
            _ => match self.answer_threats(moves) {
                Some(Coverage::Complete) => Coverage::Complete,
                _ => {
                    moves.clear();
                    self.everything(moves)
                }
            },
        }
    }

    fn by_value(&self, moves: &mut Moves) -> Coverage {
        let coverage = self.answer_threats(moves).unwrap_or(Coverage::Partial);
        if coverage == Coverage::Partial && moves.is_empty() {
            self.best_moves(moves);
        }
        coverage
    }

    /// Our fours and the moves that stop open fours, if the opponent threatens any.
    fn answer_threats(&self, moves: &mut Moves) -> Option<Coverage> {
        let stops = self.view.open_four_defences()?;
        self.push(self.view.fours(), moves);
        let fours = moves.len();
        for point in stops.points {
            if moves[..fours].iter().all(|listed| listed.mv != point) {
                moves.push(self.scored(point));
            }
        }
        Some(if stops.proven { Coverage::Complete } else { Coverage::Partial })
    }

    /// The moves of the greatest priors, down to the last that makes or takes a three.
    fn best_moves(&self, moves: &mut Moves) {
        if self.position.stones() == 0 {
            let middle = (self.position.board().size() - 1) / 2;
            return self.push([Point::new(middle, middle)], moves);
        }
        self.push(self.threats.connected_points(self.position), moves);
        if moves.is_empty() {
            self.push(self.position.board().empty_points(), moves);
        }
        let presses = |point: Point| {
            [self.view.me, self.view.you]
                .iter()
                .any(|&side| self.threats.point_shape(point, side).class() > ThreatClass::Quiet)
        };
        let pressing = moves.iter().filter(|listed| presses(listed.mv)).count();
        let kept = QUIET_MOVES.max(pressing + QUIET_MOVES / 2);
        if self.threats.possible_fouls(self.view.me).is_empty() && kept < moves.len() {
            moves.select_nth_unstable_by(kept, |a, b| b.prior.cmp(&a.prior).then(a.mv.cmp(&b.mv)));
            moves.truncate(kept);
        } else {
            moves.sort_unstable_by(|a, b| b.prior.cmp(&a.prior).then(a.mv.cmp(&b.mv)));
            let mut count = 0;
            moves.retain(|listed| {
                let wanted = count < kept && self.view.is_legal(listed.mv);
                count += usize::from(wanted);
                wanted
            });
        }
    }

    /// Quiescence's moves: fives, blocks of fives, and fours.
    pub(super) fn quiescence_moves(&self, node: &Node, moves: &mut Moves) -> StandPat {
        if self.answer_fives(moves) {
            let mine = self.threats.points(self.view.me, ThreatClass::Five);
            return if mine.is_empty() { StandPat::Forbidden } else { StandPat::Allowed };
        }
        if node.depth > LAST_FORCING_DEPTH {
            self.push(self.view.fours(), moves);
            let last = self.threats.ago(2);
            moves.retain(|listed| listed.prior >= LIVELY_FOUR && last.is_none_or(|last| is_near(listed.mv, last)));
            moves.sort_unstable_by_key(|listed| (-listed.prior, listed.mv));
            let fours = usize::try_from(-node.depth / 2).unwrap_or_default();
            let [.., last] = FORCING_MOVES;
            moves.truncate(FORCING_MOVES.get(fours).copied().unwrap_or(last));
        }
        StandPat::Allowed
    }
}
