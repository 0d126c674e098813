//! Parses input lines into commands.

use super::analysis::analyze_commands;
use super::commands::{COMMANDS, split};
use super::limits::{count, kgs_time_settings, seconds, time_settings};
use super::parameters::parameter;
use super::setup::SetupStones;
use super::vertex::{colour, parse_move, side};
use super::{SharedClocks, board, sgf};
use crate::dialect::settings::{GameName, Settings};
use crate::dialect::words::{is_blank, shown};
use crate::engine::options::names;
use crate::engine::{GoParameters, Setup};
use crate::game::Side;
use crate::session::{Command, Go, Parse, Purpose, RequestTag};
use std::time::Instant;

/// Time of a search for hints, in milliseconds.
const HINT_TIME: u64 = 1000;
/// Number of moves that hints are given for.
const HINTS: u64 = 8;
/// Number of lines of an analysis.
const ANALYSIS_LINES: u64 = 10;

/// Parses the lines of the Go Text Protocol.
pub struct Parser {
    settings: Settings,
    clocks: SharedClocks,
    game: GameName,
    /// Points in a row of the board.
    size: usize,
    setup: SetupStones,
    /// Whether an analysis runs until the next line.
    is_analyzing: bool,
}

/// The commands that carry a command of the protocol out, or what is wrong with it.
type Parsed = Result<Vec<Command>, String>;

impl Parse for Parser {
    fn parse(&mut self, line: &[u8], commands: &mut Vec<Command>) {
        // The protocol discards control characters, except tabs, which are spaces.
        let is_text = |c: &char| *c == '\t' || !c.is_control();
        let text: String = String::from_utf8_lossy(line).chars().filter(is_text).collect();
        if is_interrupt(&text) {
            return commands.push(Command::Stop);
        }
        let (id, words) = split(&text);
        // Any line ends an analysis, even an empty one.
        if std::mem::take(&mut self.is_analyzing) {
            commands.push(Command::Stop);
        }
        if id.is_none() && words.is_empty() {
            return;
        }
        let (name, arguments) = words.split_first().map_or(("", &[][..]), |(name, rest)| (*name, rest));
        let id = id.unwrap_or_default().into();
        let mut tag = RequestTag { id, command: name.into(), argument: String::new() };
        let steps = self.command(name, arguments, &mut tag).unwrap_or_else(|why| vec![Command::Invalid(why)]);
        commands.push(Command::Request([Command::Tag(tag)].into_iter().chain(steps).collect()));
    }
}

/// Whether a line is the comment by which GoGui interrupts a command.
fn is_interrupt(line: &str) -> bool {
    let is_word = |comment: &str| comment.trim_matches(is_blank) == "interrupt";
    line.trim_matches(is_blank).strip_prefix('#').is_some_and(is_word)
}

impl Parser {
    pub(super) fn new(settings: Settings, clocks: SharedClocks) -> Self {
        let game = settings.game;
        let (size, setup) = (game.default_size(), SetupStones::default());
        Parser { settings, clocks, game, size, setup, is_analyzing: false }
    }

    /// The commands that select the game of the start.
    pub(crate) fn first_commands(&mut self) -> Vec<Command> {
        self.select(self.game)
    }

    fn command(&mut self, name: &str, arguments: &[&str], tag: &mut RequestTag) -> Parsed {
        match name {
            "protocol_version" => Ok(text("2")),
            "name" => Ok(text("Quartet")),
            "version" => Ok(text(env!("CARGO_PKG_VERSION"))),
            "known_command" => {
                let is_known = arguments.first().is_some_and(|word| COMMANDS.contains(word));
                Ok(text(if is_known { "true" } else { "false" }))
            }
            "list_commands" | "help" => Ok(text(&COMMANDS.join("\n"))),
            "quit" => Ok(vec![Command::Acknowledge, Command::Quit]),
            "komi" => match arguments.first().map(|komi| komi.parse::<f64>()) {
                Some(Ok(_)) => Ok(vec![Command::Acknowledge]),
                _ => Err("komi not a float".into()),
            },
            "gogui-interrupt" => Ok(vec![Command::Acknowledge]),
            "gogui-analyze_commands" => Ok(text(&analyze_commands(self.game))),
            "list_games" => Ok(text(&GameName::ALL.map(GameName::title).join("\n"))),
            "time_settings" => self.set_time_control(time_settings(arguments)?),
            "kgs-time_settings" => self.set_time_control(kgs_time_settings(arguments)?),
            "time_left" => self.time_left(arguments),
            "set_game" | "boardsize" | "clear_board" | "gogui-setup" | "gogui-setup_player" | "loadsgf" => {
                self.begin_game(name, arguments)
            }
            "play" | "gogui-play_sequence" | "undo" | "gg-undo" => moves(name, arguments),
            "genmove" | "reg_genmove" | "lz-analyze" | "lz-genmove_analyze" | "quartet-hints" | "quartet-pv" => {
                self.search(name, arguments, tag)
            }
            "quartet-eval" => Ok(vec![Command::Evaluate, Command::Acknowledge]),
            "quartet-param" => parameter(arguments, self.game),
            "quartet-clear_hash" => {
                Ok(vec![Command::SetOption { name: names::CLEAR_HASH.into(), value: None }, Command::Acknowledge])
            }
            name if board::FORMS.iter().any(|form| form.0 == name) => Ok(vec![Command::Display, Command::Acknowledge]),
            name => Err(format!("unknown command '{}'", shown(name))),
        }
    }

