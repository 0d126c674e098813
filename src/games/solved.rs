//! Knowledge of a game that is solved completely: exact answers from its table, draws by rule included.
//!
//! Must not know: which games these are, how the table is made, wire syntax.

pub mod lattice;

use crate::game::{Game, OptionKind, OptionReader, OptionSpec, Side};
use crate::score::Score;
use crate::search::control::{Stopped, Watch};
use crate::search::knowledge::{Course, Knowledge, RootLine};
use crate::solver::{Chances, Fallible, Indexed, Values, chances, retrograde, retrograde_with_draws};
use parking_lot::Mutex;
use std::collections::{HashMap, HashSet};
use std::cmp::Ordering;
use std::marker::PhantomData;
use std::sync::{Arc, OnceLock};

/// A game with a complete table.
pub trait Solved: Indexed {
    /// In how many ways a side could move a piece on the board if it were its turn; all that is known when the table is
    /// not to be used.
    fn mobility(position: &Self::Position, side: Side) -> usize;
}

/// What is computed about a game, on first use.
pub struct SolvedTables<G> {
    values: OnceLock<Values>,
    /// The chances against the opponent that was asked for last.
    chances: Mutex<Option<(Fallible, Arc<Chances>)>>,
    game: PhantomData<fn() -> G>,
}

impl<G> Default for SolvedTables<G> {
    fn default() -> Self {
        SolvedTables { values: OnceLock::new(), chances: Mutex::default(), game: PhantomData }
    }
}

impl<G: Indexed> SolvedTables<G> {
    /// The exact values of all positions with unlimited play.
    pub fn values(&self) -> &Values {
        self.values.get_or_init(retrograde::<G>)
    }

    /// The chances in all positions that this opponent goes wrong.
    pub fn chances(&self, opponent: Fallible) -> Arc<Chances> {
        let mut kept = self.chances.lock();
        match &*kept {
            Some((known, chances)) if *known == opponent => Arc::clone(chances),
            _ => {
                let made = Arc::new(chances::<G>(self.values(), opponent));
                *kept = Some((opponent, Arc::clone(&made)));
                made
            }
        }
    }
}

/// Option: whether moves of equal value are told apart by the chance that the opponent goes wrong.
const SWINDLE: &str = "Swindle";
/// Option: how many plies the opponent is thought to see.
const OPPONENT_DEPTH: &str = "Opponent Depth";

/// The expert of a solved game.
pub struct SolvedKnowledge<G> {
    tables: Arc<SolvedTables<G>>,
    /// The opponent to lead astray, if any.
    opponent: Option<Fallible>,
}

impl<G: Solved> Knowledge for SolvedKnowledge<G> {
    type Game = G;
    type Tables = SolvedTables<G>;

    const OPTIONS: &'static [OptionSpec] = &[
        OptionSpec { name: SWINDLE, kind: OptionKind::Check { default: true } },
        OptionSpec { name: OPPONENT_DEPTH, kind: OptionKind::Spin { default: 2, min: 0, max: 20 } },
    ];
    const HAS_TABLE: bool = true;

    fn new(tables: Arc<SolvedTables<G>>) -> Self {
        SolvedKnowledge { tables, opponent: None }
    }

    fn configure(&mut self, options: OptionReader<'_>) {
        let depth = options(OPPONENT_DEPTH).and_then(|text| text.parse().ok()).unwrap_or(0);
        let swindle = options(SWINDLE).is_some_and(|text| text == "true");
        self.opponent = swindle.then_some(Fallible { depth });
    }

    fn reset(&mut self, _root: &G::Position) {
        self.tables.values();
        if let Some(opponent) = self.opponent {
            self.tables.chances(opponent);
        }
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
        moves: &[G::Move],
        count: usize,
        watch: &mut Watch,
    ) -> Result<Vec<RootLine<G::Move>>, Stopped> {
        let Some(root) = course.positions.last() else { return Ok(Vec::new()) };
        let chances = self.opponent.map(|opponent| self.tables.chances(opponent));
        let ruling = Ruling::<G>::new(self.tables.values(), chances.as_deref(), course);
        let mut position = root.clone();
        let mut ranked = Vec::with_capacity(moves.len());
        for &mv in moves {
            watch.tick()?;
            watch.table_hit();
            ranked.push((ruling.rank(&mut position, mv), mv));
        }
        // Stable: moves without any difference stay in the order given.
        ranked.sort_by(|(one, _), (other, _)| other.total_cmp(one));
        ranked.truncate(count);
        let line = |(_, mv)| if watch.token().is_set() { Err(Stopped) } else { Ok(ruling.line(root, mv)) };
        ranked.into_iter().map(line).collect()
    }
}

