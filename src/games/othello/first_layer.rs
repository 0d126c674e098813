//! The first layer of the network: the rows of first-layer weights by configuration, and their sum, the accumulator,
//! for every processor level. The portable sum is the reference that the vectorised ones are tested against.

use super::kernels::Level;
use super::network::{Row, WIDTH};
use super::patterns::{FeatureIndices, FeatureOffsets, Patterns};
use crate::games::common::processor::Baseline;
#[cfg(target_arch = "x86_64")]
use crate::games::common::processor::{V3, V4};
use crate::memory_hints::with_large_pages;

/// The weights of one configuration, which fill a cache line.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
pub struct AlignedRow(Row);

/// The sum of the rows of all active configurations.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C, align(64))]
pub struct Accumulator(pub [i16; WIDTH]);

/// First-layer weights laid out for look-up.
pub struct FirstLayer {
    /// Weights by table index (see [`FeatureOffsets`]); empty if the network has none.
    rows: Vec<AlignedRow>,
    offsets: FeatureOffsets,
}

impl FirstLayer {
    /// Expands rows by class into rows by table index. `classes` is the map from table index to class of
    /// [`Patterns::classes`]. Missing rows are 0.
    pub fn new(rows: &[Row], patterns: &Patterns, classes: &[u32]) -> FirstLayer {
        let row = |&class: &u32| AlignedRow(rows.get(class as usize).copied().unwrap_or([0; WIDTH]));
        let mut expanded = Vec::new();
        if !rows.is_empty() {
            expanded = with_large_pages(classes.len());
            expanded.extend(classes.iter().map(row));
        }
        FirstLayer { rows: expanded, offsets: *patterns.offsets() }
    }

    /// The sum of the rows of the given features.
    #[inline(always)]
    pub fn accumulate<L: AccumulatorKernel>(
        &self,
        level: L,
        indices: &FeatureIndices,
        features: impl Iterator<Item = usize>,
    ) -> Accumulator {
        level.sum(&self.rows, features.map(|feature| self.offsets.table_index(indices, feature)))
    }
}

/// A processor level that sums rows of first-layer weights.
pub trait AccumulatorKernel: Level {
    /// The sum of the rows with these indices; indices out of range are skipped, overflow wraps.
    fn sum(self, rows: &[AlignedRow], indices: impl Iterator<Item = usize>) -> Accumulator;
}

impl AccumulatorKernel for Baseline {
    #[inline(always)]
    fn sum(self, rows: &[AlignedRow], indices: impl Iterator<Item = usize>) -> Accumulator {
        let mut accumulator = Accumulator([0; WIDTH]);
        for row in indices.filter_map(|index| rows.get(index)) {
            for (element, &weight) in accumulator.0.iter_mut().zip(&row.0) {
                *element = element.wrapping_add(i16::from(weight));
            }
        }
        accumulator
    }
}

#[cfg(target_arch = "x86_64")]
impl AccumulatorKernel for V3 {
    #[inline(always)]
    fn sum(self, rows: &[AlignedRow], indices: impl Iterator<Item = usize>) -> Accumulator {
        // SAFETY: `V3` exists only where the processor supports AVX2.
        unsafe { vectors::sum_avx2(rows, indices) }
    }
}

#[cfg(target_arch = "x86_64")]
impl AccumulatorKernel for V4 {
    #[inline(always)]
    fn sum(self, rows: &[AlignedRow], indices: impl Iterator<Item = usize>) -> Accumulator {
        // SAFETY: `V4` exists only where the processor supports AVX-512F and AVX-512BW.
        unsafe { vectors::sum_avx512(rows, indices) }
    }
}

/// Explicit vector code: left to itself, the compiler keeps an accumulator of this size in scalar registers.
#[cfg(target_arch = "x86_64")]
mod vectors {
    use super::{Accumulator, AlignedRow, WIDTH};
    use std::arch::x86_64::*;

    const _: () = assert!(WIDTH == 64 && size_of::<AlignedRow>() == 64 && size_of::<Accumulator>() == 128);

    #[target_feature(enable = "avx2")]
    #[inline]
    pub(super) fn sum_avx2(rows: &[AlignedRow], indices: impl Iterator<Item = usize>) -> Accumulator {
        let mut accumulator = Accumulator([0; WIDTH]);
        let mut sums = [_mm256_setzero_si256(); 4];
        for row in indices.filter_map(|index| rows.get(index)) {
            let start = (&raw const *row).cast::<__m128i>();
            for (quarter, sum) in sums.iter_mut().enumerate() {
                let quarter = start.wrapping_add(quarter);
                // SAFETY: `quarter` points to one of the four aligned 16-byte parts of the 64-byte row.
                let weights = unsafe { *quarter };
                *sum = _mm256_add_epi16(*sum, _mm256_cvtepi8_epi16(weights));
            }
        }
        // SAFETY: the accumulator has the size of four 32-byte vectors and is aligned to 64 bytes.
        unsafe { *(&raw mut accumulator).cast() = sums };
        accumulator
    }

    #[target_feature(enable = "avx512f,avx512bw")]
    #[inline]
    pub(super) fn sum_avx512(rows: &[AlignedRow], indices: impl Iterator<Item = usize>) -> Accumulator {
        let mut accumulator = Accumulator([0; WIDTH]);
        let mut sums = [_mm512_setzero_si512(); 2];
        for row in indices.filter_map(|index| rows.get(index)) {
            let start = (&raw const *row).cast::<__m256i>();
            for (half, sum) in sums.iter_mut().enumerate() {
                let half = start.wrapping_add(half);
                // SAFETY: `half` points to one of the two aligned 32-byte halves of the 64-byte row.
                let weights = unsafe { *half };
                *sum = _mm512_add_epi16(*sum, _mm512_cvtepi8_epi16(weights));
            }
        }
        // SAFETY: the accumulator has the size of two 64-byte vectors and is aligned to 64 bytes.
        unsafe { *(&raw mut accumulator).cast() = sums };
        accumulator
    }
}
