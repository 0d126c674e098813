//! The matrix products of an output head for every processor level. The portable version is the reference that the
//! vectorised one is tested against.

use super::quantisation::{ACCUMULATOR_SCALE, HIDDEN, SQUARE_SHIFT, WIDTH};
use crate::games::common::processor::Baseline;
#[cfg(target_arch = "x86_64")]
use crate::games::common::processor::{V3, V4};
use crate::games::othello::kernels::Level;

/// Hidden-layer weights by accumulator element and neuron: the weight of the squared element if the element is
/// positive, then its weight if it is negative.
pub(super) type HiddenWeights = [[[i16; 2]; HIDDEN]; WIDTH];
/// Weights of the skip connection, by accumulator element.
pub(super) type SkipWeights = [i16; WIDTH];

/// Clipping bound of accumulator elements before they are squared.
const CLIP: i16 = ACCUMULATOR_SCALE - 1;

/// A processor level that computes the products of an output head.
pub trait HeadKernel: Level {
    /// The weighted sums of the squared accumulator, one per hidden neuron, and that of the skip connection. Overflow
    /// wraps.
    fn products(self, hidden: &HiddenWeights, skip: &SkipWeights, accumulator: &[i16; WIDTH]) -> ([i32; HIDDEN], i32);
}

impl HeadKernel for Baseline {
    #[inline(always)]
    fn products(self, hidden: &HiddenWeights, skip: &SkipWeights, accumulator: &[i16; WIDTH]) -> ([i32; HIDDEN], i32) {
        let mut hidden_sums = [0_i32; HIDDEN];
        let mut skip_sum = 0_i32;
        for ((&element, weights), &skip_weight) in accumulator.iter().zip(hidden).zip(skip) {
            let clipped = i32::from(element.clamp(-CLIP, CLIP));
            let square = (clipped * clipped) >> SQUARE_SHIFT;
            for (sum, by_sign) in hidden_sums.iter_mut().zip(weights) {
                *sum = sum.wrapping_add(square * i32::from(by_sign[usize::from(element < 0)]));
            }
            skip_sum = skip_sum.wrapping_add(i32::from(element) * i32::from(skip_weight));
        }
        (hidden_sums, skip_sum)
    }
}

#[cfg(target_arch = "x86_64")]
impl HeadKernel for V3 {
    #[inline(always)]
    fn products(self, hidden: &HiddenWeights, skip: &SkipWeights, accumulator: &[i16; WIDTH]) -> ([i32; HIDDEN], i32) {
        // SAFETY: `V3` exists only where the processor supports AVX2.
        unsafe { avx2::products(hidden, skip, accumulator) }
    }
}

#[cfg(target_arch = "x86_64")]
impl HeadKernel for V4 {
    #[inline(always)]
    fn products(self, hidden: &HiddenWeights, skip: &SkipWeights, accumulator: &[i16; WIDTH]) -> ([i32; HIDDEN], i32) {
        // SAFETY: `V4` exists only where the processor supports x86-64-v4, which includes AVX2.
        unsafe { avx2::products(hidden, skip, accumulator) }
    }
}

#[cfg(target_arch = "x86_64")]
mod avx2 {
    use super::{CLIP, HIDDEN, HiddenWeights, SQUARE_SHIFT, SkipWeights, WIDTH};
    use std::arch::x86_64::*;

    const _: () = assert!(HIDDEN == 8 && WIDTH.is_multiple_of(16));

    #[target_feature(enable = "avx2")]
    #[inline]
    pub(super) fn products(
        hidden: &HiddenWeights,
        skip: &SkipWeights,
        accumulator: &[i16; WIDTH],
    ) -> ([i32; HIDDEN], i32) {
        let clip = _mm256_set1_epi16(CLIP);
        // Each 32-bit input is a pair of 16-bit squares: of the positive and of the negative part of an element.
        let mut inputs = [0_i32; WIDTH];
        let mut skip_sum = _mm256_setzero_si256();
        let (accumulator, _) = accumulator.as_chunks();
        let (skip, _) = skip.as_chunks();
        let (inputs_by_vector, _) = inputs.as_chunks_mut();
        let inputs_by_two = inputs_by_vector.as_chunks_mut().0;
        for ((elements, weights), [lower, upper]) in accumulator.iter().zip(skip).zip(inputs_by_two) {
            let (elements, weights) = (load(elements), load(weights));
            skip_sum = _mm256_add_epi32(skip_sum, _mm256_madd_epi16(elements, weights));
            let clipped = _mm256_min_epi16(_mm256_abs_epi16(elements), clip);
            let squares = _mm256_srli_epi16::<SQUARE_SHIFT>(_mm256_mullo_epi16(clipped, clipped));
            let is_negative = _mm256_srai_epi16::<15>(elements);
            let positive = _mm256_andnot_si256(is_negative, squares);
            let negative = _mm256_and_si256(is_negative, squares);
            let [low, high] = [_mm256_unpacklo_epi16(positive, negative), _mm256_unpackhi_epi16(positive, negative)];
            store(lower, _mm256_permute2x128_si256::<0x20>(low, high));
            store(upper, _mm256_permute2x128_si256::<0x31>(low, high));
        }
        // Two dependency chains hide the latency of the additions.
        let mut sums = [_mm256_setzero_si256(); 2];
        for (index, (&input, weights)) in inputs.iter().zip(hidden).enumerate() {
            let weights: &[i16; 16] = weights.as_flattened().try_into().expect("two weights for each of 8 neurons");
            let products = _mm256_madd_epi16(_mm256_set1_epi32(input), load(weights));
            sums[index % 2] = _mm256_add_epi32(sums[index % 2], products);
        }
        (lanes(_mm256_add_epi32(sums[0], sums[1])), lanes(skip_sum).into_iter().fold(0, i32::wrapping_add))
    }

    #[target_feature(enable = "avx2")]
    #[inline]
    fn load(numbers: &[i16; 16]) -> __m256i {
        // SAFETY: the reference is valid for reads of 32 bytes, and the unaligned load has no alignment requirement.
        unsafe { _mm256_loadu_si256(numbers.as_ptr().cast()) }
    }

    #[target_feature(enable = "avx2")]
    #[inline]
    fn store(to: &mut [i32; 8], vector: __m256i) {
        // SAFETY: the reference is valid for writes of 32 bytes, and the unaligned store has no alignment requirement.
        unsafe { _mm256_storeu_si256(to.as_mut_ptr().cast(), vector) }
    }

    #[target_feature(enable = "avx2")]
    #[inline]
    fn lanes(vector: __m256i) -> [i32; 8] {
        let mut lanes = [0; 8];
        store(&mut lanes, vector);
        lanes
    }
}
