//! The fit: weights of two neighbouring knots that make the error on labelled positions least (ridge regression), by
//! preconditioned conjugate gradients on the normal equations (Hestenes and Stiefel 1952; here the diagonal as
//! preconditioner).
//!
//! Must not know: games, searches, files.

use super::linear_model::{Example, Model};
use crate::progress::bar;

/// How strongly weights are held to where they begin: as if this many positions more had said so. Rare configurations
/// thus stay near what they count with fewer empty squares.
const RIDGE: f32 = 20.0;

/// A part of the examples and what a thread sums up over it.
struct Part<'a> {
    examples: &'a [&'a Example],
    sums: Vec<[f32; 2]>,
}

/// Moves the weights of knots `lower` and `lower + 1` towards the labels of `examples`, `rounds` steps. The other knots
/// stay.
pub(super) fn fit(name: &str, model: &mut Model, examples: &[&Example], lower: usize, rounds: u64, threads: usize) {
    let count = model.knots[lower].len();
    let mut parts: Vec<_> = examples
        .chunks(examples.len().div_ceil(threads).max(1))
        .map(|examples| Part { examples, sums: vec![[0.0; 2]; count] })
        .collect();
    // Steps are taken for the difference to where the weights begin.
    let start = &*model;
    let mut residual = gather(&mut parts, |example, _| example.label - start.value(example), lower, &[]);
    let diagonal = gather_squares(&mut parts, lower);
    let scale = |vector: &[[f32; 2]]| -> Vec<[f32; 2]> {
        let divided = |(value, weight): (&[f32; 2], &[f32; 2])| [0, 1].map(|end| value[end] / (weight[end] + RIDGE));
        vector.iter().zip(&diagonal).map(divided).collect()
    };
    let mut scaled = scale(&residual);
    let mut direction = scaled.clone();
    let mut product = dot(&residual, &scaled);
    let mut change = vec![[0.0_f32; 2]; count];
    let progress = bar(name, rounds);
    for _ in 0..rounds {
        let mut image = gather(&mut parts, |example, direction| along(example, lower, direction), lower, &direction);
        add(&mut image, RIDGE, &direction);
        let curvature = dot(&direction, &image);
        if curvature <= 0.0 {
            break;
        }
        let step = (product / curvature) as f32;
        add(&mut change, step, &direction);
        add(&mut residual, -step, &image);
        scaled = scale(&residual);
        let next = dot(&residual, &scaled);
        let keep = (next / product) as f32;
        product = next;
        for (old, new) in direction.iter_mut().zip(&scaled) {
            *old = [0, 1].map(|end| new[end] + keep * old[end]);
        }
        progress.inc(1);
    }
    progress.finish();
    for (class, [low, high]) in change.into_iter().enumerate() {
        model.knots[lower][class] += low;
        model.knots[lower + 1][class] += high;
    }
}

/// The shares of the knots `lower` and `lower + 1` in an example.
fn shares(example: &Example, lower: usize) -> [f32; 2] {
    [lower, lower + 1].map(|knot| match knot.wrapping_sub(example.knot) {
        0 => example.share,
        1 => 1.0 - example.share,
        _ => 0.0,
    })
}

/// What a change of weights changes in the value of an example.
fn along(example: &Example, lower: usize, change: &[[f32; 2]]) -> f32 {
    let [low, high] = shares(example, lower);
    example.classes.iter().map(|&class| low * change[class as usize][0] + high * change[class as usize][1]).sum()
}

