//! Which dialect is spoken: a given one, or that of the first line that says something. Some words lead out of any
//! other into the UCI one.
//!
//! Parser and renderer live in different threads. The parser decides, and a command of its own carries that through the
//! session's queue, so that every answer is in the language of its question.

use super::settings::{GameName, Settings};
use super::words::words;
use super::{cassio, gomocup, gtp, nboard, uci};
use crate::session::{Command, Parse, Protocol, Render, Reply, Style};
use std::fmt::{Result, Write};
use std::path::Path;

/// Names on the command line.
const NAMES: [(&str, Protocol); 6] = [
    ("uci", Protocol::Uci),
    ("ugi", Protocol::Uci),
    ("gomocup", Protocol::Gomocup),
    ("gtp", Protocol::Gtp),
    ("nboard", Protocol::NBoard),
    ("cassio", Protocol::Cassio),
];
/// Prefixes of program names, and the protocols that they stand for; the first one is that of Gomocup's managers.
const PROGRAM_PREFIXES: [(&str, Protocol); 2] = [("pbrain-", Protocol::Gomocup), ("gtp-", Protocol::Gtp)];
/// Whether a first line opens a session of a protocol.
type IsOpening = fn(&str) -> bool;
/// The protocols that are recognised by a first line; any other line opens a session of UCI.
const OPENINGS: [(IsOpening, Protocol); 4] = [
    (gomocup::is_opening, Protocol::Gomocup),
    (gtp::is_opening, Protocol::Gtp),
    (nboard::is_opening, Protocol::NBoard),
    (cassio::is_opening, Protocol::Cassio),
];
/// Commands, ignoring case, that switch from any other dialect to the UCI one.
const SWITCH_TO_UCI: [&str; 2] = ["uci", "ugi"];
/// A command that does so where the dialect has none of this name.
const HELP: &str = "help";
/// The word that ends the program in every dialect.
const QUIT: &str = "quit";

impl Protocol {
    /// The protocol of this name; the error says what was expected.
    pub fn named(name: &str) -> std::result::Result<Protocol, String> {
        let found = NAMES.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
        let expected = || NAMES.map(|(known, _)| known).join(" ");
        found
            .map(|(_, protocol)| *protocol)
            .ok_or_else(|| format!("unknown protocol '{name}', expected one of {}", expected()))
    }

    /// The protocol that the name of a program implies, if any.
    pub fn of_program(path: &Path) -> Option<Protocol> {
        let name = path.file_name()?.to_string_lossy().to_ascii_lowercase();
        PROGRAM_PREFIXES.iter().find(|(prefix, _)| name.starts_with(prefix)).map(|(_, protocol)| *protocol)
    }

    /// The protocol that a first line implies; `None` for an empty line.
    fn of_line(line: &str) -> Option<Protocol> {
        words(line).next()?;
        let opened = OPENINGS.iter().find(|(is_opening, _)| is_opening(line));
        Some(opened.map_or(Protocol::Uci, |(_, protocol)| *protocol))
    }

    /// Whether a word begins a command.
    pub fn has_command(self, word: &str) -> bool {
        match self {
            Protocol::Gomocup => gomocup::is_command(word),
            _ => self.commands().any(|command| command == word),
        }
    }

    /// The words that begin commands.
    pub fn commands(self) -> impl Iterator<Item = &'static str> {
        match self {
            Protocol::Uci => uci::COMMANDS,
            Protocol::Gomocup => &gomocup::COMMANDS[..],
            Protocol::Gtp => &gtp::COMMANDS[..],
            Protocol::NBoard => &nboard::COMMANDS[..],
            Protocol::Cassio => &cassio::COMMANDS[..],
        }
        .iter()
        .copied()
    }
}

/// The receiving half of all dialects.
pub struct Receiver {
    /// The protocol given at the start, if any.
    given: Option<Protocol>,
    current: Option<Protocol>,
    uci: uci::Parser,
    gomocup: gomocup::Parser,
    gtp: gtp::Parser,
    nboard: nboard::Parser,
    cassio: cassio::Parser,
}

