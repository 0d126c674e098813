//! A small network that corrects what the weights of shapes cannot say: both colours around a point together, and how
//! points work together.
//!
//! Every configuration around an empty point ([`super::configurations`]) has a row of [`WIDTH`] numbers for the colour
//! that sees it. At each point the rows of the four directions are summed, clipped below at 0 and above at 1, and
//! squared; that, summed over all points, once as the side to move sees them and once as the opponent does, is the
//! input of a head of [`HIDDEN`] neurons. (Point by point this is the codebook of the networks that lead Gomocup,
//! summed up like Yu Nasu's NNUE, 2018.)
//!
//! Each role ([`crate::games::gomoku::threats::weights::rule_side`]) has rows, and a head for when it is to move, of
//! its own.
//!
//! All numbers are integers, so every processor finds the same value.
//!
//! Must not know: positions, search, the weights that it corrects.
//!
//! The file: a frame ([`crate::games::common::weight_file`]) with [`WIDTH`] and [`HIDDEN`] (8 bits each) and a
//! fingerprint of the configurations (64 bits); then, deflated (RFC 1951), in 16 bits a number role by role the rows by
//! configuration and the head.

use super::configurations::{CONFIGURATIONS, canonical, recoloured};
use crate::game::Side;
use crate::games::common::weight_file::{Frame, WrongFile, checksum};
use crate::games::gomoku::rules::board::Rule;
use crate::games::gomoku::threats::weights::{RULE_SIDES, THREAT_PAIRS, rule_side};
use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::decompress_to_vec_with_limit;

/// Numbers in a row.
pub const WIDTH: usize = 16;
/// Numbers of both sides together: the inputs of the head.
pub const INPUTS: usize = 2 * WIDTH;
/// Neurons between the inputs and the value.
pub const HIDDEN: usize = 16;
/// Groups of positions by number of stones.
pub const STAGES: usize = 16;
/// Stones from one group to the next.
const STAGE: usize = 8;
/// What stands for 1 in rows, their sums, and inputs.
pub const ROW_SCALE: i32 = 256;
/// What stands for 1 in the head.
pub const HEAD_SCALE: i32 = 1024;
/// Sums over points are divided by this before they are inputs.
pub const POINT_SUM_SCALE: i32 = 8;

/// The file of the program's own network; how it was made is told in the README.
const SHIPPED: &[u8] = include_bytes!("../weights/network-59a491de25a9.bin");
/// Squares of sums at a point lose so many bits,
const SQUARE_SHIFT: u32 = 7;
/// and their sums over all points so many.
const SUM_SHIFT: u32 = (ROW_SCALE * ROW_SCALE * POINT_SUM_SCALE / ROW_SCALE).ilog2() - SQUARE_SHIFT;
/// Neurons beyond this are not told apart, nor inputs.
const LARGEST: i32 = i16::MAX as i32;
/// Counts what has changed in the format.
const VERSION: u16 = 2;

/// What a configuration counts for a colour.
pub type Row = [i16; WIDTH];
/// What is summed up at a point: for `x`, then for `o`.
pub type PointSums = [i16; INPUTS];
/// The squares of the sums at all points, added up.
pub type Totals = [i32; INPUTS];

/// From the totals to the value.
#[derive(Clone, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub struct Head {
    /// By two inputs at a time and neuron: what they count.
    pub hidden_weights: [[[i16; 2]; HIDDEN]; INPUTS / 2],
    /// By [`crate::games::gomoku::threats::weights::threat_pair`] and neuron: what is added to its inputs.
    pub hidden_bias_by_pair: [[i16; HIDDEN]; THREAT_PAIRS],
    /// By [`stage`] and neuron, likewise.
    pub hidden_bias_by_stage: [[i16; HIDDEN]; STAGES],
    /// By neuron: what its output counts.
    pub output_weights: [i16; HIDDEN],
    /// What the inputs themselves count.
    pub skip_weights: [i16; INPUTS],
    /// What is added to the value.
    pub output_bias_by_pair: [i16; THREAT_PAIRS],
    /// Likewise.
    pub output_bias_by_stage: [i16; STAGES],
}

impl Default for Head {
    fn default() -> Self {
        Head {
            hidden_weights: [[[0; 2]; HIDDEN]; INPUTS / 2],
            hidden_bias_by_pair: [[0; HIDDEN]; THREAT_PAIRS],
            hidden_bias_by_stage: [[0; HIDDEN]; STAGES],
            output_weights: [0; HIDDEN],
            skip_weights: [0; INPUTS],
            output_bias_by_pair: [0; THREAT_PAIRS],
            output_bias_by_stage: [0; STAGES],
        }
    }
}

/// The part of one role.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleSideNetwork {
    /// By configuration, of which only the canonical ones count.
    pub rows: Vec<Row>,
    /// The head.
    pub head: Head,
}

impl Default for RuleSideNetwork {
    /// One that has nothing to say.
    fn default() -> Self {
        RuleSideNetwork { rows: vec![[0; WIDTH]; CONFIGURATIONS], head: Head::default() }
    }
}

