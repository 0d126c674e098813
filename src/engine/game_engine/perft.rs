//! Counting the leaves of the game tree.

use super::{GameEngine, JobResult};
use crate::engine::job::{self, JobHandle};
use crate::engine::{Emit, JobEvent};
use crate::game::{Notation, perft};
use crate::games::playable::Playable;
use crate::search::stop::{StopToken, Stopped};

impl<P: Playable> GameEngine<P> {
    /// Starts the count of the leaves at `depth` plies.
    pub(super) fn start_perft(
        &mut self,
        depth: u32,
        stop: StopToken,
        emit: Emit,
    ) -> Result<JobHandle<JobResult<P>>, String> {
        let position = self.record.current().clone();
        job::spawn("perft", emit, move |emit| {
            let total = divide::<P::Game>(position, depth, &stop, emit);
            emit(JobEvent::PerftTotal(total.ok()));
            JobResult::empty()
        })
    }
}

/// Perft that emits the count of every root move.
fn divide<G: Notation>(mut root: G::Position, depth: u32, stop: &StopToken, emit: &Emit) -> Result<u64, Stopped> {
    let mut tick = || if stop.is_set() { Err(Stopped) } else { Ok(()) };
    let mut moves = Vec::new();
    G::legal_moves(&root, &mut moves);
    if depth == 0 || moves.is_empty() {
        return perft::<G, Stopped>(&mut root, depth, &mut tick);
    }
    let mut total = 0;
    for mv in moves {
        let text = G::write_move(&root, mv);
        let undo = G::play(&mut root, mv);
        let leaves = perft::<G, Stopped>(&mut root, depth - 1, &mut tick)?;
        G::undo(&mut root, mv, undo);
        emit(JobEvent::PerftMove(text, leaves));
        total += leaves;
    }
    Ok(total)
}
