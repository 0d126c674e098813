//! One step being carried out: fresh engine processes, the talk with them, and its transcript.
//!
//! Every wait has a deadline, and all silence is proven by an answer behind it. Must not know: which steps there are.

use super::info::EngineOption;
use crate::fault::{Cancel, FaultKind, Interruption};
use crate::process::{Launch, Process};
use quartet::random::SplitMix64;
use std::collections::VecDeque;
use std::time::{Duration, Instant};

/// What the checks go by.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The engine.
    pub launch: Launch,
    /// How long an answer may take.
    pub patience: Duration,
    /// How long `stop` may take.
    pub stop_limit: Duration,
    /// How long nothing is to be said where something would come at once.
    pub moment: Duration,
    /// Where the random games begin.
    pub seed: u64,
}

/// Why a step was not passed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Stop {
    /// The engine does not do what is demanded.
    Failed(String),
    /// What the step needs is not there.
    Skipped(String),
}

/// What a check gives.
pub type Check<T = ()> = Result<T, Stop>;

/// A failure.
pub fn failed<T>(what: impl Into<String>) -> Check<T> {
    Err(Stop::Failed(what.into()))
}

/// Goes on only if the condition holds.
macro_rules! demand {
    ($condition:expr, $($what:tt)+) => {
        if !$condition {
            return Err($crate::check::trial::Stop::Failed(format!($($what)+)));
        }
    };
}
pub(crate) use demand;

/// Lines of a transcript that are kept, at its begin and at its end.
const KEPT: (usize, usize) = (20, 60);
/// The longest text of a line that is kept, in characters.
const SHOWN: usize = 200;

/// The talk with an engine.
#[derive(Default)]
pub struct Transcript {
    begin: Vec<String>,
    left_out: usize,
    end: VecDeque<String>,
}

impl Transcript {
    fn add(&mut self, since: Duration, mark: &str, text: &str) {
        let mut shown: String = text.chars().take(SHOWN).flat_map(visible).collect();
        if text.chars().nth(SHOWN).is_some() {
            shown.push_str(&format!("… ({} bytes)", text.len()));
        }
        let line = format!("{:>9.1} ms {mark} {shown}", since.as_secs_f64() * 1000.0);
        if self.begin.len() < KEPT.0 {
            return self.begin.push(line);
        }
        if self.end.len() == KEPT.1 {
            self.end.pop_front();
            self.left_out += 1;
        }
        self.end.push_back(line);
    }

    /// All that was kept.
    pub fn lines(&self) -> Vec<String> {
        let gap = (self.left_out > 0).then(|| format!("             … {} lines left out", self.left_out));
        self.begin.iter().cloned().chain(gap).chain(self.end.iter().cloned()).collect()
    }
}

/// A character as it can be shown on one line.
fn visible(c: char) -> Vec<char> {
    if c.is_control() { c.escape_default().collect() } else { vec![c] }
}

/// What an engine says behind the end of its input, and how it ends.
pub struct End {
    /// The rest of its output.
    pub lines: Vec<String>,
    /// Its exit status.
    pub status: Option<i32>,
}

/// One step with one engine in one game.
pub struct Trial<'a> {
    /// What the check goes by.
    pub settings: &'a Settings,
    /// The game.
    pub variant: &'static str,
    /// The options that the engine lists; none if it could not be asked.
    pub options: &'a [EngineOption],
    /// The lots of this step.
    pub random: SplitMix64,
    /// What was measured.
    pub notes: Vec<String>,
    /// The talk.
    pub transcript: Transcript,
    process: Option<Process>,
    begun: Instant,
    sent: Instant,
    cancel: Cancel,
}

