//! The engine of one game: its record, and its search workers, which the running job borrows.

mod book;
mod description;
mod go;
mod one_ply;
mod perft;
mod proof;
mod solve;

use super::book::Book;
use super::certificate_answer::SharedCertificate;
use super::job::JobHandle;
use super::options::{Options, names};
use super::record::Record;
use super::{Description, Emit, Engine, Job, JobContext, JobOutcome, Setup, TextLine, VariantInfo};
use crate::game::{Game, Notation, Side};
use crate::games::Variant;
use crate::games::playable::{Playable, RulesOf, TablesOf};
use crate::games::solved_table::SolvedTable;
use crate::random::SplitMix64;
use crate::score::Score;
use crate::search::expert::Expert;
use crate::search::stop::StopToken;
use crate::search::time_management::TimeManager;
use crate::search::transposition_table::TranspositionTable;
use crate::search::worker::Worker;
use parking_lot::Mutex;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

/// What the thread of a job returns.
struct JobResult<P: Playable> {
    /// The pv of the line to play; empty if there is no move.
    pv: Vec<String>,
    /// The workers, for the next search.
    workers: Vec<Worker<P::Expert>>,
}

impl<P: Playable> JobResult<P> {
    /// The result of a job that needs no workers and finds no move.
    fn empty() -> Self {
        JobResult { pv: Vec::new(), workers: Vec::new() }
    }
}

/// The engine of the game that `P` names.
pub struct GameEngine<P: Playable> {
    variant: &'static Variant,
    rules: RulesOf<P>,
    record: Record<P::Game>,
    max_plies: u32,
    /// Values of the options of this game.
    own_options: Vec<Option<String>>,
    /// The certificate, if the options do not turn it off.
    certificate: Option<SharedCertificate<P::Game>>,
    /// What a search needs, built when it is first used: a process that only answers questions starts at once.
    tables: OnceLock<Arc<TablesOf<P>>>,
    workers: Vec<Worker<P::Expert>>,
    rng: SplitMix64,
    running: Option<JobHandle<JobResult<P>>>,
    time_manager: Option<Arc<TimeManager>>,
    /// The table of workers between searches: an empty one.
    empty_table: Arc<TranspositionTable>,
    /// The move to play if the search panics.
    fallback: Option<String>,
}

/// The random number generator for a value of option `Seed`; 0 asks for an unpredictable sequence.
fn seeded_rng(seed: u64) -> SplitMix64 {
    use std::hash::{BuildHasher, Hasher};
    match seed {
        0 => SplitMix64::new(std::collections::hash_map::RandomState::new().build_hasher().finish()),
        seed => SplitMix64::new(seed),
    }
}

impl<P: Playable> GameEngine<P> {
    /// An engine at the start position of default rules.
    pub fn new(variant: &'static Variant) -> Self {
        let rules = RulesOf::<P>::default();
        GameEngine {
            variant,
            record: Record::new(P::Game::start(&rules)),
            rules,
            max_plies: Options::default().number(names::MAX_PLIES) as u32,
            own_options: Vec::new(),
            certificate: None,
            tables: OnceLock::new(),
            workers: Vec::new(),
            rng: seeded_rng(0),
            running: None,
            time_manager: None,
            fallback: None,
            empty_table: Arc::default(),
        }
    }

    fn tables(&self) -> Arc<TablesOf<P>> {
        self.tables.get_or_init(Arc::default).clone()
    }

    /// A new expert with the current position as its root.
    fn expert(&self) -> P::Expert {
        let mut expert = P::Expert::new(self.tables());
        expert.on_root(self.record.current());
        expert
    }

    /// The game's solved table, if it has one.
    fn solved_table(&self, options: &Options) -> Option<Box<dyn SolvedTable<P::Game>>> {
        P::SOLVED_TABLE.map(|open| open(self.tables(), &|name| options.text(name)))
    }
}

