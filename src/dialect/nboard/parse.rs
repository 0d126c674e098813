//! Parses input lines into commands.

use super::game::Game;
use crate::dialect::settings::Settings;
use crate::dialect::words::{shown, word, words};
use crate::engine::GoParameters;
use crate::session::{Command, Go, Parse, RequestTag};

/// Depth of a search before the client sets one, in plies.
const DEFAULT_DEPTH: u64 = 12;
/// All commands.
pub const COMMANDS: [&str; 9] = ["nboard", "set", "move", "hint", "go", "ping", "learn", "analyze", "quit"];

/// Whether a line opens a session of this protocol.
pub fn is_opening(line: &str) -> bool {
    let mut words = words(line);
    words.next() == Some("nboard") && words.next().is_some_and(|version| version.parse::<u32>().is_ok())
}

/// Parses the lines of NBoard's protocol.
pub struct Parser {
    nodes: Option<u64>,
    depth: Option<u64>,
    game: Game,
}

impl Parse for Parser {
    fn parse(&mut self, line: &[u8], commands: &mut Vec<Command>) {
        let text = String::from_utf8_lossy(line);
        let Ok((arguments, name)) = word(&text) else { return };
        match name {
            "nboard" => commands.push(Command::Remark("set myname Quartet".into())),
            "set" => commands.extend(self.set(arguments)),
            "move" if self.game.play(arguments).is_none() => commands.push(unreadable("move", arguments)),
            "ping" => {
                commands.extend([Command::Cancel, Command::Remark(format!("pong {}", shown(arguments.trim())))]);
            }
            "go" => commands.push(self.go()),
            "hint" => commands.push(self.hint(arguments)),
            "analyze" => commands.push(self.analyze()),
            "learn" => commands.push(Command::Remark("learned".into())),
            "quit" => commands.push(Command::Quit),
            // Anything else is ignored, as the protocol wants it.
            _ => {}
        }
    }
}

/// The message about a line that cannot be read; it changes nothing.
fn unreadable(what: &str, text: &str) -> Command {
    Command::Invalid(format!("cannot read the {what} '{}'", shown(text.trim())))
}

impl Parser {
    /// A parser before the first line.
    pub fn new(settings: Settings) -> Self {
        Parser { nodes: settings.nodes, depth: settings.depth, game: Game::default() }
    }

    /// `set depth n`, `set game GGF`; other settings are ignored.
    fn set(&mut self, arguments: &str) -> Option<Command> {
        let (value, name) = word(arguments).ok()?;
        match name {
            "depth" => self.depth = value.trim().parse().ok().filter(|depth| *depth > 0).or(self.depth),
            "game" => match Game::read(value) {
                Some(game) => {
                    self.game = game;
                    return self.game.is_new().then_some(Command::NewGame);
                }
                None => return Some(unreadable("game", value)),
            },
            _ => {}
        }
        None
    }

    /// A search of the position after the first `count` moves, within these limits. The answer begins with `command`.
    fn search(&self, command: &str, count: usize, parameters: GoParameters) -> [Command; 3] {
        let moves = self.game.moves.iter().take(count).cloned().collect();
        let position = Command::Position { setup: self.game.setup.clone(), moves };
        let tag = RequestTag { command: command.into(), argument: count.to_string(), ..RequestTag::default() };
        [Command::Tag(tag), position, Command::Go(Box::new(Go { parameters, ..Go::default() }))]
    }

    /// The limits of a search without a clock.
    fn limits(&self) -> GoParameters {
        let depth = if self.nodes.is_some() { self.depth } else { self.depth.or(Some(DEFAULT_DEPTH)) };
        GoParameters { depth, nodes: self.nodes, ..GoParameters::default() }
    }

    fn go(&self) -> Command {
        let parameters = GoParameters { clocks: self.game.clocks(), in_game: true, ..self.limits() };
        Command::Request(self.search("go", self.game.moves.len(), parameters).into())
    }

    fn hint(&self, arguments: &str) -> Command {
        let lines = Some(arguments.trim().parse().unwrap_or(1));
        Command::Request(
            self.search("hint", self.game.moves.len(), GoParameters { multi_pv: lines, ..self.limits() }).into(),
        )
    }

    /// Searches of all positions of the game, from the last one back to the first.
    fn analyze(&self) -> Command {
        let counts = (0..=self.game.moves.len()).rev();
        Command::Request(counts.flat_map(|count| self.search("analyze", count, self.limits())).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Setup;

    fn parsed(lines: &[&str]) -> Vec<Command> {
        let mut parser = Parser::new(Settings::default());
        let mut commands = Vec::new();
        for line in lines {
            parser.parse(line.as_bytes(), &mut commands);
        }
        commands
    }

    #[test]
    fn a_ping_ends_searches_before_its_answer() {
        let commands = parsed(&["nboard 2", "ping 3"]);
        assert_eq!(commands[1..], [Command::Cancel, Command::Remark("pong 3".into())]);
    }

    #[test]
    fn each_search_sets_the_position_of_the_game() {
        let commands = parsed(&["nboard 2", "set depth 5", "move F5//1", "move D6", "analyze"]);
        let Some(Command::Request(steps)) = commands.last() else { panic!("no request") };
        let counts: Vec<usize> = steps
            .iter()
            .filter_map(|step| match step {
                Command::Position { setup: Setup::Start, moves } => Some(moves.len()),
                _ => None,
            })
            .collect();
        assert_eq!(counts, [2, 1, 0]);
    }

    #[test]
    fn lines_that_mean_nothing_are_ignored() {
        let known = parsed(&["nboard 2"]).len();
        assert_eq!(parsed(&["nboard 2", "foo", "set", "set contempt 3", "", "set depth x"]).len(), known);
        assert!(is_opening("nboard 2") && !is_opening("nboard") && !is_opening("nboard x"));
    }
}
