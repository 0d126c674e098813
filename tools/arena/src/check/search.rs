//! Searches: how they are started and stopped, and what `protocol.md` requires of each.

use super::board::Board;
use super::context::TestContext;
use super::info::{Info, Value};
use super::reference::Reference;
use super::step_result::{NotPassed, StepResult, cut, failed, require};
use std::time::Duration;

/// The output of an engine for a `go`.
pub struct Search {
    /// All lines before `bestmove`.
    pub lines: Vec<String>,
    /// The line `bestmove …`.
    pub best: String,
}

/// The parsed output of a search in a position where the game is not over.
pub struct ParsedSearch {
    /// All search results in order.
    pub infos: Vec<Info>,
    /// The move of `bestmove`.
    pub best: String,
    /// The move after `ponder`.
    pub ponder: Option<String>,
}

impl ParsedSearch {
    /// The last result of rank 1.
    pub fn last(&self) -> &Info {
        // `Search::result` fails where there is none.
        self.infos.iter().rfind(|info| info.multipv == 1).unwrap_or(&self.infos[0])
    }

    /// The results of the last iteration: the last group that begins with rank 1.
    pub fn last_group(&self) -> &[Info] {
        let begin = self.infos.iter().rposition(|info| info.multipv == 1).unwrap_or(0);
        &self.infos[begin..]
    }
}

impl Search {
    /// The lines about search results and games that are over.
    pub fn info_lines(&self) -> impl Iterator<Item = &str> {
        self.lines.iter().map(String::as_str).filter(|line| !line.starts_with("info string "))
    }

    /// All search results; a line of any other form fails the step.
    pub fn infos(&self) -> StepResult<Vec<Info>> {
        let parse = |line| Info::parse(line).map_err(|why| NotPassed::Failed(format!("{why}, in '{}'", cut(line))));
        self.info_lines().map(parse).collect()
    }

    /// The move of `bestmove`, and the one after `ponder`.
    pub fn moves(&self) -> StepResult<(String, Option<String>)> {
        match self.best.split(' ').collect::<Vec<_>>()[..] {
            ["bestmove", best] if !best.is_empty() => Ok((best.into(), None)),
            ["bestmove", best, "ponder", ponder] if !ponder.is_empty() => Ok((best.into(), Some(ponder.into()))),
            _ => failed(format!("'{}' is not 'bestmove <move> [ponder <move>]'", cut(&self.best))),
        }
    }

    /// Parses the output; requires only that its lines have the right form.
    pub fn result(&self) -> StepResult<ParsedSearch> {
        let infos = self.infos()?;
        require!(infos.iter().any(|info| info.multipv == 1), "no info line before '{}'", cut(&self.best));
        let (best, ponder) = self.moves()?;
        Ok(ParsedSearch { infos, best, ponder })
    }

    /// Parses the output and checks what every search in this position has to satisfy.
    pub fn checked(&self, board: &Board) -> StepResult<ParsedSearch> {
        let result = self.result()?;
        best_move_is_legal(&result, board)?;
        best_move_heads_the_pv(&result)?;
        lines_of_play_are_legal(&result, board)?;
        Ok(result)
    }
}

/// The last lines are not bounds, as required of a search that was not stopped inside an iteration.
pub fn final_lines_are_exact(result: &ParsedSearch) -> StepResult {
    require!(!result.last_group().iter().any(|info| info.bound), "the last line is a bound");
    Ok(())
}

/// The best move is legal, in its canonical spelling.
pub fn best_move_is_legal(result: &ParsedSearch, board: &Board) -> StepResult {
    let legal = board.referee.legal_moves();
    require!(legal.contains(&result.best), "bestmove '{}' is not legal in {}", result.best, board.referee.position());
    Ok(())
}

/// The best move is the first move of the last line of rank 1, and the ponder move is the second.
pub fn best_move_heads_the_pv(result: &ParsedSearch) -> StepResult {
    let pv = &result.last().pv;
    require!(pv.first() == Some(&result.best), "bestmove {}, but the pv begins with {:?}", result.best, pv.first());
    if let Some(ponder) = &result.ponder {
        require!(pv.get(1) == Some(ponder), "ponder {ponder}, but the second move of the pv is {:?}", pv.get(1));
    }
    Ok(())
}

