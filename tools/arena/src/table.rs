//! The table of a match as text.
//!
//! Must not know: how games are played or counted.

use crate::standings::{EngineStanding, Standings};
use crate::stats::Tally;
use std::fmt::Write;

/// The titles of the columns; the first is to the left, all others to the right.
const TITLES: [&str; 12] =
    ["engine", "games", "win", "draw", "loss", "score", "as x", "as o", "margin", "depth", "knps", "ms/move"];

/// A line for each engine, the best score first, then a line on failures for each engine that had any.
pub fn render(standings: &Standings) -> String {
    let mut engines: Vec<&EngineStanding> = standings.engines().iter().collect();
    engines.sort_by(|one, other| score(&other.all).total_cmp(&score(&one.all)));
    let mut rows = vec![TITLES.map(str::to_string)];
    rows.extend(engines.iter().map(|engine| cells(engine)));
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..TITLES.len()).map(width).collect();
    let mut text = String::new();
    for row in &rows {
        let _ = write!(text, "{:<width$}", row[0], width = widths[0]);
        for (cell, width) in row.iter().zip(&widths).skip(1) {
            let _ = write!(text, "  {cell:>width$}");
        }
        text.push('\n');
    }
    for engine in engines.iter().filter(|engine| !engine.failures.is_empty()) {
        let counts: Vec<String> = engine.failures.iter().map(|(kind, count)| format!("{kind} {count}")).collect();
        let _ = writeln!(text, "{}: games lost by failure: {}", engine.name, counts.join(", "));
    }
    text
}

/// Points of a game on average; a half without games.
fn score(tally: &Tally) -> f64 {
    tally.score().unwrap_or(0.5)
}

/// The cells of an engine's line.
fn cells(engine: &EngineStanding) -> [String; TITLES.len()] {
    let percent = |tally: &Tally| format!("{:.1} %", 100.0 * score(tally));
    let number = |value: Option<f64>, digits: usize| value.map_or("-".into(), |value| format!("{value:.digits$}"));
    [
        engine.name.clone(),
        engine.all.games().to_string(),
        engine.all.wins.to_string(),
        engine.all.draws.to_string(),
        engine.all.losses.to_string(),
        percent(&engine.all),
        percent(&engine.first),
        percent(&engine.second),
        number(engine.mean_margin(), 2),
        number(engine.mean_depth(), 1),
        number(engine.nodes_per_second().map(|nps| nps / 1000.0), 0),
        number(engine.mean_milliseconds(), 2),
    ]
}
