//! Move ordering: TT move first, then the expert's prior plus killer bonus, history and continuation history.

use super::expert::ScoredMove;
use super::params::{History, Params};
use crate::game::{Game, PackedMove, Side};
use std::marker::PhantomData;

/// History scores stay within ±this.
const MAX_HISTORY: i32 = 16_384;
/// Ordering score of the TT move, above every prior.
const TT_MOVE_SCORE: i32 = 1 << 24;

/// The cutoff statistics of one worker.
pub(super) struct MoveOrdering<G: Game> {
    /// A score for each side and move.
    history: Box<[i16]>,
    /// A score for each move and reply to it; empty if the game does not keep continuation history.
    continuation: Box<[i16]>,
    /// The last two moves that caused a cutoff at each ply, the latest first.
    killers: Vec<[Option<G::Move>; 2]>,
    params: History,
    killer_bonus: [i32; 2],
    rules: PhantomData<G>,
}

impl<G: Game> MoveOrdering<G> {
    /// Empty statistics for lines of up to `max_ply` plies.
    pub(super) fn new(max_ply: usize, params: &Params) -> Self {
        let continuation = if params.history.continuation { G::MOVE_INDICES * G::MOVE_INDICES } else { 0 };
        MoveOrdering {
            history: vec![0; 2 * G::MOVE_INDICES].into(),
            continuation: vec![0; continuation].into(),
            killers: vec![[None; 2]; max_ply],
            params: params.history,
            killer_bonus: params.killer_bonus,
            rules: PhantomData,
        }
    }

    /// Clears all statistics.
    pub(super) fn clear(&mut self) {
        self.history.fill(0);
        self.continuation.fill(0);
        self.killers.fill([None; 2]);
    }

    /// Halves all histories and clears the killers at the start of a search: other roots say less about this one.
    pub(super) fn age(&mut self) {
        for value in self.history.iter_mut().chain(&mut self.continuation) {
            *value /= 2;
        }
        self.killers.fill([None; 2]);
    }

    /// Adds the scores of TT move, killers and histories to the priors of `moves`. `last` is the move that led to the
    /// node.
    pub(super) fn score_moves(
        &self,
        side: Side,
        ply: usize,
        last: Option<G::Move>,
        tt_move: u16,
        moves: &mut [ScoredMove<G::Move>],
    ) {
        let killers = self.killers[ply];
        let weighted = |value: &i16| i32::from(*value) * self.params.weight_percent / 100;
        for scored in moves {
            if scored.mv.to_bits() == tt_move {
                scored.score = TT_MOVE_SCORE;
                continue;
            }
            scored.score += weighted(&self.history[Self::history_index(side, scored.mv)]);
            let pair = last.and_then(|last| self.continuation.get(Self::continuation_index(last, scored.mv)));
            scored.score += pair.map_or(0, weighted);
            for (killer, bonus) in killers.iter().zip(self.killer_bonus) {
                if *killer == Some(scored.mv) {
                    scored.score += bonus;
                }
            }
        }
    }

    /// Updates killers and histories after a cutoff by `best` (packed) in a search to `depth`: a bonus for that move,
    /// the same as a malus for the other moves in `searched`. `last` is the move that led to the node.
    pub(super) fn update_after_cutoff(
        &mut self,
        side: Side,
        ply: usize,
        last: Option<G::Move>,
        depth: i16,
        best: u16,
        searched: &[ScoredMove<G::Move>],
    ) {
        let is_best = |scored: &&ScoredMove<G::Move>| scored.mv.to_bits() == best;
        let Some(best) = searched.iter().rev().find(is_best).map(|scored| scored.mv) else { return };
        let killers = &mut self.killers[ply];
        if killers[0] != Some(best) {
            *killers = [Some(best), killers[0]];
        }
        let History { bonus_scale, max_bonus, .. } = self.params;
        let bonus = (i32::from(depth) * i32::from(depth) * bonus_scale).clamp(1, max_bonus);
        for scored in searched {
            let bonus = if scored.mv == best { bonus } else { -bonus };
            update_history(&mut self.history[Self::history_index(side, scored.mv)], bonus);
            let pair = last.and_then(|last| self.continuation.get_mut(Self::continuation_index(last, scored.mv)));
            if let Some(value) = pair {
                update_history(value, bonus);
            }
        }
    }

    fn history_index(side: Side, mv: G::Move) -> usize {
        side.index() * G::MOVE_INDICES + G::move_index(mv)
    }

    fn continuation_index(last: G::Move, mv: G::Move) -> usize {
        G::move_index(last) * G::MOVE_INDICES + G::move_index(mv)
    }
}

/// Adds `bonus` to a history score, scaled down as the score approaches the limit ("history gravity", from Stockfish).
fn update_history(value: &mut i16, bonus: i32) {
    let old = i32::from(*value);
    *value = (old + bonus - old * bonus.abs() / MAX_HISTORY) as i16;
}

/// Swaps the move with the highest score of `moves[index..]` to `index` and returns it; among equals, the first.
#[inline]
pub(super) fn pick_move<M: Copy>(moves: &mut [ScoredMove<M>], index: usize) -> ScoredMove<M> {
    let mut best = index;
    for candidate in index + 1..moves.len() {
        if moves[candidate].score > moves[best].score {
            best = candidate;
        }
    }
    moves.swap(index, best);
    moves[index]
}
