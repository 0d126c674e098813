//! `go mate`: the search for a win within a number of plies, by iterative deepening and by proof search.

use super::MainContext;
use super::root_moves::RootMoves;
use crate::score::{Score, Window};
use crate::search::expert::{Expert, Goal, Iteration, Mv, Pos};
use crate::search::observer::Note;
use crate::search::request::SearchRequest;
use crate::search::stop::Stopped;
use crate::search::worker::Worker;

/// Up to this depth in plies, alpha-beta searches for a shorter win before a longer one found by proof search is
/// accepted.
const QUICK_MATE_DEPTH: u16 = 5;
/// Minimum node budget of the proof search before each depth up to [`QUICK_MATE_DEPTH`].
const QUICK_PROOF_NODES: u64 = 2_000;
/// Minimum node budget of the proof search before each greater depth, which takes long to search.
const PROOF_NODES: u64 = 500_000;
/// The window of a mate search: proven wins only.
const MATE_WINDOW: Window = Window::new(Score(Score::HEURISTIC_LIMIT), Score::INFINITE);

impl<E: Expert> Worker<E> {
    /// Searches for a win in 1, 3, 5 … `plies` plies, considering every move that could win or refute a win; before
    /// each depth, runs the prover, whose proofs may have any length. Returns `Ok(true)` if a win within `plies` is
    /// found or refuted.
    pub(super) fn mate_search(
        &mut self,
        position: &mut Pos<E>,
        request: &SearchRequest<E>,
        root_moves: &mut RootMoves<Mv<E>>,
        plies: u16,
        main: &mut MainContext<'_, Mv<E>>,
    ) -> Result<bool, Stopped> {
        let mut proven = None;
        for depth in (1..=plies.min(u16::from(request.depth))).step_by(2) {
            self.set_iteration(Iteration { depth: depth as u8, goal: Goal::Mate, selectivity: 0 }, request);
            if proven.is_none() {
                let min_nodes = if depth <= QUICK_MATE_DEPTH { QUICK_PROOF_NODES } else { PROOF_NODES };
                let nodes = self.watch.nodes().max(min_nodes);
                let mut proved = root_moves.clone();
                let found = self.prove_root(position, &mut proved, nodes)?;
                let distance = proved.best().score.distance().filter(|&distance| found && distance <= plies);
                proven = distance.map(|distance| (distance, proved));
            }
            if let Some((distance, proved)) = &proven
                && (*distance <= depth || depth > QUICK_MATE_DEPTH)
            {
                root_moves.clone_from(proved);
                self.report_lines(root_moves, 1, main);
                if *distance > depth {
                    main.observer.note(Note::ProofNotShortest);
                }
                return Ok(true);
            }
            if self.mate_iteration(position, request, root_moves)? {
                self.report_lines(root_moves, 1, main);
                return Ok(true);
            }
        }
        let is_refuted = plies <= u16::from(request.depth);
        if is_refuted {
            main.observer.note(Note::NoMate);
        }
        Ok(is_refuted)
    }

    /// Searches for a win within the depth of the iteration. Returns whether there is one.
    fn mate_iteration(
        &mut self,
        position: &mut Pos<E>,
        request: &SearchRequest<E>,
        root_moves: &mut RootMoves<Mv<E>>,
    ) -> Result<bool, Stopped> {
        let node = self.node(MATE_WINDOW, i16::from(self.iteration.depth), 0);
        let (order, active) = self.candidates_first(position, &node, request.root_moves());
        let rank_of = |mv: Mv<E>| order.iter().position(|&other| other == mv);
        let mut ordered = RootMoves { active, completed_depth: 0, best_move_changes: 0.0, ..root_moves.clone() };
        ordered.moves.sort_by_key(|root| rank_of(root.mv));
        let is_found = self.search_root_node(position, &mut ordered, 0, MATE_WINDOW)?.is_win();
        if is_found {
            *root_moves = ordered;
        }
        Ok(is_found)
    }
}
