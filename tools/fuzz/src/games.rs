//! Random games by the rules of the library, and checks of moves and positions against these.

use crate::broken::{Broken, Invariant};
use crate::random::Random;
use quartet::engine::Setup;
use quartet_rules::{Referee, referee};
use std::collections::BTreeMap;

/// The rules of a game with these options.
pub fn rules(variant: &str, options: &[(&str, &str)]) -> Result<Box<dyn Referee>, Broken> {
    let options: BTreeMap<_, _> = options.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect();
    referee(variant, &options).map_err(|error| Broken::new(Invariant::Rules, format!("{variant} {options:?}: {error}")))
}

/// Plays up to `plies` random moves from the start position, or until the game is over.
pub fn play_random(referee: &mut dyn Referee, plies: usize, random: &mut Random) {
    for _ in 0..plies {
        let moves = referee.legal_moves();
        let Some(mv) = moves.get(random.below(moves.len())) else { return };
        if referee.play(mv).is_err() {
            return;
        }
    }
}

/// Sets a position that an engine has named.
pub fn set_position(referee: &mut dyn Referee, position: &str) -> Result<(), Broken> {
    let set = referee.begin(&Setup::Text(position.into()), &[]);
    set.map_err(|error| Broken::new(Invariant::Rules, format!("position '{position}': {error}")))
}

/// Checks that moves can be played one after the other in a position, and are written as the rules write them.
pub fn check_line(referee: &mut dyn Referee, position: &str, moves: &[String]) -> Result<(), Broken> {
    set_position(referee, position)?;
    for mv in moves {
        let wrong = |why: &str| {
            let line = moves.join(" ");
            Broken::new(Invariant::Rules, format!("move '{mv}' of the line '{line}' in '{position}': {why}"))
        };
        match referee.play(mv) {
            Ok(written) if written == *mv => {}
            Ok(written) => return Err(wrong(&format!("expected it to be written '{written}'"))),
            Err(error) => return Err(wrong(&error.to_string())),
        }
    }
    Ok(())
}
