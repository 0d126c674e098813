//! Parses input lines into commands.

use super::limits::Limits;
use super::points::{listed, number};
use super::setup::{Kind, List, point};
use super::yixin::{self, Detail, SHOW_DETAIL, Unsupported};
use crate::dialect::words::{shown, word, words};
use crate::engine::memory_limit::MemoryLimit;
use crate::engine::options::{names, spin_range};
use crate::engine::{GoParameters, Setup};
use crate::session::{
    Command, Go, Parse, Protocol, Purpose, RequestTag, Style, Swap2Stage, balancing_commands, swap2_commands,
};
use nom::IResult;
use nom::Parser as _;
use nom::combinator::all_consuming;

/// The variant of the protocol.
const VARIANT: &str = "gomoku";
/// Default of `max_memory` in bytes, as in Gomocup tournaments.
const DEFAULT_MEMORY: u64 = 350 << 20;
/// All commands.
pub const COMMANDS: [&str; 23] = [
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
    "YXSWAP2STEP1",
    "YXSWAP2STEP2",
    "YXSWAP2STEP3",
    "YXBALANCEONE",
    "YXBALANCETWO",
];

/// Whether a word is a command, in any case.
pub fn is_command(word: &str) -> bool {
    COMMANDS.iter().any(|command| command.eq_ignore_ascii_case(word)) || yixin::unsupported(word).is_some()
}

/// Whether a line opens a session of this protocol: a command in capitals with its arguments, or one of Yixin's. A
/// person who types `play` or `info` means something else.
pub fn is_opening(line: &str) -> bool {
    let Ok((arguments, name)) = word(line) else { return false };
    let is_point = || listed(arguments).is_some_and(|point| point.field.is_none());
    match name {
        "START" => whole(arguments).is_some(),
        "RECTSTART" | "TURN" | "PLAY" | "TAKEBACK" => is_point(),
        "INFO" => words(arguments).count() > 1,
        "info" => yixin::is_first_line(arguments),
        "RESTART" | "BEGIN" | "BOARD" | "SWAP2BOARD" | "ABOUT" | "END" => words(arguments).next().is_none(),
        _ => name.get(..2).is_some_and(|head| head.eq_ignore_ascii_case("YX")) && is_command(name),
    }
}

/// Parses the lines of the Gomocup protocol.
#[derive(Default)]
pub struct Parser {
    /// Size of the board, after `START`.
    size: Option<usize>,
    /// The list that is being read.
    list: Option<List>,
    /// Whether a list is being skipped.
    skips_list: bool,
    limits: Limits,
    memory: Option<MemoryLimit>,
    /// The number of threads that was asked for.
    threads: Option<u64>,
    /// A message to send with the next request: no answer to `INFO` is expected.
    remark: Option<String>,
    /// The reports that Yixin-Board has asked for.
    detail: Detail,
    /// Whether the manager is Yixin-Board, which has its own numbers for the rules.
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
            Some(unsupported) => Ok(self.skip(&name, unsupported)),
            None if name == "INFO" => self.info(arguments),
            None => self.command(&name, arguments, text.trim()),
        };
        match parsed {
            Ok(command) => commands.extend(command),
            Err(why) => commands.push(Command::Invalid(why)),
        }
    }
}

/// A command, none, or an error message.
type Parsed = Result<Option<Command>, String>;

impl Parser {
    fn command(&mut self, name: &str, arguments: &str, line: &str) -> Parsed {
        Ok(Some(match name {
            "START" => self.start(arguments)?,
            "RECTSTART" => return Err("rectangular boards are not supported, expected START".into()),
            "RESTART" => {
                self.board()?;
                self.limits.begin_game();
                Command::Request(vec![Command::Variant(VARIANT.into()), self.fit_memory(true), Command::Acknowledge])
            }
            "BEGIN" => {
                self.board()?;
                self.request_move(Command::Position { setup: Setup::Start, moves: Vec::new() })
            }
            "TURN" => {
                let mv = point(arguments, self.board()?)?;
                self.request_move(Command::Play(mv))
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
                // The size of the largest table as the binary logarithm of its KiB.
                let limits = [
                    format!("INFO MAX_THREAD_NUM {}", spin_range(names::THREADS).end()),
                    "INFO MAX_HASH_SIZE 30".into(),
                ];
                Command::Request(limits.map(Command::Remark).into())
            }
            "YXSWAP2STEP1" | "YXSWAP2STEP2" | "YXSWAP2STEP3" => {
                self.board()?;
                return Ok(yixin::swap2_stage(name).map(|(_, stage)| {
                    let tag = RequestTag { command: name.into(), ..RequestTag::default() };
                    self.swap2(vec![Command::Tag(tag)], stage)
                }));
            }
            "YXBALANCEONE" | "YXBALANCETWO" => {
                self.board()?;
                let stones = if name == "YXBALANCEONE" { 1 } else { 2 };
                let steps = balancing_commands(stones, &self.go_parameters());
                Command::Request(self.remark().into_iter().chain(steps).collect())
            }
            "YXHASHCLEAR" => option("Clear Hash", None),
            _ => Command::Unknown(line.into()),
        }))
    }

    /// Ignores an unsupported command and its list.
    fn skip(&mut self, name: &str, unsupported: Unsupported) -> Option<Command> {
        self.skips_list = unsupported.has_list;
        unsupported.is_reported.then(|| Command::Remark(format!("{name} is not supported")))
    }

    /// The size of the board.
    fn board(&self) -> Result<usize, String> {
        self.size.ok_or_else(|| "there is no board, expected START before".into())
    }

