//! Completes the principal variation of a proven win where the search ended it early, at a table or oracle cutoff.

use super::expert::{Expert, Mv, Node, OracleResult, Pos};
use super::transposition_table::NO_MOVE;
use super::worker::{MAX_PLY, Worker};
use crate::game::{Game, PackedMove};
use crate::score::{Bound, Score, Window};

impl<E: Expert> Worker<E> {
    /// Extends `line`, which starts at the root, to at most `plies` plies: at the winner's nodes with moves proven to
    /// win, at the loser's with the candidate that is known to lose last, else the last move known to lose or the only
    /// candidate. It may end before the game does.
    pub(super) fn complete_mate_line(&mut self, position: &mut Pos<E>, line: &mut Vec<Mv<E>>, plies: u16) {
        self.complete_from(position, line, 0, plies.min(MAX_PLY - 1));
    }

    fn complete_from(&mut self, position: &mut Pos<E>, line: &mut Vec<Mv<E>>, ply: u16, plies: u16) {
        if ply >= plies || E::Game::terminal(position).is_some() {
            return;
        }
        let given = line.get(usize::from(ply)).copied();
        let is_loser = ply % 2 == 1;
        let longest = if given.is_none() && is_loser { self.longest_loss(position, ply, plies) } else { None };
        let Some(mv) = given.or(longest).or_else(|| self.proven_move(position, ply)) else { return };
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

    /// The candidate after which the opponent's win known to the expert or the table is longest, but ends the line by
    /// `plies`.
    fn longest_loss(&mut self, position: &mut Pos<E>, ply: u16, plies: u16) -> Option<Mv<E>> {
        let node = self.node(Window::FULL, i16::from(self.iteration.depth), ply);
        let mut moves = Vec::new();
        self.expert.candidates(position, &node, &mut moves);
        let below = self.node(Window::FULL, node.depth, ply + 1);
        let losses = moves.into_iter().filter_map(|scored| {
            let score = self.with_move(position, scored.mv, |worker, position| worker.lower_bound(position, &below))?;
            let distance = score.distance().filter(|distance| score.is_win() && ply + 1 + distance <= plies)?;
            Some((distance, scored.mv))
        });
        losses.max_by_key(|(distance, _)| *distance).map(|(_, mv)| mv)
    }

    /// What the expert or the table knows the side to move to reach at least.
    fn lower_bound(&mut self, position: &Pos<E>, node: &Node) -> Option<Score> {
        let verdict = self.expert.oracle(position, node, &mut self.watch).ok()?;
        let proven = verdict.filter(|verdict| verdict.bound != Bound::Upper).map(|verdict| verdict.score);
        proven.or_else(|| self.tt.probe(self.tt_key(position)).map(|entry| entry.lower))
    }
}
