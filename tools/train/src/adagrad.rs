//! The AdaGrad optimiser (Duchi, Hazan and Singer, "Adaptive Subgradient Methods for Online Learning and Stochastic
//! Optimisation", 2011): the learning rate of a parameter falls with the gradients it has seen, so that rare features
//! learn fast and frequent ones become stable.

/// Optimiser state: accumulated squared gradients, one number for each group of parameters that share a learning rate.
#[derive(Clone)]
pub(crate) struct AdaGrad {
    /// Sum of the squared gradients of each group.
    pub squares: Vec<f32>,
}

impl AdaGrad {
    /// State before the first update. A larger `initial_square` makes the first updates smaller.
    pub(crate) fn new(groups: usize, initial_square: f32) -> AdaGrad {
        AdaGrad { squares: vec![initial_square; groups] }
    }

    /// Accumulates a squared gradient of a group and returns the number by which its learning rate is to be divided.
    pub(crate) fn divisor(&mut self, group: usize, squared_gradient: f32) -> f32 {
        let sum = &mut self.squares[group];
        *sum += squared_gradient;
        sum.sqrt()
    }
}
