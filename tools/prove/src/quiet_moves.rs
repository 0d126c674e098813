//! Candidates for quiet moves of the attacker.

use crate::nodes::{attacker_key, replies};
use quartet::game::Side;
use quartet::games::gomoku::solvers::search_board::SearchBoard;
use quartet::games::gomoku::threats::shapes::ThreatClass;
use quartet::games::gomoku::{GomokuExpert, Point, Position, Tables};
use quartet::random::mix;
use quartet::score::Score;
use quartet::search::limits::Limits;
use quartet::search::observer::PvLine;
use quartet::search::parallel;
use quartet::search::request::{MAX_DEPTH, SearchRequest};
use quartet::search::stop::StopToken;
use quartet::search::time_management::TimeManager;
use quartet::search::transposition_table::TranspositionTable;
use quartet::search::worker::Worker;
use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Candidates are at most this many rows and columns from a stone of x …
const NEAR: usize = 2;
/// … or in line with one, at most this far away.
const NEAR_IN_LINE: usize = 4;
/// The number of moves kept for the same stones of x.
const MAX_KEPT: usize = 6;
/// The size of the guide's transposition table in MiB.
const GUIDE_TABLE: usize = 256;
/// Searches for advice begin with a fraction of the nodes, and end when a win is found.
const STAGES: [u64; 3] = [16, 4, 1];

/// All moves that may be worth trying, the best shapes first. If the defender has a five point or threatens an open
/// four, only moves that do something about it.
pub(crate) fn candidates(board: &SearchBoard<'_>) -> Vec<Point> {
    let position = board.position();
    let attackers: Vec<Point> = position.board().stones_of(Side::X).collect();
    let is_worth = |point: Point| is_threatened(board) || attackers.iter().any(|&stone| is_near(point, stone));
    let mut points: Vec<Point> = position.board().empty_points().filter(|&point| is_worth(point)).collect();
    retain_sensible(board, &mut points);
    let threats = board.threats();
    points.sort_by_key(|&point| std::cmp::Reverse(threats.prior(point, Side::X)));
    points
}

/// Whether the opponent of the side to move has a five point or threatens an open four.
pub(crate) fn is_threatened(board: &SearchBoard<'_>) -> bool {
    let view = board.view();
    !board.threats().points(view.opponent, ThreatClass::Five).is_empty() || view.open_four_defences().is_some()
}

/// Whether stones on two points are likely to combine.
fn is_near(point: Point, stone: Point) -> bool {
    let (rows, columns) = (point.row().abs_diff(stone.row()), point.col().abs_diff(stone.col()));
    let in_line = rows == 0 || columns == 0 || rows == columns;
    rows.max(columns) <= if in_line { NEAR_IN_LINE } else { NEAR }
}

/// Removes moves that are not empty points, or that lose at once.
fn retain_sensible(board: &SearchBoard<'_>, points: &mut Vec<Point>) {
    let view = board.view();
    let fives: Vec<Point> = board.threats().points(view.opponent, ThreatClass::Five).iter().collect();
    let fours: Vec<Point> = view.fours().collect();
    let defences = if fives.is_empty() { view.open_four_defences().map(|found| found.points) } else { None };
    points.retain(|point| {
        board.position().board().stone(*point).is_none()
            && fives.iter().all(|five| five == point)
            && defences.as_ref().is_none_or(|defences| defences.contains(point) || fours.contains(point))
    });
}

/// Moves that won in other positions with the same stones of x.
#[derive(Default)]
pub(crate) struct Killers(HashMap<u64, Vec<Point>>);

impl Killers {
    /// The moves that won in positions with the same stones of x, the latest first.
    pub(crate) fn of(&self, board: &SearchBoard<'_>) -> Vec<Point> {
        let mut points = self.0.get(&attacker_key(board.position())).cloned().unwrap_or_default();
        retain_sensible(board, &mut points);
        points
    }

    /// Adds a move that won.
    pub(crate) fn add(&mut self, position: &Position, mv: Point) {
        add_first(self.0.entry(attacker_key(position)).or_default(), mv, MAX_KEPT);
    }
}

/// Puts a point at the front of a list of at most `max` points.
pub(crate) fn add_first(points: &mut Vec<Point>, point: Point, max: usize) {
    points.retain(|&known| known != point);
    points.insert(0, point);
    points.truncate(max);
}

/// What the engine's search says of a position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Advice {
    /// The best move.
    pub(crate) mv: Point,
    /// Whether the search believes that the move wins.
    pub(crate) is_win: bool,
    /// The nodes searched.
    nodes: u64,
}

/// The engine's own search, which proposes moves.
pub(crate) struct Guide {
    worker: Worker<GomokuExpert>,
    /// What was said of positions, by key.
    known: HashMap<u64, Advice>,
}

impl Default for Guide {
    fn default() -> Guide {
        let table = TranspositionTable::new(GUIDE_TABLE, 1, false).unwrap_or_default();
        let worker = Worker::new(Arc::new(Tables::default()), Arc::new(table));
        Guide { worker, known: HashMap::new() }
    }
}

impl Guide {
    /// What a search with at most `nodes` nodes says of a position, if these moves are left out; `None` if it has no
    /// other move.
    pub(crate) fn advice(&mut self, position: &Position, nodes: u64, excluded: &[Point]) -> Option<Advice> {
        let key = excluded.iter().fold(position.key(), |key, mv| key ^ mix(mv.index() as u64));
        for nodes in STAGES.map(|fraction| nodes / fraction) {
            let known = self.known.get(&key).copied();
            if let Some(known) = known.filter(|known| known.is_win || known.nodes >= nodes) {
                if known.is_win {
                    break;
                }
                continue;
            }
            let line = self.lines(position, 1, nodes, excluded).into_iter().next()?;
            let is_win = line.score.0 >= Score::ESTIMATE_LIMIT;
            let advice = Advice { mv: *line.pv.first()?, is_win, nodes };
            self.known.insert(key, advice);
        }
        self.known.get(&key).copied()
    }

    /// The best `count` moves of a search with `nodes` nodes.
    pub(crate) fn moves(&mut self, position: &Position, count: usize, nodes: u64) -> Vec<Point> {
        self.lines(position, count, nodes, &[]).iter().filter_map(|line| line.pv.first().copied()).collect()
    }

    fn lines(&mut self, position: &Position, count: usize, nodes: u64, excluded: &[Point]) -> Vec<PvLine<Point>> {
        let mut moves = replies(position);
        moves.retain(|mv| !excluded.contains(mv));
        if moves.is_empty() {
            return Vec::new();
        }
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let time_manager = Arc::new(TimeManager::new(&limits, Instant::now(), Duration::ZERO, 1));
        let moves = if excluded.is_empty() { Vec::new() } else { moves };
        let request = SearchRequest { multi_pv: count, moves, ..SearchRequest::new(position.clone(), MAX_DEPTH) };
        let workers = std::slice::from_mut(&mut self.worker);
        let found = parallel::search(workers, &request, &StopToken::default(), &time_manager, &mut ());
        found.map(|found| found.result.lines).unwrap_or_default()
    }
}
