//! The hot bitboard routines, in a version for each processor level.
//!
//! The portable version, from [`super::bitboard`], is the reference that the others are tested against.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(target_arch = "x86_64")]
mod last_flip;

use super::bitboard;
use crate::games::common::processor::Baseline;
#[cfg(target_arch = "x86_64")]
use crate::games::common::processor::{V3, V4};
#[cfg(target_arch = "x86_64")]
use std::arch::x86_64::{__m256i, _mm256_xor_si256};

/// A processor level. A value of the type is proof that this machine supports it, so no routine has to check again.
pub trait Level: Copy {
    /// A bitboard in the register class in which flips are computed: converting it there and back takes as long as
    /// computing the flips.
    type Bitboard: Copy;
    /// Converts a bitboard for [`Level::wide_flips`].
    fn widen(self, bitboard: u64) -> Self::Bitboard;
    /// Converts a bitboard back.
    fn narrow(self, bitboard: Self::Bitboard) -> u64;
    /// The symmetric difference of two bitboards.
    fn xor(self, left: Self::Bitboard, right: Self::Bitboard) -> Self::Bitboard;
    /// See [`bitboard::flips`].
    fn wide_flips(self, own: Self::Bitboard, opponent: Self::Bitboard, square: u32) -> Self::Bitboard;
    /// See [`bitboard::flips`].
    #[inline(always)]
    fn flips(self, own: u64, opponent: u64, square: u32) -> u64 {
        self.narrow(self.wide_flips(self.widen(own), self.widen(opponent), square))
    }
    /// See [`bitboard::legal_moves`].
    fn legal_moves(self, own: u64, opponent: u64) -> u64;
    /// The numbers of discs flipped by a move to `square`, the only empty square: if the owner of `own` plays it, and
    /// if the opponent does.
    fn count_last_flips(self, own: u64, square: u32) -> [u32; 2];
    /// A hash of a board, for small tables.
    fn hash(self, own: u64, opponent: u64) -> u32;
}

impl Level for Baseline {
    type Bitboard = u64;

    #[inline(always)]
    fn widen(self, bitboard: u64) -> u64 {
        bitboard
    }

    #[inline(always)]
    fn narrow(self, bitboard: u64) -> u64 {
        bitboard
    }

    #[inline(always)]
    fn xor(self, left: u64, right: u64) -> u64 {
        left ^ right
    }

    #[inline(always)]
    fn wide_flips(self, own: u64, opponent: u64, square: u32) -> u64 {
        bitboard::flips(own, opponent, square)
    }

    #[inline(always)]
    fn legal_moves(self, own: u64, opponent: u64) -> u64 {
        bitboard::legal_moves(own, opponent)
    }

    #[inline(always)]
    fn count_last_flips(self, own: u64, square: u32) -> [u32; 2] {
        let opponent = !(own | 1 << square);
        [bitboard::flips(own, opponent, square).count_ones(), bitboard::flips(opponent, own, square).count_ones()]
    }

    #[inline(always)]
    fn hash(self, own: u64, opponent: u64) -> u32 {
        let mixed =
            own.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ opponent.wrapping_mul(0xbf58_476d_1ce4_e5b9).rotate_left(32);
        (mixed.wrapping_mul(0x94d0_49bb_1331_11eb) >> 32) as u32
    }
}

/// Implements [`Level`] for a level above the baseline, with flips and legal moves from the module `$kernels` and
/// `$count` for the last flips.
#[cfg(target_arch = "x86_64")]
macro_rules! level {
    ($level:ident, $kernels:ident, $count:ident) => {
        impl Level for $level {
            type Bitboard = __m256i;

            #[inline(always)]
            fn widen(self, bitboard: u64) -> __m256i {
                // SAFETY: a value of `$level` exists only where the processor supports AVX2.
                unsafe { avx2::broadcast(bitboard) }
            }

            #[inline(always)]
            fn narrow(self, bitboard: __m256i) -> u64 {
                // SAFETY: a value of `$level` exists only where the processor supports AVX2.
                unsafe { avx2::first(bitboard) }
            }

            #[inline(always)]
            fn xor(self, left: __m256i, right: __m256i) -> __m256i {
                // SAFETY: a value of `$level` exists only where the processor supports AVX2.
                unsafe { _mm256_xor_si256(left, right) }
            }

            #[inline(always)]
            fn wide_flips(self, own: __m256i, opponent: __m256i, square: u32) -> __m256i {
                // SAFETY: a value of `$level` exists only where the processor supports all features of the level.
                unsafe { $kernels::flips(own, opponent, square) }
            }

            #[inline(always)]
            fn legal_moves(self, own: u64, opponent: u64) -> u64 {
                // SAFETY: a value of `$level` exists only where the processor supports all features of the level.
                unsafe { $kernels::legal_moves(own, opponent) }
            }

            #[inline(always)]
            fn count_last_flips(self, own: u64, square: u32) -> [u32; 2] {
                // SAFETY: a value of `$level` exists only where the processor supports BMI2 and AVX2.
                unsafe { last_flip::$count(own, square) }
            }

            #[inline(always)]
            fn hash(self, own: u64, opponent: u64) -> u32 {
                // SAFETY: a value of `$level` exists only where the processor supports AVX2, and so SSE4.2.
                unsafe { avx2::hash(own, opponent) }
            }
        }
    };
}

#[cfg(target_arch = "x86_64")]
level!(V3, avx2, count_by_ranks);
#[cfg(target_arch = "x86_64")]
level!(V4, avx512, count_by_pext);
