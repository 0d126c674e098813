//! What a search is asked to do.

use super::expert::{Expert, Mv, Pos};
use crate::game::Game;

/// The greatest depth of an iteration in plies; drafts cannot represent more.
pub const MAX_DEPTH: u8 = 127;

/// A position to search and what is asked about it.
#[derive(Clone, Debug)]
pub struct SearchRequest<E: Expert> {
    /// The positions of the game, from the one given to the root, both included; never empty.
    pub positions: Vec<Pos<E>>,
    /// Plies after which a cyclic game is drawn; 0 for no limit.
    pub max_plies: u32,
    /// The root moves to consider; empty for all.
    pub moves: Vec<Mv<E>>,
    /// Number of best lines to find.
    pub multi_pv: usize,
    /// Maximum depth of an iteration in plies.
    pub depth: u8,
    /// Look only for a win within this many plies.
    pub mate_plies: Option<u16>,
    /// In exact iterations, find out who wins and not by how much.
    pub outcome_only: bool,
    /// Allow heuristic pruning and reductions; without them, every depth is searched in full.
    pub selective: bool,
    /// Report as the score of a search to a horizon the mean of its iteration and the one before.
    pub mean_scores: bool,
}

impl<E: Expert> SearchRequest<E> {
    /// A request for the best line of a position without a history, searched selectively to at most `depth` plies.
    pub fn new(position: Pos<E>, depth: u8) -> Self {
        SearchRequest {
            positions: vec![position],
            max_plies: 0,
            moves: Vec::new(),
            multi_pv: 1,
            depth: depth.clamp(1, MAX_DEPTH),
            mate_plies: None,
            outcome_only: false,
            selective: true,
            mean_scores: false,
        }
    }

    /// The legal moves at the root that the request names, or all of them if it names none, in the order of
    /// [`Game::legal_moves`].
    pub fn root_moves(&self) -> Vec<Mv<E>> {
        let mut moves = Vec::new();
        if let Some(root) = self.positions.last() {
            E::Game::legal_moves(root, &mut moves);
        }
        moves.retain(|mv| self.moves.is_empty() || self.moves.contains(mv));
        moves
    }
}
