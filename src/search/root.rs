//! The root: iterative deepening by the game's own schedule, aspiration windows, several best lines, `go mate`, answers
//! from solved tables, and what stands when a search is stopped half-way.
//!
//! Must not know: any particular game, wire syntax, other workers.

use super::aspiration::AspirationWindow;
use super::clock::Clock;
use super::control::{Stopped, Watch};
use super::knowledge::{At, Course, Goal, Iteration, Knowledge, Mv, Pos, RootLine, Scored};
use super::move_loop::{BestMove, MoveLoop, PickedMove, UNPROVEN_LOSS};
use super::observer::{Effort, Note, Observer, PvLine, SearchResult};
use super::root_moves::{MAX_SURELY_SHORTEST, RootMove, RootMoves};
use super::worker::Worker;
use crate::game::{Game, PackedMove};
use crate::score::{Bound, Score, Window};
use std::sync::Arc;

/// The deepest iteration that drafts can tell apart.
pub const MAX_DEPTH: u8 = 127;
/// Aspiration begins at this depth.
const ASPIRATION_DEPTH: u8 = 4;
/// One in so many nodes goes into the expert's proof search at the root.
const PROOF_SHARE: u64 = 10;
/// The fewest nodes that such a search is begun with.
const LEAST_PROOF_NODES: u64 = 500;
/// Plies within which `go mate` tries everything before it takes a longer win that was found otherwise.
const QUICK_MATE: u16 = 5;
/// Nodes that `go mate` lets the expert's proof search spend before each of these depths, and before the next ones, which take
/// long; more if it has spent more by itself.
const QUICK_PROOF_NODES: u64 = 2_000;
const PROOF_NODES: u64 = 500_000;
/// Wins only: the window of `go mate`.
const MATE_WINDOW: Window = Window::new(Score(Score::HEURISTIC_LIMIT), Score::INFINITE);
/// Tells wins, draws and losses apart in a game that is decided by a margin.
const OUTCOME_WINDOW: Window = Window::new(Score(-1), Score(1));

/// A position to search and what is asked about it.
#[derive(Clone, Debug)]
pub struct Request<K: Knowledge> {
    /// The positions of the game from the one given to the root, both included; never empty.
    pub course: Vec<Pos<K>>,
    /// Plies after which a cyclic game is drawn; 0 for never.
    pub max_plies: u32,
    /// Consider only these moves; empty for all.
    pub moves: Vec<Mv<K>>,
    /// How many best lines to find.
    pub lines: usize,
    /// The deepest iteration.
    pub depth: u8,
    /// Look only for a win within this many plies.
    pub mate_plies: Option<u16>,
    /// In exact iterations, find out who wins and not by how much.
    pub outcome_only: bool,
    /// Answer from the solved table where the game has one.
    pub use_table: bool,
    /// Allow guesses (reductions, ProbCut); off, every depth is searched in full.
    pub selective: bool,
}

/// The lead's means of reporting.
struct Desk<'a, M> {
    clock: &'a Clock,
    observer: &'a mut dyn Observer<M>,
}

/// Which line of the root is searched for.
#[derive(Clone, Copy)]
struct Aim {
    /// Lines that are better.
    rank: usize,
    /// Whether it is the only one.
    single: bool,
    /// Whether no iteration follows.
    is_last: bool,
}

impl<K: Knowledge> Worker<K> {
    /// Searches as the lead: reports, decides when enough is known, and gives the result.
    pub(super) fn run_main(
        &mut self,
        request: &Request<K>,
        watch: Watch,
        clock: &Clock,
        observer: &mut dyn Observer<Mv<K>>,
    ) -> SearchResult<Mv<K>> {
        self.start_search(&request.course, request.max_plies, watch);
        let mut desk = Desk { clock, observer };
        let Some(mut position) = request.course.last().cloned() else { return nothing() };
        if request.use_table
            && K::HAS_TABLE
            && let Some(outcome) = self.answer(request, &mut desk)
        {
            return outcome;
        }
        let mut roots = self.root_moves(&position, request);
        if roots.moves.is_empty() {
            return nothing();
        }
        let result = self.deepen(&mut position, request, &mut roots, Some(&mut desk));
        let solved = matches!(result, Ok(true));
        if result.is_err() {
            self.report_stopped(&position, request, &mut roots, &mut desk);
        }
        let best = roots.best();
        let shortest = best.score.distance().is_none_or(|plies| plies <= MAX_SURELY_SHORTEST);
        if !shortest && request.mate_plies.is_none() {
            desk.observer.note(Note::ProofNotShortest);
        }
        SearchResult { lines: roots.lines(request.lines.max(1)), solved }
    }

