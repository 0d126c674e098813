//! Quiescence search: beyond the horizon only the game's forcing moves are searched, so that no position is evaluated
//! statically in the middle of an exchange of threats.

use super::expert::{Expert, Mv, Node, Pos, ScoredMove, StandPat};
use super::move_ordering::pick_move;
use super::stop::Stopped;
use super::transposition_table::NO_MOVE;
use super::tt_cutoff::tt_cutoff;
use super::worker::{MAX_PLY, Worker};
use crate::score::{Score, Window};

impl<E: Expert> Worker<E> {
    /// The value of a node at or beyond the horizon, fail-soft. `depth` is 0 at the horizon and falls by one a ply.
    pub(super) fn quiesce(
        &mut self,
        position: &mut Pos<E>,
        window: Window,
        depth: i16,
        ply: u16,
    ) -> Result<Score, Stopped> {
        self.watch.tick()?;
        self.enter_node(ply);
        if let Some(score) = self.game_over_score(position, ply) {
            return Ok(score);
        }
        let node = self.node(window, depth, ply);
        // Only nodes of the side that makes the threats are stored (even depths): the replies are forced, and the same
        // threats in another order transpose.
        let key = (depth % 2 == 0 && self.params.tt_in_quiescence).then(|| self.tt_key(position));
        if let Some(entry) = key.and_then(|key| self.tt.probe(key))
            && let Some(score) = tt_cutoff(entry, self.draft(0), window, ply)
        {
            return Ok(score);
        }
        if let Some(score) = self.oracle_cutoff(position, &node)? {
            return Ok(score);
        }
        if ply >= MAX_PLY - 1 {
            return Ok(self.expert.evaluate(position));
        }
        let best = self.with_move_list(ply, |worker, moves| worker.quiesce_moves(position, &node, moves))?;
        if let Some(key) = key {
            self.tt.store(key, best.subtract_plies(ply), window.bound_of(best), NO_MOVE, self.draft(0));
        }
        Ok(best)
    }

    /// Stand pat, if it is allowed, and the forcing moves.
    fn quiesce_moves(
        &mut self,
        position: &mut Pos<E>,
        node: &Node,
        moves: &mut Vec<ScoredMove<Mv<E>>>,
    ) -> Result<Score, Stopped> {
        let stand_pat = self.expert.quiescence_moves(position, node, moves);
        let (mut best, mut window) = (-Score::INFINITE, node.window);
        match stand_pat {
            StandPat::Allowed => best = self.expert.evaluate(position),
            // No move parries the threat: the opponent's next move ends the game.
            StandPat::Forbidden if moves.is_empty() => best = Score::loss_in(node.ply + 2),
            StandPat::Forbidden => {}
        }
        window.alpha = window.alpha.max(best);
        for index in 0..moves.len() {
            if window.alpha >= window.beta {
                break;
            }
            let mv = pick_move(moves, index).mv;
            let score = self.with_move(position, mv, |worker, position| {
                worker.quiesce(position, window.flipped(), node.depth - 1, node.ply + 1).map(|score| -score)
            })?;
            if score > best {
                best = score;
                if score > window.alpha {
                    self.update_pv(node.ply, mv);
                    window.alpha = score;
                }
            }
        }
        Ok(best)
    }
}
