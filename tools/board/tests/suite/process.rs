//! What the system knows of processes.

use std::fs::{self, DirEntry};

/// The numbers of the processes that a process has started and that still run.
pub(crate) fn children_of(process: u32) -> Vec<i32> {
    let child = |entry: DirEntry| {
        let stat = fs::read_to_string(entry.path().join("stat")).ok()?;
        // The name may contain spaces and ends with the last parenthesis; state and parent follow.
        let mut fields = stat.rsplit_once(") ")?.1.split(' ');
        let is_child = fields.next()? != "Z" && fields.next()? == process.to_string();
        is_child.then(|| entry.file_name().to_str()?.parse().ok())?
    };
    fs::read_dir("/proc").expect("processes").filter_map(|entry| child(entry.ok()?)).collect()
}

/// The memory of a process in MiB.
pub(crate) fn memory_of(process: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{process}/status")).expect("a process");
    let line = status.lines().find(|line| line.starts_with("VmRSS:")).expect("its memory");
    line.split_whitespace().nth(1).and_then(|number| number.parse::<u64>().ok()).expect("a number") >> 10
}
