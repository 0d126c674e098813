//! The engine over pipes: what it says of a position is what the page has to show.

use crate::board::PROGRAM;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// A game as the page's address holds it: `#variant=gomoku&size=15&rule=renju&moves=h8,a1`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Game {
    /// The lines that select the game and its rules.
    selection: Vec<String>,
    start: String,
    /// The moves played in the position that is shown.
    pub(crate) moves: Vec<String>,
}

impl Game {
    /// Reads the fragment of an address.
    pub(crate) fn of(fragment: &str) -> Game {
        let mut game = Game { selection: Vec::new(), start: "startpos".into(), moves: Vec::new() };
        for part in fragment.trim_start_matches('#').split('&') {
            match part.split_once('=') {
                Some(("variant", name)) => game.selection.insert(0, format!("variant {name}")),
                Some(("size", size)) => game.selection.push(format!("setoption name BoardSize value {size}")),
                Some(("rule", rule)) => game.selection.push(format!("setoption name Rule value {rule}")),
                Some(("position", text)) => game.start = format!("fen {}", text.replace('_', " ")),
                Some(("moves", moves)) => game.moves = moves.split(',').map(String::from).collect(),
                // It is always the last part: how many of the moves are shown.
                Some(("at", count)) => game.moves.truncate(count.parse().expect("a number")),
                _ => panic!("part '{part}' of fragment '{fragment}'"),
            }
        }
        game
    }

    /// The lines that lead to the position after all moves.
    pub(crate) fn lines(&self) -> Vec<String> {
        let moves = if self.moves.is_empty() { String::new() } else { format!(" moves {}", self.moves.join(" ")) };
        [self.selection.as_slice(), &[format!("position {}{moves}", self.start)]].concat()
    }
}

/// What the engine says of a position.
#[derive(Debug)]
pub(crate) struct Facts {
    /// The legal moves.
    pub(crate) legal: Vec<String>,
    /// The rows of the board from the top, a character for each point.
    pub(crate) rows: Vec<String>,
    /// The side to move, `x` or `o`.
    pub(crate) side: String,
    /// `none` while the game goes on.
    pub(crate) result: String,
}

/// A running engine.
pub(crate) struct Engine {
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Engine {
    /// Starts the engine that the board starts too.
    pub(crate) fn start() -> Engine {
        let mut command = Command::new(PROGRAM);
        command.arg("engine").stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut process = command.spawn().expect("the engine starts");
        let input = process.stdin.take().expect("a pipe");
        let output = BufReader::new(process.stdout.take().expect("a pipe"));
        Engine { process, input, output }
    }

    /// Sends lines and reads what answers them, up to a line that begins with `last`.
    pub(crate) fn ask(&mut self, lines: &[String], last: &str) -> Vec<String> {
        self.input.write_all(format!("{}\n", lines.join("\n")).as_bytes()).expect("the engine reads");
        let mut answers = Vec::new();
        for line in self.output.by_ref().lines() {
            let line = line.expect("a line");
            if line.starts_with(last) {
                return answers;
            }
            answers.push(line);
        }
        panic!("the engine has ended after {answers:?}");
    }

    /// What the engine says of the position after all moves of a game.
    pub(crate) fn look(&mut self, game: &Game) -> Facts {
        let questions = ["moves", "query board", "query side", "query result", "isready"].map(String::from);
        let answers = self.ask(&[game.lines().as_slice(), &questions].concat(), "readyok");
        let [.., moves, board, side, result] = answers.as_slice() else { panic!("no answers: {answers:?}") };
        let word = |line: &str| line.trim_start_matches("response ").to_string();
        let legal = moves.split(' ').skip(1).filter(|text| *text != "none").map(String::from).collect();
        Facts {
            legal,
            rows: word(board).split('/').map(String::from).collect(),
            side: word(side),
            result: word(result),
        }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
