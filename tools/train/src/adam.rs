//! The optimiser of the networks: Adam (Kingma and Ba, "Adam: a method for stochastic optimization", 2014).

/// The decay rates of the means of the gradient (β₁) and of its square (β₂).
const BETA: [f32; 2] = [0.9, 0.999];

/// Parameters and what Adam keeps about each of them. All slices have the same length.
pub(crate) struct Parameters<'a> {
    /// The parameters themselves.
    pub values: &'a mut [f32],
    /// Sums of the gradients over a batch.
    pub gradients: &'a mut [f32],
    /// Running means of the gradients (first moments).
    pub means: &'a mut [f32],
    /// Running means of the squared gradients (second moments).
    pub squares: &'a mut [f32],
    /// Added to the root of the mean square, to keep quotients finite (ε).
    pub epsilon: f32,
}

impl Parameters<'_> {
    /// Step number `step`, counted from 1, along the mean gradient of a batch of this many examples. Gradients are zero
    /// afterwards.
    pub(crate) fn step(self, step: u32, examples: usize, rate: f32) {
        let correction = BETA.map(|beta| 1.0 - beta.powf(step as f32));
        let lists = self.values.iter_mut().zip(self.gradients).zip(self.means).zip(self.squares);
        for (((value, gradient), mean), square) in lists {
            *gradient /= examples as f32;
            *mean += (1.0 - BETA[0]) * (*gradient - *mean);
            *square += (1.0 - BETA[1]) * (*gradient * *gradient - *square);
            *value -= rate * (*mean / correction[0]) / ((*square / correction[1]).sqrt() + self.epsilon);
            *gradient = 0.0;
        }
    }
}
