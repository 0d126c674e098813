//! A client that sends more than is carried out, or does not read its answers: memory stays bounded, and `stop` and
//! `quit` are read all the same.

#[cfg(target_os = "linux")]
use super::client::peak_memory;
use super::client::{Client, TIMEOUT, count, errors};
use std::io::Write;
use std::process::{Child, Command, Stdio};
use std::time::Instant;

/// Bytes sent at once.
const FLOOD: usize = 24 << 20;
/// The most memory that the process may take up, in KiB: its backlog is 64 MiB.
#[cfg(target_os = "linux")]
const MEMORY: u64 = 192 << 10;

/// Whether the process ends with success.
fn ends(child: &mut Child) -> bool {
    let started = Instant::now();
    while started.elapsed() < TIMEOUT {
        if let Some(status) = child.try_wait().expect("a child") {
            return status.success();
        }
        std::thread::yield_now();
    }
    let _ = child.kill();
    false
}

#[test]
fn quit_ends_a_process_whose_answers_nobody_reads() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_quartet"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let flood = "isready\n".repeat(FLOOD / "isready\n".len());
    stdin.write_all(flood.as_bytes()).expect("it reads on");
    #[cfg(target_os = "linux")]
    assert!(peak_memory(child.id()) < MEMORY, "{} KiB", peak_memory(child.id()));
    stdin.write_all(b"quit\n").expect("it reads on");
    assert!(ends(&mut child), "it does not end");
}

#[test]
fn lines_that_cannot_wait_are_refused_and_stop_is_read() {
    let mut client = Client::start(&["othello"]);
    client.send("go infinite");
    client.until("info depth 1 ");
    let line = "position startpos moves f5d6c3\n";
    client.send_raw(line.repeat(FLOOD / line.len()).as_bytes());
    client.send("isready");
    let before = client.until("readyok");
    let refused = errors(&before).len();
    assert!((1..FLOOD / line.len()).contains(&refused), "{refused} lines refused");
    #[cfg(target_os = "linux")]
    assert!(peak_memory(client.id()) < MEMORY, "{} KiB", peak_memory(client.id()));
    client.send("stop");
    client.until("bestmove ");
    // What waited is carried out now, and then there is room again.
    let answer = loop {
        client.send("query ply");
        let line = client.line();
        if errors(std::slice::from_ref(&line)).is_empty() {
            break line;
        }
    };
    assert_eq!(answer, "response 3");
    client.send("isready");
    let after = client.until("readyok");
    assert_eq!((errors(&after).len(), count(&after, "readyok")), (0, 1), "{after:?}");
}

/// An allocation that fails ends a process, so there must be no more threads than there is memory for.
#[cfg(target_os = "linux")]
#[test]
fn a_search_has_as_many_threads_as_there_is_memory_for() {
    let limited = "ulimit -v 1000000 && exec \"$0\" gomoku";
    let mut child = Command::new("sh")
        .args(["-c", limited, env!("CARGO_BIN_EXE_quartet")])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    stdin.write_all(b"setoption name Threads value 64\ngo nodes 100000\nwait\nbench 1 64\n").expect("it listens");
    drop(stdin);
    let output = child.wait_with_output().expect("it ends");
    let lines: Vec<_> = String::from_utf8_lossy(&output.stdout).lines().map(str::to_string).collect();
    assert!(output.status.success(), "{lines:?}");
    assert_eq!((errors(&lines).len(), count(&lines, "bestmove ")), (2, 1), "{lines:?}");
}
