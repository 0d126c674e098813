//! The CPUs on which engines run.

use crate::support::{FAKE, Folder, as_str, fail, run, succeed};
use std::collections::HashSet;

/// The CPUs on which this process may run.
fn allowed() -> Vec<usize> {
    quartet_arena::affinity::allowed().expect("the CPUs")
}

/// A match of two engines that append their list of allowed CPUs to a file when they start.
fn words(folder: &Folder, rest: &[&str]) -> Vec<String> {
    let lists = folder.file("lists");
    let script = format!("grep Cpus_allowed_list: /proc/self/status >> {}; exec {FAKE}", lists.display());
    let mut words: Vec<String> = ["--variant", "rhombus", "--games", "8", "--quiet", "--each", "depth=1"]
        .into_iter()
        .chain(rest.iter().copied())
        .map(str::to_string)
        .collect();
    for name in ["name=a", "name=b"] {
        words.extend(["--engine".into(), name.into(), "cmd=sh".into(), format!("args=-c '{script}'")]);
    }
    words
}

/// The lists of CPUs of the engines that have been started, without those of the test start.
fn lists(folder: &Folder) -> HashSet<String> {
    let text = std::fs::read_to_string(folder.file("lists")).expect("lists");
    let list = |line: &str| line.rsplit_once('\t').expect("a list").1.to_string();
    text.lines().skip(2).map(list).collect()
}

#[test]
fn each_game_has_a_cpu_of_its_own_for_both_engines() {
    let (folder, cpus) = (Folder::new(), allowed());
    let concurrency = cpus.len().min(2);
    let words = words(&folder, &["--affinity", "--concurrency", &concurrency.to_string()]);
    succeed(&as_str(&words));
    let expected: HashSet<String> = cpus[..concurrency].iter().map(usize::to_string).collect();
    // A game may have ended before the other worker took its first one.
    let found = lists(&folder);
    assert!(!found.is_empty() && found.is_subset(&expected), "{found:?} of {expected:?}");
}

#[test]
fn without_it_engines_run_on_any_cpu() {
    let folder = Folder::new();
    succeed(&as_str(&words(&folder, &[])));
    let status = std::fs::read_to_string("/proc/self/status").expect("a status");
    let own = status.lines().find_map(|line| line.strip_prefix("Cpus_allowed_list:")).expect("a list");
    assert_eq!(lists(&folder), HashSet::from([own.trim().to_string()]));
}

#[test]
fn too_few_cpus_are_an_error_with_affinity_and_a_warning_without() {
    let (folder, there) = (Folder::new(), allowed().len());
    let too_many = (there + 1).to_string();
    let error = fail(&as_str(&words(&folder, &["--affinity", "--concurrency", &too_many])));
    let expected =
        format!("--concurrency {too_many} needs {too_many} CPUs, 1 CPU for each game, but this process has {there}");
    assert!(error.contains(&expected), "{error}");
    let output = run(&as_str(&words(&folder, &["--concurrency", &too_many])));
    let text = String::from_utf8(output.stderr).expect("text");
    assert!(
        output.status.success() && text.contains(&format!("warning: --concurrency {too_many} needs {too_many} CPUs")),
        "{text}"
    );
}
