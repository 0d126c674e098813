//! Weights and rows as the evaluation looks them up, by configuration, and their sums: those of rows on every level of
//! processors, the portable sum being the naive twin of the others; those of weights, with which only the trainer
//! begins, once.
//!
//! Must not know: positions, what the sums are for.

use super::kernels::Level;
use super::network::{Row, WIDTH};
use super::patterns::{FEATURES, Numbers, Patterns};
use super::weights::{KNOTS, Weights};
use crate::games::common::processor::Any;
#[cfg(target_arch = "x86_64")]
use crate::games::common::processor::{V3, V4};
use crate::memory_hints::with_large_pages;

/// The row of a configuration: a line of the cache.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
struct Line(Row);

/// Sums of rows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C, align(64))]
pub struct RowSums(pub [i16; WIDTH]);

/// Weights of a configuration by knot, or sums of them.
pub type Knots = [i16; KNOTS];

/// Rows and weights of all configurations.
pub struct Lookup {
    /// By configuration, or none at all.
    lines: Vec<Line>,
    /// Likewise.
    weights: Vec<Knots>,
    /// By feature: where its kind begins.
    starts: [u32; FEATURES],
}

impl Lookup {
    /// Spreads out weights and rows, which are by class; `classes` has for each configuration its class, as
    /// [`Patterns::classes`] has them. What is missing is 0.
    pub fn new(weights: Option<&Weights>, rows: &[Row], patterns: &Patterns, classes: &[u32]) -> Lookup {
        let line = |&class: &u32| Line(rows.get(class as usize).copied().unwrap_or([0; WIDTH]));
        let knots = |weights: &Weights, class: u32| -> Knots {
            let weight = |knot: usize| weights.knots().get(knot).and_then(|knot| knot.get(class as usize));
            std::array::from_fn(|knot| weight(knot).copied().unwrap_or(0))
        };
        let mut lines = Vec::new();
        if !rows.is_empty() {
            lines = with_large_pages(classes.len());
            lines.extend(classes.iter().map(line));
        }
        let of_weights = |weights: &Weights| classes.iter().map(|&class| knots(weights, class)).collect();
        Lookup {
            lines,
            weights: weights.map(of_weights).unwrap_or_default(),
            starts: patterns.kinds().map(|kind| patterns.starts()[kind] as u32),
        }
    }

    /// The sums of some features' rows.
    #[inline(always)]
    pub fn rows<L: Summing>(&self, level: L, numbers: &Numbers, features: impl Iterator<Item = usize>) -> RowSums {
        level.sums(&self.lines, features.map(|feature| self.index(numbers, feature)))
    }

    /// The sums of some features' weights, if there are weights; what is too large is wrapped.
    #[inline(always)]
    pub fn weights(&self, numbers: &Numbers, features: impl Iterator<Item = usize>) -> Option<Knots> {
        if self.weights.is_empty() {
            return None;
        }
        let mut sums = [0_i16; KNOTS];
        for knots in features.filter_map(|feature| self.weights.get(self.index(numbers, feature))) {
            sums.iter_mut().zip(knots).for_each(|(sum, &weight)| *sum = sum.wrapping_add(weight));
        }
        Some(sums)
    }

    #[inline(always)]
    fn index(&self, numbers: &Numbers, feature: usize) -> usize {
        self.starts[feature] as usize + usize::from(numbers[feature])
    }
}

/// A level that sums rows. (Private in what it takes: only this module has lines.)
pub trait Summing: Level {
    /// The sums of those of the lines that there are; what is too large is wrapped.
    #[allow(private_interfaces, reason = "the trait is implemented and called here only")]
    fn sums(self, lines: &[Line], chosen: impl Iterator<Item = usize>) -> RowSums;
}

impl Summing for Any {
    #[allow(private_interfaces, reason = "as above")]
    #[inline(always)]
    fn sums(self, lines: &[Line], chosen: impl Iterator<Item = usize>) -> RowSums {
        let mut sums = RowSums([0; WIDTH]);
        for line in chosen.filter_map(|index| lines.get(index)) {
            for (sum, &number) in sums.0.iter_mut().zip(&line.0) {
                *sum = sum.wrapping_add(i16::from(number));
            }
        }
        sums
    }
}

#[cfg(target_arch = "x86_64")]
impl Summing for V3 {
    #[allow(private_interfaces, reason = "as above")]
    #[inline(always)]
    fn sums(self, lines: &[Line], chosen: impl Iterator<Item = usize>) -> RowSums {
        // SAFETY: `self` is the witness that the processor has the instructions.
        unsafe { vectors::sums256(lines, chosen) }
    }
}

#[cfg(target_arch = "x86_64")]
impl Summing for V4 {
    #[allow(private_interfaces, reason = "as above")]
    #[inline(always)]
    fn sums(self, lines: &[Line], chosen: impl Iterator<Item = usize>) -> RowSums {
        // SAFETY: as above.
        unsafe { vectors::sums512(lines, chosen) }
    }
}

/// With vectors, for the compiler keeps sums of this size in scalar registers.
#[cfg(target_arch = "x86_64")]
mod vectors {
    use super::{Line, RowSums, WIDTH};
    use std::arch::x86_64::*;

    const _: () = assert!(WIDTH == 64 && size_of::<Line>() == 64 && size_of::<RowSums>() == 128);

    #[target_feature(enable = "avx2")]
    #[inline]
    pub(super) fn sums256(lines: &[Line], chosen: impl Iterator<Item = usize>) -> RowSums {
        let mut sums = RowSums([0; WIDTH]);
        let mut all = [_mm256_setzero_si256(); 4];
        for line in chosen.filter_map(|index| lines.get(index)) {
            let at = (&raw const *line).cast::<__m128i>();
            for (quarter, sum) in all.iter_mut().enumerate() {
                let quarter = at.wrapping_add(quarter);
                // SAFETY: a line is four vectors, aligned as vectors are.
                let numbers = unsafe { *quarter };
                *sum = _mm256_add_epi16(*sum, _mm256_cvtepi8_epi16(numbers));
            }
        }
        // SAFETY: sums are four vectors, aligned as vectors are.
        unsafe { *(&raw mut sums).cast() = all };
        sums
    }

    #[target_feature(enable = "avx512f,avx512bw")]
    #[inline]
    pub(super) fn sums512(lines: &[Line], chosen: impl Iterator<Item = usize>) -> RowSums {
        let mut sums = RowSums([0; WIDTH]);
        let mut all = [_mm512_setzero_si512(); 2];
        for line in chosen.filter_map(|index| lines.get(index)) {
            let at = (&raw const *line).cast::<__m256i>();
            for (half, sum) in all.iter_mut().enumerate() {
                let half = at.wrapping_add(half);
                // SAFETY: a line is two vectors, aligned as vectors are.
                let numbers = unsafe { *half };
                *sum = _mm512_add_epi16(*sum, _mm512_cvtepi8_epi16(numbers));
            }
        }
        // SAFETY: sums are two vectors, aligned as vectors are.
        unsafe { *(&raw mut sums).cast() = all };
        sums
    }
}
