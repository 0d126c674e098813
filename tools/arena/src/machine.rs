//! The machine that this program runs on, as records state it.

/// The name of this machine in its network; `None` if the system does not tell.
pub fn host() -> Option<String> {
    #[cfg(unix)]
    return Some(rustix::system::uname().nodename().to_string_lossy().into_owned()).filter(|name| !name.is_empty());
    #[cfg(not(unix))]
    return std::env::var("COMPUTERNAME").ok();
}

/// The model of the processor, such as `AMD EPYC 7763 64-Core Processor`; `None` where the system has no
/// `/proc/cpuinfo`, or that does not name it.
pub fn processor() -> Option<String> {
    let text = std::fs::read_to_string("/proc/cpuinfo").ok()?;
    let line = text.lines().find(|line| line.starts_with("model name"))?;
    Some(line.split_once(':')?.1.trim().to_string())
}

/// The processor's level of x86-64 as the System V ABI defines it, such as `x86-64-v3`; elsewhere the name of the
/// architecture.
pub fn processor_level() -> String {
    match std::env::consts::ARCH {
        "x86_64" => format!("x86-64-v{}", level()),
        other => other.to_string(),
    }
}

#[cfg(target_arch = "x86_64")]
fn level() -> u32 {
    /// Whether the processor has all of these features.
    macro_rules! has {
        ($($feature:tt)*) => { $(is_x86_feature_detected!($feature))&&* };
    }
    if !has!("sse3" "ssse3" "sse4.1" "sse4.2" "popcnt" "cmpxchg16b") {
        1
    } else if !has!("avx" "avx2" "bmi1" "bmi2" "f16c" "fma" "lzcnt" "movbe") {
        2
    } else if !has!("avx512f" "avx512bw" "avx512cd" "avx512dq" "avx512vl") {
        3
    } else {
        4
    }
}

#[cfg(not(target_arch = "x86_64"))]
fn level() -> u32 {
    0
}
