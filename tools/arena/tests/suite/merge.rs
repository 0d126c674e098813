//! The records of shards as one, and the match while it is played.

use crate::shards::{essence, record_of, shard, text, whole, words};
use crate::support::{ARENA, FAKE, Folder, as_str, fail, games, succeed};
use quartet_arena::record::{self, GameRecord};
use serde_json::Value;
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Runs a subcommand.
fn arena(words: &[&str]) -> Output {
    Command::new(ARENA).args(words).output().expect("it starts")
}

/// Merges a folder with this exit status; returns what it says.
#[track_caller]
fn merge(status: i32, inputs: &[&Path], out: &Path, more: &[&str]) -> String {
    let inputs: Vec<&str> = inputs.iter().map(|input| text(input)).collect();
    let output = arena(&[&["merge"], &inputs[..], &["--out", text(out)], more].concat());
    let said = String::from_utf8(output.stderr).expect("text");
    assert_eq!(output.status.code(), Some(status), "{said}");
    said
}

/// A folder with three shards.
fn three_shards(folder: &Folder) -> PathBuf {
    let run = folder.file("run");
    for index in 0..3 {
        succeed(&as_str(&shard(&run, &format!("{index}/3"), &[])));
    }
    run
}

fn append(path: &Path, bytes: &[u8]) {
    let file = OpenOptions::new().append(true).open(path);
    file.and_then(|mut file| file.write_all(bytes)).expect("written");
}

fn lines(path: &Path) -> Vec<String> {
    fs::read_to_string(path).expect("a record").lines().map(String::from).collect()
}

fn write(path: &Path, lines: &[String]) {
    fs::write(path, lines.join("\n") + "\n").expect("written");
}

#[test]
fn the_merged_record_is_that_of_the_whole_match() {
    let folder = Folder::new();
    let (run, out) = (three_shards(&folder), folder.file("all.jsonl"));
    let said = merge(0, &[&run], &out, &[]);
    assert!(said.contains("60 games of 3 files, "), "{said}");
    assert_eq!(essence(games(&out)), whole(&folder));
    let ids: Vec<u64> = record::read(&out).expect("a record").games.iter().map(|game| game.id).collect();
    assert_eq!(ids, (0..60).collect::<Vec<_>>());
    // It is a record like others, and so are the shards together.
    let merged = arena(&["report", text(&out)]).stdout;
    assert!(String::from_utf8_lossy(&merged).starts_with("lgame: 60 games"));
    let parts: Vec<PathBuf> = (0..3).map(|index| record_of(&run, index, 3)).collect();
    let parts: Vec<&str> = parts.iter().map(|part| text(part)).collect();
    assert_eq!(arena(&[&["report"], &parts[..]].concat()).stdout, merged);
    assert!(arena(&["export", text(&out), "--format", "pgn"]).status.success());
    // Its own earlier output is overwritten; the match can be played on in it, and then it is not.
    let content = fs::read(&out).expect("a record");
    merge(0, &[&run], &out, &[]);
    assert_eq!(fs::read(&out).expect("a record"), content);
    let longer =
        words(&["--out", text(&out), "--resume"]).into_iter().map(|word| if word == "60" { "64".into() } else { word });
    succeed(&as_str(&longer.collect::<Vec<_>>()));
    assert_eq!(games(&out).len(), 64);
    let refused = merge(2, &[&run], &out, &[]);
    assert!(refused.contains("exists and is no earlier merge of this match"), "{refused}");
    assert!(merge(2, &[&run], &record_of(&run, 1, 3), &[]).contains("which is being read"));
    // No temporary file is left.
    assert!(fs::read_dir(out.parent().expect("a folder")).expect("a folder").count() == 3);
}

/// Files under other names, in other folders and another order give the same bytes.
#[test]
fn the_order_of_files_and_lines_does_not_matter() {
    let folder = Folder::new();
    let (run, out) = (three_shards(&folder), folder.file("all.jsonl"));
    let shards: Vec<PathBuf> = (0..3).map(|index| record_of(&run, index, 3)).collect();
    merge(0, &[&run], &out, &[]);
    let expected = fs::read(&out).expect("a record");
    for order in [[0, 1, 2], [2, 0, 1], [1, 2, 0]] {
        let inputs: Vec<&Path> = order.iter().map(|&place| shards[place].as_path()).collect();
        merge(0, &inputs, &out, &[]);
        assert_eq!(fs::read(&out).expect("a record"), expected);
        merge(0, &[&inputs[..], &[&run]].concat(), &out, &[]);
        assert_eq!(fs::read(&out).expect("a record"), expected);
    }
    for path in &shards {
        let mut lines = lines(path);
        lines[2..].reverse();
        write(path, &lines);
    }
    merge(0, &[&run], &out, &[]);
    assert_eq!(fs::read(&out).expect("a record"), expected);
    // An earlier merge is an input like others.
    let again = folder.file("again.jsonl");
    let said = merge(0, &[&out, &run], &again, &[]);
    assert!(said.contains("60 games were there already and count once"), "{said}");
    assert_eq!(fs::read(&again).expect("a record"), expected);
}

