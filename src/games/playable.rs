//! The engine's interface to a game, apart from search: options, one-ply players, solved table, calibration.

use super::certificate::Certificate;
use super::one_ply::OnePlyPlayer;
use super::solved_table::SolvedTable;
use crate::game::{Game, Notation, OptionReader, OptionSpec, Symmetric};
use crate::search::expert::Expert;
use crate::wdl::Calibration;
use std::sync::Arc;

/// The position type of a playable game.
pub type PositionOf<P> = <<P as Playable>::Game as Game>::Position;
/// The move type of a playable game.
pub type MoveOf<P> = <<P as Playable>::Game as Game>::Move;
/// The rules type of a playable game.
pub type RulesOf<P> = <<P as Playable>::Game as Game>::Rules;
/// The type of the tables that all experts of a playable game share.
pub type TablesOf<P> = <<P as Playable>::Expert as Expert>::Tables;
/// A function that opens the solved table of a game with the current option values.
pub type OpenTable<P> = fn(Arc<TablesOf<P>>, OptionReader<'_>) -> Box<dyn SolvedTable<<P as Playable>::Game>>;
/// A function that opens the certificate of a game with the current option values; `None` if they turn it off.
pub type OpenCertificate<P> = fn(OptionReader<'_>) -> Option<Box<dyn Certificate<<P as Playable>::Game>>>;
/// A function that verifies a proof text from a position, using nothing but the rules. Returns the number of plies to
/// the win, or a description of the first error.
pub type CheckProof<P> = fn(&PositionOf<P>, &str) -> Result<u16, String>;

/// A game that the engine can play. Implementing types are never instantiated.
pub trait Playable: 'static {
    /// The rules, notation and symmetries.
    type Game: Notation + Symmetric;
    /// The search's interface to the game.
    type Expert: Expert<Game = Self::Game>;

    /// The options of this game.
    const OPTIONS: &'static [OptionSpec] = &[];
    /// The one-ply players, in addition to `random`, which every game has.
    const ONE_PLY_PLAYERS: &'static [OnePlyPlayer<Self::Game>] = &[];
    /// The solved table, which plays as personality `table`, if the game has one.
    const SOLVED_TABLE: Option<OpenTable<Self>> = None;
    /// The certificate, by which the expert's search is answered, if the game has one.
    const CERTIFICATE: Option<OpenCertificate<Self>> = None;
    /// The verifier of proofs, if the expert can [prove](Expert::prover) wins.
    const CHECK_PROOF: Option<CheckProof<Self>> = None;

    /// The expected number of further moves of the side to move, for time management.
    fn moves_to_go(_root: &PositionOf<Self>) -> u32 {
        30
    }
    /// The conversion from the score of a search of `root` to probabilities of win, draw and loss. Its parameters are
    /// fitted to games by `quartet-arena calibrate`.
    fn calibration(_root: &PositionOf<Self>) -> Calibration {
        Calibration::default()
    }
    /// The names and values of the terms of the static evaluation, for the side to move; their sum is the evaluation.
    /// The expert's root must be `position`.
    fn explain(expert: &mut Self::Expert, position: &PositionOf<Self>) -> Vec<(String, i32)> {
        vec![("value".into(), i32::from(expert.evaluate(position).0))]
    }
}
