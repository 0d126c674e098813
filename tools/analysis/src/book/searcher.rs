//! Searches of single positions.

use crate::analyst::Analyst;
use crate::settings::Limit;
use anyhow::{Context, Result, anyhow};
use quartet::engine::book::{BookValue, Header};
use quartet::engine::options::names;
use quartet::engine::{GoParameters, Setup, TextLine};
use quartet::game::{Game, Notation, Side};
use quartet::games::playable::{MoveOf as Move, Playable, PositionOf as Position};
use quartet::search::stop::StopToken;
use quartet_rules::{Referee, referee};

/// A position to search, and what is asked about it.
#[derive(Clone, Debug)]
pub struct Question<P: Playable> {
    /// The position, which is not over.
    pub position: Position<P>,
    /// The moves to consider; empty for all.
    pub moves: Vec<Move<P>>,
    /// The number of best moves to find.
    pub lines: usize,
}

/// The best moves of a position with their values, best first.
pub type Answer<P> = Vec<(Move<P>, BookValue)>;

/// Searches positions.
pub trait Searcher<P: Playable>: Send {
    /// The answer, with as many moves as were asked for or as there are; `None` if the search was stopped before it had
    /// one.
    fn search(&mut self, question: &Question<P>) -> Result<Option<Answer<P>>>;
}

/// The value of a line for the book.
pub fn value_of_line(line: &TextLine) -> BookValue {
    let is_exact = line.is_solved && line.confidence.is_none();
    if is_exact { BookValue::exact(line.score) } else { BookValue::estimate(line.score, line.depth) }
}

/// The iteration whose values a book takes: the deepest one if its best value is exact, else the deepest one that ends
/// with x to move, as those of [`Limit::Depth`] do, else the deepest one. `None` if no iteration was finished.
fn best_iteration(iterations: &[Vec<TextLine>], side: Side) -> Option<&Vec<TextLine>> {
    let holds = |iteration: &[TextLine], test: &dyn Fn(&TextLine) -> bool| iteration.first().is_some_and(test);
    let is_exact = |best: &TextLine| value_of_line(best).is_exact();
    let ends_with_x = |best: &TextLine| (usize::from(best.depth) + side.index()).is_multiple_of(2);
    let deepest = iterations.last();
    let exact = deepest.filter(|iteration| holds(iteration, &is_exact));
    exact.or_else(|| iterations.iter().rfind(|iteration| holds(iteration, &ends_with_x))).or(deepest)
}

/// The engine in this process. Every search begins with an empty table, so that without a limit of time a position has
/// the same values whatever was searched before.
pub struct EngineSearcher<'a> {
    analyst: Analyst,
    referee: Box<dyn Referee>,
    limit: Limit,
    stop: &'a StopToken,
}

impl<'a> EngineSearcher<'a> {
    /// An engine for the positions of a book, with a hash table of `hash` MiB. Fails if there is no memory for it.
    pub fn new(header: &Header, limit: Limit, hash: u64, stop: &'a StopToken) -> Result<Self> {
        let options = header.options().iter().cloned().collect();
        let referee = referee(header.variant().name, &options)?;
        let mut analyst = Analyst::new(&*referee, &options)?;
        analyst.set_option(names::HASH, hash)?;
        let limit = limit.of_variant(header.variant().name);
        Ok(EngineSearcher { analyst, referee, limit, stop })
    }
}

impl<P: Playable> Searcher<P> for EngineSearcher<'_> {
    fn search(&mut self, question: &Question<P>) -> Result<Option<Answer<P>>> {
        let position = &question.position;
        let names: Vec<String> = question.moves.iter().map(|mv| P::Game::write_move(position, *mv)).collect();
        let search_moves = Some(names).filter(|names| !names.is_empty());
        let side = P::Game::side(position);
        let parameters = GoParameters { search_moves, ..self.limit.parameters(side) };
        self.referee.begin(&Setup::Text(P::Game::write_position(position)), &[])?;
        self.analyst.new_game();
        let iterations = self.analyst.iterations(&*self.referee, parameters, question.lines, self.stop)?;
        // A search that was stopped has finished some iterations, but not the one that was asked for.
        if self.stop.is_set() {
            return Ok(None);
        }
        let Some(lines) = best_iteration(&iterations, side) else { return Ok(Some(Vec::new())) };
        let read = |line: &TextLine| {
            let first = line.pv.first().context("a line without a move")?;
            let mv = P::Game::parse_move(position, first).map_err(|error| anyhow!(error))?;
            Ok((mv, value_of_line(line)))
        };
        lines.iter().map(read).collect::<Result<_>>().map(Some)
    }
}