/// The same games, played again elsewhere by engines with other moves.
#[test]
fn the_lowest_attempt_counts_whatever_the_result() {
    let folder = Folder::new();
    let (run, out) = (three_shards(&folder), folder.file("all.jsonl"));
    let (path, copy) = (record_of(&run, 1, 3), folder.file("copy.jsonl"));
    let marked = |path: &Path, seconds: f64, attempt: u64| {
        let mut lines = lines(path);
        let mut start: Value = serde_json::from_str(&lines[1]).expect("JSON");
        start["start"]["attempt"] = attempt.into();
        lines[1] = start.to_string();
        for line in &mut lines[2..] {
            let mut game: GameRecord = serde_json::from_str(line).expect("a game");
            game.seconds = seconds;
            *line = serde_json::to_string(&game).expect("JSON");
        }
        lines
    };
    for (own, other, kept) in [(0, 1, 1.0), (1, 0, 2.0), (1, 1, 2.0)] {
        let (own, other) = (marked(&path, 1.0, own), marked(&path, 2.0, other));
        write(&path, &own);
        // By name it is the first.
        write(&copy, &other);
        let said = merge(0, &[&run, &copy], &out, &[]);
        assert!(said.contains("20 games were there already and count once"), "{said}");
        let found: Vec<f64> = games(&out).iter().filter(|game| game.pair % 3 == 1).map(|game| game.seconds).collect();
        assert_eq!(found, vec![kept; 20]);
    }
}

#[test]
fn damaged_lines_are_reported_and_left_out() {
    let folder = Folder::new();
    let (run, out) = (three_shards(&folder), folder.file("all.jsonl"));
    let path = record_of(&run, 2, 3);
    let mut damaged = lines(&path);
    let byte: usize = damaged[..5].iter().map(|line| line.len() + 1).sum();
    damaged[5].truncate(100);
    write(&path, &damaged);
    append(&path, b"{\"id\":4,\"pair\":2,\"ope");
    let said = merge(1, &[&run], &out, &[]);
    assert!(said.contains(&format!("{}, line 6, byte {byte}: ", path.display())), "{said}");
    for note in ["1 games are missing", "1 games wait for the other", "1 files end with an incomplete line"] {
        assert!(said.contains(note), "{said}");
    }
    assert_eq!(games(&out).len(), 58);
    // A game of another shard does not belong there.
    append(&path, &[&b"\n"[..], lines(&record_of(&run, 0, 3))[3].as_bytes(), b"\n"].concat());
    let content = fs::read(&out).expect("a record");
    let said = merge(2, &[&run], &out, &[]);
    assert!(said.contains(&format!("{}, line 24: game ", path.display())), "{said}");
    assert!(said.contains(": it is not one of shard 2/3\n") && said.contains("1 wrong games, so nothing"), "{said}");
    assert_eq!(fs::read(&out).expect("a record"), content);
    // A file that is no record at all.
    let foreign = folder.file("notes.jsonl");
    fs::write(&foreign, "my notes\n").expect("written");
    assert!(merge(2, &[&run, &foreign], &out, &[]).contains("notes.jsonl is not the record of a match"));
    fs::remove_file(&out).expect("removed");
    assert!(merge(2, &[&folder.file("nothing")], &out, &[]).contains("cannot read"));
    assert!(!out.exists());
}

#[test]
fn records_of_different_matches_are_not_mixed() {
    let folder = Folder::new();
    let (run, out) = (three_shards(&folder), folder.file("all.jsonl"));
    let other = folder.file("other");
    let changed = |from: &str, to: &str, index: &str| {
        let words = shard(&other, index, &[]);
        let _ = fs::remove_dir_all(&other);
        succeed(&as_str(
            &words.into_iter().map(|word| if word == from { to.into() } else { word }).collect::<Vec<_>>(),
        ));
        merge(2, &[&run, &other], &out, &[])
    };
    assert!(changed("depth=1", "depth=2", "0/3").contains("depth of engine 'fake0' was "));
    assert!(changed("2:30:1", "2:30:2", "0/3").contains("what the openings are (openings.sha256) was "));
    assert!(changed("", "", "0/4").contains("--shard (shards) was "));
    // More games in some shards are no other match.
    let longer = shard(&run, "1/3", &[]).into_iter().map(|word| if word == "60" { "66".into() } else { word });
    succeed(&as_str(&longer.collect::<Vec<_>>()));
    let said = merge(0, &[&run], &out, &[]);
    assert!(said.contains("62 games of 3 files") && said.contains("4 games are missing"), "{said}");
    assert_eq!(record::read(&out).expect("a record").header.settings.games, 66);
}

