//! The root: the main worker and the helpers, the root moves, and what is reported of them.

mod iterative_deepening;
mod mate;
mod proof;
mod root_moves;
mod root_node;

use super::expert::{Expert, Goal, Mv, Node, Pos};
use super::move_loop::UNPROVEN_LOSS;
use super::observer::{Note, Observer, PvLine, SearchResult, SearchStats};
use super::request::SearchRequest;
use super::stop::Watch;
use super::time_management::TimeManager;
use super::worker::Worker;
use crate::score::{Bound, Score, Window};
use root_moves::{ALWAYS_SHORTEST_PLIES, RootMove, RootMoves};

/// What only the main worker has: time management, and the observer to which it reports.
struct MainContext<'a, M> {
    time_manager: &'a TimeManager,
    observer: &'a mut dyn Observer<M>,
}

impl<E: Expert> Worker<E> {
    /// Searches as the main worker, which reports, decides when the search ends, and returns the result.
    pub(super) fn run_main(
        &mut self,
        request: &SearchRequest<E>,
        watch: Watch,
        time_manager: &TimeManager,
        observer: &mut dyn Observer<Mv<E>>,
    ) -> SearchResult<Mv<E>> {
        self.start_search(&request.positions, request.max_plies, watch);
        let mut main = MainContext { time_manager, observer };
        let Some(mut position) = request.positions.last().cloned() else { return no_moves() };
        let mut root_moves = self.root_moves(&position, request);
        if root_moves.moves.is_empty() {
            return no_moves();
        }
        let result = self.iterative_deepening(&mut position, request, &mut root_moves, Some(&mut main));
        let is_final = matches!(result, Ok(true));
        if result.is_err() {
            self.report_stopped(&position, request, &mut root_moves, &mut main);
        }
        let distance = root_moves.best().score.distance();
        let is_shortest = distance.is_none_or(|plies| plies <= ALWAYS_SHORTEST_PLIES);
        if !is_shortest && request.mate_plies.is_none() {
            main.observer.note(Note::ProofNotShortest);
        }
        SearchResult { lines: root_moves.lines(request.multi_pv.max(1)), is_final }
    }

    /// Searches as helper number `index` until stopped: the whole tree at first, if the game's parameters allow Lazy
    /// SMP, then moves of split points.
    pub(super) fn run_helper(&mut self, request: &SearchRequest<E>, index: usize, watch: Watch) {
        self.start_search(&request.positions, request.max_plies, watch);
        let Some(mut position) = request.positions.last().cloned() else { return };
        let Some(pool) = self.pool.clone() else { return };
        let mut root_moves = self.root_moves(&position, request);
        if !root_moves.moves.is_empty() {
            // Helpers with odd numbers skip the first depth, so that not all search the same iteration.
            root_moves.completed_depth = (index % 2) as u8;
            self.watch.set_subtree_token(pool.lazy_stop().clone());
            let _ = self.iterative_deepening(&mut position, request, &mut root_moves, None);
            self.watch.set_subtree_token(pool.helpers_stop().clone());
            self.helper_loop(&mut position);
        }
        self.watch.flush();
    }

    /// The requested root moves, the candidates first and best first.
    fn root_moves(&mut self, position: &Pos<E>, request: &SearchRequest<E>) -> RootMoves<Mv<E>> {
        let node =
            Node { depth: 1, ply: 0, window: Window::FULL, goal: Goal::Heuristic, selectivity: 1, cut_node: false };
        let (moves, candidates) = self.candidates_first(position, &node, request.root_moves());
        let is_restricted = !request.moves.is_empty();
        // A request for certain moves, or for more lines than there are candidates, has all of them searched.
        let searches_all = is_restricted || request.multi_pv > candidates;
        let active = if searches_all { moves.len() } else { candidates };
        let line = PvLine { score: -Score::INFINITE, bound: Bound::Upper, ..PvLine::default() };
        let moves = moves.into_iter().enumerate().map(|(index, mv)| {
            let line = PvLine { pv: vec![mv], ..line.clone() };
            RootMove { mv, last_exact: line.clone(), line, is_candidate: index < active, is_losing: false }
        });
        RootMoves { is_restricted, mean_scores: request.mean_scores, ..RootMoves::new(moves.collect(), active) }
    }

