//! Lines from standard input, read in a separate thread so that signals are handled while waiting; at a terminal with
//! line editing, history and completion.

use super::input_lines::{InputEvent, LONGEST, LineSource, Piped};
use super::signals::{Signals, StopSignal};
use anyhow::{Context as _, Result};
use crossbeam_channel::{Receiver, Sender, bounded, select};
use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{CompletionType, Config, Context, Editor, Helper};
use std::io::{ErrorKind, IsTerminal};
use std::rc::Rc;
use std::sync::Arc;

/// The source of lines from standard input.
pub(super) struct Standard {
    requests: Sender<Request>,
    said: Receiver<Result<InputEvent>>,
    signals: Arc<Signals>,
    /// Whether a requested line has not arrived yet.
    asked: bool,
    is_terminal: bool,
    _settings: Settings,
}

/// A request for a line.
struct Request {
    prompt: String,
    words: Vec<String>,
}

impl Standard {
    /// A source that starts to read when the first line is requested.
    pub(super) fn open(signals: Arc<Signals>) -> Result<Standard> {
        let is_dumb = std::env::var("TERM").is_ok_and(|name| name == "dumb");
        let is_terminal = std::io::stdin().is_terminal() && std::io::stdout().is_terminal() && !is_dumb;
        let settings = Settings { before: is_terminal.then(settings).flatten() };
        let (requests, wanted) = bounded::<Request>(1);
        let (sender, said) = bounded(1);
        let serve = move || {
            let mut lines: Box<dyn LineSource> = match is_terminal.then(Edited::new) {
                Some(Ok(edited)) => Box::new(edited),
                _ => Box::new(Piped::new(std::io::stdin().lock())),
            };
            for Request { prompt, words } in wanted {
                if sender.send(lines.read(&prompt, &words)).is_err() {
                    break;
                }
            }
        };
        // The thread is never joined, since it may wait for a line that never comes.
        std::thread::Builder::new().name("lines".into()).spawn(serve)?;
        Ok(Standard { requests, said, signals, asked: false, is_terminal, _settings: settings })
    }
}

impl LineSource for Standard {
    fn read(&mut self, prompt: &str, words: &[String]) -> Result<InputEvent> {
        if !std::mem::replace(&mut self.asked, true) {
            let request = Request { prompt: prompt.into(), words: words.to_vec() };
            self.requests.send(request).ok().context("no line can be read any more")?;
        }
        select! {
            recv(self.said) -> said => {
                self.asked = false;
                said.context("no line can be read any more")?
            }
            recv(self.signals.arrived()) -> stop => Ok(match stop {
                Ok(StopSignal::Interrupt) if self.is_terminal => InputEvent::Interrupted,
                _ => InputEvent::Signalled,
            }),
        }
    }

    fn is_terminal(&self) -> bool {
        self.is_terminal
    }
}

/// Lines edited at a terminal.
struct Edited {
    editor: Editor<Words, MemHistory>,
}

impl Edited {
    fn new() -> rustyline::Result<Edited> {
        let config = Config::builder().auto_add_history(true).completion_type(CompletionType::List).build();
        let history = MemHistory::with_config(&config);
        Ok(Edited { editor: Editor::with_history(config, history)? })
    }
}

impl LineSource for Edited {
    fn read(&mut self, prompt: &str, words: &[String]) -> Result<InputEvent> {
        self.editor.set_helper(Some(Words(words.into())));
        match self.editor.readline(prompt) {
            Ok(line) if line.len() > LONGEST => Ok(InputEvent::TooLong),
            Ok(line) => Ok(InputEvent::Line(line)),
            Err(ReadlineError::Interrupted) => Ok(InputEvent::Interrupted),
            Err(ReadlineError::Eof) => Ok(InputEvent::EndOfInput),
            Err(ReadlineError::Io(error)) if error.kind() == ErrorKind::InvalidData => Ok(InputEvent::NotText),
            Err(error) => Err(error.into()),
        }
    }

    fn is_terminal(&self) -> bool {
        true
    }
}

/// The candidates for completion.
struct Words(Rc<[String]>);

impl Completer for Words {
    type Candidate = String;

    fn complete(&self, line: &str, at: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        let typed = line.get(..at).unwrap_or_default().to_lowercase();
        Ok((0, self.0.iter().filter(|word| word.starts_with(&typed)).cloned().collect()))
    }
}

impl Hinter for Words {
    type Hint = String;
}
impl Highlighter for Words {}
impl Validator for Words {}
impl Helper for Words {}

/// The settings of the terminal, which are restored at the end because the reading thread may still be editing a line.
struct Settings {
    before: Option<Termios>,
}

#[cfg(unix)]
use rustix::termios::Termios;
#[cfg(not(unix))]
type Termios = ();

#[cfg(unix)]
fn settings() -> Option<Termios> {
    rustix::termios::tcgetattr(std::io::stdin()).ok()
}

#[cfg(not(unix))]
fn settings() -> Option<Termios> {
    None
}

impl Drop for Settings {
    fn drop(&mut self) {
        #[cfg(unix)]
        if let Some(before) = &self.before {
            let _ = rustix::termios::tcsetattr(std::io::stdin(), rustix::termios::OptionalActions::Now, before);
        }
    }
}
