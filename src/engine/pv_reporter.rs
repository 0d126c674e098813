//! Reports of the search core, converted to notation and to job events.

use super::choice::Choice;
use super::{Emit, JobEvent, TextLine};
use crate::game::Notation;
use crate::search::observer::{Note, Observer, PvLine, SearchStats};
use crate::wdl::Calibration;

/// How the lines of a search are reported, and which one is played.
pub(super) struct ResultSettings {
    /// Number of lines to report; further ones only serve the choice of the move.
    pub lines: usize,
    /// Confidence of an endgame search by its selectivity, in per cent.
    pub confidence: fn(u8) -> u8,
    /// Whether win, draw and loss probabilities are reported.
    pub show_wdl: bool,
    /// Converts scores to probabilities.
    pub calibration: Calibration,
    /// How the line to play is chosen.
    pub choice: Choice,
}

/// Observer of a search that emits its lines in notation.
pub(super) struct PvReporter<'a, G: Notation> {
    /// Receives the events.
    pub emit: &'a Emit,
    /// The searched position.
    pub root: Option<G::Position>,
    /// What to report.
    pub settings: &'a ResultSettings,
}

impl<G: Notation> PvReporter<'_, G> {
    /// The moves of a line in notation.
    pub(super) fn pv(&self, line: &PvLine<G::Move>) -> Vec<String> {
        let Some(mut position) = self.root.clone() else { return Vec::new() };
        let mut texts = Vec::with_capacity(line.pv.len());
        for &mv in &line.pv {
            // Lines come from the search tree, so this should not happen; a short pv is better than an illegal one.
            if !G::is_legal(&position, mv) {
                log::error!("illegal move {mv:?} in a pv");
                break;
            }
            texts.push(G::write_move(&position, mv));
            G::play(&mut position, mv);
        }
        texts
    }
}

impl<G: Notation> Observer<G::Move> for PvReporter<'_, G> {
    fn line(&mut self, rank: usize, line: &PvLine<G::Move>, stats: SearchStats) {
        let ResultSettings { lines, show_wdl, calibration, .. } = self.settings;
        if rank > *lines {
            return;
        }
        let chances = || calibration.chances_of(line.score, line.is_solved);
        (self.emit)(JobEvent::Line(TextLine {
            rank,
            depth: line.depth,
            seldepth: line.seldepth,
            score: line.score,
            bound: line.bound,
            is_solved: line.is_solved,
            confidence: (line.selectivity > 0).then(|| (self.settings.confidence)(line.selectivity)),
            wdl: show_wdl.then(chances),
            pv: self.pv(line),
            stats,
        }));
    }

    fn note(&mut self, note: Note) {
        (self.emit)(JobEvent::Note(note));
    }
}
