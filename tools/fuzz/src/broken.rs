//! What can be wrong with a session.

use std::fmt;

/// A requirement of `protocol.md` that an engine can break.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Invariant {
    /// Every request has its answer, and nothing else is said.
    Answers,
    /// Lines have the form that the protocol gives them.
    Form,
    /// Moves are legal, and positions are those of the rules.
    Rules,
    /// A line that is refused, or only asks, changes nothing.
    Unchanged,
    /// The resident memory stays below the limit.
    Memory,
    /// Nothing panics.
    Panic,
    /// There is always progress: an answer comes, and input is read.
    Hang,
    /// The program ends on `quit` and at the end of input, with status 0, and not before.
    Ending,
}

impl fmt::Display for Invariant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Invariant::Answers => "answers",
            Invariant::Form => "form",
            Invariant::Rules => "rules",
            Invariant::Unchanged => "unchanged",
            Invariant::Memory => "memory",
            Invariant::Panic => "panic",
            Invariant::Hang => "hang",
            Invariant::Ending => "ending",
        })
    }
}

/// A requirement that was broken.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Broken {
    /// The requirement.
    pub invariant: Invariant,
    /// What was said, and what was expected.
    pub detail: String,
}

impl Broken {
    /// A broken requirement.
    pub fn new(invariant: Invariant, detail: impl Into<String>) -> Self {
        Broken { invariant, detail: detail.into() }
    }
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.invariant, self.detail)
    }
}

impl std::error::Error for Broken {}
