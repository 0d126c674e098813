//! Flips and legal moves with AVX-512: eight directions in a vector, variable rotations, leading-zero counts.

use super::super::bitboard::RAYS;
use super::avx2::{four, union, union_broadcast};
use std::arch::x86_64::*;

/// By axis (row, anti-diagonal, column, diagonal): the squares from which a step either way stays on the board.
const INNER: [i64; 4] = [0x7e7e_7e7e_7e7e_7e7e, 0x007e_7e7e_7e7e_7e00, 0x00ff_ffff_ffff_ff00, 0x007e_7e7e_7e7e_7e00];

/// See [`super::super::bitboard::flips`].
#[inline]
#[target_feature(enable = "popcnt,lzcnt,bmi1,bmi2,avx2,avx512f,avx512bw,avx512cd,avx512dq,avx512vl")]
pub(super) fn flips(own: __m256i, opponent: __m256i, square: u32) -> __m256i {
    let [up, down] = RAYS.0[square as usize & 63];
    let (up, down) = (four(up), four(down));
    let zero = _mm256_setzero_si256();
    // Higher bits: the lowest square that is not the opponent's. If it is the player's, all squares below it on the ray
    // flip.
    let others = _mm256_andnot_si256(opponent, up);
    let end = _mm256_ternarylogic_epi64(others, _mm256_sub_epi64(zero, others), own, AND);
    let none = _mm256_cmpeq_epi64(end, zero);
    let above = _mm256_ternarylogic_epi64(_mm256_add_epi64(end, _mm256_set1_epi64x(-1)), none, up, AND_NOT_AND);
    // Lower bits: the highest such square. If it is the player's, all squares above it on the ray flip.
    let others = _mm256_andnot_si256(opponent, down);
    let first = _mm256_srlv_epi64(_mm256_set1_epi64x(i64::MIN), _mm256_lzcnt_epi64(others));
    let end = _mm256_and_si256(first, own);
    let over = _mm256_sub_epi64(zero, _mm256_add_epi64(end, end));
    union_broadcast(_mm256_ternarylogic_epi64(over, down, above, AND_OR))
}

/// See [`super::super::bitboard::legal_moves`].
#[inline]
#[target_feature(enable = "popcnt,lzcnt,bmi1,bmi2,avx2,avx512f,avx512bw,avx512cd,avx512dq,avx512vl")]
pub(super) fn legal_moves(own: u64, opponent: u64) -> u64 {
    let [row, falling, column, rising] = INNER;
    let through = _mm512_and_si512(
        _mm512_set1_epi64(opponent as i64),
        _mm512_setr_epi64(row, falling, column, rising, row, falling, column, rising),
    );
    // Rotations wrap around the board, but only onto border squares, which `through` masks out.
    let once = _mm512_setr_epi64(1, 7, 8, 9, 63, 57, 56, 55);
    let twice = _mm512_setr_epi64(2, 14, 16, 18, 62, 50, 48, 46);
    let mut line = _mm512_and_si512(through, _mm512_rolv_epi64(_mm512_set1_epi64(own as i64), once));
    line = _mm512_ternarylogic_epi64(_mm512_rolv_epi64(line, once), through, line, AND_OR);
    let pairs = _mm512_and_si512(through, _mm512_rolv_epi64(through, once));
    line = _mm512_ternarylogic_epi64(_mm512_rolv_epi64(line, twice), pairs, line, AND_OR);
    line = _mm512_ternarylogic_epi64(_mm512_rolv_epi64(line, twice), pairs, line, AND_OR);
    let reach = _mm512_rolv_epi64(line, once);
    union(_mm256_or_si256(_mm512_castsi512_si256(reach), _mm512_extracti64x4_epi64(reach, 1))) & !(own | opponent)
}

/// Truth table of `a & b & c` for `vpternlogq`, whose operands are the columns f0, cc and aa.
const AND: i32 = 0xf0 & 0xcc & 0xaa;
/// Truth table of `a & !b & c` for `vpternlogq`.
const AND_NOT_AND: i32 = 0xf0 & !0xcc & 0xaa;
/// Truth table of `a & b | c` for `vpternlogq`.
const AND_OR: i32 = 0xf0 & 0xcc | 0xaa;
