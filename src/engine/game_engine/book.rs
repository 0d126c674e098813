//! What the book says about the current position.

use super::{GameEngine, JobResult};
use crate::engine::book::{Book, BookValue, book_line, book_moves};
use crate::engine::job::{self, JobHandle};
use crate::engine::options::{Options, SEARCH, names};
use crate::engine::variety::Variety;
use crate::engine::{Emit, GoParameters, JobEvent, TextLine};
use crate::games::playable::{MoveOf, Playable};
use crate::score::{Bound, Score};
use crate::search::observer::SearchStats;

impl<P: Playable> GameEngine<P> {
    /// The moves of the current position in the book, best first; none if the book is of another game or other rules.
    fn moves_in(&self, book: &Book) -> Result<Vec<(MoveOf<P>, BookValue)>, String> {
        let header = book.header();
        if header.variant() != self.variant || header.rules::<P>() != self.rules {
            return Ok(Vec::new());
        }
        book_moves::<P::Game>(book, self.record.current())
    }

    /// All moves of the current position in the book with their lines, best first.
    pub(super) fn book_lines(&self, book: &Book) -> Result<Vec<TextLine>, String> {
        let moves = (1..).zip(self.moves_in(book)?);
        Ok(moves.map(|(rank, (mv, value))| self.book_text_line(book, rank, mv, value)).collect())
    }

    fn book_text_line(&self, book: &Book, rank: usize, mv: MoveOf<P>, value: BookValue) -> TextLine {
        let pv = book_line::<P::Game>(book, self.record.current(), mv);
        let length = pv.len() as u16;
        TextLine {
            rank,
            depth: value.depth().unwrap_or(length),
            seldepth: length,
            score: value.score(),
            bound: Bound::Exact,
            is_solved: value.is_exact(),
            confidence: None,
            wdl: None,
            pv,
            stats: SearchStats::default(),
        }
    }

    /// The line that the book plays in answer to `go`; `None` if that is to be searched. `moves` are those of
    /// `searchmoves`: the book has to know which of them is the best, so its best move has to be one of them.
    pub(super) fn book_answer(
        &mut self,
        parameters: &GoParameters,
        moves: &[MoveOf<P>],
        options: &Options,
        book: &Book,
    ) -> Result<Option<TextLine>, String> {
        let is_asked = parameters.in_game && !parameters.asks_for_proof() && !parameters.balanced;
        let plays = options.is_set(names::OWN_BOOK) && options.personality(self.variant) == SEARCH;
        if !is_asked || !plays {
            return Ok(None);
        }
        let known = self.moves_in(book)?;
        if known.first().is_none_or(|(best, _)| !moves.is_empty() && !moves.contains(best)) {
            return Ok(None);
        }
        let allowed: Vec<_> = known.into_iter().filter(|(mv, _)| moves.is_empty() || moves.contains(mv)).collect();
        let scores: Vec<(Score, bool)> = allowed.iter().map(|(_, value)| (value.score(), value.is_exact())).collect();
        let variety = Variety::new(options.number(names::BOOK_VARIETY), || self.rng.fraction());
        let chosen = variety.map_or(0, |variety| variety.choose(&scores));
        let Some((mv, value)) = allowed.get(chosen) else { return Ok(None) };
        let mut line = self.book_text_line(book, 1, *mv, *value);
        if parameters.with_wdl || options.is_set(names::SHOW_WDL) {
            let calibration = P::calibration(self.record.current());
            line.wdl = Some(calibration.chances_of(line.score, line.is_solved));
        }
        Ok(Some(line))
    }

    /// Starts the job that plays a line of the book.
    pub(super) fn start_book_move(line: TextLine, emit: Emit) -> Result<JobHandle<JobResult<P>>, String> {
        job::spawn("book", emit, move |emit| {
            let pv = line.pv.clone();
            emit(JobEvent::Line(line));
            JobResult { pv, ..JobResult::empty() }
        })
    }
}
