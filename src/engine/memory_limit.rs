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

/// A limit of memory, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MemoryLimit {
    /// Of the whole process.
    Process(u64),
    /// Of the hash table.
    Table(u64),
}

/// What the process needs beside its hash table, in MiB: program, weights, stacks, positions. (Measured: 31, one thread.)
const ROOM: u64 = 48;
/// The largest table in MiB that a limit of the process gives: clients that mean "much" name gigabytes, and to touch them takes
/// seconds.
const ENOUGH: u64 = 1 << 10;

impl MemoryLimit {
    /// The size in MiB of the largest table that keeps the limit, and that the machine has room for if a table of `held`
    /// goes; at least 1.
    pub fn table_megabytes(self, held: u64) -> u64 {
        let allowed = match self {
            MemoryLimit::Process(bytes) => (bytes >> 20).saturating_sub(ROOM).min(ENOUGH),
            MemoryLimit::Table(bytes) => bytes >> 20,
        };
        allowed.min(greatest_table(held).unwrap_or(u64::MAX)).max(1)
    }
}

/// The table in MiB that leaves a tenth of the memory that is free, `held` of it by a table that goes.
fn greatest_table(held: u64) -> Option<u64> {
    available_megabytes().map(|free| (free + held) / 10 * 9)
}

/// An error if a table of `megabytes` would not leave a tenth of the memory that is free, `held` of it by a table that goes.
pub fn check(megabytes: u64, held: u64) -> Result<(), String> {
    match greatest_table(held) {
        Some(most) if megabytes > most => {
            Err(format!("no memory for a table of {megabytes} MB, expected at most {most} now"))
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_leaves_room_for_the_process() {
        assert_eq!(MemoryLimit::Process(112 << 20).table_megabytes(0), 64);
        assert_eq!(MemoryLimit::Table((64 << 20) + 5).table_megabytes(0), 64);
        assert!(MemoryLimit::Process(u64::MAX).table_megabytes(0) <= ENOUGH);
        for little in [0, 1, 48 << 20] {
            assert_eq!(MemoryLimit::Process(little).table_megabytes(0), 1);
        }
        assert!(MemoryLimit::Table(u64::MAX).table_megabytes(0) < u64::MAX >> 20, "more than the machine has");
    }
}
