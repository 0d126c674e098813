//! Requests: several commands that one line of the Gomocup protocol stands for.

use crate::client::{TIMEOUT, number_after};
use quartet::dialect::uci;
use quartet::engine::{Engines, GoParameters, engines};
use quartet::session::{Command, Go, Input, Purpose, Session, StopHandle, TimedCommand};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The output of a session for these commands, which all arrived `ago` before now.
fn drive(commands: Vec<Command>, ago: Duration) -> String {
    let (events, inputs) = crossbeam_channel::unbounded();
    let (mut output, mut renderer) = (Vec::new(), uci::Renderer::default());
    let engines = Engines::new(engines::create_engine).expect("memory");
    let session = Session::new(engines, &mut output, &mut renderer, events.clone(), Arc::<StopHandle>::default());
    let arrived = Instant::now().checked_sub(ago).expect("a moment");
    for command in commands {
        events.send(Input::Command(TimedCommand { arrived, command, stopped: None, charge: None })).expect("listens");
    }
    events.send(Input::End).expect("listens");
    session.run(&inputs);
    String::from_utf8(output).expect("text")
}

#[test]
fn a_request_is_timed_from_its_arrival() {
    let ago = TIMEOUT * 10;
    let go = || {
        Command::Go(Box::new(Go {
            parameters: GoParameters { depth: Some(1), ..GoParameters::default() },
            ..Go::default()
        }))
    };
    let elapsed = |commands| {
        let said = drive(commands, ago);
        let line = said.lines().rfind(|line| line.starts_with("info depth 1 ")).expect("a line").to_string();
        Duration::from_millis(number_after(&line, "time").unsigned_abs())
    };
    assert!(elapsed(vec![Command::NewGame, Command::Request(vec![Command::NewGame, go()])]) >= ago);
    assert!(elapsed(vec![Command::NewGame, go()]) < ago);
    // Time before the previous answer is not counted for the next request.
    assert!(elapsed(vec![Command::Request(vec![Command::Acknowledge]), Command::Request(vec![go()])]) < ago);
    assert!(elapsed(vec![Command::Request(vec![go()]), Command::Request(vec![go()])]) < ago);
}

#[test]
fn a_request_ends_with_its_first_error() {
    let play = |mv: &str| Command::Play(mv.into());
    let said = drive(
        vec![Command::Request(vec![play("f5"), play("a1"), play("d6"), Command::Acknowledge]), Command::RecentMoves(9)],
        Duration::ZERO,
    );
    let lines: Vec<_> = said.lines().collect();
    assert!(matches!(lines.as_slice(), [error, "moves f5"] if error.starts_with("info string error: ")), "{lines:?}");
}

#[test]
fn a_request_continues_only_after_a_balanced_position() {
    let go = |depth, purpose| {
        Command::Go(Box::new(Go {
            parameters: GoParameters { depth: Some(depth), ..GoParameters::default() },
            purpose,
            ..Go::default()
        }))
    };
    let reported = |margin| {
        let position = Command::Reconstruct {
            position: "15/15/15/15/15/5xxx7/15/15/15/15/15/15/15/15/15 o - 3".into(),
            moves: Vec::new(),
        };
        let choice = go(4, Purpose::PlayOrSwapUnlessBalanced(margin));
        let steps = vec![
            Command::Variant("gomoku".into()),
            position,
            choice,
            go(1, Purpose::PlaySilently),
            Command::RecentMoves(9),
        ];
        let said = drive(vec![Command::Request(steps), Command::RecentMoves(9)], Duration::ZERO);
        let lines = said.lines().filter(|line| !line.starts_with("info ") || *line == "info string swap sides");
        lines.map(|line| line.split(' ').map(str::to_string).collect::<Vec<_>>()).collect::<Vec<_>>()
    };
    // The side to move is worse, so it swaps, and the rest of the request is dropped.
    assert_eq!(reported(0), [vec!["info", "string", "swap", "sides"], vec!["moves"]]);
    let [stone, again] = reported(u16::MAX).try_into().expect("two lines");
    assert!(stone.len() == 2 && stone == again, "{stone:?} {again:?}");
}
