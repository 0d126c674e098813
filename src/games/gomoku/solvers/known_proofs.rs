//! The proofs found so far, and what they say of the position that a game has reached.
//!
//! A proof belongs to the position that it starts from. A game that comes through this position and follows the proof
//! reaches one of its nodes: so the attacker's answers stay those of the proof, whatever the defender plays, and after
//! moves have been taken back.

use super::proof_tree::{AttackNode, DefenceNode};
use super::verify::{ProofError, verify_loss, verify_win};
use crate::game::Game;
use crate::games::gomoku::rules::board::{Point, Position};
use crate::games::gomoku::rules::fives::five_points;
use crate::games::gomoku::rules::game::Gomoku;
use crate::games::gomoku::rules::notation::write_point;
use crate::search::prover::{OtherAnswer, OtherReplies, Played, Proven, RefutedReply};
use crate::search::stop::{Stopped, Watch};

/// The most attacks that are kept, about 15 MiB. If a proof alone has more, it is the only one.
const MAX_ATTACKS: usize = 250_000;

/// A proof, by the side that is to move in its first position.
#[derive(Clone, Debug)]
pub enum Proof {
    /// The side to move wins.
    Win(AttackNode),
    /// The side to move loses.
    Loss(DefenceNode),
}

impl Proof {
    fn attacks(&self) -> usize {
        match self {
            Proof::Win(attack) => attack.attacks(),
            Proof::Loss(defence) => defence.attacks(),
        }
    }

    fn first(&self) -> Node<'_> {
        match self {
            Proof::Win(attack) => Node::Attack(attack),
            Proof::Loss(defence) => Node::Defence(defence),
        }
    }

    /// The node that moves lead to; `None` if the attacker leaves the proof.
    pub fn follow(&self, moves: &[Point]) -> Option<Node<'_>> {
        moves.iter().try_fold(self.first(), |node, &mv| node.after(mv))
    }
}

/// A node of a proof.
#[derive(Clone, Copy)]
pub enum Node<'a> {
    /// The attacker is to move.
    Attack(&'a AttackNode),
    /// The defender is to move.
    Defence(&'a DefenceNode),
    /// The attacker is to move and makes five.
    Five,
}

impl<'a> Node<'a> {
    fn after(self, mv: Point) -> Option<Node<'a>> {
        match self {
            Node::Attack(attack) => (attack.mv == mv).then_some(Node::Defence(&attack.defence)),
            Node::Defence(defence) => Some(defence.answer(mv).map_or(Node::Five, Node::Attack)),
            Node::Five => None,
        }
    }

    /// The plies to the end of the game.
    pub fn plies(self, position: &Position) -> u16 {
        match self {
            Node::Attack(attack) => attack.plies(&mut position.clone()),
            Node::Defence(defence) => defence.plies(&mut position.clone()),
            Node::Five => 1,
        }
    }

    /// The longest line from the node's position to the five, if the attacker is to move.
    pub fn longest_line(self, position: &Position) -> Vec<Point> {
        match self {
            Node::Attack(attack) => attack.longest_line(position),
            Node::Defence(_) => Vec::new(),
            Node::Five => five_points(position, position.side()).into_iter().take(1).collect(),
        }
    }

    /// Replays the proof from the node on by the rules.
    pub fn verify(self, position: &Position, watch: &mut Watch) -> Result<u16, ProofError> {
        match self {
            Node::Attack(attack) => verify_win(position, attack, watch),
            Node::Defence(defence) => verify_loss(position, defence, watch),
            Node::Five if five_points(position, position.side()).is_empty() => Err("there is no five".into()),
            Node::Five => Ok(1),
        }
    }

    /// What the node says of its position, whose game is not over.
    pub fn report(self, position: &Position) -> Option<Proven<Point>> {
        match self {
            Node::Attack(attack) => {
                let mut tree = String::new();
                attack.write(&mut tree);
                Some(Proven::Win { plies: self.plies(position), mv: Some(attack.mv), tree: Some(tree) })
            }
            Node::Five => {
                let five = *five_points(position, position.side()).first()?;
                Some(Proven::Win { plies: 1, mv: Some(five), tree: Some(write_point(five)) })
            }
            Node::Defence(defence) => Some(report_loss(position, defence)),
        }
    }
}

/// What a node with the defender to move says of its position.
fn report_loss(position: &Position, defence: &DefenceNode) -> Proven<Point> {
    let mut legal = Vec::new();
    Gomoku::legal_moves(position, &mut legal);
    let listed = defence.replies.iter().filter(|(reply, _)| legal.contains(reply));
    let mut replies: Vec<_> = listed
        .map(|(reply, attack)| {
            let mut after = position.clone();
            after.play(*reply);
            RefutedReply { reply: *reply, answer: attack.mv, plies: attack.plies(&mut after) }
        })
        .collect();
    replies.sort_by_key(|refuted| std::cmp::Reverse(refuted.plies));
    let count = legal.len() - replies.len();
    let plies_after_others = defence.plies_after_others(&mut position.clone());
    let longest = replies.first().map(|refuted| refuted.plies).max((count > 0).then_some(plies_after_others));
    let others = (count > 0).then(|| OtherReplies {
        count,
        answer: match &defence.other {
            Some(attack) => OtherAnswer::Move(attack.mv, plies_after_others),
            None => OtherAnswer::AtOnce(five_points(position, position.side().other())),
        },
    });
    Proven::Loss { plies: 1 + longest.unwrap_or(0), replies, others }
}

