//! The values of nodes of the proof-number search, and how they are computed from those of the children.

use crate::game::PackedMove;
use crate::games::gomoku::rules::board::Point;

/// A proof or disproof number that stands for infinity.
const INFINITE: u32 = u32::MAX / 2;

/// Proof and disproof number: lower bounds on the number of leaves to be solved before the attacker's win is proven or
/// disproven.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ProofNumbers {
    pub proof: u32,
    pub disproof: u32,
}

impl ProofNumbers {
    /// The numbers of a node that has not been searched.
    const NEW: ProofNumbers = ProofNumbers { proof: 1, disproof: 1 };
    /// The numbers of a proven win of the attacker.
    const PROVEN: ProofNumbers = ProofNumbers { proof: 0, disproof: INFINITE };
    /// The numbers of a node in which the attacker has no win.
    const DISPROVEN: ProofNumbers = ProofNumbers { proof: INFINITE, disproof: 0 };
    /// Thresholds that only a solved node reaches.
    pub(super) const INFINITE: ProofNumbers = ProofNumbers { proof: INFINITE, disproof: INFINITE };

    /// Whether the node is proven or disproven.
    pub(super) fn is_solved(self) -> bool {
        self.proof == 0 || self.disproof == 0
    }

    /// Whether one of the numbers has reached its threshold.
    pub(super) fn reaches(self, thresholds: ProofNumbers) -> bool {
        self.proof >= thresholds.proof || self.disproof >= thresholds.disproof
    }
}

/// What is known of a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Value {
    pub numbers: ProofNumbers,
    /// Plies to the win, if it is proven.
    pub plies: u16,
    /// The attacker's first move of a proven win in a node where the attacker is to move, as packed bits.
    pub mv: u16,
}

impl Value {
    /// The value of a node that has not been searched.
    pub(super) const NEW: Value = Value { numbers: ProofNumbers::NEW, plies: 0, mv: 0 };
    /// The value of a node in which the attacker has no win.
    pub(super) const DISPROVEN: Value = Value { numbers: ProofNumbers::DISPROVEN, plies: 0, mv: 0 };

    /// The value of a proven win.
    pub(super) fn proven(plies: u16, mv: u16) -> Value {
        Value { numbers: ProofNumbers::PROVEN, plies, mv }
    }
}

/// A move from a node, and the value of the node that it leads to.
#[derive(Clone, Copy)]
pub(super) struct Child {
    pub mv: Point,
    pub value: Value,
}

/// The index of the child with the smallest `number`, and the smallest number of the others.
pub(super) fn most_promising(children: &[Child], number: impl Fn(ProofNumbers) -> u32) -> Option<(usize, u32)> {
    let mut best: Option<(usize, u32)> = None;
    let mut second = INFINITE;
    for (index, child) in children.iter().enumerate() {
        let number = number(child.value.numbers);
        match best {
            Some((_, least)) if number >= least => second = second.min(number),
            _ => {
                second = best.map_or(second, |(_, least)| least.min(second));
                best = Some((index, number));
            }
        }
    }
    best.map(|(index, _)| (index, second))
}

/// A threshold a quarter above the number of the second-best child, so that the search does not switch between two
/// children all the time.
pub(super) fn widened(number: u32) -> u32 {
    (number + number / 4 + 1).min(INFINITE)
}

/// The number of children whose `number` is not 0.
pub(super) fn unsolved(children: &[Child], number: impl Fn(ProofNumbers) -> u32) -> u32 {
    children.iter().filter(|child| number(child.value.numbers) > 0).count() as u32
}

/// The weak sum of the children's numbers: the greatest of them, plus one for every other unsolved child.
fn weak_sum(children: &[Child], number: impl Fn(ProofNumbers) -> u32) -> u32 {
    let greatest = children.iter().map(|child| number(child.value.numbers)).max().unwrap_or(0);
    if greatest == 0 || greatest >= INFINITE { greatest } else { greatest + unsolved(children, number) - 1 }
}

/// The value of a node with the attacker to move.
pub(super) fn attacker_value(children: &[Child]) -> Value {
    let proven = children.iter().filter(|child| child.value.numbers.proof == 0);
    if let Some(child) = proven.min_by_key(|child| child.value.plies) {
        return Value::proven(child.value.plies + 1, child.mv.to_bits());
    }
    let proof = children.iter().map(|child| child.value.numbers.proof).min().unwrap_or(INFINITE);
    let disproof = weak_sum(children, |numbers| numbers.disproof);
    Value { numbers: ProofNumbers { proof, disproof }, plies: 0, mv: 0 }
}

/// The value of a node with the defender to move. All replies that are not among `children` lose in `other_plies`
/// plies.
pub(super) fn defender_value(children: &[Child], other_plies: u16) -> Value {
    if children.iter().all(|child| child.value.numbers.proof == 0) {
        let longest = children.iter().map(|child| child.value.plies + 1).max().unwrap_or(0);
        return Value::proven(longest.max(other_plies), 0);
    }
    let disproof = children.iter().map(|child| child.value.numbers.disproof).min().unwrap_or(INFINITE);
    let proof = weak_sum(children, |numbers| numbers.proof);
    Value { numbers: ProofNumbers { proof, disproof }, plies: 0, mv: 0 }
}
