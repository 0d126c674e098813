//! The network while it is learned, in discs over [`DISCS`] and floating-point numbers.
//!
//! Rows learn from every example at once, each at a rate that falls with what it has learned already (AdaGrad: Duchi,
//! Hazan and Singer 2011), so that rare configurations learn fast and stay small. Heads learn from batches (Adam:
//! Kingma and Ba 2014).
//!
//! Must not know: where examples come from, files, the weights that the network corrects.

use crate::adam;
use bytemuck::{Pod, Zeroable};
use quartet::games::othello::network::{
    self, ACCUMULATOR_SCALE, HEAD_SCALE, HEADS, HIDDEN, Network, OUTPUT_SCALE, Row, WIDTH,
};
use quartet::random::SplitMix64;

/// Discs to a value of 1.
const DISCS: f32 = OUTPUT_SCALE as f32 / 100.0;
/// Examples from which a head takes a step.
const BATCH: u32 = 32;
/// The largest absolute value of a random initial number of a row.
const INITIAL_ROW: f32 = 0.01;
/// The largest absolute value of a random initial number of a head.
const INITIAL_HEAD: f32 = 0.3;
/// The initial sum of squared gradients, so that the first steps are not too long.
const INITIAL_SQUARE: f32 = 0.01;
/// Rows with this much of squared gradients, thus seen often, are rounded to whole numbers, those with a quarter to
/// even ones and so on: what is seen rarely may err by more, and a file takes a third less.
const FINE: f32 = 250.0;
/// The coarsest rounding.
const COARSEST: f32 = 32.0;
/// A head that has taken fewer steps knows too little and says nothing: what a neighbour would say of boards that it
/// has never seen may be anything.
const FEW_STEPS: u32 = 500;
/// Adam's ε.
const EPSILON: f32 = 1e-6;

/// Learning rates.
#[derive(Clone, Copy)]
pub(super) struct Rates {
    /// Learning rate of the rows.
    pub rows: f32,
    /// Learning rate of the heads.
    pub heads: f32,
    /// Weight decay of the rows, as a fraction of their learning rate.
    pub decay: f32,
}

type Sums = [f32; WIDTH];

/// See [`network::Head`].
#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
struct Head {
    /// By neuron, then the positive and the negative side, then sum.
    inner: [[Sums; 2]; HIDDEN],
    inner_bias: [f32; HIDDEN],
    outer: [f32; HIDDEN],
    straight: Sums,
    outer_bias: f32,
}

/// A head and what Adam knows about it.
#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
pub(super) struct Learned {
    head: Head,
    gradient: Head,
    mean: Head,
    square: Head,
    examples: u32,
    steps: u32,
}

/// A network that learns. Its parts can be saved and put together again between two epochs.
#[derive(Clone)]
pub(super) struct Learner {
    /// By class.
    pub rows: Vec<Sums>,
    /// By class: the sum of its squared gradients.
    pub gradients: Vec<f32>,
    /// By empty squares.
    pub heads: Vec<Learned>,
}

/// What happens between the sums and the value.
struct Pass {
    sums: Sums,
    squares: [Sums; 2],
    neurons: [f32; HIDDEN],
    value: f32,
}

impl Learner {
    /// Knows nothing yet.
    pub(super) fn new(classes: usize, random: &mut SplitMix64) -> Learner {
        let mut uniform = |size: f32| size * (random.below(20_001) as f32 / 10_000.0 - 1.0);
        let rows = (0..classes).map(|_| std::array::from_fn(|_| uniform(INITIAL_ROW))).collect();
        let mut first = Learned::zeroed();
        flat(&mut first.head).iter_mut().for_each(|number| *number = uniform(INITIAL_HEAD));
        // Most neurons begin within their limits.
        first.head.inner_bias.iter_mut().for_each(|bias| *bias += INITIAL_HEAD);
        first.head.outer_bias = 0.0;
        Learner { rows, gradients: vec![INITIAL_SQUARE; classes], heads: vec![first; HEADS] }
    }

    /// Whether it has what so many classes need.
    pub(super) fn is_of(&self, classes: usize) -> bool {
        [self.rows.len(), self.gradients.len()] == [classes; 2] && self.heads.len() == HEADS
    }

    /// The value in discs of a position with so many empty squares.
    pub(super) fn value(&self, classes: &[u32], empties: usize) -> f32 {
        self.heads[empties].head.pass(self.sums(classes)).value * DISCS
    }