/// The sums over all examples of a number that each gives, times the derivatives of its value by the weights.
fn gather(
    parts: &mut [Part<'_>],
    number: impl Fn(&Example, &[[f32; 2]]) -> f32 + Sync,
    lower: usize,
    at: &[[f32; 2]],
) -> Vec<[f32; 2]> {
    sum_up(parts, |example, sums| {
        let number = number(example, at);
        let [low, high] = shares(example, lower).map(|share| share * number);
        for &class in &example.classes {
            let sum = &mut sums[class as usize];
            sum[0] += low;
            sum[1] += high;
        }
    })
}

/// The diagonal of the normal equations, but for configurations that stand on a board twice.
fn gather_squares(parts: &mut [Part<'_>], lower: usize) -> Vec<[f32; 2]> {
    sum_up(parts, |example, sums| {
        let [low, high] = shares(example, lower).map(|share| share * share);
        for &class in &example.classes {
            let sum = &mut sums[class as usize];
            sum[0] += low;
            sum[1] += high;
        }
    })
}

/// Has every thread sum up its part; the total, added in the order of the parts.
fn sum_up(parts: &mut [Part<'_>], each: impl Fn(&Example, &mut [[f32; 2]]) + Sync) -> Vec<[f32; 2]> {
    std::thread::scope(|scope| {
        for part in &mut *parts {
            let each = &each;
            scope.spawn(move || {
                part.sums.fill([0.0; 2]);
                part.examples.iter().for_each(|example| each(example, &mut part.sums));
            });
        }
    });
    let mut total = vec![[0.0; 2]; parts.first().map_or(0, |part| part.sums.len())];
    parts.iter().for_each(|part| add(&mut total, 1.0, &part.sums));
    total
}

fn dot(left: &[[f32; 2]], right: &[[f32; 2]]) -> f64 {
    let product =
        |(a, b): (&[f32; 2], &[f32; 2])| f64::from(a[0]) * f64::from(b[0]) + f64::from(a[1]) * f64::from(b[1]);
    left.iter().zip(right).map(product).sum()
}

fn add(to: &mut [[f32; 2]], factor: f32, what: &[[f32; 2]]) {
    for (sum, value) in to.iter_mut().zip(what) {
        sum[0] += factor * value[0];
        sum[1] += factor * value[1];
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::othello::linear_model::errors;
    use quartet::games::othello::linear_weights::KNOTS;
    use quartet::games::othello::patterns::FEATURES;
    use quartet::random::SplitMix64;

    const CLASSES: usize = 400;

    fn even(random: &mut SplitMix64) -> f32 {
        random.below(2001) as f32 / 1000.0 - 1.0
    }

    /// Examples between knots 3 and 5 whose labels are what `truth` says, but for an error of up to `noise` discs.
    fn examples(truth: &Model, count: usize, noise: f32, random: &mut SplitMix64) -> Vec<Example> {
        let example = |_| {
            let mut example = Example {
                classes: std::array::from_fn(|_| random.below(CLASSES) as u32),
                knot: 3 + random.below(2),
                share: random.below(4) as f32 / 4.0,
                label: 0.0,
            };
            example.label = truth.value(&example) + noise * even(random);
            example
        };
        (0..count).map(example).collect()
    }

    #[test]
    fn weights_are_found_again_and_only_those_of_two_knots_move() {
        let mut random = SplitMix64::new(5);
        let mut truth = Model { knots: vec![vec![0.0; CLASSES]; KNOTS] };
        for knot in 3..=4 {
            truth.knots[knot].iter_mut().for_each(|weight| *weight = even(&mut random));
        }
        let learned = examples(&truth, 20_000, 1.0, &mut random);
        let others = examples(&truth, 1_000, 0.0, &mut random);
        let mut model = Model { knots: vec![vec![0.0; CLASSES]; KNOTS] };
        let before = errors(&model, others.iter()).root_mean_square();
        let mut same = model.clone();
        let borrowed: Vec<_> = learned.iter().collect();
        fit("", &mut model, &borrowed, 3, 40, 2);
        let after = errors(&model, others.iter()).root_mean_square();
        // What is left is mostly what the noise taught; sums of FEATURES weights of up to 1 begin far from it.
        assert!(before > 0.3 * (FEATURES as f64).sqrt() && after < 0.1 * before, "{before} {after}");
        assert!((0..KNOTS).all(|knot| [3, 4].contains(&knot) || model.knots[knot] == same.knots[knot]));
        fit("", &mut same, &borrowed, 3, 40, 2);
        assert!(same.knots == model.knots, "the same examples and threads give the same weights");
    }
}