impl RuleSideNetwork {
    /// All numbers, in a file's order.
    fn numbers(&self) -> impl Iterator<Item = &i16> {
        self.rows.as_flattened().iter().chain(self.head.numbers())
    }

    /// All numbers, in a file's order.
    fn numbers_mut(&mut self) -> impl Iterator<Item = &mut i16> {
        self.rows.as_flattened_mut().iter_mut().chain(self.head.numbers_mut())
    }
}

/// The network as a file keeps it, by [`crate::games::gomoku::threats::weights::rule_side`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Network(pub [RuleSideNetwork; RULE_SIDES]);

/// The group that positions with so many stones belong to.
pub const fn stage(stones: usize) -> usize {
    let stage = stones / STAGE;
    if stage < STAGES { stage } else { STAGES - 1 }
}

fn frame() -> Frame {
    let shapes: Vec<u8> = (0..CONFIGURATIONS as u16)
        .flat_map(|configuration| [canonical(configuration), recoloured(configuration)])
        .flat_map(u16::to_le_bytes)
        .collect();
    let mut header = vec![WIDTH as u8, HIDDEN as u8];
    header.extend(checksum(&shapes).to_le_bytes());
    Frame { name: "a Gomoku network", magic: b"QGMN", version: VERSION, header }
}

impl Network {
    /// The program's own.
    pub fn shipped() -> Network {
        // A test reads the file; a broken one must not keep anybody from playing.
        Network::read(SHIPPED).unwrap_or_default()
    }

    /// The content of a file.
    pub fn write(&self) -> Vec<u8> {
        let numbers = self.0.iter().flat_map(RuleSideNetwork::numbers);
        let plain: Vec<u8> = numbers.flat_map(|number| number.to_le_bytes()).collect();
        frame().write(&compress_to_vec(&plain, 9))
    }

    /// Reads the content of a file.
    pub fn read(file: &[u8]) -> Result<Network, WrongFile> {
        let frame = frame();
        let rest = frame.read(file)?;
        let mut network = Network::default();
        let size = 2 * network.0.iter().flat_map(RuleSideNetwork::numbers).count();
        let plain = decompress_to_vec_with_limit(rest, size).map_err(|error| frame.fault(&error.to_string()))?;
        if plain.len() != size {
            return Err(frame.fault("it has too few numbers"));
        }
        let numbers = plain.as_chunks().0.iter().map(|&bytes| i16::from_le_bytes(bytes));
        let places = network.0.iter_mut().flat_map(RuleSideNetwork::numbers_mut);
        places.zip(numbers).for_each(|(place, number)| *place = number);
        Ok(network)
    }

    /// The part of a colour under a rule.
    pub fn of(&self, rule: Rule, side: Side) -> &RuleSideNetwork {
        &self.0[rule_side(rule, side)]
    }

    /// By configuration, as `x` and then as `o` sees it under a rule.
    pub fn lines(&self, rule: Rule) -> Vec<PointSums> {
        let row = |side, configuration| &self.of(rule, side).rows[usize::from(canonical(configuration))];
        let line = |configuration| {
            let mut line = [0; INPUTS];
            let both = row(Side::X, configuration).iter().chain(row(Side::O, recoloured(configuration)));
            line.iter_mut().zip(both).for_each(|(to, number)| *to = *number);
            line
        };
        (0..CONFIGURATIONS as u16).map(line).collect()
    }
}

/// What the sums at a point add to the totals. (Loops here and below, no closures: these would not be compiled for the
/// level of the processor.)
#[inline(always)]
pub fn squares(sums: &PointSums) -> PointSums {
    const HALF: u16 = 1 << (SQUARE_SHIFT - 1);
    let mut squares = [0; INPUTS];
    for (square, &sum) in squares.iter_mut().zip(sums) {
        let clipped = sum.clamp(0, ROW_SCALE as i16 - 1) as u16;
        *square = ((clipped * clipped + HALF) >> SQUARE_SHIFT) as i16;
    }
    squares
}

impl Head {
    /// All numbers, in a file's order.
    fn numbers(&self) -> impl Iterator<Item = &i16> {
        let inner = self.hidden_weights.as_flattened().as_flattened().iter();
        let biases = self.hidden_bias_by_pair.as_flattened().iter().chain(self.hidden_bias_by_stage.as_flattened());
        let outer = self
            .output_weights
            .iter()
            .chain(&self.skip_weights)
            .chain(&self.output_bias_by_pair)
            .chain(&self.output_bias_by_stage);
        inner.chain(biases).chain(outer)
    }

    /// All numbers, in a file's order.
    fn numbers_mut(&mut self) -> impl Iterator<Item = &mut i16> {
        let inner = self.hidden_weights.as_flattened_mut().as_flattened_mut().iter_mut();
        let biases =
            self.hidden_bias_by_pair.as_flattened_mut().iter_mut().chain(self.hidden_bias_by_stage.as_flattened_mut());
        let outer = self.output_weights.iter_mut().chain(&mut self.skip_weights);
        let outer = outer.chain(&mut self.output_bias_by_pair).chain(&mut self.output_bias_by_stage);
        inner.chain(biases).chain(outer)
    }

