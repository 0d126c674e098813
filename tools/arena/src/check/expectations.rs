//! Exchanges with an engine whose answers have to take a certain form.

use super::context::TestContext;
use super::info::EngineOption;
use super::step_result::{NotPassed, StepResult, cut, failed, is_error, require};
use crate::fault::{FaultKind, Interruption};
use std::time::Instant;

impl<'a> TestContext<'a> {
    /// Sends lines and waits for a line that begins with `head`, which is returned.
    pub fn request(&mut self, lines: &str, head: &str) -> StepResult<String> {
        self.send(lines)?;
        Ok(self.read_until_prefix(head)?.pop().unwrap_or_default())
    }

    /// Sends lines and `isready` to an idle engine; returns all lines before `readyok`.
    pub fn responses(&mut self, lines: &str) -> StepResult<Vec<String>> {
        self.send(&format!("{lines}\nisready"))?;
        let mut said = self.read_until("readyok", |line| line == "readyok")?;
        said.pop();
        Ok(said)
    }

    /// Sends a line and returns its answer, which has to be a single line.
    pub fn response(&mut self, line: &str) -> StepResult<String> {
        let mut said = self.responses(line)?;
        require!(said.len() == 1, "'{}' is answered by {} lines, expected one", cut(line), said.len());
        Ok(said.remove(0))
    }

    /// Sends lines that must not be answered. An empty text only checks that the engine is silent and ready.
    pub fn expect_silence(&mut self, lines: &str) -> StepResult {
        let said = self.responses(lines)?;
        let first = said.first().map(String::as_str).unwrap_or_default();
        require!(said.is_empty(), "'{}' must not be answered, but the answer is '{}'", cut(lines), cut(first));
        Ok(())
    }

    /// Sends lines each of which is answered by one line; returns the answers. They are sent in portions small enough
    /// for any pipe.
    pub fn responses_to_each(&mut self, lines: &[String]) -> StepResult<Vec<String>> {
        let mut all = Vec::new();
        for portion in lines.chunks(50) {
            let said = self.responses(&portion.join("\n"))?;
            require!(said.len() == portion.len(), "{} answers to {} questions", said.len(), portion.len());
            all.extend(said);
        }
        Ok(all)
    }

    /// Requires that the engine writes nothing for [`Settings::silence`](super::context::Settings::silence), apart
    /// from the answer to `isready`.
    pub fn expect_no_output(&mut self) -> StepResult {
        self.expect_silence("")?;
        let deadline = Instant::now() + self.settings.silence;
        match self.receive(deadline) {
            Ok((line, _)) => failed(format!("'{}' is not an answer to anything", cut(&line))),
            Err(Interruption::Fault(fault)) if fault.kind == FaultKind::Stall => Ok(()),
            Err(why) => failed(why.to_string()),
        }
    }

    /// The option of this name; the step is skipped if there is none.
    pub fn option(&self, name: &str) -> StepResult<&'a EngineOption> {
        let found = self.options.iter().find(|option| option.name.eq_ignore_ascii_case(name));
        found.ok_or_else(|| NotPassed::Skipped(format!("it has no option '{name}'")))
    }

    /// All options; the step is skipped if there are none.
    pub fn all_options(&self) -> StepResult<&'a [EngineOption]> {
        match self.options {
            [] => Err(NotPassed::Skipped("it lists no options".into())),
            options => Ok(options),
        }
    }

    /// Sets an option, which must not be answered.
    pub fn set(&mut self, name: &str, value: impl std::fmt::Display) -> StepResult {
        self.expect_silence(&format!("setoption name {name} value {value}"))
    }

    /// The state that an error must not change: the position, and what follows from it.
    fn state(&mut self) -> StepResult<Vec<String>> {
        self.responses("query position\nquery ply\nquery side\nmoves")
    }

    /// Sends an invalid line; requires exactly one error line and an unchanged state.
    pub fn expect_error(&mut self, line: &str) -> StepResult {
        let before = self.state()?;
        let said = self.responses(line)?;
        let first = said.first().map(String::as_str).unwrap_or("nothing");
        let is_error = said.len() == 1 && is_error(first);
        require!(is_error, "'{}': {} lines, '{}', expected one error line", cut(line), said.len(), cut(first));
        let after = self.state()?;
        require!(before == after, "'{}' gives an error, but changes {before:?} to {after:?}", cut(line));
        Ok(())
    }
}