impl Receiver {
    /// The protocol of a line, and whether it differs from that of the line before.
    fn protocol_of(&mut self, line: &str) -> Option<(Protocol, bool)> {
        let before = self.current;
        let first = words(line).next().unwrap_or_default();
        let now = match before.or(self.given) {
            Some(current) if switches_to_uci(current, first) => Protocol::Uci,
            Some(current) => current,
            None => Protocol::of_line(line)?,
        };
        self.current = Some(now);
        Some((now, before != Some(now)))
    }
}

impl Receiver {
    /// The commands that select the game of a protocol which has a game of its own from the start.
    fn first_commands(&mut self, protocol: Protocol) -> Vec<Command> {
        match protocol {
            Protocol::Gtp => self.gtp.first_commands(),
            Protocol::NBoard | Protocol::Cassio => vec![Command::Variant(GameName::Othello.variant().into())],
            Protocol::Uci | Protocol::Gomocup => Vec::new(),
        }
    }
}

impl Parse for Receiver {
    fn parse(&mut self, line: &[u8], commands: &mut Vec<Command>) {
        let text = String::from_utf8_lossy(line);
        let Some((protocol, is_new)) = self.protocol_of(&text) else { return };
        if is_new {
            commands.push(Command::SetProtocol(protocol));
            commands.extend(self.first_commands(protocol));
        }
        match protocol {
            Protocol::Gomocup if words(&text).next().is_some_and(|word| word.eq_ignore_ascii_case(QUIT)) => {
                commands.push(Command::Quit);
            }
            Protocol::Gomocup => self.gomocup.parse(line, commands),
            Protocol::Gtp => self.gtp.parse(line, commands),
            Protocol::NBoard => self.nboard.parse(line, commands),
            Protocol::Cassio => self.cassio.parse(line, commands),
            // A person may have typed it in capitals.
            Protocol::Uci if is_new => self.uci.parse(uci_command(&text).as_bytes(), commands),
            Protocol::Uci => self.uci.parse(line, commands),
        }
    }
}

/// Whether a first word leads out of a dialect into the UCI one.
fn switches_to_uci(current: Protocol, first: &str) -> bool {
    current != Protocol::Uci
        && (SWITCH_TO_UCI.iter().any(|word| word.eq_ignore_ascii_case(first))
            || first.eq_ignore_ascii_case(HELP) && !current.has_command(HELP))
}

/// A line that switches to the UCI dialect, with its command in lower case.
fn uci_command(line: &str) -> String {
    let first = words(line).next().unwrap_or_default();
    let known = SWITCH_TO_UCI.iter().chain([&HELP]).find(|word| word.eq_ignore_ascii_case(first));
    known.map_or_else(|| line.into(), |word| line.replacen(first, word, 1))
}

/// The sending half of all dialects.
pub struct Sender {
    uci: uci::Renderer,
    gomocup: gomocup::Renderer,
    gtp: gtp::Renderer,
    nboard: nboard::Renderer,
    cassio: cassio::Renderer,
    line: String,
}

impl Render for Sender {
    fn write(&mut self, reply: &Reply, style: Style, to: &mut String) -> Result {
        self.line.clear();
        match style.protocol {
            Protocol::Uci => self.uci.write(reply, style, &mut self.line),
            Protocol::Gomocup => self.gomocup.write(reply, style, &mut self.line),
            Protocol::Gtp => self.gtp.write(reply, style, &mut self.line),
            Protocol::NBoard => self.nboard.write(reply, style, &mut self.line),
            Protocol::Cassio => self.cassio.write(reply, style, &mut self.line),
        }?;
        in_ascii(&self.line, to)
    }

    fn take_stderr(&mut self) -> Option<String> {
        self.gtp.take_stderr()
    }
}

/// Appends a text with every character outside ASCII written as an escape: some clients read bytes as ASCII, and
/// stumble over any other (a Java program died of an ellipsis).
fn in_ascii(line: &str, to: &mut String) -> Result {
    line.chars().try_for_each(|letter| match letter.is_ascii() {
        true => to.write_char(letter),
        false => write!(to, "{}", letter.escape_unicode()),
    })
}

