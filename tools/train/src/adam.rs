//! The Adam optimiser (Kingma and Ba, "Adam: A Method for Stochastic Optimisation", 2014).

/// Decay rates of the first and second moments (β₁ and β₂).
const BETA: [f32; 2] = [0.9, 0.999];

/// Parameters and their optimiser state. All slices have the same length.
pub(crate) struct Parameters<'a> {
    /// Values of the parameters.
    pub values: &'a mut [f32],
    /// Gradients summed over a batch.
    pub gradients: &'a mut [f32],
    /// Running means of the gradients.
    pub first_moments: &'a mut [f32],
    /// Running means of the squared gradients.
    pub second_moments: &'a mut [f32],
    /// Added to the square root of the second moment to avoid division by zero (ε).
    pub epsilon: f32,
}

impl Parameters<'_> {
    /// Makes step `step`, counted from 1, with the mean gradient of a batch of `batch_size` examples, and resets the
    /// gradients to zero.
    pub(crate) fn step(self, step: u32, batch_size: usize, learning_rate: f32) {
        let correction = BETA.map(|beta| 1.0 - beta.powf(step as f32));
        let parameters = self.values.iter_mut().zip(self.gradients).zip(self.first_moments).zip(self.second_moments);
        for (((value, gradient), first), second) in parameters {
            *gradient /= batch_size as f32;
            *first += (1.0 - BETA[0]) * (*gradient - *first);
            *second += (1.0 - BETA[1]) * (*gradient * *gradient - *second);
            *value -= learning_rate * (*first / correction[0]) / ((*second / correction[1]).sqrt() + self.epsilon);
            *gradient = 0.0;
        }
    }
}