    /// The value of these totals, those of the side to move first, as a logit in units of 1 / [`HEAD_SCALE`].
    #[inline(always)]
    pub fn value(&self, totals: &Totals, pair: usize, stage: usize) -> i32 {
        let mut inputs = [0_i16; INPUTS];
        for (input, &total) in inputs.iter_mut().zip(totals) {
            *input = (total >> SUM_SHIFT).min(LARGEST) as i16;
        }
        let mut neurons = [0_i32; HIDDEN];
        for (two, weights) in inputs.as_chunks::<2>().0.iter().zip(&self.hidden_weights) {
            for (neuron, weight) in neurons.iter_mut().zip(weights) {
                let first = i32::from(two[0]) * i32::from(weight[0]);
                *neuron = neuron.wrapping_add(first.wrapping_add(i32::from(two[1]) * i32::from(weight[1])));
            }
        }
        let mut value = 0_i32;
        for (input, weight) in inputs.iter().zip(&self.skip_weights) {
            value = value.wrapping_add(i32::from(*input) * i32::from(*weight));
        }
        let mut outputs = 0_i32;
        let (by_pair, by_stage) = (&self.hidden_bias_by_pair[pair], &self.hidden_bias_by_stage[stage]);
        for index in 0..HIDDEN {
            let bias = i32::from(by_pair[index]) + i32::from(by_stage[index]);
            let output = (neurons[index] / ROW_SCALE + bias).clamp(0, LARGEST);
            outputs = outputs.wrapping_add(output * i32::from(self.output_weights[index]));
        }
        let bias = i32::from(self.output_bias_by_pair[pair]) + i32::from(self.output_bias_by_stage[stage]);
        bias + value / ROW_SCALE + outputs / HEAD_SCALE
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::common::weight_file::refuses_damage;
    use crate::random::SplitMix64;

    fn network() -> Network {
        let mut random = SplitMix64::new(9);
        let mut network = Network::default();
        let mut below = |limit: i32| (random.below(2 * limit as usize + 1) as i32 - limit) as i16;
        for part in &mut network.0 {
            part.rows.as_flattened_mut().iter_mut().for_each(|number| *number = below(300));
            part.head.numbers_mut().for_each(|number| *number = below(2000));
        }
        network
    }

    #[test]
    fn what_is_written_can_be_read() {
        let network = network();
        assert_eq!(Network::read(&network.write()), Ok(network));
    }

    #[test]
    fn the_shipped_file_can_be_read() {
        assert!(Network::read(SHIPPED).is_ok_and(|network| network != Network::default()));
    }

    #[test]
    fn a_damaged_file_is_refused() {
        let told = [(0, "begin with"), (4, "version"), (6, "size"), (9, "shapes"), (60, "checksum")];
        refuses_damage(&network().write(), &told, Network::read);
    }

    /// The formula, in floating-point numbers.
    fn value(head: &Head, totals: &Totals, pair: usize, stage: usize) -> f64 {
        let of_head = |number: i16| f64::from(number) / f64::from(HEAD_SCALE);
        let square_one = f64::from(ROW_SCALE * ROW_SCALE) / f64::from(1 << SQUARE_SHIFT);
        let inputs = totals.map(|total| f64::from(total) / square_one / f64::from(POINT_SUM_SCALE));
        let neuron = |neuron: usize| {
            let bias =
                of_head(head.hidden_bias_by_pair[pair][neuron]) + of_head(head.hidden_bias_by_stage[stage][neuron]);
            let weight = |input: usize| of_head(head.hidden_weights[input / 2][neuron][input % 2]);
            let sum: f64 = inputs.iter().enumerate().map(|(index, input)| input * weight(index)).sum();
            of_head(head.output_weights[neuron]) * (sum + bias).max(0.0)
        };
        let straight: f64 = inputs.iter().zip(head.skip_weights).map(|(input, weight)| input * of_head(weight)).sum();
        let bias = of_head(head.output_bias_by_pair[pair]) + of_head(head.output_bias_by_stage[stage]);
        bias + straight + (0..HIDDEN).map(neuron).sum::<f64>()
    }

    #[test]
    fn a_head_is_its_formula() {
        let mut random = SplitMix64::new(4);
        let RuleSideNetwork { head, .. } = &network().0[0];
        for _ in 0..100 {
            let totals: Totals = std::array::from_fn(|_| random.below(2001) as i32);
            let (pair, stage) = (random.below(THREAT_PAIRS), random.below(STAGES));
            let value = value(head, &totals, pair, stage);
            let rounded = f64::from(head.value(&totals, pair, stage)) / f64::from(HEAD_SCALE);
            assert!((rounded - value).abs() < 0.1, "{rounded} {value}");
        }
    }
}
