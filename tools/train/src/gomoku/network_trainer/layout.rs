//! Order of a rule side's parameters in the flat parameter vector of the trainer, and conversion from and to the
//! engine's quantised network.
//!
//! The order is that of the engine's network file, except that the input weights of a hidden neuron are contiguous.

use super::Input;
use quartet::games::gomoku::evaluation::configurations::{CONFIGURATIONS, canonical, has_no_stone};
use quartet::games::gomoku::evaluation::network::{
    FEATURE_SCALE, HEAD_SCALE, HIDDEN, Head, INPUTS, RuleSideNetwork, STAGES, WIDTH,
};
use quartet::games::gomoku::threats::weights::THREAT_PAIRS;
use std::ops::Range;

/// Offset of the weights from the accumulated features to the hidden layer. The first-layer weights come before it.
pub(super) const HIDDEN_WEIGHTS: usize = CONFIGURATIONS * WIDTH;
/// Offset of the biases of the hidden layer, by pair of strongest threats.
pub(super) const HIDDEN_BIAS_BY_PAIR: usize = HIDDEN_WEIGHTS + HIDDEN * INPUTS;
/// Offset of the biases of the hidden layer, by stage.
pub(super) const HIDDEN_BIAS_BY_STAGE: usize = HIDDEN_BIAS_BY_PAIR + THREAT_PAIRS * HIDDEN;
/// Offset of the weights from the hidden layer to the output.
pub(super) const OUTPUT_WEIGHTS: usize = HIDDEN_BIAS_BY_STAGE + STAGES * HIDDEN;
/// Offset of the skip connection's weights, from the accumulated features to the output.
pub(super) const SKIP_WEIGHTS: usize = OUTPUT_WEIGHTS + HIDDEN;
/// Offset of the output biases, by pair of strongest threats.
pub(super) const OUTPUT_BIAS_BY_PAIR: usize = SKIP_WEIGHTS + INPUTS;
/// Offset of the output biases, by stage.
pub(super) const OUTPUT_BIAS_BY_STAGE: usize = OUTPUT_BIAS_BY_PAIR + THREAT_PAIRS;
/// Number of parameters of a rule side.
pub(super) const COUNT: usize = OUTPUT_BIAS_BY_STAGE + STAGES;

/// Weights from the accumulated features to a hidden neuron.
pub(super) fn hidden_weights(neuron: usize) -> Range<usize> {
    HIDDEN_WEIGHTS + neuron * INPUTS..HIDDEN_WEIGHTS + (neuron + 1) * INPUTS
}

/// Biases of the hidden layer for the pair of strongest threats of an input.
pub(super) fn hidden_bias_by_pair(input: &Input<'_>) -> Range<usize> {
    HIDDEN_BIAS_BY_PAIR + input.pair * HIDDEN..HIDDEN_BIAS_BY_PAIR + (input.pair + 1) * HIDDEN
}

/// Biases of the hidden layer for the stage of an input.
pub(super) fn hidden_bias_by_stage(input: &Input<'_>) -> Range<usize> {
    HIDDEN_BIAS_BY_STAGE + input.stage * HIDDEN..HIDDEN_BIAS_BY_STAGE + (input.stage + 1) * HIDDEN
}

/// Quantises the parameters of a rule side for the engine.
pub(super) fn quantise(values: &[f32]) -> RuleSideNetwork {
    let quantised = |value: f32, one: i32| {
        let limit = f32::from(i16::MAX);
        (value * one as f32).round().clamp(-limit, limit) as i16
    };
    let mut network = RuleSideNetwork::default();
    for (configuration, weights) in (0..).zip(&mut network.feature_weights) {
        if !has_no_stone(configuration) && canonical(configuration) == configuration {
            let values = &values[usize::from(configuration) * WIDTH..];
            weights.iter_mut().zip(values).for_each(|(weight, &value)| *weight = quantised(value, FEATURE_SCALE));
        }
    }
    let head = |index: usize| quantised(values[index], HEAD_SCALE);
    let input_pair =
        |neuron: usize, first: usize| [0, 1].map(|index| head(HIDDEN_WEIGHTS + neuron * INPUTS + first + index));
    network.head = Head {
        hidden_weights: std::array::from_fn(|half| std::array::from_fn(|neuron| input_pair(neuron, 2 * half))),
        hidden_bias_by_pair: table(|pair, neuron| head(HIDDEN_BIAS_BY_PAIR + pair * HIDDEN + neuron)),
        hidden_bias_by_stage: table(|stage, neuron| head(HIDDEN_BIAS_BY_STAGE + stage * HIDDEN + neuron)),
        output_weights: std::array::from_fn(|neuron| head(OUTPUT_WEIGHTS + neuron)),
        skip_weights: std::array::from_fn(|input| head(SKIP_WEIGHTS + input)),
        output_bias_by_pair: std::array::from_fn(|pair| head(OUTPUT_BIAS_BY_PAIR + pair)),
        output_bias_by_stage: std::array::from_fn(|stage| head(OUTPUT_BIAS_BY_STAGE + stage)),
    };
    network
}

/// Floating-point parameters of a quantised network: the inverse of [`quantise`].
pub(super) fn dequantise(network: &RuleSideNetwork) -> Vec<f32> {
    let feature_weight = |number: &i16| f32::from(*number) / FEATURE_SCALE as f32;
    let head_weight = |number: i16| f32::from(number) / HEAD_SCALE as f32;
    let head = &network.head;
    let hidden = (0..HIDDEN * INPUTS).map(|index| head.hidden_weights[index % INPUTS / 2][index / INPUTS][index % 2]);
    let biases = head.hidden_bias_by_pair.as_flattened().iter().chain(head.hidden_bias_by_stage.as_flattened());
    let output = head
        .output_weights
        .iter()
        .chain(&head.skip_weights)
        .chain(&head.output_bias_by_pair)
        .chain(&head.output_bias_by_stage);
    let head = hidden.chain(biases.chain(output).copied()).map(head_weight);
    network.feature_weights.as_flattened().iter().map(feature_weight).chain(head).collect()
}

fn table<const ROWS: usize>(number: impl Fn(usize, usize) -> i16) -> [[i16; HIDDEN]; ROWS] {
    std::array::from_fn(|row| std::array::from_fn(|neuron| number(row, neuron)))
}