    /// Searches beside the lead until stopped: what others hand out, or else the whole tree.
    pub(super) fn run_helper(&mut self, request: &Request<K>, index: usize, watch: Watch) {
        self.start_search(&request.course, request.max_plies, watch);
        let Some(mut position) = request.course.last().cloned() else { return };
        let Some(pool) = self.pool.clone() else { return };
        let mut roots = self.root_moves(&position, request);
        if !roots.moves.is_empty() {
            // Odd helpers begin a depth ahead.
            roots.completed_depth = (index % 2) as u8;
            self.watch.set_subtree_token(pool.lazy_stop().clone());
            let _ = self.deepen(&mut position, request, &mut roots, None);
            self.watch.set_subtree_token(pool.helpers_stop().clone());
            self.helper_loop(&mut position);
        }
        self.watch.flush();
    }

    /// Exact lines from the solved table, if it has them all in time.
    fn answer(&mut self, request: &Request<K>, desk: &mut Desk<'_, Mv<K>>) -> Option<SearchResult<Mv<K>>> {
        let course = Course { positions: &request.course, max_plies: request.max_plies };
        // Limits do not apply to what takes no time; only `stop` has a say.
        let mut watch = Watch::new(self.watch.token().clone(), Arc::default(), None);
        let moves = self.allowed(request.course.last()?, request);
        let found = self.know.root_lines(course, &moves, request.lines.max(1), &mut watch).ok()?;
        let count = moves.len() as u64;
        let effort = Effort { nodes: count, table_hits: count, hashfull: 0, elapsed: desk.clock.started().elapsed() };
        let lines: Vec<_> = found
            .into_iter()
            .map(|root| PvLine {
                depth: 1,
                seldepth: root.pv.len() as u16,
                score: root.score,
                bound: Bound::Exact,
                exact: true,
                selectivity: 0,
                pv: root.pv,
            })
            .collect();
        for (rank, line) in lines.iter().enumerate() {
            desk.observer.line(rank + 1, line, effort);
        }
        let best = lines.first()?;
        let in_time = |plies| best.score.is_win() && best.score.distance().is_some_and(|distance| distance <= plies);
        if request.mate_plies.is_some_and(|plies| !in_time(plies)) {
            desk.observer.note(Note::NoMate);
        }
        Some(SearchResult { lines, solved: true })
    }

    /// All root moves asked for, the candidates first and best first.
    fn root_moves(&mut self, position: &Pos<K>, request: &Request<K>) -> RootMoves<Mv<K>> {
        let at = At { depth: 1, ply: 0, window: Window::FULL, goal: Goal::Value, selectivity: 1, cut_node: false };
        let legal = self.allowed(position, request);
        let (moves, active) = self.listed(position, &at, legal);
        // Whoever asks for certain moves, or for more lines than there are candidates, gets all of them searched.
        let all = !request.moves.is_empty() || request.lines > active;
        let active = if all { moves.len() } else { active };
        let line = PvLine { score: -Score::INFINITE, bound: Bound::Upper, ..PvLine::default() };
        let roots = moves.into_iter().enumerate().map(|(index, mv)| {
            let line = PvLine { pv: vec![mv], ..line.clone() };
            RootMove { mv, last_exact: line.clone(), line, is_candidate: index < active, is_losing: false }
        });
        let is_restricted = !request.moves.is_empty();
        RootMoves { moves: roots.collect(), active, is_restricted, completed_depth: 0, best_move_changes: 0.0 }
    }

    /// The legal moves among those asked for.
    fn allowed(&self, position: &Pos<K>, request: &Request<K>) -> Vec<Mv<K>> {
        let mut legal = Vec::new();
        K::Game::legal_moves(position, &mut legal);
        legal.retain(|mv| request.moves.is_empty() || request.moves.contains(mv));
        legal
    }

