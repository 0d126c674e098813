//! How much memory the machine can spare. Checked before a large table is touched or threads are started: the system
//! overcommits, and would kill the process later, and an allocation that fails ends it.

use crate::search::parallel::STACK_SIZE;
use std::fs::read_to_string;

/// Free memory in MiB, if the system reports it.
fn available_megabytes() -> Option<u64> {
    let machine = read_to_string("/proc/meminfo").ok().and_then(|text| {
        let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
        line.split_whitespace().next()?.parse::<u64>().ok().map(|kilobytes| kilobytes >> 10)
    });
    [machine, cgroup_megabytes()].into_iter().flatten().min()
}

/// What the control group of the process has left, in MiB.
fn cgroup_megabytes() -> Option<u64> {
    let read = |name: &str| read_to_string(format!("/sys/fs/cgroup/{name}")).ok()?.trim().parse::<u64>().ok();
    Some(read("memory.max")?.saturating_sub(read("memory.current")?) >> 20)
}

/// What is left of the address space that the process may use (`ulimit -v`), in MiB; `None` without a limit.
fn address_space_megabytes() -> Option<u64> {
    let limits = read_to_string("/proc/self/limits").ok()?;
    let limit = limits.lines().find_map(|line| line.strip_prefix("Max address space"))?;
    let limit: u64 = limit.split_whitespace().next()?.parse().ok()?;
    let status = read_to_string("/proc/self/status").ok()?;
    let used = status.lines().find_map(|line| line.strip_prefix("VmSize:"))?;
    let used: u64 = used.split_whitespace().next()?.parse().ok()?;
    Some((limit >> 20).saturating_sub(used >> 10))
}

/// A memory limit in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MemoryLimit {
    /// Limits the whole process.
    Process(u64),
    /// Limits the hash table.
    Table(u64),
}

/// Memory of the process besides its hash table, in MiB: code, weights, stacks, positions (measured: 31 with one
/// thread).
const PROCESS_MEGABYTES: u64 = 48;
/// Memory of a search thread besides its stack, in MiB (measured: 3 in gomoku, 1 in Othello).
const THREAD_MEGABYTES: u64 = 4;
/// Address space of a search thread besides its stack, in MiB: what the allocator of glibc reserves for each.
const THREAD_ADDRESSES: u64 = 64;
/// Memory that searches take up as they go, in MiB.
const SEARCH_MEGABYTES: u64 = 32;
/// The largest table, in MiB, that a process limit leads to: managers often allow gigabytes, and touching those takes
/// seconds.
const LARGEST_AUTOMATIC_TABLE: u64 = 1 << 10;

impl MemoryLimit {
    /// How many search threads of those wanted the limit has room for, beside a table of 1 MiB; at least one.
    pub fn threads(self, wanted: u64) -> u64 {
        match self {
            MemoryLimit::Process(bytes) => {
                let rest = (bytes >> 20).saturating_sub(PROCESS_MEGABYTES + 1);
                wanted.clamp(1, 1 + rest / THREAD_MEGABYTES)
            }
            MemoryLimit::Table(_) => wanted,
        }
    }

    /// The largest table, in MiB, within the limit beside this number of search threads, and within the memory
    /// available once the current table, of `current_size` MiB, is freed; at least 1.
    pub fn table_megabytes(self, threads: u64, current_size: u64) -> u64 {
        let allowed = match self {
            MemoryLimit::Process(bytes) => {
                let others = PROCESS_MEGABYTES + threads.saturating_sub(1) * THREAD_MEGABYTES;
                (bytes >> 20).saturating_sub(others).min(LARGEST_AUTOMATIC_TABLE)
            }
            MemoryLimit::Table(bytes) => bytes >> 20,
        };
        allowed.min(largest_table(current_size).unwrap_or(u64::MAX)).max(1)
    }
}

/// The largest table, in MiB, that leaves a tenth of the available memory free, once one of `current_size` MiB is
/// freed.
fn largest_table(current_size: u64) -> Option<u64> {
    available_megabytes().map(|free| (free + current_size) / 10 * 9)
}

/// An error if a table of `megabytes` would leave less than a tenth of the available memory free, once one of
/// `current_size` MiB is freed.
pub fn check_available(megabytes: u64, current_size: u64) -> Result<(), String> {
    match largest_table(current_size) {
        Some(most) if megabytes > most => {
            Err(format!("no memory for a table of {megabytes} MB, expected at most {most} now"))
        }
        _ => Ok(()),
    }
}

/// How many search threads of those wanted there is memory for; at least one.
pub fn affordable_threads(wanted: usize) -> usize {
    let most = |left: Option<u64>, each: u64| left.map(|left| left.saturating_sub(SEARCH_MEGABYTES) / each);
    let in_memory = most(available_megabytes(), THREAD_MEGABYTES);
    let in_address_space = most(address_space_megabytes(), THREAD_ADDRESSES + (STACK_SIZE >> 20) as u64);
    let most = [in_memory, in_address_space].into_iter().flatten().min();
    most.map_or(wanted, |most| wanted.min(most as usize)).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_need_memory() {
        assert_eq!(affordable_threads(1), 1);
        if available_megabytes().is_some() {
            assert!((1..1 << 40).contains(&affordable_threads(1 << 40)));
        }
    }

    #[test]
    fn a_table_leaves_memory_for_the_process() {
        assert_eq!(MemoryLimit::Process(112 << 20).table_megabytes(1, 0), 64);
        assert_eq!(MemoryLimit::Process(112 << 20).table_megabytes(9, 0), 32);
        assert_eq!(MemoryLimit::Table((64 << 20) + 5).table_megabytes(9, 0), 64);
        assert!(MemoryLimit::Process(u64::MAX).table_megabytes(1, 0) <= LARGEST_AUTOMATIC_TABLE);
        for small in [0, 1, 48 << 20] {
            assert_eq!(MemoryLimit::Process(small).table_megabytes(1, 0), 1);
            assert_eq!(MemoryLimit::Process(small).threads(9), 1);
        }
        let tight = MemoryLimit::Process(57 << 20);
        assert_eq!((tight.threads(1), tight.threads(9), tight.table_megabytes(3, 0)), (1, 3, 1));
        assert_eq!(MemoryLimit::Table(0).threads(9), 9);
        assert!(MemoryLimit::Table(u64::MAX).table_megabytes(1, 0) < u64::MAX >> 20, "more than the machine has");
    }
}
