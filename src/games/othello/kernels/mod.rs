//! The routines on bitboards that searches spend their time in, in a version for each level of processors, and
//! `compiled!`, the way into generic code that is compiled for a level.
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
use super::processor::Any;
#[cfg(target_arch = "x86_64")]
use super::processor::{V3, V4};

/// Calls the generic `$body`, which must be `#[inline(always)]`, compiled with all instructions of the level: it is the way from
/// code for any processor into code that is free of calls. One of the arguments holds the level.
#[cfg(target_arch = "x86_64")]
macro_rules! compiled {
    (V3: $body:path, $($name:ident: $type:ty),* => $out:ty) => {
        $crate::games::othello::kernels::compiled!("popcnt,lzcnt,bmi1,bmi2,avx2": $body, $($name: $type),* => $out)
    };
    (V4: $body:path, $($name:ident: $type:ty),* => $out:ty) => {
        $crate::games::othello::kernels::compiled!(
            "popcnt,lzcnt,bmi1,bmi2,avx2,avx512f,avx512bw,avx512cd,avx512dq,avx512vl":
            $body, $($name: $type),* => $out
        )
    };
    ($features:literal: $body:path, $($name:ident: $type:ty),* => $out:ty) => {{
        #[target_feature(enable = $features)]
        fn with_features($($name: $type),*) -> $out {
            $body($($name),*)
        }
        // SAFETY: the level among the arguments is the witness that the processor has these instructions.
        unsafe { with_features($($name),*) }
    }};
}
#[cfg(target_arch = "x86_64")]
pub(super) use compiled;

/// A level of processors. A value of it is the proof that this machine has it, so nothing here need ask again.
pub trait Level: Copy {
    /// See [`bits::flips`].
    fn flips(self, own: u64, opponent: u64, square: u32) -> u64;
    /// See [`bits::mobility`].
    fn mobility(self, own: u64, opponent: u64) -> u64;
    /// How many discs a move of `own` to `square`, the last one empty, flips.
    fn last_flips(self, own: u64, square: u32) -> u32;
}

impl Level for Any {
    #[inline(always)]
    fn flips(self, own: u64, opponent: u64, square: u32) -> u64 {
        bits::flips(own, opponent, square)
    }

    #[inline(always)]
    fn mobility(self, own: u64, opponent: u64) -> u64 {
        bits::mobility(own, opponent)
    }

    #[inline(always)]
    fn last_flips(self, own: u64, square: u32) -> u32 {
        bits::flips(own, !(own | 1 << square), square).count_ones()
    }
}

#[cfg(target_arch = "x86_64")]
impl Level for V3 {
    #[inline(always)]
    fn flips(self, own: u64, opponent: u64, square: u32) -> u64 {
        // SAFETY: `self` is the witness that the processor has the instructions.
        unsafe { avx2::flips(own, opponent, square) }
    }

    #[inline(always)]
    fn mobility(self, own: u64, opponent: u64) -> u64 {
        // SAFETY: as above.
        unsafe { avx2::mobility(own, opponent) }
    }

    #[inline(always)]
    fn last_flips(self, own: u64, square: u32) -> u32 {
        // SAFETY: as above.
        unsafe { last::flips(own, square) }
    }
}

#[cfg(target_arch = "x86_64")]
impl Level for V4 {
    #[inline(always)]
    fn flips(self, own: u64, opponent: u64, square: u32) -> u64 {
        // SAFETY: `self` is the witness that the processor has the instructions.
        unsafe { avx512::flips(own, opponent, square) }
    }

    #[inline(always)]
    fn mobility(self, own: u64, opponent: u64) -> u64 {
        // SAFETY: as above.
        unsafe { avx512::mobility(own, opponent) }
    }

    #[inline(always)]
    fn last_flips(self, own: u64, square: u32) -> u32 {
        // SAFETY: as above.
        unsafe { last::flips(own, square) }
    }
}