    /// `legal` with the candidates in front, best first, and how many those are.
    fn listed(&mut self, position: &Pos<K>, at: &At, legal: Vec<Mv<K>>) -> (Vec<Mv<K>>, usize) {
        let mut candidates = Vec::new();
        self.know.candidates(position, at, &mut candidates);
        self.know.rank(position, at, &mut candidates);
        candidates.retain(|scored| legal.contains(&scored.mv));
        candidates.sort_by_key(|scored| -scored.prior);
        let mut moves: Vec<_> = candidates.iter().map(|scored| scored.mv).collect();
        let listed = moves.len();
        moves.extend(legal.iter().filter(|mv| candidates.iter().all(|scored| scored.mv != **mv)));
        // A list that a filter has emptied is no list.
        let active = if listed == 0 { moves.len() } else { listed };
        (moves, active)
    }

    /// All iterations; `Ok(true)` when nothing is left to find out. Without a desk (helpers) it only searches.
    fn deepen(
        &mut self,
        position: &mut Pos<K>,
        request: &Request<K>,
        roots: &mut RootMoves<Mv<K>>,
        mut desk: Option<&mut Desk<'_, Mv<K>>>,
    ) -> Result<bool, Stopped> {
        let begin = roots.completed_depth;
        roots.completed_depth = 0;
        let depth = if request.mate_plies.is_some() { request.depth.min(1) } else { request.depth };
        let schedule = self.know.schedule(position, depth.max(1));
        let last = schedule.last().map(|iteration| iteration.depth);
        for iteration in schedule {
            if request.depth == 0 {
                return Err(Stopped);
            }
            if iteration.goal == Goal::Value && iteration.depth <= begin {
                continue;
            }
            self.configure(iteration, request);
            let splits = self.params.min_split_depth(iteration.goal) != i16::MAX;
            match &self.pool {
                // Helpers take what the lead hands out.
                Some(_) if splits && desk.is_none() => return Ok(false),
                Some(pool) if splits => pool.lazy_stop().stop(),
                _ => {}
            }
            let lines = request.lines.clamp(1, roots.moves.len());
            if let Some(desk) = desk.as_deref_mut()
                && lines == 1
                && request.mate_plies.is_none()
                && self.prove_root(position, roots, self.proof_nodes())?
            {
                self.report(roots, 1, desk);
                return Ok(true);
            }
            let before = roots.moves[0].mv;
            let old_score = roots.best().score;
            for rank in 0..lines {
                let aim = Aim { rank, single: lines == 1, is_last: Some(iteration.depth) == last };
                self.aspire(position, roots, aim, desk.as_deref_mut())?;
            }
            roots.moves[..lines].sort_by_key(|root| -root.line.score);
            roots.completed_depth = iteration.depth;
            roots.best_move_changes = roots.best_move_changes * 0.6 + f64::from(u8::from(before != roots.moves[0].mv));
            let Some(desk) = desk.as_deref_mut() else { continue };
            self.report(roots, lines, desk);
            self.watch.iteration_completed();
            if iteration.solves() || roots.are_proven(lines, request.mate_plies) {
                return Ok(true);
            }
            if self.watch.token().is_cut_short() || is_enough(roots, old_score, self.params.score_drop, desk.clock) {
                return Ok(false);
            }
        }
        match (request.mate_plies, desk) {
            (Some(plies), Some(desk)) => self.prove_mate(position, request, roots, plies, desk),
            _ => Ok(false),
        }
    }

    /// Takes over the settings of an iteration.
    fn configure(&mut self, iteration: Iteration, request: &Request<K>) {
        self.iteration = iteration;
        if !request.selective && iteration.goal == Goal::Value {
            self.iteration.selectivity = 0;
        }
        self.outcome_only = request.outcome_only && iteration.goal == Goal::Exact;
        self.seldepth = 0;
    }

    /// What the expert's proof search at the root may spend now, so that it has its share of all nodes.
    fn proof_nodes(&self) -> u64 {
        (self.watch.nodes() / PROOF_SHARE).saturating_sub(self.proof_nodes)
    }

