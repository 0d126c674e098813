//! Quiescence: beyond the horizon only the game's forcing moves are followed, so that the static evaluation is never
//! taken in the middle of an exchange of threats.
//!
//! Must not know: any particular game.

use super::alphabeta::settled;
use super::control::Stopped;
use super::knowledge::{Knowledge, Pos, StandPat};
use super::move_ordering::pick_move;
use super::table::NO_MOVE;
use super::worker::{MAX_PLY, Worker};
use crate::score::{Score, Window};

impl<K: Knowledge> Worker<K> {
    /// The value of a node at or beyond the horizon (`depth` ≤ 0, falling by one a ply), fail-soft.
    pub(super) fn quiesce(
        &mut self,
        position: &mut Pos<K>,
        window: Window,
        depth: i16,
        ply: u16,
    ) -> Result<Score, Stopped> {
        self.watch.tick()?;
        self.enter(ply);
        if let Some(score) = self.ending(position, ply) {
            return Ok(score);
        }
        let at = self.at(window, depth, ply);
        // The side that began is on move at even depths; the answers between are forced. The same threats in another order
        // lead to the same place.
        let key = (depth % 2 == 0 && self.params.tt_in_quiescence).then(|| self.table_key(position));
        if let Some(entry) = key.and_then(|key| self.table.probe(key))
            && let Some(score) = settled(entry, self.draft(0), window, ply)
        {
            return Ok(score);
        }
        if let Some(score) = self.proven(position, &at)? {
            return Ok(score);
        }
        if ply >= MAX_PLY - 1 {
            return Ok(self.know.evaluate(position));
        }
        let best = self.with_moves(ply, |worker, moves| {
            let stand_pat = worker.know.forcing(position, &at, moves);
            let (mut best, mut window) = (-Score::INFINITE, window);
            match stand_pat {
                StandPat::Allowed => best = worker.know.evaluate(position),
                // Nothing parries the threat: the opponent's next move ends the game.
                StandPat::Forbidden if moves.is_empty() => best = Score::loss_in(ply + 2),
                StandPat::Forbidden => {}
            }
            window.alpha = window.alpha.max(best);
            for order in 0..moves.len() {
                if window.alpha >= window.beta {
                    break;
                }
                let mv = pick_move(moves, order).mv;
                let score = worker.below(position, mv, |worker, position| {
                    worker.quiesce(position, window.flipped(), depth - 1, ply + 1).map(|score| -score)
                })?;
                if score > best {
                    best = score;
                    if score > window.alpha {
                        worker.extend_pv(ply, mv);
                        window.alpha = score;
                    }
                }
            }
            Ok(best)
        })?;
        if let Some(key) = key {
            self.table.store(key, best.nearer(ply), window.bound_of(best), NO_MOVE, self.draft(0));
        }
        Ok(best)
    }
}
