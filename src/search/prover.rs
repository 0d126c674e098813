//! Proofs of forced wins: the proof search at the root, an optional part of a game's expert, and what a proof says of a
//! position.

use super::stop::{Stopped, Watch};
use crate::game::Game;
use crate::score::Score;

/// A root move with a proven score.
#[derive(Clone, Debug)]
pub struct ProvenLine<M> {
    /// The value of the move for the side that makes it, distances counted from the root.
    pub score: Score,
    /// The move and optimal play after it.
    pub pv: Vec<M>,
}

/// What is proven of a position, from the point of view of the side to move. Plies are those to the end of the game
/// against the longest defence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Proven<M> {
    /// The side to move wins.
    Win {
        /// Plies to the win; 0 if the game is over.
        plies: u16,
        /// The move that wins, unless the game is over.
        mv: Option<M>,
        /// The whole proof in the game's notation, if it has one.
        tree: Option<String>,
    },
    /// The side to move loses.
    Loss {
        /// Plies to the loss; 0 if the game is over.
        plies: u16,
        /// The replies that have an answer of their own, longest defence first.
        replies: Vec<RefutedReply<M>>,
        /// All other legal replies, if there are any.
        others: Option<OtherReplies<M>>,
    },
    /// Neither side can win.
    Draw,
}

/// A move that loses.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RefutedReply<M> {
    /// The move.
    pub reply: M,
    /// The opponent's next move.
    pub answer: M,
    /// Plies to the end of the game after the reply.
    pub plies: u16,
}

/// Moves that lose for the same reason.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OtherReplies<M> {
    /// Their number.
    pub count: usize,
    /// Why they lose.
    pub answer: OtherAnswer<M>,
}

/// The opponent's answer to moves that lose for the same reason.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OtherAnswer<M> {
    /// The same move after each of them, and the plies to the end of the game after the reply.
    Move(M, u16),
    /// One of these moves, which win at once: whatever the reply, at least one of them is left.
    AtOnce(Vec<M>),
}

impl<M> Proven<M> {
    /// The same with moves of another type. `convert` gets a move, and the reply before it if that is not a move in the
    /// proven position itself.
    pub fn map<N>(&self, mut convert: impl FnMut(Option<&M>, &M) -> N) -> Proven<N> {
        match self {
            Proven::Win { plies, mv, tree } => {
                let mv = mv.as_ref().map(|mv| convert(None, mv));
                Proven::Win { plies: *plies, mv, tree: tree.clone() }
            }
            Proven::Loss { plies, replies, others } => {
                let refuted = |RefutedReply { reply, answer, plies }: &RefutedReply<M>| {
                    let answer = convert(Some(reply), answer);
                    RefutedReply { reply: convert(None, reply), answer, plies: *plies }
                };
                let replies = replies.iter().map(refuted).collect();
                let others = others.as_ref().map(|OtherReplies { count, answer }| {
                    let answer = match answer {
                        OtherAnswer::Move(mv, plies) => OtherAnswer::Move(convert(None, mv), *plies),
                        OtherAnswer::AtOnce(moves) => {
                            OtherAnswer::AtOnce(moves.iter().map(|mv| convert(None, mv)).collect())
                        }
                    };
                    OtherReplies { count: *count, answer }
                });
                Proven::Loss { plies: *plies, replies, others }
            }
            Proven::Draw => Proven::Draw,
        }
    }
}

/// A game so far: the positions from the first to the current one, and the moves between them.
#[derive(Debug)]
pub struct Played<'a, G: Game> {
    /// One more than moves.
    pub positions: &'a [G::Position],
    /// The moves.
    pub moves: &'a [G::Move],
}

/// A search for forced wins besides alpha-beta, such as proof-number search.
pub trait Prover<G: Game> {
    /// Searches for a forced win at `root` within about `nodes` nodes, or continues an earlier search of the same root.
    /// The score has the distance of the proof found, which need not be the shortest; the line is one of the longest
    /// in the proof.
    fn prove(
        &mut self,
        root: &G::Position,
        nodes: u64,
        watch: &mut Watch,
    ) -> Result<Option<ProvenLine<G::Move>>, Stopped>;
    /// The text of a proof that `root` is won: the best proof found so far, or one found by a short search.
    fn proof_text(&mut self, root: &G::Position) -> Option<String>;
    /// What is proven of the current position of a game that is not over. A proof of an earlier position that the game
    /// has followed holds on; only if there is none, searches for one within about `nodes` nodes. Every proof has been
    /// replayed by the rules alone.
    fn proof(
        &mut self,
        game: &Played<'_, G>,
        nodes: u64,
        watch: &mut Watch,
    ) -> Result<Option<Proven<G::Move>>, Stopped>;
}
