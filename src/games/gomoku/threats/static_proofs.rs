//! Static proofs: wins and losses within five plies that the threats prove without search, and the only moves that
//! avoid a loss.
//!
//! Every claim holds against all legal replies under the rule of the position. Two arguments are used throughout: a
//! stone removes only the five point that it occupies from the opponent and creates none for the opponent; and a colour
//! without a five point gets one only by making a four.

use super::incremental::Threats;
use super::patterns::{Pattern, PatternTables, REACH};
use super::shapes::ThreatClass;
use crate::game::Side;
use crate::games::gomoku::rules::board::{Point, Position};
use crate::games::gomoku::rules::game::is_allowed;
use crate::games::gomoku::rules::lines::{DIRECTIONS, FiveRule};
use crate::games::gomoku::rules::renju;
use crate::score::{Bound, Score};
use crate::search::expert::OracleResult;

/// In renju, `x` certainly has a legal move throughout a proof if more than this many empty points cannot be fouls: a
/// stone can make possible fouls of at most 40 points, and a proof fills only a few. (Without a legal move the game is
/// drawn.)
const SAFE_POINTS: usize = 50;

/// The classes that make a four.
const FOURS: [ThreatClass; 3] = [ThreatClass::UnstoppableFour, ThreatClass::FourThree, ThreatClass::Four];

/// The threats of a position in which the game is not over, from the perspective of the side to move.
pub struct ThreatView<'a> {
    position: &'a Position,
    threats: &'a Threats,
    patterns: &'a PatternTables,
    /// The side to move.
    pub side: Side,
    /// The opponent.
    pub opponent: Side,
}

