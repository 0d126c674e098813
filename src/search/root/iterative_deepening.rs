//! Iterative deepening by the game's schedule, with aspiration windows.

use super::MainContext;
use super::root_moves::RootMoves;
use crate::score::{Score, Window};
use crate::search::aspiration::AspirationWindow;
use crate::search::expert::{Expert, Goal, Iteration, Mv, Pos};
use crate::search::request::SearchRequest;
use crate::search::stop::Stopped;
use crate::search::time_management::TimeManager;
use crate::search::worker::Worker;

/// Minimum depth of an iteration with an aspiration window.
const MIN_ASPIRATION_DEPTH: u8 = 4;
/// Seconds after which fail-high and fail-low lines are reported as well.
const REPORT_BOUNDS_AFTER: u64 = 3;
/// Wins, draws and losses of a game that is decided by a margin.
const OUTCOME_WINDOW: Window = Window::new(Score(-1), Score(1));
/// Factor by which each iteration decays the number of best move changes.
const BEST_MOVE_CHANGES_DECAY: f64 = 0.6;

/// The search of one principal variation of a MultiPV iteration.
#[derive(Clone, Copy)]
struct PvSearch {
    /// Index of the line among those of the iteration, 0 for the best.
    pv_index: usize,
    /// Whether only one line is requested.
    is_only_line: bool,
    /// Whether no iteration follows.
    is_last_iteration: bool,
}

impl<E: Expert> Worker<E> {
    /// Searches all iterations. Returns `Ok(true)` if nothing remains to be searched. Helpers have no `main` context.
    pub(super) fn iterative_deepening(
        &mut self,
        position: &mut Pos<E>,
        request: &SearchRequest<E>,
        root_moves: &mut RootMoves<Mv<E>>,
        mut main: Option<&mut MainContext<'_, Mv<E>>>,
    ) -> Result<bool, Stopped> {
        let skipped_depth = std::mem::take(&mut root_moves.completed_depth);
        let depth = if request.mate_plies.is_some() { request.depth.min(1) } else { request.depth };
        let schedule = self.expert.schedule(position, depth.max(1));
        let last_depth = schedule.last().map(|iteration| iteration.depth);
        for iteration in schedule {
            if request.depth == 0 {
                return Err(Stopped);
            }
            if iteration.goal == Goal::Heuristic && iteration.depth <= skipped_depth {
                continue;
            }
            self.set_iteration(iteration, request);
            if self.switch_to_ybw(main.is_none()) {
                return Ok(false);
            }
            let lines = request.multi_pv.clamp(1, root_moves.moves.len());
            if let Some(main) = main.as_deref_mut()
                && lines == 1
                && request.mate_plies.is_none()
                && self.prove_root(position, root_moves, self.proof_budget())?
            {
                self.report_lines(root_moves, 1, main);
                return Ok(true);
            }
            let (old_move, old_score) = (root_moves.moves[0].mv, root_moves.best().score);
            for pv_index in 0..lines {
                let is_last_iteration = Some(iteration.depth) == last_depth;
                let pv_search = PvSearch { pv_index, is_only_line: lines == 1, is_last_iteration };
                self.aspiration_search(position, root_moves, pv_search, main.as_deref_mut())?;
            }
            root_moves.complete_iteration(iteration.depth, lines, old_move);
            let Some(main) = main.as_deref_mut() else { continue };
            self.report_lines(root_moves, lines, main);
            self.watch.iteration_completed();
            if iteration.solves() || root_moves.are_proven(lines, request.mate_plies) {
                return Ok(true);
            }
            let is_time_up = is_time_up(root_moves, old_score, self.params.score_drop, main.time_manager);
            if self.watch.token().stops_after_first_iteration() || is_time_up {
                return Ok(false);
            }
        }
        match (request.mate_plies, main) {
            (Some(plies), Some(main)) => self.mate_search(position, request, root_moves, plies, main),
            _ => Ok(false),
        }
    }

    /// Applies the settings of an iteration.
    pub(super) fn set_iteration(&mut self, iteration: Iteration, request: &SearchRequest<E>) {
        self.iteration = iteration;
        if !request.selective && iteration.goal == Goal::Heuristic {
            self.iteration.selectivity = 0;
        }
        self.outcome_only = request.outcome_only && iteration.goal == Goal::Solve;
        self.seldepth = 0;
    }

    /// Switches from Lazy SMP to YBW if this iteration allows split points: the main worker then stops the helpers' own
    /// iterations. Returns whether this helper should leave iterative deepening. The switch is final: a schedule has no
    /// Lazy SMP iterations after split ones.
    fn switch_to_ybw(&self, is_helper: bool) -> bool {
        let Some(pool) = &self.pool else { return false };
        let is_split = self.min_split_depth(self.iteration.goal) != i16::MAX;
        if is_split && !is_helper {
            pool.lazy_stop().stop();
        }
        is_split && is_helper
    }

