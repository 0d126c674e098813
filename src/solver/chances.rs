//! How likely a fallible opponent goes wrong: value iteration over the whole graph of a solved game.
//!
//! Two players meet. One never gives up the exact value of a position, plays the fastest win and the slowest loss, and is
//! otherwise free; the other one is [`Fallible`]. A position is worth the discounted chance that the first one wins:
//! [`DISCOUNT`] to the power of the plies until then, expected over the errors of the other one, with the best
//! choice among the free moves. Without a discount every drawn position of a game without end would be won some day; with
//! it the chance of an early error counts. Once a position is won, the plies to the end are those of the table.
//!
//! The idea, a "winning chance" for the moves that keep a draw, is that of the solving paper of the L-Game; the model and the
//! iteration (Bellman 1957) are ours.
//! Must not know: any particular game, what the chances are used for.

use super::{Indexed, Values};
use crate::game::Side;
use crate::score::Score;

/// What a ply costs. A win two plies later counts 2 % less.
const DISCOUNT: f32 = 0.99;
/// The iteration ends when no chance changes by more than this.
const PRECISION: f32 = 1e-6;

/// A player who overlooks what is further away than some plies.
///
/// It sees every win and loss within its depth, exactly, takes the fastest win and the slowest loss among those it sees, and
/// chooses among all moves that look alike each with the same probability.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fallible {
    /// Plies that it sees, its own move included; with 0 it moves by lot.
    pub depth: u16,
}

impl Fallible {
    /// What a position or move of this exact value looks like.
    pub fn sees(self, score: Score) -> Score {
        let far = score.distance().is_none_or(|distance| distance > self.depth);
        if far { Score::DRAW } else { score }
    }
}

/// For every position with the fallible player to move the chance of the other one.
pub struct Chances(Vec<f32>);

impl Chances {
    /// The discounted chance to win, 0 to 1, of the player who has moved to the position with this index, if the one to
    /// move is fallible.
    pub fn after_move_to(&self, index: usize) -> f32 {
        self.0[index]
    }
}

/// The chances in every position of a game against a fallible player.
pub fn chances<G: Indexed>(values: &Values, opponent: Fallible) -> Chances {
    let classes = Classes::new::<G>();
    let graph = Graph::new::<G>(values, opponent, &classes);
    let mut sure = [1.0; 256];
    (1..sure.len()).for_each(|plies| sure[plies] = sure[plies - 1] * DISCOUNT);
    // Who has won for certain keeps that value; all others begin without a chance.
    let worth = |score: Score| score.distance().filter(|_| score.is_win()).map_or(0.0, |plies| sure[usize::from(plies)]);
    let scores = || classes.members.iter().map(|&index| values.score(Side::X, index));
    let mut own: Vec<f32> = scores().map(worth).collect();
    let mut other: Vec<f32> = scores().map(|score| worth(-score)).collect();
    for layer in classes.layers::<G>() {
        let mut change = f32::INFINITY;
        while change > PRECISION {
            change = 0.0;
            for class in layer.clone() {
                if let Some(best) = graph.keeping.of(class).iter().map(|&next| other[next as usize]).reduce(f32::max) {
                    change = change.max(replace(&mut own[class], DISCOUNT * best));
                }
                let replies = graph.replies.of(class);
                if !replies.is_empty() {
                    let sum: f32 = replies.iter().map(|&next| own[next as usize]).sum();
                    change = change.max(replace(&mut other[class], DISCOUNT * sum / replies.len() as f32));
                }
            }
        }
    }
    Chances(classes.of.iter().map(|&class| other[class as usize]).collect())
}

/// Stores a value and says by how much it differs from the old one.
fn replace(place: &mut f32, value: f32) -> f32 {
    (std::mem::replace(place, value) - value).abs()
}

/// Positions that are images of each other have the same chances; one of each class is enough.
struct Classes {
    /// The class of every position.
    of: Vec<u32>,
    /// The least index of every class, rising.
    members: Vec<usize>,
}

impl Classes {
    fn new<G: Indexed>() -> Self {
        const NONE: u32 = u32::MAX;
        let mut classes = Classes { of: vec![NONE; G::SIZE], members: Vec::new() };
        for index in 0..G::SIZE {
            if classes.of[index] != NONE {
                continue;
            }
            let position = G::position(index);
            for symmetry in 0..8 {
                classes.of[G::index(&G::transform(&position, symmetry))] = classes.members.len() as u32;
            }
            classes.members.push(index);
        }
        classes
    }

    /// Ranges of classes that play never leaves towards a later one, so that each is settled before the next.
    fn layers<G: Indexed>(&self) -> impl Iterator<Item = std::ops::Range<usize>> {
        let mut start = 0;
        std::iter::from_fn(move || {
            let end = G::reach(*self.members.get(start)?);
            let layer = start..self.members.partition_point(|&index| index < end);
            start = layer.end;
            Some(layer)
        })
    }
}

/// Lists of classes, one for each class.
#[derive(Default)]
struct Lists {
    ends: Vec<u32>,
    entries: Vec<u32>,
}

impl Lists {
    /// The list of a class.
    fn of(&self, class: usize) -> &[u32] {
        let start = class.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.entries[start as usize..self.ends[class] as usize]
    }

    /// Ends the list of the next class.
    fn end(&mut self) {
        self.ends.push(self.entries.len() as u32);
    }
}

/// Where the two players may go from each class; nowhere from those whose chance is certain.
#[derive(Default)]
struct Graph {
    /// Moves of the one who keeps the exact value.
    keeping: Lists,
    /// Moves among which the fallible one chooses.
    replies: Lists,
}

impl Graph {
    fn new<G: Indexed>(values: &Values, opponent: Fallible, classes: &Classes) -> Self {
        let mut graph = Graph::default();
        let mut moves = Vec::new();
        for &index in &classes.members {
            let score = values.score(Side::X, index);
            let mut position = G::position(index);
            moves.clear();
            G::legal_moves(&position, &mut moves);
            for &mv in &moves {
                let undo = G::play(&mut position, mv);
                let after = G::index(&position);
                G::undo(&mut position, mv, undo);
                let worth = (-values.score(Side::X, after)).deeper(1);
                if !score.is_win() && worth == score {
                    graph.keeping.entries.push(classes.of[after]);
                }
                if !score.is_loss() && opponent.sees(worth) == opponent.sees(score) {
                    graph.replies.entries.push(classes.of[after]);
                }
            }
            graph.keeping.end();
            graph.replies.end();
        }
        graph
    }
}