impl<'a> Trial<'a> {
    /// A step that has not begun.
    pub fn new(settings: &'a Settings, variant: &'static str, options: &'a [EngineOption], seed: u64) -> Trial<'a> {
        let now = Instant::now();
        Trial {
            settings,
            variant,
            options,
            random: SplitMix64::new(seed),
            notes: Vec::new(),
            transcript: Transcript::default(),
            process: None,
            begun: now,
            sent: now,
            cancel: Cancel::default(),
        }
    }

    /// A fresh process of the engine, in place of the one before.
    pub fn launch(&mut self) -> Check {
        self.launch_with(&[])
    }

    /// The same with more arguments.
    pub fn launch_with(&mut self, arguments: &[&str]) -> Check {
        self.process = None;
        let mut launch = self.settings.launch.clone();
        launch.arguments.extend(arguments.iter().map(|argument| argument.to_string()));
        self.note_down("--", &format!("starts {} {}", launch.program, launch.arguments.join(" ")));
        match Process::launch(&launch, self.settings.patience) {
            Ok(process) => self.process = Some(process),
            Err(error) => return failed(format!("{error:#}")),
        }
        Ok(())
    }

    /// A fresh process with the game of this step selected.
    pub fn start(&mut self) -> Check {
        self.launch()?;
        let variant = self.variant;
        self.ask(&format!("variant {variant}"), &format!("info string variant {variant} "))?;
        Ok(())
    }

    fn note_down(&mut self, mark: &str, text: &str) {
        self.transcript.add(self.begun.elapsed(), mark, text);
    }

    fn process(&mut self) -> Check<&mut Process> {
        self.process.as_mut().ok_or_else(|| Stop::Failed("the engine does not run".into()))
    }

    /// Sends lines, given without the last line break.
    pub fn send(&mut self, lines: &str) -> Check {
        lines.split('\n').for_each(|line| self.note_down(">>", line));
        self.sent = Instant::now();
        let result = self.process()?.send(lines);
        result.map_err(|why| Stop::Failed(format!("'{}' cannot be sent: {why}", cut(lines))))
    }

    /// Sends bytes as they are.
    pub fn send_bytes(&mut self, bytes: &[u8]) -> Check {
        let text = String::from_utf8_lossy(&bytes[..bytes.len().min(4 * SHOWN)]).into_owned();
        self.note_down(">>", &format!("{text} [{} bytes as they are]", bytes.len()));
        self.sent = Instant::now();
        let result = self.process()?.send_bytes(bytes);
        result.map_err(|why| Stop::Failed(format!("'{}' cannot be sent: {why}", cut(&text))))
    }

    /// The next line before the deadline, with the time it took since the last was sent.
    fn receive(&mut self, deadline: Instant) -> Result<(String, Duration), Interruption> {
        let cancel = self.cancel.clone();
        let Some(process) = self.process.as_mut() else { return Err(Interruption::Cancelled) };
        let line = process.receive(deadline, &cancel)?;
        self.note_down("<<", &line.text);
        Ok((line.text, line.arrived.saturating_duration_since(self.sent)))
    }

    /// When patience with what was asked just now is at its end.
    pub fn deadline(&self) -> Instant {
        Instant::now() + self.settings.patience
    }

    /// Lines up to the first that fits, that one included, all before one deadline.
    pub fn until_fits(&mut self, what: &str, fits: impl Fn(&str) -> bool) -> Check<Vec<String>> {
        let deadline = self.deadline();
        let mut lines = Vec::new();
        loop {
            let in_time = Instant::now() < deadline;
            match self.receive(deadline) {
                Ok((line, _)) if in_time => {
                    lines.push(line);
                    if lines.last().is_some_and(|line| fits(line)) {
                        return Ok(lines);
                    }
                }
                Ok(_) => return failed(format!("much is said, but not '{what}'")),
                Err(why) => return failed(format!("waiting for '{what}': {why}")),
            }
        }
    }

    /// Lines up to the first that begins with `head`, that one included.
    pub fn until(&mut self, head: &str) -> Check<Vec<String>> {
        self.until_fits(&format!("{head}…"), |line| line.starts_with(head))
    }

    /// The next line, whatever it is, with the time since the last was sent.
    pub fn timed_line(&mut self) -> Check<(String, Duration)> {
        let deadline = self.deadline();
        self.receive(deadline).map_err(|why| Stop::Failed(format!("waiting for a line: {why}")))
    }

    /// The next line, whatever it is.
    pub fn line(&mut self) -> Check<String> {
        self.timed_line().map(|(line, _)| line)
    }

    /// Sends lines and waits for the answer that begins with `head`; gives that.
    pub fn ask(&mut self, lines: &str, head: &str) -> Check<String> {
        self.send(lines)?;
        Ok(self.until(head)?.pop().unwrap_or_default())
    }

    /// Sends lines to an idle engine: all that is said before it is ready again.
    pub fn answers(&mut self, lines: &str) -> Check<Vec<String>> {
        self.send(&format!("{lines}\nisready"))?;
        let mut said = self.until_fits("readyok", |line| line == "readyok")?;
        said.pop();
        Ok(said)
    }

    /// Sends a line that has exactly one line as its answer.
    pub fn answer(&mut self, line: &str) -> Check<String> {
        let mut said = self.answers(line)?;
        demand!(said.len() == 1, "'{}' is answered by {} lines, expected one", cut(line), said.len());
        Ok(said.remove(0))
    }

    /// Sends lines that must not be answered.
    pub fn silent(&mut self, lines: &str) -> Check {
        let said = self.answers(lines)?;
        let first = said.first().map(String::as_str).unwrap_or_default();
        demand!(said.is_empty(), "'{}' is to be silent, but is answered by '{}'", cut(lines), cut(first));
        Ok(())
    }

    /// Sends lines of which each has one line as its answer: all the answers. In portions small enough for any pipe.
    pub fn answers_each(&mut self, lines: &[String]) -> Check<Vec<String>> {
        let mut all = Vec::new();
        for portion in lines.chunks(50) {
            let said = self.answers(&portion.join("\n"))?;
            demand!(said.len() == portion.len(), "{} answers to {} questions", said.len(), portion.len());
            all.extend(said);
        }
        Ok(all)
    }

    /// Whether nothing is said for a moment, beside the answer to `isready`.
    pub fn quiet(&mut self) -> Check {
        self.silent("")?;
        let deadline = Instant::now() + self.settings.moment;
        match self.receive(deadline) {
            Ok((line, _)) => failed(format!("'{}' comes unbidden", cut(&line))),
            Err(Interruption::Fault(fault)) if fault.kind == FaultKind::Stall => Ok(()),
            Err(why) => failed(why.to_string()),
        }
    }

    /// All that is said until then.
    pub fn lines_until(&mut self, deadline: Instant) -> Check<Vec<String>> {
        let mut lines = Vec::new();
        loop {
            match self.receive(deadline) {
                Ok((line, _)) if Instant::now() < deadline => lines.push(line),
                Ok((line, _)) => {
                    lines.push(line);
                    return Ok(lines);
                }
                Err(Interruption::Fault(fault)) if fault.kind == FaultKind::Stall => return Ok(lines),
                Err(why) => return failed(why.to_string()),
            }
        }
    }

    /// Ends the engine's input and waits for its end.
    pub fn end_of_input(&mut self) -> Check<End> {
        self.note_down("--", "end of input");
        self.process()?.close_input();
        self.end()
    }

    /// Waits for the engine's end.
    pub fn end(&mut self) -> Check<End> {
        let deadline = self.deadline();
        let mut lines = Vec::new();
        loop {
            match self.receive(deadline) {
                Ok((line, _)) if Instant::now() < deadline => lines.push(line),
                Ok(_) => return failed("it goes on and on"),
                Err(Interruption::Fault(fault)) if fault.kind == FaultKind::Disconnect => break,
                Err(why) => return failed(format!("waiting for the end: {why}")),
            }
        }
        match self.exit_status(self.settings.patience) {
            Some(status) => Ok(End { lines, status }),
            None => failed("its output is closed, but it runs on"),
        }
    }

    /// How it ended (no number if by a signal), if it ends before that time is over.
    pub fn exit_status(&mut self, patience: Duration) -> Option<Option<i32>> {
        let status = self.process.as_mut()?.exit_status(patience)?;
        self.note_down("--", &status.to_string());
        Some(status.code())
    }

    /// Takes no more of the engine's output.
    pub fn close_output(&mut self) -> Check {
        self.note_down("--", "its output is closed");
        self.process()?.close_output();
        Ok(())
    }

    /// The option of this name; the step is skipped if there is none.
    pub fn option(&self, name: &str) -> Check<&'a EngineOption> {
        let found = self.options.iter().find(|option| option.name.eq_ignore_ascii_case(name));
        found.ok_or_else(|| Stop::Skipped(format!("it has no option '{name}'")))
    }

