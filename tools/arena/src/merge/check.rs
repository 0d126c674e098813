//! Whether the games are those of the match, as they are merged.

use super::copy::Lines;
use super::index::Place;
use crate::record::GameRecord;
use crate::verify::{Verification, WrongGame};
use anyhow::Result;
use rayon::prelude::*;

/// The number of games that are verified together.
const BATCH: usize = 1024;

/// Verifies games, given by number and place, and passes those that are right so far to `each` in this order. Returns
/// the others.
pub(super) fn check(
    lines: &mut Lines,
    places: &[(u64, Place)],
    verification: &mut Verification,
    mut each: impl FnMut(&GameRecord),
) -> Result<Vec<WrongGame>> {
    let mut wrong = Vec::new();
    for batch in places.chunks(BATCH) {
        let mut texts = Vec::with_capacity(batch.len());
        lines.copy(batch, |_, line| {
            texts.push(line.to_vec());
            Ok(())
        })?;
        let read: Vec<Result<GameRecord, String>> = texts
            .par_iter()
            .map(|text| serde_json::from_slice(text).map_err(|error| format!("it cannot be read: {error}")))
            .collect();
        let mut games = Vec::with_capacity(batch.len());
        for (at, game) in batch.iter().zip(read) {
            match game {
                Ok(game) => games.push((at, game)),
                Err(what) => wrong.push(lines.wrong_game(at, what)),
            }
        }
        let (places, games): (Vec<_>, Vec<_>) = games.into_iter().unzip();
        for ((at, game), found) in places.into_iter().zip(&games).zip(verification.check(&games)) {
            match found {
                None => each(game),
                Some(what) => wrong.push(lines.wrong_game(at, what)),
            }
        }
    }
    Ok(wrong)
}

/// The games whose openings are not those of the others, once all of them have been verified.
pub(super) fn check_openings(lines: &Lines, places: &[(u64, Place)], verification: Verification) -> Vec<WrongGame> {
    let mut found = verification.finish();
    let wrong = |at: &(u64, Place)| Some(lines.wrong_game(at, found.remove(&at.0)?));
    places.iter().filter_map(wrong).collect()
}
