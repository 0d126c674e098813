//! Pondering: a search on the opponent's time.

use crate::fault::{FaultKind, Interruption};
use crate::process::{Line, Process, Received};
use crossbeam_channel::{Receiver, Sender, bounded};
use std::convert::Infallible;
use std::thread::{Builder, JoinHandle};
use std::time::Instant;

/// An engine that ponders. Its output is read meanwhile, so it never has to wait until it can write.
pub(super) struct Pondering {
    /// The moves of the game with the expected reply.
    moves: Vec<String>,
    /// Dropped when it ends.
    end: Sender<Infallible>,
    reader: JoinHandle<(Process, Result<Search, Interruption>)>,
}

impl Pondering {
    /// Begins to read the output of an engine that ponders on a game with these moves, the expected one last.
    pub(super) fn begin(mut process: Process, moves: Vec<String>) -> Result<Self, Interruption> {
        let (end, ended) = bounded(0);
        let read = move || {
            let search = listen(&mut process, &ended);
            (process, search)
        };
        let reader = Builder::new().name("pondering".into()).spawn(read);
        let reader =
            reader.map_err(|error| Interruption::fault(FaultKind::Disconnect, format!("no thread: {error}")))?;
        Ok(Pondering { moves, end, reader })
    }

    /// Whether the expected reply was played: the game has these moves now.
    pub(super) fn is_hit(&self, moves: &[String]) -> bool {
        self.moves == moves
    }

    /// Gives the engine back, with what it has said so far.
    pub(super) fn end(self) -> Result<(Process, Search), Interruption> {
        drop(self.end);
        let lost = |_| Interruption::fault(FaultKind::Disconnect, "its output cannot be read");
        let (process, search) = self.reader.join().map_err(lost)?;
        Ok((process, search?))
    }
}

/// Reads lines until the channel is closed.
fn listen(process: &mut Process, ended: &Receiver<Infallible>) -> Result<Search, Interruption> {
    let mut search = Search::default();
    loop {
        match process.receive_or(ended)? {
            Received::Line(line) => search.hear(line)?,
            Received::NoMoreMessages => return Ok(search),
            Received::Message(never) => match never {},
        }
    }
}

/// What an engine has said in a search.
#[derive(Default)]
pub(super) struct Search {
    /// Whether it has answered the `isready` before the search.
    ready: bool,
    /// The last line on the main variation.
    pub(super) info: Option<String>,
    /// Its answer, and when it came.
    pub(super) best_move: Option<(BestMove, Instant)>,
}

/// The content of a `bestmove` line.
pub(super) struct BestMove {
    /// The move.
    pub(super) text: String,
    /// The reply that the engine expects.
    pub(super) ponder: Option<String>,
}

impl Search {
    /// Takes a line. Fails if it is a `bestmove` without a move, or before `readyok`.
    pub(super) fn hear(&mut self, line: Line) -> Result<(), Interruption> {
        let mut words = line.text.split_ascii_whitespace();
        match words.next() {
            Some("readyok") => self.ready = true,
            Some("info") if self.ready && super::info_line::is_main_line(&line.text) => self.info = Some(line.text),
            Some("bestmove") if !self.ready => return Err(one_too_many(&line.text, "readyok")),
            Some("bestmove") => {
                let text = words.next().map(str::to_string);
                let ponder = words.next().filter(|word| *word == "ponder").and_then(|_| words.next());
                let ponder = ponder.map(str::to_string);
                let none = || Interruption::fault(FaultKind::Protocol, "'bestmove' without a move");
                self.best_move = Some((BestMove { text: text.ok_or_else(none)?, ponder }, line.arrived));
            }
            _ => {}
        }
        Ok(())
    }

    /// Fails if there was an answer before the engine was told to end its search, by `word`.
    pub(super) fn check_unanswered(&self, word: &str, told: Instant) -> Result<(), Interruption> {
        match &self.best_move {
            Some((best, arrived)) if *arrived < told => Err(one_too_many(&format!("bestmove {}", best.text), word)),
            _ => Ok(()),
        }
    }
}

/// The failure of an engine that sent an answer before this line.
fn one_too_many(line: &str, before: &str) -> Interruption {
    let shown: String = line.chars().take(80).collect();
    Interruption::fault(FaultKind::Protocol, format!("'{shown}' before '{before}', one too many"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn an_answer_while_it_ponders_is_one_too_many() {
        let told = Instant::now();
        let line = |text: &str, arrived| Line { text: text.into(), arrived };
        for word in ["ponderhit", "stop"] {
            let mut search = Search::default();
            search.hear(line("readyok", told)).expect("fine");
            search.check_unanswered(word, told).expect("no answer");
            search.hear(line("bestmove c3 ponder d3", told - Duration::from_millis(1))).expect("fine");
            let error = search.check_unanswered(word, told).expect_err("too early").to_string();
            assert_eq!(error, format!("protocol: 'bestmove c3' before '{word}', one too many"));
            search.hear(line("bestmove c4", told)).expect("fine");
            search.check_unanswered(word, told).expect("in time");
        }
        assert!(Search::default().hear(line("bestmove c3", told)).is_err(), "before readyok");
    }
}
