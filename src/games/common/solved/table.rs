//! The table of a solved game, computed by retrograde analysis, and its options.

use super::draw_rules::DrawRuleValues;
use super::{Solved, SolvedTables, report};
use crate::game::{OptionKind, OptionReader, OptionSpec};
use crate::games::solved_table::{GameHistory, SolveError, SolvedTable};
use crate::retrograde::Fallible;
use crate::search::prover::ProvenLine;
use crate::search::stop::{Stopped, Watch};
use std::sync::Arc;

/// Option: whether moves of equal value are ordered by the probability that the opponent errs.
const SWINDLE: &str = "Swindle";
/// Option: the search depth that the opponent is assumed to have, in plies.
const OPPONENT_DEPTH: &str = "Opponent Depth";

/// The options of every solved game.
pub(super) const OPTIONS: &[OptionSpec] = &[
    OptionSpec { name: SWINDLE, kind: OptionKind::Check { default: true } },
    OptionSpec { name: OPPONENT_DEPTH, kind: OptionKind::Spin { default: 2, min: 0, max: 20 } },
];

/// The table of a solved game, computed on first use.
pub struct RetrogradeTable<G> {
    tables: Arc<SolvedTables<G>>,
    /// The model of the opponent whose errors order moves of equal value, if any.
    opponent: Option<Fallible>,
}

impl<G: Solved> RetrogradeTable<G> {
    /// A table with the current option values.
    pub fn new(tables: Arc<SolvedTables<G>>, options: OptionReader<'_>) -> Self {
        let depth = options(OPPONENT_DEPTH).and_then(|text| text.parse().ok()).unwrap_or(0);
        let swindle = options(SWINDLE).is_some_and(|text| text == "true");
        RetrogradeTable { tables, opponent: swindle.then_some(Fallible { depth }) }
    }
}

impl<G: Solved> SolvedTable<G> for RetrogradeTable<G> {
    fn prepare(&self) {
        self.tables.values();
        if let Some(opponent) = self.opponent {
            self.tables.chances(opponent);
        }
    }

    fn root_lines(
        &self,
        history: GameHistory<'_, G::Position>,
        moves: &[G::Move],
        count: usize,
        watch: &mut Watch,
    ) -> Result<Vec<ProvenLine<G::Move>>, Stopped> {
        let Some(root) = history.positions.last() else { return Ok(Vec::new()) };
        let chances = self.opponent.map(|opponent| self.tables.chances(opponent));
        let values = DrawRuleValues::<G>::new(self.tables.values(), chances.as_deref(), history);
        let mut ranked: Vec<_> = values.ranks(root, moves).into_iter().zip(moves).collect();
        for _ in moves {
            watch.tick()?;
            watch.table_hit();
        }
        // The sort is stable, so equal moves stay in the given order.
        ranked.sort_by(|(one, _), (other, _)| other.total_cmp(one));
        ranked.truncate(count);
        let line = |(_, &mv)| if watch.token().is_set() { Err(Stopped) } else { Ok(values.line(root, mv)) };
        ranked.into_iter().map(line).collect()
    }

    fn statistics(&self, write: &mut dyn FnMut(String), watch: &mut Watch) -> Result<(), Stopped> {
        report::statistics::<G>(self.tables.values(), write, watch)
    }

    fn verify(&self, write: &mut dyn FnMut(String), watch: &mut Watch) -> Result<(), SolveError> {
        report::verify::<G>(self.tables.values(), write, watch)
    }
}
