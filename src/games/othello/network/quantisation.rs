//! Dimensions of the network and the fixed-point scales of its integers.

/// Size of the accumulator: first-layer weights per configuration.
pub const WIDTH: usize = 64;
/// Neurons of the hidden layer.
pub const HIDDEN: usize = 8;
/// Output heads: one for each number of empty squares, 0..=60.
pub const HEADS: usize = 61;
/// The integer that stands for 1.0 in first-layer weights and in the accumulator.
pub const ACCUMULATOR_SCALE: i16 = 256;
/// The integer that stands for 1.0 in the weights and biases of heads.
pub const HEAD_SCALE: i16 = 1024;
/// The centidiscs of a network output of 1.0.
pub const OUTPUT_SCALE: i32 = 1600;

/// Right shift of the squared accumulator, so that squares fit into 16 bits.
pub(super) const SQUARE_SHIFT: i32 = 4;
/// The integer that stands for 1.0 in the inputs and outputs of the hidden layer.
pub(super) const ACTIVATION_SCALE: i32 = (ACCUMULATOR_SCALE as i32 * ACCUMULATOR_SCALE as i32) >> SQUARE_SHIFT;
/// The integer that stands for 1.0 in products of an activation and a weight of a head.
pub(super) const PRODUCT_SCALE: i32 = ACTIVATION_SCALE * HEAD_SCALE as i32;
