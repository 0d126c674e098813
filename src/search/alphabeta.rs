//! Principal variation search (Marsland and Campbell 1982): the interior nodes of the tree.
//!
//! Must not know: any particular game; iterations, root moves, clocks.

use super::control::Stopped;
use super::knowledge::{At, Coverage, Goal, Iteration, Knowledge, Mv, Pos, Scored};
use super::move_ordering::pick_move;
use super::params::ProbCutParams;
use super::singular::{HashMove, Others};
use super::table::{Draft, Entry, NO_MOVE};
use super::worker::{MAX_PLY, Worker};
use crate::game::{Game, PackedMove};
use crate::score::{Score, Window};

/// So many successors at the most are looked up in the table before any is searched.
const SUCCESSORS: usize = 32;
/// A loss that is believed (all moves tried lose) but not proven (not all were tried).
pub(super) const UNPROVEN_LOSS: Score = Score(-Score::HEURISTIC_LIMIT);

/// The best move of a node so far.
#[derive(Clone, Copy)]
pub(super) struct Best {
    pub score: Score,
    pub mv: u16,
}

/// How far the search of a node's moves has come.
#[derive(Clone, Copy)]
pub(super) struct Standing {
    pub best: Best,
    /// What the next move must beat, and what is enough.
    pub window: Window,
    /// Moves begun.
    pub order: usize,
}

impl Standing {
    pub fn new(window: Window) -> Self {
        Standing { best: Best { score: -Score::INFINITE, mv: NO_MOVE }, window, order: 0 }
    }

    /// Takes the score of a move; whether it raises alpha.
    pub fn note(&mut self, score: Score, mv: u16) -> bool {
        if score <= self.best.score {
            return false;
        }
        self.best = Best { score, mv };
        let raises = score > self.window.alpha;
        self.window.alpha = self.window.alpha.max(score);
        raises
    }

    /// Whether no other move is needed.
    pub fn is_cutoff(&self) -> bool {
        self.best.score >= self.window.beta
    }
}

/// How a child stands in its parent's loop.
pub(super) struct Child<M> {
    pub scored: Scored<M>,
    /// Moves begun before it.
    pub order: usize,
    pub window: Window,
}

impl<K: Knowledge> Worker<K> {
    /// The value of a node, fail-soft. `PV` nodes have an open window and collect their line. For `cut_node` see [`At`].
    pub(super) fn node<const PV: bool>(
        &mut self,
        position: &mut Pos<K>,
        window: Window,
        depth: i16,
        ply: u16,
        cut_node: bool,
    ) -> Result<Score, Stopped> {
        if depth <= 0 && self.iteration.goal == Goal::Value {
            return self.quiesce(position, window, depth, ply);
        }
        self.watch.tick()?;
        self.enter(ply);
        if let Some(score) = self.ending(position, ply) {
            return Ok(score);
        }
        if depth <= 0 && self.iteration.goal == Goal::Mate {
            return Ok(Score::DRAW);
        }
        // A win found nearer the root cannot be beaten from here (mate distance pruning).
        let window = Window::new(window.alpha.max(Score::loss_in(ply)), window.beta.min(Score::win_in(ply + 1)));
        if window.alpha >= window.beta {
            return Ok(window.alpha);
        }
        let at = At { cut_node, ..self.at(window, depth, ply) };
        if let Some(score) = self.proven(position, &at)? {
            return Ok(score);
        }
        if ply >= MAX_PLY - 1 {
            return Ok(self.know.evaluate(position));
        }
        let key = self.table_key(position);
        let uses_table = !self.feels_ply_limit(position, depth);
        let entry = if uses_table { self.table.probe(key) } else { None };
        if !PV {
            let settled = entry.and_then(|entry| settled(entry, self.draft(depth), window, ply));
            if let Some(score) = settled.filter(|score| !at.is_beyond(score.nearer(ply))) {
                return Ok(score);
            }
            if at.goal == Goal::Exact
                && let Some(score) = self.know.solve_leaf(position, window, &mut self.watch)?
            {
                let draft = Draft { selectivity: 0, ..self.draft(depth) };
                self.table.store(key, score.nearer(ply), window.bound_of(score), NO_MOVE, draft);
                return Ok(score);
            }
            if let Some(score) = self.is_far_above(position, &at) {
                return Ok(score);
            }
            if let Some(score) = self.try_probcut(position, &at)? {
                return Ok(score);
            }
        }
        self.assess(position, ply);
        let hash = match self.ask_others(position, &at, entry)? {
            Others::Extend(extension) => HashMove { extension, ..HashMove::of(entry, at.goal) },
            Others::Cut(score) => return Ok(score),
        };
        let best = self.with_moves(ply, |worker, moves| worker.expand::<PV>(position, &at, hash, moves))?;
        if uses_table {
            let score = best.score.nearer(ply);
            self.table.store(key, score, window.bound_of(best.score), best.mv, self.draft(depth));
        }
        Ok(best.score)
    }

