//! The neural network that corrects the weights of shapes: [`configurations`] are its input features, [`network`] its
//! parameters, [`accumulator`] its first layer, updated move by move.

pub mod accumulator;
pub mod configurations;
pub mod network;
