//! The command `othello ordering`: trains the weights by which the endgame solver orders moves.
//!
//! A move is to be tried early if it refutes the position and is quickly searched. The model adds up weights to the
//! estimated effort of each move; the lower the effort, the likelier is the move to be tried first (softmin). The loss
//! of a position is the expected cost of the move that is tried first: the nodes of its search, and if it refutes
//! nothing, those of the cheapest refutation too, in units of the cheapest refutation. (Expected rank losses of this
//! kind are listwise: Cao and others, "Learning to Rank", 2007.)

use super::evaluator::Evaluation;
use super::move_costs::{MoveCost, move_costs};
use super::positions::{self, Sources};
use crate::adagrad::AdaGrad;
use crate::output::{FileKind, OutputFile};
use crate::progress::Log;
use crate::shuffle::shuffle;
use anyhow::{Result, ensure};
use clap::Args;
use quartet::games::othello::bitboard::legal_moves;
use quartet::games::othello::endgame::ordering_weights::{
    COUNTS, EFFORT_OF_REPLY, OrderingWeights, PATTERN_WEIGHTS, PATTERNS, counts, patterns,
};
use quartet::games::othello::endgame::{odd_quadrants, weighted_replies};
use quartet::random::SplitMix64;
use std::path::PathBuf;

/// One position in this many is held out.
const VALIDATION_INTERVAL: usize = 50;
/// Costs are limited to this many times the cheapest refutation, so that no position dominates.
const MAX_COST: f32 = 20.0;
/// The effort of a reply before training, in units in which a difference of 1 makes a move `e` times as likely.
const INITIAL_REPLY: f32 = 0.5;
/// The learning rate at the start; it falls linearly to nearly 0.
const LEARNING_RATE: f32 = 0.1;
/// The sum of squared gradients before the first.
const INITIAL_SQUARE: f32 = 1.0;

const ORDERING: FileKind =
    FileKind { name: "weights of Othello's move ordering", is_own: |content| OrderingWeights::read(content).is_ok() };

/// Options of the command.
#[derive(Args)]
pub(crate) struct Settings {
    /// Folder for positions, the costs of their moves and the log, from which an interrupted run resumes.
    #[arg(long)]
    folder: PathBuf,
    #[command(flatten)]
    positions: positions::Settings,
    #[command(flatten)]
    evaluation: Evaluation,
    #[command(flatten)]
    out: OutputFile,
    /// Number of passes over all positions.
    #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u64).range(1..=1000))]
    epochs: u64,
    /// Number of threads.
    #[arg(long, default_value_t = 2)]
    threads: usize,
}

/// A move of a position.
struct Move {
    /// Indices of weights, those that configurations share.
    patterns: [u16; PATTERNS],
    counts: [i8; COUNTS],
    /// Replies, those in corners twice.
    replies: i8,
    /// What trying it first costs, in units of the cheapest refutation.
    cost: f32,
    refutes: bool,
}

/// The moves of a position.
type Choice = Vec<Move>;

/// Runs the command.
pub(super) fn run(settings: &Settings) -> Result<()> {
    settings.out.check(&ORDERING, &[])?;
    let Settings { folder, threads, .. } = settings;
    let log = Log::open(folder)?;
    let evaluator = settings.evaluation.load()?;
    let sources = Sources { settings: &settings.positions, evaluator: &evaluator, threads: *threads, log: &log };
    let costs = move_costs(&sources.positions(folder)?, folder, *threads, &log)?;
    let shared = shared_weights();
    let positions = costs.chunk_by(|left, right| left.position == right.position);
    let choices: Vec<Choice> = positions.map(|costs| choice(costs, &shared)).collect();
    let (held_out, mut training): (Vec<_>, Vec<_>) =
        choices.into_iter().enumerate().partition(|(index, _)| index % VALIDATION_INTERVAL == 0);
    ensure!(!training.is_empty(), "no position has a choice of moves");
    log.write_line(&format!("{} positions to learn from, {} held out", training.len(), held_out.len()))?;
    let mut model = Model::new();
    for epoch in 0..settings.epochs {
        shuffle(&mut training, &mut SplitMix64::new(settings.positions.seed ^ epoch));
        let rate = LEARNING_RATE * (1.0 - epoch as f32 / settings.epochs as f32) + LEARNING_RATE / 20.0;
        training.iter().for_each(|(_, choice)| model.learn(choice, rate));
        log.write_line(&format!("epoch {}: {}", epoch + 1, summary(&held_out, |mv| model.estimate.effort(mv))))?;
    }
    let weights = model.estimate.rounded(&shared);
    for (name, weights) in [("rounded", &weights), ("shipped", OrderingWeights::shipped())] {
        let estimate = Estimate::of(weights);
        log.write_line(&format!("{name}: {}", summary(&held_out, |mv| estimate.effort(mv))))?;
    }
    log.write_line(&format!("replies: {}", summary(&held_out, |mv| f32::from(mv.replies))))?;
    settings.out.write(&ORDERING, &weights.write())
}

