//! From a line of bytes to commands.

use super::limits::Limits;
use super::points::{listed, number};
use super::setup::{Kind, List, point};
use super::yixin::{self, Unsupported};
use crate::dialect::words::{shown, word, words};
use crate::engine::memory_limit::MemoryLimit;
use crate::engine::{GoParameters, Setup};
use crate::session::{Command, Go, Parse, Protocol, Purpose, Style};
use nom::IResult;
use nom::Parser as _;
use nom::combinator::all_consuming;
use std::ops::RangeInclusive;

/// The game that is meant.
const VARIANT: &str = "gomoku";
/// Sizes of the board.
const SIZES: RangeInclusive<usize> = 5..=22;
/// `max_memory` of a manager that does not say: what Gomocup's tournaments grant, in bytes.
const USUAL_MEMORY: u64 = 350 << 20;
/// Threads and lines as the options allow them.
const MOST_THREADS: i64 = 512;
const MOST_LINES: i64 = 500;
/// Plies that a search looks ahead for three stones that are balanced; it has to compare all points.
const BALANCING_DEPTH: u64 = 6;
/// Neither side is taken for the better one, and two more stones are put, if the score is no further from 0 than this: 53 wins
/// of 100.
const EVEN: u16 = 10;

/// All commands.
pub const COMMANDS: [&str; 18] = [
    "START",
    "RECTSTART",
    "RESTART",
    "BEGIN",
    "TURN",
    "BOARD",
    "TAKEBACK",
    "PLAY",
    "SWAP2BOARD",
    "INFO",
    "ABOUT",
    "END",
    "YXSTOP",
    "YXBOARD",
    "YXNBEST",
    "YXSHOWFORBID",
    "YXSHOWINFO",
    "YXHASHCLEAR",
];

/// Whether a word is a command, in any case.
pub fn is_command(word: &str) -> bool {
    COMMANDS.iter().any(|command| command.eq_ignore_ascii_case(word)) || yixin::unsupported(word).is_some()
}

/// Whether a line is what a manager begins with: a command in capitals with the arguments it takes, or one of Yixin's. A
/// person who types `play` or `info` means something else.
pub fn is_opening(line: &str) -> bool {
    let Ok((arguments, name)) = word(line) else { return false };
    let is_point = || listed(arguments).is_some_and(|point| point.field.is_none());
    match name {
        "START" => whole(arguments).is_some(),
        "RECTSTART" | "TURN" | "PLAY" | "TAKEBACK" => is_point(),
        "INFO" => words(arguments).count() > 1,
        "RESTART" | "BEGIN" | "BOARD" | "SWAP2BOARD" | "ABOUT" | "END" => words(arguments).next().is_none(),
        _ => name.get(..2).is_some_and(|head| head.eq_ignore_ascii_case("YX")) && is_command(name),
    }
}

/// Reads Gomocup's lines.
#[derive(Default)]
pub struct Parser {
    /// Points on a side of the board, once there is one.
    size: Option<usize>,
    /// The list that is being read.
    list: Option<List>,
    /// A list is being read over.
    skips_list: bool,
    limits: Limits,
    memory: Option<MemoryLimit>,
    /// Something to say as soon as the manager listens, which it does not during `INFO`.
    remark: Option<String>,
    /// The manager is Yixin-Board, which numbers the rules in its own way.
    is_yixin: bool,
}

impl Parse for Parser {
    fn parse(&mut self, line: &[u8], commands: &mut Vec<Command>) {
        let text = String::from_utf8_lossy(line);
        let Ok((arguments, name)) = word(&text) else { return };
        let name = name.to_ascii_uppercase();
        if std::mem::take(&mut self.skips_list) && !is_command(&name) {
            self.skips_list = name != "DONE";
            return;
        }
        if let Some(mut list) = self.list.take() {
            if name == "DONE" {
                return commands.push(self.listed(&list).unwrap_or_else(Command::Invalid));
            }
            if !is_command(&name) {
                list.read(&text);
                self.list = Some(list);
                return;
            }
            commands.push(Command::Invalid(format!("'{}' without 'DONE'", list.kind.word())));
        }
        let parsed = match yixin::unsupported(&name) {
            Some(unsupported) => Ok(self.read_over(&name, unsupported)),
            None if name == "INFO" => self.info(arguments),
            None => self.command(&name, arguments, text.trim()),
        };
        match parsed {
            Ok(command) => commands.extend(command),
            Err(why) => commands.push(Command::Invalid(why)),
        }
    }
}

/// A command, or why there is none; some lines ask for nothing.
type Parsed = Result<Option<Command>, String>;

