//! How far values are from what they should be, in discs.
//!
//! Must not know: what found the values, whose they are.

/// An error for each position.
pub(super) struct Errors(Vec<f64>);

impl FromIterator<f64> for Errors {
    fn from_iter<I: IntoIterator<Item = f64>>(errors: I) -> Self {
        Errors(errors.into_iter().collect())
    }
}

impl Errors {
    /// How many there are.
    pub(super) fn count(&self) -> usize {
        self.0.len()
    }

    /// Root mean square.
    pub(super) fn root_mean_square(&self) -> f64 {
        self.mean(|error| error * error).sqrt()
    }

    /// Mean of what they are without their sign.
    pub(super) fn mean_size(&self) -> f64 {
        self.mean(f64::abs)
    }

    /// Mean.
    pub(super) fn bias(&self) -> f64 {
        self.mean(|error| error)
    }

    fn mean(&self, of_one: impl Fn(f64) -> f64) -> f64 {
        self.0.iter().copied().map(of_one).sum::<f64>() / self.0.len().max(1) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_have_size_and_sign() {
        let errors: Errors = [3.0, -4.0, 0.0, 5.0].into_iter().collect();
        assert_eq!(errors.count(), 4);
        assert_eq!((errors.mean_size(), errors.bias()), (3.0, 1.0));
        assert_eq!(errors.root_mean_square(), 12.5_f64.sqrt());
        assert_eq!(Errors::from_iter([]).mean_size(), 0.0);
    }
}
