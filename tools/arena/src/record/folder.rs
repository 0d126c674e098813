//! The folder of a match that is played in shards: a record for each shard, and the file that stops all of them.

use anyhow::{Context, Result, bail};
use quartet::shard::Shard;
use quartet_files::Unwritable;
use serde::{Deserialize, Serialize};
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// The name of the file that ends all shards between two pairs.
const STOP: &str = "STOP";

/// The content of the file that ends all shards: how the sequential test was decided.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Stop {
    /// The decision, such as `H1 accepted`.
    pub verdict: String,
    /// The number of the pair that decided the test.
    pub pair: u64,
    /// The log-likelihood ratio.
    pub llr: f64,
}

impl Stop {
    /// Writes the file into a folder, in one piece. A file that is there already stays as it is.
    pub fn write(&self, folder: &Path) -> Result<()> {
        let path = stop_file(folder);
        let temporary = folder.join(format!("{STOP}.{}", std::process::id()));
        let written = (|| {
            fs::write(&temporary, serde_json::to_string(self)? + "\n")?;
            match fs::hard_link(&temporary, &path) {
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                Ok(()) => {}
                // A file system without links.
                Err(_) => fs::rename(&temporary, &path)?,
            }
            anyhow::Ok(())
        })();
        let _ = fs::remove_file(&temporary);
        written.with_context(|| Unwritable::new(&path))
    }

    /// Reads the file of a folder: what it says, in one line. `None` if there is none.
    pub fn read(folder: &Path) -> Option<String> {
        let text = fs::read_to_string(stop_file(folder)).ok()?;
        Some(match serde_json::from_str::<Stop>(&text) {
            Ok(Stop { verdict, pair, llr }) => format!("{verdict} by pair {pair}, LLR {llr:.2}"),
            Err(_) => quartet_files::one_line(text.trim()).into_owned(),
        })
    }
}

/// The file that ends all shards of a folder.
pub fn stop_file(folder: &Path) -> PathBuf {
    folder.join(STOP)
}

/// The name of a shard's record, such as `shard-0003-of-0064.jsonl`.
fn name(shard: Shard) -> String {
    let digits = shard.count().to_string().len().max(4);
    format!("shard-{:0digits$}-of-{:0digits$}.jsonl", shard.index(), shard.count())
}

/// The shard whose record has this name.
fn of_name(name: &str) -> Option<Shard> {
    let (index, count) = name.strip_prefix("shard-")?.strip_suffix(".jsonl")?.split_once("-of-")?;
    Shard::new(index.parse().ok()?, count.parse().ok()?).filter(|&shard| self::name(shard) == name)
}

/// The records of shards in a folder, by name.
pub fn records(folder: &Path) -> Result<Vec<(PathBuf, Shard)>> {
    let cannot_read = || format!("cannot read {}", folder.display());
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).with_context(cannot_read)? {
        let path = entry.with_context(cannot_read)?.path();
        if let Some(shard) = path.file_name().and_then(|name| name.to_str()).and_then(of_name) {
            found.push((path, shard));
        }
    }
    found.sort_by(|one, other| one.0.cmp(&other.0));
    Ok(found)
}

/// The path of a shard's record in a folder, which is made if it is missing. Fails if the folder has records of another
/// number of shards.
pub fn record_of(folder: &Path, shard: Shard) -> Result<PathBuf> {
    fs::create_dir_all(folder).with_context(|| Unwritable::new(folder))?;
    if let Some((path, other)) = records(folder)?.into_iter().find(|(_, other)| other.count() != shard.count()) {
        let (other, own) = (other.count(), shard.count());
        bail!("{} is the record of one of {other} shards, not of {own}; expected --shards {other}", path.display());
    }
    Ok(folder.join(name(shard)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_shards() {
        for (index, count, expected) in [
            (3, 64, "shard-0003-of-0064.jsonl"),
            (0, 1, "shard-0000-of-0001.jsonl"),
            (7, 10_000, "shard-00007-of-10000.jsonl"),
        ] {
            let shard = Shard::new(index, count).unwrap();
            assert_eq!((name(shard).as_str(), of_name(expected)), (expected, Some(shard)));
        }
        let wrong =
            ["shard-3-of-64.jsonl", "shard-0064-of-0064.jsonl", "shard-0003-of-0064.jsonl.7", "all.jsonl", "shard-of-"];
        assert!(wrong.iter().all(|name| of_name(name).is_none()));
    }

    #[test]
    fn a_folder_has_one_number_of_shards() {
        let folder = tempfile::tempdir().unwrap();
        let run = folder.path().join("new/run");
        let of = |index, count| record_of(&run, Shard::new(index, count).unwrap());
        fs::write(of(1, 3).unwrap(), "").unwrap();
        fs::write(run.join("notes.jsonl"), "").unwrap();
        assert!(of(2, 3).unwrap().ends_with("shard-0002-of-0003.jsonl"));
        let error = of(1, 4).unwrap_err().to_string();
        assert!(error.ends_with("is the record of one of 3 shards, not of 4; expected --shards 3"), "{error}");
        assert_eq!(records(&run).unwrap().len(), 1);
    }

    #[test]
    fn the_first_stop_stays() {
        let folder = tempfile::tempdir().unwrap();
        let stop = |llr| Stop { verdict: "H1 accepted".into(), pair: 7, llr };
        assert_eq!(Stop::read(folder.path()), None);
        stop(2.5).write(folder.path()).unwrap();
        stop(3.5).write(folder.path()).unwrap();
        assert_eq!(Stop::read(folder.path()).as_deref(), Some("H1 accepted by pair 7, LLR 2.50"));
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
        fs::write(stop_file(folder.path()), "enough\n").unwrap();
        assert_eq!(Stop::read(folder.path()).as_deref(), Some("enough"));
        assert!(stop(2.5).write(&folder.path().join("none")).unwrap_err().downcast_ref::<Unwritable>().is_some());
    }
}
