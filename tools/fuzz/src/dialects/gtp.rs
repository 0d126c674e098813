//! The Go Text Protocol: each command has one response, with its number, and responses come in order.

use super::{BrokenAt, Closing, Dialect, Exchange, Sent, Start, mixed_lines};
use crate::broken::{Broken, Invariant};
use crate::random::Random;
use quartet::session::Protocol;

/// What the state is asked by; the last one ends an exchange.
const QUESTIONS: [&str; 6] = [
    "gogui-rules_game_id",
    "gogui-rules_board_size",
    "gogui-rules_side_to_move",
    "quartet-param",
    "gogui-rules_board",
    LEGAL_MOVES,
];
/// What is asked before a move is.
const LEGAL_MOVES: &str = "gogui-rules_legal_moves";
/// The number of the first question; the grammar has smaller ones.
const FIRST_SERIAL: u64 = 7_000_000_000;

/// Commands that may change what the questions are answered with.
const CHANGING: [&str; 15] = [
    "set_game",
    "boardsize",
    "clear_board",
    "play",
    "genmove",
    "lz-genmove_analyze",
    "undo",
    "gg-undo",
    "loadsgf",
    "gogui-play_sequence",
    "gogui-setup",
    "gogui-setup_player",
    "quartet-param",
    "lz-analyze",
    "reg_genmove",
];

/// A command as the protocol reads it: its number and its name, either of which may be empty.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Command {
    id: String,
    name: String,
}

/// The largest number of digits of a command's number.
const MAX_DIGITS: usize = 20;

impl Command {
    /// The command of a line; `None` if the line is empty or a comment.
    fn of(line: &[u8]) -> Option<Command> {
        let text: String = String::from_utf8_lossy(line).chars().filter(|c| *c == '\t' || !c.is_control()).collect();
        let text = text.split('#').next().unwrap_or_default();
        let mut words = text.split([' ', '\t']).filter(|word| !word.is_empty()).peekable();
        let is_number = |word: &&str| word.len() <= MAX_DIGITS && word.bytes().all(|byte| byte.is_ascii_digit());
        let id = words.next_if(is_number).map(String::from);
        let name = words.next().map(String::from);
        if id.is_none() && name.is_none() {
            return None;
        }
        Some(Command { id: id.unwrap_or_default(), name: name.unwrap_or_default() })
    }

    /// Whether the answer is a move.
    fn finds_move(&self) -> bool {
        matches!(self.name.as_str(), "genmove" | "reg_genmove")
    }
}

/// A conversation in GTP.
pub(super) struct Gtp {
    variant: &'static str,
    /// The last answers to the questions.
    state: Vec<String>,
    /// The commands of the exchange, each with the index of its line.
    asked: Vec<(usize, Command)>,
    serial: u64,
    closing: Closing,
    /// The number of lines of the exchange.
    lines: usize,
    /// The legal moves, as last answered.
    moves: Vec<String>,
}

impl Gtp {
    pub(super) fn new(variant: &'static str) -> Self {
        Gtp {
            variant,
            state: Vec::new(),
            asked: Vec::new(),
            serial: FIRST_SERIAL,
            closing: Closing::Finish,
            lines: 0,
            moves: Vec::new(),
        }
    }

    /// A command of the grammar.
    fn line(&self, random: &mut Random) -> String {
        let command = self.command(random);
        match random.below(6) {
            0 => format!("{} {command}", random.below(1_000)),
            1 if random.one_in(6) => format!("  {command}\t# a comment"),
            _ => command,
        }
    }

