//! What the processor can do beyond what the program is built for. Whatever wants more is compiled once for each level
//! and asks here, once, which copy to enter.
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
