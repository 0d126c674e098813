//! The routines on bitboards that searches spend their time in, in a version for each level of processors.
//!
//! The naive twin of every version is the portable one, from [`super::bits`].
//! Must not know: what is searched.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(target_arch = "x86_64")]
mod last;

use super::bits;
use crate::games::common::processor::Any;
#[cfg(target_arch = "x86_64")]
use crate::games::common::processor::{V3, V4};
#[cfg(target_arch = "x86_64")]
use std::arch::x86_64::{__m256i, _mm256_xor_si256};

/// A level of processors. A value of it is the proof that this machine has it, so nothing here need ask again.
pub trait Level: Copy {
    /// A set of squares where the flips are computed: moving it there and back takes as long as the flips themselves.
    type Set: Copy;
    /// Moves a set there.
    fn set(self, set: u64) -> Self::Set;
    /// Moves a set back.
    fn bits(self, set: Self::Set) -> u64;
    /// The squares in one of two sets but not in both.
    fn either(self, left: Self::Set, right: Self::Set) -> Self::Set;
    /// See [`bits::flips`].
    fn flipped(self, own: Self::Set, opponent: Self::Set, square: u32) -> Self::Set;
    /// See [`bits::flips`].
    #[inline(always)]
    fn flips(self, own: u64, opponent: u64, square: u32) -> u64 {
        self.bits(self.flipped(self.set(own), self.set(opponent), square))
    }
    /// See [`bits::mobility`].
    fn mobility(self, own: u64, opponent: u64) -> u64;
    /// How many discs a move of the player with the discs `own` to `square`, the last one empty, flips, and how many a
    /// move of the other.
    fn last_flips(self, own: u64, square: u32) -> [u32; 2];
}

impl Level for Any {
    type Set = u64;

    #[inline(always)]
    fn set(self, set: u64) -> u64 {
        set
    }

    #[inline(always)]
    fn bits(self, set: u64) -> u64 {
        set
    }

    #[inline(always)]
    fn either(self, left: u64, right: u64) -> u64 {
        left ^ right
    }

    #[inline(always)]
    fn flipped(self, own: u64, opponent: u64, square: u32) -> u64 {
        bits::flips(own, opponent, square)
    }

    #[inline(always)]
    fn mobility(self, own: u64, opponent: u64) -> u64 {
        bits::mobility(own, opponent)
    }

    #[inline(always)]
    fn last_flips(self, own: u64, square: u32) -> [u32; 2] {
        let opponent = !(own | 1 << square);
        [bits::flips(own, opponent, square).count_ones(), bits::flips(opponent, own, square).count_ones()]
    }
}

/// A level that must be asked for, with the kernels of a module.
#[cfg(target_arch = "x86_64")]
macro_rules! level {
    ($level:ident, $kernels:ident) => {
        impl Level for $level {
            type Set = __m256i;

            #[inline(always)]
            fn set(self, set: u64) -> __m256i {
                // SAFETY: `self` is the witness that the processor has the instructions.
                unsafe { avx2::all(set) }
            }

            #[inline(always)]
            fn bits(self, set: __m256i) -> u64 {
                // SAFETY: as above.
                unsafe { avx2::first(set) }
            }

            #[inline(always)]
            fn either(self, left: __m256i, right: __m256i) -> __m256i {
                // SAFETY: as above.
                unsafe { _mm256_xor_si256(left, right) }
            }

            #[inline(always)]
            fn flipped(self, own: __m256i, opponent: __m256i, square: u32) -> __m256i {
                // SAFETY: as above.
                unsafe { $kernels::flips(own, opponent, square) }
            }

            #[inline(always)]
            fn mobility(self, own: u64, opponent: u64) -> u64 {
                // SAFETY: as above.
                unsafe { $kernels::mobility(own, opponent) }
            }

            #[inline(always)]
            fn last_flips(self, own: u64, square: u32) -> [u32; 2] {
                // SAFETY: as above.
                unsafe { last::flips(own, square) }
            }
        }
    };
}

#[cfg(target_arch = "x86_64")]
level!(V3, avx2);
#[cfg(target_arch = "x86_64")]
level!(V4, avx512);