impl<P: Playable> Engine for GameEngine<P> {
    fn variant(&self) -> &'static Variant {
        self.variant
    }

    fn announce(&self) -> VariantInfo {
        VariantInfo {
            name: self.variant.name,
            preset: None,
            geometry: P::Game::geometry(&self.rules),
            moves: P::Game::MOVE_KIND,
            start: P::Game::write_position(&P::Game::start(&self.rules)),
        }
    }

    fn configure(&mut self, options: &Options) -> bool {
        self.max_plies = options.number(names::MAX_PLIES) as u32;
        let rules = P::Game::rules(&|name| options.text(name));
        if rules != self.rules {
            self.record = Record::new(P::Game::start(&rules));
            self.rules = rules;
        }
        let own = P::OPTIONS.iter().map(|spec| options.text(spec.name)).collect();
        let is_changed = std::mem::replace(&mut self.own_options, own) != self.own_options;
        if is_changed {
            let certificate = P::CERTIFICATE.and_then(|open| open(&|name| options.text(name)));
            self.certificate = certificate.map(|certificate| Arc::new(Mutex::new(certificate)));
        }
        is_changed
    }

    fn reseed(&mut self, seed: u64) {
        self.rng = seeded_rng(seed);
    }

    fn prepare(&mut self, options: &Options) {
        let _ = self.expert();
        if let Some(table) = self.solved_table(options) {
            table.prepare();
        }
    }

    fn new_game(&mut self, seed: u64) {
        self.reseed(seed);
        self.workers.iter_mut().for_each(Worker::new_game);
    }

    fn set_position(&mut self, setup: &Setup, moves: &[String]) -> Result<(), String> {
        self.record = Record::read(&self.rules, self.max_plies, setup, moves).map_err(|error| error.0)?;
        Ok(())
    }

    fn reconstruct(&mut self, position: &str, moves: &[String]) -> Result<(), String> {
        let record = Record::reconstruct(&self.rules, self.max_plies, position, moves);
        self.record = record.map_err(|error| error.0)?;
        Ok(())
    }

    fn play(&mut self, token: &str) -> Result<(), String> {
        self.record.append(self.max_plies, token).map_err(|error| error.0)
    }

    fn take_back(&mut self, mv: &str) -> Result<(), String> {
        self.record.take_back(mv).map_err(|error| error.0)
    }

    fn pass_until(&mut self, side: Side) -> Result<(), String> {
        self.record.pass_until(self.max_plies, side).map_err(|error| error.0)
    }

    fn must_pass(&self) -> bool {
        self.record.ending(self.max_plies).is_none() && self.record.forced_pass().is_some()
    }

    fn play_turns(&mut self, turns: &[(Side, String)]) -> Result<(), String> {
        self.record.append_turns(self.max_plies, turns).map_err(|error| error.0)
    }

    fn take_back_last(&mut self, count: usize) -> Result<(), String> {
        self.record.take_back_last(count).map_err(|error| error.0)
    }

    fn recent_moves(&self, count: usize) -> Vec<String> {
        self.record.recent(count)
    }

    fn describe(&self) -> Description {
        description::describe(&self.record, self.max_plies)
    }

    fn changes(&self, mv: &str) -> Result<Vec<String>, String> {
        description::changes(&self.record, self.max_plies, mv)
    }

    fn explain(&mut self) -> Vec<(String, i32)> {
        if let Some((terminal, _)) = self.record.ending(self.max_plies) {
            let limit = i32::from(Score::ESTIMATE_LIMIT);
            return vec![("game over".into(), i32::from(terminal.score(0).0).clamp(-limit, limit))];
        }
        P::explain(&mut self.expert(), self.record.current())
    }

    fn book_lines(&self, book: &Book) -> Result<Vec<TextLine>, String> {
        GameEngine::book_lines(self, book)
    }

    fn proof(&mut self) -> Option<String> {
        let root = self.record.current();
        self.workers.first_mut()?.expert().prover()?.proof_text(root)
    }

    fn check_proof(&self, text: &str) -> Result<u16, String> {
        let check = P::CHECK_PROOF.ok_or("no proofs are known of this game")?;
        check(self.record.current(), text)
    }

    fn start(
        &mut self,
        job: &Job,
        arrived: Instant,
        stop: StopToken,
        context: JobContext<'_>,
        emit: Emit,
    ) -> Result<(), String> {
        if self.running.is_some() {
            return Err("a job is running already".into());
        }
        self.time_manager = None;
        self.fallback = None;
        let running = match job {
            Job::Search(parameters) => self.start_go(parameters, arrived, stop, &context, emit)?,
            Job::Perft(depth) => self.start_perft(*depth, stop, emit)?,
            Job::Proof { nodes } => self.start_proof(*nodes, stop, &context, emit)?,
            Job::Solve { verify } => self.start_solve(*verify, stop, emit)?,
        };
        self.running = Some(running);
        Ok(())
    }

    fn progress(&self) -> Option<(Duration, u64)> {
        self.time_manager.as_ref().map(|time_manager| time_manager.progress())
    }

    fn ponderhit(&mut self, at: Instant) {
        if let Some(time_manager) = &self.time_manager {
            time_manager.ponderhit(at);
        }
    }

    fn finish(&mut self) -> JobOutcome {
        self.time_manager = None;
        let Some(running) = self.running.take() else { return JobOutcome::default() };
        match running.join() {
            Ok(result) => {
                if !result.workers.is_empty() {
                    self.workers = result.workers;
                }
                // Between searches a worker must not keep a replaced table alive.
                for worker in &mut self.workers {
                    worker.set_table(self.empty_table.clone());
                }
                let mut pv = result.pv.into_iter();
                JobOutcome { best: pv.next(), ponder: pv.next(), panic: None }
            }
            Err(panic) => JobOutcome { best: self.fallback.take(), ponder: None, panic: Some(panic) },
        }
    }
}
