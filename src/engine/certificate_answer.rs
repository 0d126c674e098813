//! The answer from a certificate, reported like a search, and reports of searches whose result it knows.

use crate::games::certificate::Certificate;
use crate::score::{Bound, Score};
use crate::search::expert::{Expert, Mv};
use crate::search::observer::{Note, Observer, PvLine, SearchStats};
use crate::search::prover::{Played, ProvenLine};
use crate::search::request::SearchRequest;
use crate::search::stop::{StopToken, Watch};
use crate::search::time_management::TimeManager;
use parking_lot::Mutex;
use std::sync::Arc;

/// A certificate as the engine and its job share it.
pub(super) type SharedCertificate<G> = Arc<Mutex<Box<dyn Certificate<G>>>>;

/// The proven line of the current position, if it is one that the request asks for: with a move that may be played, and
/// a win within the plies of `go mate`. `None` if it was stopped.
pub(super) fn proven_line<E: Expert>(
    certificate: &SharedCertificate<E::Game>,
    request: &SearchRequest<E>,
    moves: &[Mv<E>],
    stop: &StopToken,
) -> Option<ProvenLine<Mv<E>>> {
    let mut watch = Watch::new(stop.clone(), Arc::default(), None);
    let game = Played { positions: &request.positions, moves };
    let line = certificate.lock().line(&game, &mut watch).ok()??;
    let is_allowed = |mv: &Mv<E>| request.moves.is_empty() || request.moves.contains(mv);
    let is_within = |plies| line.score.is_win() && line.score.distance().is_some_and(|distance| distance <= plies);
    (line.pv.first().is_none_or(is_allowed) && request.mate_plies.is_none_or(is_within)).then_some(line)
}

/// Reports a proven win as the best line and returns it.
pub(super) fn report<M: Copy>(
    ProvenLine { score, pv }: ProvenLine<M>,
    time_manager: &TimeManager,
    observer: &mut dyn Observer<M>,
) -> PvLine<M> {
    let elapsed = time_manager.started().elapsed();
    let seldepth = u16::try_from(pv.len()).unwrap_or(u16::MAX);
    let line = PvLine { depth: 1, seldepth, score, is_solved: true, pv, ..PvLine::default() };
    observer.line(1, &line, SearchStats { nodes: 1, table_hits: 1, hashfull: 0, elapsed });
    observer.note(Note::ProofNotShortest);
    line
}

/// Reports the lines of a search of all moves but the best one, which is known.
pub(super) struct OtherLines<'a, M>(pub &'a mut dyn Observer<M>);

impl<M> Observer<M> for OtherLines<'_, M> {
    fn line(&mut self, rank: usize, line: &PvLine<M>, stats: SearchStats) {
        self.0.line(rank + 1, line, stats);
    }

    fn note(&mut self, note: Note) {
        self.0.note(note);
    }
}

/// Reports the lines of a search of a position that is known to be lost, with the score of the loss unless the search
/// has proven an earlier one.
pub(super) struct LostLines<'a, M> {
    /// The score.
    pub loss: Score,
    /// Receives the reports.
    pub observer: &'a mut dyn Observer<M>,
}

impl<M: Clone> Observer<M> for LostLines<'_, M> {
    fn line(&mut self, rank: usize, line: &PvLine<M>, stats: SearchStats) {
        let is_known = line.score > self.loss;
        let mut line = line.clone();
        if is_known {
            line = PvLine { score: self.loss, bound: Bound::Exact, is_solved: true, selectivity: 0, ..line };
        }
        let table_hits = stats.table_hits + u64::from(is_known);
        self.observer.line(rank, &line, SearchStats { table_hits, ..stats });
    }

    fn note(&mut self, note: Note) {
        self.observer.note(note);
    }
}