impl<'a> ThreatView<'a> {
    /// The threats of a position, from the perspective of the side to move.
    pub fn new(position: &'a Position, threats: &'a Threats, patterns: &'a PatternTables) -> ThreatView<'a> {
        let side = position.side();
        ThreatView { position, threats, patterns, side, opponent: side.other() }
    }

    /// Whether a move to an empty point is legal.
    pub fn is_legal(&self, point: Point) -> bool {
        !self.threats.possible_fouls(self.side).contains(point) || is_allowed(self.position, point)
    }

    /// Any legal move. Without one, the game is drawn.
    pub fn any_move(&self) -> Option<Point> {
        self.position.board().empty_points().find(|&point| self.is_legal(point))
    }

    /// Whether there is a legal move.
    pub fn can_move(&self) -> bool {
        self.position.empties() > self.threats.possible_fouls(self.side).len() || self.any_move().is_some()
    }

    /// A point where the side to move makes five.
    pub fn five(&self) -> Option<Point> {
        self.threats.points(self.side, ThreatClass::Five).iter().next()
    }

    /// Whether `side` has a point that makes a four or an open four, legal or not.
    pub fn has_fours(&self, side: Side) -> bool {
        FOURS.iter().any(|&class| !self.threats.points(side, class).is_empty())
    }

    /// The legal moves of this class.
    pub fn moves(&self, class: ThreatClass) -> impl Iterator<Item = Point> {
        self.threats.points(self.side, class).iter().filter(|&point| self.is_legal(point))
    }

    /// The legal moves that make a four or an open four.
    pub fn fours(&self) -> impl Iterator<Item = Point> {
        FOURS.into_iter().flat_map(|class| self.moves(class))
    }

    /// Whether `side` certainly has a legal move in each of the next plies.
    pub fn certainly_has_move(&self, side: Side) -> bool {
        self.threats.five_rule(side) != FiveRule::ExactWithFouls
            || self.position.empties() - self.threats.possible_fouls(side).len() > SAFE_POINTS
    }

    /// The value of the position if a static proof decides it. Distances are those of the proof; if the bound is exact,
    /// they are the shortest possible.
    pub fn proven_value(&self) -> Option<OracleResult<Point>> {
        let exact = |score, best| Some(OracleResult { score, bound: Bound::Exact, best });
        if let Some(five) = self.five() {
            return exact(Score::win_in(1), Some(five));
        }
        let opponent_fives = self.threats.points(self.opponent, ThreatClass::Five);
        let mut blocks = opponent_fives.iter().filter(|&point| self.is_legal(point));
        let win = match (opponent_fives.len(), blocks.next()) {
            // No stone blocks two five points, and a forbidden stone blocks none.
            (2.., block) => return exact(Score::loss_in(2), block),
            (1, None) => return exact(Score::loss_in(2), None),
            // The block leaves the opponent without a five point.
            (_, Some(block)) => self.win_by(block),
            (_, None) => self.winning_move(),
        };
        if win.is_some() {
            return win;
        }
        let is_lost = opponent_fives.is_empty()
            && !self.has_fours(self.side)
            && self.open_four_defences().is_some_and(|defences| defences.is_complete && defences.points.is_empty());
        if is_lost { exact(Score::loss_in(4), None) } else { None }
    }

    /// A win by a four or two open threes, if neither side has a five point.
    fn winning_move(&self) -> Option<OracleResult<Point>> {
        const CLASSES: [ThreatClass; 3] =
            [ThreatClass::UnstoppableFour, ThreatClass::FourThree, ThreatClass::DoubleThree];
        CLASSES.into_iter().flat_map(|class| self.moves(class)).find_map(|point| self.win_by(point))
    }

    /// The proven win that starts with a legal move after which the opponent has no five point, if there is one.
    fn win_by(&self, point: Point) -> Option<OracleResult<Point>> {
        if !self.certainly_has_move(self.opponent) {
            return None;
        }
        match self.threats.point_shape(point, self.side).class() {
            // The opponent has no five, and blocks at most one of two five points.
            ThreatClass::UnstoppableFour => {
                Some(OracleResult { score: Score::win_in(3), bound: Bound::Exact, best: Some(point) })
            }
            ThreatClass::FourThree if self.four_three_wins(point) => Some(self.win_in_five(point)),
            ThreatClass::DoubleThree if self.double_three_wins() => Some(self.win_in_five(point)),
            _ => None,
        }
    }

    /// The result of a win in five plies, if there is none in three.
    fn win_in_five(&self, point: Point) -> OracleResult<Point> {
        // If the opponent's block of a four is forbidden, the win is shorter.
        let is_exact = self.threats.five_rule(self.opponent) != FiveRule::ExactWithFouls;
        let bound = if is_exact { Bound::Exact } else { Bound::Lower };
        OracleResult { score: Score::win_in(5), bound, best: Some(point) }
    }

    /// Whether a four with an open three wins. The opponent must block the four. If the block makes no four, the open
    /// three becomes an open four, because it is in another line than the block. Returns `false` if the side to move is
    /// subject to fouls, since the open four might be one.
    fn four_three_wins(&self, point: Point) -> bool {
        let rule = self.threats.five_rule(self.side);
        let patterns = self.threats.point_shape(point, self.side).patterns;
        let Some(d) = (0..DIRECTIONS.len()).find(|&d| patterns.is(d, Pattern::ClosedFour)) else { return false };
        let (line, bit) = self.position.board().side_line(point, d, self.side);
        let mut ends = line.with(bit).five_points(bit, rule).into_iter().flatten();
        rule != FiveRule::ExactWithFouls
            && ends.next().is_some_and(|end| {
                let block = point.step(d, end as i32 - bit as i32);
                self.threats.point_shape(block, self.opponent).class() < ThreatClass::Four
            })
    }

    /// Whether two open threes win: the opponent can make no four. The threes share only the new stone, so that no
    /// stone stops both, and the other one becomes an open four. Returns `false` if the side to move is subject to
    /// fouls. (Rapfi's static check for wins has the case, too.)
    fn double_three_wins(&self) -> bool {
        self.threats.five_rule(self.side) != FiveRule::ExactWithFouls && !self.has_fours(self.opponent)
    }

    /// If the opponent threatens an open four: the moves after which no such threat is left. All other moves except
    /// fours lose in four plies. Neither side may have a five point.
    pub fn open_four_defences(&self) -> Option<OpenFourDefences> {
        let fouls = self.threats.five_rule(self.opponent) == FiveRule::ExactWithFouls;
        let is_legal_threat = |&point: &Point| {
            !self.threats.possible_fouls(self.opponent).contains(point)
                || renju::foul(self.position.board(), point).is_none()
        };
        let open_four_threats: Vec<Point> =
            self.threats.points(self.opponent, ThreatClass::UnstoppableFour).iter().filter(is_legal_threat).collect();
        let &first = open_four_threats.first()?;
        // A stone stops the first threat only in a direction whose pattern the threat needs.
        let point_shape = self.threats.point_shape(first, self.opponent);
        let directions =
            (0..DIRECTIONS.len()).filter(|&d| point_shape.class_with(d, Pattern::Dead) < ThreatClass::UnstoppableFour);
        let near = directions.flat_map(|d| {
            let (line, bit) = self.position.board().side_line(first, d, self.side);
            (bit - REACH..=bit + REACH)
                .filter(move |&place| line.is_empty(place) && place != bit)
                .map(move |place| first.step(d, place as i32 - bit as i32))
        });
        let points = std::iter::once(first)
            .chain(near)
            .filter(|&stone| open_four_threats.iter().all(|&threat| self.averts(stone, threat)) && self.is_legal(stone))
            .collect();
        // In renju, a stone elsewhere may turn the threat into a foul.
        Some(OpenFourDefences { points, is_complete: !fouls && self.certainly_has_move(self.side) })
    }

    /// Whether the opponent makes no open four on `threat` after a move of the side to move to `stone`.
    fn averts(&self, stone: Point, threat: Point) -> bool {
        let rows = stone.row() as i32 - threat.row() as i32;
        let cols = stone.col() as i32 - threat.col() as i32;
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
        let (line, bit) = self.position.board().side_line(threat, d, self.opponent);
        let rule = self.threats.five_rule(self.opponent);
        let pattern = self.patterns.for_rule(rule).pattern(line.with_obstacle((bit as i32 + count) as u32), bit);
        self.threats.point_shape(threat, self.opponent).class_with(d, pattern) < ThreatClass::UnstoppableFour
    }
}

/// The defences against threats of an open four.
pub struct OpenFourDefences {
    /// The legal moves that stop every such threat, each once.
    pub points: Vec<Point>,
    /// Whether it is proven that all other moves except fours lose in four plies.
    pub is_complete: bool,
}
