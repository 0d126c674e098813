//! Ridge regression of the weights of two adjacent knots, by the conjugate gradient method (Hestenes and Stiefel, 1952)
//! on the normal equations, with Jacobi preconditioning.
//!
//! Knows nothing of games, searches and files.

use super::linear_model::{Example, Model};
use crate::progress::progress_bar;
use crate::threads::thread_pool;
use crate::vector::add_scaled;
use anyhow::Result;
use rayon::ThreadPool;
use rayon::prelude::*;

/// Regularisation strength, in positions: the penalty on the change of a weight from its initial value. Weights of rare
/// classes thus stay close to those of the knot with fewer empty squares.
const RIDGE: f32 = 20.0;

/// A number for each class at the lower and at the upper knot.
type Vector = Vec<[f32; 2]>;

/// The part of the examples that one thread sums over, and its sums.
struct PartialSum<'a> {
    examples: &'a [&'a Example],
    sums: Vector,
}

/// Sums over all examples, by several threads. The parts are fixed and added in order, so that results are
/// reproducible.
struct ParallelSum<'a> {
    parts: Vec<PartialSum<'a>>,
    pool: ThreadPool,
    /// The lower of the two knots.
    lower: usize,
}

/// Fits the weights of the knots `lower` and `lower + 1` to the labels of `examples`, by a number of iterations. The
/// other knots do not change.
pub(super) fn fit(
    name: &str,
    model: &mut Model,
    examples: &[&Example],
    lower: usize,
    iterations: u64,
    threads: usize,
) -> Result<()> {
    let change = solve(name, model, examples, lower, iterations, threads)?;
    for (class, [low, high]) in change.into_iter().enumerate() {
        model.knots[lower][class] += low;
        model.knots[lower + 1][class] += high;
    }
    Ok(())
}

/// The change of the weights that solves the normal equations.
fn solve(
    name: &str,
    model: &Model,
    examples: &[&Example],
    lower: usize,
    iterations: u64,
    threads: usize,
) -> Result<Vector> {
    let count = model.knots[lower].len();
    let mut sum = ParallelSum::new(examples, count, lower, threads)?;
    let mut residual = sum.transposed_product(|example| example.label - model.value(example));
    let diagonal = sum.diagonal();
    let precondition = |vector: &[[f32; 2]]| -> Vector {
        let divided = |(value, weight): (&[f32; 2], &[f32; 2])| [0, 1].map(|end| value[end] / (weight[end] + RIDGE));
        vector.iter().zip(&diagonal).map(divided).collect()
    };
    let mut preconditioned = precondition(&residual);
    let mut direction = preconditioned.clone();
    let mut product = dot_product(&residual, &preconditioned);
    let mut change = vec![[0.0_f32; 2]; count];
    let progress = progress_bar(name, iterations);
    for _ in 0..iterations {
        let mut image = sum.transposed_product(|example| value_change(example, lower, &direction));
        add(&mut image, RIDGE, &direction);
        let curvature = dot_product(&direction, &image);
        if curvature <= 0.0 {
            break;
        }
        let step = (product / curvature) as f32;
        add(&mut change, step, &direction);
        add(&mut residual, -step, &image);
        preconditioned = precondition(&residual);
        let next_product = dot_product(&residual, &preconditioned);
        let beta = (next_product / product) as f32;
        product = next_product;
        for (direction, preconditioned) in direction.iter_mut().zip(&preconditioned) {
            *direction = [0, 1].map(|end| preconditioned[end] + beta * direction[end]);
        }
        progress.inc(1);
    }
    progress.finish();
    Ok(change)
}

