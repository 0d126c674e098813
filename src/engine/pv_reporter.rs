//! What a search tells, put into notation as it is asked for.
//!
//! Must not know: how the search is started, the session, the wire.

use super::choice::Choice;
use super::{Emit, JobEvent, TextLine};
use crate::game::Game;
use crate::search::expert::{Expert, Mv, Pos};
use crate::search::observer::{Effort, Note, Observer, PvLine};
use crate::wdl::{Calibration, Wdl};

/// How the lines of a search are shown and played.
pub(super) struct ResultSettings {
    /// Lines beyond this rank serve the player only.
    pub lines: usize,
    /// Whether chances are told.
    pub wdl: bool,
    pub calibration: Calibration,
    /// Which line is played.
    pub choice: Choice,
}

/// Writes the core's reports in notation.
pub(super) struct PvReporter<'a, E: Expert> {
    pub emit: &'a Emit,
    pub root: Option<Pos<E>>,
    pub settings: &'a ResultSettings,
}

impl<E: Expert> PvReporter<'_, E> {
    /// The moves of a line in notation.
    pub fn pv(&self, line: &PvLine<Mv<E>>) -> Vec<String> {
        let Some(mut position) = self.root.clone() else { return Vec::new() };
        let mut texts = Vec::with_capacity(line.pv.len());
        for &mv in &line.pv {
            // Lines come from the tree, so this holds; were it ever not to, a short pv is better than an illegal one.
            if !E::Game::is_legal(&position, mv) {
                log::error!("illegal move {mv:?} in a pv");
                break;
            }
            texts.push(E::Game::write_move(&position, mv));
            E::Game::play(&mut position, mv);
        }
        texts
    }
}

impl<E: Expert> Observer<Mv<E>> for PvReporter<'_, E> {
    fn line(&mut self, rank: usize, line: &PvLine<Mv<E>>, effort: Effort) {
        let ResultSettings { lines, wdl, calibration, .. } = self.settings;
        if rank > *lines {
            return;
        }
        let chances = || if line.exact { Wdl::certain(line.score) } else { calibration.chances(line.score) };
        (self.emit)(JobEvent::Line(TextLine {
            rank,
            depth: line.depth,
            seldepth: line.seldepth,
            score: line.score,
            bound: line.bound,
            wdl: wdl.then(chances),
            pv: self.pv(line),
            effort,
        }));
    }

    fn note(&mut self, note: Note) {
        (self.emit)(JobEvent::Note(note));
    }
}