    /// The commands that select a game at its start position.
    fn select(&mut self, game: GameName) -> Vec<Command> {
        (self.game, self.size, self.setup) = (game, game.default_size(), SetupStones::default());
        self.board_size().into_iter().chain([Command::Variant(game.variant().into())]).collect()
    }

    /// The command that sets the size of the board, if it can vary.
    fn board_size(&self) -> Option<Command> {
        let set = || Command::SetOption { name: "BoardSize".into(), value: Some(self.size.to_string()) };
        (self.game == GameName::Gomoku).then(set)
    }

    fn begin_game(&mut self, name: &str, arguments: &[&str]) -> Parsed {
        let start = Command::Position { setup: Setup::Start, moves: Vec::new() };
        let mut steps = match name {
            "set_game" => {
                let game = GameName::of_title(&arguments.join(" ")).ok_or("unsupported game")?;
                self.select(game)
            }
            "boardsize" => {
                let size = arguments.first().and_then(|size| size.parse().ok());
                self.size = size.filter(|&size| self.game.has_size(size)).ok_or("unacceptable size")?;
                self.board_size().into_iter().chain([start, Command::NewGame]).collect()
            }
            "gogui-setup" => {
                self.setup.add(arguments, self.size)?;
                return Ok(self.set_up());
            }
            "gogui-setup_player" => {
                let side = arguments.first().and_then(|word| side(word)).ok_or("invalid color")?;
                self.setup.set_player(side);
                return Ok(self.set_up());
            }
            "loadsgf" => {
                let (position, size) = sgf::load(arguments, self.game)?;
                self.size = size;
                self.board_size().into_iter().chain([position]).collect()
            }
            _ => vec![start],
        };
        self.setup = SetupStones::default();
        self.clocks.lock().restart();
        steps.push(Command::Acknowledge);
        Ok(steps)
    }

    /// The commands that set the position listed so far.
    fn set_up(&self) -> Vec<Command> {
        let setup = Setup::Text(self.setup.position(self.size));
        vec![Command::Position { setup, moves: Vec::new() }, Command::Acknowledge]
    }

    fn set_time_control(&mut self, control: super::clock::TimeControl) -> Parsed {
        self.clocks.lock().set(control);
        Ok(vec![Command::Acknowledge])
    }

    /// `time_left colour seconds stones`.
    fn time_left(&mut self, arguments: &[&str]) -> Parsed {
        let [colour, time, stones] = arguments else { return Err("expected color, time and stones".into()) };
        let side = side(colour).ok_or_else(|| format!("invalid color '{}'", shown(colour)))?;
        self.clocks.lock().set_left(side, seconds(time)?, count(stones)?);
        Ok(vec![Command::Acknowledge])
    }

