//! Conversion of evaluations to expected scores, by the logistic function.

/// Logistic function: the expected score, from 0 for a loss to 1 for a win, of an evaluation given as a logit.
pub(crate) fn sigmoid(logit: f32) -> f32 {
    1.0 / (1.0 + (-logit).exp())
}

/// Logit of an evaluation in centipoints: 100 centipoints correspond to an expected score of 3/4.
pub(crate) fn logit(centipoints: f32) -> f32 {
    centipoints * 3f32.ln() / 100.0
}
