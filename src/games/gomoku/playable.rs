//! Gomoku for the engine: options, the one-ply player, time management, calibration, verification of proofs.

use super::expert::{CP_PER_LOGIT, GomokuExpert};
use super::one_ply;
use super::rules::board::{Position, Rule};
use super::rules::game::{DEFAULT_SIZE, Gomoku, MIN_SIZE};
use super::rules::lines::MAX_SIZE;
use super::solvers::proof_tree::AttackNode;
use super::solvers::verify::verify;
use crate::game::{OptionKind, OptionSpec};
use crate::games::one_ply::OnePlyPlayer;
use crate::games::playable::{CheckProof, Playable};
use crate::wdl::Calibration;

/// The values of option `Rule`.
const RULES: [&str; Rule::ALL.len()] = [Rule::Freestyle.name(), Rule::Standard.name(), Rule::Renju.name()];
/// The number of moves of each side in a long game, for time management.
const MOVES_OF_LONG_GAME: u32 = 35;

impl Playable for Gomoku {
    type Game = Gomoku;
    type Expert = GomokuExpert;

    const OPTIONS: &'static [OptionSpec] = &[
        OptionSpec {
            name: "BoardSize",
            kind: OptionKind::Spin { default: DEFAULT_SIZE as i64, min: MIN_SIZE as i64, max: MAX_SIZE as i64 },
        },
        OptionSpec { name: "Rule", kind: OptionKind::Combo { default: Rule::Freestyle.name(), values: &RULES } },
    ];
    const ONE_PLY_PLAYERS: &'static [OnePlyPlayer<Gomoku>] = &[one_ply::PLAYER];
    const CHECK_PROOF: Option<CheckProof<Self>> = Some(check_proof);

    fn moves_to_go(root: &Position) -> u32 {
        let played = root.stones() as u32 / 2;
        MOVES_OF_LONG_GAME.saturating_sub(played).max(10).min(root.empties() as u32 / 2 + 1)
    }

    fn calibration(_root: &Position) -> Calibration {
        Calibration { spread: CP_PER_LOGIT, draw: 0.0 }
    }

    fn explain(expert: &mut GomokuExpert, position: &Position) -> Vec<(String, i32)> {
        expert.terms(position).map(|(name, value)| (name.to_string(), value)).into()
    }
}

/// Parses and verifies a proof; returns the plies of the win.
fn check_proof(root: &Position, text: &str) -> Result<u16, String> {
    let attack = AttackNode::read(text).map_err(|error| error.0)?;
    verify(root, &attack)
}
