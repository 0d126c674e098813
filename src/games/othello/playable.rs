//! Othello for the engine: options, one-ply players, time management, calibration, evaluation terms.

use super::expert::OthelloExpert;
use super::one_ply::{PLAYERS, WEIGHTS_OPTION};
use super::rules::{Othello, Position};
use crate::game::OptionSpec;
use crate::games::one_ply::OnePlyPlayer;
use crate::games::playable::Playable;
use crate::wdl::Calibration;

/// The score in centidiscs that multiplies the odds of winning by e, on a full board. Fitted, with
/// [`CP_PER_LOGIT_PER_EMPTY`], by `quartet-arena calibrate` to 600 self-play games of network 6 at 20,000 nodes a move,
/// from random openings of 8 plies.
const CP_PER_LOGIT: f64 = 183.9;
/// What each empty square adds to [`CP_PER_LOGIT`], in centidiscs.
const CP_PER_LOGIT_PER_EMPTY: f64 = 2.53;

impl Playable for Othello {
    type Game = Othello;
    type Expert = OthelloExpert;

    const OPTIONS: &'static [OptionSpec] = &[WEIGHTS_OPTION];
    const ONE_PLY_PLAYERS: &'static [OnePlyPlayer<Othello>] = &PLAYERS;

    fn moves_to_go(root: &Position) -> u32 {
        // The last 12 squares are solved almost instantly.
        (root.empties().saturating_sub(12) / 2).max(2)
    }

    fn calibration(root: &Position) -> Calibration {
        // A win is as likely as not at a score of one disc.
        Calibration { spread: CP_PER_LOGIT + CP_PER_LOGIT_PER_EMPTY * f64::from(root.empties()), draw: 100.0 }
    }

    fn explain(expert: &mut OthelloExpert, position: &Position) -> Vec<(String, i32)> {
        expert.evaluator.explain(position)
    }
}
