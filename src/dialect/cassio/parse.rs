//! Parses input lines into commands.

use crate::dialect::points::position_rows;
use crate::dialect::settings::Settings;
use crate::dialect::words::{shown, words};
use crate::engine::options::names;
use crate::engine::{GoParameters, Setup};
use crate::session::{Command, Go, Parse, RequestTag};

/// The word that begins each line.
const PREFIX: &str = "ENGINE-PROTOCOL";
/// The end of each answer.
const READY: &str = "ready.";
/// All commands, which follow the prefix.
pub const COMMANDS: [&str; 10] = [
    "init",
    "get-version",
    "new-position",
    "empty-hash",
    "midgame-search",
    "endgame-search",
    "feed-hash",
    "get-search-infos",
    "stop",
    "quit",
];

/// Whether a line opens a session of this protocol.
pub fn is_opening(line: &str) -> bool {
    words(line).next() == Some(PREFIX)
}

/// Parses the lines of Cassio's protocol.
pub struct Parser {
    nodes: Option<u64>,
}

impl Parse for Parser {
    fn parse(&mut self, line: &[u8], commands: &mut Vec<Command>) {
        let text = String::from_utf8_lossy(line);
        let words: Vec<&str> = words(&text).collect();
        match words.as_slice() {
            [] => commands.push(Command::Progress),
            [PREFIX, name, arguments @ ..] => self.command(&name.to_ascii_lowercase(), arguments, commands),
            [PREFIX] => commands.extend([Command::Invalid("no command".into()), Command::Remark(READY.into())]),
            [word, ..] => commands.push(Command::Invalid(format!("unknown protocol '{}'", shown(word)))),
        }
    }
}

impl Parser {
    /// A parser before the first line.
    pub fn new(settings: Settings) -> Self {
        Parser { nodes: settings.nodes }
    }

    fn command(&self, name: &str, arguments: &[&str], commands: &mut Vec<Command>) {
        let ready = || Command::Remark(READY.into());
        match name {
            "init" | "new-position" | "feed-hash" => commands.push(ready()),
            "get-version" => {
                let version = format!("version: Quartet {}", env!("CARGO_PKG_VERSION"));
                commands.extend([Command::Remark(version), ready()]);
            }
            "empty-hash" => {
                commands.extend([Command::SetOption { name: names::CLEAR_HASH.into(), value: None }, ready()]);
            }
            "get-search-infos" => commands.push(Command::Progress),
            "stop" => commands.extend([Command::Cancel, ready()]),
            "quit" => {
                let farewell = vec![Command::Remark("bye bye.".into()), Command::Quit];
                commands.extend([Command::Cancel, Command::Request(farewell)]);
            }
            "midgame-search" | "endgame-search" => match self.search(name == "midgame-search", arguments) {
                Some(search) => commands.push(search),
                None => {
                    commands.extend([Command::Invalid(format!("cannot read the arguments of '{name}'")), ready()]);
                }
            },
            name => commands.extend([Command::Invalid(format!("unknown command '{}'", shown(name))), ready()]),
        }
    }

    /// `POSITION alpha beta [depth] precision`; a search to the end of the game has no depth. The window does not limit
    /// the search, whose values are exact.
    fn search(&self, has_depth: bool, arguments: &[&str]) -> Option<Command> {
        let (position, _alpha, _beta, depth) = match (has_depth, arguments) {
            (true, [position, alpha, beta, depth, _precision]) => (position, alpha, beta, depth.parse().ok()?),
            (false, [position, alpha, beta, _precision]) => (position, alpha, beta, u64::from(u8::MAX)),
            _ => return None,
        };
        let setup = Setup::Text(read_position(position)?);
        let parameters = GoParameters { depth: Some(depth), nodes: self.nodes, ..GoParameters::default() };
        let tag = RequestTag { argument: (*position).into(), ..RequestTag::default() };
        Some(Command::Request(vec![
            Command::Tag(tag),
            Command::Position { setup, moves: Vec::new() },
            Command::Go(Box::new(Go { parameters, ..Go::default() })),
        ]))
    }
}

/// The position text of 64 squares from a1 row by row (`X` Black, `O` White, `-` empty) and the side to move.
fn read_position(text: &str) -> Option<String> {
    let squares: Vec<char> = text.chars().collect();
    let ([stones @ .., side], 65) = (squares.as_slice(), squares.len()) else { return None };
    let is_known = |square: &char| matches!(square, 'X' | 'O' | '-');
    if !stones.iter().all(is_known) || !matches!(side, 'X' | 'O') {
        return None;
    }
    let rows = position_rows(8, |column, row| {
        stones.get(8 * row + column).filter(|square| **square != '-').map(char::to_ascii_lowercase)
    });
    Some(format!("{rows} {}", side.to_ascii_lowercase()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "---------------------------OX------XO---------------------------X";

    fn parsed(line: &str) -> Vec<Command> {
        let mut commands = Vec::new();
        Parser::new(Settings::default()).parse(line.as_bytes(), &mut commands);
        commands
    }

    #[test]
    fn positions_are_rows_from_the_top() {
        assert_eq!(read_position(START).as_deref(), Some("8/8/8/3ox3/3xo3/8/8/8 x"));
        for wrong in [&START.replacen('-', "", 1), "", &START.replace('X', "Z"), &format!("{START}X")] {
            assert_eq!(read_position(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn searches_have_their_arguments() {
        let search = |line: &str| parsed(&format!("{PREFIX} {line}"));
        assert!(matches!(search(&format!("midgame-search {START} -64.00 64.00 8 73"))[..], [Command::Request(_)]));
        assert!(matches!(search(&format!("endgame-search {START} -1 1 100"))[..], [Command::Request(_)]));
        for wrong in
            ["midgame-search", &format!("midgame-search {START} -64 64 x 73"), "endgame-search x -1 1 100", "foo"]
        {
            assert!(matches!(search(wrong)[..], [Command::Invalid(_), Command::Remark(_)]), "{wrong}");
        }
    }
}
