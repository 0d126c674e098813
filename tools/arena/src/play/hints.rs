//! What each legal move is worth: exact where the game is solved, else by a short search of the engine in this process.
//!
//! Must not know: the terminal.

use crate::analysis::Analyst;
use crate::referee::Referee;
use anyhow::Result;
use quartet::engine::Order;
use quartet::score::Score;
use std::collections::BTreeMap;

/// How long the search may take, in milliseconds.
const TIME: u64 = 1_000;

/// All legal moves with their values for the side to move, best first.
pub fn values(referee: &mut dyn Referee, options: &BTreeMap<String, String>) -> Result<Vec<(String, Score)>> {
    if let Some(moves) = referee.exact_moves() {
        return Ok(moves);
    }
    let order = Order { movetime: Some(TIME), ..Order::default() };
    let lines = Analyst::new(referee, options)?.search(referee, order, usize::MAX)?;
    Ok(lines.into_iter().filter_map(|line| Some((line.pv.into_iter().next()?, line.score))).collect())
}

/// A value in words: `+1.23`, `win 5`, `loss 4` (plies).
pub fn word(score: Score) -> String {
    match score.distance() {
        Some(plies) if score.is_win() => format!("win {plies}"),
        Some(plies) => format!("loss {plies}"),
        None => format!("{:+.2}", f64::from(score.0) / 100.0),
    }
}