/// Every principal variation is legal.
pub fn lines_of_play_are_legal(result: &ParsedSearch, board: &Board) -> StepResult {
    for info in &result.infos {
        let played = board.follow(&info.pv);
        let shown = || format!("the pv '{}' from {}", cut(&info.pv.join(" ")), board.referee.position());
        played.map_err(|why| NotPassed::Failed(format!("{}: {why}", shown())))?;
    }
    Ok(())
}

impl TestContext<'_> {
    /// Runs a search that ends by itself.
    pub fn search(&mut self, go: &str) -> StepResult<Search> {
        self.send(go)?;
        self.end_of_search()
    }

    /// Waits for the `bestmove`, which has to be the last line.
    pub fn end_of_search(&mut self) -> StepResult<Search> {
        let mut lines = self.read_until_prefix("bestmove")?;
        let best = lines.pop().unwrap_or_default();
        let more = self.responses("")?;
        require!(more.is_empty(), "'{}' comes after the bestmove", cut(&more[0]));
        Ok(Search { lines, best })
    }

    /// Starts a search that runs until `stop`, and waits for its first result.
    pub fn start_endless(&mut self, go: &str) -> StepResult<Vec<String>> {
        self.send(go)?;
        let lines = self
            .read_until("a first info line", |line| line.starts_with("bestmove") || line.starts_with("info depth"))?;
        let early = lines.iter().find(|line| line.starts_with("bestmove"));
        require!(early.is_none(), "'{}' without 'stop'", cut(early.map(String::as_str).unwrap_or_default()));
        Ok(lines)
    }

    /// Stops a search; `lines` are those received so far.
    pub fn stop(&mut self, mut lines: Vec<String>) -> StepResult<Search> {
        self.send("stop")?;
        let search = self.end_of_search()?;
        lines.extend(search.lines);
        Ok(Search { lines, best: search.best })
    }

    /// Starts an endless search and stops it after its first result.
    pub fn search_and_stop(&mut self, go: &str) -> StepResult<Search> {
        let lines = self.start_endless(go)?;
        self.stop(lines)
    }

    /// Requires that a search continues without a `bestmove`, and that the engine still answers `isready`.
    pub fn expect_no_bestmove(&mut self) -> StepResult {
        self.send("isready")?;
        let mut said = self.read_until("readyok", |line| line == "readyok")?;
        let deadline = std::time::Instant::now() + self.settings.silence;
        said.extend(self.read_lines(deadline)?);
        let early = said.iter().find(|line| line.starts_with("bestmove"));
        require!(early.is_none(), "'{}' is not held back", cut(early.map(String::as_str).unwrap_or_default()));
        Ok(())
    }

    /// Sends the position of a board.
    pub fn set_up(&mut self, board: &Board) -> StepResult {
        self.expect_silence(&board.line())
    }

    /// Sets up a random position in which the game is not over.
    pub fn random_position(&mut self, plies: usize) -> StepResult<Board> {
        let board = Board::ongoing(self.variant, plies, &mut self.rng);
        self.set_up(&board)?;
        Ok(board)
    }

    /// The time from `stop` to `bestmove`, and that of the reference, if there is one, measured at the same time.
    pub fn stop_latency(&mut self, mut reference: Option<Reference>) -> StepResult<(Duration, Duration)> {
        if let Some(reference) = &mut reference {
            reference.ask();
        }
        self.send("stop")?;
        loop {
            let (line, took) = self.timed_line()?;
            if line.starts_with("bestmove") || line == "info string perft stopped" {
                self.expect_silence("")?;
                return Ok((took, reference.map_or(Duration::ZERO, Reference::lateness)));
            }
        }
    }
}

/// A score of the solver as an engine reports it: `mate` in moves, or `cp`.
pub fn value_of_score(score: quartet::score::Score) -> Value {
    match score.distance() {
        None => Value::Cp(i64::from(score.0)),
        Some(plies) if score.is_win() => Value::Mate((i64::from(plies) + 1) / 2),
        Some(plies) => Value::Mate(-(i64::from(plies) / 2)),
    }
}
