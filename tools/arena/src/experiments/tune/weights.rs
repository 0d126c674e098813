//! Weights P:F:M as points of a space in which every direction matters.
//!
//! A multiple of all three weights of a stage is the same player, so only the ratios F:P and M:P count: two
//! coordinates for each stage, the inverse hyperbolic sine of either on its scale. Above the scale it is logarithmic,
//! as suits a ratio; below it is linear, so that a weight can change its sign (to turn few discs is good early). P
//! stays positive.

/// P in texts; F and M are given in hundredths of it.
const UNIT: f64 = 100.0;

/// The scales of F:P and M:P. The values of the squares of a position's moves differ about twenty times as much as
/// the discs they flip, so a step in F:P must be of some size to be felt on either side of 0; M:P is best well above
/// 1.
pub(super) const SCALES: [f64; COORDINATES] = [5.0, 1.0];

/// Coordinates of a stage.
pub(super) const COORDINATES: usize = 2;

/// Where tuning begins: the practice player's 6:2:4, throughout.
pub(super) fn practice() -> Vec<f64> {
    [2.0 / 6.0, 4.0 / 6.0].into_iter().zip(SCALES).map(|(ratio, scale): (f64, f64)| (ratio / scale).asinh()).collect()
}

/// The same weights with each stage divided into this number of stages.
pub(super) fn divided(point: &[f64], parts: usize) -> Vec<f64> {
    point.chunks(COORDINATES).flat_map(|stage| stage.repeat(parts)).collect()
}

/// A value of option `Weights`.
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
