//! Matches that are played in shards.

use crate::support::{
    ARENA, FAKE, Folder, as_str, fail, fail_with, games, length, match_command, run, succeed, wait_for_length,
};
use quartet_arena::record::{self, GameRecord};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The words of a match of 30 pairs between two fake engines, each pair from an opening of its own.
pub(crate) fn words(more: &[&str]) -> Vec<String> {
    let engine =
        |seed: u32| ["--engine".into(), format!("name=fake{seed}"), format!("cmd={FAKE}"), format!("args=seed={seed}")];
    let rest = ["--each", "depth=1", "--variant", "lgame", "--rule", "MaxPlies=30", "--games", "60", "--quiet"];
    let openings = ["--random-openings", "2:30:1"];
    let words: Vec<String> = (0..2).flat_map(engine).collect();
    words.into_iter().chain(rest.iter().chain(&openings).chain(more).map(|word| word.to_string())).collect()
}

pub(crate) fn text(path: &Path) -> &str {
    path.to_str().expect("text")
}

/// The words of a shard in a folder.
pub(crate) fn shard(folder: &Path, shard: &str, more: &[&str]) -> Vec<String> {
    words(&[&["--shard", shard, "--out", text(folder)], more].concat())
}

/// The record of a shard.
pub(crate) fn record_of(folder: &Path, index: u64, count: u64) -> PathBuf {
    folder.join(format!("shard-{index:04}-of-{count:04}.jsonl"))
}

/// All games but where and when they were played.
pub(crate) fn essence(games: Vec<GameRecord>) -> Vec<GameRecord> {
    let without_times = |mut game: GameRecord| {
        (game.started, game.seconds) = (String::new(), 0.0);
        game.moves.iter_mut().for_each(|made| made.ms = 0.0);
        game
    };
    games.into_iter().map(without_times).collect()
}

/// The games of all shards, by number.
fn games_of(folder: &Path, count: u64) -> Vec<GameRecord> {
    let mut all: Vec<GameRecord> = (0..count).flat_map(|index| games(&record_of(folder, index, count))).collect();
    all.sort_by_key(|game| game.id);
    all
}

/// The whole match in one record.
pub(crate) fn whole(folder: &Folder) -> Vec<GameRecord> {
    let out = folder.file("whole.jsonl");
    succeed(&as_str(&words(&["--out", text(&out)])));
    essence(games(&out))
}

