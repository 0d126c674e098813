//! Input and output of the process: byte order mark, log file, closed pipes, characters.

use super::client::{errors, script};

/// The GUI is gone: both pipes are closed, and the running job would print nothing for hours.
#[cfg(unix)]
#[test]
fn a_process_without_a_client_exits_whatever_it_does() {
    use std::process::{Command, Stdio};
    let queue = "go depth 3\ngo mate 60\ngo perft 30\nbench 90\n";
    for (game, lines) in [
        ("othello", "go perft 30\n"),
        ("gomoku", "position startpos moves h8 h9 g8 i10\ngo mate 60\n"),
        ("othello", "bench 100\n"),
        ("gomoku", queue),
    ] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_quartet"))
            .arg(game)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("starts");
        let mut stdin = child.stdin.take().expect("a pipe");
        std::io::Write::write_all(&mut stdin, lines.as_bytes()).expect("it listens");
        drop((stdin, child.stdout.take()));
        let started = std::time::Instant::now();
        while child.try_wait().expect("a child").is_none() {
            if started.elapsed() > super::client::TIMEOUT {
                let _ = child.kill();
                panic!("{game} computes on: {lines}");
            }
            std::thread::yield_now();
        }
    }
}

#[test]
fn a_byte_order_mark_at_the_very_start_is_skipped() {
    assert_eq!(script("\u{feff}isready\n"), ["readyok"]);
    assert_eq!(script("\u{feff}\nisready\n"), ["readyok"]);
    assert_eq!(script("\u{feff}position startpos moves f5\nquery ply"), ["response 1"]);
    assert!(script("\u{feff}ABOUT\nEND\n")[0].starts_with("name=\"Quartet\""));
    // Anywhere else it makes the line invalid.
    assert_eq!(errors(&script("isready\n\u{feff}moves\n")).len(), 1);
}

/// Answers that repeat part of the input are ASCII, too.
#[test]
fn answers_are_ascii() {
    let long = "é".repeat(200);
    let lines = script(&format!(
        "斜方棋\nvariant 象棋\nsetoption name Häsh value 1\nposition fen {long}\nposition startpos moves {long}\n\
         setoption name Debug Log File value /nö/such/folder\nquery {long}\nvariant 斜方棋\nd\nhelp\nuci\n"
    ));
    assert_eq!(errors(&lines).len(), 7, "{lines:?}");
    assert!(lines.iter().all(|line| line.is_ascii()), "{lines:?}");
}

#[test]
fn the_log_file_is_not_the_input_file() {
    use std::process::{Command, Stdio};
    let path = std::env::temp_dir().join(format!("quartet-script-{}", std::process::id()));
    let input = format!("setoption name Debug Log File value {}\nisready\n", path.display());
    std::fs::write(&path, &input).expect("a script");
    let stdin = Stdio::from(std::fs::File::open(&path).expect("the script"));
    let output = Command::new(env!("CARGO_BIN_EXE_quartet")).stdin(stdin).output().expect("it ends");
    let reported = String::from_utf8_lossy(&output.stdout).into_owned();
    if cfg!(unix) {
        assert!(reported.starts_with("info string error: ") && reported.ends_with("readyok\n"), "{reported}");
        assert_eq!(std::fs::read_to_string(&path).expect("the script"), input);
    }
    let _ = std::fs::remove_file(&path);
}

#[test]
fn a_closed_stdout_ends_the_process_quietly() {
    use std::io::Write;
    use std::process::{Command, Stdio};
    let mut child = Command::new(env!("CARGO_BIN_EXE_quartet"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("starts");
    drop(child.stdout.take());
    let mut stdin = child.stdin.take().expect("a pipe");
    let _ = stdin.write_all(b"go infinite\nuci\n");
    let output = child.wait_with_output().expect("ends");
    assert!(output.status.success(), "{}", output.status);
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn the_log_file_mirrors_both_directions() {
    let path = std::env::temp_dir().join(format!("quartet-log-{}", std::process::id()));
    let shown = path.display();
    let lines = script(&format!("setoption name Debug Log File value {shown}\nisready\nquery side\n"));
    assert_eq!(lines, ["readyok", "response x"]);
    let text = std::fs::read_to_string(&path).expect("the log");
    let _ = std::fs::remove_file(&path);
    let tails: Vec<_> = text.lines().map(|line| line.split_once(' ').expect("a stamp").1).collect();
    assert_eq!(tails, [">> isready", "<< readyok", ">> query side", "<< response x"]);
    let lines = script("setoption name Debug Log File value /no/such/folder/x\nisready\n");
    assert_eq!(errors(&lines).len(), 1, "{lines:?}");
}

/// The reader of a pipe may go as soon as it has found what it looks for, as `grep -q` does.
#[test]
fn whoever_goes_after_the_last_line_leaves_a_success() {
    use std::io::{BufRead, BufReader};
    use std::process::{Command, Stdio};
    let endgames = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/endgames.obf");
    for _ in 0..5 {
        let mut child = Command::new(env!("CARGO_BIN_EXE_quartet"))
            .args(["solve-file", endgames, "--shard", "0/10"])
            .stdout(Stdio::piped())
            .spawn()
            .expect("starts");
        let output = BufReader::new(child.stdout.take().expect("a pipe"));
        let last = output.lines().map(|line| line.expect("text")).find(|line| line.starts_with("total "));
        assert!(last.is_some());
        let status = child.wait().expect("it ends");
        assert!(status.success(), "{status}");
    }
}

/// A full disk must not look like a success.
#[cfg(target_os = "linux")]
#[test]
fn what_cannot_be_printed_is_an_error() {
    use std::process::{Command, Stdio};
    let endgames = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/endgames.obf");
    let wins = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/wins.txt");
    let commands: [&[&str]; 6] = [
        &["--help"],
        &["--version"],
        &["solve-file", "--help"],
        &["solve-file", endgames, "--nodes", "1"],
        &["verify", wins],
        &["moves"],
    ];
    for arguments in commands {
        let full = std::fs::File::options().write(true).open("/dev/full").expect("a device");
        let status = Command::new(env!("CARGO_BIN_EXE_quartet"))
            .args(arguments)
            .stdout(Stdio::from(full))
            .stderr(Stdio::null())
            .status()
            .expect("it ends");
        assert_eq!(status.code(), Some(1), "{arguments:?}");
    }
}
