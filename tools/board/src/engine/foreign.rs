//! An engine of another protocol: the lines of Quartet's protocol that play a game, as calls of the arena's players.
//!
//! It answers `isready`, `go` and errors; everything else is silent. Facts about a position are asked of Quartet.

mod go;

use super::{Command, Commands, Event, Output};
use go::limits_of;
use quartet::engine::Setup;
use quartet_arena::fault::{Cancel, Interruption};
use quartet_arena::limits::Clock;
use quartet_arena::player::{self, Player, PlayerMove, RuleSettings, ScoreKind, Turn};
use quartet_arena::settings::EngineSettings;
use quartet_rules::{Referee, referee};
use std::collections::BTreeMap;

/// Options of the rules; a foreign engine has no others that a page can set.
const RULES: [&str; 3] = ["BoardSize", "Rule", "MaxPlies"];

/// Carries out the page's lines until it says `quit` or is gone; the error says why the engine ended by itself.
pub(super) fn run(settings: &EngineSettings, commands: &Commands, output: &Output) -> Result<(), String> {
    let mut game = Game::new(settings).map_err(|error| format!("{error:#}"))?;
    for Command { line, cancel } in commands {
        let (command, rest) = line.split_once(' ').unwrap_or((&line, ""));
        let answer = match command {
            "quit" => break,
            _ if output.is_closed() => break,
            "isready" => Ok(vec!["readyok".into()]),
            "variant" => game.select(rest),
            "setoption" => game.set_option(rest),
            "position" => game.set_position(rest),
            "ucinewgame" => {
                game.known = None;
                Ok(Vec::new())
            }
            "go" => game.go(rest, &cancel)?,
            // A search that could be stopped was cancelled when the line arrived.
            "stop" | "uci" | "ugi" | "ponderhit" => Ok(Vec::new()),
            _ => Err(format!("engine '{}' does not answer '{command}'", settings.name)),
        };
        let answers = answer.unwrap_or_else(|error| vec![format!("info string error: {error}")]);
        if !answers.into_iter().all(|answer| output.send(Event::Line(answer))) {
            break;
        }
    }
    game.end();
    Ok(())
}

/// Lines to be sent, or an error to be reported.
type Answer = Result<Vec<String>, String>;

/// A game with a foreign engine.
struct Game<'a> {
    settings: &'a EngineSettings,
    rules: RuleSettings,
    referee: Box<dyn Referee>,
    /// Started with the first search.
    player: Option<Box<dyn Player>>,
    /// The setup and the moves that the player knows, its last answer included.
    known: Option<(Setup, Vec<String>)>,
}