/// The moves of a position with their features; `shared` are the [`shared_weights`].
fn choice(costs: &[MoveCost], shared: &[u16]) -> Choice {
    let refutations = costs.iter().filter(|cost| cost.refutes == 1);
    let cheapest = refutations.map(|cost| cost.nodes).min().unwrap_or(1).max(1) as f32;
    let features = |cost: &MoveCost| {
        let MoveCost { own, opponent, .. } = *cost;
        let bit = 1 << cost.square;
        let odd = odd_quadrants(!(own | opponent) | bit);
        let refutes = cost.refutes == 1;
        let nodes = cost.nodes as f32 / cheapest;
        Move {
            patterns: patterns(own, opponent).map(|index| shared[index]),
            counts: counts(own, opponent, bit, odd).map(|count| count as i8),
            replies: weighted_replies(legal_moves(own, opponent)) as i8,
            cost: if refutes { nodes } else { nodes + 1.0 },
            refutes,
        }
    };
    costs.iter().map(features).collect()
}

/// Weights of the same meaning as those of the engine, which need not be whole numbers.
struct Estimate {
    patterns: Vec<f32>,
    counts: [f32; COUNTS],
    reply: f32,
}

impl Estimate {
    fn of(weights: &OrderingWeights) -> Estimate {
        let patterns = weights.patterns.iter().copied().map(f32::from).collect();
        Estimate { patterns, counts: weights.counts.map(f32::from), reply: EFFORT_OF_REPLY as f32 }
    }

    /// The estimated effort of a move.
    fn effort(&self, mv: &Move) -> f32 {
        let patterns: f32 = mv.patterns.iter().map(|index| self.patterns[usize::from(*index)]).sum();
        let counts: f32 = self.counts.iter().zip(mv.counts).map(|(weight, count)| weight * f32::from(count)).sum();
        patterns + counts + self.reply * f32::from(mv.replies)
    }

    /// The weights in units of the engine; `shared` are the [`shared_weights`].
    fn rounded(&self, shared: &[u16]) -> OrderingWeights {
        let scale = EFFORT_OF_REPLY as f32 / self.reply;
        let round = |weight: f32| (weight * scale).round() as i8;
        let patterns = std::array::from_fn(|index| round(self.patterns[usize::from(shared[index])]));
        OrderingWeights { counts: self.counts.map(round), patterns }
    }
}

/// An estimate that learns.
struct Model {
    estimate: Estimate,
    pattern_optimiser: AdaGrad,
    /// Of the counts, then of the replies.
    count_optimiser: AdaGrad,
}

impl Model {
    fn new() -> Model {
        Model {
            estimate: Estimate { patterns: vec![0.0; PATTERN_WEIGHTS], counts: [0.0; COUNTS], reply: INITIAL_REPLY },
            pattern_optimiser: AdaGrad::new(PATTERN_WEIGHTS, INITIAL_SQUARE),
            count_optimiser: AdaGrad::new(COUNTS + 1, INITIAL_SQUARE),
        }
    }

    /// Takes a step down the gradient of the loss of a position.
    fn learn(&mut self, choice: &Choice, rate: f32) {
        let efforts: Vec<f32> = choice.iter().map(|mv| self.estimate.effort(mv)).collect();
        let least = efforts.iter().copied().fold(f32::INFINITY, f32::min);
        let odds: Vec<f32> = efforts.iter().map(|effort| (least - effort).exp()).collect();
        let total: f32 = odds.iter().sum();
        let cost = |mv: &Move| mv.cost.min(MAX_COST);
        let expected: f32 = choice.iter().zip(&odds).map(|(mv, odds)| odds / total * cost(mv)).sum();
        for (mv, odds) in choice.iter().zip(odds) {
            // Minus the derivative of the expected cost by the effort of the move.
            let step = odds / total * (cost(mv) - expected);
            for index in mv.patterns {
                let index = usize::from(index);
                self.estimate.patterns[index] += rate * step / self.pattern_optimiser.divisor(index, step * step);
            }
            let weights = self.estimate.counts.iter_mut().chain([&mut self.estimate.reply]);
            for (index, (weight, count)) in weights.zip(mv.counts.into_iter().chain([mv.replies])).enumerate() {
                let step = step * f32::from(count);
                *weight += rate * step / self.count_optimiser.divisor(index, step * step);
            }
        }
    }
}