    /// Book-keeping at the entrance of every node.
    pub(super) fn enter(&mut self, ply: u16) {
        let frame = &mut self.frames[usize::from(ply)];
        frame.pv.clear();
        frame.evaluated = None;
        self.seldepth = self.seldepth.max(ply);
    }

    /// Lends `body` the empty move list of `ply`.
    pub(super) fn with_moves<T>(
        &mut self,
        ply: u16,
        body: impl FnOnce(&mut Self, &mut Vec<Scored<Mv<K>>>) -> Result<T, Stopped>,
    ) -> Result<T, Stopped> {
        let mut moves = std::mem::take(&mut self.frames[usize::from(ply)].moves);
        moves.clear();
        let result = body(self, &mut moves);
        self.frames[usize::from(ply)].moves = moves;
        result
    }

    /// Searches the moves of a node.
    pub(super) fn expand<const PV: bool>(
        &mut self,
        position: &mut Pos<K>,
        at: &At,
        hash: HashMove,
        moves: &mut Vec<Scored<Mv<K>>>,
    ) -> Result<Best, Stopped> {
        let coverage = self.know.candidates(position, at, moves);
        if hash.is_left_out {
            moves.retain(|scored| scored.mv.to_bits() != hash.mv);
        }
        let side = K::Game::side(position);
        let tries_successors = !PV && at.depth >= self.params.etc_min_depth;
        let keys = tries_successors.then(|| self.successors(position, moves));
        self.know.rank(position, at, moves);
        self.ordering.score_moves(side, usize::from(at.ply), self.line.last().copied(), hash.mv, moves);
        if let Some(best) = keys.and_then(|keys| self.cut_by_successor(at, moves, &keys)) {
            return Ok(best);
        }
        let mut standing = Standing::new(at.window);
        let mut all_listed = coverage == Coverage::Complete || hash.is_left_out;
        let at = &At { depth: at.depth + self.extension(at, moves.len(), coverage), ..*at };
        let first = &At { depth: at.depth + hash.extension, ..*at };
        let late = self.late_moves(position, at);
        loop {
            let Standing { best, window, order } = standing;
            if late.is_some_and(|late| order >= late) && !all_listed && best.score > UNPROVEN_LOSS {
                moves.truncate(order);
            }
            if order == moves.len() {
                if all_listed || !best.score.is_loss() {
                    return Ok(best);
                }
                if window.alpha >= UNPROVEN_LOSS {
                    return Ok(Best { score: UNPROVEN_LOSS, ..best });
                }
                // Every candidate loses: a loss is claimed only after all legal moves were tried.
                all_listed = true;
                self.widen(position, at, moves);
                continue;
            }
            if self.is_worth_sharing(at, order, moves.len()) {
                if self.share::<PV>(position, at, moves, &mut standing).is_stopped {
                    return Err(Stopped);
                }
            } else {
                let scored = pick_move(moves, order);
                standing.order += 1;
                let at = if scored.mv.to_bits() == hash.mv { first } else { at };
                let score = self.child::<PV>(position, at, &Child { scored, order, window })?;
                if standing.note(score, scored.mv.to_bits()) && PV {
                    self.extend_pv(at.ply, scored.mv);
                }
            }
            if standing.is_cutoff() {
                let (best, begun) = (standing.best, &moves[..standing.order]);
                let last = self.line.last().copied();
                self.ordering.update_after_cutoff(side, usize::from(at.ply), last, at.depth, best.mv, begun);
                return Ok(best);
            }
        }
    }