impl Parser {
    fn command(&mut self, name: &str, arguments: &str, line: &str) -> Parsed {
        Ok(Some(match name {
            "START" => self.start(arguments)?,
            "RECTSTART" => return Err("rectangular boards are not supported, expected START".into()),
            "RESTART" => {
                self.board()?;
                self.limits.begin_game();
                Command::Request(vec![Command::Variant(VARIANT.into()), self.fit_memory(), Command::Acknowledge])
            }
            "BEGIN" => {
                self.board()?;
                self.think(Command::Position { setup: Setup::Start, moves: Vec::new() })
            }
            "TURN" => {
                let mv = point(arguments, self.board()?)?;
                self.think(Command::Play(mv))
            }
            "PLAY" => {
                let mv = point(arguments, self.board()?)?;
                Command::Request(vec![Command::Play(mv), Command::RecentMoves(1)])
            }
            "TAKEBACK" => {
                let mv = point(arguments, self.board()?)?;
                Command::Request(vec![Command::TakeBack(mv), Command::Acknowledge])
            }
            "BOARD" => return self.list(Kind::Board),
            "YXBOARD" => return self.list(Kind::Quiet),
            "SWAP2BOARD" => return self.list(Kind::Swap2),
            "ABOUT" => Command::Identify(Style { protocol: Protocol::Gomocup, ..Style::default() }),
            "END" => Command::Quit,
            "YXSTOP" => Command::Stop,
            "YXNBEST" => self.best_lines(arguments)?,
            "YXSHOWFORBID" => {
                self.board()?;
                Command::Display
            }
            "YXSHOWINFO" => {
                self.is_yixin = true;
                // The largest table as the logarithm of its KiB.
                let limits = [format!("INFO MAX_THREAD_NUM {MOST_THREADS}"), "INFO MAX_HASH_SIZE 30".into()];
                Command::Request(limits.map(Command::Remark).into())
            }
            "YXHASHCLEAR" => option("Clear Hash", None),
            _ => Command::Unknown(line.into()),
        }))
    }

    /// Takes no notice of a command, and of its list.
    fn read_over(&mut self, name: &str, unsupported: Unsupported) -> Option<Command> {
        self.skips_list = unsupported.has_list;
        unsupported.is_told.then(|| Command::Remark(format!("{name} is not supported")))
    }

    /// The size of the board.
    fn board(&self) -> Result<usize, String> {
        self.size.ok_or_else(|| "there is no board, expected START before".into())
    }

    fn start(&mut self, arguments: &str) -> Result<Command, String> {
        let read = arguments.trim().parse::<usize>().ok().filter(|size| SIZES.contains(size));
        let size = read.ok_or_else(|| {
            let (least, greatest) = (SIZES.start(), SIZES.end());
            format!("START '{}', expected a size from {least} to {greatest}", shown(arguments.trim()))
        })?;
        self.size = Some(size);
        self.limits.begin_game();
        Ok(Command::Request(vec![
            option("BoardSize", Some(size.to_string())),
            Command::Variant(VARIANT.into()),
            self.fit_memory(),
            Command::Acknowledge,
        ]))
    }

    /// Takes all the memory that the manager allows.
    fn fit_memory(&self) -> Command {
        let limit = self.memory.unwrap_or(MemoryLimit::Process(USUAL_MEMORY));
        Command::FitMemory { limit, may_grow: true }
    }

    /// A request to carry something out and then to move.
    fn think(&mut self, before: Command) -> Command {
        let go = self.go(Purpose::Play, self.limits.go_parameters());
        Command::Request(self.remark().into_iter().chain([before, go]).collect())
    }

    fn go(&self, purpose: Purpose, parameters: GoParameters) -> Command {
        Command::Go(Box::new(Go { parameters, purpose, ..Go::default() }))
    }

    /// What had to wait.
    fn remark(&mut self) -> Option<Command> {
        self.remark.take().map(Command::Remark)
    }

    fn best_lines(&mut self, arguments: &str) -> Result<Command, String> {
        self.board()?;
        let lines = whole(arguments).filter(|lines| *lines > 0);
        let lines = lines.ok_or_else(|| format!("YXNBEST '{}', expected a number", shown(arguments.trim())))?;
        let many = |lines: i64| option("MultiPV", Some(lines.to_string()));
        let go = self.go(Purpose::Play, self.limits.go_parameters());
        let steps = [many(lines.min(MOST_LINES)), go, many(1)];
        Ok(Command::Request(self.remark().into_iter().chain(steps).collect()))
    }

