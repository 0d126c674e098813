//! The ladder inside a game: by lot, without search, and at rising depths, all against all from random openings; stronger
//! must come out stronger.

use super::Common;
use super::contest::contest;
use crate::openings::random;
use crate::referee::{Referee, referee};
use crate::settings::EngineSettings;
use crate::table::render;
use anyhow::Result;
use std::collections::BTreeMap;

/// Plies of the random openings.
const OPENING_PLIES: usize = 4;

/// Plays everybody against everybody and prints the table, the strongest first.
pub fn run(variant: &str, depths: &[u32], common: &Common) -> Result<()> {
    let mut referee = referee(variant, &BTreeMap::new())?;
    let openings = random(&mut *referee, OPENING_PLIES, common.games.div_ceil(2) as usize, common.seed)?;
    let standings = contest(players(&*referee, depths, common), &openings, &*referee, common, || {})?;
    print!("{}", render(&standings));
    Ok(())
}

/// Everybody on the ladder, the weakest first as far as is known.
fn players(referee: &dyn Referee, depths: &[u32], common: &Common) -> Vec<EngineSettings> {
    let one_ply: &[&str] = match referee.variant().name {
        "othello" => &["practice", "staged"],
        "gomoku" => &["textbook"],
        _ => &[],
    };
    let personality = |name: &str, depth| common.engine(name, &[("Personality", name)], depth);
    let mut players = vec![personality("random", 1)];
    players.extend(one_ply.iter().map(|name| personality(name, 1)));
    let searching = |depth: &u32| common.engine(&format!("depth {depth}"), &[("Personality", "search")], *depth);
    players.extend(depths.iter().map(searching));
    players
}
