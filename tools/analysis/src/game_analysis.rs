//! The analysis of one game.
//!
//! Positions are searched from the last one backwards with the hash table kept, so that a search meets what the game
//! showed later, as in retrograde analysis. The value of a move is that of the position after it, as far as it was
//! searched to the same horizon or one an even number of plies away: scores of odd and even depths differ
//! systematically, which would look like a mistake.

use crate::analyst::Analyst;
use crate::classes::MoveClass;
use crate::fours;
use crate::report::{GameReport, MissedWin, MoveReport, Rank, Summary};
use crate::settings::Settings;
use crate::value::Value;
use anyhow::{Result, anyhow, bail};
use quartet::engine::options::names;
use quartet::engine::{GoParameters, Setup, TextLine};
use quartet::game::Side;
use quartet::score::Score;
use quartet::search::stop::StopToken;
use quartet::wdl::Calibration;
use quartet_records::Game;
use quartet_rules::{GameResult, Referee, points, referee};

/// Othello: in positions with at most this many empty squares, all moves are solved, not only the best one.
const EXACT_RANKING_EMPTIES: u32 = 18;

/// What a search found in a position.
struct Searched {
    /// The value for the side to move.
    value: Value,
    depth: u16,
    /// Depth and score of each iteration, by increasing depth.
    iterations: Vec<(u16, Score)>,
    /// The best line; empty if the game is over.
    line: Vec<String>,
    /// All legal moves with their scores, if they were ranked.
    ranking: Option<Ranking>,
    legal: usize,
    calibration: Calibration,
    /// The position text.
    position: String,
    side: Side,
}

/// All legal moves with their scores for the side to move.
struct Ranking {
    scores: Vec<(String, Score)>,
    is_exact: bool,
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

