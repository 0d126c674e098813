//! An output head: from the accumulator to the value.

use super::head_kernels::{HeadKernel, HiddenWeights, SkipWeights};
use super::quantisation::{
    ACCUMULATOR_SCALE, ACTIVATION_SCALE, HEAD_SCALE, HIDDEN, OUTPUT_SCALE, PRODUCT_SCALE, WIDTH,
};

/// Numbers of a head.
pub(super) const PARAMETERS: usize = 2 * WIDTH * HIDDEN + HIDDEN + HIDDEN + WIDTH + 1;

/// A hidden layer with clipped ReLU activation, an output neuron, and a skip connection from the accumulator to the
/// output. All numbers are on the scale [`HEAD_SCALE`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub struct Head {
    /// Weights of the hidden layer.
    pub hidden_weights: HiddenWeights,
    /// Biases of the hidden layer.
    pub hidden_bias: [i16; HIDDEN],
    /// Weights of the output neuron, by hidden neuron.
    pub output_weights: [i16; HIDDEN],
    /// Weights of the skip connection from the accumulator to the output.
    pub skip_weights: SkipWeights,
    /// Bias of the output.
    pub output_bias: i16,
}

impl Default for Head {
    /// A head whose value is always 0.
    fn default() -> Self {
        Head {
            hidden_weights: [[[0; 2]; HIDDEN]; WIDTH],
            hidden_bias: [0; HIDDEN],
            output_weights: [0; HIDDEN],
            skip_weights: [0; WIDTH],
            output_bias: 0,
        }
    }
}

impl Head {
    /// All parameters in file order.
    pub(super) fn parameters(&self) -> impl Iterator<Item = &i16> {
        let hidden = self.hidden_weights.as_flattened().as_flattened().iter().chain(&self.hidden_bias);
        hidden.chain(&self.output_weights).chain(&self.skip_weights).chain([&self.output_bias])
    }

    /// Mutable references to all parameters in file order.
    pub(super) fn parameters_mut(&mut self) -> impl Iterator<Item = &mut i16> {
        let hidden = self.hidden_weights.as_flattened_mut().as_flattened_mut().iter_mut().chain(&mut self.hidden_bias);
        hidden.chain(&mut self.output_weights).chain(&mut self.skip_weights).chain([&mut self.output_bias])
    }

    /// The value of an accumulator in centidiscs.
    #[inline(always)]
    pub fn centidiscs<L: HeadKernel>(&self, level: L, accumulator: &[i16; WIDTH]) -> i32 {
        let (hidden, skip) = level.products(&self.hidden_weights, &self.skip_weights, accumulator);
        let mut output = i32::from(self.output_bias) * ACTIVATION_SCALE;
        for ((sum, &bias), &weight) in hidden.into_iter().zip(&self.hidden_bias).zip(&self.output_weights) {
            let sum = sum.wrapping_add(i32::from(bias) * ACTIVATION_SCALE);
            output += i32::from(weight) * (sum.clamp(0, PRODUCT_SCALE) / i32::from(HEAD_SCALE));
        }
        to_centidiscs(i64::from(output) + rescale_skip(skip))
    }

    /// The contribution of the skip connection to the value, in centidiscs. It is linear in the accumulator, so that it
    /// can be attributed to single features.
    pub fn skip_centidiscs(&self, accumulator: &[i16; WIDTH]) -> i32 {
        let products = accumulator
            .iter()
            .zip(&self.skip_weights)
            .map(|(&element, &weight)| i32::from(element) * i32::from(weight));
        to_centidiscs(rescale_skip(products.sum()))
    }
}

/// Converts the sum of the skip connection from [`ACCUMULATOR_SCALE`] · [`HEAD_SCALE`] to [`PRODUCT_SCALE`].
#[inline(always)]
fn rescale_skip(sum: i32) -> i64 {
    i64::from(sum) * i64::from(ACTIVATION_SCALE / i32::from(ACCUMULATOR_SCALE))
}

/// Converts an output on [`PRODUCT_SCALE`] to centidiscs.
#[inline(always)]
fn to_centidiscs(output: i64) -> i32 {
    (output * i64::from(OUTPUT_SCALE) / i64::from(PRODUCT_SCALE)) as i32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::common::processor::Baseline;
    use crate::random::SplitMix64;

    /// The value of a head by its formula in floating point, as a multiple of [`OUTPUT_SCALE`].
    fn value(head: &Head, accumulator: &[i16; WIDTH]) -> f64 {
        let weight = |number: i16| f64::from(number) / f64::from(HEAD_SCALE);
        let elements = accumulator.map(|element| f64::from(element) / f64::from(ACCUMULATOR_SCALE));
        let clip = f64::from(ACCUMULATOR_SCALE - 1) / f64::from(ACCUMULATOR_SCALE);
        let square = |element: f64| element.clamp(0.0, clip).powi(2);
        let output = |neuron: usize| {
            let input = |(&element, weights): (&f64, &[[i16; 2]; HIDDEN])| {
                square(element) * weight(weights[neuron][0]) + square(-element) * weight(weights[neuron][1])
            };
            let sum: f64 = elements.iter().zip(&head.hidden_weights).map(input).sum();
            weight(head.output_weights[neuron]) * (sum + weight(head.hidden_bias[neuron])).clamp(0.0, 1.0)
        };
        let skip: f64 = elements.iter().zip(head.skip_weights).map(|(element, number)| element * weight(number)).sum();
        weight(head.output_bias) + skip + (0..HIDDEN).map(output).sum::<f64>()
    }

    #[test]
    fn a_head_is_its_formula() {
        let mut random = SplitMix64::new(4);
        for _ in 0..60 {
            let mut head = Head::default();
            head.parameters_mut().for_each(|number| *number = random.below(4001) as i16 - 2000);
            let accumulator: [i16; WIDTH] = std::array::from_fn(|_| random.below(1201) as i16 - 600);
            let value = value(&head, &accumulator) * f64::from(OUTPUT_SCALE);
            let rounded = f64::from(head.centidiscs(Baseline, &accumulator));
            assert!((rounded - value).abs() < 0.01 * f64::from(OUTPUT_SCALE), "{rounded} {value}");
        }
    }
}
