//! A small network that corrects the shape weights: it sees both colours around a point together, and how points
//! interact.
//!
//! Every configuration around an empty point ([`super::configurations`]) has [`WIDTH`] first-layer weights for each
//! colour. At each point, the weights of the four directions are summed, clipped to 0..=1 and squared. These squares,
//! summed over all points, are the inputs of an output head with [`HIDDEN`] hidden neurons: [`WIDTH`] from the
//! perspective of the side to move, and as many from that of its opponent. (The point-wise part is the codebook of the
//! networks that lead Gomocup; the sum is accumulated like Yu Nasu's NNUE, 2018.)
//!
//! Rules and sides with weights of their own ([`crate::games::gomoku::threats::weights::rule_side`]) have first-layer
//! weights of their own, and a head for positions in which the side is to move.
//!
//! All arithmetic is on integers, so that every processor computes the same value.
//!
//! The file: a frame ([`crate::games::common::weight_file`]) whose header is [`WIDTH`] and [`HIDDEN`] (8 bits each) and
//! a fingerprint of the configurations (64 bits); then, deflated (RFC 1951), for each rule and side the first-layer
//! weights by configuration and the head, 16 bits a number.

use super::configurations::{CONFIGURATIONS, canonical, fingerprint, with_swapped_colours};
use crate::game::Side;
use crate::games::common::weight_file::{Frame, WeightFileError, bytes_of, numbers_of};
use crate::games::gomoku::rules::board::Rule;
use crate::games::gomoku::threats::weights::{RULE_SIDES, THREAT_PAIRS, rule_side};

/// First-layer weights per configuration and colour.
pub const WIDTH: usize = 16;
/// Inputs of the head: [`WIDTH`] for each side.
pub const INPUTS: usize = 2 * WIDTH;
/// Neurons of the hidden layer.
pub const HIDDEN: usize = 16;
/// Game stages, by number of stones.
pub const STAGES: usize = 16;
/// Stones per game stage.
const STONES_PER_STAGE: usize = 8;
/// The integer that stands for 1.0 in first-layer weights, their sums, and the inputs of the head.
pub const FEATURE_SCALE: i32 = 256;
/// The integer that stands for 1.0 in the weights and biases of the head.
pub const HEAD_SCALE: i32 = 1024;
/// The sum over all points is divided by this to give the inputs of the head.
pub const POINT_SUM_SCALE: i32 = 8;

/// The file of the shipped network. The README tells how it was made.
const SHIPPED: &[u8] = include_bytes!("../weights/network-59a491de25a9.bin");
/// Right shift of the squares at a point.
const SQUARE_SHIFT: u32 = 7;
/// Right shift of the sum over all points.
const SUM_SHIFT: u32 = (FEATURE_SCALE * FEATURE_SCALE * POINT_SUM_SCALE / FEATURE_SCALE).ilog2() - SQUARE_SHIFT;
/// Upper bound at which inputs and outputs of hidden neurons are clipped.
const MAX_ACTIVATION: i32 = i16::MAX as i32;
/// Version of the file format.
const VERSION: u16 = 2;

/// The first-layer weights of a configuration for one colour.
pub type FeatureWeights = [i16; WIDTH];
/// The sum of the first-layer weights at a point: for `x`, then for `o`.
pub type PointSums = [i16; INPUTS];
/// The sum of the squares over all points.
pub type Totals = [i32; INPUTS];

/// The output head: a hidden layer with ReLU activation, an output neuron, and a skip connection from the inputs to the
/// output. All numbers are on the scale [`HEAD_SCALE`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub struct Head {
    /// Weights of the hidden layer, by pair of inputs and neuron.
    pub hidden_weights: [[[i16; 2]; HIDDEN]; INPUTS / 2],
    /// Biases of the hidden layer, by [`crate::games::gomoku::threats::weights::threat_pair`] and neuron.
    pub hidden_bias_by_pair: [[i16; HIDDEN]; THREAT_PAIRS],
    /// Biases of the hidden layer, by [`stage`] and neuron; added to those by threat pair.
    pub hidden_bias_by_stage: [[i16; HIDDEN]; STAGES],
    /// Weights of the output neuron, by hidden neuron.
    pub output_weights: [i16; HIDDEN],
    /// Weights of the skip connection, by input.
    pub skip_weights: [i16; INPUTS],
    /// Bias of the output, by [`crate::games::gomoku::threats::weights::threat_pair`].
    pub output_bias_by_pair: [i16; THREAT_PAIRS],
    /// Bias of the output, by [`stage`].
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

/// The parameters for one rule and side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleSideNetwork {
    /// First-layer weights by configuration. Only those of canonical configurations are used.
    pub feature_weights: Vec<FeatureWeights>,
    /// The output head for positions in which the side is to move.
    pub head: Head,
}

