//! Completely solved games: exact answers from a table of all positions, draws by rule included.
//!
//! Must not know: which games these are, how the table is made, wire syntax.

mod draw_rules;
mod expert;
pub mod report;
mod table;

pub use expert::SolvedExpert;
pub use table::RetrogradeTable;

use crate::game::{OptionSpec, Side};
use crate::games::playable::{OpenTable, Playable};
use crate::retrograde::{Chances, Fallible, Indexed, Values, retrograde};
use crate::search::stop::{Stopped, Watch};
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

impl<G: Solved> Playable for G {
    type Game = G;
    type Expert = SolvedExpert<G>;

    const OPTIONS: &'static [OptionSpec] = table::OPTIONS;
    const SOLVED_TABLE: Option<OpenTable<Self>> =
        Some(|tables, options| Box::new(RetrogradeTable::<G>::new(tables, options)));

    fn explain(_: &mut SolvedExpert<G>, position: &G::Position) -> Vec<(String, i32)> {
        expert::explain::<G>(position)
    }
}