    /// A command that searches. A colour makes it that side's turn; an analysis and hints can do without.
    fn search(&mut self, name: &str, arguments: &[&str], tag: &mut RequestTag) -> Parsed {
        let given = arguments.first().and_then(|word| side(word));
        let needs_colour = matches!(name, "genmove" | "reg_genmove" | "lz-genmove_analyze");
        if given.is_none() && needs_colour {
            return Err("invalid color".into());
        }
        let limits = self.limits(given.unwrap_or(Side::X));
        let (purpose, infinite, parameters) = match name {
            "genmove" => (Purpose::ReportAndPlay, false, GoParameters { in_game: true, ..limits }),
            "lz-genmove_analyze" => {
                let lines = Some(ANALYSIS_LINES);
                let parameters = GoParameters { multi_pv: lines, with_wdl: true, in_game: true, ..limits };
                (Purpose::ReportAndPlay, false, parameters)
            }
            "reg_genmove" => (Purpose::Report, false, limits),
            "lz-analyze" => {
                let parameters =
                    GoParameters { multi_pv: Some(ANALYSIS_LINES), with_wdl: true, ..GoParameters::default() };
                (Purpose::Report, true, parameters)
            }
            _ => {
                let lines = Some(if name == "quartet-pv" { 1 } else { HINTS });
                let movetime = Some(HINT_TIME);
                (Purpose::Report, false, GoParameters { multi_pv: lines, movetime, ..GoParameters::default() })
            }
        };
        tag.argument = match given {
            _ if name.starts_with("lz-") => interval(arguments),
            Some(side) => colour(side).into(),
            None => String::new(),
        };
        self.is_analyzing = infinite;
        if let (Some(side), Purpose::ReportAndPlay) = (given, purpose) {
            self.clocks.lock().start(side, Instant::now());
        }
        let go = Command::Go(Box::new(Go { parameters, purpose, infinite, ..Go::default() }));
        Ok(given.map(Command::PassUntil).into_iter().chain([go]).collect())
    }

    /// The limits of a move: the clock, or the limits that the program was started with.
    fn limits(&self, side: Side) -> GoParameters {
        let clocks = self.clocks.lock();
        let (depth, nodes) = (self.settings.depth, self.settings.nodes);
        if clocks.has_control() || (depth, nodes) == (None, None) {
            return GoParameters { depth, nodes, ..clocks.limits(side) };
        }
        GoParameters { depth, nodes, ..GoParameters::default() }
    }
}

/// The interval between two reports of an analysis, among the arguments of its command, in hundredths of a second.
fn interval(arguments: &[&str]) -> String {
    arguments.iter().find(|word| word.parse::<u32>().is_ok()).map(|word| (*word).to_string()).unwrap_or_default()
}

/// An answer that does not depend on the game.
fn text(answer: &str) -> Vec<Command> {
    vec![Command::Remark(answer.into()), Command::Acknowledge]
}

fn moves(name: &str, arguments: &[&str]) -> Parsed {
    let step = match name {
        "undo" => Command::TakeBackLast(1),
        "gg-undo" => {
            Command::TakeBackLast(arguments.first().map_or(Ok(1), |word| count(word)).map(|count| count as usize)?)
        }
        _ => {
            let (pairs, []) = arguments.as_chunks::<2>() else { return Err("invalid color or coordinate".into()) };
            if name == "play" && pairs.len() != 1 {
                return Err("invalid color or coordinate".into());
            }
            let turn = |[colour, vertex]: &[&str; 2]| Some((side(colour)?, parse_move(vertex)?));
            let turns: Option<Vec<_>> = pairs.iter().map(turn).collect();
            Command::PlayTurns(turns.ok_or("invalid color or coordinate")?)
        }
    };
    Ok(vec![step, Command::Acknowledge])
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    /// The limits of the search that a line asks for.
    fn limits(parser: &mut Parser, line: &str) -> GoParameters {
        let mut commands = Vec::new();
        parser.parse(line.as_bytes(), &mut commands);
        let [Command::Request(steps)] = commands.as_slice() else { panic!("{commands:?}") };
        let go = steps.iter().find_map(|step| if let Command::Go(go) = step { Some(&go.parameters) } else { None });
        go.cloned().expect("a search")
    }

    #[test]
    fn an_interrupt_is_a_comment_of_one_word() {
        for line in ["# interrupt", "#interrupt", " \t#\tinterrupt "] {
            assert!(is_interrupt(line), "{line}");
        }
        for line in ["interrupt", "# interrupted", "name # interrupt", "\u{2028}# interrupt", "#\u{a0}interrupt"] {
            assert!(!is_interrupt(line), "{line}");
        }
    }

    #[test]
    fn the_clock_of_a_side_runs_while_it_searches_its_move() {
        let clocks = SharedClocks::default();
        let mut parser = Parser::new(Settings { game: GameName::Gomoku, ..Settings::default() }, clocks.clone());
        parser.parse(b"time_settings 60 0 0", &mut Vec::new());
        for line in ["reg_genmove b", "genmove b"] {
            assert_eq!(limits(&mut parser, line).clocks, [Some(60_000); 2], "{line}");
        }
        clocks.lock().stop(Instant::now() + Duration::from_secs(50));
        let left = limits(&mut parser, "genmove b").clocks[0].expect("a clock");
        assert!((9_000..=10_000).contains(&left), "{left}");
        assert_eq!(limits(&mut parser, "genmove w").clocks[0], Some(60_000));
    }
}
