//! Processes: every wait ends, and no process survives.

use crate::support::FAKE;
use quartet_arena::fault::{Cancel, FaultKind, Interruption};
use quartet_arena::process::{Launch, Process};
use std::time::{Duration, Instant};

const TIMEOUT: Duration = Duration::from_secs(20);

fn launch(arguments: &[&str], timeout: Duration) -> Process {
    let arguments = arguments.iter().map(|word| word.to_string()).collect();
    Process::launch(&Launch { program: FAKE.into(), arguments, ..Launch::default() }, timeout).expect("it starts")
}

fn kind(interruption: Interruption) -> Option<FaultKind> {
    match interruption {
        Interruption::Fault(fault) => Some(fault.kind),
        Interruption::Cancelled => None,
    }
}

#[test]
fn lines_go_both_ways_and_quit_ends_the_process() {
    let mut process = launch(&[], TIMEOUT);
    process.send("isready\nisready").expect("it reads");
    for _ in 0..2 {
        let line = process.receive(Instant::now() + TIMEOUT, &Cancel::default()).expect("a line");
        assert_eq!(line.text, "readyok");
    }
    assert!(process.end("quit", TIMEOUT).is_some_and(|status| status.success()));
}

#[test]
fn a_program_that_does_not_read_is_a_stall() {
    let mut process = launch(&["fault=deaf"], Duration::from_millis(100));
    let error = process.send(&"x".repeat(1 << 20)).expect_err("nobody reads");
    assert_eq!(kind(error), Some(FaultKind::Stall));
}

#[test]
fn a_program_that_ignores_quit_is_killed() {
    let process = launch(&["fault=ignore-quit"], TIMEOUT);
    assert_eq!(process.end("quit", Duration::from_millis(100)), None);
}

#[test]
fn a_wait_can_be_cancelled() {
    let mut process = launch(&["fault=deaf"], TIMEOUT);
    let cancel = Cancel::default();
    let other = cancel.clone();
    let waiting = std::thread::spawn(move || process.receive(Instant::now() + TIMEOUT, &other));
    assert!(cancel.cancel());
    assert!(!cancel.cancel());
    assert_eq!(waiting.join().expect("no panic"), Err(Interruption::Cancelled));
}

#[test]
fn an_exit_is_reported_with_its_status() {
    let mut process = launch(&["fault=early-exit"], TIMEOUT);
    let error = process.receive(Instant::now() + TIMEOUT, &Cancel::default()).expect_err("it has ended");
    let Interruption::Fault(fault) = error else { panic!("not cancelled") };
    assert_eq!(fault.kind, FaultKind::Disconnect);
    assert!(fault.detail.contains("exit status: 4"), "{}", fault.detail);
    // Once more, now in the other direction.
    assert_eq!(kind(process.send("isready").expect_err("it has ended")), Some(FaultKind::Disconnect));
}

/// A child of the program that holds the pipes open must not outlive it or block anything.
#[cfg(target_os = "linux")]
#[test]
fn the_whole_group_is_killed() {
    let script = "sleep 3600 & echo $!; wait";
    let launch = Launch { program: "sh".into(), arguments: vec!["-c".into(), script.into()], ..Launch::default() };
    let mut process = Process::launch(&launch, TIMEOUT).expect("a shell");
    let line = process.receive(Instant::now() + TIMEOUT, &Cancel::default()).expect("a number");
    drop(process);
    let status = format!("/proc/{}/stat", line.text);
    let started = Instant::now();
    // A killed process disappears when its new parent has waited for it; until then it is a zombie, state Z.
    while std::fs::read_to_string(&status).is_ok_and(|text| !text.contains(") Z ")) {
        assert!(started.elapsed() < TIMEOUT, "the helper lives on");
        std::thread::yield_now();
    }
}
