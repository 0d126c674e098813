//! Which dialect is spoken: a given one, or that of the first line that says something.
//!
//! Parser and renderer live in different threads; both have all dialects and share the choice. Nothing is answered before a
//! line has come, so the choice is always made in time.

use super::words::words;
use super::{gomocup, native};
use crate::session::{Command, Parse, Render, Reply, Style};
use std::path::Path;
use std::sync::{Arc, OnceLock};

/// A dialect of the session.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Protocol {
    /// UCI, UGI and our own words.
    Native,
    /// Gomocup's words.
    Gomocup,
}

/// Names on the command line.
const NAMES: [(&str, Protocol); 3] =
    [("uci", Protocol::Native), ("ugi", Protocol::Native), ("gomocup", Protocol::Gomocup)];
/// Managers of Gomocup games expect the names of programs to begin so.
const BRAIN: &str = "pbrain-";

impl Protocol {
    /// The protocol of this name; the error says what was expected.
    pub fn named(name: &str) -> Result<Protocol, String> {
        let found = NAMES.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
        let expected = || NAMES.map(|(known, _)| known).join(" ");
        found
            .map(|(_, protocol)| *protocol)
            .ok_or_else(|| format!("unknown protocol '{name}', expected one of {}", expected()))
    }

    /// What a program of this path is expected to speak, if its name says that.
    pub fn of_program(path: &Path) -> Option<Protocol> {
        let name = path.file_name()?.to_string_lossy().to_ascii_lowercase();
        name.starts_with(BRAIN).then_some(Protocol::Gomocup)
    }

    /// What a client speaks that begins with this line; `None` if it says nothing.
    fn of_line(line: &[u8]) -> Option<Protocol> {
        let text = String::from_utf8_lossy(line);
        let first = words(&text).next()?;
        Some(if gomocup::is_command(first) { Protocol::Gomocup } else { Protocol::Native })
    }
}

/// The receiving half of all dialects.
pub struct Receiver {
    choice: Arc<OnceLock<Protocol>>,
    native: native::Parser,
    gomocup: gomocup::Parser,
}

impl Parse for Receiver {
    fn parse(&mut self, line: &[u8], commands: &mut Vec<Command>) {
        let Some(spoken) = self.choice.get().copied().or_else(|| Protocol::of_line(line)) else { return };
        match self.choice.get_or_init(|| spoken) {
            Protocol::Native => self.native.parse(line, commands),
            Protocol::Gomocup => self.gomocup.parse(line, commands),
        }
    }
}

/// The sending half of all dialects.
pub struct Sender {
    choice: Arc<OnceLock<Protocol>>,
    native: native::Renderer,
    gomocup: gomocup::Renderer,
}

impl Render for Sender {
    fn render(&mut self, reply: &Reply, style: Style, text: &mut String) {
        match self.choice.get() {
            None | Some(Protocol::Native) => self.native.render(reply, style, text),
            Some(Protocol::Gomocup) => self.gomocup.render(reply, style, text),
        }
    }
}

/// Both halves of the dialect given, or of the one that the first line will be in.
pub fn halves(given: Option<Protocol>) -> (Receiver, Sender) {
    let choice = Arc::new(given.map_or_else(OnceLock::new, OnceLock::from));
    let receiver = Receiver { choice: choice.clone(), native: native::Parser, gomocup: gomocup::Parser::default() };
    let sender = Sender { choice, native: native::Renderer::default(), gomocup: gomocup::Renderer::default() };
    (receiver, sender)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_line_that_says_something_decides() {
        for (line, expected) in [
            ("", None),
            (" \t", None),
            ("START 15", Some(Protocol::Gomocup)),
            ("  about", Some(Protocol::Gomocup)),
            ("Info timeout_turn 5", Some(Protocol::Gomocup)),
            ("yxshowinfo", Some(Protocol::Gomocup)),
            ("uci", Some(Protocol::Native)),
            ("START15", Some(Protocol::Native)),
            ("joho START", Some(Protocol::Native)),
            ("\u{fffd}", Some(Protocol::Native)),
        ] {
            assert_eq!(Protocol::of_line(line.as_bytes()), expected, "{line}");
        }
    }

    #[test]
    fn names_say_the_protocol() {
        assert_eq!(Protocol::named("Gomocup"), Ok(Protocol::Gomocup));
        assert!(Protocol::named("chess").is_err());
        assert_eq!(Protocol::of_program(Path::new("/x/PBrain-quartet.exe")), Some(Protocol::Gomocup));
        assert_eq!(Protocol::of_program(Path::new("/pbrain-x/quartet")), None);
    }
}
