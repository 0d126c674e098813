//! Memory and open files of a process.

/// What a process uses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Usage {
    /// Resident memory in bytes.
    pub resident: u64,
    /// Number of open file descriptors.
    pub descriptors: usize,
}

impl Usage {
    /// The usage of a process; `None` if it has ended, or on a system without `/proc`.
    pub fn of(process: u32) -> Option<Usage> {
        let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
        // A process that has ended, but has not been waited for, has no such line.
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
        let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
        let descriptors = std::fs::read_dir(format!("/proc/{process}/fd")).ok()?.count();
        Some(Usage { resident: kibibytes << 10, descriptors })
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn memory_and_files_are_counted() {
        let before = Usage::of(std::process::id()).expect("this process");
        // Other tests run in this process: only what is large enough can be seen.
        let memory = vec![1_u8; 256 << 20];
        let files: Vec<_> = (0..200).map(|_| std::fs::File::open("/dev/null").expect("a file")).collect();
        let after = Usage::of(std::process::id()).expect("this process");
        assert!(after.resident >= before.resident + (128 << 20), "{before:?} {after:?}");
        assert!(after.descriptors >= before.descriptors + 100, "{before:?} {after:?}");
        drop((memory, files));
    }
}
