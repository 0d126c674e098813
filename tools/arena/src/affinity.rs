//! CPU affinity: the CPUs on which a thread, and the programs that it starts, may run.

use anyhow::{Result, bail};

/// The CPUs of this process, in the order in which they are given away: first one of each core, then the other hardware
/// threads. A scheduler, `taskset` or a container may have allowed only some of the machine's. Fails where a thread
/// cannot be bound to CPUs.
#[cfg(target_os = "linux")]
pub fn allowed() -> Result<Vec<usize>> {
    use anyhow::Context;
    use rustix::thread::{CpuSet, sched_getaffinity};
    let set = sched_getaffinity(None).context("cannot read the CPU affinity of this process")?;
    let mut cpus: Vec<usize> = (0..CpuSet::MAX_CPU).filter(|&cpu| set.is_set(cpu)).collect();
    cpus.sort_by_cached_key(|&cpu| (place_in_core(cpu), cpu));
    Ok(cpus)
}

/// Binds this thread, and the threads and programs that it starts from now on, to these CPUs.
#[cfg(target_os = "linux")]
pub fn bind(cpus: &[usize]) -> Result<()> {
    use rustix::thread::{CpuSet, sched_setaffinity};
    let mut set = CpuSet::new();
    for &cpu in cpus.iter().filter(|&&cpu| cpu < CpuSet::MAX_CPU) {
        set.set(cpu);
    }
    match sched_setaffinity(None, &set) {
        Ok(()) => Ok(()),
        Err(error) => bail!("cannot bind a game to CPUs {cpus:?}: {error}"),
    }
}

/// Which hardware thread of its core a CPU is, from 0; 0 if the system does not tell.
#[cfg(target_os = "linux")]
fn place_in_core(cpu: usize) -> usize {
    let path = format!("/sys/devices/system/cpu/cpu{cpu}/topology/thread_siblings_list");
    let list = std::fs::read_to_string(path).unwrap_or_default();
    cpus_of_list(list.trim()).iter().position(|&sibling| sibling == cpu).unwrap_or(0)
}

/// The CPUs of a list as Linux writes it, such as `0-2,7`; those that cannot be read are left out.
#[cfg(target_os = "linux")]
fn cpus_of_list(list: &str) -> Vec<usize> {
    let range = |part: &str| {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        Some((first.parse().ok()?, last.parse().ok()?))
    };
    list.split(',').filter_map(range).flat_map(|(first, last): (usize, usize)| first..=last).collect()
}

/// The CPUs of this process; an error on this system.
#[cfg(not(target_os = "linux"))]
pub fn allowed() -> Result<Vec<usize>> {
    bail!("--affinity needs Linux")
}

/// Binds this thread; an error on this system.
#[cfg(not(target_os = "linux"))]
pub fn bind(_cpus: &[usize]) -> Result<()> {
    bail!("--affinity needs Linux")
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn lists_of_cpus() {
        assert_eq!(cpus_of_list("0-2,7"), [0, 1, 2, 7]);
        assert_eq!(cpus_of_list("5"), [5]);
        assert!(cpus_of_list("").is_empty());
    }

    #[test]
    fn a_thread_is_bound_and_the_others_are_not() {
        let mut all = allowed().expect("the CPUs");
        let bound = std::thread::spawn(move || {
            let last = *all.last().expect("a CPU");
            bind(&[last]).expect("bound");
            (last, allowed().expect("the CPUs"))
        });
        let (last, own) = bound.join().expect("no panic");
        assert_eq!(own, [last]);
        all = allowed().expect("the CPUs");
        let status = std::fs::read_to_string("/proc/thread-self/status").expect("a status");
        let list = status.lines().find_map(|line| line.strip_prefix("Cpus_allowed_list:")).expect("a list");
        all.sort_unstable();
        assert_eq!(cpus_of_list(list.trim()), all);
    }
}