impl Default for RuleSideNetwork {
    /// A network whose value is always 0.
    fn default() -> Self {
        RuleSideNetwork { feature_weights: vec![[0; WIDTH]; CONFIGURATIONS], head: Head::default() }
    }
}

impl RuleSideNetwork {
    /// All parameters in file order.
    fn parameters(&self) -> impl Iterator<Item = &i16> {
        self.feature_weights.as_flattened().iter().chain(self.head.parameters())
    }

    /// Mutable references to all parameters in file order.
    fn parameters_mut(&mut self) -> impl Iterator<Item = &mut i16> {
        self.feature_weights.as_flattened_mut().iter_mut().chain(self.head.parameters_mut())
    }
}

/// The parameters of a network, by [`crate::games::gomoku::threats::weights::rule_side`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Network(pub [RuleSideNetwork; RULE_SIDES]);

/// The game stage of positions with this number of stones.
pub const fn stage(stones: usize) -> usize {
    let stage = stones / STONES_PER_STAGE;
    if stage < STAGES { stage } else { STAGES - 1 }
}

/// The frame of a network file.
fn frame() -> Frame {
    let mut header = vec![WIDTH as u8, HIDDEN as u8];
    header.extend(fingerprint().to_le_bytes());
    Frame { name: "a Gomoku network", magic: b"QGMN", version: VERSION, header }
}

impl Network {
    /// The shipped network.
    pub fn shipped() -> Network {
        // A test checks that the file can be read. A broken file must not prevent the program from playing.
        Network::read(SHIPPED).unwrap_or_default()
    }

    /// Serialises the network into the content of its file.
    pub fn write(&self) -> Vec<u8> {
        frame().write_deflated(&bytes_of(self.0.iter().flat_map(RuleSideNetwork::parameters)))
    }

    /// Parses the content of a file.
    pub fn read(file: &[u8]) -> Result<Network, WeightFileError> {
        let mut network = Network::default();
        let size = 2 * network.0.iter().flat_map(RuleSideNetwork::parameters).count();
        let plain = frame().read_deflated(file, size)?;
        let parameters = network.0.iter_mut().flat_map(RuleSideNetwork::parameters_mut);
        parameters.zip(numbers_of(&plain)).for_each(|(parameter, number)| *parameter = number);
        Ok(network)
    }

    /// The parameters for a rule and side.
    pub fn of(&self, rule: Rule, side: Side) -> &RuleSideNetwork {
        &self.0[rule_side(rule, side)]
    }

    /// The first-layer weights of both colours by configuration: those of `x`, then those of `o`.
    pub fn feature_weights_of_both(&self, rule: Rule) -> Vec<PointSums> {
        let weights_of =
            |side, configuration| &self.of(rule, side).feature_weights[usize::from(canonical(configuration))];
        let both_colours = |configuration| {
            let mut weights = [0; INPUTS];
            let both = weights_of(Side::X, configuration)
                .iter()
                .chain(weights_of(Side::O, with_swapped_colours(configuration)));
            weights.iter_mut().zip(both).for_each(|(to, weight)| *to = *weight);
            weights
        };
        (0..CONFIGURATIONS as u16).map(both_colours).collect()
    }
}

/// The clipped and squared sums at a point, which it contributes to the totals. (Here and below there are loops instead
/// of closures, because closures would not inherit the target features of the processor level.)
#[inline(always)]
pub fn squares(sums: &PointSums) -> PointSums {
    const HALF: u16 = 1 << (SQUARE_SHIFT - 1);
    let mut squares = [0; INPUTS];
    for (square, &sum) in squares.iter_mut().zip(sums) {
        let clipped = sum.clamp(0, FEATURE_SCALE as i16 - 1) as u16;
        *square = ((clipped * clipped + HALF) >> SQUARE_SHIFT) as i16;
    }
    squares
}

