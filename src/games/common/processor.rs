//! What the processor can do beyond what the program is built for. Whatever wants more is compiled once for each level
//! and asks here, once, which copy to enter; `compiled!` is the way into it.
//!
//! Must not know: what is computed.

/// Which instructions may be used. The witnesses of the higher levels come from [`Processor::detect`] only.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Processor {
    /// Those of every processor that the program is built for.
    Any(Any),
    /// Those of x86-64-v3.
    #[cfg(target_arch = "x86_64")]
    V3(V3),
    /// Those of x86-64-v4.
    #[cfg(target_arch = "x86_64")]
    V4(V4),
}

/// The level that needs no witness.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Any;

/// Witness that the processor has the instructions of x86-64-v3: bit counts, bit gathering, vectors of 256 bits.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct V3(());

/// Witness that it has those of x86-64-v4, too: vectors of 512 bits.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct V4(());

impl Processor {
    /// The best that this machine has.
    pub fn detect() -> Processor {
        Processor::levels().pop().unwrap_or(Processor::Any(Any))
    }

    /// All that this machine has, the best last.
    pub fn levels() -> Vec<Processor> {
        #[allow(unused_mut, reason = "other processors have one level")]
        let mut levels = vec![Processor::Any(Any)];
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("popcnt")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("avx2")
        {
            levels.push(Processor::V3(V3(())));
            if is_x86_feature_detected!("avx512f")
                && is_x86_feature_detected!("avx512bw")
                && is_x86_feature_detected!("avx512cd")
                && is_x86_feature_detected!("avx512dq")
                && is_x86_feature_detected!("avx512vl")
            {
                levels.push(Processor::V4(V4(())));
            }
        }
        levels
    }
}

/// Calls the generic `$body`, which must be `#[inline(always)]`, compiled with all instructions of the level: it is the
/// way from code for any processor into code that is free of calls. One of the arguments holds the level.
#[cfg(target_arch = "x86_64")]
macro_rules! compiled {
    (V3: $body:path, $($name:ident: $type:ty),* => $out:ty) => {
        $crate::games::common::processor::compiled!("popcnt,lzcnt,bmi1,bmi2,avx2": $body, $($name: $type),* => $out)
    };
    (V4: $body:path, $($name:ident: $type:ty),* => $out:ty) => {
        $crate::games::common::processor::compiled!(
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
pub(in crate::games) use compiled;
