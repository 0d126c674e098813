//! Players that look one ply ahead.

use super::{GameEngine, JobResult};
use crate::engine::job::{self, JobHandle};
use crate::engine::{Emit, JobEvent, TextLine};
use crate::game::Notation;
use crate::games::one_ply::TieBreak;
use crate::games::playable::{MoveOf, Playable, PositionOf};
use crate::score::{Bound, Score};
use crate::search::observer::SearchStats;
use std::time::Instant;

impl<P: Playable> GameEngine<P> {
    /// Starts a one-ply player: the move with the greatest value, ties broken by `tie_break`.
    pub(super) fn start_one_ply(
        &mut self,
        value: impl Fn(&PositionOf<P>, MoveOf<P>) -> i32,
        tie_break: TieBreak,
        moves: &[MoveOf<P>],
        started: Instant,
        emit: Emit,
    ) -> Result<JobHandle<JobResult<P>>, String> {
        let position = self.record.current();
        let valued: Vec<_> = moves.iter().map(|&mv| (value(position, mv), mv)).collect();
        let greatest_value = valued.iter().map(|(value, _)| *value).max().unwrap_or(0);
        let greatest: Vec<_> = valued.iter().filter(|(value, _)| *value == greatest_value).collect();
        let index = if tie_break == TieBreak::First { 0 } else { self.rng.below(greatest.len()) };
        let chosen = greatest.get(index).map(|(_, mv)| P::Game::write_move(position, *mv));
        let best: Vec<String> = chosen.into_iter().collect();
        let stats = SearchStats { nodes: moves.len() as u64, elapsed: started.elapsed(), ..SearchStats::default() };
        let line = TextLine {
            rank: 1,
            depth: 1,
            seldepth: 1,
            score: Score::cp(greatest_value),
            bound: Bound::Exact,
            is_solved: false,
            confidence: None,
            wdl: None,
            pv: best.clone(),
            stats,
        };
        job::spawn("player", emit, move |emit| {
            emit(JobEvent::Line(line));
            JobResult { pv: best, ..JobResult::empty() }
        })
    }
}
