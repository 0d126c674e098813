//! What the engine asks about a game besides the search of a position.
//!
//! Must not know: any particular game, the engine.

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
/// The tables that the experts of a playable game share.
pub type TablesOf<P> = <<P as Playable>::Expert as Expert>::Tables;
/// Opens the solved table of a game with the current option values.
pub type OpenTable<P> = fn(Arc<TablesOf<P>>, OptionReader<'_>) -> Box<dyn SolvedTable<<P as Playable>::Game>>;
/// Replays the text of a proof from a position by the rules alone; returns the plies of the win, or says where the
/// proof fails.
pub type CheckProof<P> = fn(&PositionOf<P>, &str) -> Result<u16, String>;

/// A game that the engine can play: its rules, its expert, and what players and users want to know besides.
///
/// A type that implements it is never instantiated.
pub trait Playable: 'static {
    /// The rules, notation and symmetries.
    type Game: Notation + Symmetric;
    /// What a search asks.
    type Expert: Expert<Game = Self::Game>;

    /// Options that belong to this game.
    const OPTIONS: &'static [OptionSpec] = &[];
    /// One-ply players, besides `random`, which every game has.
    const ONE_PLY_PLAYERS: &'static [OnePlyPlayer<Self::Game>] = &[];
    /// The solved table, if the game has one (personality `table`).
    const SOLVED_TABLE: Option<OpenTable<Self>> = None;
    /// The check of proofs, if its expert can [prove](Expert::prover) wins.
    const CHECK_PROOF: Option<CheckProof<Self>> = None;

    /// The number of moves that the side to move is likely to make in the rest of the game, for time management.
    fn moves_to_go(_root: &PositionOf<Self>) -> u32 {
        30
    }
    /// The relation between the score of a search of `root` and the probabilities of win, draw and loss. The constants
    /// are fitted to games by `quartet-arena calibrate`.
    fn calibration(_root: &PositionOf<Self>) -> Calibration {
        Calibration::default()
    }
    /// The terms of the static evaluation, for the side to move; they add up to it. The position is the expert's root.
    fn explain(expert: &mut Self::Expert, position: &PositionOf<Self>) -> Vec<(String, i32)> {
        vec![("value".into(), i32::from(expert.evaluate(position).0))]
    }
}