    /// One move of a node: the first with the full window, the others reduced and with a null window first.
    pub(super) fn child<const PV: bool>(
        &mut self,
        position: &mut Pos<K>,
        at: &At,
        child: &Child<Mv<K>>,
    ) -> Result<Score, Stopped> {
        let Child { scored, order, window } = *child;
        let depth = if K::Game::is_pass(scored.mv) { at.depth } else { at.depth - 1 };
        let at_root = at.ply == 0;
        let reduction = if at_root { 0 } else { self.reduction::<PV>(at, order, scored.prior) };
        self.below(position, scored.mv, |worker, position| {
            let ply = at.ply + 1;
            if order == 0 {
                let cut_node = !PV && !at.cut_node;
                return worker.node::<PV>(position, window.flipped(), depth, ply, cut_node).map(|score| -score);
            }
            let null = Window::null(window.alpha).flipped();
            let mut score = -worker.node::<false>(position, null, depth - reduction, ply, true)?;
            if reduction > 0 && score > window.alpha {
                score = -worker.node::<false>(position, null, depth, ply, !at.cut_node)?;
            }
            // At the root a move that fails high shall have its line, too.
            if PV && score > window.alpha && (score < window.beta || at_root) {
                score = -worker.node::<PV>(position, window.flipped(), depth, ply, false)?;
            }
            Ok(score)
        })
    }

    /// ProbCut (Buro 1995): a shallower search far outside the window stands for this one. It is tried on the side of
    /// the window where the static evaluation lies already; a search of no plies is that evaluation.
    fn try_probcut(&mut self, position: &mut Pos<K>, at: &At) -> Result<Option<Score>, Stopped> {
        let Window { alpha, beta } = at.window;
        let ProbCutParams { fail_low: tries_low, nested } = self.params.probcut;
        if !self.is_selective() || alpha.is_proven() || beta.is_proven() || (self.is_estimating && !nested) {
            return Ok(None);
        }
        let Some(cut) = self.know.probcut(position, at) else { return Ok(None) };
        let estimate = self.evaluated(position, at.ply);
        let (high, low) = (beta.shifted(i32::from(cut.margin)), alpha.shifted(-i32::from(cut.margin)));
        let mut search = |window| match cut.depth {
            ..=0 => Ok(estimate),
            depth => self.estimate(position, &At { window, depth, ..*at }),
        };
        if estimate >= beta && !high.is_proven() {
            return Ok((search(Window::null(high.previous()))? >= high).then_some(beta));
        }
        if tries_low && estimate <= alpha && !low.is_proven() {
            return Ok((search(Window::null(low))? <= low).then_some(alpha));
        }
        Ok(None)
    }

    /// A search for the heuristic value, also inside an exact iteration; the guess it is for may itself be made of guesses.
    fn estimate(&mut self, position: &mut Pos<K>, at: &At) -> Result<Score, Stopped> {
        let selectivity = self.iteration.selectivity.max(self.params.probcut_selectivity);
        let guess = Iteration { goal: Goal::Value, selectivity, ..self.iteration };
        let iteration = std::mem::replace(&mut self.iteration, guess);
        let was_estimating = std::mem::replace(&mut self.is_estimating, true);
        let result = self.node::<false>(position, at.window, at.depth, at.ply, at.cut_node);
        self.is_estimating = was_estimating;
        self.iteration = iteration;
        result
    }

    /// The table keys after the first moves, where the table can answer; their entries are on the way.
    fn successors(&self, position: &mut Pos<K>, moves: &[Scored<Mv<K>>]) -> [Option<u64>; SUCCESSORS] {
        let mut keys = [None; SUCCESSORS];
        for (key, scored) in keys.iter_mut().zip(moves) {
            *key = self.successor(position, scored.mv);
        }
        // All at once: each may wait for the translation of its address.
        keys.iter().take(moves.len()).flatten().for_each(|&key| self.table.prefetch(key));
        keys
    }

