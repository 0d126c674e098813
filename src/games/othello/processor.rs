//! What the processor can do beyond what the program is built for. Whatever wants more is compiled once for any processor
//! and once for newer ones, and asks here before it enters the second copy.
//!
//! Must not know: what is computed.

/// Which instructions may be used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Processor {
    /// Those of every processor that the program is built for.
    Any,
    /// Those of x86-64-v3, such as bit counts.
    #[cfg(target_arch = "x86_64")]
    V3(Checked),
}

/// Witness that the processor has been asked; only [`Processor::detect`] makes one.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Checked(());

impl Processor {
    /// The best that this machine has.
    pub fn detect() -> Processor {
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("popcnt")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("avx2")
        {
            return Processor::V3(Checked(()));
        }
        Processor::Any
    }
}
