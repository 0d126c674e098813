//! The neural network that corrects the shape weights: [`configurations`] are its input features, [`network`] holds its
//! parameters and output head, [`accumulator`] updates its first layer move by move. [`policy`] holds the parameters of
//! a second network, by which [`move_probabilities`] orders moves.

pub mod accumulator;
pub mod configurations;
pub mod move_probabilities;
pub mod network;
pub mod policy;
