//! The output during a match: progress lines without a terminal, and the log.

use crate::support::{FAKE, Folder, fail, games, run};
use std::collections::BTreeMap;

/// A match of two engines with seeds; the second has this further argument.
fn words(fault: &str, more: &[&str]) -> Vec<String> {
    let cmd = format!("cmd={FAKE}");
    let args = format!("args=seed=2 {fault}");
    let engines =
        ["--engine", "name=one", &cmd, "args=seed=1", "--engine", "name=two", &cmd, &args, "--each", "depth=1"];
    let rules = ["--variant", "lgame", "--rule", "MaxPlies=20", "--random-openings", "2:3:1"];
    let games = if more.contains(&"--games") { &[][..] } else { &["--games", "6"] };
    rules.iter().chain(games).chain(&engines).chain(more).map(|word| word.to_string()).collect()
}

/// The stderr output of a match.
fn said(fault: &str, more: &[&str]) -> String {
    let words = words(fault, more);
    let output = run(&words.iter().map(String::as_str).collect::<Vec<_>>());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stderr).expect("text")
}

#[test]
fn without_a_terminal_each_game_has_a_line() {
    let folder = Folder::new();
    let out = folder.file("games.jsonl");
    let out_words = ["--out", out.to_str().expect("text"), "--rating-interval", "4"];
    let text = said("fault=illegal at=3", &out_words);
    assert!(!text.contains('\x1b'), "{text:?}");
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 7, "{text}");
    for (number, game) in games(&out).iter().enumerate() {
        let line = lines[number + usize::from(number >= 4)];
        let begin = format!("{} of 6: game {number}, {} - {} ", number + 1, game.first, game.second);
        assert!(line.starts_with(&begin), "{line}");
        let plies = format!(", {} plies, ", game.opening.moves.len() + game.moves.len());
        assert!(line.contains(&plies), "{line}");
        assert_eq!(line.contains("(two: illegal: 'z9'"), game.failure.is_some(), "{line}");
    }
    assert!(
        lines[4].starts_with("after 4 games, 4 different: one against two +") && lines[4].contains(" Elo "),
        "{text}"
    );
    // --json affects only stdout.
    assert_eq!(said("", &["--json", "--rating-interval", "3"]).lines().count(), 8);
    assert_eq!(said("", &["--rating-interval", "0"]).lines().count(), 6);
    assert_eq!(said("", &["--quiet", "--rating-interval", "3"]), "");
    let failure = said("fault=illegal", &["--quiet", "--games", "2"]);
    assert!(failure.lines().count() == 2 && failure.contains("two: illegal: 'z9'"), "{failure}");
}

/// The lines of one process in a log, `>` to it and `<` from it.
type Talk<'a> = Vec<(&'a str, &'a str)>;

/// The conversations with all processes in a log, by name and number. Checks that the times are in order.
fn talks(log: &str) -> BTreeMap<&str, Talk<'_>> {
    let mut lines = log.lines();
    assert_eq!(lines.next(), Some("# log of quartet-arena"));
    let (mut talks, mut last): (BTreeMap<&str, Talk<'_>>, _) = (BTreeMap::new(), None);
    for line in lines {
        let (time, rest) = line.split_once(' ').expect("a time");
        let time = humantime::parse_rfc3339(time).expect("a time in UTC");
        assert!(last.is_none_or(|last| last <= time), "{line}");
        last = Some(time);
        let mut parts = rest.splitn(3, ' ');
        let (tag, direction) = (parts.next().expect("a name"), parts.next().expect("a direction"));
        if ["<", ">"].contains(&direction) {
            talks.entry(tag).or_default().push((direction, parts.next().unwrap_or_default()));
        }
    }
    talks
}

#[test]
fn the_log_has_every_line_of_all_games() {
    let folder = Folder::new();
    let (out, log) = (folder.file("games.jsonl"), folder.file("log.txt"));
    let files = ["--out", out.to_str().expect("text"), "--log", log.to_str().expect("text")];
    said("", &[&files[..], &["--concurrency", "2", "--quiet"]].concat());
    let text = std::fs::read_to_string(&log).expect("a log");
    let talks = talks(&text);
    // Each engine is started once for the test, and once for each worker.
    assert!((4..=6).contains(&talks.len()), "{:?}", talks.keys());
    let played = games(&out);
    let mut moves: Vec<&str> = Vec::new();
    for (tag, talk) in &talks {
        assert!(tag.starts_with("one#") || tag.starts_with("two#"), "{tag}");
        assert_eq!(talk[..2], [(">", "uci"), ("<", "id name Fake")], "{tag}");
        assert_eq!(talk.last(), Some(&(">", "quit")), "{tag}");
        let count = |line: (&str, &str)| talk.iter().filter(|entry| **entry == line).count();
        assert_eq!(count((">", "isready")), count(("<", "readyok")), "{tag}");
        assert_eq!(count((">", "go depth 1")), talk.iter().filter(|entry| entry.1.starts_with("bestmove ")).count());
        moves.extend(talk.iter().filter_map(|(_, line)| line.strip_prefix("bestmove ")));
    }
    let mut expected: Vec<&str> = played.iter().flat_map(|game| game.moves.iter().map(|mv| mv.text.as_str())).collect();
    moves.sort_unstable();
    expected.sort_unstable();
    assert_eq!(moves, expected);
    // Another match is appended.
    said("fault=exit", &["--games", "2", "--log", log.to_str().expect("text"), "--quiet"]);
    let both = std::fs::read_to_string(&log).expect("a log");
    assert!(both.starts_with(&text) && both.contains(" ended with exit status: 3\n"), "{both}");
}

#[test]
fn a_log_never_overwrites_another_file() {
    let folder = Folder::new();
    let (out, log) = (folder.file("games.jsonl"), folder.file("openings.txt"));
    std::fs::write(&log, "startpos\n").expect("a file");
    let (out, log) = (out.to_str().expect("text"), log.to_str().expect("text"));
    let refused = |more: &[&str]| fail(&words("", more).iter().map(String::as_str).collect::<Vec<_>>());
    let error = refused(&["--log", log]);
    assert_eq!(error, format!("error: log {log}: exists and is not a log of quartet-arena, so it was not changed\n"));
    assert_eq!(std::fs::read_to_string(log).expect("a file"), "startpos\n");
    assert!(refused(&["--log", out, "--out", out]).contains("the same file"));
    assert!(!std::path::Path::new(out).exists());
    said("", &["--out", out, "--games", "2", "--quiet"]);
    let record = std::fs::read_to_string(out).expect("a record");
    assert!(refused(&["--log", out]).contains("is not a log"));
    assert_eq!(std::fs::read_to_string(out).expect("a record"), record);
    assert!(refused(&["--log", "/nowhere/log"]).contains("log /nowhere/log: "));
}

/// The shell's limit on file sizes simulates a full disk.
#[cfg(unix)]
#[test]
fn a_log_that_cannot_be_written_is_reported_once() {
    let folder = Folder::new();
    let log = folder.file("log.txt");
    let mut limited = std::process::Command::new("sh");
    limited.args(["-c", "trap '' XFSZ; ulimit -f 4; exec \"$0\" \"$@\"", crate::support::ARENA, "match"]);
    limited.args(words("", &["--quiet", "--log", log.to_str().expect("text")]));
    let output = limited.output().expect("a shell");
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{error}");
    assert!(
        error.starts_with("cannot write ") && error.contains("the log ends here, but the match continues"),
        "{error}"
    );
    assert_eq!(error.lines().count(), 1, "{error}");
}
