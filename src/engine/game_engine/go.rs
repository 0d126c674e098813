//! Carrying out `go`: who plays, within which limits, and how the result is chosen.

use super::{GameEngine, JobResult};
use crate::engine::certificate_answer::{LostLines, OtherLines, SharedCertificate, proven_line, report};
use crate::engine::choice::Choice;
use crate::engine::job::{self, JobHandle};
use crate::engine::memory_limit;
use crate::engine::options::{Options, RANDOM, TABLE, names};
use crate::engine::pv_reporter::{PvReporter, ResultSettings};
use crate::engine::skill::{FULL, Skill};
use crate::engine::variety::{OPENING_PLIES, Variety};
use crate::engine::{Emit, GoParameters, JobContext, JobEvent, table_lookup};
use crate::game::{Game, Notation, Side};
use crate::games::one_ply::{OnePlyPlayer, TieBreak};
use crate::games::playable::{MoveOf, Playable, TablesOf};
use crate::search::expert::Expert;
use crate::search::limits::{ClockLimit, Limits};
use crate::search::observer::{Observer, PvLine};
use crate::search::parallel;
use crate::search::prover::ProvenLine;
use crate::search::request::{MAX_DEPTH, SearchRequest};
use crate::search::stop::StopToken;
use crate::search::time_management::TimeManager;
use crate::search::transposition_table::TranspositionTable;
use crate::search::worker::Worker;
use crate::wdl::Calibration;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Longer times are clamped to this: about 31 years.
const LONGEST_MS: u64 = 1_000_000_000_000;

impl<P: Playable> GameEngine<P> {
    /// Starts the search or player that answers `go`.
    pub(super) fn start_go(
        &mut self,
        parameters: &GoParameters,
        arrived: Instant,
        stop: StopToken,
        context: &JobContext<'_>,
        emit: Emit,
    ) -> Result<JobHandle<JobResult<P>>, String> {
        let options = context.options;
        let moves = self.search_moves(parameters)?;
        if parameters.mate_plies.is_some() && !P::Game::HAS_MATES {
            return Err("'mate' in a game that is decided by a margin, expected another limit".into());
        }
        if parameters.outcome_only && P::Game::HAS_MATES {
            return Err("'wld' in a game that is not decided by a margin, expected another limit".into());
        }
        if let Some((terminal, _)) = self.record.ending(self.max_plies) {
            let side = P::Game::side(self.record.current());
            return job::spawn("over", emit, move |emit| {
                emit(JobEvent::Over { side, score: terminal.score(0) });
                JobResult::empty()
            });
        }
        let mut legal = moves.clone();
        if legal.is_empty() {
            P::Game::legal_moves(self.record.current(), &mut legal);
        }
        self.fallback = legal.first().map(|&mv| P::Game::write_move(self.record.current(), mv));
        let moves_to_go = P::moves_to_go(self.record.current());
        let overhead = Duration::from_millis(options.number(names::MOVE_OVERHEAD));
        let time_manager = Arc::new(TimeManager::new(&self.limits(parameters), arrived, overhead, moves_to_go));
        self.time_manager = Some(time_manager.clone());
        let player = options.personality(self.variant);
        if player == RANDOM {
            return self.start_one_ply(|_, _| 0, TieBreak::Random, &legal, arrived, emit);
        }
        if let Some(OnePlyPlayer { value, tie_break, .. }) =
            P::ONE_PLY_PLAYERS.iter().find(|known| known.name == player)
        {
            let read = |name: &str| options.text(name);
            return self.start_one_ply(|position, mv| value(position, mv, &read), *tie_break, &legal, arrived, emit);
        }
        match context.book.map(|book| self.book_answer(parameters, &moves, options, book)) {
            Some(Ok(Some(line))) => return Self::start_book_move(line, emit),
            Some(Err(error)) => emit(JobEvent::Error(error)),
            Some(Ok(None)) | None => {}
        }
        let request = self.request(parameters, options, moves);
        let settings = self.result_settings(&request, parameters, P::calibration(self.record.current()), options);
        self.start_search(request, settings, time_manager, stop, context, emit)
    }

