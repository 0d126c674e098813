//! Files with a byte order mark, and files that must not be overwritten.

use crate::support::{ARENA, FAKE, Folder, fail, games, succeed};
use std::path::Path;
use std::process::{Command, Output, Stdio};

const MARK: &[u8] = b"\xef\xbb\xbf";

/// Two engines, and a match of two games.
fn words() -> Vec<String> {
    let cmd = format!("cmd={FAKE}");
    let text = ["--games", "2", "--quiet", "--engine", "name=a", &cmd, "--engine", "name=b", &cmd, "--each", "depth=1"];
    text.map(String::from).to_vec()
}

/// The words of a match, with further ones.
fn all<'a>(own: &'a [String], more: &[&'a str]) -> Vec<&'a str> {
    own.iter().map(String::as_str).chain(more.iter().copied()).collect()
}

fn arena(words: &[&str]) -> Output {
    Command::new(ARENA).args(words).output().expect("it starts")
}

fn text(path: &Path) -> &str {
    path.to_str().expect("text")
}

/// Inserts a byte order mark at the start of a file.
fn mark(path: &Path) {
    let content = std::fs::read(path).expect("a file");
    std::fs::write(path, [MARK, &content].concat()).expect("written");
}

#[test]
fn a_byte_order_mark_is_skipped_in_every_input() {
    let folder = Folder::new();
    let [openings, settings, record] = ["openings", "settings", "record"].map(|name| folder.file(name));
    std::fs::write(&openings, [MARK, b"f5d6\nf5f6\n"].concat()).expect("a file");
    let own = words();
    succeed(&all(&own, &["--variant", "othello", "--openings", text(&openings), "--out", text(&record)]));
    assert_eq!(games(&record)[0].opening.moves, ["f5", "d6"]);
    mark(&record);
    for words in [
        vec!["report", text(&record)],
        vec!["export", text(&record), "--format", "pgn"],
        vec!["calibrate", text(&record)],
    ] {
        let output = arena(&words);
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success() || error.contains("scores determine no spread"), "{words:?}: {error}");
    }
    // The mark and everything after it are unchanged.
    let whole = std::fs::read(&record).expect("a record");
    let torn = whole.len() - 9;
    std::fs::write(&record, &whole[..torn]).expect("a file");
    let resumed = ["--variant", "othello", "--openings", text(&openings), "--out", text(&record), "--resume"];
    succeed(&all(&own, &resumed));
    assert_eq!((games(&record).len(), &std::fs::read(&record).expect("a record")[..100]), (2, &whole[..100]));
    let header = String::from_utf8(whole[MARK.len()..].to_vec()).expect("text");
    let header: serde_json::Value = serde_json::from_str(header.lines().next().expect("a header")).expect("JSON");
    std::fs::write(&settings, header["settings"].to_string()).expect("a file");
    mark(&settings);
    succeed(&["--settings", text(&settings), "--quiet"]);
}