    /// Returns `moves` with the expert's candidates in front, best first, and the number of candidates; all moves count
    /// as candidates if the expert lists none of them.
    fn candidates_first(&mut self, position: &Pos<E>, node: &Node, moves: Vec<Mv<E>>) -> (Vec<Mv<E>>, usize) {
        let mut candidates = Vec::new();
        self.expert.candidates(position, node, &mut candidates);
        self.expert.select_candidates(position, node, &mut candidates);
        self.expert.refine_priors(position, node, &mut candidates);
        candidates.retain(|scored| moves.contains(&scored.mv));
        candidates.sort_by_key(|scored| -scored.score);
        let mut ordered: Vec<_> = candidates.iter().map(|scored| scored.mv).collect();
        ordered.extend(moves.iter().filter(|mv| candidates.iter().all(|scored| scored.mv != **mv)));
        let count = if candidates.is_empty() { ordered.len() } else { candidates.len() };
        (ordered, count)
    }

    /// Reports the best `count` lines.
    fn report_lines(&mut self, root_moves: &RootMoves<Mv<E>>, count: usize, main: &mut MainContext<'_, Mv<E>>) {
        let stats = self.stats(main.time_manager);
        for (rank, line) in root_moves.lines(count).iter().enumerate() {
            main.observer.line(rank + 1, line, stats);
        }
        if let Some(selectivity) = root_moves.moves.iter().take(count).map(|root| root.line.selectivity).max()
            && selectivity > 0
        {
            main.observer.note(Note::Confidence(E::confidence(selectivity)));
        }
    }

    /// Statistics of all workers so far.
    fn stats(&mut self, time_manager: &TimeManager) -> SearchStats {
        let totals = self.watch.totals();
        SearchStats {
            nodes: totals.nodes(),
            table_hits: totals.table_hits(),
            hashfull: self.tt.hashfull(),
            elapsed: time_manager.started().elapsed(),
        }
    }

    /// Reports the lines of a search that was stopped during an iteration.
    fn report_stopped(
        &mut self,
        position: &Pos<E>,
        request: &SearchRequest<E>,
        root_moves: &mut RootMoves<Mv<E>>,
        main: &mut MainContext<'_, Mv<E>>,
    ) {
        let mut count = request.multi_pv.clamp(1, root_moves.moves.len());
        if root_moves.moves[0].is_losing {
            self.replace_losing_best_move(position, root_moves);
        }
        if root_moves.completed_depth == 0 {
            count = 1;
            let (first, score) = (root_moves.moves[0].mv, self.expert.evaluate(position));
            root_moves.moves[0].line = PvLine { score, pv: vec![first], ..PvLine::default() };
        }
        let completed_depth = u16::from(root_moves.completed_depth);
        for root in &mut root_moves.moves[..count] {
            root.restore_last_exact();
            // An exact score can date from an earlier iteration, but the move has been searched to the completed depth
            // since.
            root.line.depth = root.line.depth.max(completed_depth);
        }
        self.report_lines(root_moves, count, main);
    }

    /// The best move is proven to lose: promotes the first candidate that is not. Some move is not proven to lose,
    /// since otherwise the iteration would be completed. If none of those is a candidate, the best move stays, as the
    /// one that is known to resist longest, and its score becomes an unproven loss.
    fn replace_losing_best_move(&mut self, position: &Pos<E>, root_moves: &mut RootMoves<Mv<E>>) {
        let candidate = root_moves.moves.iter().position(|root| root.is_candidate && !root.is_losing);
        let Some(candidate) = candidate else {
            root_moves.moves[0].line.score = UNPROVEN_LOSS;
            return;
        };
        root_moves.promote(candidate, 0);
        let root = &mut root_moves.moves[0];
        root.line = root.last_exact.clone();
        if root.line.score == -Score::INFINITE {
            let score = self.expert.evaluate(position);
            root.line = PvLine { score, bound: Bound::Exact, selectivity: 0, ..root.line.clone() };
        }
    }
}

/// The result where there is no move.
fn no_moves<M>() -> SearchResult<M> {
    SearchResult { lines: Vec::new(), is_final: true }
}