    /// Enhanced transposition cutoff (Plaat et al. 1996): a successor known to be bad enough for the opponent.
    fn cut_by_successor(&self, at: &At, moves: &[Scored<Mv<K>>], keys: &[Option<u64>]) -> Option<Best> {
        keys.iter().zip(moves).find_map(|(key, scored)| {
            let depth = if K::Game::is_pass(scored.mv) { at.depth } else { at.depth - 1 };
            let entry = self.table.probe((*key)?)?;
            let score = -entry.upper.deeper(at.ply + 1);
            let cuts = entry.draft.serves(self.draft(depth)) && score >= at.window.beta;
            cuts.then_some(Best { score, mv: scored.mv.to_bits() })
        })
    }

    /// The table key after a move, unless the table cannot answer there.
    fn successor(&self, position: &mut Pos<K>, mv: Mv<K>) -> Option<u64> {
        let undo = K::Game::play(position, mv);
        let blind = K::Game::CYCLIC || K::Game::terminal(position).is_some();
        let key = (!blind).then(|| self.table_key(position));
        K::Game::undo(position, mv, undo);
        key
    }

    /// Appends the legal moves that are not listed yet.
    fn widen(&mut self, position: &Pos<K>, at: &At, moves: &mut Vec<Scored<Mv<K>>>) {
        let listed = moves.len();
        let mut legal = Vec::new();
        K::Game::legal_moves(position, &mut legal);
        for mv in legal {
            if moves[..listed].iter().all(|scored| scored.mv != mv) {
                moves.push(Scored { mv, prior: 0 });
            }
        }
        let side = K::Game::side(position);
        self.ordering.score_moves(side, usize::from(at.ply), self.line.last().copied(), NO_MOVE, &mut moves[listed..]);
    }
}

/// The score by which a table entry settles a window, if it does. Proofs hold at any draft.
pub(super) fn settled(entry: Entry, wanted: Draft, window: Window, ply: u16) -> Option<Score> {
    let serves = entry.draft.serves(wanted);
    let (lower, upper) = (entry.lower.deeper(ply), entry.upper.deeper(ply));
    if lower >= window.beta && (serves || lower.is_win()) {
        return Some(lower);
    }
    if upper <= window.alpha && (serves || upper.is_loss()) {
        return Some(upper);
    }
    (serves && entry.lower == entry.upper).then_some(lower)
}

#[cfg(test)]
mod tests {
    use super::*;

    const EXACT: Draft = Draft { depth: 140, selectivity: 0 };
    const GUESS: Draft = Draft { selectivity: 5, ..EXACT };

    fn entry(lower: i16, upper: i16, draft: Draft) -> Entry {
        Entry { lower: Score(lower), upper: Score(upper), mv: NO_MOVE, draft }
    }

    #[test]
    fn only_what_is_as_certain_as_asked_for_settles_a_window() {
        let window = Window::null(Score(100));
        for (lower, upper, score) in [
            (101, 32_001, Some(101)),
            (-32_001, 100, Some(100)),
            (7, 7, Some(7)),
            (100, 101, None),
            (-32_001, 32_001, None),
        ] {
            let settled = |draft, wanted| settled(entry(lower, upper, draft), wanted, window, 3).map(|score| score.0);
            assert_eq!(settled(EXACT, EXACT), score);
            assert_eq!(settled(EXACT, GUESS), score);
            assert_eq!(settled(GUESS, GUESS), score);
            assert_eq!(settled(GUESS, EXACT), None, "{lower} {upper}");
            assert_eq!(settled(Draft { depth: 139, ..EXACT }, EXACT), None, "{lower} {upper}");
        }
    }

    /// Proofs hold whatever the draft, and are as many plies further from the root as the node is.
    #[test]
    fn proofs_settle_at_their_distance() {
        let window = Window::null(Score::DRAW);
        let settled = |lower: Score, upper: Score| settled(entry(lower.0, upper.0, GUESS), EXACT, window, 4);
        assert_eq!(settled(Score::win_in(5), Score::INFINITE), Some(Score(32_000 - 9)));
        assert_eq!(settled(-Score::INFINITE, Score::loss_in(6)), Some(Score(10 - 32_000)));
    }
}
