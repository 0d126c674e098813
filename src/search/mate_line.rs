//! Completes the principal variation of a proven win where the search ended it early, at a table or oracle cutoff.

use super::expert::{Expert, Mv, OracleResult, Pos};
use super::transposition_table::NO_MOVE;
use super::worker::{MAX_PLY, Worker};
use crate::game::{Game, PackedMove};
use crate::score::Window;

impl<E: Expert> Worker<E> {
    /// Extends `line`, which starts at the root, to at most `plies` plies: at the winner's nodes with moves proven to
    /// win, at the loser's with the last move known to lose or the only candidate. It may end before the game does.
    pub(super) fn complete_mate_line(&mut self, position: &mut Pos<E>, line: &mut Vec<Mv<E>>, plies: u16) {
        self.complete_from(position, line, 0, plies.min(MAX_PLY - 1));
    }

    fn complete_from(&mut self, position: &mut Pos<E>, line: &mut Vec<Mv<E>>, ply: u16, plies: u16) {
        if ply >= plies || E::Game::terminal(position).is_some() {
            return;
        }
        let given = line.get(usize::from(ply)).copied();
        let Some(mv) = given.or_else(|| self.proven_move(position, ply)) else { return };
        if given.is_none() {
            line.push(mv);
        }
        self.with_move(position, mv, |worker, position| worker.complete_from(position, line, ply + 1, plies));
    }

    /// The expert's move, else the table's if its score is proven, else the only candidate.
    fn proven_move(&mut self, position: &Pos<E>, ply: u16) -> Option<Mv<E>> {
        let node = self.node(Window::FULL, i16::from(self.iteration.depth), ply);
        let verdict = self.expert.oracle(position, &node, &mut self.watch).ok()?;
        if let Some(OracleResult { best: Some(best), .. }) = verdict {
            return Some(best);
        }
        let entry = self.tt.probe(self.tt_key(position));
        let proof = entry.filter(|entry| entry.mv != NO_MOVE && (entry.lower.is_win() || entry.upper.is_loss()));
        let tt_move = proof.map(|entry| Mv::<E>::from_bits(entry.mv)).filter(|&mv| E::Game::is_legal(position, mv));
        tt_move.or_else(|| {
            let mut moves = Vec::new();
            self.expert.candidates(position, &node, &mut moves);
            if let [only] = moves[..] { Some(only.mv) } else { None }
        })
    }
}