    /// A list begins.
    fn list(&mut self, kind: Kind) -> Parsed {
        self.list = Some(List::new(kind, self.board()?));
        Ok(None)
    }

    /// A list is complete.
    fn listed(&mut self, list: &List) -> Result<Command, String> {
        let count = list.count()?;
        let position = Command::Reconstruct { position: list.position(), moves: list.moves() };
        Ok(match (list.kind, count) {
            (Kind::Board, _) => self.think(position),
            (Kind::Quiet, _) => Command::Request(vec![position]),
            (Kind::Swap2, 0) => self.three_stones(),
            (Kind::Swap2, 3) => self.choose_of_three(position),
            (Kind::Swap2, 5) => {
                let go = self.go(Purpose::PlayOrSwap, self.limits.go_parameters());
                Command::Request(self.remark().into_iter().chain([position, go]).collect())
            }
            (Kind::Swap2, _) => return Err(format!("SWAP2BOARD with {count} stones, expected 0, 3 or 5")),
        })
    }

    /// A request for three stones to begin with: two good moves, and the third where it makes both sides equal.
    fn three_stones(&mut self) -> Command {
        let start = Command::Position { setup: Setup::Start, moves: Vec::new() };
        let steps = [start, self.good_stone(), self.good_stone(), self.equal_stone(), Command::RecentMoves(3)];
        Command::Request(self.remark().into_iter().chain(steps).collect())
    }

    /// A request for the better side of a position with three stones: white's move, or the swap. By its own judgement a
    /// player never gains by two more stones, as the opponent chooses then; but if there is no better side they lose
    /// nothing, and lead away from what the opponent has prepared.
    fn choose_of_three(&mut self, position: Command) -> Command {
        let parameters = self.limits.go_parameters();
        // The stones take time, too.
        let half = |limit: Option<u64>| limit.map(|limit| limit.div_ceil(2));
        let (nodes, movetime, clocks) =
            (half(parameters.nodes), half(parameters.movetime), parameters.clocks.map(half));
        let choice =
            self.go(Purpose::PlayOrSwapUnlessEven(EVEN), GoParameters { nodes, movetime, clocks, ..parameters });
        let steps = [position, choice, self.good_stone(), self.equal_stone(), Command::RecentMoves(2)];
        Command::Request(self.remark().into_iter().chain(steps).collect())
    }

    /// Puts a stone by a glance.
    fn good_stone(&self) -> Command {
        self.go(Purpose::Prepare, GoParameters { depth: Some(1), ..self.limits.go_parameters() })
    }

    /// Puts a stone after which both sides are as equal as can be.
    fn equal_stone(&self) -> Command {
        let parameters = self.limits.go_parameters();
        let depth = Some(parameters.depth.unwrap_or(BALANCING_DEPTH).min(BALANCING_DEPTH));
        self.go(Purpose::Prepare, GoParameters { depth, balanced: true, ..parameters })
    }

    /// `key value`: no answer, and what is not known or not understood is ignored; but a rule below 0 is an error.
    fn info(&mut self, arguments: &str) -> Parsed {
        let mut rest = words(arguments);
        let (Some(key), Some(text)) = (rest.next(), rest.next()) else { return Ok(None) };
        let key = key.to_ascii_lowercase();
        let Some(value) = whole(text) else { return Ok(None) };
        if key == "rule" {
            return self.rule(value).map(Some);
        }
        if self.limits.set(&key, value) {
            return Ok(None);
        }
        let bytes = u64::try_from(value).unwrap_or(0);
        let limit = match key.as_str() {
            "max_memory" if bytes == 0 => MemoryLimit::Process(USUAL_MEMORY),
            "max_memory" => MemoryLimit::Process(bytes),
            "hash_size" => MemoryLimit::Table(bytes.saturating_mul(1 << 10)),
            "thread_num" => return Ok(Some(option("Threads", Some(value.clamp(1, MOST_THREADS).to_string())))),
            _ => return Ok(None),
        };
        self.memory = Some(limit);
        // After START a clock may run, which a larger table would take its time from: that waits for the next game.
        Ok(Some(Command::FitMemory { limit, may_grow: self.size.is_none() }))
    }

    /// The rule by its bits: 1 exactly five, 2 continuous game (which changes no move), 4 renju, 8 caro. What is not known is
    /// played without.
    fn rule(&mut self, bits: i64) -> Result<Command, String> {
        if bits < 0 {
            return Err(format!("INFO rule {bits}, expected a sum of 1, 2, 4 and 8"));
        }
        let is_renju = bits & 4 != 0 || self.is_yixin && bits == 2;
        let name = match (is_renju, bits & 1 != 0) {
            (true, _) => "renju",
            (false, true) => "standard",
            (false, false) => "freestyle",
        };
        let unknown = bits & !7;
        self.remark = (unknown != 0).then(|| format!("rule {unknown} is not supported, this is {name}"));
        Ok(option("Rule", Some(name.into())))
    }
}