    fn command(&self, random: &mut Random) -> String {
        let colour = random.pick(&["b", "w", "black", "WHITE", "B"]);
        match random.below(24) {
            0..=4 => format!("play {} {}", self.side(random), self.vertex(random)),
            5..=7 => format!("genmove {}", self.side(random)),
            // These two search for a second.
            8 if random.one_in(8) => format!("{} {colour}", random.pick(&["quartet-pv", "quartet-hints"])),
            8 => format!("reg_genmove {}", self.side(random)),
            9 => random.pick(&["undo", "gg-undo 2", "gg-undo", "gg-undo 99"]).into(),
            10 => random.pick(&["clear_board", "quartet-clear_hash", "gogui-interrupt", "# interrupt"]).into(),
            11 => format!("boardsize {}", random.pick(&["8", "5", "7", "15", "22", "23", "0"])),
            12 if random.one_in(4) => format!("set_game {}", random.pick(&["Othello", "Gomoku", "Chess"])),
            13 => format!("gogui-play_sequence {}", self.sequence(random)),
            14 => format!("gogui-setup {colour} {} w {}", self.vertex(random), self.vertex(random)),
            15 => format!("gogui-setup_player {colour}"),
            16 => format!("lz-analyze {}", random.pick(&["", "b", "1", "w 1"])),
            17 => format!("lz-genmove_analyze {} 1", self.side(random)),
            18 => format!("quartet-param {}", random.pick(&PARAMETERS)),
            19 => format!("time_settings {}", random.pick(&["0 1 0", "1 0 0", "1 1 1", "x", "0 0 0"])),
            20 => format!("time_left {colour} {} 0", random.below(2)),
            21 => {
                format!("kgs-time_settings {}", random.pick(&["none", "absolute 1", "byoyomi 1 1 3", "canadian 1 1 2"]))
            }
            _ => random.pick(&ASKING).into(),
        }
    }

    /// The side to move, or rarely any.
    fn side(&self, random: &mut Random) -> &str {
        let to_move = self.state.get(2).map_or("black", String::as_str);
        if random.one_in(8) { random.pick(&["b", "w", "x"]) } else { to_move }
    }

    /// A legal move, or rarely any point.
    fn vertex(&self, random: &mut Random) -> String {
        match self.moves.get(random.below(self.moves.len())) {
            Some(mv) if !random.one_in(6) => mv.clone(),
            _ => random.pick(&["A1", "pass", "Z99", "h8", "J9", "D3", "PASS", "I5"]).into(),
        }
    }

    fn sequence(&self, random: &mut Random) -> String {
        let colours = if self.side(random).starts_with('w') { ["w", "b"] } else { ["b", "w"] };
        let moves = (0..random.between(1, 3)).map(|index| format!("{} {}", colours[index % 2], self.vertex(random)));
        moves.collect::<Vec<_>>().join(" ")
    }
}

/// Commands that only ask.
const ASKING: [&str; 22] = [
    "protocol_version",
    "name",
    "version",
    "list_commands",
    "help",
    "known_command play",
    "known_command xyz",
    "list_games",
    "showboard",
    "final_score",
    "komi 6.5",
    "komi x",
    "gogui-analyze_commands",
    "gogui-rules_board_gfx",
    "gogui-rules_captured_count",
    "gogui-rules_final_result",
    "gogui-rules_legal_moves",
    "quartet-forbidden",
    "quartet-eval",
    "quartet-param",
    "nonsense",
    "",
];
/// Arguments of `quartet-param`.
const PARAMETERS: [&str; 10] = [
    "Rule renju",
    "Rule freestyle",
    "Rule standard",
    "Rule x",
    "Threads 2",
    "Threads 1",
    "Skill_Level 3",
    "Skill_Level 20",
    "Variety 50",
    "Seed -1",
];

impl Dialect for Gtp {
    fn start(&self) -> Start {
        Start { protocol: Protocol::Gtp, variant: self.variant, depth: Some(2), nodes: Some(300) }
    }

    fn exchange(&mut self, last: bool, random: &mut Random) -> Exchange {
        let mut lines = mixed_lines(|random| self.line(random), !last, random);
        lines.retain(|line| Command::of(line).is_none_or(|command| command.name != "quit"));
        Exchange { lines, closing: Closing::any(last, 12, random) }
    }

    fn send(&mut self, exchange: &Exchange) -> Sent {
        (self.closing, self.lines) = (exchange.closing, exchange.lines.len());
        self.asked.clear();
        let mut lines = Vec::new();
        for (index, line) in exchange.lines.iter().enumerate() {
            let command = Command::of(line);
            if command.as_ref().is_some_and(|command| command.finds_move()) {
                lines.extend_from_slice(self.ask(index, LEGAL_MOVES).as_bytes());
            }
            self.asked.extend(command.map(|command| (index, command)));
            lines.extend_from_slice(line);
        }
        let closing = match exchange.closing {
            Closing::EndOfInput => String::new(),
            Closing::Quit => self.ask(self.lines, "quit"),
            // The questions are lines, and any line ends an analysis. Other searches are small.
            Closing::Finish | Closing::Stop(_) => QUESTIONS.map(|question| self.ask(self.lines, question)).concat(),
        };
        Sent { lines, closing: closing.into_bytes() }
    }

