//! Tests of single lines and of lines in order.

use super::*;

/// The commands of the last of these lines.
fn commands(lines: &[&str]) -> Vec<Command> {
    let mut parser = Parser::default();
    let mut commands = Vec::new();
    for line in lines {
        commands.clear();
        parser.parse(line.as_bytes(), &mut commands);
    }
    commands
}

/// The commands of the request in the last of these lines.
fn request(lines: &[&str]) -> Vec<Command> {
    match commands(lines).as_slice() {
        [Command::Request(commands)] => commands.clone(),
        other => panic!("{lines:?}: {other:?}"),
    }
}

fn go(purpose: Purpose, movetime: u64) -> Command {
    let in_game = purpose == Purpose::ReportAndPlay;
    let parameters = GoParameters { movetime: Some(movetime), in_game, ..GoParameters::default() };
    Command::Go(Box::new(Go { parameters, purpose, ..Go::default() }))
}

fn is_refused(lines: &[&str]) -> bool {
    matches!(commands(lines).as_slice(), [Command::Invalid(_)])
}

#[test]
fn a_turn_plays_and_thinks_within_the_limits_said_last() {
    let lines = ["START 15", "INFO timeout_turn 5000", "info TIMEOUT_TURN 321", "turn 7,0"];
    assert_eq!(request(&lines), [Command::Play("h1".into()), go(Purpose::ReportAndPlay, 321)]);
    let start = Command::Position { setup: Setup::Start, moves: Vec::new() };
    assert_eq!(request(&["START 15", "BEGIN"]), [start, go(Purpose::ReportAndPlay, 5000)]);
}

#[test]
fn everything_about_a_board_needs_one() {
    for line in
        ["RESTART", "BEGIN", "TURN 1,1", "PLAY 1,1", "TAKEBACK 1,1", "BOARD", "YXBOARD", "SWAP2BOARD", "YXNBEST 2"]
    {
        assert!(is_refused(&[line]), "{line}");
        assert!(is_refused(&["START 99", line]), "{line}");
        assert!(!is_refused(&["START 9", line]), "{line}");
    }
}

#[test]
fn sizes_are_checked() {
    for size in ["", "4", "23", "-15", "15.0", "15 15", "99999999999999999999", "x"] {
        assert!(is_refused(&[&format!("START {size}")]), "{size}");
    }
    for size in 5..=22 {
        let commands = request(&[&format!("START {size}")]);
        assert!(commands.contains(&option("BoardSize", Some(size.to_string()))));
        assert_eq!(commands.last(), Some(&Command::Acknowledge));
    }
    assert!(is_refused(&["RECTSTART 15,20"]) && is_refused(&["RECTSTART 15,15"]));
}

#[test]
fn info_never_answers() {
    for line in
        ["INFO", "INFO x", "INFO x 1", "INFO folder /tmp/x y", "INFO evaluate 3,4", "INFO game_type 1", "INFO rule"]
    {
        assert_eq!(commands(&[line]), [], "{line}");
    }
    let set = |line: &str| commands(&[line]);
    let fit = |limit| [Command::FitMemory { limit, threads: None, may_grow: true }];
    assert_eq!(set("INFO max_memory 83886080"), fit(MemoryLimit::Process(80 << 20)));
    assert_eq!(set("INFO max_memory 0"), fit(MemoryLimit::Process(DEFAULT_MEMORY)));
    assert_eq!(set("INFO hash_size 2048"), fit(MemoryLimit::Table(2 << 20)));
    assert_eq!(set("INFO hash_size 99999999999999999999").len(), 1);
    for (wanted, threads) in [(0, 1), (4, 4), (99999, 512)] {
        let limit = MemoryLimit::Process(DEFAULT_MEMORY);
        let fit = Command::FitMemory { limit, threads: Some(threads), may_grow: false };
        assert_eq!(set(&format!("INFO thread_num {wanted}")), [fit]);
    }
}

#[test]
fn memory_named_behind_start_waits_for_the_next_game_unless_it_is_less() {
    let limit = MemoryLimit::Process(1 << 30);
    let lines = ["START 15", "INFO max_memory 1073741824"];
    assert_eq!(commands(&lines), [Command::FitMemory { limit, threads: None, may_grow: false }]);
    for next in ["RESTART", "START 15"] {
        let fit = Command::FitMemory { limit, threads: None, may_grow: true };
        assert!(request(&[&lines[..], &[next]].concat()).contains(&fit));
    }
}