fn option(name: &str, value: Option<String>) -> Command {
    Command::SetOption { name: name.into(), value }
}

/// A text that is a whole number and nothing else.
fn whole(text: &str) -> Option<i64> {
    let read: IResult<&str, i64> = all_consuming(number).parse(text);
    read.ok().map(|(_, value)| value)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The commands of the last of these lines.
    fn commands(lines: &[&str]) -> Vec<Command> {
        let mut parser = Parser::default();
        let mut commands = Vec::new();
        for line in lines {
            commands.clear();
            parser.parse(line.as_bytes(), &mut commands);
        }
        commands
    }

    /// The commands of the request in the last of these lines.
    fn request(lines: &[&str]) -> Vec<Command> {
        match commands(lines).as_slice() {
            [Command::Request(commands)] => commands.clone(),
            other => panic!("{lines:?}: {other:?}"),
        }
    }

    fn go(purpose: Purpose, movetime: u64) -> Command {
        let parameters = GoParameters { movetime: Some(movetime), ..GoParameters::default() };
        Command::Go(Box::new(Go { parameters, purpose, ..Go::default() }))
    }

    fn is_refused(lines: &[&str]) -> bool {
        matches!(commands(lines).as_slice(), [Command::Invalid(_)])
    }

    #[test]
    fn a_turn_plays_and_thinks_within_the_limits_said_last() {
        let lines = ["START 15", "INFO timeout_turn 5000", "info TIMEOUT_TURN 321", "turn 7,0"];
        assert_eq!(request(&lines), [Command::Play("h1".into()), go(Purpose::Play, 321)]);
        let start = Command::Position { setup: Setup::Start, moves: Vec::new() };
        assert_eq!(request(&["START 15", "BEGIN"]), [start, go(Purpose::Play, 5000)]);
    }

    #[test]
    fn everything_about_a_board_needs_one() {
        for line in
            ["RESTART", "BEGIN", "TURN 1,1", "PLAY 1,1", "TAKEBACK 1,1", "BOARD", "YXBOARD", "SWAP2BOARD", "YXNBEST 2"]
        {
            assert!(is_refused(&[line]), "{line}");
            assert!(is_refused(&["START 99", line]), "{line}");
            assert!(!is_refused(&["START 9", line]), "{line}");
        }
    }

    #[test]
    fn sizes_are_checked() {
        for size in ["", "4", "23", "-15", "15.0", "15 15", "99999999999999999999", "x"] {
            assert!(is_refused(&[&format!("START {size}")]), "{size}");
        }
        for size in SIZES {
            let commands = request(&[&format!("START {size}")]);
            assert!(commands.contains(&option("BoardSize", Some(size.to_string()))));
            assert_eq!(commands.last(), Some(&Command::Acknowledge));
        }
        assert!(is_refused(&["RECTSTART 15,20"]) && is_refused(&["RECTSTART 15,15"]));
    }

    #[test]
    fn info_never_answers() {
        for line in
            ["INFO", "INFO x", "INFO x 1", "INFO folder /tmp/x y", "INFO evaluate 3,4", "INFO game_type 1", "INFO rule"]
        {
            assert_eq!(commands(&[line]), [], "{line}");
        }
        let set = |line: &str| commands(&[line]);
        let fit = |limit| [Command::FitMemory { limit, may_grow: true }];
        assert_eq!(set("INFO max_memory 83886080"), fit(MemoryLimit::Process(80 << 20)));
        assert_eq!(set("INFO max_memory 0"), fit(MemoryLimit::Process(USUAL_MEMORY)));
        assert_eq!(set("INFO hash_size 2048"), fit(MemoryLimit::Table(2 << 20)));
        assert_eq!(set("INFO hash_size 99999999999999999999").len(), 1);
        assert_eq!(set("INFO thread_num 0"), [option("Threads", Some("1".into()))]);
        assert_eq!(set("INFO thread_num 99999"), [option("Threads", Some("512".into()))]);
    }

    #[test]
    fn memory_named_behind_start_waits_for_the_next_game_unless_it_is_less() {
        let limit = MemoryLimit::Process(1 << 30);
        let lines = ["START 15", "INFO max_memory 1073741824"];
        assert_eq!(commands(&lines), [Command::FitMemory { limit, may_grow: false }]);
        for next in ["RESTART", "START 15"] {
            assert!(request(&[&lines[..], &[next]].concat()).contains(&Command::FitMemory { limit, may_grow: true }));
        }
    }

    #[test]
    fn a_rule_below_zero_is_refused() {
        for rule in ["-1", "-4", "-9999999999999999999999"] {
            assert!(is_refused(&[&format!("INFO rule {rule}")]), "{rule}");
        }
    }

    #[test]
    fn what_yixin_asks_in_vain_is_read_over() {
        let query = ["START 15", "yxquerydatabaseallt", "7,7", "x", ""];
        assert_eq!(commands(&[&query[..], &["8,8"]].concat()), []);
        assert_eq!(commands(&[&query[..], &["done"]].concat()), []);
        assert_eq!(request(&[&query[..], &["DONE", "TURN 1,1"]].concat()).len(), 2);
        assert_eq!(request(&[&query[..], &["TURN 1,1"]].concat()).len(), 2);
        let told = commands(&["START 15", "yxblock"]);
        assert!(matches!(told.as_slice(), [Command::Remark(words)] if words.contains("YXBLOCK")), "{told:?}");
        assert_eq!(commands(&["START 15", "yxblockreset", "DONE"]), [Command::Unknown("DONE".into())]);
    }

    #[test]
    fn rules_are_bits_but_for_yixin() {
        let rule = |bits: i64| commands(&[&format!("INFO rule {bits}")]);
        for (bits, name) in
            [(0, "freestyle"), (1, "standard"), (2, "freestyle"), (3, "standard"), (4, "renju"), (5, "renju")]
        {
            assert_eq!(rule(bits), [option("Rule", Some(name.into()))], "{bits}");
        }
        assert_eq!(commands(&["YXSHOWINFO", "INFO rule 2"]), [option("Rule", Some("renju".into()))]);
        let asked = request(&["START 15", "INFO rule 9", "BEGIN"]);
        assert!(matches!(&asked[0], Command::Remark(words) if words.contains('8')), "{asked:?}");
        assert_eq!(request(&["START 15", "INFO rule 9", "INFO rule 1", "BEGIN"]).len(), 2);
        assert_eq!(request(&["START 15", "INFO rule 9", "BEGIN", "BEGIN"]).len(), 2);
    }

    #[test]
    fn a_list_ends_with_done_or_with_another_command() {
        assert_eq!(commands(&["START 15", "BOARD", "1,1,2"]), []);
        assert_eq!(request(&["START 15", "BOARD", "1,1,2", "done"]).len(), 2);
        assert_eq!(request(&["START 15", "YXBOARD", "1,1,2", "DONE"]).len(), 1);
        let broken_off = commands(&["START 15", "BOARD", "1,1,2", "END"]);
        assert!(matches!(broken_off.as_slice(), [Command::Invalid(_), Command::Quit]), "{broken_off:?}");
        assert!(is_refused(&["START 15", "BOARD", "1,1,2", "x", "", "1,1", "DONE"]));
        assert_eq!(commands(&["DONE"]), [Command::Unknown("DONE".into())]);
    }

    #[test]
    fn swap2_asks_for_stones_or_for_a_choice() {
        let list = |stones: &[&'static str]| [&["START 15", "SWAP2BOARD"], stones, &["DONE"]].concat();
        let chosen = request(&list(&["7,7", "8,7", "9,9"]));
        assert_eq!(chosen.get(1), Some(&go(Purpose::PlayOrSwapUnlessEven(EVEN), 2500)));
        assert_eq!(chosen.last(), Some(&Command::RecentMoves(2)));
        let chosen = request(&list(&["7,7", "8,7", "9,9", "0,0", "1,1"]));
        assert_eq!(chosen.last(), Some(&go(Purpose::PlayOrSwap, 5000)));
        assert_eq!(request(&list(&[])).last(), Some(&Command::RecentMoves(3)));
        assert!(is_refused(&list(&["7,7"])) && is_refused(&list(&["7,7", "8,7", "7,7"])));
    }

    #[test]
    fn many_lines_are_asked_for_once() {
        let lines = |text: &str| request(&["START 15", text]);
        let many = |count: &str| option("MultiPV", Some(count.into()));
        assert_eq!(lines("YXNBEST 3"), [many("3"), go(Purpose::Play, 5000), many("1")]);
        assert_eq!(lines("YXNBEST 9999")[0], many("500"));
        assert!(is_refused(&["START 15", "YXNBEST 0"]) && is_refused(&["START 15", "YXNBEST"]));
    }
}
