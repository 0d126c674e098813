//! Principal variation search (Marsland and Campbell 1982), fail-soft: the interior nodes of the tree.
//!
//! The steps of a node are numbered: [`Worker::search_node`], `search_interior`, `move_loop`, `search_move`. Each
//! selective technique has a file of its own.

use super::expert::{Coverage, Expert, Goal, Mv, Node, Pos, ScoredMove};
use super::move_loop::{BestMove, MoveLoop, PickedMove, UNPROVEN_LOSS};
use super::move_ordering::pick_move;
use super::singular::{SingularOutcome, TtMove};
use super::stop::Stopped;
use super::transposition_table::{Draft, Entry, NO_MOVE};
use super::tt_cutoff::tt_cutoff;
use super::worker::{MAX_PLY, Worker};
use crate::game::{Game, PackedMove};
use crate::score::{Score, Window};

impl<E: Expert> Worker<E> {
    /// The value of a node. `PV` nodes have an open window and collect their principal variation; for `cut_node` see
    /// [`Node`].
    pub(super) fn search_node<const PV: bool>(
        &mut self,
        position: &mut Pos<E>,
        window: Window,
        depth: i16,
        ply: u16,
        cut_node: bool,
    ) -> Result<Score, Stopped> {
        // Step 1. At the horizon, quiescence search.
        if depth <= 0 && self.iteration.goal == Goal::Heuristic {
            return self.quiesce(position, window, depth, ply);
        }
        self.watch.tick()?;
        self.enter_node(ply);
        // Step 2. End of the game, repetition, ply limit.
        if let Some(score) = self.game_over_score(position, ply) {
            return Ok(score);
        }
        if depth <= 0 && self.iteration.goal == Goal::Mate {
            return Ok(Score::DRAW);
        }
        // Step 3. Mate distance pruning.
        let window = mate_distance_window(window, ply);
        if window.alpha >= window.beta {
            return Ok(window.alpha);
        }
        // Step 4. Oracle: exact knowledge of the game's expert, as other engines probe endgame tablebases. It comes
        // before the table probe because it is cheap and its answers are proven at any depth.
        let node = Node { cut_node, ..self.node(window, depth, ply) };
        if let Some(score) = self.oracle_cutoff(position, &node)? {
            return Ok(score);
        }
        if ply >= MAX_PLY - 1 {
            return Ok(self.expert.evaluate(position));
        }
        // Step 5. Transposition table cutoff.
        let key = self.tt_key(position);
        let uses_tt = !self.is_ply_limit_near(position, depth);
        let entry = if uses_tt { self.tt.probe(key) } else { None };
        if !PV {
            let cutoff = entry.and_then(|entry| tt_cutoff(entry, self.draft(depth), window, ply));
            if let Some(score) = cutoff.filter(|score| !node.exceeds_mate_depth(score.subtract_plies(ply))) {
                return Ok(score);
            }
            // Step 6. Exact endgame solver.
            if let Some(score) = self.solve_leaf(position, &node, key)? {
                return Ok(score);
            }
        }
        self.search_interior::<PV>(position, &node, uses_tt.then_some(key), entry)
    }

    /// Steps 7 to 17 of a node, whose value is not known yet. `key` is its table key if the table may be used.
    fn search_interior<const PV: bool>(
        &mut self,
        position: &mut Pos<E>,
        node: &Node,
        key: Option<u64>,
        entry: Option<Entry>,
    ) -> Result<Score, Stopped> {
        // Step 7. Static evaluation, for later steps that depend on whether it is improving.
        self.update_improving(position, node.ply);
        if !PV {
            // Step 8. Reverse futility pruning. Null move pruning, internal iterative reductions and razoring are not
            // used; razoring did not gain in Gomoku (tools/train/experiments/gomoku.md).
            if let Some(score) = self.reverse_futility(position, node) {
                return Ok(score);
            }
            // Step 9. ProbCut.
            if let Some(score) = self.probcut(position, node)? {
                return Ok(score);
            }
        }
        // Step 10. Singular extension and multi-cut. The singular search calls `move_loop` directly, which neither
        // probes nor stores this node's entry, so that it needs no key for the excluded move.
        let tt_move = match self.singular_search(position, node, entry)? {
            SingularOutcome::Extend(extension) => TtMove { extension, ..TtMove::of(entry, node.goal) },
            SingularOutcome::MultiCut(score) => return Ok(score),
        };
        // Steps 11 to 16. The moves.
        let best =
            self.with_move_list(node.ply, |worker, moves| worker.move_loop::<PV>(position, node, tt_move, moves))?;
        // Step 17. Store in the transposition table, distances of proven scores counted from the node.
        if let Some(key) = key {
            let score = best.score.subtract_plies(node.ply);
            self.tt.store(key, score, node.window.bound_of(best.score), best.mv, self.draft(node.depth));
        }
        Ok(best.score)
    }