    /// Analyses the main line of a game; `on_position` is called after each position. `None` if it was stopped.
    pub fn analyse(
        &mut self,
        file: &str,
        number: usize,
        game: &Game,
        on_position: &mut dyn FnMut(),
    ) -> Result<Option<GameReport>> {
        self.analyst.new_game();
        let setup = game.setup.clone().map_or(Setup::Start, Setup::Text);
        let moves: Vec<String> = game.tree.main_moves().map(str::to_string).collect();
        let mut searched = Vec::new();
        for count in (0..=moves.len()).rev() {
            self.referee.begin(&setup, &moves[..count]).map_err(|error| anyhow!(error.0))?;
            let Some(found) = self.search(moves.get(count))? else { return Ok(None) };
            searched.push(found);
            on_position();
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
        let ranks_exactly = self.is_solved() || empties.is_some_and(|empties| empties <= EXACT_RANKING_EMPTIES);
        let lines = if ranks_exactly { legal } else { 1 };
        let parameters = match empties.filter(|&empties| empties <= self.settings.exact_empties) {
            Some(empties) => GoParameters { depth: Some(u64::from(empties)), ..GoParameters::default() },
            None => self.settings.limit.parameters(),
        };
        let Some(iterations) = self.iterations(parameters, lines)? else { return Ok(None) };
        let Some([best, ..]) = iterations.last().map(Vec::as_slice) else {
            bail!("no iteration was finished in position {}, expected a higher limit", searched.position);
        };
        searched.iterations = iterations.iter().map(|lines| (lines[0].depth, lines[0].score)).collect();
        searched.value = Value::of_score(best.score, best.is_solved, empties.is_some());
        searched.depth = best.depth;
        searched.line = best.pv.clone();
        let needs_ranking = played.is_some() && played != searched.line.first() && legal > 1;
        searched.ranking = match (lines == legal, needs_ranking) {
            (true, _) => iterations.last().map(|lines| ranking(lines)),
            (false, true) => match self.iterations(self.settings.limit.of_ranking().parameters(), legal)? {
                Some(iterations) => iterations.last().map(|lines| ranking(lines)),
                None => return Ok(None),
            },
            (false, false) => None,
        };
        Ok(Some(searched))
    }

    /// The best lines of each iteration; `None` if the search was stopped.
    fn iterations(&mut self, parameters: GoParameters, lines: usize) -> Result<Option<Vec<Vec<TextLine>>>> {
        let found = self.analyst.iterations(&*self.referee, parameters, lines, &self.stop)?;
        Ok((!self.stop.is_set()).then_some(found))
    }

    /// Whether the game is solved, so that every value comes from a table.
    fn is_solved(&self) -> bool {
        matches!(self.referee.variant().name, "lgame" | "rhombus")
    }

    /// Othello: the number of empty squares.
    fn empties(&self) -> Option<u32> {
        let is_othello = self.referee.variant().name == "othello";
        let empty = |rows: Vec<Vec<char>>| rows.iter().flatten().filter(|&&point| point == '.').count() as u32;
        is_othello.then(|| empty(points::rows(&self.referee.position())))
    }
}

impl Searched {
    /// The value for the player who has just moved, to be compared with scores of searches of the position before to
    /// `depth` plies.
    fn after_move(&self, depth: u16) -> Value {
        let has_same_parity = |&&(own, _): &&(u16, Score)| own % 2 != depth % 2;
        let comparable = self.iterations.iter().rev().find(has_same_parity);
        let value = match comparable {
            Some((_, score)) if !self.value.is_exact() && !score.is_proven() => Value::Estimate(score.reported().0),
            _ => self.value,
        };
        value.before_the_move()
    }
}

/// The first moves of lines with their scores.
fn ranking(lines: &[TextLine]) -> Ranking {
    let scores = lines.iter().filter_map(|line| Some((line.pv.first()?.clone(), line.score))).collect();
    Ranking { scores, is_exact: lines.iter().all(|line| line.is_solved || line.score.is_proven()) }
}

/// The report on a game whose positions have been searched, one more than moves.
fn report(file: &str, number: usize, game: &Game, moves: &[String], searched: &[Searched]) -> Result<GameReport> {
    let made: Vec<MoveReport> =
        moves.iter().zip(searched.windows(2)).map(|(mv, pair)| move_report(mv, &pair[0], &pair[1])).collect();
    let mut summaries = [Summary::default(), Summary::default()];
    for (mv, position) in made.iter().zip(searched) {
        summaries[position.side.index()].add(mv);
    }
    let (first, last) = (&searched[0], &searched[searched.len() - 1]);
    let for_x = |side: Side, expected: f64| if side == Side::X { expected } else { 1.0 - expected };
    let last_value = match last.side {
        Side::X => last.value,
        Side::O => swapped(last.value),
    };
    let missed_wins = missed_wins(game, &made, searched)?;
    Ok(GameReport {
        file: file.into(),
        game: number,
        variant: game.variant.name.into(),
        options: game.options.clone(),
        players: [game.tags.first.clone(), game.tags.second.clone()],
        event: game.tags.event.clone(),
        date: game.tags.date.clone(),
        result: game.result,
        start: first.position.clone(),
        last_expected: for_x(last.side, last.value.expected(last.calibration)),
        losing_move: losing_move(game.result, last_value, &made),
        last_value,
        missed_wins,
        summaries,
        moves: made,
    })
}

/// The value of the same position for the other player.
fn swapped(value: Value) -> Value {
    match value {
        Value::Win(plies) => Value::Loss(plies),
        Value::Loss(plies) => Value::Win(plies),
        other => other.before_the_move(),
    }
}

/// The report on a move, from the positions before and after it.
fn move_report(mv: &str, position: &Searched, next: &Searched) -> MoveReport {
    let is_first_choice = position.line.first().is_some_and(|best| best == mv);
    let (before, after) = reconcile(position.value, next.after_move(position.depth), is_first_choice);
    let expected = [before, after].map(|value| value.expected(position.calibration));
    let points = 100.0 * (expected[0] - expected[1]).max(0.0);
    let is_best = is_first_choice || before == after;
    let best = if is_best && !is_first_choice {
        [mv.to_string()].into_iter().chain(next.line.iter().cloned()).collect()
    } else {
        position.line.clone()
    };
    MoveReport {
        side: position.side.letter(),
        mv: mv.into(),
        before,
        after,
        expected,
        loss: before.loss(after),
        points,
        class: if position.legal == 1 { MoveClass::Forced } else { MoveClass::of(points, is_best) },
        rank: rank(mv, is_best, position),
        legal: position.legal,
        depth: position.depth,
        best,
    }
}

/// The values before and after a move, in the view of its player, given what was found at the positions before and
/// after it. No move is better than the best: where the later search shows more, it tells what the position was worth.
/// An exact value is never replaced by an estimate, and only a proven win proves the value of the position before.
fn reconcile(before: Value, after: Value, is_first_choice: bool) -> (Value, Value) {
    match (before.is_exact(), after.is_exact()) {
        // The move begins the proven line.
        (true, false) if is_first_choice => (before, before),
        (true, _) => (before, after),
        (false, true) if matches!(after, Value::Win(_)) => (after, after),
        (false, true) if after.score() > before.score() => (Value::Estimate(after.score().reported().0), after),
        (false, true) => (before, after),
        (false, false) if is_first_choice || after.score() > before.score() => (after, after),
        (false, false) => (before, after),
    }
}

/// The rank of a move.
fn rank(mv: &str, is_best: bool, position: &Searched) -> Option<Rank> {
    let ranking = position.ranking.as_ref();
    if is_best || position.legal == 1 {
        let exact = ranking.is_some_and(|ranking| ranking.is_exact);
        return Some(Rank { place: 1, exact: exact || position.legal == 1 });
    }
    let ranking = ranking?;
    let (_, score) = ranking.scores.iter().find(|(other, _)| other == mv)?;
    let better = ranking.scores.iter().filter(|(_, other)| other > score).count();
    // A shallower search may take the move for the best one; the deeper one knows a better one.
    let place = if ranking.is_exact { 1 + better } else { (1 + better).max(2) };
    Some(Rank { place, exact: ranking.is_exact })
}

/// The moves that gave a proven win away.
fn missed_wins(game: &Game, made: &[MoveReport], searched: &[Searched]) -> Result<Vec<MissedWin>> {
    let is_missed = |mv: &MoveReport| mv.before.is_won() && !mv.after.is_won();
    let missed = made.iter().zip(searched).enumerate().filter(|(_, (mv, _))| is_missed(mv));
    missed
        .map(|(index, (mv, position))| {
            let plies = match mv.before {
                Value::Win(plies) => Some(plies),
                _ => None,
            };
            let kind = match game.variant.name {
                "gomoku" => Some(fours::kind(&position.position, &game.options, &mv.best)?),
                _ => None,
            };
            Ok(MissedWin { index, plies, kind })
        })
        .collect()
}

/// The index of the losing move, see [`GameReport::losing_move`]. The loser is that of the result, or else of the last
/// position's exact value.
fn losing_move(result: Option<GameResult>, last: Value, made: &[MoveReport]) -> Option<usize> {
    let loser = match result {
        Some(GameResult::FirstWins) => 'o',
        Some(GameResult::SecondWins) => 'x',
        Some(GameResult::Draw) => return None,
        None if last.is_won() => 'o',
        None if last.is_lost() => 'x',
        None => return None,
    };
    made.iter().rposition(|mv| mv.side == loser && !mv.before.is_lost() && mv.after.is_lost())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_is_compared_at_a_horizon_of_the_same_parity() {
        let searched = |value, iterations: &[(u16, i16)]| Searched {
            value,
            depth: 8,
            iterations: iterations.iter().map(|&(depth, score)| (depth, Score(score))).collect(),
            line: Vec::new(),
            ranking: None,
            legal: 4,
            calibration: Calibration::default(),
            position: String::new(),
            side: Side::X,
        };
        let both = [(6, 90), (7, -10), (8, 120)];
        assert_eq!(searched(Value::Estimate(120), &both).after_move(8), Value::Estimate(10));
        assert_eq!(searched(Value::Estimate(120), &both).after_move(9), Value::Estimate(-120));
        assert_eq!(searched(Value::Estimate(120), &[(8, 120)]).after_move(8), Value::Estimate(-120));
        assert_eq!(searched(Value::Win(5), &both).after_move(8), Value::Loss(6));
    }

    #[test]
    fn no_move_is_better_than_the_best() {
        let (low, high) = (Value::Estimate(-50), Value::Estimate(80));
        assert_eq!(reconcile(low, high, false), (high, high));
        assert_eq!(reconcile(high, low, false), (high, low));
        assert_eq!(reconcile(high, low, true), (low, low));
        assert_eq!(reconcile(low, Value::Discs(4), false), (Value::Estimate(400), Value::Discs(4)));
        assert_eq!(reconcile(high, Value::Discs(-4), false), (high, Value::Discs(-4)));
        assert_eq!(reconcile(low, Value::Win(7), false), (Value::Win(7), Value::Win(7)));
        assert_eq!(reconcile(Value::Win(5), low, true), (Value::Win(5), Value::Win(5)));
        assert_eq!(reconcile(Value::Win(5), low, false), (Value::Win(5), low));
        assert_eq!(reconcile(Value::Discs(2), Value::Discs(-2), false), (Value::Discs(2), Value::Discs(-2)));
    }
}
