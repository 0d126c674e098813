//! What is proven of the current position.

use super::{GameEngine, JobResult};
use crate::engine::job::{self, JobHandle};
use crate::engine::{Emit, JobContext, JobEvent};
use crate::game::{Notation, Terminal};
use crate::games::playable::Playable;
use crate::games::solved_table::{GameHistory, SolvedTable};
use crate::search::expert::Expert;
use crate::search::prover::{Played, Proven, ProvenLine, RefutedReply};
use crate::search::stop::{StopToken, Stopped, Watch};
use std::sync::Arc;

/// The default node limit of the search for a proof: about a second.
const DEFAULT_NODES: u64 = 200_000;

impl<P: Playable> GameEngine<P> {
    /// Starts the search for a proof. The solved table answers if there is one, otherwise the expert's prover.
    pub(super) fn start_proof(
        &mut self,
        nodes: Option<u64>,
        stop: StopToken,
        context: &JobContext<'_>,
        emit: Emit,
    ) -> Result<JobHandle<JobResult<P>>, String> {
        let (position, max_plies) = (self.record.current().clone(), self.max_plies);
        let (positions, moves) = (self.record.positions().to_vec(), self.record.moves().to_vec());
        let ending = self.record.ending(max_plies);
        let solved_table = self.solved_table(context.options);
        let certificate = self.certificate.clone();
        let mut workers = self.take_workers(context, &emit);
        job::spawn("proof", emit, move |emit| {
            let mut watch = Watch::new(stop, Arc::default(), None);
            let game = Played { positions: &positions, moves: &moves };
            let prover = workers.first_mut().and_then(|worker| worker.expert().prover());
            let search = |watch: &mut Watch| match prover {
                Some(prover) => prover.proof(&game, nodes.unwrap_or(DEFAULT_NODES), watch),
                None => Ok(None),
            };
            let found = match (ending, solved_table, certificate) {
                (Some((terminal, _)), ..) => Ok(Some(proven_by_rule(terminal))),
                (None, Some(table), _) => proven_by_table(&*table, &game, max_plies, &mut watch),
                (None, None, Some(certificate)) => match certificate.lock().proven(&game, &mut watch) {
                    Ok(None) => search(&mut watch),
                    known => known,
                },
                (None, None, None) => search(&mut watch),
            };
            emit(match found {
                Ok(proven) => JobEvent::Proof(proven.map(|proven| written::<P::Game>(&position, &proven))),
                Err(Stopped) => JobEvent::ProofStopped,
            });
            JobResult { pv: Vec::new(), workers }
        })
    }
}

/// The result of a game that is over.
fn proven_by_rule<M>(terminal: Terminal) -> Proven<M> {
    let won = || Proven::Win { plies: 0, mv: None, tree: None };
    let lost = || Proven::Loss { plies: 0, replies: Vec::new(), others: None };
    match terminal {
        Terminal::Win => won(),
        Terminal::Loss => lost(),
        Terminal::Margin(margin) if margin > 0 => won(),
        Terminal::Margin(margin) if margin < 0 => lost(),
        Terminal::Draw | Terminal::Margin(_) => Proven::Draw,
    }
}

/// The value of the current position by the table, with an answer to every move if it is lost.
fn proven_by_table<G: Notation>(
    table: &dyn SolvedTable<G>,
    game: &Played<'_, G>,
    max_plies: u32,
    watch: &mut Watch,
) -> Result<Option<Proven<G::Move>>, Stopped> {
    let mut moves = Vec::new();
    if let Some(position) = game.positions.last() {
        G::legal_moves(position, &mut moves);
    }
    let history = GameHistory { positions: game.positions, max_plies };
    let lines = table.root_lines(history, &moves, moves.len(), watch)?;
    let Some(ProvenLine { score, pv }) = lines.first() else { return Ok(None) };
    let plies = score.distance().unwrap_or(0);
    Ok(Some(if score.is_win() {
        Proven::Win { plies, mv: pv.first().copied(), tree: None }
    } else if score.is_loss() {
        let refuted = |ProvenLine { score, pv }: &ProvenLine<G::Move>| match pv[..] {
            [reply, answer, ..] => Some(RefutedReply { reply, answer, plies: score.distance()? - 1 }),
            _ => None,
        };
        Proven::Loss { plies, replies: lines.iter().filter_map(refuted).collect(), others: None }
    } else {
        Proven::Draw
    }))
}

/// A proof with its moves in notation.
fn written<G: Notation>(position: &G::Position, proven: &Proven<G::Move>) -> Proven<String> {
    proven.map(|reply, &mv| {
        let mut position = position.clone();
        if let Some(&reply) = reply {
            G::play(&mut position, reply);
        }
        G::write_move(&position, mv)
    })
}