    /// The value of a node of an exact search, if it is within the horizon of the game's endgame solver; it is stored.
    fn solve_leaf(&mut self, position: &mut Pos<E>, node: &Node, key: u64) -> Result<Option<Score>, Stopped> {
        if node.goal != Goal::Solve {
            return Ok(None);
        }
        let Some(score) = self.expert.solve_leaf(position, node.window, &mut self.watch)? else { return Ok(None) };
        let draft = Draft { selectivity: 0, ..self.draft(node.depth) };
        self.tt.store(key, score.subtract_plies(node.ply), node.window.bound_of(score), NO_MOVE, draft);
        Ok(Some(score))
    }

    /// Resets the node's stack frame.
    pub(super) fn enter_node(&mut self, ply: u16) {
        let frame = &mut self.stack[usize::from(ply)];
        frame.pv.clear();
        frame.static_eval = None;
        self.seldepth = self.seldepth.max(ply);
    }

    /// Lends `body` the empty move list of `ply`.
    pub(super) fn with_move_list<T>(
        &mut self,
        ply: u16,
        body: impl FnOnce(&mut Self, &mut Vec<ScoredMove<Mv<E>>>) -> Result<T, Stopped>,
    ) -> Result<T, Stopped> {
        let mut moves = std::mem::take(&mut self.stack[usize::from(ply)].moves);
        moves.clear();
        let result = body(self, &mut moves);
        self.stack[usize::from(ply)].moves = moves;
        result
    }

    /// Generates, orders and searches the moves of a node. Uses the transposition table for successors only.
    pub(super) fn move_loop<const PV: bool>(
        &mut self,
        position: &mut Pos<E>,
        node: &Node,
        tt_move: TtMove,
        moves: &mut Vec<ScoredMove<Mv<E>>>,
    ) -> Result<BestMove, Stopped> {
        // Step 11. Move generation and ordering, enhanced transposition cutoff.
        let (coverage, etc) = self.generate_moves::<PV>(position, node, tt_move, moves);
        if let Some(best) = etc {
            return Ok(best);
        }
        // Step 12. Extensions.
        let node = &Node { depth: node.depth + self.one_reply_extension(node, moves.len(), coverage), ..*node };
        let tt_move_node = &Node { depth: node.depth + tt_move.extension, ..*node };
        let move_limit = self.late_move_limit(position, node);
        let mut list_is_complete = coverage == Coverage::Complete || tt_move.is_excluded;
        let mut state = MoveLoop::new(node.window);
        loop {
            let MoveLoop { best, window, move_count } = state;
            // Step 13. Late move pruning, of partial lists only.
            let is_late = move_limit.is_some_and(|limit| move_count >= limit);
            if is_late && !list_is_complete && best.score > UNPROVEN_LOSS {
                moves.truncate(move_count);
            }
            if move_count == moves.len() {
                if list_is_complete || !best.score.is_loss() {
                    return Ok(best);
                }
                if window.alpha >= UNPROVEN_LOSS {
                    return Ok(BestMove { score: UNPROVEN_LOSS, ..best });
                }
                // Every candidate loses, which proves a loss only after all other legal moves have been searched, too.
                list_is_complete = true;
                self.add_unlisted_moves(position, node, moves);
                continue;
            }
            // Step 13b. Parallel search: the remaining moves are searched at a split point.
            if self.can_split(node, move_count, moves.len()) {
                if self.search_split::<PV>(position, node, moves, &mut state).is_stopped {
                    return Err(Stopped);
                }
            } else {
                let scored = pick_move(moves, move_count);
                state.move_count += 1;
                let node = if scored.mv.to_bits() == tt_move.mv { tt_move_node } else { node };
                let picked = PickedMove { scored, index: move_count, window };
                let score = self.search_move::<PV>(position, node, &picked)?;
                if state.update(score, scored.mv.to_bits()) && PV {
                    self.update_pv(node.ply, scored.mv);
                }
            }
            // Step 16. Beta cutoff: update killers and histories.
            if state.is_cutoff() {
                let (best, searched) = (state.best, &moves[..state.move_count]);
                let (side, last) = (E::Game::side(position), self.line.last().copied());
                self.ordering.update_after_cutoff(side, usize::from(node.ply), last, node.depth, best.mv, searched);
                return Ok(best);
            }
        }
    }

