//! What the threats on the board prove: wins and losses within five plies, and the only moves that avert a loss.
//!
//! Every claim holds against all legal replies under the rule of the position. The arguments used throughout:
//! a stone takes from the opponent only the five point it stands on, and gives the opponent nothing; a colour without
//! a five point gets one only by a move of its own that makes a four.
//! Must not know: the search around it, evaluation.

use super::incremental::Threats;
use super::patterns::{Pattern, PatternTables, REACH};
use super::shapes::ThreatClass;
use crate::game::Side;
use crate::games::gomoku::rules::board::{Point, Position};
use crate::games::gomoku::rules::game::is_allowed;
use crate::games::gomoku::rules::lines::{DIRECTIONS, FiveRule};
use crate::score::{Bound, Score};
use crate::search::expert::OracleResult;

/// Empty points that cannot be fouls, beyond the few a proof fills, for `x` to have a move throughout it in renju: a
/// stone of its own may make suspects of no more than 40 points around it, and without a move the game is drawn.
const ROOM: usize = 50;

/// What makes five possible.
const FOURS: [ThreatClass; 3] = [ThreatClass::OpenFour, ThreatClass::FourThree, ThreatClass::Four];

/// A position, not over, with its threats, from the side to move.
pub struct ThreatView<'a> {
    position: &'a Position,
    threats: &'a Threats,
    patterns: &'a PatternTables,
    /// The side to move.
    pub me: Side,
    /// The opponent.
    pub you: Side,
}

