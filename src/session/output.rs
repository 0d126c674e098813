//! The replies of the session, and their output: a dialect renders them, and each is flushed at once.

use super::command::{RequestTag, Style};
use super::debug_log::DebugLog;
use crate::engine::options::OptionDeclaration;
use crate::engine::{Description, Proven, TextLine, VariantInfo};
use crate::game::Side;
use crate::score::Score;
use std::fmt;
use std::io::Write;
use std::time::{Duration, Instant};

/// A reply. A renderer turns it into any number of lines.
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
    Variant(VariantInfo),
    Line(TextLine),
    /// The game is over with this score for the side to move.
    GameOver {
        side: Side,
        score: Score,
    },
    /// The move to play; `None` if there is none.
    BestMove {
        best: Option<String>,
        ponder: Option<String>,
    },
    /// Instead of a move: swap sides.
    Swap,
    /// The replies that follow belong to the request with this tag.
    Tag(RequestTag),
    /// The request has succeeded.
    Acknowledged,
    /// A message for the user of the client.
    Remark(String),
    /// Time and nodes of the running search; `None` if none is running.
    Progress(Option<(Duration, u64)>),
    /// The side to move can only pass, in this position: some notations name a pass by a point that its side occupies.
    OnlyPass(Box<Description>),
    /// Anything to report besides results.
    Info(Info),
    /// A line without a known command.
    Unknown(String),
    /// An error: what is wrong, where, and what was expected.
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
    /// The moves of the current position in the book, best first.
    Book(Vec<TextLine>),
    /// What is proven of the current position; `None` if no proof was found.
    Proof(Option<Proven<String>>),
    /// The terms of the evaluation.
    Evaluation(Vec<(String, i32)>),
    /// The answer to a `query`.
    Response(String),
    Help,
}

/// What a job or an option has to report besides its result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Info {
    /// There is no win within the argument of `go mate`.
    NoMate(u64),
    /// A search for a win goes on, without having found one.
    NoMateYet {
        /// The argument of `go mate`.
        mate: u64,
        /// Time searched.
        time: Duration,
        /// Nodes searched.
        nodes: u64,
    },
    /// The score is proven, but a shorter win may exist.
    ProofNotShortest,
    /// Confidence of the selective endgame search that found the last line, in per cent.
    Confidence(u8),
    /// `go perft` was stopped.
    PerftStopped,
    /// The processor level on which `bench` ran.
    BenchProcessor(&'static str),
    /// `bench` was stopped.
    BenchStopped,
    /// `proof` was stopped.
    ProofStopped,
    /// A line of the report on a solved table.
    SolveLine(String),
    /// The solved table of this variant is proven correct.
    SolveVerified(&'static str),
    /// `solve` was stopped.
    SolveStopped,
    /// An option was set, in debug mode.
    OptionSet {
        /// The option's name.
        name: &'static str,
        /// The new value.
        value: String,
    },
    /// A search starts with these option values, in debug mode.
    SearchStarts {
        /// Value of `Threads`.
        threads: u64,
        /// Value of `Hash`.
        hash: u64,
        /// Value of `MultiPV`.
        lines: u64,
    },
}

/// The sending half of a dialect: replies to text.
pub trait Render {
    /// Appends the lines of a reply, each ended by `\n`. Writing to a string does not fail.
    fn write(&mut self, reply: &Reply, style: Style, to: &mut String) -> fmt::Result;
    /// [`Render::write`] without its result.
    fn render(&mut self, reply: &Reply, style: Style, to: &mut String) {
        let _ = self.write(reply, style, to);
    }
    /// What the last reply has to say on stderr, for clients that read it.
    fn take_stderr(&mut self) -> Option<String> {
        None
    }
}

/// Where replies go, normally stdout, and the debug log.
pub(super) struct Output<'a> {
    sink: &'a mut dyn Write,
    render: &'a mut dyn Render,
    /// The log of option `Debug Log File`.
    pub debug_log: DebugLog,
    /// The style that the last handshake asked for.
    pub style: Style,
    text: String,
    /// Whether the sink can no longer be written.
    pub closed: bool,
    /// Number of errors reported, or that could not be.
    pub errors: u64,
    /// When the last reply was sent.
    pub last_sent: Instant,
}

impl<'a> Output<'a> {
    pub(super) fn new(sink: &'a mut dyn Write, render: &'a mut dyn Render) -> Self {
        Output {
            sink,
            render,
            debug_log: DebugLog::default(),
            style: Style::default(),
            text: String::new(),
            closed: false,
            errors: 0,
            last_sent: Instant::now(),
        }
    }

    /// Sends a reply.
    pub(super) fn send(&mut self, reply: &Reply) {
        if matches!(reply, Reply::Error(_) | Reply::Unknown(_)) {
            self.errors += 1;
        }
        self.text.clear();
        self.render.render(reply, self.style, &mut self.text);
        let written = self.sink.write_all(self.text.as_bytes()).and_then(|()| self.sink.flush());
        if written.is_err() {
            self.closed = true;
            self.errors += 1;
        }
        self.last_sent = Instant::now();
        if let Some(text) = self.render.take_stderr() {
            // Nobody may read it.
            let _ = std::io::stderr().write_all(text.as_bytes());
        }
        let logged = self.text.lines().try_for_each(|line| self.debug_log.write("<<", line.as_bytes()));
        if let Err(error) = logged {
            // The log is closed by now, so that this is reported once.
            self.error(error);
        }
    }

    /// Logs a line of input.
    pub(super) fn log_input(&mut self, line: &[u8]) {
        if let Err(error) = self.debug_log.write(">>", line) {
            self.error(error);
        }
    }

    /// Reports an error.
    pub(super) fn error(&mut self, what: impl Into<String>) {
        self.send(&Reply::Error(what.into()));
    }
}
