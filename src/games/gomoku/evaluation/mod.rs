//! The neural network that corrects the shape weights: [`configurations`] are its input features, [`network`] holds its
//! parameters and output head, [`accumulator`] updates its first layer move by move.

pub mod accumulator;
pub mod configurations;
pub mod network;
