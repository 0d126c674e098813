//! Samples of what the engines use, as a CSV file and as plots.

use super::Summary;
use crate::usage::Usage;
use anyhow::{Context, Result};
use quartet_files::Output;
use quartet_plots::{Chart, Curves};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The first line of the file.
const HEADER: &str = "seconds,games,process,age_seconds,resident_mib,descriptors";
/// The names of the plots.
const PLOTS: [&str; 2] = ["memory", "descriptors"];

/// Samples while they are taken.
pub(super) struct Samples {
    file: BufWriter<File>,
    folder: PathBuf,
    force: bool,
    /// When each process was first seen, since the start.
    seen: BTreeMap<u32, Duration>,
    /// The last sample of each process.
    last: BTreeMap<u32, Usage>,
    /// Games so far, and the greatest resident memory in MiB and number of descriptors of a sample.
    peaks: Vec<(f64, [f64; 2])>,
}

impl Samples {
    /// Creates the files. Fails if one of them exists and was not written by a soak test, unless `force` is set.
    pub(super) fn open(folder: &Path, force: bool) -> Result<Samples> {
        std::fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
        for name in PLOTS {
            quartet_plots::check(&folder.join(name), force)?;
        }
        let path = folder.join("soak.csv");
        let is_own = |content: &[u8]| content.starts_with(HEADER.as_bytes());
        let output = Output { kind: "table of a soak test", is_own: &is_own, force: Some(force), sources: &[] };
        output.write(&path, format!("{HEADER}\n").as_bytes())?;
        let file = File::options().append(true).open(&path);
        let file = BufWriter::new(file.with_context(|| format!("cannot write {}", path.display()))?);
        let (seen, last) = (BTreeMap::new(), BTreeMap::new());
        Ok(Samples { file, folder: folder.into(), force, seen, last, peaks: Vec::new() })
    }

    /// Takes a sample of all running engines.
    pub(super) fn take(&mut self, time: Duration, games: u64) -> Result<()> {
        self.last = children().into_iter().filter_map(|process| Some((process, Usage::of(process)?))).collect();
        self.seen.retain(|process, _| self.last.contains_key(process));
        for (process, usage) in &self.last {
            let born = *self.seen.entry(*process).or_insert(time);
            let (seconds, age) = (time.as_secs_f64(), (time - born).as_secs_f64());
            let Usage { resident, descriptors } = usage;
            let mib = *resident as f64 / f64::from(1 << 20);
            writeln!(self.file, "{seconds:.1},{games},{process},{age:.1},{mib:.1},{descriptors}")?;
        }
        self.file.flush()?;
        let most = |number: fn(&Usage) -> f64| self.last.values().map(number).fold(0.0, f64::max);
        let peak = [most(|usage| usage.resident as f64 / f64::from(1 << 20)), most(|usage| usage.descriptors as f64)];
        self.peaks.push((games as f64, peak));
        Ok(())
    }

    /// What the last sample says of an engine that uses more memory than this, in bytes.
    pub(super) fn excess(&self, memory: u64) -> Option<String> {
        let (process, usage) = self.last.iter().find(|(_, usage)| usage.resident > memory)?;
        let [resident, limit] = [usage.resident, memory].map(|bytes| bytes >> 20);
        Some(format!("process {process} has {resident} MiB of resident memory, expected at most {limit} MiB"))
    }

    /// Draws the plots, and adds the greatest values to a summary.
    pub(super) fn finish(&mut self, summary: &mut Summary) -> Result<()> {
        let most = |index: usize| self.peaks.iter().map(|peak| peak.1[index]).fold(0.0, f64::max);
        summary.resident = (most(0) * f64::from(1 << 20)) as u64;
        summary.descriptors = most(1) as usize;
        let titles = [("Largest resident memory of an engine", "MiB"), ("Most open files of an engine", "descriptors")];
        for (index, (name, (title, unit))) in PLOTS.iter().zip(titles).enumerate() {
            let points = self.peaks.iter().map(|(games, peak)| (*games, peak[index])).collect();
            let (title, axes) = (title.to_string(), ("games".to_string(), unit.to_string()));
            let curves = Curves { title, axes, curves: vec![(unit.to_string(), points)] };
            quartet_plots::save(&Chart::Curves(curves), &self.folder.join(name), self.force)?;
        }
        Ok(())
    }
}

/// The child processes of this process: the engines. A child that has not been replaced by its program yet still has
/// the memory of this process.
fn children() -> Vec<u32> {
    let program = |process: &str| std::fs::read_link(format!("/proc/{process}/exe")).ok();
    let own = program("self");
    let threads = std::fs::read_dir("/proc/self/task").into_iter().flatten().flatten();
    let lists = threads.filter_map(|thread| std::fs::read_to_string(thread.path().join("children")).ok());
    let ids = |list: String| list.split_whitespace().map(String::from).collect::<Vec<_>>();
    let engines = lists.flat_map(ids).filter(|process| program(process) != own);
    engines.filter_map(|process| process.parse().ok()).collect()
}