#[test]
fn a_rule_below_zero_is_refused() {
    for rule in ["-1", "-4", "-9999999999999999999999"] {
        assert!(is_refused(&[&format!("INFO rule {rule}")]), "{rule}");
    }
}

#[test]
fn what_yixin_asks_in_vain_is_read_over() {
    let query = ["START 15", "yxquerydatabaseallt", "7,7", "x", ""];
    assert_eq!(commands(&[&query[..], &["8,8"]].concat()), []);
    assert_eq!(commands(&[&query[..], &["done"]].concat()), []);
    assert_eq!(request(&[&query[..], &["DONE", "TURN 1,1"]].concat()).len(), 2);
    assert_eq!(request(&[&query[..], &["TURN 1,1"]].concat()).len(), 2);
    let told = commands(&["START 15", "yxblock"]);
    assert!(matches!(told.as_slice(), [Command::Remark(words)] if words.contains("YXBLOCK")), "{told:?}");
    assert_eq!(commands(&["START 15", "yxblockreset", "DONE"]), [Command::Unknown("DONE".into())]);
}

#[test]
fn rules_are_bits_but_for_yixin() {
    let rule = |bits: i64| commands(&[&format!("INFO rule {bits}")]);
    for (bits, name) in
        [(0, "freestyle"), (1, "standard"), (2, "freestyle"), (3, "standard"), (4, "renju"), (5, "renju")]
    {
        assert_eq!(rule(bits), [option("Rule", Some(name.into()))], "{bits}");
    }
    assert_eq!(commands(&["YXSHOWINFO", "INFO rule 2"]), [option("Rule", Some("renju".into()))]);
    let asked = request(&["START 15", "INFO rule 9", "BEGIN"]);
    assert!(matches!(&asked[0], Command::Remark(words) if words.contains('8')), "{asked:?}");
    assert_eq!(request(&["START 15", "INFO rule 9", "INFO rule 1", "BEGIN"]).len(), 2);
    assert_eq!(request(&["START 15", "INFO rule 9", "BEGIN", "BEGIN"]).len(), 2);
}

#[test]
fn a_list_ends_with_done_or_with_another_command() {
    assert_eq!(commands(&["START 15", "BOARD", "1,1,2"]), []);
    assert_eq!(request(&["START 15", "BOARD", "1,1,2", "done"]).len(), 2);
    assert_eq!(request(&["START 15", "YXBOARD", "1,1,2", "DONE"]).len(), 1);
    let broken_off = commands(&["START 15", "BOARD", "1,1,2", "END"]);
    assert!(matches!(broken_off.as_slice(), [Command::Invalid(_), Command::Quit]), "{broken_off:?}");
    assert!(is_refused(&["START 15", "BOARD", "1,1,2", "x", "", "1,1", "DONE"]));
    assert_eq!(commands(&["DONE"]), [Command::Unknown("DONE".into())]);
}

#[test]
fn swap2_asks_for_stones_or_for_a_choice() {
    let list = |stones: &[&'static str]| [&["START 15", "SWAP2BOARD"], stones, &["DONE"]].concat();
    let chosen = request(&list(&["7,7", "8,7", "9,9"]));
    assert_eq!(chosen.get(1), Some(&go(Purpose::PlayOrSwapUnlessBalanced(10), 2500)));
    assert_eq!(chosen.last(), Some(&Command::RecentMoves(2)));
    let chosen = request(&list(&["7,7", "8,7", "9,9", "0,0", "1,1"]));
    assert_eq!(chosen.last(), Some(&go(Purpose::PlayOrSwap, 5000)));
    assert_eq!(request(&list(&[])).last(), Some(&Command::RecentMoves(3)));
    assert!(is_refused(&list(&["7,7"])) && is_refused(&list(&["7,7", "8,7", "7,7"])));
}

#[test]
fn many_lines_are_asked_for_once() {
    let lines = |text: &str| match request(&["START 15", text]).as_slice() {
        [Command::Go(go)] => (go.purpose, go.parameters.multi_pv, go.parameters.movetime),
        other => panic!("{other:?}"),
    };
    assert_eq!(lines("YXNBEST 3"), (Purpose::ReportAndPlay, Some(3), Some(5000)));
    assert_eq!(lines("YXNBEST 9999").1, Some(500));
    assert!(is_refused(&["START 15", "YXNBEST 0"]) && is_refused(&["START 15", "YXNBEST"]));
}