    /// The moves of `searchmoves`, without duplicates; empty if there is no restriction.
    fn search_moves(&self, parameters: &GoParameters) -> Result<Vec<MoveOf<P>>, String> {
        let Some(texts) = &parameters.search_moves else { return Ok(Vec::new()) };
        let over = self.record.ending(self.max_plies).is_some();
        let read = |text: &String| match P::Game::parse_move(self.record.current(), text) {
            _ if over => Err(format!("illegal move '{text}' in searchmoves: the game is over")),
            Err(error) => Err(format!("illegal move '{text}' in searchmoves: {error}")),
            Ok(mv) => Ok(mv),
        };
        let mut moves = Vec::new();
        for mv in texts.iter().map(read) {
            let mv = mv?;
            if !moves.contains(&mv) {
                moves.push(mv);
            }
        }
        Ok(moves)
    }

    /// The request to the search core.
    fn request(&self, parameters: &GoParameters, options: &Options, moves: Vec<MoveOf<P>>) -> SearchRequest<P::Expert> {
        SearchRequest {
            positions: self.record.positions().to_vec(),
            max_plies: self.max_plies,
            moves,
            multi_pv: parameters.multi_pv.unwrap_or_else(|| options.number(names::MULTI_PV)).max(1) as usize,
            depth: parameters.depth.map_or(MAX_DEPTH, |depth| depth.min(u64::from(MAX_DEPTH)) as u8),
            mate_plies: parameters.mate_plies.map(|plies| plies.min(u64::from(u16::MAX)) as u16),
            outcome_only: parameters.outcome_only,
            selective: true,
            mean_scores: P::Expert::SCORES_ALTERNATE,
        }
    }

    /// How lines are reported and which one is played. `go mate`, `go wld` and balanced moves are searched at full
    /// strength.
    fn result_settings(
        &mut self,
        request: &SearchRequest<P::Expert>,
        parameters: &GoParameters,
        calibration: Calibration,
        options: &Options,
    ) -> ResultSettings {
        let level = options.number(names::SKILL_LEVEL);
        let is_opening = P::Game::ply(self.record.current()) < OPENING_PLIES;
        let choice = if parameters.balanced {
            Choice::Balanced
        } else if parameters.asks_for_proof() {
            Choice::Best
        } else if level < FULL {
            Skill::new(level, || self.rng.fraction()).map_or(Choice::Best, Choice::Skilled)
        } else if parameters.in_game && is_opening {
            Variety::new(options.number(names::VARIETY), || self.rng.fraction()).map_or(Choice::Best, Choice::Varied)
        } else {
            Choice::Best
        };
        ResultSettings {
            lines: request.multi_pv,
            confidence: <P::Expert as Expert>::confidence,
            show_wdl: parameters.with_wdl || options.is_set(names::SHOW_WDL),
            calibration,
            choice,
        }
    }

    /// The limits for the side to move.
    fn limits(&self, parameters: &GoParameters) -> Limits {
        let milliseconds = |value: u64| Duration::from_millis(value.min(LONGEST_MS));
        let side = P::Game::side(self.record.current());
        let own_or_given = |[first, second]: [Option<u64>; 2]| match side {
            Side::X => first.or(second),
            Side::O => second.or(first),
        };
        let clock = own_or_given(parameters.clocks).map(|remaining| ClockLimit {
            remaining: milliseconds(remaining.max(1)),
            increment: milliseconds(own_or_given(parameters.increments).unwrap_or(0)),
            moves_to_go: parameters.moves_to_go.filter(|&moves| moves > 0).map(|moves| moves.min(10_000) as u32),
        });
        Limits {
            nodes: parameters.nodes,
            movetime: parameters.movetime.map(milliseconds),
            clock,
            ponder: parameters.ponder,
        }
    }

    /// One worker per thread, with the shared table. Reports an error if there is no memory for all threads.
    pub(super) fn take_workers(&mut self, context: &JobContext<'_>, emit: &Emit) -> Vec<Worker<P::Expert>> {
        let wanted = context.options.number(names::THREADS).max(1) as usize;
        // Asking the system takes longer than the shortest searches, which have one thread.
        let count = if wanted > 1 { memory_limit::affordable_threads(wanted) } else { 1 };
        if count < wanted {
            emit(JobEvent::Error(format!("no memory for {wanted} threads, the search has {count}")));
        }
        let mut workers = std::mem::take(&mut self.workers);
        workers.truncate(count);
        for worker in &mut workers {
            worker.set_table(context.table.clone());
        }
        while workers.len() < count {
            workers.push(Worker::new(self.tables(), context.table.clone()));
        }
        workers
    }

