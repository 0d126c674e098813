//! Formats replies as GTP lines.

use super::SharedClocks;
use super::analysis::{hints, info_moves, variation};
use super::board::FORMS;
use super::parameters::parameters;
use super::vertex::{side, vertex};
use crate::dialect::info::info_text;
use crate::dialect::lines;
use crate::dialect::settings::GameName;
use crate::dialect::words::on_one_line;
use crate::engine::options::{DeclarationKind, Options};
use crate::engine::record::WRONG_SIDE;
use crate::engine::{Description, TextLine};
use crate::game::Side;
use crate::score::Score;
use crate::session::{Render, Reply, RequestTag, Style};
use std::fmt::{Result, Write};
use std::time::{Duration, Instant};

/// Shortest interval between two live graphics.
const LIVE_INTERVAL: Duration = Duration::from_millis(250);

/// Renders replies in the Go Text Protocol.
pub struct Renderer {
    clocks: SharedClocks,
    game: GameName,
    /// The request to be answered, until it has been.
    tag: Option<RequestTag>,
    /// The answer so far.
    body: String,
    /// The lines of the running search, best first.
    lines: Vec<TextLine>,
    /// The score of a finished game, and the side to move in it.
    over: Option<(Side, Score)>,
    /// Elapsed time of the search at the last report of an analysis, or live graphics.
    last_report: Option<Duration>,
    /// Whether the answer is an analysis, and its first lines have been sent.
    streaming: bool,
    /// The next live graphics.
    graphics: String,
}

impl Render for Renderer {
    fn write(&mut self, reply: &Reply, _: Style, to: &mut String) -> Result {
        match reply {
            Reply::Tag(tag) => self.begin(tag, to)?,
            Reply::Variant(variant) => self.game = GameName::of_variant(variant.name).unwrap_or_default(),
            Reply::Line(line) => self.line(line, to)?,
            Reply::GameOver { side, score } => self.over = Some((*side, *score)),
            Reply::BestMove { best, .. } => self.found(best.as_deref(), to)?,
            Reply::Board(board) => self.describe(board, to)?,
            Reply::Remark(words) => self.add_line(words),
            Reply::Response(value) => self.parameter(value),
            Reply::Evaluation(terms) => {
                for (name, value) in terms {
                    self.add_line(&format!("{name}: {value}"));
                }
            }
            Reply::Acknowledged => self.succeed(to)?,
            // A line that was too long to be read as a command.
            Reply::Error(why) if self.tag.is_none() => writeln!(to, "? {}\n", on_one_line(why))?,
            Reply::Error(why) => self.fail(&self.reason(why), to)?,
            Reply::Unknown(_) => self.fail("unknown command", to)?,
            // What has no place in an answer is left out.
            Reply::Info(info) => log::debug!("{}", info_text(info)),
            Reply::Identity { .. }
            | Reply::Option(_)
            | Reply::Ready
            | Reply::Swap
            | Reply::PerftMove(..)
            | Reply::Progress(_)
            | Reply::OnlyPass(_)
            | Reply::PerftTotal(_)
            | Reply::BenchPosition { .. }
            | Reply::BenchTotal { .. }
            | Reply::Moves(_)
            | Reply::Book(_)
            | Reply::Proof(_)
            | Reply::Help => {}
        }
        Ok(())
    }

    fn take_stderr(&mut self) -> Option<String> {
        Some(std::mem::take(&mut self.graphics)).filter(|graphics| !graphics.is_empty())
    }
}

impl Renderer {
    pub(super) fn new(clocks: SharedClocks) -> Self {
        Renderer {
            clocks,
            game: GameName::default(),
            tag: None,
            body: String::new(),
            lines: Vec::new(),
            over: None,
            last_report: None,
            streaming: false,
            graphics: String::new(),
        }
    }

    fn begin(&mut self, tag: &RequestTag, to: &mut String) -> Result {
        // Every request gets a response, whatever became of its search.
        self.fail("no answer", to)?;
        self.body.clear();
        self.lines.clear();
        (self.over, self.last_report, self.streaming) = (None, None, false);
        self.tag = Some(tag.clone());
        Ok(())
    }

    fn command(&self) -> &str {
        self.tag.as_ref().map_or("", |tag| &tag.command)
    }

    /// Adds a line to the answer. An empty one would end it.
    fn add_line(&mut self, line: &str) {
        for line in line.lines().filter(|line| !line.is_empty()) {
            self.body.push_str(&format!("{}{line}", if self.body.is_empty() { "" } else { "\n" }));
        }
    }

    fn succeed(&mut self, to: &mut String) -> Result {
        let body = std::mem::take(&mut self.body);
        self.answer('=', &body, to)
    }

    fn fail(&mut self, why: &str, to: &mut String) -> Result {
        self.answer('?', &on_one_line(why), to)
    }

