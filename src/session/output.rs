//! Everything that the session answers, and the way out: a dialect renders, every reply is flushed at once.

use super::command::Style;
use super::journal::Journal;
use crate::engine::options::OptionDeclaration;
use crate::engine::{Announcement, Description, TextLine};
use crate::score::Score;
use std::io::Write;
use std::time::{Duration, Instant};

/// One answer. A renderer makes one or more lines of it.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub enum Reply {
    /// Name, options, end of handshake.
    Identity {
        options: Vec<OptionDeclaration>,
        style: Style,
    },
    /// An option whose listing has changed since the handshake.
    Option(OptionDeclaration),
    Ready,
    Variant(Announcement),
    Line(TextLine),
    /// The game is over with this score.
    Over(Score),
    /// `None`: there is no move.
    BestMove {
        best: Option<String>,
        ponder: Option<String>,
    },
    /// Instead of a move: the sides shall be swapped.
    Swap,
    /// All went well.
    Done,
    /// Words for the client's user.
    Remark(String),
    /// What a search or an option has to say beside its result.
    Text(String),
    /// A line without a known command.
    Unknown(String),
    /// Something was wrong: what, where, what was expected.
    Error(String),
    PerftMove(String, u64),
    PerftTotal(u64),
    BenchPosition {
        variant: &'static str,
        position: String,
        nodes: u64,
    },
    BenchTotal {
        nodes: u64,
        time: Duration,
    },
    Board(Box<Description>),
    Moves(Vec<String>),
    /// The terms of the evaluation.
    Evaluation(Vec<(String, i32)>),
    /// The answer to a `query`.
    Response(String),
    Help,
}

/// The sending half of a dialect: replies to text.
pub trait Render {
    /// Appends the lines of a reply, each ended by `\n`.
    fn render(&mut self, reply: &Reply, style: Style, text: &mut String);
}

/// Stdout, or whatever stands for it, with its mirror.
pub struct Output<'a> {
    sink: &'a mut dyn Write,
    render: &'a mut dyn Render,
    /// The mirror of option `Debug Log File`.
    pub journal: Journal,
    /// The last handshake's wishes.
    pub style: Style,
    text: String,
    /// Nobody listens any more.
    pub closed: bool,
    /// How many errors were reported.
    pub errors: u64,
    /// When the client was last told anything.
    pub said_at: Instant,
}

impl<'a> Output<'a> {
    pub(super) fn new(sink: &'a mut dyn Write, render: &'a mut dyn Render) -> Self {
        Output {
            sink,
            render,
            journal: Journal::default(),
            style: Style::default(),
            text: String::new(),
            closed: false,
            errors: 0,
            said_at: Instant::now(),
        }
    }

    /// Sends a reply.
    pub fn say(&mut self, reply: &Reply) {
        if matches!(reply, Reply::Error(_) | Reply::Unknown(_)) {
            self.errors += 1;
        }
        self.text.clear();
        self.render.render(reply, self.style, &mut self.text);
        let written = self.sink.write_all(self.text.as_bytes()).and_then(|()| self.sink.flush());
        self.closed |= written.is_err();
        self.said_at = Instant::now();
        let noted = self.text.lines().try_for_each(|line| self.journal.note("<<", line.as_bytes()));
        if let Err(error) = noted {
            // The journal is closed by now, so that this is said once.
            self.error(error);
        }
    }

    /// Mirrors a line of input.
    pub fn mirror_input(&mut self, line: &[u8]) {
        if let Err(error) = self.journal.note(">>", line) {
            self.error(error);
        }
    }

    /// Reports an error.
    pub fn error(&mut self, what: impl Into<String>) {
        self.say(&Reply::Error(what.into()));
    }
}