impl<'a> ThreatView<'a> {
    /// The view of the side to move.
    pub fn new(position: &'a Position, threats: &'a Threats, patterns: &'a PatternTables) -> ThreatView<'a> {
        let me = position.side();
        ThreatView { position, threats, patterns, me, you: me.other() }
    }

    /// Whether I may play on this empty point.
    pub fn is_legal(&self, point: Point) -> bool {
        !self.threats.possible_fouls(self.me).contains(point) || is_allowed(self.position, point)
    }

    /// A legal move, if there is any; without one the game is drawn.
    pub fn any_move(&self) -> Option<Point> {
        self.position.board().empty_points().find(|&point| self.is_legal(point))
    }

    /// Whether there is a legal move.
    pub fn can_move(&self) -> bool {
        self.position.empties() > self.threats.possible_fouls(self.me).len() || self.any_move().is_some()
    }

    /// A point where I make five.
    pub fn five(&self) -> Option<Point> {
        self.threats.points(self.me, ThreatClass::Five).iter().next()
    }

    /// Whether there is a point where I make a four or better, but not five, forbidden or not.
    pub fn has_fours(&self) -> bool {
        FOURS.iter().any(|&class| !self.threats.points(self.me, class).is_empty())
    }

    /// My legal moves that make this.
    pub fn moves(&self, class: ThreatClass) -> impl Iterator<Item = Point> {
        self.threats.points(self.me, class).iter().filter(|&point| self.is_legal(point))
    }

    /// My legal moves that make a four or better, but not five.
    pub fn fours(&self) -> impl Iterator<Item = Point> {
        FOURS.into_iter().flat_map(|class| self.moves(class))
    }

    /// Whether `side`, if it has fouls, is sure to have legal moves for the next plies.
    pub fn has_room(&self, side: Side) -> bool {
        self.threats.five_rule(side) != FiveRule::Fouls
            || self.position.empties() - self.threats.possible_fouls(side).len() > ROOM
    }

    /// The value of the position, if a static proof settles it. Distances are those of the proofs, and the shortest
    /// possible where the bound is exact.
    pub fn proven_value(&self) -> Option<OracleResult<Point>> {
        let exact = |score, best| Some(OracleResult { score, bound: Bound::Exact, best });
        if let Some(five) = self.five() {
            return exact(Score::win_in(1), Some(five));
        }
        let your_fives = self.threats.points(self.you, ThreatClass::Five);
        let mut blocks = your_fives.iter().filter(|&point| self.is_legal(point));
        let win = match (your_fives.len(), blocks.next()) {
            // No stone stops two fives, and a forbidden stone stops none.
            (2.., block) => return exact(Score::loss_in(2), block),
            (1, None) => return exact(Score::loss_in(2), None),
            // My stone on your only five point leaves you without one.
            (_, Some(block)) => self.win_by(block),
            (_, None) => self.winning_move(),
        };
        if win.is_some() {
            return win;
        }
        let hopeless = your_fives.is_empty()
            && !self.has_fours()
            && self.open_four_defences().is_some_and(|stops| stops.proven && stops.points.is_empty());
        if hopeless { exact(Score::loss_in(4), None) } else { None }
    }

    /// A win by a four or more, when neither side has a five point.
    fn winning_move(&self) -> Option<OracleResult<Point>> {
        let points = self.moves(ThreatClass::OpenFour).chain(self.moves(ThreatClass::FourThree));
        points.filter_map(|point| self.win_by(point)).next()
    }

    /// The win that this legal move is proven to begin, when you have no five point after it.
    fn win_by(&self, point: Point) -> Option<OracleResult<Point>> {
        if !self.has_room(self.you) {
            return None;
        }
        match self.threats.point_shape(point, self.me).class() {
            // You have no five, and take one of two five points at the most.
            ThreatClass::OpenFour => {
                Some(OracleResult { score: Score::win_in(3), bound: Bound::Exact, best: Some(point) })
            }
            ThreatClass::FourThree if self.four_three_wins(point) => {
                // A block that is forbidden would make it shorter.
                let sure = self.threats.five_rule(self.you) != FiveRule::Fouls;
                let bound = if sure { Bound::Exact } else { Bound::Lower };
                Some(OracleResult { score: Score::win_in(5), bound, best: Some(point) })
            }
            _ => None,
        }
    }

    /// Whether a four and a three win: you must block the four, and if the block makes no four of yours, I make an open
    /// four of the three, which lies in another row and is not touched by the block. Not decided where my straight
    /// four may be a foul.
    fn four_three_wins(&self, point: Point) -> bool {
        let rule = self.threats.five_rule(self.me);
        let rows = self.threats.point_shape(point, self.me).rows;
        let Some(d) = (0..DIRECTIONS.len()).find(|&d| rows.is(d, Pattern::Four)) else { return false };
        let (line, bit) = self.position.board().line(point, d, self.me);
        let mut ends = line.with(bit).five_points(bit, rule).into_iter().flatten();
        rule != FiveRule::Fouls
            && ends.next().is_some_and(|end| {
                let block = point.step(d, end as i32 - bit as i32);
                self.threats.point_shape(block, self.you).class() < ThreatClass::Four
            })
    }

    /// My moves that leave you without a move that makes two five points at once, if you have one now; nobody has a
    /// five point. What is neither such a move nor a four of mine loses in four plies.
    pub fn open_four_defences(&self) -> Option<OpenFourDefences> {
        let fouls = self.threats.five_rule(self.you) == FiveRule::Fouls;
        let real = |&point: &Point| {
            !self.threats.possible_fouls(self.you).contains(point)
                || crate::games::gomoku::rules::renju::foul(self.position.board(), point).is_none()
        };
        let dangers: Vec<Point> = self.threats.points(self.you, ThreatClass::OpenFour).iter().filter(real).collect();
        let &first = dangers.first()?;
        // In the other directions it makes two five points whatever I do.
        let point_shape = self.threats.point_shape(first, self.you);
        let breakable =
            (0..DIRECTIONS.len()).filter(|&d| point_shape.class_with(d, Pattern::Dead) < ThreatClass::OpenFour);
        let near = breakable.flat_map(|d| {
            let (line, bit) = self.position.board().line(first, d, self.me);
            (bit - REACH..=bit + REACH)
                .filter(move |&place| line.is_empty(place) && place != bit)
                .map(move |place| first.step(d, place as i32 - bit as i32))
        });
        let points = std::iter::once(first)
            .chain(near)
            .filter(|&stone| dangers.iter().all(|&danger| self.averts(stone, danger)) && self.is_legal(stone))
            .collect();
        // My stone may make a foul of your threat, or of a point that kept it from being real.
        Some(OpenFourDefences { points, proven: !fouls && self.has_room(self.me) })
    }

    /// Whether your stone on `danger` does not make two five points any more after mine on `stone`.
    fn averts(&self, stone: Point, danger: Point) -> bool {
        let rows = stone.row() as i32 - danger.row() as i32;
        let cols = stone.col() as i32 - danger.col() as i32;
        let (d, count) = match (rows, cols) {
            (0, 0) => return true,
            (0, _) => (0, cols),
            (_, 0) => (1, rows),
            _ if rows == cols => (2, rows),
            _ if rows == -cols => (3, rows),
            _ => return false,
        };
        if count.unsigned_abs() > REACH {
            return false;
        }
        let (line, bit) = self.position.board().line(danger, d, self.you);
        let rule = self.threats.five_rule(self.you);
        let pattern = self.patterns.for_rule(rule).of_line(line.without((bit as i32 + count) as u32), bit);
        self.threats.point_shape(danger, self.you).class_with(d, pattern) < ThreatClass::OpenFour
    }
}

/// The answers to the threat of an open four.
pub struct OpenFourDefences {
    /// Legal moves that stop every such threat, each once.
    pub points: Vec<Point>,
    /// Whether it is proven that all other moves but fours lose in four plies.
    pub proven: bool,
}