/// A proof and the key of its first position.
struct KnownProof {
    root: u64,
    proof: Proof,
    plies: u16,
    attacks: usize,
    /// Whether it has been replayed by the rules.
    is_verified: bool,
}

impl KnownProof {
    /// The index of the first position of the proof in a game, and the node that the game has reached; `None` if it has
    /// not come through the one or has left the other.
    fn reached(&self, game: &Played<'_, Gomoku>) -> Option<(usize, Node<'_>)> {
        let first = game.positions.iter().rposition(|position| position.key() == self.root)?;
        let node = self.proof.follow(game.moves.get(first..)?)?;
        Some((first, node))
    }

    /// Replays the proof, unless it has no part in the game or has been replayed before.
    fn verify(&mut self, game: &Played<'_, Gomoku>, watch: &mut Watch) -> Result<(), ProofError> {
        if self.is_verified {
            return Ok(());
        }
        let first = self.reached(game).map(|(first, _)| first);
        if let Some(root) = first.and_then(|first| game.positions.get(first)) {
            self.proof.first().verify(root, watch)?;
            self.is_verified = true;
        }
        Ok(())
    }
}

/// The proofs found last.
#[derive(Default)]
pub struct KnownProofs {
    /// The latest one is the last.
    proofs: Vec<KnownProof>,
}

impl KnownProofs {
    /// Forgets all proofs.
    pub fn clear(&mut self) {
        self.proofs.clear();
    }

    /// Keeps a proof for the position `root`, unless a shorter one is known. Drops the oldest ones if there are too
    /// many.
    pub fn add(&mut self, root: &Position, proof: Proof, plies: u16) {
        let (root, attacks) = (root.key(), proof.attacks());
        if self.proofs.iter().any(|known| known.root == root && known.plies <= plies) {
            return;
        }
        self.proofs.retain(|known| known.root != root);
        self.proofs.push(KnownProof { root, proof, plies, attacks, is_verified: false });
        let mut kept: usize = self.proofs.iter().map(|known| known.attacks).sum();
        while kept > MAX_ATTACKS && self.proofs.len() > 1 {
            kept -= self.proofs.remove(0).attacks;
        }
    }

    /// The proof that a position is won.
    pub fn win(&self, root: &Position) -> Option<&AttackNode> {
        self.proofs.iter().find(|known| known.root == root.key()).and_then(|known| match &known.proof {
            Proof::Win(attack) => Some(attack),
            Proof::Loss(_) => None,
        })
    }

    /// What the proofs say of the current position of a game that is not over, the shortest win if there are several.
    /// A proof is replayed by the rules when it is used for the first time; should that fail, it is dropped.
    pub fn current(&mut self, game: &Played<'_, Gomoku>, watch: &mut Watch) -> Result<Option<Proven<Point>>, Stopped> {
        let Some(position) = game.positions.last() else { return Ok(None) };
        let mut index = 0;
        while let Some(known) = self.proofs.get_mut(index) {
            match known.verify(game, watch) {
                Ok(()) => index += 1,
                Err(ProofError::Stopped) => return Err(Stopped),
                Err(ProofError::Wrong(why)) => {
                    log::error!("a proof that was found is wrong: {why}");
                    self.proofs.remove(index);
                }
            }
        }
        let reached = self.proofs.iter().filter_map(|known| known.reached(game));
        let shortest = reached.min_by_key(|(_, node)| node.plies(position));
        Ok(shortest.and_then(|(_, node)| node.report(position)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::gomoku::rules::board::Rule;

    /// A proof with this many attacks, whatever it proves.
    fn proof(attacks: usize) -> Proof {
        let leaf = AttackNode { mv: Point::new(0, 0), defence: DefenceNode::default() };
        Proof::Loss(DefenceNode { replies: vec![(Point::new(0, 1), leaf); attacks], other: None })
    }

    fn board(size: usize) -> Position {
        Position::new(size, Rule::Freestyle)
    }

    fn known(proofs: &KnownProofs) -> Vec<(u64, u16)> {
        proofs.proofs.iter().map(|known| (known.root, known.plies)).collect()
    }

    #[test]
    fn of_a_position_the_shortest_proof_is_kept() {
        let mut proofs = KnownProofs::default();
        for (size, plies) in [(5, 9), (6, 3), (5, 11), (5, 7), (5, 7)] {
            proofs.add(&board(size), proof(1), plies);
        }
        assert_eq!(known(&proofs), [(board(6).key(), 3), (board(5).key(), 7)]);
        proofs.clear();
        assert_eq!(known(&proofs), []);
    }

    #[test]
    fn a_wrong_proof_is_dropped_when_it_is_used() {
        let root = board(9);
        let mut proofs = KnownProofs::default();
        proofs.add(&root, Proof::Win(AttackNode { mv: Point::new(0, 0), defence: DefenceNode::default() }), 1);
        let game = Played { positions: &[root], moves: &[] };
        assert!(matches!(proofs.current(&game, &mut Watch::unlimited()), Ok(None)));
        assert_eq!(known(&proofs), []);
    }

    #[test]
    fn old_proofs_are_dropped_when_there_are_too_many() {
        let mut proofs = KnownProofs::default();
        for (size, attacks) in [(5, MAX_ATTACKS / 2), (6, MAX_ATTACKS / 2), (7, 1)] {
            proofs.add(&board(size), proof(attacks), 2);
        }
        assert_eq!(known(&proofs), [(board(6).key(), 2), (board(7).key(), 2)]);
        proofs.add(&board(8), proof(MAX_ATTACKS + 1), 2);
        assert_eq!(known(&proofs), [(board(8).key(), 2)]);
    }
}
