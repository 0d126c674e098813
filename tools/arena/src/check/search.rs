//! Searches: started, ended and judged as `protocol.md` demands of each of them.
//!
//! Must not know: which steps there are.

use super::board::Board;
use super::info::{Info, Value};
use super::reference::Reference;
use super::trial::{Check, Stop, Trial, cut, demand, failed};
use std::time::Duration;

/// What an engine says to a `go`.
pub struct Search {
    /// All lines before `bestmove`.
    pub lines: Vec<String>,
    /// The line `bestmove …`.
    pub best: String,
}

/// An answer to a position that is not over, taken apart.
pub struct Answer {
    /// All search results in order.
    pub infos: Vec<Info>,
    /// The move of `bestmove`.
    pub best: String,
    /// The move behind `ponder`.
    pub ponder: Option<String>,
}

impl Answer {
    /// The last result of rank 1.
    pub fn last(&self) -> &Info {
        // There is one, or the answer would have been refused.
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

    /// All search results; a line of any other form is a failure.
    pub fn infos(&self) -> Check<Vec<Info>> {
        let parse = |line| Info::parse(line).map_err(|why| Stop::Failed(format!("{why}, in '{}'", cut(line))));
        self.info_lines().map(parse).collect()
    }

    /// The move of `bestmove`, and the one behind `ponder`.
    pub fn moves(&self) -> Check<(String, Option<String>)> {
        match self.best.split(' ').collect::<Vec<_>>()[..] {
            ["bestmove", best] if !best.is_empty() => Ok((best.into(), None)),
            ["bestmove", best, "ponder", ponder] if !ponder.is_empty() => Ok((best.into(), Some(ponder.into()))),
            _ => failed(format!("'{}' is not 'bestmove <move> [ponder <move>]'", cut(&self.best))),
        }
    }

    /// Takes the answer apart; only the forms are demanded.
    pub fn result(&self) -> Check<Answer> {
        let infos = self.infos()?;
        demand!(infos.iter().any(|info| info.multipv == 1), "no info line before '{}'", cut(&self.best));
        let (best, ponder) = self.moves()?;
        Ok(Answer { infos, best, ponder })
    }

    /// Holds the answer against all that is demanded of every search, in this position.
    pub fn judged(&self, board: &Board) -> Check<Answer> {
        let result = self.result()?;
        best_move_is_legal(&result, board)?;
        best_move_heads_the_pv(&result)?;
        lines_of_play_are_legal(&result, board)?;
        Ok(result)
    }
}

/// The last lines are no bounds, as it has to be when a search was not cut off inside an iteration.
pub fn final_lines_are_exact(result: &Answer) -> Check {
    demand!(!result.last_group().iter().any(|info| info.bound), "the last line is a bound");
    Ok(())
}

/// The best move is legal, in its canonical spelling.
pub fn best_move_is_legal(result: &Answer, board: &Board) -> Check {
    let legal = board.referee.legal_moves();
    demand!(legal.contains(&result.best), "bestmove '{}' is not legal in {}", result.best, board.referee.position());
    Ok(())
}

/// The best move is the first of the last line of rank 1, the ponder move the second.
pub fn best_move_heads_the_pv(result: &Answer) -> Check {
    let pv = &result.last().pv;
    demand!(pv.first() == Some(&result.best), "bestmove {}, but the pv begins with {:?}", result.best, pv.first());
    if let Some(ponder) = &result.ponder {
        demand!(pv.get(1) == Some(ponder), "ponder {ponder}, but the second move of the pv is {:?}", pv.get(1));
    }
    Ok(())
}

/// Every line of play can be played.
pub fn lines_of_play_are_legal(result: &Answer, board: &Board) -> Check {
    for info in &result.infos {
        let played = board.follow(&info.pv);
        let shown = || format!("the pv '{}' from {}", cut(&info.pv.join(" ")), board.referee.position());
        played.map_err(|why| Stop::Failed(format!("{}: {why}", shown())))?;
    }
    Ok(())
}

impl Trial<'_> {
    /// A search that ends by itself; exactly one `bestmove`.
    pub fn search(&mut self, go: &str) -> Check<Search> {
        self.send(go)?;
        self.end_of_search()
    }

    /// Waits for the `bestmove`, which has to be the only one.
    pub fn end_of_search(&mut self) -> Check<Search> {
        let mut lines = self.until("bestmove")?;
        let best = lines.pop().unwrap_or_default();
        let more = self.answers("")?;
        demand!(more.is_empty(), "'{}' comes behind the bestmove", cut(&more[0]));
        Ok(Search { lines, best })
    }

    /// Starts a search that goes on until `stop`, and waits for its first result.
    pub fn begin_endless(&mut self, go: &str) -> Check<Vec<String>> {
        self.send(go)?;
        let lines = self
            .until_fits("a first info line", |line| line.starts_with("bestmove") || line.starts_with("info depth"))?;
        let early = lines.iter().find(|line| line.starts_with("bestmove"));
        demand!(early.is_none(), "'{}' without 'stop'", cut(early.map(String::as_str).unwrap_or_default()));
        Ok(lines)
    }

    /// Ends a search by `stop`.
    pub fn stopped(&mut self, mut lines: Vec<String>) -> Check<Search> {
        self.send("stop")?;
        let search = self.end_of_search()?;
        lines.extend(search.lines);
        Ok(Search { lines, best: search.best })
    }

    /// An endless search, stopped behind its first result.
    pub fn search_and_stop(&mut self, go: &str) -> Check<Search> {
        let lines = self.begin_endless(go)?;
        self.stopped(lines)
    }

    /// Whether a search goes on without a `bestmove`, and is answering.
    pub fn is_held(&mut self) -> Check {
        self.send("isready")?;
        let mut said = self.until_fits("readyok", |line| line == "readyok")?;
        let deadline = std::time::Instant::now() + self.settings.moment;
        said.extend(self.lines_until(deadline)?);
        let early = said.iter().find(|line| line.starts_with("bestmove"));
        demand!(early.is_none(), "'{}' is not held back", cut(early.map(String::as_str).unwrap_or_default()));
        Ok(())
    }

    /// Sets a board up.
    pub fn set_up(&mut self, board: &Board) -> Check {
        self.silent(&board.line())
    }

    /// A random position in which the game goes on, set up.
    pub fn random_position(&mut self, plies: usize) -> Check<Board> {
        let board = Board::ongoing(self.variant, plies, &mut self.random);
        self.set_up(&board)?;
        Ok(board)
    }

    /// How long `stop` takes until the `bestmove`, and how long the reference takes, if there is one, at the same moment.
    pub fn stop_latency(&mut self, mut reference: Option<Reference>) -> Check<(Duration, Duration)> {
        if let Some(reference) = &mut reference {
            reference.ask();
        }
        self.send("stop")?;
        loop {
            let (line, took) = self.timed_line()?;
            if line.starts_with("bestmove") || line == "info string perft stopped" {
                self.silent("")?;
                return Ok((took, reference.map_or(Duration::ZERO, Reference::lateness)));
            }
        }
    }
}

/// A value in the referee's exact terms: a win or loss at this distance in plies, or a draw.
pub fn of_score(score: quartet::score::Score) -> Value {
    match score.distance() {
        None => Value::Cp(i64::from(score.0)),
        Some(plies) if score.is_win() => Value::Mate((i64::from(plies) + 1) / 2),
        Some(plies) => Value::Mate(-(i64::from(plies) / 2)),
    }
}
