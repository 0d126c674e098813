//! How much memory the machine can spare: asked before a large table is touched, as the system grants memory that it
//! does not have and ends the process later.

use std::fs::read_to_string;

/// Free memory in MiB, as far as the system tells.
pub fn available_megabytes() -> Option<u64> {
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
