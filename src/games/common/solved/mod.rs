//! Knowledge of a game that is solved completely: exact answers from its table, draws by rule included.
//!
//! Must not know: which games these are, how the table is made, wire syntax.

mod draw_rules;
pub mod report;

use crate::game::{OptionKind, OptionReader, OptionSpec, Side};
use crate::score::Score;
use crate::search::control::{Stopped, Watch};
use crate::search::expert::{Expert, GameHistory, ProvenLine, SolveError};
use crate::solver::{Chances, Fallible, Indexed, Values, retrograde};
use draw_rules::DrawRuleValues;
use parking_lot::Mutex;
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

/// What is computed about a game, on first use.
pub struct SolvedTables<G> {
    values: OnceLock<Values>,
    /// The chances against the opponent that was asked for last.
    chances: Mutex<Option<Arc<Chances>>>,
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
            Some(chances) if chances.opponent() == opponent => Arc::clone(chances),
            _ => Arc::clone(kept.insert(Arc::new(Chances::new::<G>(self.values(), opponent)))),
        }
    }
}

/// Option: whether moves of equal value are told apart by the chance that the opponent goes wrong.
const SWINDLE: &str = "Swindle";
/// Option: how many plies the opponent is thought to see.
const OPPONENT_DEPTH: &str = "Opponent Depth";

/// The expert of a solved game.
pub struct SolvedExpert<G> {
    tables: Arc<SolvedTables<G>>,
    /// The opponent to lead astray, if any.
    opponent: Option<Fallible>,
}

impl<G: Solved> Expert for SolvedExpert<G> {
    type Game = G;
    type Tables = SolvedTables<G>;

    const OPTIONS: &'static [OptionSpec] = &[
        OptionSpec { name: SWINDLE, kind: OptionKind::Check { default: true } },
        OptionSpec { name: OPPONENT_DEPTH, kind: OptionKind::Spin { default: 2, min: 0, max: 20 } },
    ];
    const HAS_TABLE: bool = true;

    fn new(tables: Arc<SolvedTables<G>>) -> Self {
        SolvedExpert { tables, opponent: None }
    }

    fn configure(&mut self, options: OptionReader<'_>) {
        let depth = options(OPPONENT_DEPTH).and_then(|text| text.parse().ok()).unwrap_or(0);
        let swindle = options(SWINDLE).is_some_and(|text| text == "true");
        self.opponent = swindle.then_some(Fallible { depth });
    }

    fn on_root(&mut self, _root: &G::Position) {
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
        history: GameHistory<'_, G::Position>,
        moves: &[G::Move],
        count: usize,
        watch: &mut Watch,
    ) -> Result<Vec<ProvenLine<G::Move>>, Stopped> {
        let Some(root) = history.positions.last() else { return Ok(Vec::new()) };
        let chances = self.opponent.map(|opponent| self.tables.chances(opponent));
        let draw_rules = DrawRuleValues::<G>::new(self.tables.values(), chances.as_deref(), history);
        let mut ranked: Vec<_> = draw_rules.ranks(root, moves).into_iter().zip(moves).collect();
        for _ in moves {
            watch.tick()?;
            watch.table_hit();
        }
        // Stable: moves without any difference stay in the order given.
        ranked.sort_by(|(one, _), (other, _)| other.total_cmp(one));
        ranked.truncate(count);
        let line = |(_, &mv)| if watch.token().is_set() { Err(Stopped) } else { Ok(draw_rules.line(root, mv)) };
        ranked.into_iter().map(line).collect()
    }

    fn report(&mut self, verify: bool, tell: &mut dyn FnMut(String), watch: &mut Watch) -> Result<(), SolveError> {
        let values = self.tables.values();
        if verify { report::verify::<G>(values, tell, watch) } else { Ok(report::figures::<G>(values, tell, watch)?) }
    }
}
