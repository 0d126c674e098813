//! Completely solved games: exact values from a table of all positions, including draws by rule.

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

/// A game that is solved by retrograde analysis.
pub trait Solved: Indexed {
    /// The depth of the searches that check the table, in plies; all of them together take about half a second.
    const CHECK_DEPTH: u16;

    /// The number of moves of pieces on the board that a side would have if it were its turn: the evaluation for
    /// searches without the table.
    fn mobility(position: &Self::Position, side: Side) -> usize;

    /// Writes the statistics that are specific to this game, which come first in a report.
    fn report(values: &Values, write: &mut dyn FnMut(String), watch: &mut Watch) -> Result<(), Stopped>;
}

/// The values and chances of a game, computed on first use.
pub struct SolvedTables<G> {
    values: OnceLock<Values>,
    /// The chances for the most recently used model of the opponent.
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

    /// The chances of an error of this opponent, for all positions.
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
