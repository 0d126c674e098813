//! The rest of a won line: what the search leaves out where the table or the expert has cut it short.
//!
//! Must not know: any particular game, how the win was found.

use super::knowledge::{Knowledge, Mv, Pos, Verdict};
use super::table::NO_MOVE;
use super::worker::{MAX_PLY, Worker};
use crate::game::{Game, PackedMove};
use crate::score::Window;

impl<K: Knowledge> Worker<K> {
    /// Follows `line` from the root and appends what is known of its end: at the winner's nodes moves that are proven to win,
    /// at the loser's the last one known to lose or the only one worth trying. It may end before the game does.
    pub(super) fn finish_line(&mut self, position: &mut Pos<K>, line: &mut Vec<Mv<K>>, plies: u16) {
        self.follow(position, line, 0, plies.min(MAX_PLY - 1));
    }

    fn follow(&mut self, position: &mut Pos<K>, line: &mut Vec<Mv<K>>, ply: u16, plies: u16) {
        if ply >= plies || K::Game::terminal(position).is_some() {
            return;
        }
        let known = line.get(usize::from(ply)).copied();
        let Some(mv) = known.or_else(|| self.known_move(position, ply)) else { return };
        if known.is_none() {
            line.push(mv);
        }
        self.below(position, mv, |worker, position| worker.follow(position, line, ply + 1, plies));
    }

    fn known_move(&mut self, position: &Pos<K>, ply: u16) -> Option<Mv<K>> {
        let at = self.at(Window::FULL, i16::from(self.iteration.depth), ply);
        let verdict = self.know.oracle(position, &at, &mut self.watch).ok()?;
        if let Some(Verdict { best: Some(best), .. }) = verdict {
            return Some(best);
        }
        let entry = self.table.probe(self.table_key(position));
        let proof = entry.filter(|entry| entry.mv != NO_MOVE && (entry.lower.is_win() || entry.upper.is_loss()));
        let remembered = proof.map(|entry| Mv::<K>::from_bits(entry.mv)).filter(|&mv| K::Game::is_legal(position, mv));
        remembered.or_else(|| {
            let mut moves = Vec::new();
            self.know.candidates(position, &at, &mut moves);
            if let [only] = moves[..] { Some(only.mv) } else { None }
        })
    }
}
