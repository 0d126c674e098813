//! The answer to `go`: well-formed lines, legal moves, one `bestmove`.

use super::answers::{Answers, unexpected};
use crate::broken::{Broken, Invariant};
use crate::games::{check_line, rules};
use quartet_arena::check::info::{Info, Value};

/// The largest score of a search, either way.
const LARGEST_SCORE: i64 = 10_000;
/// The largest score of a player that looks one ply ahead.
const LARGEST_OF_ONE_PLY: i64 = 30_000;

/// What is asked before each `go`, in this order: the answers tell which game is searched, and what to expect of it.
pub(super) const CONTEXT: [&str; 10] = [
    "query option UCI_Variant",
    "query option Rule",
    "query option MaxPlies",
    "query option Skill Level",
    "query option Variety",
    "query option Book File",
    "query option Personality",
    "query reason",
    "query position",
    "moves",
];

/// What is known before a search.
pub(super) struct Context<'a> {
    variant: &'a str,
    rule: &'a str,
    max_plies: &'a str,
    position: &'a str,
    /// Legal moves in the notation of the session.
    moves: Vec<&'a str>,
    /// Whether `bestmove` is the first move of the best line.
    is_full_strength: bool,
    /// The largest score in centidiscs or points, either way.
    largest_score: i64,
}

impl<'a> Context<'a> {
    /// Reads the answers to [`CONTEXT`].
    pub(super) fn read(answers: &mut Answers<'a>) -> Result<Self, Broken> {
        let mut response = || answers.response();
        let (variant, rule, max_plies) = (response()?, response()?, response()?);
        let (skill, variety, book, personality) = (response()?, response()?, response()?, response()?);
        let (_reason, position) = (response()?, response()?);
        let moves = answers.after("moves")?.split_whitespace().collect();
        let is_full_strength = skill == "20" && variety == "0" && book.is_empty();
        // The values of one-ply players are those of their weights.
        let largest_score = if personality == "search" { LARGEST_SCORE } else { LARGEST_OF_ONE_PLY };
        Ok(Context { variant, rule, max_plies, position, moves, is_full_strength, largest_score })
    }

    /// Whether the session writes moves as drops, which the rules do not read.
    fn has_drops(&self, mv: &str) -> bool {
        self.moves.iter().chain([&mv]).any(|mv| mv.contains('@')) || (self.variant == "othello" && is_square_twice(mv))
    }

    /// Checks a line of results.
    fn check_info(&self, info: &Info) -> Result<(), Broken> {
        let why = match info.value {
            Value::Cp(value) if value.abs() > self.largest_score => format!("a score of {value}"),
            _ if info.multipv > self.moves.len().max(1) => "more lines than legal moves".into(),
            _ => return self.check_pv(&info.pv),
        };
        Err(Broken::new(Invariant::Form, format!("{why} in '{}'", self.position)))
    }

    fn is_legal(&self, mv: &str) -> bool {
        if self.moves.is_empty() { mv == "(none)" } else { self.moves.contains(&mv) }
    }

    /// Checks a line of play.
    fn check_pv(&self, pv: &[String]) -> Result<(), Broken> {
        let first = pv.first().map_or("", String::as_str);
        if !self.is_legal(first) {
            let why =
                format!("the line '{}' in '{}' begins with a move that is not legal", pv.join(" "), self.position);
            return Err(Broken::new(Invariant::Rules, why));
        }
        if self.has_drops(first) {
            return Ok(());
        }
        let mut referee = rules(self.variant, &[("Rule", self.rule), ("MaxPlies", self.max_plies)])?;
        check_line(&mut *referee, self.position, pv)
    }
}

/// Whether a move is a square twice, as a pass is written among drops.
fn is_square_twice(mv: &str) -> bool {
    mv.len() == 4 && mv.get(..2) == mv.get(2..)
}

/// Checks the answer to a `go` that was not refused, up to its `bestmove`.
pub(super) fn check_search(answers: &mut Answers<'_>, context: &Context<'_>) -> Result<(), Broken> {
    let mut best_line = None;
    let mut is_over = false;
    loop {
        let line = answers.take("a bestmove")?;
        if let Some(rest) = line.strip_prefix("bestmove ") {
            let moves: Vec<&str> = rest.split(" ponder ").collect();
            return check_best(&moves, best_line.as_deref(), is_over, context);
        }
        if line.starts_with("info depth 0 score ") {
            is_over = true;
        } else if let Ok(info) = Info::parse(line) {
            context.check_info(&info)?;
            if info.multipv == 1 {
                best_line = Some(info.pv);
            }
        } else if !is_note(line) {
            return Err(unexpected(line, "a bestmove"));
        }
    }
}

/// Whether a line is one that may come with a search.
fn is_note(line: &str) -> bool {
    let note = line.strip_prefix("info string ").unwrap_or_default();
    ["no mate in ", "proof not shortest", "selectivity "].iter().any(|head| note.starts_with(head))
}

/// Checks a `bestmove` and its ponder move against the best line.
fn check_best(
    moves: &[&str],
    best_line: Option<&[String]>,
    is_over: bool,
    context: &Context<'_>,
) -> Result<(), Broken> {
    let best = moves.first().copied().unwrap_or_default();
    let said = moves.join(" ponder ");
    if !context.is_legal(best) {
        let why = format!("bestmove '{said}' in '{}' is not legal", context.position);
        return Err(Broken::new(Invariant::Rules, why));
    }
    if is_over != context.moves.is_empty() {
        let why = format!("bestmove '{said}' with {} legal moves, game over: {is_over}", context.moves.len());
        return Err(Broken::new(Invariant::Rules, why));
    }
    if is_over {
        return Ok(());
    }
    let Some(line) = best_line else {
        return Err(Broken::new(Invariant::Answers, format!("bestmove '{said}' without an info line before it")));
    };
    if context.is_full_strength && line.first().is_none_or(|first| first != best) {
        let why = format!("bestmove '{said}' after the best line '{}'", line.join(" "));
        return Err(Broken::new(Invariant::Answers, why));
    }
    context.check_pv(&moves.iter().map(|mv| (*mv).to_string()).collect::<Vec<_>>())
}
