//! What each legal move is worth: exact where the game is solved, else by a short search of the engine in this process.
//!
//! Must not know: the terminal.

use crate::referee::Referee;
use anyhow::{Context, Result, anyhow};
use crossbeam_channel::unbounded;
use quartet::engine::options::names;
use quartet::engine::{Host, Job, JobEvent, Order, Setup, TextLine, host};
use quartet::score::Score;
use quartet::search::control::StopToken;
use std::collections::BTreeMap;
use std::time::Instant;

/// How long the search may take, in milliseconds.
const TIME: u64 = 1_000;

/// All legal moves with their values for the side to move, best first.
pub fn values(referee: &mut dyn Referee, options: &BTreeMap<String, String>) -> Result<Vec<(String, Score)>> {
    match referee.exact_moves() {
        Some(moves) => Ok(moves),
        None => search(referee, options),
    }
}

fn search(referee: &dyn Referee, options: &BTreeMap<String, String>) -> Result<Vec<(String, Score)>> {
    let mut host = Host::new(host::open).context("no memory for a search")?;
    host.select(referee.variant().name).map_err(|why| anyhow!(why))?;
    for (name, value) in options {
        host.set_option(name, Some(value)).map_err(|why| anyhow!(why))?;
    }
    host.set_option(names::MULTI_PV, Some("500")).map_err(|why| anyhow!(why))?;
    host.engine().set_position(&Setup::Text(referee.position()), &[]).map_err(|why| anyhow!(why))?;
    let (sender, events) = unbounded();
    let emit = Box::new(move |event| drop(sender.send(event)));
    let order = Order { movetime: Some(TIME), ..Order::default() };
    host.start(&Job::Search(order), Instant::now(), StopToken::default(), emit).map_err(|why| anyhow!(why))?;
    let mut depths: BTreeMap<u16, BTreeMap<usize, TextLine>> = BTreeMap::new();
    for event in events.iter().take_while(|event| *event != JobEvent::Done) {
        if let JobEvent::Line(line) = event {
            depths.entry(line.depth).or_default().insert(line.rank, line);
        }
    }
    host.finish();
    // Values of different depths do not compare: the deepest that was finished for all moves.
    let moves = referee.legal_moves().len();
    let whole =
        depths.into_values().rev().find(|lines| lines.len() == moves).context("no depth was finished in time")?;
    Ok(whole.into_values().filter_map(|line| Some((line.pv.into_iter().next()?, line.score))).collect())
}

/// A value in words: `+1.23`, `win 5`, `loss 4` (plies).
pub fn word(score: Score) -> String {
    match score.distance() {
        Some(plies) if score.is_win() => format!("win {plies}"),
        Some(plies) => format!("loss {plies}"),
        None => format!("{:+.2}", f64::from(score.0) / 100.0),
    }
}