/// The test of a match in shards, which ends all of them.
#[test]
fn a_watched_match_stops_when_its_test_is_decided() {
    let folder = Folder::new();
    let (run, out) = (folder.file("run"), folder.file("all.jsonl"));
    let test = ["--sprt", "0:200", "--count-repeats"];
    let watch = |more: &[&str]| arena(&[&["merge", text(&run), "--watch", "--interval", "1"], more].concat());
    succeed(&as_str(&shard(&run, "0/2", &test)));
    let mut watching = Command::new(ARENA);
    watching.args(["merge", text(&run), "--watch", "--interval", "1", "--out", text(&out)]);
    let child =
        watching.stderr(std::process::Stdio::piped()).stdout(std::process::Stdio::piped()).spawn().expect("it starts");
    succeed(&as_str(&shard(&run, "1/2", &test)));
    let output = child.wait_with_output().expect("it ends");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let stop: Value = serde_json::from_str(&fs::read_to_string(run.join("STOP")).expect("STOP")).expect("JSON");
    let report: Value = serde_json::from_slice(&arena(&["report", "--json", text(&out)]).stdout).expect("JSON");
    let decided = &report["sections"][0]["sprt"];
    assert_ne!(decided["state"], "continue");
    assert_eq!(
        (stop["pair"].as_u64().map(|pair| pair + 1), &stop["llr"]),
        (decided["pairs"].as_u64(), &decided["llr"])
    );
    // The whole match comes to the same decision, whoever plays it.
    let whole = succeed(&as_str(&words(&[&test[..], &["--json"]].concat())));
    let whole: Value = serde_json::from_str(&whole).expect("JSON");
    assert_eq!((&whole["sprt"]["llr"], &whole["sprt"]["pairs"]), (&decided["llr"], &decided["pairs"]));
    // Watching again says the same at once.
    let before = fs::read(run.join("STOP")).expect("STOP");
    assert!(watch(&[]).status.success());
    assert_eq!(fs::read(run.join("STOP")).expect("STOP"), before);
}

/// A shard that has not been started holds the test back, and is named.
#[cfg(unix)]
#[test]
fn a_watched_match_names_the_shard_that_it_waits_for() {
    use std::io::{BufRead, BufReader};
    let folder = Folder::new();
    let run = folder.file("run");
    for index in [0, 2, 3] {
        succeed(&as_str(&shard(&run, &format!("{index}/4"), &["--sprt", "0:200"])));
    }
    let mut watching = Command::new(ARENA);
    watching.args(["merge", text(&run), "--watch", "--interval", "1"]).stderr(std::process::Stdio::piped());
    let mut child = watching.spawn().expect("it starts");
    let lines = BufReader::new(child.stderr.take().expect("stderr")).lines().map_while(Result::ok);
    let shown: Vec<String> = lines.take(4).collect();
    let [ratings, waiting, holder, started] = &shown[..] else { panic!("{shown:?}") };
    assert!(ratings.starts_with("after 44 games, ") && ratings.contains("; LLR: "), "{ratings}");
    assert_eq!(waiting, "SPRT: pairs are judged in order; 21 complete pairs wait for pair 1");
    assert_eq!(holder, "pair 1 is that of shard 1/4, which has not been started");
    assert_eq!(started, "3 of 4 shards have been started");
    crate::support::signal("-TERM", &[child.id()]);
    assert_eq!(child.wait().expect("it ends").code(), Some(3));
    assert!(!run.join("STOP").exists());
}

/// Wrong usage.
#[test]
fn it_needs_something_to_merge() {
    let folder = Folder::new();
    fs::create_dir(folder.file("empty")).expect("a folder");
    assert!(merge(2, &[&folder.file("empty")], &folder.file("out"), &[]).contains("no record with a header"));
    assert_eq!(arena(&["merge", text(&folder.file("empty"))]).status.code(), Some(2));
    let cmd = format!("cmd={FAKE}");
    assert!(fail(&["--variant", "lgame", "--engine", &cmd, "--shards", "3"]).contains("--shard"));
}
