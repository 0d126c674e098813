//! The engine of one game: its record, and its search workers, which the running job borrows.
//!
//! Must not know: other games, the session, the wire.

use super::choice::Choice;
use super::job::{self, JobHandle};
use super::options::{Options, RANDOM, TABLE, names, personalities};
use super::pv_reporter::{PvReporter, ResultSettings};
use super::record::Record;
use super::skill::Skill;
use super::table_lookup;
use super::{
    Announcement, Description, Emit, Engine, Finished, GoParameters, Job, JobContext, JobEvent, Setup, TextLine,
};
use crate::game::{Game, Notation, Side, Terminal, perft};
use crate::games::one_ply::{OnePlyPlayer, TieBreak};
use crate::games::playable::{MoveOf, Playable, PositionOf, RulesOf, TablesOf};
use crate::games::solved_table::{SolveError, SolvedTable};
use crate::games::{VARIANTS, Variant};
use crate::random::SplitMix64;
use crate::score::{Bound, Score};
use crate::search::clock::Clock;
use crate::search::control::{StopToken, Stopped, Watch};
use crate::search::expert::Expert;
use crate::search::limits::{ClockLimit, Limits};
use crate::search::observer::Effort;
use crate::search::parallel;
use crate::search::request::{MAX_DEPTH, SearchRequest};
use crate::search::transposition_table::TranspositionTable;
use crate::search::worker::Worker;
use crate::wdl::Calibration;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Longer times are clamped to this: about 31 years.
const LONGEST_MS: u64 = 1_000_000_000_000;

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
    tables: Arc<TablesOf<P>>,
    workers: Vec<Worker<P::Expert>>,
    rng: SplitMix64,
    running: Option<JobHandle<JobResult<P>>>,
    clock: Option<Arc<Clock>>,
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
            tables: Arc::default(),
            workers: Vec::new(),
            rng: seeded_rng(0),
            running: None,
            clock: None,
            fallback: None,
            empty_table: Arc::default(),
        }
    }

    /// A new expert with the current position as its root.
    fn expert(&self) -> P::Expert {
        let mut expert = P::Expert::new(self.tables.clone());
        expert.on_root(self.record.current());
        expert
    }

    /// The game's solved table, if it has one.
    fn solved_table(&self, options: &Options) -> Option<Box<dyn SolvedTable<P::Game>>> {
        P::SOLVED_TABLE.map(|open| open(self.tables.clone(), &|name| options.text(name)))
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
            lines: options.number(names::MULTI_PV) as usize,
            depth: parameters.depth.map_or(MAX_DEPTH, |depth| depth.min(u64::from(MAX_DEPTH)) as u8),
            mate_plies: parameters.mate_plies.map(|plies| plies.min(u64::from(u16::MAX)) as u16),
            outcome_only: parameters.outcome_only,
            selective: true,
        }
    }

    /// How lines are reported and which one is played. `go mate`, `go wld` and balanced moves are searched at full
    /// strength.
    fn result_settings(
        &mut self,
        request: &SearchRequest<P::Expert>,
        balanced: bool,
        calibration: Calibration,
        options: &Options,
    ) -> ResultSettings {
        let level = options.number(names::SKILL_LEVEL);
        let full_strength = request.mate_plies.is_some() || request.outcome_only;
        let choice = if balanced {
            Choice::Balanced
        } else if full_strength {
            Choice::Best
        } else {
            Skill::new(level, || self.rng.fraction()).map_or(Choice::Best, Choice::Skilled)
        };
        ResultSettings { lines: request.lines, show_wdl: options.is_set(names::SHOW_WDL), calibration, choice }
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

    /// One worker per thread, with the shared table.
    fn take_workers(&mut self, context: &JobContext<'_>) -> Vec<Worker<P::Expert>> {
        let wanted = context.options.number(names::THREADS).max(1) as usize;
        let mut workers = std::mem::take(&mut self.workers);
        workers.truncate(wanted);
        for worker in &mut workers {
            worker.set_table(context.table.clone());
        }
        while workers.len() < wanted {
            workers.push(Worker::new(self.tables.clone(), context.table.clone()));
        }
        workers
    }

    /// Starts a search by the core.
    fn start_search(
        &mut self,
        mut request: SearchRequest<P::Expert>,
        settings: ResultSettings,
        clock: Arc<Clock>,
        stop: StopToken,
        context: &JobContext<'_>,
        emit: Emit,
    ) -> Result<JobHandle<JobResult<P>>, String> {
        context.table.age();
        let mut workers = self.take_workers(context);
        let (tables, table) = (self.tables.clone(), context.table.clone());
        let solved_table =
            self.solved_table(context.options).filter(|_| context.options.personality(self.variant) == TABLE);
        settings.choice.limit(&mut request, solved_table.is_some());
        job::spawn("search", emit, move |emit| {
            let root = request.positions.last().cloned();
            let mut reporter = PvReporter::<P::Game> { emit, root, settings: &settings };
            let answer = solved_table
                .and_then(|solved_table| table_lookup::answer(&*solved_table, &request, &stop, &clock, &mut reporter));
            let lines = answer.unwrap_or_else(|| {
                let searched = parallel::search(&mut workers, &request, &stop, &clock, &mut reporter);
                let Some(searched) = searched else { return Vec::new() };
                for (index, worker) in
                    workers.iter_mut().enumerate().filter(|(index, _)| searched.panicked.contains(index))
                {
                    emit(JobEvent::Error(format!("helper {index} panicked; the search went on without it")));
                    *worker = Worker::new(tables.clone(), table.clone());
                }
                searched.result.lines
            });
            let scores: Vec<_> = lines.iter().map(|line| line.score).collect();
            let played = settings.choice.choose(settings.calibration, &scores);
            let best = lines.get(played).map(|line| reporter.pv(line)).unwrap_or_default();
            JobResult { pv: best, workers }
        })
    }

    /// Starts a one-ply player: the move with the greatest value, ties broken by `ties`.
    fn start_one_ply(
        &mut self,
        value: impl Fn(&PositionOf<P>, MoveOf<P>) -> i32,
        tie_break: TieBreak,
        moves: &[MoveOf<P>],
        started: Instant,
        emit: Emit,
    ) -> Result<JobHandle<JobResult<P>>, String> {
        let position = self.record.current();
        let valued: Vec<_> = moves.iter().map(|&mv| (value(position, mv), mv)).collect();
        let greatest_value = valued.iter().map(|(value, _)| *value).max().unwrap_or(0);
        let greatest: Vec<_> = valued.iter().filter(|(value, _)| *value == greatest_value).collect();
        let index = if tie_break == TieBreak::First { 0 } else { self.rng.below(greatest.len()) };
        let chosen = greatest.get(index).map(|(_, mv)| P::Game::write_move(position, *mv));
        let best: Vec<String> = chosen.into_iter().collect();
        let effort = Effort { nodes: moves.len() as u64, elapsed: started.elapsed(), ..Effort::default() };
        let line = TextLine {
            rank: 1,
            depth: 1,
            seldepth: 1,
            score: Score::cp(greatest_value),
            bound: Bound::Exact,
            wdl: None,
            pv: best.clone(),
            effort,
        };
        job::spawn("player", emit, move |emit| {
            emit(JobEvent::Line(line));
            JobResult { pv: best, ..JobResult::empty() }
        })
    }

    fn start_perft(&mut self, depth: u32, stop: StopToken, emit: Emit) -> Result<JobHandle<JobResult<P>>, String> {
        let position = self.record.current().clone();
        job::spawn("perft", emit, move |emit| {
            let total = divide::<P::Game>(position, depth, &stop, emit);
            emit(JobEvent::PerftTotal(total.ok()));
            JobResult::empty()
        })
    }

    fn start_solve(&self, verify: bool, stop: StopToken, emit: Emit) -> Result<JobHandle<JobResult<P>>, String> {
        let name = self.variant.name;
        let Some(open) = P::SOLVED_TABLE else {
            let solved = VARIANTS.iter().filter(|variant| personalities(variant).contains(&TABLE));
            let names: Vec<_> = solved.map(|variant| variant.name).collect();
            return Err(format!("variant {name} has no solved table, expected one of {}", names.join(" ")));
        };
        let table = open(self.tables.clone(), &|_| None);
        job::spawn("solve", emit, move |emit| {
            let mut watch = Watch::new(stop, Arc::default(), None);
            let mut write = |line| emit(JobEvent::SolveLine(line));
            let reported = match verify {
                true => table.verify(&mut write, &mut watch),
                false => table.statistics(&mut write, &mut watch).map_err(SolveError::from),
            };
            match reported {
                Ok(()) if verify => emit(JobEvent::SolveVerified(name)),
                Ok(()) => {}
                Err(SolveError::Stopped) => emit(JobEvent::SolveStopped),
                Err(SolveError::Wrong(why)) => emit(JobEvent::Error(why)),
            }
            JobResult::empty()
        })
    }

    fn start_go(
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
            return job::spawn("over", emit, move |emit| {
                emit(JobEvent::Over(terminal.score(0)));
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
        let clock = Arc::new(Clock::new(&self.limits(parameters), arrived, overhead, moves_to_go));
        self.clock = Some(clock.clone());
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
        let request = self.request(parameters, options, moves);
        let settings =
            self.result_settings(&request, parameters.balanced, P::calibration(self.record.current()), options);
        self.start_search(request, settings, clock, stop, context, emit)
    }
}

impl<P: Playable> Engine for GameEngine<P> {
    fn variant(&self) -> &'static Variant {
        self.variant
    }

    fn announce(&self) -> Announcement {
        Announcement {
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
        std::mem::replace(&mut self.own_options, own) != self.own_options
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

    fn recent_moves(&self, count: usize) -> Vec<String> {
        self.record.recent(count)
    }

    fn describe(&self) -> Description {
        let position = self.record.current();
        let ending = self.record.ending(self.max_plies);
        let mut moves = Vec::new();
        if ending.is_none() {
            P::Game::legal_moves(position, &mut moves);
        }
        let points = points(&P::Game::write_position(position));
        Description {
            diagram: P::Game::diagram(position),
            position: P::Game::write_position(position),
            code: P::Game::write_code(position),
            key: P::Game::key(position),
            side: P::Game::side(position).letter(),
            ply: P::Game::ply(position),
            moves: moves.into_iter().map(|mv| P::Game::write_move(position, mv)).collect(),
            result: result_word(ending.map(|(terminal, _)| terminal), P::Game::side(position)),
            reason: ending.map_or("none", |(_, reason)| reason.word()),
            line: P::Game::winning_line(position),
            stones: ['x', 'o'].map(|side| points.chars().filter(|point| *point == side).count() as u32),
            points,
            in_hand: P::Game::in_hand(position),
            adjacency: P::Game::adjacency().iter().map(|(one, other)| format!("{one}-{other}")).collect(),
        }
    }

    fn changes(&self, mv: &str) -> Result<Vec<String>, String> {
        if self.record.ending(self.max_plies).is_some() {
            return Err(format!("illegal move '{mv}': the game is over"));
        }
        let mut after = self.record.current().clone();
        let mv = P::Game::parse_move(&after, mv).map_err(|error| error.0)?;
        P::Game::play(&mut after, mv);
        let [before, after] =
            [self.record.current(), &after].map(|position| points(&P::Game::write_position(position)));
        let names = (1..).zip(after.split('/')).flat_map(|(row, points)| {
            ('a'..).zip(points.chars()).map(move |(column, point)| (format!("{column}{row}"), point))
        });
        let was = before.chars().filter(|point| *point != '/');
        let changed = names.zip(was).filter(|((_, point), was)| point != was);
        Ok(changed.map(|((name, point), _)| format!("{name}:{point}")).collect())
    }

    fn explain(&mut self) -> Vec<(String, i32)> {
        if let Some((terminal, _)) = self.record.ending(self.max_plies) {
            let limit = i32::from(Score::ESTIMATE_LIMIT);
            return vec![("game over".into(), i32::from(terminal.score(0).0).clamp(-limit, limit))];
        }
        P::explain(&mut self.expert(), self.record.current())
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
        self.clock = None;
        self.fallback = None;
        let running = match job {
            Job::Search(parameters) => self.start_go(parameters, arrived, stop, &context, emit)?,
            Job::Perft(depth) => self.start_perft(*depth, stop, emit)?,
            Job::Solve { verify } => self.start_solve(*verify, stop, emit)?,
        };
        self.running = Some(running);
        Ok(())
    }

    fn progress(&self) -> Option<(Duration, u64)> {
        self.clock.as_ref().map(|clock| clock.progress())
    }

    fn ponderhit(&mut self, at: Instant) {
        if let Some(clock) = &self.clock {
            clock.ponderhit(at);
        }
    }

    fn finish(&mut self) -> Finished {
        self.clock = None;
        let Some(running) = self.running.take() else { return Finished::default() };
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
                Finished { best: pv.next(), ponder: pv.next(), panic: None }
            }
            Err(panic) => Finished { best: self.fallback.take(), ponder: None, panic: Some(panic) },
        }
    }
}

/// The rows of a position text, with runs of empty points written out as dots.
fn points(position: &str) -> String {
    let (mut points, mut run) = (String::new(), 0);
    for letter in position.split(' ').next().unwrap_or_default().chars().chain([' ']) {
        match letter.to_digit(10) {
            Some(digit) => run = 10 * run + digit as usize,
            None => {
                points.extend(std::iter::repeat_n('.', std::mem::take(&mut run)));
                points.push(letter);
            }
        }
    }
    points.truncate(points.len() - 1);
    points
}

/// Perft that emits the count of every root move.
fn divide<G: Notation>(mut root: G::Position, depth: u32, stop: &StopToken, emit: &Emit) -> Result<u64, Stopped> {
    let mut tick = || if stop.is_set() { Err(Stopped) } else { Ok(()) };
    let mut moves = Vec::new();
    G::legal_moves(&root, &mut moves);
    if depth == 0 || moves.is_empty() {
        return perft::<G, Stopped>(&mut root, depth, &mut tick);
    }
    let mut total = 0;
    for mv in moves {
        let text = G::write_move(&root, mv);
        let undo = G::play(&mut root, mv);
        let leaves = perft::<G, Stopped>(&mut root, depth - 1, &mut tick)?;
        G::undo(&mut root, mv, undo);
        emit(JobEvent::PerftMove(text, leaves));
        total += leaves;
    }
    Ok(total)
}

/// The result from the first player's point of view.
fn result_word(terminal: Option<Terminal>, side: Side) -> &'static str {
    let sign = match terminal {
        None => return "none",
        Some(Terminal::Win) => 1,
        Some(Terminal::Loss) => -1,
        Some(Terminal::Draw) => 0,
        Some(Terminal::Margin(margin)) => margin.signum(),
    };
    match (sign, side) {
        (0, _) => "draw",
        (1, Side::X) | (-1, Side::O) => "p1win",
        _ => "p2win",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_of_empty_points_are_written_out() {
        assert_eq!(points("2x10o1 x - 2"), "..x..........o.");
        assert_eq!(points("xo/2/1-1 o"), "xo/../.-.");
    }
}