    /// Searches one line with a window around the expected score, which is widened until it contains the result. If
    /// only the outcome is requested, a single window decides it.
    fn aspiration_search(
        &mut self,
        position: &mut Pos<E>,
        root_moves: &mut RootMoves<Mv<E>>,
        pv_search: PvSearch,
        mut main: Option<&mut MainContext<'_, Mv<E>>>,
    ) -> Result<(), Stopped> {
        let PvSearch { pv_index, is_only_line, is_last_iteration } = pv_search;
        if self.outcome_only {
            return self.search_root_node(position, root_moves, pv_index, OUTCOME_WINDOW).map(|_| ());
        }
        let mut aspiration = self.aspiration_window(root_moves.moves[pv_index].line.score);
        loop {
            let score = self.search_root_node(position, root_moves, pv_index, aspiration.window())?;
            if score.is_win() && self.params.accept_any_win {
                let distance = score.distance().unwrap_or_default();
                self.complete_mate_line(position, &mut root_moves.moves[pv_index].line.pv, distance);
                break;
            }
            // The next iteration may prove or refute an unproven win or loss sooner than this one.
            if !is_last_iteration && aspiration.is_unproven_win_or_loss(score) {
                break;
            }
            if !aspiration.widen_after(score) {
                break;
            }
            if let Some(main) = main.as_deref_mut() {
                let reports_bounds = main.time_manager.started().elapsed().as_secs() >= REPORT_BOUNDS_AFTER;
                if is_only_line && reports_bounds && !root_moves.moves[pv_index].line.score.is_proven() {
                    self.report_lines(root_moves, 1, main);
                }
            }
        }
        Ok(())
    }

    /// The first window of an iteration.
    fn aspiration_window(&self, expected: Score) -> AspirationWindow {
        let is_known = !expected.is_proven() && expected > -Score::INFINITE;
        let window = match is_known && self.iteration.depth >= MIN_ASPIRATION_DEPTH {
            true => AspirationWindow::around(expected, self.params.aspiration_delta, self.params.aspiration_max_delta),
            false => AspirationWindow::full(),
        };
        if self.params.accept_any_win { window.accepting_any_win() } else { window }
    }
}

impl<M: Copy + PartialEq> RootMoves<M> {
    /// Sorts the best `lines` lines and records the completion of an iteration; `old_move` was the best move before it.
    fn complete_iteration(&mut self, depth: u8, lines: usize, old_move: M) {
        self.moves[..lines].sort_by_key(|root| -root.line.score);
        self.completed_depth = depth;
        self.completed_scores.swap(0, 1);
        self.completed_scores[0] = self.moves[..lines].iter().map(|root| root.line.score).collect();
        let change = f64::from(u8::from(old_move != self.moves[0].mv));
        self.best_move_changes = self.best_move_changes * BEST_MOVE_CHANGES_DECAY + change;
    }
}

/// Whether the game clock allows no further iteration. It allows more time if the best move has changed lately or the
/// score has fallen by more than `score_drop`.
fn is_time_up<M: Copy + PartialEq>(
    root_moves: &RootMoves<M>,
    old_score: Score,
    score_drop: i32,
    time_manager: &TimeManager,
) -> bool {
    if root_moves.active == 1 && time_manager.has_game_clock() {
        return true;
    }
    let drop = i32::from(old_score.0) - i32::from(root_moves.best().score.0);
    let has_dropped = old_score > -Score::INFINITE && drop > score_drop;
    time_manager.is_soft_limit_reached(0.8 + 0.5 * root_moves.best_move_changes + if has_dropped { 0.6 } else { 0.0 })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::limits::{ClockLimit, Limits};
    use std::time::{Duration, Instant};

    fn roots(scores: [i16; 2]) -> RootMoves<char> {
        RootMoves::with_scores(&scores.map(Score))
    }

    #[test]
    fn changes_of_the_best_move_are_counted_and_forgotten() {
        let mut root_moves = roots([10, 20]);
        let mut changes = Vec::new();
        for (depth, old_move) in [(1, 'a'), (2, 'a'), (3, 'b'), (4, 'b')] {
            root_moves.complete_iteration(depth, 2, old_move);
            assert_eq!((root_moves.completed_depth, root_moves.moves[0].mv), (depth, 'b'));
            changes.push(root_moves.best_move_changes);
        }
        let decayed = 1.0 + BEST_MOVE_CHANGES_DECAY;
        let expected = [1.0, decayed, decayed * BEST_MOVE_CHANGES_DECAY, decayed * BEST_MOVE_CHANGES_DECAY.powi(2)];
        assert_eq!(changes, expected);
    }

    /// After how many tens of seconds the time is up, on a clock with 10,000 seconds for 100 moves.
    fn time(root_moves: &RootMoves<char>, old_score: Score) -> u64 {
        let (remaining, increment) = (Duration::from_secs(10_000), Duration::ZERO);
        let limits =
            Limits { clock: Some(ClockLimit { remaining, increment, moves_to_go: Some(100) }), ..Limits::default() };
        let is_up_after = |tens: &u64| {
            Instant::now().checked_sub(Duration::from_secs(10 * tens)).is_some_and(|started| {
                is_time_up(root_moves, old_score, 50, &TimeManager::new(&limits, started, Duration::ZERO, 30))
            })
        };
        (0..1_000).find(is_up_after).expect("the time ends")
    }

    #[test]
    fn an_unstable_search_takes_more_time() {
        let stable = time(&roots([100, 0]), Score(100));
        assert!(stable > 2, "{stable}");
        // A score that has fallen by more than the limit of 50; the first iteration has no score before it.
        assert_eq!(time(&roots([50, 0]), Score(100)), stable);
        assert!(time(&roots([49, 0]), Score(100)) > stable);
        assert_eq!(time(&roots([-5_000, 0]), -Score::INFINITE), stable);
        assert!(time(&RootMoves { best_move_changes: 1.0, ..roots([100, 0]) }, Score(100)) > stable);
        // A single move is played at once.
        assert_eq!(time(&RootMoves { active: 1, ..roots([100, 0]) }, Score(100)), 0);
    }
}
