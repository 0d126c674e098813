//! The network while it is learned, in floating-point numbers.
//!
//! All its numbers stand in one list, their gradients in another, and move after each batch of examples (Adam: Kingma
//! and Ba 2014). Colours that are alike share one part; others have a part each, `x` the first.
//!
//! Must not know: where examples come from, files.

use crate::adam;
use bytemuck::{Pod, Zeroable};
use quartet::games::gomoku::evaluation::configurations::{
    CONFIGURATIONS, Configuration, canonical, is_bare, recoloured,
};
use quartet::games::gomoku::evaluation::network::{
    HEAD_ONE, HIDDEN, Head, INPUTS, POINTS_ONE, ROW_ONE, RoleNetwork, STAGES, WIDTH,
};
use quartet::games::gomoku::threats::weights::PAIRS;
use quartet::random::SplitMix64;
use std::ops::Range;

/// What sums over points are multiplied with.
const SCALE: f32 = 1.0 / POINTS_ONE as f32;
/// The largest absolute value of a random initial number of a row.
const INITIAL_ROW: f32 = 0.2;
/// The largest absolute value of a random initial weight of a neuron.
const INITIAL_HEAD: f32 = 0.25;
/// Adam's ε.
const EPSILON: f32 = 1e-8;

// Where the numbers of a part begin, in the order and shapes of the engine's head, except that a neuron's weights stand
// together.
const INNER: usize = CONFIGURATIONS * WIDTH;
const INNER_BY_PAIR: usize = INNER + HIDDEN * INPUTS;
const INNER_BY_STAGE: usize = INNER_BY_PAIR + PAIRS * HIDDEN;
const OUTER: usize = INNER_BY_STAGE + STAGES * HIDDEN;
const STRAIGHT: usize = OUTER + HIDDEN;
const OUTER_BY_PAIR: usize = STRAIGHT + INPUTS;
const OUTER_BY_STAGE: usize = OUTER_BY_PAIR + PAIRS;
const COUNT: usize = OUTER_BY_STAGE + STAGES;

/// Marks the last entry of a point.
pub(super) const LAST: Configuration = 1 << 15;

/// A position as the network sees it.
pub(super) struct Input<'a> {
    /// The configurations around empty points as the side to move sees them, bare ones left out, the last of each point
    /// with [`LAST`].
    pub entries: &'a [Configuration],
    /// The parts of the side to move and of the opponent.
    pub parts: [usize; 2],
    /// See [`quartet::games::gomoku::threats::weights::pair`].
    pub pair: usize,
    /// See [`quartet::games::gomoku::evaluation::network::stage`].
    pub stage: usize,
}

/// A number, and what Adam knows about it.
#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
pub(super) struct Number {
    value: f32,
    mean: f32,
    square: f32,
}

/// What is summed up for both sides.
type Sides = [[f32; WIDTH]; 2];

/// A network that learns.
pub(super) struct Learner {
    values: Vec<f32>,
    gradients: Vec<f32>,
    means: Vec<f32>,
    squares: Vec<f32>,
    steps: u32,
    /// By configuration: where the rows of both sides begin.
    rows: Vec<[usize; 2]>,
    /// The sums at the points of the example at hand.
    points: Vec<Sides>,
}

/// What happens between the sums and the value.
struct Pass {
    inputs: [f32; INPUTS],
    neurons: [f32; HIDDEN],
    value: f32,
}

impl Learner {
    /// Knows nothing yet; has so many parts.
    pub(super) fn new(seed: u64, parts: usize) -> Learner {
        let mut random = SplitMix64::new(seed);
        let mut numbers = vec![Number::zeroed(); parts * COUNT];
        for part in numbers.chunks_exact_mut(COUNT) {
            for (range, size) in
                [(0..INNER, INITIAL_ROW), (INNER..INNER_BY_PAIR, INITIAL_HEAD), (OUTER..STRAIGHT, INITIAL_HEAD)]
            {
                part[range].iter_mut().for_each(|number| number.value = size * (2.0 * random.fraction() as f32 - 1.0));
            }
        }
        Learner::resumed(&numbers, 0)
    }

    /// Whether this is a [`Learner::state`] of so many parts.
    pub(super) fn is_state(state: &[Number], parts: usize) -> bool {
        state.len() == parts * COUNT
    }

    /// Goes on from these parts.
    pub(super) fn begun(parts: &[&RoleNetwork]) -> Learner {
        let number = |value: f32| Number { value, ..Number::zeroed() };
        let numbers: Vec<_> = parts.iter().flat_map(|part| plain(part)).map(number).collect();
        Learner::resumed(&numbers, 0)
    }

