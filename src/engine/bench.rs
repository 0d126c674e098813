//! The benchmark: fixed positions of all games, a node count that is the same on every machine, and the speed.
//!
//! It uses settings and a table of its own, whatever the options say. Must not know: the session, the wire.

use super::{Emit, JobEvent};
use crate::game::Game;
use crate::games::{self, VARIANTS, Variant, Visitor};
use crate::search::clock::Clock;
use crate::search::control::StopToken;
use crate::search::expert::{Expert, Mv, RulesOf};
use crate::search::limits::Limits;
use crate::search::observer::{Effort, Note, Observer, PvLine};
use crate::search::parallel;
use crate::search::request::{MAX_DEPTH, SearchRequest};
use crate::search::transposition_table::TranspositionTable;
use crate::search::worker::Worker;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// What the benchmark runs with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Depth of every search; `None`: each game's own.
    pub depth: Option<u8>,
    /// Workers.
    pub threads: usize,
    /// Table size in MiB.
    pub hash: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Settings { depth: None, threads: 1, hash: 16 }
    }
}

/// Keeps the node count of the last line.
#[derive(Default)]
struct Nodes(u64);

impl<M> Observer<M> for Nodes {
    fn line(&mut self, _: usize, _: &PvLine<M>, effort: Effort) {
        self.0 = effort.nodes;
    }
    fn note(&mut self, _: Note) {}
}

/// The benchmark of one game: nodes searched, or `None` when stopped.
struct OneGame<'a> {
    settings: Settings,
    stop: &'a StopToken,
    emit: &'a Emit,
}

impl Visitor for OneGame<'_> {
    type Out = Result<Option<u64>, String>;

    fn visit<E: Expert>(self, variant: &'static Variant) -> Self::Out {
        let no_memory = |_| format!("no memory for a table of {} MB", self.settings.hash);
        let tables = Arc::<E::Tables>::default();
        let mut workers: Vec<Worker<E>> =
            (0..self.settings.threads).map(|_| Worker::new(tables.clone(), Arc::default())).collect();
        let mut total = 0;
        for text in variant.bench {
            let position = E::Game::parse_position(&RulesOf::<E>::default(), text).map_err(|error| error.0)?;
            // A table that the system zeroes as it is used: to clear gigabytes would keep a `stop` waiting.
            let table =
                Arc::new(TranspositionTable::new(self.settings.hash, self.settings.threads, false).map_err(no_memory)?);
            for worker in &mut workers {
                worker.new_game();
                worker.set_table(table.clone());
            }
            let request = SearchRequest::<E> {
                positions: vec![position],
                max_plies: 0,
                moves: Vec::<Mv<E>>::new(),
                lines: 1,
                depth: self.settings.depth.unwrap_or(variant.bench_depth).clamp(1, MAX_DEPTH),
                mate_plies: None,
                outcome_only: false,
                use_table: false,
                selective: true,
            };
            let clock = Arc::new(Clock::new(&Limits::default(), Instant::now(), Duration::ZERO, 1));
            let mut nodes = Nodes::default();
            let _ = parallel::search(&mut workers, &request, self.stop, &clock, &mut nodes);
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
    let begun = Instant::now();
    let mut total = 0;
    for variant in VARIANTS {
        match games::visit(variant, OneGame { settings, stop, emit }) {
            Some(Ok(Some(nodes))) => total += nodes,
            Some(Err(trouble)) => return emit(JobEvent::Trouble(trouble)),
            Some(Ok(None)) => return emit(JobEvent::BenchTotal(None)),
            None => {}
        }
    }
    emit(JobEvent::BenchTotal(Some((total, begun.elapsed()))));
}
