//! The answer from a solved table, reported like a search.

use crate::games::solved_table::{GameHistory, SolvedTable};
use crate::search::expert::{Expert, Mv};
use crate::search::observer::{Note, Observer, PvLine, SearchStats};
use crate::search::prover::ProvenLine;
use crate::search::request::SearchRequest;
use crate::search::stop::{StopToken, Watch};
use crate::search::time_management::TimeManager;
use std::sync::Arc;

/// Reports the exact lines of the requested root moves and returns them. `None` if it was stopped or the table has
/// none; then nothing was reported. Limits do not apply, since an answer takes hardly any time.
pub(super) fn answer<E: Expert>(
    table: &dyn SolvedTable<E::Game>,
    request: &SearchRequest<E>,
    stop: &StopToken,
    time_manager: &TimeManager,
    observer: &mut dyn Observer<Mv<E>>,
) -> Option<Vec<PvLine<Mv<E>>>> {
    let history = GameHistory { positions: &request.positions, max_plies: request.max_plies };
    let moves = request.root_moves();
    let mut watch = Watch::new(stop.clone(), Arc::default(), None);
    let found = table.root_lines(history, &moves, request.multi_pv.max(1), &mut watch).ok()?;
    let count = moves.len() as u64;
    let stats = SearchStats { nodes: count, table_hits: count, hashfull: 0, elapsed: time_manager.started().elapsed() };
    let lines: Vec<_> = found
        .into_iter()
        .map(|ProvenLine { score, pv }| {
            let seldepth = pv.len() as u16;
            PvLine { depth: 1, seldepth, score, is_solved: true, pv, ..PvLine::default() }
        })
        .collect();
    let best = lines.first()?.score;
    for (rank, line) in lines.iter().enumerate() {
        observer.line(rank + 1, line, stats);
    }
    let is_within = |plies| best.is_win() && best.distance().is_some_and(|distance| distance <= plies);
    if request.mate_plies.is_some_and(|plies| !is_within(plies)) {
        observer.note(Note::NoMate);
    }
    Some(lines)
}