/// How good a move is: first its value, then the chance that the opponent goes wrong.
#[derive(Clone, Copy)]
struct Rank {
    score: Score,
    chance: f32,
}

impl Rank {
    fn total_cmp(&self, other: &Self) -> Ordering {
        self.score.cmp(&other.score).then(self.chance.total_cmp(&other.chance))
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
    /// The chances that the opponent goes wrong, if they count.
    chances: Option<&'a Chances>,
    /// The values under the draws by repetition, if there are any.
    repeated: Option<Values>,
    /// How often each position has occurred, by key.
    occurrences: HashMap<u64, usize>,
    /// Plies after which the game is drawn; 0 means never.
    max_plies: u32,
    game: PhantomData<G>,
}

impl<'a, G: Indexed> Ruling<'a, G> {
    fn new(unlimited: &'a Values, chances: Option<&'a Chances>, course: Course<'_, G::Position>) -> Self {
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
        Ruling { unlimited, chances, repeated, occurrences, max_plies: course.max_plies, game: PhantomData }
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

    /// A root move's value for the side that makes it: that of unlimited play, unless the rules make it a draw.
    fn root_score(&self, after: &G::Position) -> Score {
        let score = match self.score(after) {
            Score::DRAW => Score::DRAW,
            _ => self.unlimited.score(G::side(after), G::index(after)),
        };
        (-score).deeper(1)
    }

    /// Whether whoever moves to this position ends the game as a draw.
    fn is_drawn_at_once(&self, position: &G::Position) -> bool {
        let third = self.occurrences.get(&G::key(position)).is_some_and(|&times| times >= 2);
        third || self.beyond_limit(G::ply(position).saturating_add(1))
    }

    /// The chance that an opponent who is to move here goes wrong.
    fn chance(&self, position: &G::Position) -> f32 {
        match self.chances {
            Some(chances) if !self.is_drawn_at_once(position) => chances.after_move_to(G::index(position)),
            _ => 0.0,
        }
    }

    /// How good a move is at the root, `position`, which comes back as it was.
    fn rank(&self, position: &mut G::Position, mv: G::Move) -> Rank {
        let undo = G::play(position, mv);
        let rank = Rank { score: self.root_score(position), chance: self.chance(position) };
        G::undo(position, mv, undo);
        rank
    }

    /// A root move with its value, and optimal play after it under the rules.
    fn line(&self, root: &G::Position, mv: G::Move) -> RootLine<G::Move> {
        let mut position = root.clone();
        G::play(&mut position, mv);
        let score = self.root_score(&position);
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
        RootLine { score, pv }
    }

    /// The move that keeps the value of a position, the first with the best chance; none when the game is over.
    fn best(&self, position: &mut G::Position, score: Score) -> Option<G::Move> {
        let mut moves = Vec::new();
        G::legal_moves(position, &mut moves);
        let mut best = None;
        for mv in moves {
            let undo = G::play(position, mv);
            if (-self.score(position)).deeper(1) == score {
                let chance = self.chance(position);
                if best.is_none_or(|(_, found)| chance > found) {
                    best = Some((mv, chance));
                }
            }
            G::undo(position, mv, undo);
            if best.is_some() && self.chances.is_none() {
                break;
            }
        }
        best.map(|(mv, _)| mv)
    }
}
