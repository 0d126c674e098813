//! Statistics of evaluation errors.

/// Errors of evaluations, in discs: the value minus the true value, for each position.
pub(super) struct Errors(Vec<f64>);

impl FromIterator<f64> for Errors {
    fn from_iter<I: IntoIterator<Item = f64>>(errors: I) -> Self {
        Errors(errors.into_iter().collect())
    }
}

impl Errors {
    /// Number of errors.
    pub(super) fn count(&self) -> usize {
        self.0.len()
    }

    /// Root mean square error.
    pub(super) fn root_mean_square(&self) -> f64 {
        self.mean(|error| error * error).sqrt()
    }

    /// Mean absolute error.
    pub(super) fn mean_absolute(&self) -> f64 {
        self.mean(f64::abs)
    }

    /// Mean error.
    pub(super) fn bias(&self) -> f64 {
        self.mean(|error| error)
    }

    fn mean(&self, function: impl Fn(f64) -> f64) -> f64 {
        self.0.iter().copied().map(function).sum::<f64>() / self.0.len().max(1) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statistics_of_a_few_errors_are_correct() {
        let errors: Errors = [3.0, -4.0, 0.0, 5.0].into_iter().collect();
        assert_eq!(errors.count(), 4);
        assert_eq!((errors.mean_absolute(), errors.bias()), (3.0, 1.0));
        assert_eq!(errors.root_mean_square(), 12.5_f64.sqrt());
        assert_eq!(Errors::from_iter([]).mean_absolute(), 0.0);
    }
}