#[test]
fn play_reads_a_marked_game_and_marked_lines() {
    let folder = Folder::new();
    let [saved, lines] = ["saved", "lines"].map(|name| folder.file(name));
    std::fs::write(&saved, [MARK, br#"{"variant":"gomoku","options":{},"moves":["h8"]}"#].concat()).expect("a file");
    std::fs::write(&lines, [MARK, b"h9\nrecord\nquit\n"].concat()).expect("a file");
    let mut play = Command::new(ARENA);
    play.args(["play", "--load", text(&saved), "--o", "person", "--language", "en"]);
    let output = play.stdin(std::fs::File::open(&lines).expect("a file")).output().expect("it starts");
    let said = String::from_utf8(output.stdout).expect("text");
    assert!(output.status.success() && said.contains("h8  h9") && !said.contains("no: "), "{said}");
}

#[test]
fn resume_does_not_change_other_files() {
    let folder = Folder::new();
    let out = folder.file("notes");
    let own = words();
    let words = all(&own, &["--variant", "rhombus", "--rule", "MaxPlies=4", "--out", text(&out), "--resume"]);
    let header = "{\"quartet_arena\":1,\"settings\":{\"variant\":\"rhombus\"";
    for notes in ["f5d6 f5f6 my list", "{", "{\"quartet_arena\": what is it?", "{\"name\":\"x", header, "\n", "[]\n"] {
        std::fs::write(&out, notes).expect("a file");
        let is_beginning = header.starts_with(notes);
        let status = Command::new(ARENA).arg("match").args(&words).stderr(Stdio::null()).status().expect("it starts");
        assert_eq!(status.code(), Some(if is_beginning { 0 } else { 2 }), "{notes}");
        let content = std::fs::read_to_string(&out).expect("a file");
        assert!(if is_beginning { content.lines().count() == 4 } else { content == notes }, "{notes}: {content}");
    }
    // Lines that another program has added to a record are kept, too.
    let added = std::fs::read_to_string(&out).map(|_| ());
    added.expect("a file");
    std::fs::remove_file(&out).expect("removed");
    succeed(&words);
    let whole = std::fs::read_to_string(&out).expect("a record");
    for notes in ["my notes", "{\"id\":1} my notes", "{\"notes\":\"my"] {
        std::fs::write(&out, format!("{whole}{notes}")).expect("a file");
        assert!(fail(&words).contains("does not end with a game"), "{notes}");
        assert!(std::fs::read_to_string(&out).expect("a file").ends_with(notes));
    }
}

#[test]
fn names_with_control_characters_are_refused() {
    let cmd = format!("cmd={FAKE}");
    for name in ["name=x\n-1", "name=\u{1b}[2J", "name=a\u{9b}b"] {
        let words = ["--variant", "lgame", "--engine", name, &cmd, "--engine", "name=b", &cmd, "--each", "depth=1"];
        let error = fail(&words);
        assert!(error.contains("control character") && error.trim_end().lines().count() == 1, "{error}");
        let output = arena(&["play", "gomoku", "--x", name, &cmd]);
        assert_eq!(output.status.code(), Some(2), "{name}");
    }
}

#[test]
fn stderr_of_an_engine_stays_out_of_the_record() {
    let folder = Folder::new();
    let out = folder.file("record");
    let stderr = format!("stderr={}", out.display());
    let own = words();
    let error = fail(&all(&own, &[&stderr, "--variant", "lgame", "--out", text(&out)]));
    assert!(error.contains("would go into the record") && !out.exists(), "{error}");
}

/// Both games end by an illegal move, which a WTHOR file cannot represent.
#[test]
fn an_export_reports_what_it_leaves_out() {
    let folder = Folder::new();
    let (record, out) = (folder.file("record"), folder.file("out"));
    let own = words();
    let mut words = all(&own, &["--variant", "othello", "--out", text(&record)]);
    let first = words.iter().position(|word| word.starts_with("cmd=")).expect("a command");
    words.insert(first + 1, "args=fault=illegal");
    succeed(&words);
    let output = arena(&["export", text(&record), "--format", "wthor", "--out", text(&out)]);
    let error = String::from_utf8(output.stderr).expect("text");
    assert!(
        output.status.success() && error.starts_with("left out 2 of 2 games (0, 1): it ended by an infraction"),
        "{error}"
    );
    assert_eq!(std::fs::read(&out).expect("a file")[4..8], [0; 4]);
}

/// `export RECORD >> RECORD`.
#[cfg(target_os = "linux")]
#[test]
fn an_export_is_not_redirected_into_its_record() {
    let folder = Folder::new();
    let record = folder.file("record");
    let own = words();
    succeed(&all(&own, &["--variant", "lgame", "--out", text(&record)]));
    let before = std::fs::read(&record).expect("a record");
    let appended = std::fs::File::options().append(true).open(&record).expect("a record");
    let mut export = Command::new(ARENA);
    export.args(["export", text(&record), "--format", "pgn"]).stdout(appended).stderr(Stdio::null());
    assert_eq!(export.status().expect("it starts").code(), Some(2));
    assert_eq!(std::fs::read(&record).expect("a record"), before);
}