/// For each configuration the one whose weight it shares: an edge read in the other direction is the same.
fn shared_weights() -> Vec<u16> {
    let edges = PATTERN_WEIGHTS / 2;
    let reversed = |index: usize| (0..8).fold((0, index), |(sum, rest), _| (3 * sum + rest % 3, rest / 3)).0;
    (0..PATTERN_WEIGHTS).map(|index| if index < edges { index.min(reversed(index)) } else { index } as u16).collect()
}

/// How well an order of moves does on positions: how often its first move refutes, and the geometric mean of the nodes
/// until a move refutes, in units of the cheapest refutation.
fn summary(choices: &[(usize, Choice)], effort: impl Fn(&Move) -> f32) -> String {
    let (mut first, mut logarithms) = (0, 0.0);
    for (_, choice) in choices {
        let mut order: Vec<&Move> = choice.iter().collect();
        order.sort_by(|left, right| effort(left).total_cmp(&effort(right)));
        first += u32::from(order[0].refutes);
        let failed: f32 = order.iter().take_while(|mv| !mv.refutes).map(|mv| mv.cost - 1.0).sum();
        let refutation = order.iter().find(|mv| mv.refutes).map_or(1.0, |mv| mv.cost);
        logarithms += f64::from(failed + refutation).ln();
    }
    let count = choices.len().max(1) as f64;
    let (share, mean) = (100.0 * f64::from(first) / count, (logarithms / count).exp());
    format!("the first move refutes {share:.2} %, cost {mean:.4}")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A move on an otherwise empty board with a disc at `square`, and its cost.
    fn mv(square: u32, nodes: u32, refutes: u32) -> MoveCost {
        MoveCost { own: 0, opponent: 1 << square, nodes, square, refutes, position: 0 }
    }

    #[test]
    fn the_model_learns_which_move_is_cheapest() {
        let costs = [mv(0, 500, 1), mv(1, 100, 1), mv(9, 50, 0), mv(27, 900, 1)];
        let choice = choice(&costs, &shared_weights());
        assert_eq!(choice.iter().map(|mv| mv.cost).collect::<Vec<_>>(), [5.0, 1.0, 1.5, 9.0]);
        let mut model = Model::new();
        (0..300).for_each(|_| model.learn(&choice, 0.1));
        let efforts: Vec<f32> = choice.iter().map(|mv| model.estimate.effort(mv)).collect();
        assert!(efforts.iter().enumerate().all(|(index, effort)| index == 1 || *effort > efforts[1]), "{efforts:?}");
        let held_out = [(0, choice)];
        assert_eq!(summary(&held_out, |mv| model.estimate.effort(mv)), "the first move refutes 100.00 %, cost 1.0000");
        assert_eq!(summary(&held_out, |mv| -mv.cost), "the first move refutes 100.00 %, cost 9.0000");
        let wrong_first = summary(&held_out, |mv| if mv.refutes { 1.0 } else { 0.0 });
        assert_eq!(wrong_first, "the first move refutes 0.00 %, cost 5.5000");
    }

    #[test]
    fn an_edge_and_its_mirror_image_share_a_weight() {
        let shared = shared_weights();
        let edge = |squares: &[(u32, usize)]| squares.iter().map(|(place, digit)| digit * 3_usize.pow(*place)).sum();
        let (left, right): (usize, usize) = (edge(&[(0, 1), (2, 2)]), edge(&[(7, 1), (5, 2)]));
        assert_eq!(shared[left], shared[right]);
        assert_ne!(shared[left], shared[edge(&[(0, 2), (2, 1)])]);
        assert!((PATTERN_WEIGHTS / 2..PATTERN_WEIGHTS).all(|index| usize::from(shared[index]) == index));
    }
}
