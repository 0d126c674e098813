//! The engines of all variants: which one is selected, the options, and the hash table that they share.

use super::book::Book;
use super::memory_limit::{self, MemoryLimit};
use super::options::{DEFAULT_VARIANT, LARGEST_TABLE, Options, Setting, names};
use super::{Emit, Engine, GameEngine, Job, JobContext, JobOutcome, TextLine, VariantInfo, bench, job};
use crate::games::playable::Playable;
use crate::games::{self, Preset, VARIANTS, Variant, Visitor};
use crate::search::stop::StopToken;
use crate::search::transposition_table::TranspositionTable;
use std::sync::Arc;
use std::time::Instant;

/// Creates the engine of a variant; `None` if there is none.
pub type EngineFactory = fn(&'static Variant) -> Option<Box<dyn Engine>>;

struct CreateEngine;

impl Visitor for CreateEngine {
    type Out = Box<dyn Engine>;
    fn visit<P: Playable>(self, variant: &'static Variant) -> Box<dyn Engine> {
        Box::new(GameEngine::<P>::new(variant))
    }
}

/// The [`EngineFactory`] of all variants in the registry.
pub fn create_engine(variant: &'static Variant) -> Option<Box<dyn Engine>> {
    games::visit(variant, CreateEngine)
}

/// All engines, each created when it is first selected.
pub struct Engines {
    create: EngineFactory,
    current: Box<dyn Engine>,
    /// Whether the current engine has built its tables.
    is_prepared: bool,
    /// The engines of previously selected variants.
    inactive: Vec<Box<dyn Engine>>,
    /// The preset that the variant was selected by, if any.
    preset: Option<&'static Preset>,
    options: Options,
    table: Arc<TranspositionTable>,
    /// Whether a search has used the table since it was last cleared: an unused one need not be cleared again.
    table_used: bool,
    bench: Option<job::JobHandle<()>>,
    /// The book of option `Book File`.
    book: Option<Book>,
}

impl Engines {
    /// All engines, the default variant selected; `None` if its engine cannot be created or memory is short.
    pub fn new(create: EngineFactory) -> Option<Engines> {
        let options = Options::default();
        let table = Arc::new(TranspositionTable::new(options.number(names::HASH) as usize, 1, false).ok()?);
        let mut current = create(games::find(DEFAULT_VARIANT)?)?;
        current.configure(&options);
        let (inactive, preset) = (Vec::new(), None);
        Some(Engines {
            create,
            current,
            is_prepared: false,
            inactive,
            preset,
            options,
            table,
            table_used: false,
            bench: None,
            book: None,
        })
    }

    /// The engine of the selected variant.
    pub fn engine(&mut self) -> &mut dyn Engine {
        &mut *self.current
    }

    /// The options.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Builds the tables of the selected variant, unless they are there.
    pub fn prepare(&mut self) {
        if !std::mem::replace(&mut self.is_prepared, true) {
            self.current.prepare(&self.options);
        }
    }

    /// Builds the tables of the selected variant, which has changed.
    fn prepare_anew(&mut self) {
        self.is_prepared = false;
        self.prepare();
    }

    /// The announcement of the selected variant.
    pub fn announce(&self) -> VariantInfo {
        VariantInfo { preset: self.preset.map(|preset| preset.name), ..self.current.announce() }
    }

    /// Selects a variant, or preset, and its start position.
    pub fn select(&mut self, name: &str) -> Result<(), String> {
        let holds = |(option, value): (&str, &str)| self.options.text(option).is_some_and(|set| set == value);
        let preset = games::find_preset(name, holds);
        self.select_variant(preset.map_or(name, |preset| preset.variant), preset)
    }

    fn select_variant(&mut self, name: &str, preset: Option<&'static Preset>) -> Result<(), String> {
        let unknown = || {
            let names: Vec<_> = VARIANTS.iter().map(|variant| variant.name).collect();
            format!("unknown variant '{name}', expected one of {}", names.join(" "))
        };
        let variant = games::find(name).ok_or_else(unknown)?;
        if self.current.variant() != variant {
            let engine = match self.inactive.iter().position(|engine| engine.variant() == variant) {
                Some(index) => self.inactive.swap_remove(index),
                None => (self.create)(variant).ok_or_else(unknown)?,
            };
            self.inactive.push(std::mem::replace(&mut self.current, engine));
        }
        self.preset = preset;
        self.options.set_overrides(preset.map_or(&[], |preset| preset.options));
        let setting = Setting { name: names::VARIANT, value: variant.name.into() };
        self.options.set(&setting, variant);
        self.current.configure(&self.options);
        self.engine().set_position(&super::Setup::Start, &[])?;
        self.prepare_anew();
        self.new_game();
        Ok(())
    }

    /// The effective value of an option, by its name in any case; the error says that there is no such option.
    pub fn effective_option(&self, name: &str) -> Result<String, String> {
        self.options.effective(name, self.current.variant())
    }

    /// Checks and sets an option. `UCI_Variant` is set by [`Engines::select`].
    pub fn set_option(&mut self, name: &str, value: Option<&str>) -> Result<Setting, String> {
        if name.eq_ignore_ascii_case(names::VARIANT) {
            // Any name that `variant` takes, aliases too.
            self.select(value.ok_or("option 'UCI_Variant' needs 'value'")?)?;
            return Ok(Setting { name: names::VARIANT, value: self.engine().variant().name.into() });
        }
        let setting = self.options.check(name, value)?;
        match setting.name {
            names::HASH => self.resize(setting.value.parse().unwrap_or(1))?,
            names::CLEAR_HASH => self.clear_table(),
            names::BOOK_FILE if setting.value.is_empty() => self.book = None,
            names::BOOK_FILE => self.book = Some(Book::load(&setting.value)?),
            _ => {}
        }
        let variant = self.engine().variant();
        self.options.set(&setting, variant);
        let mut changed = false;
        for engine in self.inactive.iter_mut().chain([&mut self.current]) {
            // The current engine is the last one.
            changed = engine.configure(&self.options);
            if setting.name == names::SEED {
                engine.reseed(self.options.number(names::SEED));
            }
        }
        if changed {
            self.prepare_anew();
        }
        Ok(setting)
    }

    /// Sets the number of search threads, to `threads` or what it is, as far as a memory limit has room for them, and
    /// resizes the table to the largest size within the limit beside them. A table of that size keeps its contents; a
    /// smaller one is left alone unless it `may_grow`.
    pub fn fit_memory(&mut self, limit: MemoryLimit, threads: Option<u64>, may_grow: bool) {
        let current_threads = self.options.number(names::THREADS);
        let threads = limit.threads(threads.unwrap_or(current_threads));
        if threads != current_threads
            && let Err(error) = self.set_option(names::THREADS, Some(&threads.to_string()))
        {
            log::warn!("there are still {current_threads} threads: {error}");
        }
        let current_size = self.options.number(names::HASH);
        let wanted = limit.table_megabytes(threads, current_size).min(LARGEST_TABLE);
        if wanted == current_size || (wanted > current_size && !may_grow) {
            return;
        }
        if let Err(error) = self.set_option(names::HASH, Some(&wanted.to_string())) {
            log::warn!("the table keeps its {current_size} MB: {error}");
        }
    }

    /// Resizes the table (MiB), allocated and touched at once. The old table is freed first, so that the two never need
    /// memory at the same time; if the new one cannot be allocated, a table of the old size is.
    fn resize(&mut self, megabytes: u64) -> Result<(), String> {
        let current_size = self.options.number(names::HASH);
        memory_limit::check_available(megabytes, current_size)?;
        let threads = self.options.number(names::THREADS) as usize;
        self.table = Arc::default();
        let made = TranspositionTable::new(megabytes as usize, threads, true);
        let failed = made.is_err();
        let table = made.or_else(|_| TranspositionTable::new(current_size as usize, threads, true)).unwrap_or_default();
        self.table = Arc::new(table);
        if failed { Err(format!("no memory for a table of {megabytes} MB, expected less")) } else { Ok(()) }
    }

    fn clear_table(&mut self) {
        if std::mem::take(&mut self.table_used) {
            self.table.clear(self.options.number(names::THREADS) as usize);
        }
    }

    /// Clears the hash table and all search history.
    pub fn new_game(&mut self) {
        self.clear_table();
        let seed = self.options.number(names::SEED);
        for engine in self.inactive.iter_mut().chain([&mut self.current]) {
            engine.new_game(seed);
        }
    }

    /// Starts a job on the current position.
    pub fn start(&mut self, job: &Job, arrived: Instant, stop: StopToken, emit: Emit) -> Result<(), String> {
        self.table_used = true;
        let context = JobContext { table: &self.table, options: &self.options, book: self.book.as_ref() };
        self.current.start(job, arrived, stop, context, emit)
    }

    /// Starts the benchmark.
    pub fn start_bench(&mut self, settings: bench::Settings, stop: StopToken, emit: Emit) -> Result<(), String> {
        memory_limit::check_available(settings.hash as u64, 0)?;
        let most = memory_limit::affordable_threads(settings.threads);
        if most < settings.threads {
            return Err(format!("no memory for {} threads, expected at most {most} now", settings.threads));
        }
        self.bench = Some(job::spawn("bench", emit, move |emit| bench::run(settings, &stop, emit))?);
        Ok(())
    }

    /// The static evaluation, term by term.
    pub fn explain(&mut self) -> Vec<(String, i32)> {
        self.current.explain()
    }

    /// The moves of the current position in the book of option `Book File`, best first. The error says that there is no
    /// book, or that a move of it is not legal.
    pub fn book_lines(&self) -> Result<Vec<TextLine>, String> {
        let book = self.book.as_ref().ok_or("there is no book, expected option 'Book File' to name one")?;
        self.current.book_lines(book)
    }

    /// Waits for the job that has sent `Done`.
    pub fn finish(&mut self) -> JobOutcome {
        match self.bench.take() {
            Some(bench) => JobOutcome { panic: bench.join().err(), ..JobOutcome::default() },
            None => {
                let finished = self.engine().finish();
                if finished.panic.is_some() {
                    // The next search starts from scratch.
                    self.new_game();
                }
                finished
            }
        }
    }
}