    /// Appends the candidates to `moves` with their ordering scores; also returns the ETC move, if any.
    fn generate_moves<const PV: bool>(
        &mut self,
        position: &mut Pos<E>,
        node: &Node,
        tt_move: TtMove,
        moves: &mut Vec<ScoredMove<Mv<E>>>,
    ) -> (Coverage, Option<BestMove>) {
        let coverage = self.expert.candidates(position, node, moves);
        self.expert.select_candidates(position, node, moves);
        if tt_move.is_excluded {
            moves.retain(|scored| scored.mv.to_bits() != tt_move.mv);
        }
        let tries_etc = !PV && node.depth >= self.params.etc_min_depth;
        // The prefetch of their entries overlaps with the computation of the priors.
        let successor_keys = tries_etc.then(|| self.successor_keys(position, moves));
        self.expert.refine_priors(position, node, moves);
        let (side, last) = (E::Game::side(position), self.line.last().copied());
        self.ordering.score_moves(side, usize::from(node.ply), last, tt_move.mv, moves);
        (coverage, successor_keys.and_then(|keys| self.enhanced_tt_cutoff(node, moves, &keys)))
    }

    /// Makes a move, searches the node after it and unmakes it: the first move with the full window, later ones with a
    /// null window and a reduced depth first.
    pub(super) fn search_move<const PV: bool>(
        &mut self,
        position: &mut Pos<E>,
        node: &Node,
        picked: &PickedMove<Mv<E>>,
    ) -> Result<Score, Stopped> {
        let PickedMove { scored, index, window } = *picked;
        let depth = if E::Game::is_pass(scored.mv) { node.depth } else { node.depth - 1 };
        let is_root = node.ply == 0;
        // Step 14. Late move reduction.
        let reduction = if is_root { 0 } else { self.late_move_reduction::<PV>(node, index, scored.score) };
        // Step 15. Principal variation search.
        self.with_move(position, scored.mv, |worker, position| {
            let ply = node.ply + 1;
            if index == 0 {
                let cut_node = !PV && !node.cut_node;
                return worker.search_node::<PV>(position, window.flipped(), depth, ply, cut_node).map(|score| -score);
            }
            let null = Window::null(window.alpha).flipped();
            let mut score = -worker.search_node::<false>(position, null, depth - reduction, ply, true)?;
            // Full-depth search when the reduced one fails high.
            if reduction > 0 && score > window.alpha {
                score = -worker.search_node::<false>(position, null, depth, ply, !node.cut_node)?;
            }
            // Full-window search when the null window fails high; at the root above beta, too, for the sake of the PV.
            if PV && score > window.alpha && (score < window.beta || is_root) {
                score = -worker.search_node::<PV>(position, window.flipped(), depth, ply, false)?;
            }
            Ok(score)
        })
    }

    /// Extends nodes with exactly one candidate move. Returns the extension in plies.
    fn one_reply_extension(&self, node: &Node, moves: usize, coverage: Coverage) -> i16 {
        let is_forced = moves == 1 && coverage == Coverage::Complete && node.goal == Goal::Heuristic;
        i16::from(is_forced && self.params.one_reply_extension)
    }

    /// Appends the legal moves that the expert has not listed.
    fn add_unlisted_moves(&mut self, position: &Pos<E>, node: &Node, moves: &mut Vec<ScoredMove<Mv<E>>>) {
        let listed = moves.len();
        let mut legal = Vec::new();
        E::Game::legal_moves(position, &mut legal);
        for mv in legal {
            if moves[..listed].iter().all(|scored| scored.mv != mv) {
                moves.push(ScoredMove { mv, score: 0 });
            }
        }
        let last = self.line.last().copied();
        let side = E::Game::side(position);
        self.ordering.score_moves(side, usize::from(node.ply), last, NO_MOVE, &mut moves[listed..]);
    }
}

/// The part of the window that a node at `ply` can reach: a shorter win or loss already found nearer the root narrows
/// it.
fn mate_distance_window(window: Window, ply: u16) -> Window {
    Window::new(window.alpha.max(Score::loss_in(ply)), window.beta.min(Score::win_in(ply + 1)))
}