fn error(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn shards_play_the_games_of_the_whole_match() {
    let folder = Folder::new();
    let run = folder.file("new/run");
    for index in 0..3 {
        succeed(&as_str(&shard(&run, &format!("{index}/3"), &["--concurrency", "2"])));
        let numbers: BTreeSet<u64> = games(&record_of(&run, index, 3)).iter().map(|game| game.pair % 3).collect();
        assert_eq!(numbers, BTreeSet::from([index]));
    }
    assert_eq!(essence(games_of(&run, 3)), whole(&folder));
    // Nothing is left to be played, and nothing is written.
    let before = fs::read(record_of(&run, 1, 3)).expect("a record");
    succeed(&as_str(&shard(&run, "1/3", &[])));
    assert_eq!(fs::read(record_of(&run, 1, 3)).expect("a record"), before);
    // Another number of shards would have other pairs.
    let refused = fail(&as_str(&shard(&run, "1/4", &[])));
    assert!(refused.contains("is the record of one of 3 shards, not of 4"), "{refused}");
    // More games are more pairs for every shard.
    let longer: Vec<String> =
        shard(&run, "2/3", &[]).into_iter().map(|word| if word == "60" { "66".into() } else { word }).collect();
    succeed(&as_str(&longer));
    assert_eq!(games(&record_of(&run, 2, 3)).last().map(|game| game.pair), Some(32));
}

#[test]
fn the_record_tells_where_and_with_which_programs() {
    let folder = Folder::new();
    let run = folder.file("run");
    succeed(&as_str(&shard(&run, "1/2", &[])));
    let path = record_of(&run, 1, 2);
    let lines = fs::read_to_string(&path).expect("a record");
    // A line that was lost is a gap, which is played again.
    let lost: String =
        lines.lines().enumerate().filter(|(n, _)| *n != 5).map(|(_, line)| format!("{line}\n")).collect();
    fs::write(&path, lost).expect("written");
    let mut again = match_command(&as_str(&shard(&run, "1/2", &[])));
    assert!(again.env("SLURM_RESTART_COUNT", "7").output().expect("it starts").status.success());
    let found = record::read(&path).expect("a record");
    let header = &found.header;
    assert_eq!((header.shard, header.shards, found.games.len()), (Some(1), Some(2), 30));
    let names: Vec<_> = header.engines.iter().map(|engine| engine.id_name.as_deref()).collect();
    assert_eq!(names, [Some("Fake"), Some("Fake")]);
    let sha256 = quartet_files::sha256_of_file(Path::new(FAKE)).expect("a file");
    assert_eq!(header.engines[0].sha256, Some(sha256));
    assert_eq!(header.openings.sha256.as_ref().map(String::len), Some(64));
    // The scheduler's count is greater than that of the record.
    assert_eq!(found.starts.iter().map(|start| start.attempt).collect::<Vec<_>>(), [0, 7]);
    let start: Value = serde_json::from_str(lines.lines().nth(1).expect("a start")).expect("JSON");
    assert_eq!(start["start"]["quartet"], env!("CARGO_PKG_VERSION"));
    assert!(start["start"]["level"].is_string() && start["start"]["time"].is_string());
    // Another program is another match.
    let other = folder.file("other");
    fs::copy(FAKE, &other).expect("a copy");
    fs::OpenOptions::new()
        .append(true)
        .open(&other)
        .and_then(|mut file| std::io::Write::write_all(&mut file, b"\n"))
        .unwrap();
    let cmd = format!("cmd={}", other.display());
    let words: Vec<String> = shard(&run, "1/2", &[])
        .into_iter()
        .map(|word| if word == format!("cmd={FAKE}") { cmd.clone() } else { word })
        .collect();
    let refused = fail(&as_str(&words));
    assert!(refused.contains("the program of engine 'fake0' (engines.0.sha256) was "), "{refused}");
}

#[test]
fn a_record_of_an_older_version_goes_on() {
    let folder = Folder::new();
    let out = folder.file("old.jsonl");
    let words = words(&["--out", text(&out), "--resume"]);
    succeed(&as_str(&words));
    let content = fs::read_to_string(&out).expect("a record");
    let (header, rest) = content.split_once('\n').expect("a header");
    let mut header: Value = serde_json::from_str(header).expect("JSON");
    header.as_object_mut().expect("an object").remove("engines");
    header["openings"] = serde_json::json!({ "count": 30, "digest": "0123456789abcdef" });
    // Without the line of the start and the last two games.
    let kept: Vec<&str> = rest.lines().skip(1).take(58).collect();
    fs::write(&out, format!("{header}\n{}\n", kept.join("\n"))).expect("written");
    let report = |path: &Path| Command::new(ARENA).arg("report").arg(path).output().expect("it starts");
    assert!(String::from_utf8_lossy(&report(&out).stdout).starts_with("lgame: 58 games"));
    succeed(&as_str(&words));
    assert_eq!(essence(games(&out)), whole(&folder));
    let found = record::read(&out).expect("a record");
    assert_eq!((found.header.engines.len(), found.starts.len()), (2, 1));
}

/// Kills a shard at random and starts it again until it is complete; then the games are those of the whole match.
fn killed(times: u32) {
    let folder = Folder::new();
    let out = folder.file("run");
    let expected = whole(&folder);
    let step = length(&folder.file("whole.jsonl")) / u64::from(times + 2) / 2;
    let mut random = quartet::random::SplitMix64::new(u64::from(times));
    for index in 0..2 {
        let path = record_of(&out, index, 2);
        for _ in 0..times {
            let goal = length(&path) + 1 + random.below(step as usize) as u64;
            let mut child =
                match_command(&as_str(&shard(&out, &format!("{index}/2"), &[]))).spawn().expect("it starts");
            wait_for_length(&mut child, &path, goal);
            child.kill().expect("killed");
            child.wait().expect("gone");
        }
        succeed(&as_str(&shard(&out, &format!("{index}/2"), &[])));
    }
    assert_eq!(essence(games_of(&out, 2)), expected);
}

#[test]
fn a_killed_shard_goes_on() {
    killed(3);
}

#[test]
#[ignore = "kills and starts a match forty times"]
fn a_shard_that_is_killed_twenty_times_goes_on() {
    killed(20);
}

/// A machine that fails may leave zeros at the end of a file, whose length was on the disk before its content.
#[test]
fn zeros_at_the_end_are_dropped() {
    let folder = Folder::new();
    let out = folder.file("run");
    succeed(&as_str(&shard(&out, "0/3", &[])));
    let path = record_of(&out, 0, 3);
    let (content, expected) = (fs::read(&path).expect("a record"), essence(games(&path)));
    for (kept, zeros) in [(content.len() - 30, 30), (content.len() - 1, 9000), (40, 100), (0, 50)] {
        fs::write(&path, [&content[..kept], &vec![0; zeros]].concat()).expect("written");
        succeed(&as_str(&shard(&out, "0/3", &[])));
        assert_eq!(essence(games(&path)), expected, "{kept} bytes kept");
    }
    // Anything else is not a record of this match.
    fs::write(&path, [&content[..40], b"\0x"].concat()).expect("written");
    assert!(fail(&as_str(&shard(&out, "0/3", &[]))).contains("does not begin as the record of this match"));
}

#[test]
fn a_shard_is_the_task_of_its_scheduler() {
    let folder = Folder::new();
    let out = folder.file("run");
    let auto = |more: &[&str], variables: &[(&str, &str)]| {
        let mut command = match_command(&as_str(&shard(&out, "auto", more)));
        for name in ["HQ_TASK_ID", "SLURM_ARRAY_TASK_ID", "JOB_COMPLETION_INDEX"] {
            command.env_remove(name);
        }
        command.envs(variables.iter().copied()).output().expect("it starts")
    };
    let array = |task| {
        [
            ("SLURM_ARRAY_TASK_ID", task),
            ("SLURM_ARRAY_TASK_MIN", "1"),
            ("SLURM_ARRAY_TASK_MAX", "3"),
            ("SLURM_ARRAY_TASK_STEP", "1"),
            ("SLURM_ARRAY_TASK_COUNT", "3"),
        ]
    };
    assert!(auto(&[], &array("1")).status.success());
    assert!(auto(&["--shards", "3"], &[("HQ_TASK_ID", "1")]).status.success());
    assert!(auto(&["--shards", "3"], &[("JOB_COMPLETION_INDEX", "2")]).status.success());
    assert_eq!(games_of(&out, 3).len(), 60);
    for (output, expected) in [
        (auto(&[], &[]), "none of HQ_TASK_ID, SLURM_ARRAY_TASK_ID, JOB_COMPLETION_INDEX is set"),
        (auto(&[], &[("HQ_TASK_ID", "1")]), "expected --shards N"),
        (auto(&["--shards", "3"], &[("HQ_TASK_ID", "3")]), "HQ_TASK_ID is 3, expected 0 to 2"),
    ] {
        assert!(output.status.code() == Some(2) && error(&output).contains(expected), "{}", error(&output));
    }
    let without_folder = run(&as_str(&words(&["--shard", "0/2"])));
    assert!(error(&without_folder).contains("--shard without --out"), "{}", error(&without_folder));
}

#[test]
fn a_shard_records_the_test_and_stops_when_told() {
    let folder = Folder::new();
    let out = folder.file("run");
    // Decided by few pairs, if a shard judged.
    let test = ["--sprt", "0:200", "--count-repeats"];
    succeed(&as_str(&shard(&out, "0/2", &test)));
    let found = record::read(&record_of(&out, 0, 2)).expect("a record");
    assert!(found.header.settings.sprt.is_some() && found.games.len() == 30);
    fs::write(out.join("STOP"), "{\"verdict\":\"H0 accepted\",\"pair\":17,\"llr\":-2.97}\n").expect("written");
    let loud: Vec<String> = shard(&out, "1/2", &test).into_iter().filter(|word| word != "--quiet").collect();
    let stopped = run(&as_str(&loud));
    assert_eq!((stopped.status.code(), record_of(&out, 1, 2).exists()), (Some(0), false));
    assert!(error(&stopped).contains("stopped: H0 accepted by pair 17, LLR -2.97"), "{}", error(&stopped));
}

#[test]
fn an_engine_that_cannot_be_started_leaves_no_record() {
    let folder = Folder::new();
    let out = folder.file("run");
    let words: Vec<String> = shard(&out, "0/2", &[])
        .into_iter()
        .map(|word| if word.starts_with("cmd=") { "cmd=/no/engine".into() } else { word })
        .collect();
    assert!(fail_with(4, &as_str(&words)).contains("engine 'fake0': "));
    assert!(!record_of(&out, 0, 2).exists());
    fs::write(folder.file("file"), "").expect("written");
    assert!(fail_with(5, &as_str(&shard(&folder.file("file/run"), "0/2", &[]))).contains("cannot write"));
}

#[cfg(unix)]
mod signals {
    use super::*;
    use crate::support::signal;
    use std::process::{Child, Stdio};

    /// Starts a shard of many games.
    fn started(out: &Path, more: &[&str]) -> Child {
        let words = shard(out, "0/2", more).into_iter().map(|word| if word == "60" { "6000".into() } else { word });
        let mut command = match_command(&as_str(&words.collect::<Vec<_>>()));
        command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("it starts")
    }

    #[test]
    fn usr1_ends_it_after_the_pairs_in_progress() {
        let folder = Folder::new();
        let out = folder.file("run");
        let path = record_of(&out, 0, 2);
        let mut child = started(&out, &["--concurrency", "2"]);
        wait_for_length(&mut child, &path, 20_000);
        signal("-USR1", &[child.id()]);
        let output = child.wait_with_output().expect("it ends");
        assert_eq!(output.status.code(), Some(3), "{}", error(&output));
        let games = games(&path);
        assert!(
            games.len() < 3000 && games.chunks(2).all(|pair| pair[0].pair == pair[1].pair),
            "{} games",
            games.len()
        );
        let hint = error(&output);
        assert!(hint.contains("of 3000 games\nto resume: ") && !hint.contains("--resume"), "{hint}");
    }

    /// A scheduler signals engines together with the match runner. Their end is not a loss.
    #[test]
    fn a_signal_to_all_processes_loses_no_game() {
        let folder = Folder::new();
        let out = folder.file("run");
        let path = record_of(&out, 0, 2);
        let mut child = started(&out, &[]);
        wait_for_length(&mut child, &path, 5_000);
        let listed = Command::new("ps").args(["-o", "pid=", "--ppid", &child.id().to_string()]).output();
        let mut processes: Vec<u32> = String::from_utf8_lossy(&listed.expect("ps").stdout)
            .split_whitespace()
            .filter_map(|id| id.parse().ok())
            .collect();
        assert_eq!(processes.len(), 2);
        processes.push(child.id());
        signal("-TERM", &processes);
        let output = child.wait_with_output().expect("it ends");
        assert_eq!(output.status.code(), Some(3), "{}", error(&output));
        assert!(games(&path).iter().all(|game| game.failure.is_none()));
    }
}

#[test]
fn a_damaged_line_is_a_gap_that_is_played_again() {
    let folder = Folder::new();
    let (run, out) = (folder.file("run"), folder.file("all.jsonl"));
    for index in ["0/2", "1/2"] {
        succeed(&as_str(&shard(&run, index, &[])));
    }
    let path = record_of(&run, 1, 2);
    let expected = essence(games(&path));
    let mut lines: Vec<String> = fs::read_to_string(&path).expect("a record").lines().map(str::to_string).collect();
    let byte: usize = lines[..4].iter().map(|line| line.len() + 1).sum();
    lines[4].truncate(60);
    lines[9] = lines[9].replace("\"moves\":", "\"mov");
    fs::write(&path, lines.join("\n") + "\n").expect("a file");
    let output = run_shard(&run);
    let warning = String::from_utf8(output.stderr).expect("text");
    let start = format!("warning: {}, line 5, byte {byte}: ", path.display());
    assert!(output.status.success() && warning.starts_with(&start), "{warning}");
    assert!(warning.contains("(and 1 more): damaged, what is missing is played again"), "{warning}");
    // The lines stay; merge leaves them out.
    let merged = Command::new(ARENA).arg("merge").arg(&run).arg("--out").arg(&out).output().expect("it starts");
    assert_eq!(merged.status.code(), Some(1));
    let own: Vec<GameRecord> = games(&out).into_iter().filter(|game| game.pair % 2 == 1).collect();
    assert_eq!(essence(own), expected);
    // In a record that is not merged, nothing would leave the line out.
    let single = folder.file("single.jsonl");
    succeed(&as_str(&words(&["--out", text(&single)])));
    let damaged = fs::read_to_string(&single).expect("a record").replacen("\"moves\":", "\"mov", 1);
    fs::write(&single, damaged).expect("a file");
    assert!(fail(&as_str(&words(&["--out", text(&single), "--resume"]))).contains("line 3"));
}

/// Runs the second of two shards in a folder.
fn run_shard(folder: &Path) -> Output {
    run(&as_str(&shard(folder, "1/2", &[])))
}