impl ParallelSum<'_> {
    fn new<'a>(examples: &'a [&'a Example], count: usize, lower: usize, threads: usize) -> Result<ParallelSum<'a>> {
        let parts = examples
            .chunks(examples.len().div_ceil(threads.max(1)).max(1))
            .map(|examples| PartialSum { examples, sums: vec![[0.0; 2]; count] })
            .collect();
        Ok(ParallelSum { parts, pool: thread_pool(threads)?, lower })
    }

    /// Product of the transposed design matrix and a vector with a number for each example.
    fn transposed_product(&mut self, number: impl Fn(&Example) -> f32 + Sync) -> Vector {
        self.sum(|example, weights| {
            let number = number(example);
            weights.map(|weight| weight * number)
        })
    }

    /// Diagonal of the normal equations' matrix, without the products of a class that occurs twice in a position.
    fn diagonal(&mut self) -> Vector {
        self.sum(|_, weights| weights.map(|weight| weight * weight))
    }

    /// Adds `terms` of each example, given its interpolation weights, to the sums of its classes.
    fn sum(&mut self, terms: impl Fn(&Example, [f32; 2]) -> [f32; 2] + Sync) -> Vector {
        let (parts, lower) = (&mut self.parts, self.lower);
        self.pool.install(|| {
            parts.par_iter_mut().for_each(|part| {
                part.sums.fill([0.0; 2]);
                for example in part.examples {
                    let [low, high] = terms(example, interpolation_weights(example, lower));
                    for &class in &example.classes {
                        let sum = &mut part.sums[class as usize];
                        sum[0] += low;
                        sum[1] += high;
                    }
                }
            });
        });
        let mut total = vec![[0.0; 2]; parts.first().map_or(0, |part| part.sums.len())];
        parts.iter().for_each(|part| add(&mut total, 1.0, &part.sums));
        total
    }
}

/// Interpolation weights of the knots `lower` and `lower + 1` in an example.
fn interpolation_weights(example: &Example, lower: usize) -> [f32; 2] {
    [lower, lower + 1].map(|knot| match knot.wrapping_sub(example.knot) {
        0 => example.knot_weight,
        1 => 1.0 - example.knot_weight,
        _ => 0.0,
    })
}

/// Change in the value of an example for a change of the weights.
fn value_change(example: &Example, lower: usize, change: &[[f32; 2]]) -> f32 {
    let [low, high] = interpolation_weights(example, lower);
    example.classes.iter().map(|&class| low * change[class as usize][0] + high * change[class as usize][1]).sum()
}

fn dot_product(left: &[[f32; 2]], right: &[[f32; 2]]) -> f64 {
    let product =
        |(a, b): (&[f32; 2], &[f32; 2])| f64::from(a[0]) * f64::from(b[0]) + f64::from(a[1]) * f64::from(b[1]);
    left.iter().zip(right).map(product).sum()
}

fn add(target: &mut [[f32; 2]], factor: f32, vector: &[[f32; 2]]) {
    add_scaled(target.as_flattened_mut(), factor, vector.as_flattened());
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::othello::linear_model::errors;
    use quartet::games::othello::linear_weights::KNOTS;
    use quartet::games::othello::patterns::FEATURES;
    use quartet::random::SplitMix64;

    const CLASSES: usize = 400;

    fn uniform(random: &mut SplitMix64) -> f32 {
        random.below(2001) as f32 / 1000.0 - 1.0
    }

    /// Examples between knots 3 and 5. Their labels are the values of `truth` with an error of up to `noise` discs.
    fn examples(truth: &Model, count: usize, noise: f32, random: &mut SplitMix64) -> Vec<Example> {
        let example = |_| {
            let mut example = Example {
                classes: std::array::from_fn(|_| random.below(CLASSES) as u32),
                knot: 3 + random.below(2),
                knot_weight: random.below(4) as f32 / 4.0,
                label: 0.0,
            };
            example.label = truth.value(&example) + noise * uniform(random);
            example
        };
        (0..count).map(example).collect()
    }

    #[test]
    fn weights_are_recovered_and_other_knots_do_not_change() {
        let mut random = SplitMix64::new(5);
        let mut truth = Model { knots: vec![vec![0.0; CLASSES]; KNOTS] };
        for knot in 3..=4 {
            truth.knots[knot].iter_mut().for_each(|weight| *weight = uniform(&mut random));
        }
        let training = examples(&truth, 20_000, 1.0, &mut random);
        let validation = examples(&truth, 1_000, 0.0, &mut random);
        let mut model = Model { knots: vec![vec![0.0; CLASSES]; KNOTS] };
        let before = errors(&model, validation.iter()).root_mean_square();
        let mut same = model.clone();
        let borrowed: Vec<_> = training.iter().collect();
        fit("", &mut model, &borrowed, 3, 40, 2).expect("fitted");
        let after = errors(&model, validation.iter()).root_mean_square();
        // The remaining error is mostly due to the noise; without weights the error is that of a sum of FEATURES
        // numbers.
        assert!(before > 0.3 * (FEATURES as f64).sqrt() && after < 0.1 * before, "{before} {after}");
        assert!((0..KNOTS).all(|knot| [3, 4].contains(&knot) || model.knots[knot] == same.knots[knot]));
        fit("", &mut same, &borrowed, 3, 40, 2).expect("fitted");
        assert!(same.knots == model.knots, "the same examples and threads give the same weights");
    }
}