    /// Lets the expert look for a forced win at the root with so many nodes, if that is worth while; the move it begins with
    /// comes to the front.
    fn prove_root(&mut self, position: &Pos<K>, roots: &mut RootMoves<Mv<K>>, nodes: u64) -> Result<bool, Stopped> {
        if nodes < LEAST_PROOF_NODES {
            return Ok(false);
        }
        let before = self.watch.nodes();
        let found = self.know.prove(position, nodes, &mut self.watch)?;
        self.proof_nodes += self.watch.nodes() - before;
        let Some(RootLine { score, pv }) = found else { return Ok(false) };
        let index = pv.first().and_then(|first| roots.moves.iter().position(|root| root.mv == *first));
        let Some(index) = index else { return Ok(false) };
        let depth = u16::from(self.iteration.depth);
        let root = &mut roots.moves[index];
        root.line =
            PvLine { depth, seldepth: pv.len() as u16, score, bound: Bound::Exact, exact: false, selectivity: 0, pv };
        root.last_exact = root.line.clone();
        roots.promote(index, 0);
        Ok(true)
    }

    /// Looks for wins in 1, 3, 5 … plies, every move considered that could be or stop one, and beside that for a proof of
    /// any length. `Ok(true)`: found or refuted.
    fn prove_mate(
        &mut self,
        position: &mut Pos<K>,
        request: &Request<K>,
        roots: &mut RootMoves<Mv<K>>,
        plies: u16,
        desk: &mut Desk<'_, Mv<K>>,
    ) -> Result<bool, Stopped> {
        let mut proven = None;
        for depth in (1..=plies.min(u16::from(request.depth))).step_by(2) {
            self.configure(Iteration { depth: depth as u8, goal: Goal::Mate, selectivity: 0 }, request);
            if proven.is_none() {
                let nodes = self.watch.nodes().max(if depth <= QUICK_MATE { QUICK_PROOF_NODES } else { PROOF_NODES });
                let mut trial = roots.clone();
                let found = self.prove_root(position, &mut trial, nodes)?;
                let distance = trial.best().score.distance().filter(|&distance| found && distance <= plies);
                proven = distance.map(|distance| (distance, trial));
            }
            if let Some((distance, trial)) = &proven
                && (*distance <= depth || depth > QUICK_MATE)
            {
                roots.clone_from(trial);
                self.report(roots, 1, desk);
                if *distance > depth {
                    desk.observer.note(Note::ProofNotShortest);
                }
                return Ok(true);
            }
            if self.search_mate(position, request, roots)? {
                self.report(roots, 1, desk);
                return Ok(true);
            }
        }
        let refuted = plies <= u16::from(request.depth);
        if refuted {
            desk.observer.note(Note::NoMate);
        }
        Ok(refuted)
    }

    /// Searches for a win within the depth of the iteration; whether there is one.
    fn search_mate(
        &mut self,
        position: &mut Pos<K>,
        request: &Request<K>,
        roots: &mut RootMoves<Mv<K>>,
    ) -> Result<bool, Stopped> {
        let at = self.at(MATE_WINDOW, i16::from(self.iteration.depth), 0);
        let legal = self.allowed(position, request);
        let (order, active) = self.listed(position, &at, legal);
        let rank_of = |mv: Mv<K>| order.iter().position(|&other| other == mv);
        let mut trial = RootMoves { active, completed_depth: 0, best_move_changes: 0.0, ..roots.clone() };
        trial.moves.sort_by_key(|root| rank_of(root.mv));
        let found = self.search_root(position, &mut trial, 0, MATE_WINDOW)?.is_win();
        if found {
            *roots = trial;
        }
        Ok(found)
    }

    /// Searches one rank of the root with a window around the expected score that opens until it holds the result. Where only the
    /// outcome is asked for, one window tells it.
    fn aspire(
        &mut self,
        position: &mut Pos<K>,
        roots: &mut RootMoves<Mv<K>>,
        aim: Aim,
        mut desk: Option<&mut Desk<'_, Mv<K>>>,
    ) -> Result<(), Stopped> {
        let Aim { rank, single, is_last } = aim;
        if self.outcome_only {
            return self.search_root(position, roots, rank, OUTCOME_WINDOW).map(|_| ());
        }
        let expected = roots.moves[rank].line.score;
        let known = !expected.is_proven() && expected > -Score::INFINITE;
        let mut aspiration = match known && self.iteration.depth >= ASPIRATION_DEPTH {
            true => AspirationWindow::around(expected, self.params.aspiration_delta, self.params.aspiration_max_delta),
            false => AspirationWindow::full(),
        };
        if self.params.accept_any_win {
            aspiration = aspiration.accepting_any_win();
        }
        loop {
            let score = self.search_root(position, roots, rank, aspiration.window())?;
            if score.is_win() && self.params.accept_any_win {
                self.complete_mate_line(position, &mut roots.moves[rank].line.pv, score.distance().unwrap_or_default());
                break;
            }
            // What is believed, the next iteration may prove, or refute, sooner than this one.
            if !is_last && aspiration.is_unproven_win_or_loss(score) {
                break;
            }
            if !aspiration.open_after(score) {
                break;
            }
            if let Some(desk) = desk.as_deref_mut() {
                let waiting = desk.clock.started().elapsed().as_secs() >= 3;
                if single && waiting && !roots.moves[rank].line.score.is_proven() {
                    self.report(roots, 1, desk);
                }
            }
        }
        Ok(())
    }