    /// The options in list; the step is skipped if there are none.
    pub fn all_options(&self) -> Check<&'a [EngineOption]> {
        match self.options {
            [] => Err(Stop::Skipped("it lists no options".into())),
            options => Ok(options),
        }
    }

    /// Sets an option, which has to be silent.
    pub fn set(&mut self, name: &str, value: impl std::fmt::Display) -> Check {
        self.silent(&format!("setoption name {name} value {value}"))
    }

    /// What an error must not change: the position and what follows from it.
    fn state(&mut self) -> Check<Vec<String>> {
        self.answers("query position\nquery ply\nquery side\nmoves")
    }

    /// Sends a line that is wrong: one error line, nothing changed.
    pub fn refused(&mut self, line: &str) -> Check {
        let before = self.state()?;
        let said = self.answers(line)?;
        let first = said.first().map(String::as_str).unwrap_or("nothing");
        let is_error = said.len() == 1 && is_error(first);
        demand!(is_error, "'{}': {} lines, '{}', expected one error line", cut(line), said.len(), cut(first));
        let after = self.state()?;
        demand!(before == after, "'{}' gives an error, but changes {before:?} to {after:?}", cut(line));
        Ok(())
    }
}

/// Whether a line is that of an error.
pub fn is_error(line: &str) -> bool {
    line.strip_prefix("info string error: ").is_some_and(|text| !text.trim().is_empty())
}

/// A text cut to what a message may repeat.
pub fn cut(text: &str) -> String {
    let mut shown: String = text.chars().take(120).flat_map(visible).collect();
    if text.chars().nth(120).is_some() {
        shown.push('…');
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_transcript_keeps_begin_and_end() {
        let mut transcript = Transcript::default();
        for number in 0..100 {
            transcript.add(Duration::ZERO, ">>", &number.to_string());
        }
        let lines = transcript.lines();
        assert_eq!(lines.len(), KEPT.0 + 1 + KEPT.1);
        assert!(lines[0].ends_with(">> 0") && lines[20].contains("20 lines left out") && lines[80].ends_with(">> 99"));
    }

    #[test]
    fn long_lines_are_cut_and_control_characters_shown() {
        let mut transcript = Transcript::default();
        transcript.add(Duration::ZERO, "<<", &"x".repeat(5000));
        transcript.add(Duration::ZERO, "<<", "a\tb");
        let lines = transcript.lines();
        assert!(lines[0].len() < 300 && lines[0].contains("(5000 bytes)"));
        assert!(lines[1].ends_with("a\\tb"));
    }
}
