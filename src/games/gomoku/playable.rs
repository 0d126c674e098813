//! Gomoku for the engine: options, the one-ply player, time management, calibration, verification of proofs.

use super::certificate::folder::read_manifest;
use super::certificate::lookup::Lookup;
use super::expert::{CP_PER_LOGIT, GomokuExpert};
use super::one_ply;
use super::rules::board::{Position, Rule};
use super::rules::game::{DEFAULT_SIZE, Gomoku, MIN_SIZE};
use super::rules::lines::MAX_SIZE;
use super::solvers::proof_tree::AttackNode;
use super::solvers::verify::verify;
use crate::game::{OptionKind, OptionReader, OptionSpec};
use crate::games::certificate::{CERTIFICATE, CERTIFICATE_FOLDER, Certificate};
use crate::games::one_ply::OnePlyPlayer;
use crate::games::playable::{CheckProof, OpenCertificate, Playable};
use crate::wdl::Calibration;
use std::path::{Path, PathBuf};

/// The values of option `Rule`.
const RULES: [&str; Rule::ALL.len()] = [Rule::Freestyle.name(), Rule::Standard.name(), Rule::Renju.name()];
/// The folder beside the program that has the certificate if the option names none.
const DEFAULT_CERTIFICATE: &str = "freestyle-15";
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
        OptionSpec { name: CERTIFICATE, kind: OptionKind::Check { default: true } },
        OptionSpec { name: CERTIFICATE_FOLDER, kind: OptionKind::Text { default: "", check: check_folder } },
    ];
    const ONE_PLY_PLAYERS: &'static [OnePlyPlayer<Gomoku>] = &[one_ply::PLAYER];
    const CERTIFICATE: Option<OpenCertificate<Self>> = Some(open_certificate);
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

fn check_folder(folder: &str) -> Result<(), &'static str> {
    match folder.is_empty() || read_manifest(Path::new(folder)).is_ok() {
        true => Ok(()),
        false => Err("a folder with the MANIFEST of a certificate"),
    }
}

/// The certificate in the folder of the options, or beside the program.
fn open_certificate(options: OptionReader<'_>) -> Option<Box<dyn Certificate<Gomoku>>> {
    if options(CERTIFICATE)? != "true" {
        return None;
    }
    let named = options(CERTIFICATE_FOLDER).filter(|folder| !folder.is_empty()).map(PathBuf::from);
    let beside = || Some(std::env::current_exe().ok()?.parent()?.join(DEFAULT_CERTIFICATE));
    Some(Box::new(Lookup::new(named.or_else(beside)?)))
}

/// Parses and verifies a proof; returns the plies of the win.
fn check_proof(root: &Position, text: &str) -> Result<u16, String> {
    let attack = AttackNode::read(text).map_err(|error| error.0)?;
    verify(root, &attack)
}