/// Parser and renderer of the given dialect, or else of the one that the first line implies.
pub fn parser_and_renderer(settings: Settings) -> (Receiver, Sender) {
    let (gtp_parser, gtp_renderer) = gtp::parser_and_renderer(settings);
    let receiver = Receiver {
        given: settings.protocol,
        current: None,
        uci: uci::Parser::new(settings.preset),
        gomocup: gomocup::Parser::default(),
        gtp: gtp_parser,
        nboard: nboard::Parser::new(settings),
        cassio: cassio::Parser::new(settings),
    };
    let sender = Sender {
        uci: uci::Renderer::new(settings.preset),
        gomocup: gomocup::Renderer::default(),
        gtp: gtp_renderer,
        nboard: nboard::Renderer::default(),
        cassio: cassio::Renderer::default(),
        line: String::new(),
    };
    (receiver, sender)
}

/// The lines of `help` on a UCI command, if it has any.
pub fn help_on(command: &str) -> Option<String> {
    uci::help_on(command)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_line_that_is_not_empty_decides() {
        for (line, expected) in [
            ("", None),
            (" \t", None),
            ("START 15", Some(Protocol::Gomocup)),
            ("  ABOUT", Some(Protocol::Gomocup)),
            ("INFO timeout_turn 5", Some(Protocol::Gomocup)),
            ("RECTSTART 20,15", Some(Protocol::Gomocup)),
            ("BOARD", Some(Protocol::Gomocup)),
            ("TURN 7,7", Some(Protocol::Gomocup)),
            ("yxshowinfo", Some(Protocol::Gomocup)),
            ("info show_detail 3", Some(Protocol::Gomocup)),
            ("uci", Some(Protocol::Uci)),
            ("START15", Some(Protocol::Uci)),
            ("joho START", Some(Protocol::Uci)),
            ("\u{fffd}", Some(Protocol::Uci)),
        ] {
            assert_eq!(Protocol::of_line(line), expected, "{line}");
        }
    }

    #[test]
    fn words_that_a_person_types_do_not_choose_gomocup() {
        for line in ["play", "info", "start", "begin", "about", "board", "end", "turn", "start 15", "about the engine"]
        {
            assert_eq!(Protocol::of_line(line), Some(Protocol::Uci), "{line}");
        }
        for line in
            ["START", "START now", "START 15 15", "PLAY", "PLAY othello", "INFO", "INFO please", "ABOUT you", "TURN me"]
        {
            assert_eq!(Protocol::of_line(line), Some(Protocol::Uci), "{line}");
        }
    }

    /// The commands of the last of these lines.
    fn commands(given: Option<Protocol>, lines: &[&str]) -> Vec<Command> {
        let (mut receiver, _) = parser_and_renderer(Settings { protocol: given, ..Settings::default() });
        let mut commands = Vec::new();
        for line in lines {
            commands.clear();
            receiver.parse(line.as_bytes(), &mut commands);
        }
        commands
    }

    #[test]
    fn uci_words_lead_out_of_any_dialect_and_back_into_none() {
        let uci = Command::SetProtocol(Protocol::Uci);
        for given in [None, Some(Protocol::Gomocup)] {
            let start = ["START 15", "BOARD"];
            for word in ["uci", "UGI", "help"] {
                let found = commands(given, &[&start[..], &[word]].concat());
                assert_eq!((found.len(), &found[0]), (2, &uci), "{word}");
            }
            assert_eq!(commands(given, &[&start[..], &["quit"]].concat()), [Command::Quit]);
            assert_eq!(commands(given, &["START 15", "uci", "isready"]), [Command::IsReady]);
        }
        let gomocup = Command::SetProtocol(Protocol::Gomocup);
        assert_eq!(commands(None, &["START 15"])[0], gomocup);
        assert_eq!(commands(Some(Protocol::Gomocup), &["start 15"])[0], gomocup);
    }

    #[test]
    fn nothing_but_ascii_comes_out() {
        let mut text = String::new();
        assert!(in_ascii("a 五… z", &mut text).is_ok());
        assert_eq!(text, "a \\u{4e94}\\u{2026} z");
    }

    #[test]
    fn names_say_the_protocol() {
        assert_eq!(Protocol::named("Gomocup"), Ok(Protocol::Gomocup));
        assert!(Protocol::named("chess").is_err());
        assert_eq!(Protocol::of_program(Path::new("/x/PBrain-quartet.exe")), Some(Protocol::Gomocup));
        assert_eq!(Protocol::of_program(Path::new("/pbrain-x/quartet")), None);
    }
}
