//! The benchmark: fixed positions of all games, a node count that is the same on every machine, and the speed.
//!
//! It uses settings and a table of its own, whatever the options say.

use super::{Emit, JobEvent};
use crate::game::Notation;
use crate::games::common::processor::Processor;
use crate::games::playable::{Playable, RulesOf, TablesOf};
use crate::games::{self, VARIANTS, Variant, Visitor};
use crate::search::limits::Limits;
use crate::search::observer::{Note, Observer, PvLine, SearchStats};
use crate::search::parallel;
use crate::search::request::{MAX_DEPTH, SearchRequest};
use crate::search::stop::StopToken;
use crate::search::time_management::TimeManager;
use crate::search::transposition_table::TranspositionTable;
use crate::search::worker::Worker;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The largest depth of a search, in plies.
pub const LARGEST_DEPTH: u8 = MAX_DEPTH;

/// Settings of the benchmark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Depth of every search in plies; `None` means each game's own.
    pub depth: Option<u8>,
    /// Number of search threads.
    pub threads: usize,
    /// Table size in MiB.
    pub hash: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Settings { depth: None, threads: 1, hash: 16 }
    }
}

/// Observer that keeps the node count of the last line.
#[derive(Default)]
struct NodeCounter(u64);

impl<M> Observer<M> for NodeCounter {
    fn line(&mut self, _: usize, _: &PvLine<M>, stats: SearchStats) {
        self.0 = stats.nodes;
    }
    fn note(&mut self, _: Note) {}
}

/// The benchmark of one game: nodes searched, or `None` when stopped.
struct BenchVariant<'a> {
    settings: Settings,
    stop: &'a StopToken,
    emit: &'a Emit,
}

impl Visitor for BenchVariant<'_> {
    type Out = Result<Option<u64>, String>;

    fn visit<P: Playable>(self, variant: &'static Variant) -> Self::Out {
        let no_memory = |_| format!("no memory for a table of {} MB", self.settings.hash);
        let tables = Arc::<TablesOf<P>>::default();
        let mut workers: Vec<Worker<P::Expert>> =
            (0..self.settings.threads).map(|_| Worker::new(tables.clone(), Arc::default())).collect();
        let mut total = 0;
        for text in variant.bench {
            let position = P::Game::parse_position(&RulesOf::<P>::default(), text).map_err(|error| error.0)?;
            // The system zeroes this table page by page as it is used: clearing gigabytes up front would delay a
            // `stop`.
            let table =
                Arc::new(TranspositionTable::new(self.settings.hash, self.settings.threads, false).map_err(no_memory)?);
            for worker in &mut workers {
                worker.new_game();
                worker.set_table(table.clone());
            }
            let depth = self.settings.depth.unwrap_or(variant.bench_depth);
            let request = SearchRequest::<P::Expert>::new(position, depth);
            let time_manager = Arc::new(TimeManager::new(&Limits::default(), Instant::now(), Duration::ZERO, 1));
            let mut nodes = NodeCounter::default();
            let _ = parallel::search(&mut workers, &request, self.stop, &time_manager, &mut nodes);
            if self.stop.is_set() {
                return Ok(None);
            }
            (self.emit)(JobEvent::BenchPosition(variant.name, (*text).to_string(), nodes.0));
            total += nodes.0;
        }
        Ok(Some(total))
    }
}

/// Runs the benchmark over all games.
pub fn run(settings: Settings, stop: &StopToken, emit: &Emit) {
    let started = Instant::now();
    let mut total = 0;
    for variant in VARIANTS {
        match games::visit(variant, BenchVariant { settings, stop, emit }) {
            Some(Ok(Some(nodes))) => total += nodes,
            Some(Err(error)) => return emit(JobEvent::Error(error)),
            Some(Ok(None)) => return emit(JobEvent::BenchTotal(None)),
            None => {}
        }
    }
    emit(JobEvent::BenchProcessor(Processor::detect().name()));
    emit(JobEvent::BenchTotal(Some((total, started.elapsed()))));
}