    fn start(&mut self, arguments: &str) -> Result<Command, String> {
        let sizes = spin_range("BoardSize");
        let size = arguments.trim().parse().ok().filter(|&size: &usize| sizes.contains(&(size as i64)));
        let size = size.ok_or_else(|| {
            let (least, greatest) = (sizes.start(), sizes.end());
            format!("START '{}', expected a size from {least} to {greatest}", shown(arguments.trim()))
        })?;
        self.size = Some(size);
        self.limits.begin_game();
        Ok(Command::Request(vec![
            option("BoardSize", Some(size.to_string())),
            Command::Variant(VARIANT.into()),
            self.fit_memory(true),
            Command::Acknowledge,
        ]))
    }

    /// Fits threads and table to the memory limit.
    fn fit_memory(&self, may_grow: bool) -> Command {
        let limit = self.memory.unwrap_or(MemoryLimit::Process(DEFAULT_MEMORY));
        Command::FitMemory { limit, threads: self.threads, may_grow }
    }

    /// A request to carry `before` out, and then to move.
    fn request_move(&mut self, before: Command) -> Command {
        let go = self.go(Purpose::ReportAndPlay, GoParameters { in_game: true, ..self.go_parameters() });
        Command::Request(self.remark().into_iter().chain([before, go]).collect())
    }

    /// The search parameters of the next turn.
    fn go_parameters(&self) -> GoParameters {
        GoParameters { with_wdl: self.detail.lines, ..self.limits.go_parameters() }
    }

    fn go(&self, purpose: Purpose, parameters: GoParameters) -> Command {
        Command::Go(Box::new(Go { parameters, purpose, ..Go::default() }))
    }

    /// The message that is due.
    fn remark(&mut self) -> Option<Command> {
        self.remark.take().map(Command::Remark)
    }

    fn best_lines(&mut self, arguments: &str) -> Result<Command, String> {
        self.board()?;
        let lines = whole(arguments).filter(|lines| *lines > 0);
        let lines = lines.ok_or_else(|| format!("YXNBEST '{}', expected a number", shown(arguments.trim())))?;
        let lines = u64::try_from(lines.min(*spin_range(names::MULTI_PV).end())).ok();
        let go = self.go(Purpose::ReportAndPlay, GoParameters { multi_pv: lines, ..self.go_parameters() });
        Ok(Command::Request(self.remark().into_iter().chain([go]).collect()))
    }

    /// Starts a list.
    fn list(&mut self, kind: Kind) -> Parsed {
        self.list = Some(List::new(kind, self.board()?));
        Ok(None)
    }

    /// The command of a complete list.
    fn listed(&mut self, list: &List) -> Result<Command, String> {
        let count = list.count()?;
        let position = Command::Reconstruct { position: list.position(), moves: list.moves() };
        Ok(match (list.kind, count) {
            (Kind::Board, _) => self.request_move(position),
            (Kind::Quiet, _) => Command::Request(vec![position]),
            (Kind::Swap2, 0) => self.swap2(Vec::new(), Swap2Stage::PlaceThree),
            (Kind::Swap2, 3) => self.swap2(vec![position], Swap2Stage::AfterThree),
            (Kind::Swap2, 5) => self.swap2(vec![position], Swap2Stage::AfterFive),
            (Kind::Swap2, _) => return Err(format!("SWAP2BOARD with {count} stones, expected 0, 3 or 5")),
        })
    }

    /// A request that answers a stage of the swap2 opening after the commands `before`.
    fn swap2(&mut self, before: Vec<Command>, stage: Swap2Stage) -> Command {
        let steps = swap2_commands(stage, &self.go_parameters());
        Command::Request(self.remark().into_iter().chain(before).chain(steps).collect())
    }

    /// `INFO key value`. Unknown keys and malformed values are ignored, but a negative rule is an error.
    fn info(&mut self, arguments: &str) -> Parsed {
        let mut rest = words(arguments);
        let (Some(key), Some(text)) = (rest.next(), rest.next()) else { return Ok(None) };
        let key = key.to_ascii_lowercase();
        let Some(value) = whole(text) else { return Ok(None) };
        if key == "rule" {
            return self.rule(value).map(Some);
        }
        if key.eq_ignore_ascii_case(SHOW_DETAIL) {
            self.detail = Detail::of_value(value);
            let tag = RequestTag { command: SHOW_DETAIL.into(), argument: value.to_string(), ..RequestTag::default() };
            return Ok(Some(Command::Tag(tag)));
        }
        if self.limits.set(&key, value) {
            return Ok(None);
        }
        let bytes = u64::try_from(value).unwrap_or(0);
        match key.as_str() {
            "max_memory" if bytes == 0 => self.memory = None,
            "max_memory" => self.memory = Some(MemoryLimit::Process(bytes)),
            "hash_size" => self.memory = Some(MemoryLimit::Table(bytes.saturating_mul(1 << 10))),
            "thread_num" => self.threads = Some(value.clamp(1, *spin_range(names::THREADS).end()).cast_unsigned()),
            _ => return Ok(None),
        }
        // After START a clock may be running: growing the table, which takes time, waits for the next game. Before it,
        // the memory may be limited in a later line.
        Ok(Some(self.fit_memory(self.size.is_none() && key != "thread_num")))
    }

    /// The rule by its bits: 1 exactly five, 2 continuous game (which changes no move), 4 renju, 8 caro. Unsupported
    /// bits are ignored, and reported with the next request.
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

/// Parses a text that is a whole number.
fn whole(text: &str) -> Option<i64> {
    let read: IResult<&str, i64> = all_consuming(number).parse(text);
    read.ok().map(|(_, value)| value)
}

#[cfg(test)]
mod tests;
