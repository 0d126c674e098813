//! Othello as the engine sees it: options, one-ply players, calibration, the terms of the evaluation.
//!
//! Must not know: the engine.

use super::expert::OthelloExpert;
use super::one_ply::{PLAYERS, WEIGHTS_OPTION};
use super::rules::{Othello, Position};
use crate::game::OptionSpec;
use crate::games::one_ply::OnePlyPlayer;
use crate::games::playable::Playable;
use crate::wdl::Calibration;

/// Centidiscs that make the odds of winning e times as good, at the end and for each empty square before it. Fitted by
/// `quartet-arena calibrate` to 600 games of network 6 against itself, of 20,000 nodes a move from random openings of 8
/// plies.
const SPREAD: f64 = 183.9;
const SPREAD_BY_EMPTIES: f64 = 2.53;

impl Playable for Othello {
    type Game = Othello;
    type Expert = OthelloExpert;

    const OPTIONS: &'static [OptionSpec] = &[WEIGHTS_OPTION];
    const ONE_PLY_PLAYERS: &'static [OnePlyPlayer<Othello>] = &PLAYERS;

    fn moves_to_go(root: &Position) -> u32 {
        // The last dozen squares are solved in no time.
        (root.empties().saturating_sub(12) / 2).max(2)
    }

    fn calibration(root: &Position) -> Calibration {
        // A draw lies within a disc of even.
        Calibration { spread: SPREAD + SPREAD_BY_EMPTIES * f64::from(root.empties()), draw: 100.0 }
    }

    fn explain(expert: &mut OthelloExpert, position: &Position) -> Vec<(String, i32)> {
        expert.evaluator.explain(position)
    }
}
