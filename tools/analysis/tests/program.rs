//! The program as a process: faulty games, interruption and resumption, files that are and are not replaced.

use quartet_records::{Format, Hints, read};
use std::fs;
use std::path::Path;
use std::process::{Command, Output};
#[cfg(unix)]
use std::time::Duration;

/// Games of Othello in transcripts; the second one has an illegal move.
const FAULTY: &str = "f5d6c3d3c4f4\nf5d6c3a1\nf5f6e6f4e3\n";

fn program(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_quartet-analysis"));
    command.current_dir(folder).args(arguments).args(["--nodes", "500", "--exact", "0", "--hash", "1"]);
    command
}

fn run(folder: &Path, arguments: &[&str]) -> Output {
    program(folder, arguments).output().expect("a process")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("UTF-8")
}

/// The values of JSON on stdout, a line each.
fn json(output: &Output) -> Vec<serde_json::Value> {
    text(&output.stdout).lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

#[test]
fn a_faulty_game_is_named_and_the_others_are_analysed() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("games.txt"), FAULTY).expect("written");
    let output = run(folder.path(), &["games.txt", "--json"]);
    assert_eq!(output.status.code(), Some(1));
    let errors = text(&output.stderr);
    assert!(errors.lines().count() == 1 && errors.starts_with("games.txt: game 2, line 2, byte "), "{errors}");
    let objects = json(&output);
    let numbers: Vec<_> = objects.iter().filter_map(|object| object["game"].as_u64()).collect();
    assert_eq!(numbers, [1, 3]);
    assert!(objects[2]["profiles"].is_array() && objects.len() == 3);
    let output = run(folder.path(), &["games.txt", "--json", "--partial"]);
    let moves: Vec<_> = json(&output).iter().filter_map(|object| object["moves"].as_array().map(Vec::len)).collect();
    assert_eq!((output.status.code(), moves), (Some(1), vec![6, 3, 5]));
    let output = run(folder.path(), &["games.txt", "--json", "--games", "1,3"]);
    assert_eq!((output.status.code(), output.stderr.len()), (Some(0), 0));
    assert_eq!(run(folder.path(), &["none.txt"]).status.code(), Some(2));
}

#[test]
fn only_earlier_pages_are_replaced_and_sources_never() {
    let folder = tempfile::tempdir().expect("a folder");
    let page = folder.path().join("page.html");
    fs::write(folder.path().join("games.txt"), "f5d6c3\n").expect("written");
    fs::write(&page, "<html>my notes</html>").expect("written");
    let refused = run(folder.path(), &["games.txt", "--html", "page.html"]);
    assert_eq!(refused.status.code(), Some(2));
    assert_eq!(fs::read_to_string(&page).expect("a file"), "<html>my notes</html>");
    assert!(refused.stdout.is_empty(), "it was refused after the analysis");
    assert_eq!(run(folder.path(), &["games.txt", "--html", "page.html", "--force"]).status.code(), Some(0));
    assert_eq!(run(folder.path(), &["games.txt", "--html", "page.html"]).status.code(), Some(0));
    for option in ["--html", "--annotate"] {
        fs::write(folder.path().join("game.sgf"), "(;GM[2]FF[4];B[f5])").expect("written");
        let refused = run(folder.path(), &["game.sgf", option, "game.sgf", "--force"]);
        assert_eq!(refused.status.code(), Some(2), "{option}: {}", text(&refused.stderr));
        assert_eq!(fs::read_to_string(folder.path().join("game.sgf")).expect("a file"), "(;GM[2]FF[4];B[f5])");
    }
}

#[test]
fn annotated_games_are_read_back_and_analysed_alike() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("games.txt"), "f5d6c3d3c4f4\n").expect("written");
    let before = run(folder.path(), &["games.txt", "--json", "--annotate", "games.sgf"]);
    assert_eq!(before.status.code(), Some(0), "{}", text(&before.stderr));
    let content = fs::read(folder.path().join("games.sgf")).expect("a file");
    let hints = Hints::default();
    let game = read(Format::Sgf, &content, &hints).next().expect("a game").expect("a good one");
    assert_eq!(game.tree.main_moves().collect::<Vec<_>>(), ["f5", "d6", "c3", "d3", "c4", "f4"]);
    let evaluated = |id| game.tree.node(id).notes.as_ref().is_some_and(|notes| notes.evaluation.is_some());
    assert!(game.tree.main_line().all(evaluated));
    let after = run(folder.path(), &["games.sgf", "--json"]);
    assert_eq!(json(&before)[0]["moves"], json(&after)[0]["moves"]);
}

/// The lines of a file, without an incomplete last one.
#[cfg(unix)]
fn whole_lines(path: &Path) -> Vec<String> {
    let content = fs::read_to_string(path).unwrap_or_default();
    content.split_inclusive('\n').filter(|line| line.ends_with('\n')).map(str::to_string).collect()
}

#[cfg(unix)]
#[test]
fn an_interrupted_analysis_is_resumed() {
    const GAMES: usize = 150;
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("games.txt"), "f5d6c3d3c4f4f6f3e6e7d7g6\n".repeat(GAMES)).expect("written");
    let out = folder.path().join("out.jsonl");
    let arguments = ["games.txt", "--out", "out.jsonl", "--quiet"];
    let started = program(folder.path(), &arguments).stderr(std::process::Stdio::piped()).spawn();
    let mut child = started.expect("a process");
    // The header and a game.
    while whole_lines(&out).len() < 2 {
        assert!(child.try_wait().expect("a process").is_none(), "it ended early");
        std::thread::sleep(Duration::from_millis(2));
    }
    let pid = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &pid]).status().expect("kill").success());
    let output = child.wait_with_output().expect("its end");
    let message = text(&output.stderr);
    assert_eq!(output.status.code(), Some(3), "{message}");
    assert!(message.contains("interrupted after ") && message.contains("to resume: "), "{message}");
    let before = whole_lines(&out);
    assert!(before.len() <= GAMES, "it was not interrupted");
    assert_eq!(run(folder.path(), &arguments).status.code(), Some(2), "the file is replaced only by --resume");
    let resumed = run(folder.path(), &[&arguments[..], &["--resume"]].concat());
    assert_eq!(resumed.status.code(), Some(0), "{}", text(&resumed.stderr));
    let after = whole_lines(&out);
    assert_eq!((after.len(), &after[..before.len()]), (GAMES + 1, &before[..]));
    let other = run(folder.path(), &["games.txt", "--out", "out.jsonl", "--resume", "--threads", "2"]);
    assert_eq!(other.status.code(), Some(2));
    assert_eq!(whole_lines(&out), after);
}
