//! Files of fixed-size records.

use anyhow::{Context, Result, anyhow, ensure};
use bytemuck::Pod;
use std::path::Path;

/// Reads the records of a file, none if the file does not exist. Fails if the file is truncated.
pub(crate) fn load<T: Pod>(path: &Path) -> Result<Vec<T>> {
    if !path.exists() {
        return Ok(Vec::new());
    }
    let bytes = std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    let size = size_of::<T>();
    ensure!(
        bytes.len().is_multiple_of(size),
        "{}: {} bytes is not a multiple of the record size, {size} bytes",
        path.display(),
        bytes.len()
    );
    let record =
        |chunk| bytemuck::try_pod_read_unaligned(chunk).map_err(|error| anyhow!("{}: {error}", path.display()));
    bytes.chunks(size).map(record).collect()
}

/// Writes a file of records atomically, so that an interrupted run never leaves a truncated file.
pub(crate) fn save<T: Pod>(path: &Path, records: &[T]) -> Result<()> {
    save_bytes(path, bytemuck::cast_slice(records))
}

/// Writes a file atomically, so that an interrupted run never leaves a truncated file.
pub(crate) fn save_bytes(path: &Path, bytes: &[u8]) -> Result<()> {
    let unfinished = path.with_extension("unfinished");
    let write = || std::fs::write(&unfinished, bytes);
    write()
        .and_then(|()| std::fs::rename(&unfinished, path))
        .with_context(|| format!("cannot write {}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_survive_a_round_trip_through_a_file() {
        let records = vec![[7_u64, 9]; 3];
        let file = std::env::temp_dir().join(format!("quartet-train-{}.bin", std::process::id()));
        save(&file, &records).expect("written");
        let read: Vec<[u64; 2]> = load(&file).expect("read");
        // A truncated file is an error, not a shorter list.
        std::fs::write(&file, [0; 17]).expect("written");
        let broken = load::<[u64; 2]>(&file);
        std::fs::remove_file(&file).expect("removed");
        assert_eq!(read, records);
        assert!(broken.is_err());
        assert!(load::<[u64; 2]>(&file).expect("no file is no records").is_empty());
    }
}
