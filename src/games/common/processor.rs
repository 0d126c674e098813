//! Run-time dispatch by instruction set. Hot code is compiled once for each level; callers detect the level once and
//! enter the matching copy through `compiled!`.

use std::sync::OnceLock;

/// The environment variable that names the level to use instead of the highest one.
pub const LEVEL_VARIABLE: &str = "QUARTET_LEVEL";

/// A processor level. Values of the higher levels can only be obtained from [`Processor::detect`] and
/// [`Processor::levels`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Processor {
    /// The baseline that the program is compiled for.
    Baseline(Baseline),
    /// x86-64-v3.
    #[cfg(target_arch = "x86_64")]
    V3(V3),
    /// x86-64-v4.
    #[cfg(target_arch = "x86_64")]
    V4(V4),
}

/// The baseline level, which every processor supports.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Baseline;

/// Proof that the processor supports x86-64-v3: POPCNT, LZCNT, BMI1, BMI2 and AVX2.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct V3(());

/// Proof that the processor supports x86-64-v4: the features of x86-64-v3 and AVX-512 F, BW, CD, DQ and VL.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct V4(());

/// A processor level as a type, for functions that do the same on every level but are compiled for each.
pub trait ProcessorLevel {}
impl ProcessorLevel for Baseline {}
#[cfg(target_arch = "x86_64")]
impl ProcessorLevel for V3 {}
#[cfg(target_arch = "x86_64")]
impl ProcessorLevel for V4 {}

impl Processor {
    /// The level that [`LEVEL_VARIABLE`] names, else the highest that this machine supports.
    pub fn detect() -> Processor {
        Processor::chosen().unwrap_or_else(|_| Processor::highest())
    }

    /// Like [`Processor::detect`]; an error if the machine does not support the level named, or there is none of that
    /// name.
    pub fn chosen() -> Result<Processor, String> {
        static CHOSEN: OnceLock<Result<Processor, String>> = OnceLock::new();
        CHOSEN
            .get_or_init(|| std::env::var(LEVEL_VARIABLE).map_or(Ok(Processor::highest()), |name| named(&name)))
            .clone()
    }

    fn highest() -> Processor {
        Processor::levels().pop().unwrap_or(Processor::Baseline(Baseline))
    }

    /// The name of the level.
    pub fn name(self) -> &'static str {
        match self {
            Processor::Baseline(_) if cfg!(target_arch = "x86_64") => "x86-64",
            Processor::Baseline(_) => std::env::consts::ARCH,
            #[cfg(target_arch = "x86_64")]
            Processor::V3(_) => "x86-64-v3",
            #[cfg(target_arch = "x86_64")]
            Processor::V4(_) => "x86-64-v4",
        }
    }

    /// All levels that this machine supports, the highest last.
    pub fn levels() -> Vec<Processor> {
        #[allow(unused_mut, reason = "other architectures have one level")]
        let mut levels = vec![Processor::Baseline(Baseline)];
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

/// The level of this name, if the machine supports it.
fn named(name: &str) -> Result<Processor, String> {
    let levels = Processor::levels();
    let found = levels.iter().find(|level| level.name() == name);
    let expected = || levels.iter().map(|level| level.name()).collect::<Vec<_>>().join(" ");
    found
        .copied()
        .ok_or_else(|| format!("{LEVEL_VARIABLE} is '{}', expected one of {}", name.escape_debug(), expected()))
}

/// Calls the generic function `$body`, compiled with all instructions of a level. `$body` and the functions that it
/// calls must be `#[inline(always)]`, so that they are compiled with these instructions as well. One of the arguments
/// must hold the level.
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
        // SAFETY: one of the arguments holds a value of the level, which exists only where the processor supports it.
        unsafe { with_features($($name),*) }
    }};
}
#[cfg(target_arch = "x86_64")]
pub(in crate::games) use compiled;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_have_names_that_choose_them() {
        let levels = Processor::levels();
        for level in &levels {
            assert_eq!(named(level.name()), Ok(*level));
        }
        assert_eq!(levels.last(), Some(&Processor::highest()));
        for wrong in ["", "x86-64-v2", "riscv64"] {
            assert!(named(wrong).is_err_and(|error| error.ends_with(Processor::highest().name())), "{wrong}");
        }
    }
}