    /// Goes on from [`Learner::state`] after so many steps.
    pub(super) fn resumed(state: &[Number], steps: usize) -> Learner {
        let list = |of: fn(&Number) -> f32| state.iter().map(of).collect();
        let begin = |configuration| usize::from(canonical(configuration)) * WIDTH;
        Learner {
            values: list(|number| number.value),
            gradients: vec![0.0; state.len()],
            means: list(|number| number.mean),
            squares: list(|number| number.square),
            steps: steps as u32,
            rows: (0..CONFIGURATIONS as Configuration).map(|c| [c, recoloured(c)].map(begin)).collect(),
            points: Vec::new(),
        }
    }

    /// All that is known between two steps.
    pub(super) fn state(&self) -> Vec<Number> {
        let lists = self.values.iter().zip(&self.means).zip(&self.squares);
        lists.map(|((&value, &mean), &square)| Number { value, mean, square }).collect()
    }

    /// The logit of a position.
    pub(super) fn value(&mut self, input: &Input<'_>) -> f32 {
        self.pass(input).value
    }

    /// Takes note of what the chance to win should be, when other weights say `before`, a logit, which the network
    /// corrects; what the chance was less that.
    pub(super) fn learn(&mut self, input: &Input<'_>, before: f32, target: f32) -> f32 {
        let pass = self.pass(input);
        let error = 1.0 / (1.0 + (-before - pass.value).exp()) - target;
        let by_inputs = self.head_gradients(input, &pass, error);
        let parts = input.parts.map(|part| part * COUNT);
        for point in &mut self.points {
            for (sum, by_input) in point.as_flattened_mut().iter_mut().zip(&by_inputs) {
                let inside = if *sum < 1.0 { sum.max(0.0) } else { 0.0 };
                *sum = 2.0 * inside * SCALE * by_input;
            }
        }
        let mut points = self.points.iter();
        let mut point = points.next();
        for &entry in input.entries {
            let rows = self.rows[usize::from(entry & !LAST)].iter().zip(parts).map(|(row, part)| part + row);
            for (gradients, begin) in point.into_iter().flatten().zip(rows) {
                add(&mut self.gradients[begin..begin + WIDTH], 1.0, gradients);
            }
            if entry & LAST != 0 {
                point = points.next();
            }
        }
        error
    }

    /// A step along the mean of the gradients of so many examples.
    pub(super) fn step(&mut self, examples: usize, rate: f32) {
        self.steps += 1;
        let Learner { values, gradients, means, squares, .. } = self;
        let parameters = adam::Parameters { values, gradients, means, squares, epsilon: EPSILON };
        parameters.step(self.steps, examples, rate);
    }

    fn pass(&mut self, input: &Input<'_>) -> Pass {
        self.points.clear();
        let mut sums: Sides = [[0.0; WIDTH]; 2];
        let mut point: Sides = [[0.0; WIDTH]; 2];
        let parts = input.parts.map(|part| part * COUNT);
        for &entry in input.entries {
            let rows = self.rows[usize::from(entry & !LAST)].iter().zip(parts).map(|(row, part)| part + row);
            for (sum, begin) in point.iter_mut().zip(rows) {
                add(sum, 1.0, &self.values[begin..begin + WIDTH]);
            }
            if entry & LAST != 0 {
                for (sum, point) in sums.as_flattened_mut().iter_mut().zip(point.as_flattened()) {
                    let clipped = point.clamp(0.0, 1.0);
                    *sum += clipped * clipped;
                }
                self.points.push(point);
                point = [[0.0; WIDTH]; 2];
            }
        }
        let mut inputs = [0.0; INPUTS];
        add(&mut inputs, SCALE, sums.as_flattened());
        let mut neurons = [0.0; HIDDEN];
        let values = &self.values[parts[0]..];
        add(&mut neurons, 1.0, &values[by_pair(input)]);
        add(&mut neurons, 1.0, &values[by_stage(input)]);
        let mut value = values[OUTER_BY_PAIR + input.pair] + values[OUTER_BY_STAGE + input.stage];
        value += product(&inputs, &values[STRAIGHT..]);
        for (index, neuron) in neurons.iter_mut().enumerate() {
            *neuron += product(&inputs, &values[inner(index)]);
            value += neuron.max(0.0) * values[OUTER + index];
        }
        Pass { inputs, neurons, value }
    }

