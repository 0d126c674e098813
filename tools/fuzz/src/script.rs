//! Scripts: what was sent in a session, as a text that can be replayed.
//!
//! ```text
//! quartet-fuzz script
//! # seed 7: answers: nothing more is said, expected a bestmove
//! session uci gomoku
//! > position startpos moves h8\n
//! > go depth 3\r\n
//! finish
//! > go infinite\n
//! stop 10
//! end of input
//! ```
//!
//! A line to be sent is written with escapes, its end included. `finish`, `stop MS`, `quit` and `end of input` end an
//! exchange as [`Closing`] says. What the checks ask between the lines is not in the script.

use crate::dialects::{Closing, Exchange, NAMES};
use anyhow::{Context, Result, bail, ensure};
use quartet::session::Protocol;

/// The first line.
const HEADER: &str = "quartet-fuzz script";

/// A session.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Script {
    /// The protocol.
    pub protocol: Protocol,
    /// The game.
    pub variant: &'static str,
    /// What is sent.
    pub exchanges: Vec<Exchange>,
}

impl Script {
    /// The number of lines of all exchanges.
    pub fn lines(&self) -> usize {
        self.exchanges.iter().map(|exchange| exchange.lines.len()).sum()
    }

    /// The script as a text, with a remark.
    pub fn to_text(&self, remark: &str) -> String {
        let name = crate::dialects::name(self.protocol);
        let remark = quartet_files::one_line(remark);
        let mut text = format!("{HEADER}\n# {remark}\nsession {name} {}\n", self.variant);
        for exchange in &self.exchanges {
            for line in &exchange.lines {
                text.push_str(&format!("> {}\n", line.escape_ascii()));
            }
            text.push_str(&match exchange.closing {
                Closing::Finish => "finish\n".into(),
                Closing::Stop(pause) => format!("stop {pause}\n"),
                Closing::Quit => "quit\n".into(),
                Closing::EndOfInput => "end of input\n".into(),
            });
        }
        text
    }

    /// Reads a script; the error names the line that is wrong.
    pub fn parse(text: &str) -> Result<Script> {
        let mut lines = (1..).zip(text.lines()).filter(|(_, line)| !line.starts_with('#') && !line.is_empty());
        ensure!(lines.next().is_some_and(|(_, line)| line == HEADER), "expected '{HEADER}' in line 1");
        let (_, session) = lines.next().context("no line 'session PROTOCOL GAME'")?;
        let mut script = Script::opened(session).with_context(|| format!("'{session}'"))?;
        let mut sent = Vec::new();
        for (number, line) in lines {
            let at = || format!("line {number}");
            match line.strip_prefix("> ") {
                Some(escaped) => sent.push(unescape(escaped).with_context(at)?),
                None => {
                    let closing = closing(line).with_context(at)?;
                    script.exchanges.push(Exchange { lines: std::mem::take(&mut sent), closing });
                }
            }
        }
        ensure!(sent.is_empty(), "lines after the last exchange, expected finish, stop MS, quit or end of input");
        Ok(script)
    }

    /// Whether the content of a file is a script.
    pub fn is_own(content: &[u8]) -> bool {
        content.starts_with(HEADER.as_bytes())
    }

    /// A script without exchanges, from its line `session PROTOCOL GAME`.
    fn opened(line: &str) -> Result<Script> {
        let words = line.strip_prefix("session ").and_then(|words| words.split_once(' '));
        let (name, game) = words.context("expected 'session PROTOCOL GAME'")?;
        let row = NAMES.iter().find(|row| row.0 == name).context("unknown protocol")?;
        let variant = row.2.iter().find(|variant| **variant == game).context("unknown game")?;
        Ok(Script { protocol: row.1, variant, exchanges: Vec::new() })
    }
}

/// How an exchange ends.
fn closing(line: &str) -> Result<Closing> {
    Ok(match line.split_once(' ') {
        None if line == "finish" => Closing::Finish,
        None if line == "quit" => Closing::Quit,
        Some(("end", "of input")) => Closing::EndOfInput,
        Some(("stop", pause)) => Closing::Stop(pause.parse().context("expected 'stop MS'")?),
        _ => bail!("'{line}', expected '> …', finish, stop MS, quit or end of input"),
    })
}

/// The bytes of a text with the escapes of [`u8::escape_ascii`].
fn unescape(text: &str) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut letters = text.bytes();
    while let Some(letter) = letters.next() {
        if letter != b'\\' {
            bytes.push(letter);
            continue;
        }
        bytes.push(match letters.next() {
            Some(b'n') => b'\n',
            Some(b'r') => b'\r',
            Some(b't') => b'\t',
            Some(quoted @ (b'\\' | b'\'' | b'"')) => quoted,
            Some(b'x') => {
                let digits: String = letters.by_ref().take(2).map(char::from).collect();
                u8::from_str_radix(&digits, 16).with_context(|| format!("escape '\\x{digits}'"))?
            }
            _ => bail!("unknown escape in '{text}'"),
        });
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_script_reads_as_it_was_written() {
        let all: Vec<u8> = (0..=255).collect();
        let exchange = |line: &[u8], closing| Exchange { lines: vec![line.to_vec(), b"x\n".to_vec()], closing };
        let script = Script {
            protocol: Protocol::Gtp,
            variant: "gomoku",
            exchanges: vec![
                exchange(&all, Closing::Finish),
                exchange(b"> # \\ \"'\r\n", Closing::Stop(7)),
                Exchange { lines: Vec::new(), closing: Closing::EndOfInput },
                exchange("五\n".as_bytes(), Closing::Quit),
            ],
        };
        let text = script.to_text("two\nlines");
        assert_eq!(Script::parse(&text).expect("a script"), script, "{text}");
        assert_eq!(script.lines(), 6);
    }

    #[test]
    fn every_fault_of_a_script_is_an_error() {
        let head = format!("{HEADER}\nsession uci othello\n");
        assert!(Script::parse(&format!("{head}> go\\n\nfinish\n")).is_ok());
        for wrong in ["> go\n", "> \\q\nfinish", "> \\xzz\nfinish", "stop\n", "stop x\n", "wait\n", "finish now\n"] {
            assert!(Script::parse(&format!("{head}{wrong}")).is_err(), "{wrong}");
        }
        for wrong in ["", "session uci othello\n", &format!("{HEADER}\n"), &format!("{HEADER}\nsession uci chess\n")] {
            assert!(Script::parse(wrong).is_err(), "{wrong}");
        }
    }
}
