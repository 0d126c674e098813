//! Verifies proofs of forced wins using nothing but the rules: tries every legal reply at every node of the defender.
//!
//! One shortcut: after a reply that the proof does not answer, the attacker must make five. A reply removes only the
//! five point that it occupies, so replies elsewhere need not be tried.
//!
//! Independent of: how proofs are found.

use super::proof_tree::{AttackNode, DefenceNode};
use crate::game::Game;
use crate::games::gomoku::rules::board::{Point, Position};
use crate::games::gomoku::rules::fives::FivePoints;
use crate::games::gomoku::rules::game::{Gomoku, is_allowed};
use crate::games::gomoku::rules::notation::write_point;
use crate::search::stop::{Stopped, Watch};

/// Why a proof is not verified.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ProofError {
    /// The verification was stopped.
    Stopped,
    /// The proof fails. The text says after which line, and why.
    Wrong(String),
}

impl From<Stopped> for ProofError {
    fn from(_: Stopped) -> Self {
        ProofError::Stopped
    }
}

impl From<&str> for ProofError {
    fn from(why: &str) -> Self {
        ProofError::Wrong(why.into())
    }
}

/// Verifies a proof that the side to move wins, however long it takes. Returns the plies of the win against the longest
/// defence, or the line after which the proof fails, and why.
pub fn verify(position: &Position, proof: &AttackNode) -> Result<u16, String> {
    verify_win(position, proof, &mut Watch::unlimited()).map_err(|error| match error {
        ProofError::Wrong(why) => why,
        ProofError::Stopped => "the verification was stopped".into(),
    })
}

/// Verifies a proof that the side to move wins. Returns the plies of the win against the longest defence.
pub fn verify_win(position: &Position, proof: &AttackNode, watch: &mut Watch) -> Result<u16, ProofError> {
    Verifier::run(position, watch, |verifier| verifier.attack(proof))
}

/// Verifies a proof that the side to move loses. Returns the plies of the loss with the longest defence.
pub fn verify_loss(position: &Position, proof: &DefenceNode, watch: &mut Watch) -> Result<u16, ProofError> {
    Verifier::run(position, watch, |verifier| verifier.replies(proof))
}

/// A verification in progress.
struct Verifier<'w> {
    position: Position,
    /// The five points of the position.
    fives: FivePoints,
    /// The moves played. After an error it ends where the proof fails.
    line: Vec<Point>,
    watch: &'w mut Watch,
}

impl Verifier<'_> {
    /// Verifies from a position on, and names the line in the error.
    fn run(
        position: &Position,
        watch: &mut Watch,
        verify: impl FnOnce(&mut Verifier<'_>) -> Result<u16, ProofError>,
    ) -> Result<u16, ProofError> {
        if Gomoku::terminal(position).is_some() {
            return Err("the game is over before the first move".into());
        }
        let fives = FivePoints::new(position);
        let mut verifier = Verifier { position: position.clone(), fives, line: Vec::new(), watch };
        verify(&mut verifier).map_err(|error| match error {
            ProofError::Wrong(what) => {
                let moves: Vec<String> = verifier.line.iter().map(|&mv| write_point(mv)).collect();
                ProofError::Wrong(format!("after {}: {what}", moves.join(" ")))
            }
            ProofError::Stopped => error,
        })
    }

    /// Verifies an attack and returns its plies.
    fn attack(&mut self, proof: &AttackNode) -> Result<u16, ProofError> {
        self.watch.tick()?;
        let attacker = self.position.side();
        self.line.push(proof.mv);
        if !Gomoku::is_legal(&self.position, proof.mv) {
            return Err("the attacker's move is not legal".into());
        }
        self.after(proof.mv, |verifier| {
            Ok(if verifier.position.winner() == Some(attacker) { 1 } else { 1 + verifier.replies(&proof.defence)? })
        })
    }

    /// Plays a legal move, which the line ends with already, verifies what follows, and takes the move back.
    fn after(
        &mut self,
        mv: Point,
        verify: impl FnOnce(&mut Self) -> Result<u16, ProofError>,
    ) -> Result<u16, ProofError> {
        let ply = self.position.play(mv);
        let after = self.fives.after(&self.position, mv);
        let before = std::mem::replace(&mut self.fives, after);
        let plies = verify(self)?;
        self.fives = before;
        self.position.take_back(mv, ply);
        self.line.pop();
        Ok(plies)
    }

    /// Verifies all replies of the side to move, and returns the plies of the longest defence.
    fn replies(&mut self, proof: &DefenceNode) -> Result<u16, ProofError> {
        let defender = self.position.side();
        let [fives, own_fives] = [defender.other(), defender].map(|side| self.fives.of(side).to_vec());
        if !self.position.board().empty_points().any(|reply| is_allowed(&self.position, reply)) {
            return Err("the defender has no legal move, the game is drawn".into());
        }
        let mut longest = 1;
        for reply in self.replies_to_try(proof, &fives, &own_fives) {
            let answer = proof.answer(reply);
            let is_five = own_fives.contains(&reply);
            let loses = !is_five && answer.is_none() && fives.iter().any(|&five| five != reply);
            if loses || !is_allowed(&self.position, reply) {
                continue;
            }
            self.line.push(reply);
            if is_five {
                return Err("the defender has made five".into());
            }
            let answer = answer.ok_or("the proof has no answer, and the attacker no five")?;
            longest = longest.max(self.after(reply, |verifier| verifier.attack(answer))?);
        }
        Ok(longest + 1)
    }

    /// All empty points, less those that obviously lose: if the attacker has a five point, a reply that is not listed
    /// and takes no five point of either side loses to it.
    fn replies_to_try(&self, proof: &DefenceNode, fives: &[Point], own_fives: &[Point]) -> Vec<Point> {
        let board = self.position.board();
        if proof.other.is_some() || fives.is_empty() {
            return board.empty_points().collect();
        }
        let listed = proof.replies.iter().map(|(reply, _)| *reply);
        let listed = listed.filter(|&reply| board.contains(reply) && board.stone(reply).is_none());
        let mut replies: Vec<Point> = listed.chain(fives.iter().chain(own_fives).copied()).collect();
        replies.sort_unstable();
        replies.dedup();
        replies
    }
}
