//! Move ordering: hash move first, then the expert's prior plus what this search has learned (killers, history).
//!
//! Must not know: any particular game.

use super::knowledge::{History, Scored};
use crate::game::{Game, PackedMove, Side};
use std::marker::PhantomData;

/// History scores stay within ±this.
const HISTORY_LIMIT: i32 = 16_384;
/// Ordering value of the hash move.
const HASH_MOVE: i32 = 1 << 24;
/// Ordering bonus of the killer moves of this ply.
const KILLERS: [i32; 2] = [6_000, 4_000];

/// Cutoff statistics of one worker.
pub struct Ordering<G: Game> {
    history: Box<[i16]>,
    /// The same of a move as the reply to another; empty if that is not kept.
    replies: Box<[i16]>,
    killers: Vec<[Option<G::Move>; 2]>,
    settings: History,
    rules: PhantomData<G>,
}

impl<G: Game> Ordering<G> {
    /// Empty statistics for lines of up to `plies` plies.
    pub fn new(plies: usize, settings: History) -> Self {
        let replies = if settings.replies { G::MOVE_INDICES * G::MOVE_INDICES } else { 0 };
        Ordering {
            history: vec![0; 2 * G::MOVE_INDICES].into(),
            replies: vec![0; replies].into(),
            killers: vec![[None; 2]; plies],
            settings,
            rules: PhantomData,
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.history.fill(0);
        self.replies.fill(0);
        self.killers.fill([None; 2]);
    }

    /// A new search begins: what was learned at other roots counts less.
    pub fn age(&mut self) {
        for value in self.history.iter_mut().chain(&mut self.replies) {
            *value /= 2;
        }
        self.killers.fill([None; 2]);
    }

    /// Adds hash move, killers and history to the priors; `last` is the move that is replied to.
    pub fn score(&self, side: Side, ply: usize, last: Option<G::Move>, hash_move: u16, moves: &mut [Scored<G::Move>]) {
        let killers = self.killers[ply];
        let counted = |value: &i16| i32::from(*value) * self.settings.share / 100;
        for scored in moves {
            if scored.mv.to_bits() == hash_move {
                scored.prior = HASH_MOVE;
                continue;
            }
            scored.prior += counted(&self.history[Self::slot(side, scored.mv)]);
            if let Some(value) = last.and_then(|last| self.replies.get(Self::reply_slot(last, scored.mv))) {
                scored.prior += counted(value);
            }
            for (killer, bonus) in killers.iter().zip(KILLERS) {
                if *killer == Some(scored.mv) {
                    scored.prior += bonus;
                }
            }
        }
    }

    /// The move packed as `best` caused a cutoff at `depth`; it is among those `begun`, the others in vain.
    pub fn reward(
        &mut self,
        side: Side,
        ply: usize,
        last: Option<G::Move>,
        depth: i16,
        best: u16,
        begun: &[Scored<G::Move>],
    ) {
        let is_best = |scored: &&Scored<G::Move>| scored.mv.to_bits() == best;
        let Some(best) = begun.iter().rev().find(is_best).map(|scored| scored.mv) else { return };
        let killers = &mut self.killers[ply];
        if killers[0] != Some(best) {
            *killers = [Some(best), killers[0]];
        }
        let History { step, most, .. } = self.settings;
        let bonus = (i32::from(depth) * i32::from(depth) * step).clamp(1, most);
        for scored in begun {
            let bonus = if scored.mv == best { bonus } else { -bonus };
            shift(&mut self.history[Self::slot(side, scored.mv)], bonus);
            if let Some(value) = last.and_then(|last| self.replies.get_mut(Self::reply_slot(last, scored.mv))) {
                shift(value, bonus);
            }
        }
    }

    fn reply_slot(last: G::Move, mv: G::Move) -> usize {
        G::move_index(last) * G::MOVE_INDICES + G::move_index(mv)
    }

    fn slot(side: Side, mv: G::Move) -> usize {
        side.index() * G::MOVE_INDICES + G::move_index(mv)
    }
}

/// Moves a history score towards the limit, the slower the nearer it is.
fn shift(value: &mut i16, bonus: i32) {
    let old = i32::from(*value);
    *value = (old + bonus - old * bonus.abs() / HISTORY_LIMIT) as i16;
}

/// Brings the best of `moves[from..]` to `from`; equals keep their order's first.
#[inline]
pub fn pick<M: Copy>(moves: &mut [Scored<M>], from: usize) -> Scored<M> {
    let mut best = from;
    for index in from + 1..moves.len() {
        if moves[index].prior > moves[best].prior {
            best = index;
        }
    }
    moves.swap(from, best);
    moves[from]
}