    /// Adds the gradients of the loss by the head's numbers; those by the inputs.
    fn head_gradients(&mut self, input: &Input<'_>, pass: &Pass, error: f32) -> [f32; INPUTS] {
        let begin = input.parts[0] * COUNT;
        let (values, gradients) = (&self.values[begin..], &mut self.gradients[begin..]);
        gradients[OUTER_BY_PAIR + input.pair] += error;
        gradients[OUTER_BY_STAGE + input.stage] += error;
        let mut by_inputs = [0.0; INPUTS];
        add(&mut by_inputs, error, &values[STRAIGHT..]);
        add(&mut gradients[STRAIGHT..], error, &pass.inputs);
        let mut by_neurons = [0.0; HIDDEN];
        for (index, &neuron) in pass.neurons.iter().enumerate().filter(|&(_, &neuron)| neuron > 0.0) {
            gradients[OUTER + index] += error * neuron;
            by_neurons[index] = error * values[OUTER + index];
            add(&mut by_inputs, by_neurons[index], &values[inner(index)]);
            add(&mut gradients[inner(index)], by_neurons[index], &pass.inputs);
        }
        add(&mut gradients[by_pair(input)], 1.0, &by_neurons);
        add(&mut gradients[by_stage(input)], 1.0, &by_neurons);
        by_inputs
    }

    /// The parts, rounded for the engine.
    pub(super) fn parts(&self) -> Vec<RoleNetwork> {
        self.values.chunks(COUNT).map(rounded).collect()
    }
}

/// A part, rounded for the engine.
fn rounded(values: &[f32]) -> RoleNetwork {
    let rounded = |value: f32, one: i32| {
        let limit = f32::from(i16::MAX);
        (value * one as f32).round().clamp(-limit, limit) as i16
    };
    let mut network = RoleNetwork::default();
    for (configuration, row) in (0..).zip(&mut network.rows) {
        if !is_bare(configuration) && canonical(configuration) == configuration {
            let values = &values[usize::from(configuration) * WIDTH..];
            row.iter_mut().zip(values).for_each(|(to, &value)| *to = rounded(value, ROW_ONE));
        }
    }
    let head = |index: usize| rounded(values[index], HEAD_ONE);
    let two = |neuron: usize, first: usize| [0, 1].map(|index| head(INNER + neuron * INPUTS + first + index));
    network.head = Head {
        inner: std::array::from_fn(|half| std::array::from_fn(|neuron| two(neuron, 2 * half))),
        inner_by_pair: table(|pair, neuron| head(INNER_BY_PAIR + pair * HIDDEN + neuron)),
        inner_by_stage: table(|stage, neuron| head(INNER_BY_STAGE + stage * HIDDEN + neuron)),
        outer: std::array::from_fn(|neuron| head(OUTER + neuron)),
        straight: std::array::from_fn(|input| head(STRAIGHT + input)),
        outer_by_pair: std::array::from_fn(|pair| head(OUTER_BY_PAIR + pair)),
        outer_by_stage: std::array::from_fn(|stage| head(OUTER_BY_STAGE + stage)),
    };
    network
}

/// A part's numbers in the order of the list, unrounded: what [`rounded`] undoes.
fn plain(part: &RoleNetwork) -> Vec<f32> {
    let of_row = |number: &i16| f32::from(*number) / ROW_ONE as f32;
    let of_head = |number: i16| f32::from(number) / HEAD_ONE as f32;
    let head = &part.head;
    let inner = (0..HIDDEN * INPUTS).map(|index| head.inner[index % INPUTS / 2][index / INPUTS][index % 2]);
    let biases = head.inner_by_pair.as_flattened().iter().chain(head.inner_by_stage.as_flattened());
    let outer = head.outer.iter().chain(&head.straight).chain(&head.outer_by_pair).chain(&head.outer_by_stage);
    let head = inner.chain(biases.chain(outer).copied()).map(of_head);
    part.rows.as_flattened().iter().map(of_row).chain(head).collect()
}

fn inner(neuron: usize) -> Range<usize> {
    INNER + neuron * INPUTS..INNER + (neuron + 1) * INPUTS
}

fn by_pair(input: &Input<'_>) -> Range<usize> {
    INNER_BY_PAIR + input.pair * HIDDEN..INNER_BY_PAIR + (input.pair + 1) * HIDDEN
}

fn by_stage(input: &Input<'_>) -> Range<usize> {
    INNER_BY_STAGE + input.stage * HIDDEN..INNER_BY_STAGE + (input.stage + 1) * HIDDEN
}

fn table<const ROWS: usize>(number: impl Fn(usize, usize) -> i16) -> [[i16; HIDDEN]; ROWS] {
    std::array::from_fn(|row| std::array::from_fn(|neuron| number(row, neuron)))
}