    /// Learns what the value in discs should be; what it was less that.
    pub(super) fn learn(&mut self, classes: &[u32], empties: usize, discs: f32, rates: &Rates) -> f32 {
        let sums = self.sums(classes);
        let learned = &mut self.heads[empties];
        let pass = learned.head.pass(sums);
        let error = pass.value - discs / DISCS;
        let gradients = learned.head.gradients(&pass, error, &mut learned.gradient);
        learned.examples += 1;
        if learned.examples == BATCH {
            learned.step(rates.heads);
        }
        let square = gradients.iter().map(|gradient| gradient * gradient).sum::<f32>() / WIDTH as f32;
        for &class in classes {
            let sum = &mut self.gradients[class as usize];
            *sum += square;
            let rate = rates.rows / sum.sqrt();
            for (number, gradient) in self.rows[class as usize].iter_mut().zip(&gradients) {
                *number -= rate * (gradient + rates.decay * *number);
            }
        }
        error * DISCS
    }

    fn sums(&self, classes: &[u32]) -> Sums {
        let mut sums = [0.0; WIDTH];
        for &class in classes {
            for (sum, number) in sums.iter_mut().zip(&self.rows[class as usize]) {
                *sum += number;
            }
        }
        sums
    }

    /// Rounded for the engine, without the rows that have learned nothing.
    pub(super) fn network(&self) -> Network {
        let row = |(numbers, &gradient): (&Sums, &f32)| {
            if gradient > INITIAL_SQUARE { rounded(numbers, gradient) } else { [0; WIDTH] }
        };
        Network {
            rows: self.rows.iter().zip(&self.gradients).map(row).collect(),
            heads: self.heads.iter().map(Learned::rounded).collect(),
        }
    }
}

impl Head {
    fn pass(&self, sums: Sums) -> Pass {
        let squares = [1.0, -1.0].map(|side| sums.map(|sum| (side * sum).clamp(0.0, 1.0).powi(2)));
        let mut neurons = self.inner_bias;
        for (neuron, [positive, negative]) in neurons.iter_mut().zip(&self.inner) {
            *neuron += product(positive, &squares[0]) + product(negative, &squares[1]);
        }
        let outputs = neurons.iter().zip(&self.outer).map(|(neuron, weight)| weight * neuron.clamp(0.0, 1.0));
        let value = self.outer_bias + product(&self.straight, &sums) + outputs.sum::<f32>();
        Pass { sums, squares, neurons, value }
    }

    /// Adds the gradients of half the squared error by the head's numbers to `gradient`; those by the sums.
    fn gradients(&self, pass: &Pass, error: f32, gradient: &mut Head) -> Sums {
        gradient.outer_bias += error;
        let mut by_sums = self.straight.map(|weight| error * weight);
        add(&mut gradient.straight, error, &pass.sums);
        let mut by_squares = [[0.0; WIDTH]; 2];
        for (index, &neuron) in pass.neurons.iter().enumerate() {
            gradient.outer[index] += error * neuron.clamp(0.0, 1.0);
            if (0.0..1.0).contains(&neuron) {
                let error = error * self.outer[index];
                gradient.inner_bias[index] += error;
                let sides = gradient.inner[index].iter_mut().zip(&pass.squares).zip(&mut by_squares);
                for (((gradient, squares), by_squares), weights) in sides.zip(&self.inner[index]) {
                    add(gradient, error, squares);
                    add(by_squares, error, weights);
                }
            }
        }
        for (index, &sum) in pass.sums.iter().enumerate() {
            if sum.abs() < 1.0 {
                by_sums[index] += 2.0 * sum * by_squares[usize::from(sum < 0.0)][index];
            }
        }
        by_sums
    }

    fn rounded(&self) -> network::Head {
        let round = |number: f32| (number * f32::from(HEAD_SCALE)).round() as i16;
        let side = |sum: usize, neuron: usize| [0, 1].map(|side| round(self.inner[neuron][side][sum]));
        network::Head {
            hidden_weights: std::array::from_fn(|sum| std::array::from_fn(|neuron| side(sum, neuron))),
            hidden_bias: self.inner_bias.map(round),
            output_weights: self.outer.map(round),
            skip_weights: self.straight.map(round),
            output_bias: round(self.outer_bias),
        }
    }
}

impl Learned {
    /// Rounded for the engine.
    fn rounded(&self) -> network::Head {
        if self.steps < FEW_STEPS { network::Head::default() } else { self.head.rounded() }
    }

    /// A step of Adam along the mean of the gradients since the last one.
    fn step(&mut self, rate: f32) {
        self.steps += 1;
        let lists = [&mut self.head, &mut self.gradient, &mut self.mean, &mut self.square].map(flat);
        let [values, gradients, means, squares] = lists;
        adam::Parameters { values, gradients, means, squares, epsilon: EPSILON }.step(self.steps, BATCH as usize, rate);
        self.examples = 0;
    }
}

/// A row with so much of squared gradients.
fn rounded(numbers: &Sums, gradient: f32) -> Row {
    let step = (FINE / gradient).sqrt().log2().round().exp2().clamp(1.0, COARSEST);
    numbers.map(|number| ((number * f32::from(ACCUMULATOR_SCALE) / step).round() * step).clamp(-127.0, 127.0) as i8)
}

