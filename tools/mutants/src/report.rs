//! The results as a table.

use crate::find::Mutant;
use crate::outcome::Outcome;
use std::collections::BTreeMap;
use std::fmt::Write;

/// Mutants and what the tests say about them, by folder, and those that are not noticed.
pub fn report(results: &[(Mutant, Outcome)]) -> String {
    let mut folders: BTreeMap<&str, [usize; 5]> = BTreeMap::new();
    for (mutant, outcome) in results {
        let folder = mutant.file.rsplit_once('/').map_or("", |(folder, _)| folder);
        let kind = match outcome {
            Outcome::Failed(_) => 0,
            Outcome::Hang => 1,
            Outcome::Crash => 2,
            Outcome::Missed => 3,
            Outcome::Unreached => 4,
        };
        for name in [folder, "all"] {
            folders.entry(name).or_default()[kind] += 1;
        }
    }
    let mut text = format!(
        "{:44} {:>6} {:>5} {:>5} {:>6} {:>9} {:>8}\n",
        "folder", "failed", "hang", "crash", "missed", "unreached", "noticed"
    );
    for (folder, counts) in folders {
        let [failed, hang, crash, missed, unreached] = counts;
        let noticed = 100.0 * (failed + hang + crash) as f64 / counts.iter().sum::<usize>() as f64;
        let _ = writeln!(text, "{folder:44} {failed:6} {hang:5} {crash:5} {missed:6} {unreached:9} {noticed:6.1} %");
    }
    for (mutant, outcome) in results.iter().filter(|(_, outcome)| !outcome.is_noticed()) {
        let kind = if *outcome == Outcome::Missed { "missed" } else { "unreached" };
        let _ = writeln!(text, "{kind} {}:{} {}", mutant.file, mutant.line, mutant.change);
    }
    text
}
