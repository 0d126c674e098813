//! Weights and rows as the evaluation looks them up: by configuration, what all stages of the game and the network say of it
//! in one line of the cache; and the sums of such lines, on every level of processors. The portable sum is the naive twin of
//! the others.
//!
//! Must not know: positions, what the sums are for.

use super::kernels::Level;
use super::network::{Row, WIDTH};
use super::patterns::{FEATURES, Numbers, Patterns};
use super::weights::{KNOTS, Weights};
use crate::games::processor::Any;
#[cfg(target_arch = "x86_64")]
use crate::games::processor::{V3, V4};

/// Knots with room for a whole vector.
const LANES: usize = KNOTS.next_multiple_of(16);

/// What a configuration counts.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
struct Line {
    row: Row,
    weights: [i16; LANES],
}

/// What configurations count together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C, align(64))]
pub struct Sums {
    /// The sums of their rows.
    pub rows: [i16; WIDTH],
    /// By knot: the sums of their weights.
    pub weights: [i16; LANES],
}

impl Sums {
    /// Of no configurations.
    pub const NONE: Sums = Sums { rows: [0; WIDTH], weights: [0; LANES] };
}

/// The lines of all configurations.
pub struct Lookup {
    lines: Vec<Line>,
    /// By feature: where its kind begins.
    starts: [u32; FEATURES],
}

impl Lookup {
    /// Spreads out weights and rows, which are by class; `classes` has for each configuration its class, as
    /// [`Patterns::classes`] has them. What is missing is 0.
    pub fn new(weights: &Weights, rows: &[Row], patterns: &Patterns, classes: &[u32]) -> Lookup {
        let line = |&class: &u32| {
            let mut line = Line { row: [0; WIDTH], weights: [0; LANES] };
            line.row = rows.get(class as usize).copied().unwrap_or(line.row);
            for (to, knot) in line.weights.iter_mut().zip(weights.knots()) {
                *to = knot.get(class as usize).copied().unwrap_or(0);
            }
            line
        };
        Lookup {
            lines: classes.iter().map(line).collect(),
            starts: patterns.kinds().map(|kind| patterns.starts()[kind] as u32),
        }
    }

    /// The sums of some features' lines.
    #[inline(always)]
    pub fn sums<L: Summing>(&self, level: L, numbers: &Numbers, features: impl Iterator<Item = usize>) -> Sums {
        level.sums(&self.lines, features.map(|feature| self.starts[feature] as usize + usize::from(numbers[feature])))
    }
}

/// A level that sums lines. (Private in what it takes: only this module has lines.)
pub trait Summing: Level {
    /// The sums of those of the lines that there are; what is too large is wrapped.
    #[allow(private_interfaces, reason = "the trait is implemented and called here only")]
    fn sums(self, lines: &[Line], chosen: impl Iterator<Item = usize>) -> Sums;
}

impl Summing for Any {
    #[allow(private_interfaces, reason = "as above")]
    #[inline(always)]
    fn sums(self, lines: &[Line], chosen: impl Iterator<Item = usize>) -> Sums {
        let mut sums = Sums::NONE;
        for line in chosen.filter_map(|index| lines.get(index)) {
            for (sum, &number) in sums.rows.iter_mut().zip(&line.row) {
                *sum = sum.wrapping_add(i16::from(number));
            }
            for (sum, &weight) in sums.weights.iter_mut().zip(&line.weights) {
                *sum = sum.wrapping_add(weight);
            }
        }
        sums
    }
}

#[cfg(target_arch = "x86_64")]
impl Summing for V3 {
    #[allow(private_interfaces, reason = "as above")]
    #[inline(always)]
    fn sums(self, lines: &[Line], chosen: impl Iterator<Item = usize>) -> Sums {
        // SAFETY: `self` is the witness that the processor has the instructions.
        unsafe { vectors::sums256(lines, chosen) }
    }
}

#[cfg(target_arch = "x86_64")]
impl Summing for V4 {
    #[allow(private_interfaces, reason = "as above")]
    #[inline(always)]
    fn sums(self, lines: &[Line], chosen: impl Iterator<Item = usize>) -> Sums {
        // SAFETY: as above.
        unsafe { vectors::sums512(lines, chosen) }
    }
}

/// With vectors, for the compiler keeps sums of this size in scalar registers.
#[cfg(target_arch = "x86_64")]
mod vectors {
    use super::{Line, Sums};
    use std::arch::x86_64::*;

    const _: () = assert!(size_of::<Line>() == 64 && size_of::<Sums>() == 128);

    #[target_feature(enable = "avx2")]
    #[inline]
    pub fn sums256(lines: &[Line], chosen: impl Iterator<Item = usize>) -> Sums {
        let mut sums = Sums::NONE;
        let mut all = [_mm256_setzero_si256(); 3];
        for line in chosen.filter_map(|index| lines.get(index)) {
            let at = (&raw const *line).cast::<__m256i>();
            // SAFETY: a line is two vectors, aligned as vectors are.
            let (row, weights) = unsafe { (*at, *at.add(1)) };
            all[0] = _mm256_add_epi16(all[0], _mm256_cvtepi8_epi16(_mm256_castsi256_si128(row)));
            all[1] = _mm256_add_epi16(all[1], _mm256_cvtepi8_epi16(_mm256_extracti128_si256::<1>(row)));
            all[2] = _mm256_add_epi16(all[2], weights);
        }
        // SAFETY: sums begin with three vectors, aligned as vectors are.
        unsafe { *(&raw mut sums).cast() = all };
        sums
    }

    #[target_feature(enable = "avx512f,avx512bw")]
    #[inline]
    pub fn sums512(lines: &[Line], chosen: impl Iterator<Item = usize>) -> Sums {
        let mut sums = Sums::NONE;
        let mut rows = _mm512_setzero_si512();
        let mut weights = _mm256_setzero_si256();
        for line in chosen.filter_map(|index| lines.get(index)) {
            let at = (&raw const *line).cast::<__m256i>();
            // SAFETY: a line is two vectors, aligned as vectors are.
            let line = unsafe { (*at, *at.add(1)) };
            rows = _mm512_add_epi16(rows, _mm512_cvtepi8_epi16(line.0));
            weights = _mm256_add_epi16(weights, line.1);
        }
        let at = (&raw mut sums).cast::<__m512i>();
        // SAFETY: sums are a vector and a half one, aligned as vectors are.
        unsafe {
            *at = rows;
            *at.add(1).cast() = weights;
        }
        sums
    }
}