impl Head {
    /// All parameters in file order.
    fn parameters(&self) -> impl Iterator<Item = &i16> {
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

    /// Mutable references to all parameters in file order.
    fn parameters_mut(&mut self) -> impl Iterator<Item = &mut i16> {
        let inner = self.hidden_weights.as_flattened_mut().as_flattened_mut().iter_mut();
        let biases =
            self.hidden_bias_by_pair.as_flattened_mut().iter_mut().chain(self.hidden_bias_by_stage.as_flattened_mut());
        let outer = self.output_weights.iter_mut().chain(&mut self.skip_weights);
        let outer = outer.chain(&mut self.output_bias_by_pair).chain(&mut self.output_bias_by_stage);
        inner.chain(biases).chain(outer)
    }

    /// The output for these totals, those of the side to move first, as a logit on the scale [`HEAD_SCALE`].
    #[inline(always)]
    pub fn forward(&self, totals: &Totals, pair: usize, stage: usize) -> i32 {
        let mut inputs = [0_i16; INPUTS];
        for (input, &total) in inputs.iter_mut().zip(totals) {
            *input = (total >> SUM_SHIFT).min(MAX_ACTIVATION) as i16;
        }
        let mut neurons = [0_i32; HIDDEN];
        for (two, weights) in inputs.as_chunks::<2>().0.iter().zip(&self.hidden_weights) {
            for (neuron, weight) in neurons.iter_mut().zip(weights) {
                let first = i32::from(two[0]) * i32::from(weight[0]);
                *neuron = neuron.wrapping_add(first.wrapping_add(i32::from(two[1]) * i32::from(weight[1])));
            }
        }
        let mut skip = 0_i32;
        for (input, weight) in inputs.iter().zip(&self.skip_weights) {
            skip = skip.wrapping_add(i32::from(*input) * i32::from(*weight));
        }
        let mut outputs = 0_i32;
        let (by_pair, by_stage) = (&self.hidden_bias_by_pair[pair], &self.hidden_bias_by_stage[stage]);
        for index in 0..HIDDEN {
            let bias = i32::from(by_pair[index]) + i32::from(by_stage[index]);
            let output = (neurons[index] / FEATURE_SCALE + bias).clamp(0, MAX_ACTIVATION);
            outputs = outputs.wrapping_add(output * i32::from(self.output_weights[index]));
        }
        let bias = i32::from(self.output_bias_by_pair[pair]) + i32::from(self.output_bias_by_stage[stage]);
        bias + skip / FEATURE_SCALE + outputs / HEAD_SCALE
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::common::weight_file::assert_rejects_corruption;
    use crate::random::SplitMix64;

    fn network() -> Network {
        let mut random = SplitMix64::new(9);
        let mut network = Network::default();
        let mut below = |limit: i32| (random.below(2 * limit as usize + 1) as i32 - limit) as i16;
        for part in &mut network.0 {
            part.feature_weights.as_flattened_mut().iter_mut().for_each(|number| *number = below(300));
            part.head.parameters_mut().for_each(|number| *number = below(2000));
        }
        network
    }

    #[test]
    fn a_written_network_can_be_read() {
        let network = network();
        assert_eq!(Network::read(&network.write()), Ok(network));
    }

    #[test]
    fn the_shipped_file_can_be_read() {
        assert!(Network::read(SHIPPED).is_ok_and(|network| network != Network::default()));
    }

    #[test]
    fn a_corrupt_file_is_rejected() {
        let expected = [(0, "begin with"), (4, "version"), (6, "size"), (9, "shapes"), (60, "checksum")];
        assert_rejects_corruption(&network().write(), &expected, Network::read);
    }

    /// The value of a head by its formula in floating point.
    fn value(head: &Head, totals: &Totals, pair: usize, stage: usize) -> f64 {
        let of_head = |number: i16| f64::from(number) / f64::from(HEAD_SCALE);
        let square_one = f64::from(FEATURE_SCALE * FEATURE_SCALE) / f64::from(1 << SQUARE_SHIFT);
        let inputs = totals.map(|total| f64::from(total) / square_one / f64::from(POINT_SUM_SCALE));
        let neuron = |neuron: usize| {
            let bias =
                of_head(head.hidden_bias_by_pair[pair][neuron]) + of_head(head.hidden_bias_by_stage[stage][neuron]);
            let weight = |input: usize| of_head(head.hidden_weights[input / 2][neuron][input % 2]);
            let sum: f64 = inputs.iter().enumerate().map(|(index, input)| input * weight(index)).sum();
            of_head(head.output_weights[neuron]) * (sum + bias).max(0.0)
        };
        let skip: f64 = inputs.iter().zip(head.skip_weights).map(|(input, weight)| input * of_head(weight)).sum();
        let bias = of_head(head.output_bias_by_pair[pair]) + of_head(head.output_bias_by_stage[stage]);
        bias + skip + (0..HIDDEN).map(neuron).sum::<f64>()
    }

    #[test]
    fn a_head_is_its_formula() {
        let mut random = SplitMix64::new(4);
        let RuleSideNetwork { head, .. } = &network().0[0];
        for _ in 0..100 {
            let totals: Totals = std::array::from_fn(|_| random.below(2001) as i32);
            let (pair, stage) = (random.below(THREAT_PAIRS), random.below(STAGES));
            let value = value(head, &totals, pair, stage);
            let rounded = f64::from(head.forward(&totals, pair, stage)) / f64::from(HEAD_SCALE);
            assert!((rounded - value).abs() < 0.1, "{rounded} {value}");
        }
    }
}