impl<'a> Game<'a> {
    fn new(settings: &'a EngineSettings) -> anyhow::Result<Game<'a>> {
        let variant = settings.protocol.variants().first().copied().unwrap_or_default();
        let rules = RuleSettings { variant, options: BTreeMap::new() };
        let referee = referee(variant, &rules.options)?;
        Ok(Game { settings, rules, referee, player: None, known: None })
    }

    /// Selects a game, with the option values that are set.
    fn select(&mut self, name: &str) -> Answer {
        let selected = quartet::games::find(name).ok_or_else(|| format!("unknown variant '{name}'"))?;
        if !self.settings.protocol.variants().contains(&selected.name) {
            return Err(format!("engine '{}' does not play {name}", self.settings.name));
        }
        self.change_rules(|rules| rules.variant = selected.name)
    }

    /// `name <name> value <value>`.
    fn set_option(&mut self, words: &str) -> Answer {
        let words = words.strip_prefix("name ").and_then(|words| words.split_once(" value "));
        let (name, value) = words.ok_or("expected setoption name NAME value VALUE")?;
        let known = RULES.into_iter().find(|known| known.eq_ignore_ascii_case(name));
        let name = known.ok_or_else(|| format!("engine '{}' has no option '{name}' here", self.settings.name))?;
        self.change_rules(|rules| drop(rules.options.insert(name.into(), value.into())))
    }

    /// Changes the rules and starts anew, or changes nothing.
    fn change_rules(&mut self, change: impl FnOnce(&mut RuleSettings)) -> Answer {
        let mut rules = self.rules.clone();
        change(&mut rules);
        self.referee = referee(rules.variant, &rules.options).map_err(|error| format!("{error:#}"))?;
        self.rules = rules;
        self.end();
        Ok(Vec::new())
    }

    /// `startpos|fen <text> [moves <move> ...]`.
    fn set_position(&mut self, words: &str) -> Answer {
        let (setup, moves) = words.split_once(" moves ").unwrap_or((words, ""));
        let setup = match setup.split_once(' ') {
            None if setup == "startpos" => Setup::Start,
            Some(("fen", text)) => Setup::Text(text.into()),
            _ => return Err(format!("position '{setup}', expected startpos or fen TEXT")),
        };
        let moves: Vec<String> = moves.split_whitespace().map(str::to_string).collect();
        self.referee.begin(&setup, &moves).map_err(|error| error.to_string())?;
        Ok(Vec::new())
    }

    /// Searches; the outer error says that the engine is gone.
    fn go(&mut self, words: &str, cancel: &Cancel) -> Result<Answer, String> {
        let clocks = match limits_of(words, &self.settings.limits) {
            Ok(limits) => limits.map(|limits| Clock::new(&limits)),
            Err(error) => return Ok(Err(error)),
        };
        if self.referee.ending().is_some() {
            return Ok(Ok(vec!["bestmove (none)".into()]));
        }
        match self.think(&clocks, cancel) {
            Ok(found) => Ok(Ok(vec![info_line(&found), format!("bestmove {}", found.text)])),
            // The player must not be used again; the next search starts another one.
            Err(Interruption::Cancelled) => {
                (self.player, self.known) = (None, None);
                Ok(Ok(vec!["bestmove (none)".into()]))
            }
            Err(fault) => Err(fault.to_string()),
        }
    }

    fn think(&mut self, clocks: &[Clock; 2], cancel: &Cancel) -> Result<PlayerMove, Interruption> {
        let player = match &mut self.player {
            Some(player) => player,
            empty => empty.insert(player::open(self.settings, &self.rules, cancel)?),
        };
        let (setup, mut moves) = (self.referee.setup().clone(), self.referee.moves().to_vec());
        let continues = self.known.as_ref().is_some_and(|(known, played)| *known == setup && moves.starts_with(played));
        if !continues {
            player.new_game(&setup, cancel)?;
        }
        let turn = Turn { setup: &setup, referee: &*self.referee, clocks: [&clocks[0], &clocks[1]] };
        let found = player.think(&turn, cancel)?;
        self.known = self.referee.play(&found.text).ok().map(|answer| {
            self.referee.take_back();
            moves.push(answer);
            (setup, moves)
        });
        Ok(found)
    }

    /// Ends the engine, if it runs.
    fn end(&mut self) {
        self.known = None;
        if let Some(player) = self.player.take() {
            player.quit();
        }
    }
}

/// The word for the kind of a score in info lines.
fn kind(kind: ScoreKind) -> &'static str {
    match kind {
        ScoreKind::Cp => "cp",
        ScoreKind::Mate => "mate",
    }
}

/// The report of a search as an info line of Quartet's protocol.
fn info_line(found: &PlayerMove) -> String {
    let report = &found.report;
    let number = |word: &str, number: Option<u64>| number.map(|number| format!(" {word} {number}")).unwrap_or_default();
    let score = report.score.map(|score| format!(" score {} {}", kind(score.kind), score.value)).unwrap_or_default();
    let depth = number("depth", report.depth.map(u64::from));
    let (nodes, nps) = (number("nodes", report.nodes), number("nps", report.nps));
    format!("info{depth}{score}{nodes}{nps} time {} pv {}", found.used.as_millis(), found.text)
}
