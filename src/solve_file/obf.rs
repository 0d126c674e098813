//! Problem files of Othello programs (OBF) and the table of their solutions.
//!
//! A line is `<64 squares> <side>; <move>:<discs>; …`, where everything after the first `;` is optional. `%` begins a
//! comment; empty lines and comment lines are skipped. The game parses the position text, so a file of another game may
//! have any position text without `;` and `%`.

use super::problem::{Correctness, Known, Problem, Solution, Totals};
use crate::engine::{Setup, TextLine};
use crate::score::{Bound, Score};
use crate::whole_number::whole_number;
use std::time::Duration;

/// The filler that such files have in place of missing moves; no game ends with its value.
const FILLER: &str = "--:-127";
/// Number of pv moves in a table row.
const PV_MOVES: usize = 12;

/// Parses the problem in a line, if there is one; the error is a message.
pub fn read_line(line: &str) -> Option<Result<Problem, String>> {
    let line = line.split('%').next().unwrap_or_default();
    let mut fields = line.split(';').map(str::trim).filter(|field| !field.is_empty());
    let setup = Setup::Text(fields.next()?.to_string());
    let values: Result<Vec<_>, _> = fields.filter(|field| *field != FILLER).map(read_value).collect();
    let problem = |values| Problem { options: Vec::new(), setup, moves: Vec::new(), known: Known::Values(values) };
    Some(values.map(problem))
}

/// Parses `<move>:<discs>`; the value in centidiscs.
fn read_value(field: &str) -> Result<(String, Score), String> {
    let read = |(mv, value): (&str, &str)| {
        let value = value.trim();
        let (sign, digits) = match value.strip_prefix('-') {
            Some(digits) => (-1, digits),
            None => (1, value.strip_prefix('+').unwrap_or(value)),
        };
        let discs: i16 = whole_number(digits).filter(|discs| *discs <= 64)?;
        Some((mv.trim().to_string(), Score(100 * sign * discs)))
    };
    let malformed = || {
        let shown: String = field.chars().take(40).flat_map(char::escape_debug).collect();
        format!("'{shown}', expected <move>:<discs>, discs from -64 to 64")
    };
    field.split_once(':').and_then(read).ok_or_else(malformed)
}

/// The headings of the table columns.
pub fn heading() -> String {
    format!(
        "{:>5} {:>5} {:>8} {:>12} {:>14} {:>12}  moves and check",
        "line", "depth", "score", "seconds", "nodes", "nps"
    )
}

/// The table row of the problem in line `number`.
pub fn row(number: usize, solution: &Solution) -> String {
    let Solution { line, time, correctness, .. } = solution;
    let check = match correctness {
        Correctness::Right => "right".to_string(),
        Correctness::WrongScore(best) => format!("WRONG, the file says {}", score(*best, Bound::Exact)),
        Correctness::WrongMove(value) => format!("WRONG, the file gives the move {}", score(*value, Bound::Exact)),
        Correctness::WrongOutcome | Correctness::Missed => "WRONG".to_string(),
        Correctness::Unchecked => "no value in the file".to_string(),
    };
    match line {
        Some(line) => format!("{}  {check}", columns(number, line, *time)),
        None => format!("{number:>5} the game is over"),
    }
}

/// The progress of the problem in line `number` while it is being solved.
pub fn progress(number: usize, line: &TextLine) -> String {
    columns(number, line, line.stats.elapsed)
}

/// The last line of the table.
pub fn total(totals: &Totals) -> String {
    let Totals { solved, wrong, failed, nodes, .. } = *totals;
    let time = totals.time();
    let (seconds, nps) = (time.as_secs_f64(), per_second(nodes, time));
    format!("total {solved} solved, {wrong} wrong, {failed} failed, {seconds:.3} seconds, {nodes} nodes, {nps} nps")
}

fn columns(number: usize, line: &TextLine, time: Duration) -> String {
    let TextLine { depth, score: value, bound, pv, stats, .. } = line;
    let (seconds, nodes, nps) = (time.as_secs_f64(), stats.nodes, per_second(stats.nodes, time));
    let moves: Vec<_> = pv.iter().take(PV_MOVES).map(String::as_str).collect();
    let value = score(*value, *bound);
    format!("{number:>5} {depth:>5} {value:>8} {seconds:>12.3} {nodes:>14} {nps:>12}  {}", moves.join(" "))
}

/// A score in discs, with decimals only if it is heuristic; a proven win or loss with its plies.
fn score(score: Score, bound: Bound) -> String {
    let relation = match bound {
        Bound::Exact => "",
        Bound::Lower => ">=",
        Bound::Upper => "<=",
    };
    match score.distance() {
        Some(plies) if score.is_win() => format!("{relation}win{plies}"),
        Some(plies) => format!("{relation}loss{plies}"),
        None if score.0 % 100 == 0 => format!("{relation}{:+}", score.0 / 100),
        None => format!("{relation}{:+.2}", f64::from(score.0) / 100.0),
    }
}

fn per_second(nodes: u64, time: Duration) -> u64 {
    (nodes as f64 / time.as_secs_f64().max(1e-6)) as u64
}
