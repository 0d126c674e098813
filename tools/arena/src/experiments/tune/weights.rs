//! Weights P:F:M as coordinates for tuning.
//!
//! Multiplying all three weights of a stage by a constant gives the same player, so only the ratios F:P and M:P matter.
//! The two coordinates of a stage are the inverse hyperbolic sines of these ratios divided by their scales: logarithmic
//! above the scale, as suits a ratio, and linear below, so that a weight can change its sign (flipping few discs is
//! good early in the game). P stays positive.

/// The value of P in weights as text; F and M are in hundredths of it.
const UNIT: f64 = 100.0;

/// The scales of F:P and M:P. The square values of a position's moves vary about twenty times as much as the discs that
/// they flip, so a step in F:P near 0 must be large enough to have an effect; the best M:P is well above 1.
pub(super) const SCALES: [f64; COORDINATES] = [5.0, 1.0];

/// The number of coordinates of a stage.
pub(super) const COORDINATES: usize = 2;

/// The start of tuning: the practice player's 6:2:4 in all stages.
pub(super) fn practice() -> Vec<f64> {
    [2.0 / 6.0, 4.0 / 6.0].into_iter().zip(SCALES).map(|(ratio, scale): (f64, f64)| (ratio / scale).asinh()).collect()
}

/// The coordinates of the same weights with each stage divided into this number of stages.
pub(super) fn divided(point: &[f64], parts: usize) -> Vec<f64> {
    point.chunks(COORDINATES).flat_map(|stage| stage.repeat(parts)).collect()
}

/// The value of option `Weights` for a point.
pub(super) fn text(point: &[f64]) -> String {
    let weight = |(x, scale): (&f64, f64)| format!(":{}", (UNIT * scale * x.sinh()).round() as i32);
    let stage = |stage: &[f64]| format!("{UNIT}{}", stage.iter().zip(SCALES).map(weight).collect::<String>());
    point.chunks(COORDINATES).map(stage).collect::<Vec<_>>().join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_as_texts() {
        assert_eq!(text(&practice()), "100:33:67");
        assert_eq!(text(&[-0.5, 0.0, 0.0, 5.0]), "100:-261:0,100:0:7420");
    }

    #[test]
    fn divided_stages_are_the_same_player() {
        let three = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6];
        assert_eq!(divided(&three, 2), [0.1, 0.2, 0.1, 0.2, 0.3, 0.4, 0.3, 0.4, 0.5, 0.6, 0.5, 0.6]);
        assert_eq!(text(&divided(&practice(), 3)), "100:33:67,100:33:67,100:33:67");
    }
}