fn flat(head: &mut Head) -> &mut [f32] {
    bytemuck::cast_slice_mut(std::slice::from_mut(head))
}

/// In lanes, as the compiler may not do it by itself.
fn product(left: &Sums, right: &Sums) -> f32 {
    let mut lanes = [0.0; 8];
    for (left, right) in left.as_chunks::<8>().0.iter().zip(right.as_chunks::<8>().0) {
        for (lane, (left, right)) in lanes.iter_mut().zip(left.iter().zip(right)) {
            *lane += left * right;
        }
    }
    lanes.iter().sum()
}

fn add(to: &mut Sums, factor: f32, what: &Sums) {
    for (sum, value) in to.iter_mut().zip(what) {
        *sum += factor * value;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CLASSES: usize = 40;
    const RATES: Rates = Rates { rows: 0.02, heads: 0.004, decay: 0.0 };

    /// Classes and a label that no sum of weights of single classes gives: whether two of them agree.
    fn example(random: &mut SplitMix64) -> ([u32; 3], f32) {
        let [a, b] = [0, 0].map(|_| random.below(2) as u32);
        ([a, 2 + b, 4 + random.below(CLASSES - 4) as u32], if a == b { 8.0 } else { -8.0 })
    }

    #[test]
    fn what_no_sum_gives_is_learned() {
        let mut random = SplitMix64::new(2);
        let mut learner = Learner::new(CLASSES, &mut random);
        let mut late = 0.0_f32;
        for round in 0..20_000 {
            let (classes, label) = example(&mut random);
            let error = learner.learn(&classes, 30, label, &RATES);
            if round >= 19_000 {
                late = late.max(error.abs());
            }
        }
        assert!(late < 2.0, "{late}");
        let (classes, _) = example(&mut random);
        let same = Learner::new(CLASSES, &mut SplitMix64::new(2)).value(&classes, 29);
        assert!(learner.value(&classes, 29) != same, "rows are shared by all heads");
    }

    #[test]
    fn a_head_with_too_few_examples_says_nothing() {
        let mut random = SplitMix64::new(3);
        let mut learner = Learner::new(CLASSES, &mut random);
        for _ in 0..FEW_STEPS * BATCH {
            assert!(learner.network().heads.iter().all(|head| *head == network::Head::default()));
            let (classes, label) = example(&mut random);
            learner.learn(&classes, 30, label, &RATES);
        }
        let heads = learner.network().heads;
        assert!(heads.iter().enumerate().all(|(empties, head)| (*head == network::Head::default()) == (empties != 30)));
    }

    #[test]
    fn rows_are_rounded_the_finer_the_more_they_have_learned() {
        let numbers: Sums = std::array::from_fn(|index| index as f32 / 200.0 - 0.15);
        let error = |gradient: f32| {
            let row = rounded(&numbers, gradient);
            let errors = numbers.iter().zip(row).map(|(number, rounded)| (number * 256.0 - f32::from(rounded)).abs());
            errors.fold(0.0, f32::max)
        };
        assert!(error(FINE) <= 0.5 && error(1e9) <= 0.5);
        assert!((0.5..=1.0).contains(&error(FINE / 4.0)));
        assert!((8.0..=16.0).contains(&error(INITIAL_SQUARE)));
    }

    #[test]
    fn a_class_without_examples_has_no_row() {
        let mut random = SplitMix64::new(5);
        let mut learner = Learner::new(CLASSES, &mut random);
        let (classes, label) = example(&mut random);
        for _ in 0..9 {
            learner.learn(&classes, 30, label, &RATES);
        }
        let rows = learner.network().rows;
        assert!((0..CLASSES).all(|class| rows[class] == [0; WIDTH] || classes.contains(&(class as u32))));
    }

    #[test]
    fn gradients_are_differences() {
        let mut random = SplitMix64::new(6);
        let head = Learner::new(0, &mut random).heads[0].head;
        let sums: Sums = std::array::from_fn(|_| random.below(2001) as f32 / 500.0 - 2.0);
        let pass = head.pass(sums);
        let mut gradient = Head::zeroed();
        let by_sums = head.gradients(&pass, 1.0, &mut gradient);
        const STEP: f32 = 1e-2;
        let near = |gradient: f32, more: f32, less: f32| (gradient - (more - less) / (2.0 * STEP)).abs() < 2e-2;
        for index in 0..WIDTH {
            let value = |step: f32| {
                let mut sums = sums;
                sums[index] += step;
                head.pass(sums).value
            };
            assert!(near(by_sums[index], value(STEP), value(-STEP)), "sum {index}");
        }
        for index in 0..flat(&mut gradient).len() {
            let value = |step: f32| {
                let mut head = head;
                flat(&mut head)[index] += step;
                head.pass(sums).value
            };
            assert!(near(flat(&mut gradient)[index], value(STEP), value(-STEP)), "number {index}");
        }
    }
}