    /// Starts a search by the core.
    fn start_search(
        &mut self,
        mut request: SearchRequest<P::Expert>,
        settings: ResultSettings,
        time_manager: Arc<TimeManager>,
        stop: StopToken,
        context: &JobContext<'_>,
        emit: Emit,
    ) -> Result<JobHandle<JobResult<P>>, String> {
        context.table.age();
        let workers = self.take_workers(context, &emit);
        let solved_table =
            self.solved_table(context.options).filter(|_| context.options.personality(self.variant) == TABLE);
        settings.choice.limit(&mut request, solved_table.is_some());
        let certificate = self.usable_certificate(&settings.choice);
        let moves = self.record.moves().to_vec();
        let mut search =
            Search::<P> { workers, tables: self.tables(), table: context.table.clone(), stop, time_manager };
        job::spawn("search", emit, move |emit| {
            let root = request.positions.last().cloned();
            let mut reporter = PvReporter::<P::Game> { emit, root, settings: &settings };
            let answer = solved_table.and_then(|solved_table| {
                table_lookup::answer(&*solved_table, &request, &search.stop, &search.time_manager, &mut reporter)
            });
            let proven = certificate.and_then(|certificate| proven_line(&certificate, &request, &moves, &search.stop));
            let lines = match (answer, proven) {
                (Some(lines), _) => lines,
                (None, Some(win)) if win.score.is_win() => search.run_after_win(win, request, &mut reporter, emit),
                (None, Some(ProvenLine { score: loss, .. })) => {
                    search.run(&request, &mut LostLines { loss, observer: &mut reporter }, emit)
                }
                (None, None) => search.run(&request, &mut reporter, emit),
            };
            let played = settings.choice.choose(settings.calibration, &lines);
            let best = lines.get(played).map(|line| reporter.pv(line)).unwrap_or_default();
            JobResult { pv: best, workers: search.workers }
        })
    }

    /// The certificate, if the choice of the move is the best one.
    fn usable_certificate(&self, choice: &Choice) -> Option<SharedCertificate<P::Game>> {
        self.certificate.clone().filter(|_| matches!(choice, Choice::Best | Choice::Varied(_)))
    }
}

/// What a search needs besides the request.
struct Search<P: Playable> {
    workers: Vec<Worker<P::Expert>>,
    tables: Arc<TablesOf<P>>,
    table: Arc<TranspositionTable>,
    stop: StopToken,
    time_manager: Arc<TimeManager>,
}

impl<P: Playable> Search<P> {
    /// Searches. Workers that panic, except the first one, cost a line on the error and are replaced.
    fn run(
        &mut self,
        request: &SearchRequest<P::Expert>,
        observer: &mut dyn Observer<MoveOf<P>>,
        emit: &Emit,
    ) -> Vec<PvLine<MoveOf<P>>> {
        let searched = parallel::search(&mut self.workers, request, &self.stop, &self.time_manager, observer);
        let Some(searched) = searched else { return Vec::new() };
        for (index, worker) in
            self.workers.iter_mut().enumerate().filter(|(index, _)| searched.panicked.contains(index))
        {
            emit(JobEvent::Error(format!("helper {index} panicked; the search went on without it")));
            *worker = Worker::new(self.tables.clone(), self.table.clone());
        }
        searched.result.lines
    }

    /// Reports a proven win, and searches the other moves if more than one line is asked for.
    fn run_after_win(
        &mut self,
        win: ProvenLine<MoveOf<P>>,
        request: SearchRequest<P::Expert>,
        observer: &mut dyn Observer<MoveOf<P>>,
        emit: &Emit,
    ) -> Vec<PvLine<MoveOf<P>>> {
        let mut lines = vec![report(win, &self.time_manager, observer)];
        let mut others = request.root_moves();
        others.retain(|mv| lines.iter().all(|line| line.pv.first() != Some(mv)));
        if request.multi_pv > 1 && !others.is_empty() {
            let request = SearchRequest { moves: others, multi_pv: request.multi_pv - 1, ..request };
            lines.extend(self.run(&request, &mut OtherLines(observer), emit));
        }
        lines
    }
}
