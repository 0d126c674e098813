//! The products of a network's head on every level of processors; the portable ones are the naive twins of the others.
//!
//! Must not know: where sums come from, what the products are for.

use super::kernels::Level;
use super::network::{HIDDEN, Head, ROW_ONE, SQUARE_SHIFT, WIDTH};
use crate::games::common::processor::Any;
#[cfg(target_arch = "x86_64")]
use crate::games::common::processor::{V3, V4};

/// Sums beyond this are not told apart when they are squared.
const CLIP: i16 = ROW_ONE - 1;

/// A level that finds the products of a head.
pub trait Neurons: Level {
    /// What squares of sums give each neuron, and what the sums themselves count. Too large numbers are wrapped.
    fn products(self, head: &Head, sums: &[i16; WIDTH]) -> ([i32; HIDDEN], i32);
}

impl Neurons for Any {
    #[inline(always)]
    fn products(self, head: &Head, sums: &[i16; WIDTH]) -> ([i32; HIDDEN], i32) {
        let mut inner = [0_i32; HIDDEN];
        let mut straight = 0_i32;
        for ((&sum, sides), &weight) in sums.iter().zip(&head.inner).zip(&head.straight) {
            let clipped = i32::from(sum.clamp(-CLIP, CLIP));
            let square = (clipped * clipped) >> SQUARE_SHIFT;
            for (neuron, side) in inner.iter_mut().zip(sides) {
                *neuron = neuron.wrapping_add(square * i32::from(side[usize::from(sum < 0)]));
            }
            straight = straight.wrapping_add(i32::from(sum) * i32::from(weight));
        }
        (inner, straight)
    }
}

#[cfg(target_arch = "x86_64")]
impl Neurons for V3 {
    #[inline(always)]
    fn products(self, head: &Head, sums: &[i16; WIDTH]) -> ([i32; HIDDEN], i32) {
        // SAFETY: `self` is the witness that the processor has the instructions.
        unsafe { vectors::products(head, sums) }
    }
}

#[cfg(target_arch = "x86_64")]
impl Neurons for V4 {
    #[inline(always)]
    fn products(self, head: &Head, sums: &[i16; WIDTH]) -> ([i32; HIDDEN], i32) {
        // SAFETY: as above.
        unsafe { vectors::products(head, sums) }
    }
}

/// With vectors of 256 bits.
#[cfg(target_arch = "x86_64")]
mod vectors {
    use super::{CLIP, HIDDEN, Head, SQUARE_SHIFT, WIDTH};
    use std::arch::x86_64::*;

    const _: () = assert!(HIDDEN == 8 && WIDTH.is_multiple_of(16));

    #[target_feature(enable = "avx2")]
    #[inline]
    pub(super) fn products(head: &Head, sums: &[i16; WIDTH]) -> ([i32; HIDDEN], i32) {
        let clip = _mm256_set1_epi16(CLIP);
        let mut inputs = [0_i32; WIDTH];
        let mut straight = _mm256_setzero_si256();
        let (sums, _) = sums.as_chunks();
        let (weights, _) = head.straight.as_chunks();
        let (inputs_by_two, _) = inputs.as_chunks_mut();
        for ((sums, weights), [lower, upper]) in sums.iter().zip(weights).zip(inputs_by_two.as_chunks_mut().0) {
            let (sums, weights) = (load(sums), load(weights));
            straight = _mm256_add_epi32(straight, _mm256_madd_epi16(sums, weights));
            let clipped = _mm256_min_epi16(_mm256_abs_epi16(sums), clip);
            let squares = _mm256_srli_epi16::<SQUARE_SHIFT>(_mm256_mullo_epi16(clipped, clipped));
            let negative = _mm256_srai_epi16::<15>(sums);
            let [positive, negative] = [_mm256_andnot_si256(negative, squares), _mm256_and_si256(negative, squares)];
            let [low, high] = [_mm256_unpacklo_epi16(positive, negative), _mm256_unpackhi_epi16(positive, negative)];
            store(lower, _mm256_permute2x128_si256::<0x20>(low, high));
            store(upper, _mm256_permute2x128_si256::<0x31>(low, high));
        }
        // Two chains, so that additions need not wait for each other.
        let mut inner = [_mm256_setzero_si256(); 2];
        for (index, (&input, sides)) in inputs.iter().zip(&head.inner).enumerate() {
            let sides: &[i16; 16] = sides.as_flattened().try_into().expect("two weights for each of 8 neurons");
            let products = _mm256_madd_epi16(_mm256_set1_epi32(input), load(sides));
            inner[index % 2] = _mm256_add_epi32(inner[index % 2], products);
        }
        (numbers(_mm256_add_epi32(inner[0], inner[1])), numbers(straight).into_iter().fold(0, i32::wrapping_add))
    }

    #[target_feature(enable = "avx2")]
    #[inline]
    fn load(numbers: &[i16; 16]) -> __m256i {
        // SAFETY: 16 numbers of 16 bits are a vector.
        unsafe { _mm256_loadu_si256(numbers.as_ptr().cast()) }
    }

    #[target_feature(enable = "avx2")]
    #[inline]
    fn store(to: &mut [i32; 8], vector: __m256i) {
        // SAFETY: 8 numbers of 32 bits are a vector.
        unsafe { _mm256_storeu_si256(to.as_mut_ptr().cast(), vector) }
    }

    #[target_feature(enable = "avx2")]
    #[inline]
    fn numbers(vector: __m256i) -> [i32; 8] {
        let mut numbers = [0; 8];
        store(&mut numbers, vector);
        numbers
    }
}
