//! Knowledge of a game that is solved completely: exact answers from its table, draws by rule included.
//!
//! Must not know: which games these are, how the table is made, wire syntax.

pub mod lattice;
pub mod report;

use crate::game::{Game, Side};
use crate::score::Score;
use crate::search::control::{Stopped, Watch};
use crate::search::knowledge::{Course, Knowledge, RootLine, Unfinished};
use crate::solver::{Indexed, Values, retrograde, retrograde_with_draws};
use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::marker::PhantomData;
use std::sync::{Arc, OnceLock};

/// A game with a complete table.
pub trait Solved: Indexed {
    /// How deep the search looks that checks the table, in plies: as deep as it can within half a second in all.
    const CHECK_DEPTH: u16;

    /// In how many ways a side could move a piece on the board if it were its turn; all that is known when the table is
    /// not to be used.
    fn mobility(position: &Self::Position, side: Side) -> usize;

    /// Tells what is worth knowing of this game's table alone; the first lines of a report.
    fn report(values: &Values, tell: &mut dyn FnMut(String), watch: &mut Watch) -> Result<(), Stopped>;
}

/// The solved table, made on first use.
pub struct SolvedTables<G> {
    values: OnceLock<Values>,
    game: PhantomData<fn() -> G>,
}

impl<G> Default for SolvedTables<G> {
    fn default() -> Self {
        SolvedTables { values: OnceLock::new(), game: PhantomData }
    }
}

impl<G: Indexed> SolvedTables<G> {
    /// The exact values of all positions with unlimited play.
    pub fn values(&self) -> &Values {
        self.values.get_or_init(retrograde::<G>)
    }
}

/// The expert of a solved game.
pub struct SolvedKnowledge<G> {
    tables: Arc<SolvedTables<G>>,
}

impl<G: Solved> Knowledge for SolvedKnowledge<G> {
    type Game = G;
    type Tables = SolvedTables<G>;

    const HAS_TABLE: bool = true;

    fn new(tables: Arc<SolvedTables<G>>) -> Self {
        SolvedKnowledge { tables }
    }

    fn reset(&mut self, _root: &G::Position) {
        self.tables.values();
    }

    fn evaluate(&mut self, position: &G::Position) -> Score {
        Score::cp(self.explain(position).iter().map(|&(_, value)| value).sum())
    }

    fn explain(&mut self, position: &G::Position) -> Vec<(String, i32)> {
        /// What one more way to move is worth.
        const UNIT: i32 = 10;
        let side = G::side(position);
        let mobility = |side| UNIT * G::mobility(position, side) as i32;
        vec![("mobility".into(), mobility(side)), ("opponent's mobility".into(), -mobility(side.other()))]
    }

    fn root_lines(
        &mut self,
        course: Course<'_, G::Position>,
        watch: &mut Watch,
    ) -> Result<Vec<RootLine<G::Move>>, Stopped> {
        let Some(root) = course.positions.last() else { return Ok(Vec::new()) };
        let ruling = Ruling::<G>::new(self.tables.values(), course);
        let mut moves = Vec::new();
        G::legal_moves(root, &mut moves);
        let mut lines = Vec::with_capacity(moves.len());
        for mv in moves {
            watch.tick()?;
            watch.table_hit();
            lines.push(ruling.line(root, mv));
        }
        // Stable: moves of equal score stay in the order of `legal_moves`. Here, and in `Ruling::best`, is the place for
        // an opponent model that prefers some of them to others.
        lines.sort_by_key(|line| Reverse(line.score));
        Ok(lines)
    }

    fn report(&mut self, verify: bool, tell: &mut dyn FnMut(String), watch: &mut Watch) -> Result<(), Unfinished> {
        let values = self.tables.values();
        if verify { report::verify::<G>(values, tell, watch) } else { Ok(report::figures::<G>(values, tell, watch)?) }
    }
}

/// The longest line given for a drawn move, in plies.
const DRAWN_LINE: usize = 32;

/// What positions are worth in a game with its draws by rule.
///
/// A position that has occurred twice is a draw for whoever moves to it. Positions that have occurred once need no
/// care: who wins need not go through any of them twice more. A win that the ply limit cuts short is a draw, too; the distance
/// that counts is the one on the way round the draws.
struct Ruling<'a, G: Game> {
    /// The values with unlimited play.
    unlimited: &'a Values,
    /// The values under the draws by repetition, if there are any.
    repeated: Option<Values>,
    /// How often each position has occurred, by key.
    occurrences: HashMap<u64, usize>,
    /// Plies after which the game is drawn; 0 means never.
    max_plies: u32,
    game: PhantomData<G>,
}

impl<'a, G: Indexed> Ruling<'a, G> {
    fn new(unlimited: &'a Values, course: Course<'_, G::Position>) -> Self {
        let mut occurrences = HashMap::new();
        let mut twice = Vec::new();
        for position in course.positions {
            let count = occurrences.entry(G::key(position)).or_insert(0);
            *count += 1;
            if *count == 2 {
                twice.push((G::side(position), G::index(position)));
            }
        }
        let root = course.positions.last().filter(|_| !twice.is_empty());
        let repeated = root.map(|root| retrograde_with_draws::<G>(G::index(root), twice));
        Ruling { unlimited, repeated, occurrences, max_plies: course.max_plies, game: PhantomData }
    }

    /// The value of a position after the root.
    fn score(&self, position: &G::Position) -> Score {
        let values = self.repeated.as_ref().unwrap_or(self.unlimited);
        let score = values.score(G::side(position), G::index(position));
        match score.distance() {
            Some(distance) if self.beyond_limit(G::ply(position).saturating_add(u32::from(distance))) => Score::DRAW,
            _ => score,
        }
    }

    fn beyond_limit(&self, ply: u32) -> bool {
        self.max_plies > 0 && ply > self.max_plies
    }

    /// A root move's value, which is that of unlimited play unless the rules make it a draw, and optimal play after it
    /// under the rules.
    fn line(&self, root: &G::Position, mv: G::Move) -> RootLine<G::Move> {
        let mut position = root.clone();
        G::play(&mut position, mv);
        let score = match self.score(&position) {
            Score::DRAW => Score::DRAW,
            _ => self.unlimited.score(G::side(&position), G::index(&position)),
        };
        let mut pv = vec![mv];
        let mut passed = HashSet::new();
        loop {
            let score = self.score(&position);
            if score == Score::DRAW {
                let key = G::key(&position);
                let repeated = self.occurrences.contains_key(&key) || !passed.insert(key);
                if repeated || pv.len() == DRAWN_LINE || self.beyond_limit(G::ply(&position).saturating_add(1)) {
                    break;
                }
            }
            let Some(mv) = self.best(&mut position, score) else { break };
            G::play(&mut position, mv);
            pv.push(mv);
        }
        RootLine { score: (-score).deeper(1), pv }
    }

    /// The first move that keeps the value of a position; none when the game is over.
    fn best(&self, position: &mut G::Position, score: Score) -> Option<G::Move> {
        let mut moves = Vec::new();
        G::legal_moves(position, &mut moves);
        moves.into_iter().find(|&mv| {
            let undo = G::play(position, mv);
            let after = self.score(position);
            G::undo(position, mv, undo);
            (-after).deeper(1) == score
        })
    }
}