    fn is_last(&mut self, line: &str) -> bool {
        let answer = line.strip_prefix(['=', '?']).and_then(|rest| rest.split(' ').next());
        !self.closing.is_end() && answer == Some(&self.serial.to_string())
    }

    fn check(&mut self, said: &[String]) -> Result<(), BrokenAt> {
        let asked = std::mem::take(&mut self.asked);
        // The empty line after the last response may have come, or comes first in the next exchange.
        let mut lines = said.iter().map(String::as_str).peekable();
        if lines.peek() == Some(&"") {
            lines.next();
        }
        let (mut changed, mut answers) = (false, Vec::new());
        for (position, (index, command)) in asked.iter().enumerate() {
            let is_last = position + 1 == asked.len();
            let (mark, text) = response(&mut lines, command, is_last).map_err(|broken| (*index, broken))?;
            changed |= mark == '=' && CHANGING.contains(&command.name.as_str());
            if command.name == LEGAL_MOVES && mark == '=' {
                self.moves = text.split_whitespace().map(String::from).collect();
            }
            if *index == self.lines {
                answers.push(text);
            } else if mark == '=' && command.finds_move() {
                self.check_move(&text).map_err(|broken| (*index, broken))?;
            }
        }
        let at_end = |broken| (asked.last().map_or(0, |last| last.0), broken);
        if let Some(line) = lines.next() {
            return Err(at_end(Broken::new(Invariant::Answers, format!("'{line}', expected nothing more"))));
        }
        if self.closing.is_end() { Ok(()) } else { self.check_state(answers, changed).map_err(at_end) }
    }
}

/// Whether a text is a point: a letter and a number.
fn is_point(text: &str) -> bool {
    let number = text.strip_prefix(|letter: char| letter.is_ascii_uppercase());
    number.is_some_and(|number| number.parse::<u8>().is_ok_and(|row| row.to_string() == number))
}

/// Reads the response to a command; that to the last one need not be followed by its empty line.
fn response<'a>(
    lines: &mut impl Iterator<Item = &'a str>,
    command: &Command,
    is_last: bool,
) -> Result<(char, String), Broken> {
    let missing = |what: &str| Broken::new(Invariant::Answers, format!("{what} of the response to '{}'", command.name));
    let first = lines.next().ok_or_else(|| missing("the end of output instead"))?;
    let mark = first.chars().next().filter(|mark| matches!(mark, '=' | '?'));
    let mark = mark.ok_or_else(|| missing(&format!("'{first}' instead")))?;
    let rest = first[1..].strip_prefix(&command.id).filter(|rest| rest.is_empty() || rest.starts_with(' '));
    let mut text = rest.ok_or_else(|| missing(&format!("'{first}' without the number")))?.trim_start().to_string();
    for line in lines {
        if line.is_empty() {
            return Ok((mark, text));
        }
        text.push_str(&format!("\n{line}"));
    }
    if is_last { Ok((mark, text)) } else { Err(missing("no empty line at the end")) }
}

impl Gtp {
    /// A question, as a line; its answer belongs to the line of this index.
    fn ask(&mut self, index: usize, question: &str) -> String {
        self.serial += 1;
        self.asked.push((index, Command { id: self.serial.to_string(), name: question.into() }));
        format!("{} {question}\n", self.serial)
    }

    /// Checks a move that was found. A side that may not move may pass, and one that has lost resigns. Where the side
    /// to move has to pass, `genmove` may name the other one, whose moves are not known.
    fn check_move(&self, text: &str) -> Result<(), Broken> {
        let is_of_other = self.moves == ["PASS"] && is_point(text);
        let is_known = is_of_other || matches!(text, "PASS" | "resign") || self.moves.iter().any(|mv| mv == text);
        let legal = self.moves.join(" ");
        is_known
            .then_some(())
            .ok_or_else(|| Broken::new(Invariant::Rules, format!("move '{text}', legal are '{legal}'")))
    }

    /// Compares the state with that of the last exchange.
    fn check_state(&mut self, state: Vec<String>, changed: bool) -> Result<(), Broken> {
        let before = std::mem::replace(&mut self.state, state);
        let different = self.state.iter().zip(&before).find(|(now, before)| now != before);
        match different {
            Some((now, before)) if !changed => {
                let why = format!("'{now}' after '{before}', though nothing was accepted that changes it");
                Err(Broken::new(Invariant::Unchanged, why))
            }
            _ => Ok(()),
        }
    }
}
