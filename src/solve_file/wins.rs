//! Files of gomoku positions to search for forced wins, and of the proofs found.
//!
//! A line is `[rule RULE] [size N] <position>[; <result>[; <proof>]]`. The position is a position text, or the moves
//! from the empty board, with or without spaces; `rule` and `size` set the options `Rule` and `BoardSize`, by default
//! freestyle and 16. The result, for the side to move, is `win`, `win N` (a win in at most N plies is known) or `none`.
//! A proof is in the game's text form. `#` begins a comment; empty lines and comment lines are skipped. Lines are
//! independent of each other, so that files can be concatenated and split in any way.

use super::problem::{Correctness, Known, Problem, Proof, Solution, Totals};
use crate::engine::{Setup, TextLine};
use crate::whole_number::whole_number;
use std::fmt::Write;
use std::time::Duration;

/// Number of pv moves in a table row.
const PV_MOVES: usize = 9;
/// Keywords of a line with the option that each sets and its default value.
const OPTIONS: [(&str, &str, &str); 2] = [("rule", "Rule", "freestyle"), ("size", "BoardSize", "16")];

/// The content of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The position, and whether it is won if that is known.
    pub problem: Problem,
    /// Plies of the known win.
    pub plies: Option<u16>,
    /// The text of a proof.
    pub proof: Option<String>,
}

/// Parses the entry in a line, if there is one; the error is a message.
pub fn read_line(line: &str) -> Option<Result<Entry, String>> {
    let line = line.split('#').next().unwrap_or_default().trim();
    if line.is_empty() {
        return None;
    }
    let mut fields = line.split(';').map(str::trim);
    let position = fields.next().unwrap_or_default();
    let result = fields.next().unwrap_or_default();
    let proof = fields.next().filter(|text| !text.is_empty()).map(str::to_string);
    Some(read_result(result).map(|(known, plies)| Entry { problem: read_position(position, known), plies, proof }))
}

fn read_position(text: &str, known: Known) -> Problem {
    let mut options: Vec<_> = OPTIONS.iter().map(|(_, name, value)| (*name, value.to_string())).collect();
    let mut words = text.split_whitespace().peekable();
    while let Some(index) = words.peek().and_then(|word| OPTIONS.iter().position(|(name, ..)| name == word)) {
        words.next();
        if let Some((_, value)) = options.get_mut(index) {
            *value = words.next().unwrap_or_default().to_string();
        }
    }
    let words: Vec<String> = words.map(str::to_string).collect();
    let (setup, moves) = match words.first() {
        Some(rows) if rows.contains('/') => (Setup::Text(words.join(" ")), Vec::new()),
        _ => (Setup::Start, words),
    };
    Problem { options, setup, moves, known }
}

fn read_result(text: &str) -> Result<(Known, Option<u16>), String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    match words.as_slice() {
        [] => Ok((Known::Nothing, None)),
        ["none"] => Ok((Known::Win(false), None)),
        ["win"] => Ok((Known::Win(true), None)),
        ["win", plies] if whole_number::<u16>(plies).is_some() => Ok((Known::Win(true), whole_number(plies))),
        _ => {
            let shown: String = text.chars().take(40).flat_map(char::escape_debug).collect();
            Err(format!("result '{shown}', expected 'win', 'win PLIES' or 'none'"))
        }
    }
}

/// Whether a line without its end can be the beginning of what [`proof_line`] writes.
pub(super) fn begins_as_proof(line: &[u8]) -> bool {
    const START: &[u8] = b"rule ";
    line.starts_with(START) || START.starts_with(line)
}

/// The line of a proof found for `problem`.
pub fn proof_line(problem: &Problem, proof: &Proof) -> String {
    let rule = problem.options.iter().find(|(name, _)| *name == "Rule").map_or("", |(_, value)| value);
    format!("rule {rule} {}; win {}; {}", proof.position, proof.plies, proof.text)
}

/// The headings of the table columns.
pub fn heading() -> String {
    format!("{:>5} {:>8} {:>12} {:>10}  check, proof and moves", "line", "result", "nodes", "ms")
}

/// The table row of the problem in line `number`.
pub fn row(number: usize, solution: &Solution) -> String {
    let Solution { line, refuted, time, correctness, proof } = solution;
    let check = match correctness {
        Correctness::Right => "right",
        Correctness::Unchecked => "-",
        Correctness::Missed => "missed",
        _ => "WRONG",
    };
    let Some(line) = line else { return format!("{number:>5} the game is over") };
    let proof = proof.as_ref().map_or_else(|| "-".to_string(), |proof| format!("verified {}", proof.plies));
    let moves: Vec<_> = line.pv.iter().take(PV_MOVES).map(String::as_str).collect();
    let moves = if line.score.is_win() { moves.join(" ") } else { String::new() };
    let otherwise = if *refuted { "none" } else { "unknown" };
    format!("{}  {check}  {proof}  {moves}", columns(number, line, *time, otherwise))
}

/// The progress of the problem in line `number` while it is being solved.
pub fn progress(number: usize, line: &TextLine) -> String {
    columns(number, line, line.stats.elapsed, "unknown")
}

/// The columns before the check; `otherwise` is the result to show if there is no win.
fn columns(number: usize, line: &TextLine, time: Duration, otherwise: &str) -> String {
    let plies = line.score.distance().filter(|_| line.score.is_win());
    let result = plies.map_or_else(|| otherwise.to_string(), |plies| format!("win {plies}"));
    format!("{number:>5} {result:>8} {:>12} {:>10.3}", line.stats.nodes, time.as_secs_f64() * 1000.0)
}

/// The last line of the table.
pub fn total(totals: &Totals) -> String {
    let Totals { solved, won, wrong, failed, nodes, .. } = totals;
    let (seconds, median) = (totals.time().as_secs_f64(), totals.median().as_secs_f64() * 1000.0);
    let mut text = format!("total {solved} searched, {won} won, {wrong} wrong, {failed} failed");
    let _ = write!(text, ", {seconds:.3} seconds, median {median:.3} ms, {nodes} nodes");
    text
}
