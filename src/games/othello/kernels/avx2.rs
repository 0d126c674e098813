//! Flips and mobility with vectors of four directions (AVX2).
//!
//! Must not know: who asks, whether the processor has the instructions.

use super::super::bits::{INNER_FILES, RAYS};
use std::arch::x86_64::*;

/// See [`super::super::bits::flips`].
#[inline]
#[target_feature(enable = "popcnt,lzcnt,bmi1,bmi2,avx2")]
pub(super) fn flips(own: __m256i, opponent: __m256i, square: u32) -> __m256i {
    let [up, down] = RAYS.0[square as usize & 63];
    let (up, down) = (four(up), four(down));
    let zero = _mm256_setzero_si256();
    // Upwards: the lowest square that is not the opponent's; where it is the player's, all below it on the ray.
    let others = _mm256_andnot_si256(opponent, up);
    let end = _mm256_and_si256(_mm256_and_si256(others, _mm256_sub_epi64(zero, others)), own);
    let none = _mm256_cmpeq_epi64(end, zero);
    let above = _mm256_and_si256(_mm256_andnot_si256(none, _mm256_sub_epi64(end, all(1))), up);
    // Downwards: the highest such square, found by filling the ray below each.
    let mut others = _mm256_andnot_si256(opponent, down);
    others = _mm256_or_si256(others, _mm256_srlv_epi64(others, four([1, 7, 8, 9])));
    others = _mm256_or_si256(others, _mm256_srlv_epi64(others, four([2, 14, 16, 18])));
    others = _mm256_or_si256(others, _mm256_srlv_epi64(others, four([4, 28, 32, 36])));
    let end = _mm256_andnot_si256(_mm256_srlv_epi64(others, four([1, 7, 8, 9])), _mm256_and_si256(others, own));
    let below = _mm256_and_si256(_mm256_sub_epi64(zero, _mm256_add_epi64(end, end)), down);
    everywhere(_mm256_or_si256(above, below))
}

/// See [`super::super::bits::mobility`].
#[inline]
#[target_feature(enable = "popcnt,lzcnt,bmi1,bmi2,avx2")]
pub(super) fn mobility(own: u64, opponent: u64) -> u64 {
    let once = four([1, 7, 8, 9]);
    let twice = _mm256_add_epi64(once, once);
    let through = _mm256_and_si256(all(opponent), four([INNER_FILES, INNER_FILES, !0, INNER_FILES]));
    let start = all(own);
    // As `bits::fill`: one step and two double steps.
    let mut up = _mm256_and_si256(through, _mm256_sllv_epi64(start, once));
    let mut down = _mm256_and_si256(through, _mm256_srlv_epi64(start, once));
    up = _mm256_or_si256(up, _mm256_and_si256(through, _mm256_sllv_epi64(up, once)));
    down = _mm256_or_si256(down, _mm256_and_si256(through, _mm256_srlv_epi64(down, once)));
    let pairs_up = _mm256_and_si256(through, _mm256_sllv_epi64(through, once));
    let pairs_down = _mm256_srlv_epi64(pairs_up, once);
    for _ in 0..2 {
        up = _mm256_or_si256(up, _mm256_and_si256(pairs_up, _mm256_sllv_epi64(up, twice)));
        down = _mm256_or_si256(down, _mm256_and_si256(pairs_down, _mm256_srlv_epi64(down, twice)));
    }
    let reach = _mm256_or_si256(_mm256_sllv_epi64(up, once), _mm256_srlv_epi64(down, once));
    any(reach) & !(own | opponent)
}

/// A set in each of four places.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn all(set: u64) -> __m256i {
    _mm256_set1_epi64x(set as i64)
}

#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn four([a, b, c, d]: [u64; 4]) -> __m256i {
    _mm256_setr_epi64x(a as i64, b as i64, c as i64, d as i64)
}

/// What is in any of the four sets, in each of four places.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn everywhere(sets: __m256i) -> __m256i {
    let two = _mm256_or_si256(sets, _mm256_permute4x64_epi64(sets, 0b01_00_11_10));
    _mm256_or_si256(two, _mm256_shuffle_epi32(two, 0b01_00_11_10))
}

/// The first of four sets.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn first(sets: __m256i) -> u64 {
    _mm_cvtsi128_si64(_mm256_castsi256_si128(sets)) as u64
}

/// What is in any of the four sets.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn any(sets: __m256i) -> u64 {
    let two = _mm_or_si128(_mm256_castsi256_si128(sets), _mm256_extracti128_si256(sets, 1));
    _mm_cvtsi128_si64(_mm_or_si128(two, _mm_unpackhi_epi64(two, two))) as u64
}