/// In lanes, as the compiler may not do it by itself.
fn product(left: &[f32; INPUTS], right: &[f32]) -> f32 {
    let mut lanes = [0.0; 8];
    for (left, right) in left.as_chunks::<8>().0.iter().zip(right.as_chunks::<8>().0) {
        for (lane, (left, right)) in lanes.iter_mut().zip(left.iter().zip(right)) {
            *lane += left * right;
        }
    }
    lanes.iter().sum()
}

fn add(to: &mut [f32], factor: f32, what: &[f32]) {
    for (sum, value) in to.iter_mut().zip(what) {
        *sum += factor * value;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two points with stones around them that show either the same colour or not; which, no sum over points tells.
    fn example(random: &mut SplitMix64) -> ([Configuration; 4], f32) {
        let [first, second] = [0, 0].map(|_| random.below(2) == 0);
        let stone = |is_own: bool| {
            const OWN: Configuration = 0b10_0001 * 64 + 0b1_0000;
            if is_own { OWN } else { recoloured(OWN) }
        };
        let other: Configuration = 0b1_0000 * 64 + 0b1_0011;
        let entries = [stone(first), stone(second) | LAST, other, stone(first) | LAST];
        (entries, if first == second { 0.9 } else { 0.1 })
    }

    fn input(entries: &[Configuration]) -> Input<'_> {
        Input { entries, parts: [0; 2], pair: 3, stage: 2 }
    }

    #[test]
    fn what_no_sum_gives_is_learned() {
        let mut random = SplitMix64::new(2);
        let mut learner = Learner::new(1, 1);
        let mut late = 0.0_f32;
        for round in 0..1500 {
            for _ in 0..8 {
                let (entries, target) = example(&mut random);
                let error = learner.learn(&input(&entries), 0.3, target);
                if round >= 1400 {
                    late = late.max(error.abs());
                }
            }
            learner.step(8, 0.005);
        }
        assert!(late < 0.1, "{late}");
    }

    #[test]
    fn gradients_are_differences() {
        let mut random = SplitMix64::new(6);
        let mut learner = Learner::new(5, 2);
        learner.values.iter_mut().for_each(|value| *value += 0.1 * random.fraction() as f32);
        let (entries, target) = example(&mut random);
        let input = Input { parts: [1, 0], ..input(&entries) };
        learner.learn(&input, 0.3, target);
        let loss = |learner: &mut Learner| {
            let chance = 1.0 / (1.0 + (-0.3 - f64::from(learner.value(&input))).exp());
            -f64::from(target) * chance.ln() - f64::from(1.0 - target) * (1.0 - chance).ln()
        };
        const STEP: f32 = 1e-2;
        let steep: Vec<_> = (0..2 * COUNT).filter(|&index| learner.gradients[index] != 0.0).collect();
        let is_steep = |range: Range<usize>| steep.iter().any(|index| range.contains(index));
        assert!(is_steep(0..INNER) && is_steep(COUNT..COUNT + INNER) && is_steep(COUNT + INNER..2 * COUNT));
        assert!(!is_steep(INNER..COUNT), "the head of the side that waits");
        for index in steep {
            let old = learner.values[index];
            let [less, more] = [-STEP, STEP].map(|step| {
                learner.values[index] = old + step;
                loss(&mut learner)
            });
            learner.values[index] = old;
            let difference = (more - less) / f64::from(2.0 * STEP);
            assert!((f64::from(learner.gradients[index]) - difference).abs() < 5e-3, "number {index}: {difference}");
        }
    }

    #[test]
    fn parts_begun_with_are_those_it_has() {
        let parts = Learner::new(3, 2).parts();
        assert_ne!(parts[0], parts[1]);
        assert_eq!(Learner::begun(&parts.iter().collect::<Vec<_>>()).parts(), parts);
    }

    #[test]
    fn a_state_goes_on_as_if_nothing_had_been() {
        let mut random = SplitMix64::new(7);
        let mut learner = Learner::new(1, 1);
        let mut learn = |learners: &mut [Learner]| {
            let (entries, target) = example(&mut random);
            for learner in learners {
                learner.learn(&input(&entries), 0.0, target);
                learner.step(1, 0.01);
            }
        };
        learn(std::slice::from_mut(&mut learner));
        let again = Learner::resumed(&learner.state(), 1);
        let mut both = [learner, again];
        learn(&mut both);
        assert_eq!(both[0].values, both[1].values);
    }
}
