//! How much memory the machine can spare: asked before a large table is touched, as the system grants memory that it
//! does not have and ends the process later.

use std::fs::read_to_string;

/// Free memory in MiB, as far as the system tells.
fn available_megabytes() -> Option<u64> {
    let machine = read_to_string("/proc/meminfo").ok().and_then(|text| {
        let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
        line.split_whitespace().next()?.parse::<u64>().ok().map(|kilobytes| kilobytes >> 10)
    });
    [machine, group_megabytes()].into_iter().flatten().min()
}

/// What a control group leaves.
fn group_megabytes() -> Option<u64> {
    let read = |name: &str| read_to_string(format!("/sys/fs/cgroup/{name}")).ok()?.trim().parse::<u64>().ok();
    Some(read("memory.max")?.saturating_sub(read("memory.current")?) >> 20)
}

/// An error if a table of `megabytes` would not leave a tenth of the memory that is free, `held` of it by a table that goes.
pub fn check(megabytes: u64, held: u64) -> Result<(), String> {
    match available_megabytes().map(|free| (free + held) / 10 * 9) {
        Some(most) if megabytes > most => {
            Err(format!("no memory for a table of {megabytes} MB, expected at most {most} now"))
        }
        _ => Ok(()),
    }
}