    /// Answers the request, unless that has been done. What is being streamed ends with an empty line.
    fn answer(&mut self, mark: char, body: &str, to: &mut String) -> Result {
        match self.tag.take() {
            None => Ok(()),
            Some(_) if self.streaming => writeln!(to),
            Some(tag) if body.is_empty() => writeln!(to, "{mark}{}\n", tag.id),
            Some(tag) => writeln!(to, "{mark}{} {body}\n", tag.id),
        }
    }

    /// The error as the protocol words it.
    fn reason(&self, why: &str) -> String {
        match self.command() {
            _ if why.starts_with(WRONG_SIDE) => "wrong color".into(),
            "play" | "gogui-play_sequence" => "illegal move".into(),
            "undo" | "gg-undo" => "cannot undo".into(),
            _ => why.into(),
        }
    }

    fn describe(&mut self, board: &Description, to: &mut String) -> Result {
        let Some((_, form)) = FORMS.iter().find(|form| form.0 == self.command()) else { return Ok(()) };
        match form(board, self.game) {
            // A diagram begins with an empty line, so that its rows stand below each other.
            Ok(answer) if answer.starts_with('\n') => self.body = answer,
            Ok(answer) => self.add_line(&answer),
            Err(why) => self.fail(&why, to)?,
        }
        Ok(())
    }

    /// The value of the next option that `quartet-param` lists.
    fn parameter(&mut self, value: &str) {
        let Some(name) = parameters(self.game).nth(self.body.lines().count()) else { return };
        let declared = Options::default().declaration(name).map(|option| option.kind.clone());
        let kind = match declared {
            Some(DeclarationKind::Check { .. }) => "bool".into(),
            Some(DeclarationKind::Combo { values, .. }) => format!("list/{}", values.join("/")),
            _ => "string".into(),
        };
        self.add_line(&format!("[{kind}] {} {value}", name.replace(' ', "_")));
    }

    fn line(&mut self, line: &TextLine, to: &mut String) -> Result {
        if line.rank == 1 {
            self.report(to)?;
        }
        lines::store(line, &mut self.lines);
        Ok(())
    }

    /// Reports the lines of the last iteration, if it is time.
    fn report(&mut self, to: &mut String) -> Result {
        let (Some(tag), Some(best)) = (&self.tag, self.lines.first()) else { return Ok(()) };
        let is_analysis = tag.command.starts_with("lz-");
        let interval = match tag.argument.parse::<u64>() {
            Ok(hundredths) if is_analysis => Duration::from_millis(10 * hundredths),
            _ => LIVE_INTERVAL,
        };
        let elapsed = best.stats.elapsed;
        if self.last_report.is_some_and(|last| elapsed < last + interval) || (!is_analysis && elapsed < interval) {
            return Ok(());
        }
        self.last_report = Some(elapsed);
        if is_analysis {
            self.stream(&info_moves(&self.lines), to)?;
        } else if let Some(side) = side(&tag.argument) {
            self.graphics.push_str(&format!("gogui-gfx:\n{}\n\n", variation(&self.lines, side)));
        }
        Ok(())
    }

    /// Sends a line of an answer that goes on.
    fn stream(&mut self, line: &str, to: &mut String) -> Result {
        if !std::mem::replace(&mut self.streaming, true) {
            let id = self.tag.as_ref().map_or("", |tag| &tag.id);
            writeln!(to, "={id}")?;
        }
        writeln!(to, "{line}")
    }

    /// Answers with the result of a search.
    fn found(&mut self, best: Option<&str>, to: &mut String) -> Result {
        let Some(tag) = &self.tag else { return Ok(()) };
        let asked = side(&tag.argument);
        let mv = match (best, self.over) {
            (Some(best), _) => vertex(best),
            (None, Some((side, score))) if self.game == GameName::Gomoku && score != Score::DRAW => {
                let loser = if score.is_loss() { side } else { side.other() };
                if asked.unwrap_or(side) == loser { "resign".into() } else { "PASS".into() }
            }
            (None, _) => "PASS".into(),
        };
        match self.command() {
            "lz-analyze" | "lz-genmove_analyze" => {
                if !self.lines.is_empty() {
                    self.stream(&info_moves(&self.lines), to)?;
                }
                if self.command() == "lz-genmove_analyze" {
                    self.stream(&format!("play {mv}"), to)?;
                    self.clocks.lock().stop(Instant::now());
                }
            }
            "quartet-hints" => self.add_line(&hints(&self.lines)),
            "quartet-pv" => {
                let first = asked.unwrap_or(Side::X);
                self.add_line(&variation(&self.lines, first));
            }
            _ => {
                self.clocks.lock().stop(Instant::now());
                if self.last_report.is_some() {
                    self.graphics.push_str("gogui-gfx: CLEAR\n");
                }
                self.add_line(&mv);
            }
        }
        self.succeed(to)
    }
}
