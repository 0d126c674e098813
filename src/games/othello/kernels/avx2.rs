//! Flips and legal moves with AVX2: the four axes of the board in the lanes of a vector.

use super::super::bitboard::{INNER_FILES, RAYS};
use std::arch::x86_64::*;

/// See [`super::super::bitboard::flips`].
#[inline]
#[target_feature(enable = "popcnt,lzcnt,bmi1,bmi2,avx2")]
pub(super) fn flips(own: __m256i, opponent: __m256i, square: u32) -> __m256i {
    let [up, down] = RAYS.0[square as usize & 63];
    let (up, down) = (four(up), four(down));
    let zero = _mm256_setzero_si256();
    // Higher bits: the lowest square that is not the opponent's. If it is the player's, all squares below it on the ray
    // flip.
    let others = _mm256_andnot_si256(opponent, up);
    let end = _mm256_and_si256(_mm256_and_si256(others, _mm256_sub_epi64(zero, others)), own);
    let none = _mm256_cmpeq_epi64(end, zero);
    let above = _mm256_and_si256(_mm256_andnot_si256(none, _mm256_sub_epi64(end, broadcast(1))), up);
    // Lower bits: the highest such square, found by filling the ray below each candidate.
    let mut others = _mm256_andnot_si256(opponent, down);
    others = _mm256_or_si256(others, _mm256_srlv_epi64(others, four([1, 7, 8, 9])));
    others = _mm256_or_si256(others, _mm256_srlv_epi64(others, four([2, 14, 16, 18])));
    others = _mm256_or_si256(others, _mm256_srlv_epi64(others, four([4, 28, 32, 36])));
    let end = _mm256_andnot_si256(_mm256_srlv_epi64(others, four([1, 7, 8, 9])), _mm256_and_si256(others, own));
    let below = _mm256_and_si256(_mm256_sub_epi64(zero, _mm256_add_epi64(end, end)), down);
    union_broadcast(_mm256_or_si256(above, below))
}

/// See [`super::super::bitboard::legal_moves`].
#[inline]
#[target_feature(enable = "popcnt,lzcnt,bmi1,bmi2,avx2")]
pub(super) fn legal_moves(own: u64, opponent: u64) -> u64 {
    let once = four([1, 7, 8, 9]);
    let twice = _mm256_add_epi64(once, once);
    let through = _mm256_and_si256(broadcast(opponent), four([INNER_FILES, INNER_FILES, !0, INNER_FILES]));
    let start = broadcast(own);
    // The Kogge-Stone fill of `bitboard::fill`: two single steps and two double steps.
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
    union(reach) & !(own | opponent)
}

/// The cyclic redundancy check of both bitboards.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn hash(own: u64, opponent: u64) -> u32 {
    _mm_crc32_u64(_mm_crc32_u64(0, own), opponent) as u32
}

/// Broadcasts a bitboard to all four lanes.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn broadcast(bitboard: u64) -> __m256i {
    _mm256_set1_epi64x(bitboard as i64)
}

/// A vector of four bitboards, the first in the lowest lane.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn four([a, b, c, d]: [u64; 4]) -> __m256i {
    _mm256_setr_epi64x(a as i64, b as i64, c as i64, d as i64)
}

/// The union of the four lanes, broadcast to all lanes.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn union_broadcast(lanes: __m256i) -> __m256i {
    let two = _mm256_or_si256(lanes, _mm256_permute4x64_epi64(lanes, 0b01_00_11_10));
    _mm256_or_si256(two, _mm256_shuffle_epi32(two, 0b01_00_11_10))
}

/// The lowest lane.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn first(lanes: __m256i) -> u64 {
    _mm_cvtsi128_si64(_mm256_castsi256_si128(lanes)) as u64
}

/// The union of the four lanes.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn union(lanes: __m256i) -> u64 {
    let two = _mm_or_si128(_mm256_castsi256_si128(lanes), _mm256_extracti128_si256(lanes, 1));
    _mm_cvtsi128_si64(_mm_or_si128(two, _mm_unpackhi_epi64(two, two))) as u64
}