    /// One pass over the root moves from `rank` on; the best found is brought to `rank` at once, so that the order is right
    /// whenever the search is stopped.
    fn search_root(
        &mut self,
        position: &mut Pos<K>,
        roots: &mut RootMoves<Mv<K>>,
        rank: usize,
        window: Window,
    ) -> Result<Score, Stopped> {
        let at = self.at(window, i16::from(self.iteration.depth), 0);
        let mut state = MoveLoop::new(window);
        self.enter_node(0);
        self.update_improving(position, 0);
        while rank + state.move_count < roots.moves.len() && !state.is_cutoff() {
            let index = rank + state.move_count;
            if index >= roots.active.max(rank + 1) {
                let is_loss = state.best.score.is_loss();
                if self.iteration.goal == Goal::Mate || !is_loss || state.window.alpha >= UNPROVEN_LOSS {
                    break;
                }
                roots.active = roots.moves.len();
            }
            if self.can_split(&at, state.move_count, roots.active - rank) {
                self.share_root(position, &at, roots, rank, &mut state)?;
                continue;
            }
            let scored = Scored { mv: roots.moves[index].mv, prior: 0 };
            let picked = PickedMove { scored, index: state.move_count, window: state.window };
            let score = self.search_move::<true>(position, &at, &picked)?;
            roots.moves[index].is_losing |= score.is_loss();
            state.move_count += 1;
            // The first move's result is noted even when it fails low: it is what the aspiration goes by.
            if state.update(score, scored.mv.to_bits()) || index == rank {
                self.update_pv(0, scored.mv);
                self.note_root(&mut roots.moves[index], score, window.bound_of(score));
                roots.promote(index, rank);
            }
        }
        let MoveLoop { best: BestMove { score: mut best, mv: best_mv }, move_count, .. } = state;
        let index = rank + move_count;
        // A loss of the listed moves alone is not proven; the window has failed low then, and opens.
        let all = index >= roots.moves.len() && !state.is_cutoff();
        let is_unproven = best.is_loss() && !all && !self.is_mate_search();
        if is_unproven {
            best = UNPROVEN_LOSS;
        }
        if is_unproven || best <= window.alpha {
            // The line stands for all moves tried: none of them is better than this.
            roots.moves[rank].line.score = best;
        }
        if rank == 0 && !roots.is_restricted {
            let key = self.tt_key(position);
            self.tt.store(key, best, window.bound_of(best), best_mv, self.draft(at.depth));
        }
        Ok(best)
    }

    fn is_mate_search(&self) -> bool {
        self.iteration.goal == Goal::Mate
    }

    /// Searches the rest of the active root moves together with idle workers.
    fn share_root(
        &mut self,
        position: &mut Pos<K>,
        at: &At,
        roots: &mut RootMoves<Mv<K>>,
        rank: usize,
        state: &mut MoveLoop,
    ) -> Result<(), Stopped> {
        let in_order = |(index, root): (usize, &RootMove<Mv<K>>)| Scored { mv: root.mv, prior: -(index as i32) };
        let mut moves: Vec<_> = roots.moves[rank..roots.active].iter().enumerate().map(in_order).collect();
        let alpha = state.window.alpha;
        let shared = self.search_split::<true>(position, at, &mut moves, state);
        for root in &mut roots.moves {
            root.is_losing |= shared.losing_moves.contains(&root.mv);
        }
        let BestMove { score, mv } = state.best;
        let best = roots.moves.iter().position(|root| root.mv.to_bits() == mv).filter(|_| score > alpha);
        if let Some(index) = best {
            self.note_root(&mut roots.moves[index], score, at.window.bound_of(score));
            roots.promote(index, rank);
        }
        if shared.is_stopped { Err(Stopped) } else { Ok(()) }
    }

