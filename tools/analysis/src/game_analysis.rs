//! The analysis of one game.
//!
//! Positions are searched from the last one backwards with the hash table kept, so that a search meets what the game
//! showed later, as in retrograde analysis.

use crate::analyst::Analyst;
use crate::judgement::{Ranking, Searched, report};
use crate::report::GameReport;
use crate::settings::Settings;
use crate::value::Value;
use anyhow::{Result, anyhow, bail};
use quartet::engine::options::names;
use quartet::engine::{GoParameters, TextLine};
use quartet::game::Side;
use quartet::search::stop::StopToken;
use quartet_records::Game;
use quartet_rules::{Referee, points, referee};

/// Othello: in positions with at most this many empty squares, all moves are solved, not only the best one.
const EXACT_RANKING_EMPTIES: u32 = 18;

/// What was found out about a position of a game, told while the analysis goes on.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PositionValue {
    /// The number of moves before it.
    pub ply: usize,
    /// The side to move.
    pub side: Side,
    /// The value for the side to move.
    pub value: Value,
    /// The expected score of the side to move, from 0 to 1.
    pub expected: f64,
}

/// Analyses games of one variant under given rules.
pub struct GameAnalyst {
    analyst: Analyst,
    referee: Box<dyn Referee>,
    settings: Settings,
    stop: StopToken,
}

impl GameAnalyst {
    /// An analyst for games with the rules of this one. Raising `stop` ends the running analysis.
    pub fn new(game: &Game, settings: &Settings, stop: StopToken) -> Result<Self> {
        let referee = referee(game.variant.name, &game.options)?;
        let mut analyst = Analyst::new(&*referee, &game.options)?;
        analyst.set_option(names::HASH, settings.hash)?;
        analyst.set_option(names::THREADS, settings.threads)?;
        let limit = settings.limit.of_variant(game.variant.name);
        Ok(GameAnalyst { analyst, referee, settings: Settings { limit, ..settings.clone() }, stop })
    }

    /// Analyses the main line of a game; `on_position` is told of each position, the last one first. `None` if it was
    /// stopped.
    pub fn analyse(
        &mut self,
        file: &str,
        number: usize,
        game: &Game,
        on_position: &mut dyn FnMut(PositionValue),
    ) -> Result<Option<GameReport>> {
        self.analyst.new_game();
        let setup = game.initial_setup();
        let moves: Vec<String> = game.tree.main_moves().map(str::to_string).collect();
        let mut searched = Vec::new();
        for count in (0..=moves.len()).rev() {
            self.referee.begin(&setup, &moves[..count]).map_err(|error| anyhow!(error.0))?;
            let Some(found) = self.search(moves.get(count))? else { return Ok(None) };
            let Searched { side, value, calibration, .. } = found;
            on_position(PositionValue { ply: count, side, value, expected: value.expected(calibration) });
            searched.push(found);
        }
        searched.reverse();
        Ok(Some(report(file, number, game, &moves, &searched)?))
    }

    /// Searches the referee's position, in which `played` is the move of the game. `None` if it was stopped.
    fn search(&mut self, played: Option<&String>) -> Result<Option<Searched>> {
        let legal = self.referee.legal_moves().len();
        let mut searched = Searched {
            value: Value::Draw,
            depth: 0,
            iterations: Vec::new(),
            line: Vec::new(),
            plays_best: false,
            ranking: None,
            legal,
            calibration: self.referee.calibration(),
            position: self.referee.position(),
            side: self.referee.side(),
        };
        if let Some(ending) = self.referee.ending() {
            searched.value = Value::of_ending(&ending, searched.side);
            return Ok(Some(searched));
        }
        let empties = self.empties();
        let ranks_exactly = self.referee.is_solved() || empties.is_some_and(|empties| empties <= EXACT_RANKING_EMPTIES);
        let lines = if ranks_exactly { legal } else { 1 };
        let parameters = match empties.filter(|&empties| empties <= self.settings.exact_empties) {
            Some(empties) => GoParameters { depth: Some(u64::from(empties)), ..GoParameters::default() },
            None => self.settings.limit.parameters(searched.side),
        };
        let Some(iterations) = self.iterations(parameters, lines)? else { return Ok(None) };
        let Some([best, ..]) = iterations.last().map(Vec::as_slice) else {
            bail!("no iteration was finished in position {}, expected a higher limit", searched.position);
        };
        searched.iterations = iterations.iter().map(|lines| (lines[0].depth, lines[0].score)).collect();
        searched.value = Value::of_score(best.score, best.is_solved, empties.is_some());
        searched.depth = best.depth;
        searched.line = best.pv.clone();
        if let (Some(played), Some(best)) = (played, searched.line.first()) {
            searched.plays_best = played == best || self.key_after(played)? == self.key_after(best)?;
        }
        let needs_ranking = played.is_some() && !searched.plays_best && legal > 1;
        searched.ranking = match (lines == legal, needs_ranking) {
            (true, _) => iterations.last().map(|lines| ranking(lines)),
            (false, true) => {
                match self.iterations(self.settings.limit.of_ranking().parameters(searched.side), legal)? {
                    Some(iterations) => iterations.last().map(|lines| ranking(lines)),
                    None => return Ok(None),
                }
            }
            (false, false) => None,
        };
        Ok(Some(searched))
    }

    /// The key of the position after a legal move, which is the same for all its images under symmetry.
    fn key_after(&mut self, mv: &str) -> Result<u64> {
        self.referee.play(mv).map_err(|error| anyhow!(error.0))?;
        let key = self.referee.symmetric_key();
        self.referee.take_back();
        Ok(key)
    }

    /// The best lines of each iteration; `None` if the search was stopped.
    fn iterations(&mut self, parameters: GoParameters, lines: usize) -> Result<Option<Vec<Vec<TextLine>>>> {
        let found = self.analyst.iterations(&*self.referee, parameters, lines, &self.stop)?;
        Ok((!self.stop.is_set()).then_some(found))
    }

    /// Othello: the number of empty squares.
    fn empties(&self) -> Option<u32> {
        let is_othello = self.referee.variant().name == "othello";
        let empty = |rows: Vec<Vec<char>>| rows.iter().flatten().filter(|&&point| point == '.').count() as u32;
        is_othello.then(|| empty(points::rows(&self.referee.position())))
    }
}

/// The first moves of lines with their scores.
fn ranking(lines: &[TextLine]) -> Ranking {
    let scores = lines.iter().filter_map(|line| Some((line.pv.first()?.clone(), line.score))).collect();
    Ranking { scores, is_exact: lines.iter().all(|line| line.is_solved || line.score.is_proven()) }
}