    /// Notes the line at the root as that of a root move.
    fn note_root(&mut self, root: &mut RootMove<Mv<K>>, score: Score, bound: Bound) {
        // A proven score is a proof, whatever the window was.
        let bound = if score.is_proven() { Bound::Exact } else { bound };
        root.line.score = score;
        root.line.bound = bound;
        root.line.selectivity = if self.iteration.goal == Goal::Exact { self.iteration.selectivity } else { 0 };
        root.line.exact = bound == Bound::Exact && self.iteration.solves();
        root.line.depth = u16::from(self.iteration.depth);
        root.line.seldepth = self.seldepth.max(1);
        root.line.pv.truncate(1);
        if bound != Bound::Upper {
            root.line.pv.clone_from(&self.stack[0].pv);
        }
        if bound == Bound::Exact {
            root.last_exact = root.line.clone();
        }
    }

    /// Effort of all workers so far.
    fn effort(&mut self, clock: &Clock) -> Effort {
        let totals = self.watch.totals();
        Effort {
            nodes: totals.nodes(),
            table_hits: totals.table_hits(),
            hashfull: self.tt.hashfull(),
            elapsed: clock.started().elapsed(),
        }
    }

    fn report(&mut self, roots: &RootMoves<Mv<K>>, lines: usize, desk: &mut Desk<'_, Mv<K>>) {
        let effort = self.effort(desk.clock);
        for (rank, line) in roots.lines(lines).iter().enumerate() {
            desk.observer.line(rank + 1, line, effort);
        }
        if let Some(boldest) = roots.moves.iter().take(lines).map(|root| root.line.selectivity).max()
            && boldest > 0
        {
            desk.observer.note(Note::Guessed(K::confidence(boldest)));
        }
    }

    /// Brings another move before one that loses: not all were tried, else the iteration would be complete. What the expert
    /// thinks worth trying is better if it is not lost; what he does not, resists less than the best of the lost ones.
    fn hope(&mut self, position: &Pos<K>, roots: &mut RootMoves<Mv<K>>) {
        let Some(hope) = roots.moves.iter().position(|root| root.is_candidate && !root.is_losing) else {
            // That all others lose, too, is not proven.
            roots.moves[0].line.score = UNPROVEN_LOSS;
            return;
        };
        roots.promote(hope, 0);
        let root = &mut roots.moves[0];
        root.line = root.last_exact.clone();
        if root.line.score == -Score::INFINITE {
            let score = self.know.evaluate(position);
            root.line = PvLine { score, bound: Bound::Exact, selectivity: 0, ..root.line.clone() };
        }
    }

    /// What stands when the search was stopped inside an iteration.
    fn report_stopped(
        &mut self,
        position: &Pos<K>,
        request: &Request<K>,
        roots: &mut RootMoves<Mv<K>>,
        desk: &mut Desk<'_, Mv<K>>,
    ) {
        let mut lines = request.lines.clamp(1, roots.moves.len());
        if roots.moves[0].is_losing {
            self.hope(position, roots);
        }
        if roots.completed_depth == 0 {
            // `evaluate` is asked at the root, to which the stopped search has returned.
            lines = 1;
            let (fallback, score) = (roots.moves[0].mv, self.know.evaluate(position));
            roots.moves[0].line = PvLine { score, pv: vec![fallback], ..PvLine::default() };
        }
        let completed = u16::from(roots.completed_depth);
        for root in &mut roots.moves[..lines] {
            root.restore_last_exact();
            // Its value can be older: it was not the best in the last iterations. What was searched is not less for that.
            root.line.depth = root.line.depth.max(completed);
        }
        self.report(roots, lines, desk);
    }
}

/// The result where there is no move.
fn nothing<M>() -> SearchResult<M> {
    SearchResult { lines: Vec::new(), solved: true }
}

/// Whether the mover's clock says that this is enough: longer when the best move changes or the score falls.
fn is_enough<M: Copy + PartialEq>(roots: &RootMoves<M>, old_score: Score, score_drop: i32, clock: &Clock) -> bool {
    if roots.active == 1 && clock.has_game_clock() {
        return true;
    }
    let fallen = old_score > -Score::INFINITE && i32::from(old_score.0) - i32::from(roots.best().score.0) > score_drop;
    clock.is_soft_limit_reached(0.8 + 0.5 * roots.best_move_changes + if fallen { 0.6 } else { 0.0 })
}
