//! Gomocup's protocol over real pipes: each command, hostile lines and boards, whole games, and how the protocol is
//! chosen.

use super::client::{Client, TIMEOUT, number_after};
use quartet::dialect::uci;
use quartet::engine::{Engines, GoParameters, engines};
use quartet::random::SplitMix64;
use quartet::session::{Command, Go, Input, Purpose, Session, StopHandle, TimedCommand};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A small table, so that many programs may run side by side, and turns of few nodes.
const SMALL: [&str; 3] = ["INFO max_memory 60000000", "INFO max_node 300", "INFO timeout_turn 60000"];

/// The program with an empty board.
fn start(size: usize) -> Client {
    let mut client = Client::start(&["--protocol", "gomocup"]);
    SMALL.iter().for_each(|line| client.send(line));
    assert_eq!(answer(&mut client, &format!("START {size}")), "OK");
    client
}

/// The answer to some lines: the first that is no message.
fn answer(client: &mut Client, lines: &str) -> String {
    client.send(lines);
    loop {
        let line = client.line();
        if !line.starts_with("MESSAGE ") && !line.starts_with("DEBUG ") {
            return line;
        }
    }
}

/// A continuous game, in which a row is finished.
const FINISHED_ROW: &str = "BOARD\n0,0,3\n9,9,2\n1,0,3\n9,10,1\n2,0,3\n3,0,3\n4,0,3\nDONE";

/// The point in an answer.
fn point(answer: &str) -> (usize, usize) {
    let (x, y) = answer.split_once(',').unwrap_or_else(|| panic!("'{answer}' is no point"));
    (x.parse().expect("a column"), y.parse().expect("a row"))
}

/// Ends the program; the output that is left.
fn end(mut client: Client) -> Vec<String> {
    client.send("END");
    let (rest, status) = client.finish();
    assert!(status.success(), "{status}");
    rest
}

#[test]
fn every_command_has_its_answer() {
    let mut client = start(15);
    for (lines, expected) in [
        ("ABOUT", "name=\"Quartet\", version=\""),
        ("PLAY 7,7", "7,7"),
        ("TAKEBACK 7,7", "OK"),
        ("RESTART", "OK"),
        ("RECTSTART 15,20", "ERROR "),
        ("YXBOARD\n7,7,2\nDONE\nPLAY 8,8", "8,8"),
        ("YXHASHCLEAR\nYXSTOP\nABOUT", "name="),
        ("YXSHOWFORBID", "FORBID ."),
        ("WHAT IS THIS", "UNKNOWN WHAT IS THIS"),
        ("start 20", "OK"),
        ("INFO rule -1", "ERROR "),
        ("yxquerydatabaseallt\n7,7\nDONE\nABOUT", "name="),
    ] {
        let came = answer(&mut client, lines);
        assert!(came.starts_with(expected), "{lines}: {came}");
    }
    for lines in ["BEGIN", "TURN 0,0", "BOARD\n10,10,1\n10,11,2\nDONE", "YXNBEST 4", FINISHED_ROW] {
        let (x, y) = point(&answer(&mut client, lines));
        assert!(x < 20 && y < 20, "{lines}: {x},{y}");
    }
    client.send("YXSHOWINFO");
    assert_eq!(client.line(), "MESSAGE INFO MAX_THREAD_NUM 512");
    assert_eq!(client.line(), "MESSAGE INFO MAX_HASH_SIZE 30");
    assert_eq!(end(client), Vec::<String>::new());
}

#[test]
fn a_wrong_line_gives_one_error_and_changes_nothing() {
    let mut client = start(15);
    assert_eq!(answer(&mut client, "PLAY 7,7"), "7,7");
    for wrong in [
        "START",
        "START 4",
        "START 23",
        "START -15",
        "START fifteen",
        "START 15 15",
        "RECTSTART",
        "TURN",
        "TURN 7,7",
        "TURN 15,0",
        "TURN 0,15",
        "TURN -1,3",
        "TURN 99999999999999999999,3",
        "TURN 3",
        "TURN 3,4,1",
        "TURN h8",
        "PLAY 7,7",
        "PLAY",
        "TAKEBACK 8,8",
        "TAKEBACK",
        "YXNBEST",
        "YXNBEST -2",
        "YXNBEST many",
        "DONE",
        "7,7,1",
        "go depth 3",
        "\u{fffd}\u{4e94}",
        "BOARD\nDONE1\nDONE",
        "BOARD\n1,1\nDONE",
        "BOARD\n1,1,0\nDONE",
        "BOARD\n1,1,4\nDONE",
        "BOARD\n1,1,1\n1,1,2\nDONE",
        "BOARD\n15,1,1\nx\n-1,1,1\n\nDONE",
        "BOARD\n0,0,1\n1,0,1\n2,0,1\n3,0,1\n4,0,1\n0,1,2\n1,1,2\n2,1,2\n3,1,2\n4,1,2\nDONE",
        "YXBOARD\n1,1,1,1\nDONE",
        "SWAP2BOARD\n1,1\nDONE",
        "SWAP2BOARD\n1,1\n1,1\n2,2\nDONE",
    ] {
        let came = answer(&mut client, wrong);
        assert!(came.starts_with("ERROR ") || came.starts_with("UNKNOWN "), "{wrong}: {came}");
        assert!(came.len() > 8 && came.chars().all(|c| !c.is_control()), "{wrong}: {came}");
        assert_eq!(answer(&mut client, "TAKEBACK 7,7"), "OK", "after {wrong}");
        assert_eq!(answer(&mut client, "PLAY 7,7"), "7,7", "after {wrong}");
    }
    assert_eq!(end(client), Vec::<String>::new());
}

#[test]
fn no_board_is_trusted() {
    let row = |y: usize, field: usize| (0..5).map(|x| format!("{x},{y},{field}\n")).collect::<String>();
    // Won by either side, and full: no move is left.
    let mut client = start(5);
    let full: String = (0..25).map(|i| format!("{},{},{}\n", i % 5, i / 5, 1 + (i % 5 + i / 10) % 2)).collect();
    for over in [row(2, 1), row(2, 2), full] {
        let came = answer(&mut client, &format!("BOARD\n{over}DONE"));
        assert!(came.starts_with("ERROR "), "{over}: {came}");
    }
    // Numbers of stones that no game leads to: the one asked moves.
    for any in ["0,0,1\n1,0,1\n2,0,1\n", "0,0,2\n1,0,2\n2,0,2\n", "", "4,4,1\n"] {
        let came = answer(&mut client, &format!("BOARD\n{any}DONE"));
        let (x, y) = point(&came);
        assert!(x < 5 && y < 5 && !any.contains(&came), "{any}: {came}");
    }
    // A five is completed, a four stopped, whatever the numbers of stones.
    let mut client = start(9);
    let four = |field: usize| (1..5).map(|x| format!("{x},0,{field}\n")).collect::<String>();
    let came = answer(&mut client, &format!("BOARD\n{}DONE", four(1)));
    assert!(matches!(came.as_str(), "0,0" | "5,0"), "{came}");
    let came = answer(&mut client, &format!("BOARD\n{}0,0,1\nDONE", four(2)));
    assert_eq!(came, "5,0");
    assert_eq!(end(client), Vec::<String>::new());
}

#[test]
fn commands_about_a_board_need_one() {
    let mut client = Client::start(&["--protocol", "gomocup"]);
    for line in ["BEGIN", "TURN 1,1", "RESTART", "TAKEBACK 1,1", "PLAY 1,1", "BOARD", "SWAP2BOARD", "YXSHOWFORBID"] {
        assert!(answer(&mut client, line).starts_with("ERROR "), "{line}");
    }
    assert_eq!(end(client), Vec::<String>::new());
}

#[test]
fn a_search_ends_by_yxstop_with_a_move_and_by_end_without_a_word() {
    let mut client = Client::start(&["--protocol", "gomocup"]);
    client.send("INFO max_memory 60000000\nINFO timeout_turn 100000000\nSTART 15\nBEGIN");
    assert_eq!(client.line(), "OK");
    client.until("MESSAGE depth ");
    point(&answer(&mut client, "YXSTOP"));
    client.send("BEGIN");
    client.until("MESSAGE depth ");
    // A day is left, and what stands before END is dropped.
    client.send("TURN 0,0\nABOUT");
    assert!(!end(client).iter().any(|line| !line.starts_with("MESSAGE ")));
}

#[test]
fn info_is_never_answered_but_a_rule_that_is_unknown_is_mentioned_with_the_move() {
    let mut client = start(15);
    client.send("INFO\nINFO rule\nINFO rule x\nINFO nothing 1\nINFO folder /x\nINFO evaluate 1,1\nINFO rule 8");
    client.send("BEGIN");
    let first = client.line();
    assert!(first.starts_with("MESSAGE rule 8 is not supported"), "{first}");
    point(&answer(&mut client, "INFO rule 0"));
    assert!(answer(&mut client, "ABOUT").starts_with("name="));
}

#[test]
fn forbidden_points_are_shown_to_black_in_renju() {
    let mut client = start(15);
    client.send("INFO rule 4\nYXBOARD\n5,7,1\n0,0,2\n6,7,1\n0,2,2\n7,8,1\n0,4,2\n7,9,1\n0,6,2\nDONE");
    assert_eq!(answer(&mut client, "YXSHOWFORBID"), "FORBID 0707.");
    let came = answer(&mut client, "PLAY 7,7");
    assert!(came.starts_with("ERROR '7,7' is not legal"), "{came}");
    client.send("YXBOARD\n5,7,2\n0,0,1\n6,7,2\n0,2,1\n7,8,2\n0,4,1\n7,9,2\nDONE");
    assert_eq!(answer(&mut client, "YXSHOWFORBID"), "FORBID .");
}

#[test]
fn swap2_is_answered_in_its_three_situations() {
    let mut client = start(15);
    let stones = answer(&mut client, "SWAP2BOARD\nDONE");
    let mut points: Vec<_> = stones.split(' ').map(point).collect();
    points.sort_unstable();
    points.dedup();
    assert_eq!(points.len(), 3, "{stones}");
    // White, who chooses, is far better, then far worse; with three stones and with five.
    for (stones, swaps) in [
        ("0,0\n7,7\n14,0", false),
        ("7,7\n0,0\n8,8", true),
        ("0,0\n7,7\n14,0\n8,8\n0,14", false),
        ("7,7\n0,0\n8,7\n0,14\n8,8", true),
    ] {
        let came = answer(&mut client, &format!("INFO max_node 20000\nSWAP2BOARD\n{stones}\nDONE"));
        assert_eq!(came == "SWAP", swaps, "{stones}: {came}");
        if !swaps {
            point(&came);
        }
    }
    assert_eq!(end(client), Vec::<String>::new());
}

#[test]
fn two_programs_play_whole_games_on_all_sizes_and_rules() {
    for (size, rule) in [(5, 0), (6, 1), (15, 4), (22, 0)] {
        let mut players = [start(size), start(size)];
        players.iter_mut().for_each(|player| player.send(&format!("INFO rule {rule}")));
        let mut taken = vec![point(&answer(&mut players[0], "BEGIN"))];
        loop {
            let (x, y) = *taken.last().expect("a stone");
            let came = answer(&mut players[taken.len() % 2], &format!("TURN {x},{y}"));
            if came.starts_with("ERROR the game is over") {
                break;
            }
            let point = point(&came);
            assert!(point.0 < size && point.1 < size && !taken.contains(&point), "{came} behind {taken:?}");
            taken.push(point);
        }
        assert!(taken.len() >= 9, "{taken:?}");
    }
}

#[test]
fn the_first_line_chooses_the_protocol_and_nothing_is_lost() {
    let mut client = Client::start(&[]);
    client.send_raw(b"\r\n \r\nABOUT\r\nSTART 15\r\nisready\r\n");
    assert!(client.line().starts_with("name="));
    assert_eq!([client.line(), client.line()], ["OK", "UNKNOWN isready"]);
    assert_eq!(end(client), Vec::<String>::new());
    let mut client = Client::start(&[]);
    client.send("\nuci");
    client.until("uciok");
    client.send("START 15");
    assert!(client.line().starts_with("info string error: unknown command 'START 15'"));
    // Given on the command line, no line changes it.
    let mut client = Client::start(&["--protocol", "uci"]);
    client.send("ABOUT");
    assert!(client.line().starts_with("info string error: "));
    let mut client = Client::start(&["--protocol=gomocup"]);
    assert_eq!(answer(&mut client, "isready"), "UNKNOWN isready");
}

#[test]
fn a_person_is_not_taken_for_a_manager_and_finds_the_way_out() {
    for word in ["play", "info", "start", "begin", "about", "board", "end", "Play", "START", "PLAY othello", "INFO"] {
        let mut client = Client::start(&[]);
        client.send(word);
        assert!(client.line().starts_with("info string error: unknown command "), "{word}");
        client.ask("help", "quit - end");
    }
    // Answers that are on their way keep their language.
    let mut client = Client::start(&[]);
    client.send("START 15\nINFO max_node 1000\nBOARD\nuci\nposition startpos moves h8\nquery ply\nquit");
    let (lines, status) = client.finish();
    assert_eq!((lines[0].as_str(), status.success()), ("OK", true), "{lines:?}");
    assert!(lines[1].starts_with("id name Quartet ") && lines.contains(&"uciok".to_string()), "{lines:?}");
    assert_eq!(lines.last().map(String::as_str), Some("response 1"));
    let mut client = Client::start(&["--protocol", "gomocup"]);
    assert_eq!(answer(&mut client, "start 15"), "OK");
    client.send("Quit");
    assert!(client.finish().1.success());
}

/// A table that is taken on the clock of a move leaves no time for the search. (Not timed: the size tells.)
#[test]
fn memory_named_behind_start_is_taken_with_the_next_game() {
    let mut client = start(15);
    client.send("INFO max_memory 120000000\nTURN 7,7");
    client.until("MESSAGE ");
    let held = |client: &mut Client| {
        client.send("uci");
        client.until("uciok");
        number_after(&client.ask("query option Hash", "response "), "response")
    };
    assert_eq!(held(&mut client), 9);
    let mut client = start(15);
    client.send("INFO max_memory 120000000");
    assert_eq!(answer(&mut client, "RESTART"), "OK");
    assert_eq!(held(&mut client), 66);
    let mut client = start(15);
    client.send("INFO max_memory 50000000");
    assert_eq!(held(&mut client), 1);
}

#[test]
#[cfg(unix)]
fn a_program_name_chooses_the_protocol() {
    let path = std::env::temp_dir().join(format!("pbrain-quartet-{}", std::process::id()));
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_quartet"), &path).expect("a link");
    let mut client = Client::start_as(&path, &[]);
    std::fs::remove_file(&path).expect("the link");
    assert_eq!(answer(&mut client, "isready"), "UNKNOWN isready");
    assert!(answer(&mut client, "ABOUT").starts_with("name="));
}

/// Pieces of lines, sensible and not.
const PIECES: &[&str] = &[
    "START",
    "RESTART",
    "BEGIN",
    "TURN",
    "BOARD",
    "DONE",
    "TAKEBACK",
    "PLAY",
    "SWAP2BOARD",
    "INFO",
    "ABOUT",
    "YXSTOP",
    "YXBOARD",
    "YXNBEST",
    "YXSHOWFORBID",
    "YXHASHCLEAR",
    "rule",
    "time_left",
    "max_depth",
    "evaluate",
    " ",
    " ",
    " ",
    " ",
    "1",
    "4",
    "7",
    "15",
    "-3",
    "2147483647",
    "7,7",
    "8,8",
    "3,4,1",
    "9,9,2",
    "0,0",
    ",",
    "\n",
    "\n",
    "\n",
    "\r\n",
    "\u{5b50}",
    "\0",
    "\t",
];

#[test]
fn no_lines_whatever_end_it_or_make_it_say_what_is_not_gomocup() {
    for seed in 1..=4 {
        let mut rng = SplitMix64::new(seed);
        let mut client = start(15);
        let mut text = String::new();
        for _ in 0..3_000 {
            text.push_str(PIECES[rng.below(PIECES.len())]);
        }
        client.send(&text);
        // A size of 5 to 22 that was drawn makes no difference to this.
        client.send("\nDONE\nINFO max_depth 1\nSTART 15\nWHAT");
        let lines = client.until("UNKNOWN WHAT");
        for line in lines {
            let is_answer = line.split(' ').all(|word| word.split(',').all(|part| part.parse::<u8>().is_ok()));
            let heads = ["OK", "ERROR ", "UNKNOWN ", "MESSAGE ", "DEBUG ", "FORBID ", "SWAP", "name="];
            assert!(is_answer || heads.iter().any(|head| line.starts_with(head)), "seed {seed}: '{line}'");
            assert!(!line.contains("internal error") && !line.contains("panicked"), "seed {seed}: '{line}'");
        }
        assert_eq!(end(client), Vec::<String>::new());
    }
}

#[test]
#[cfg(target_os = "linux")]
fn the_memory_limit_is_kept() {
    for (limit, least) in [(100_000_000, 40_000), (0, 0)] {
        let mut client = Client::start(&["--protocol", "gomocup"]);
        client.send(&format!("INFO max_memory {limit}\nINFO timeout_turn 60000\nINFO max_node 20000"));
        assert_eq!(answer(&mut client, "START 20"), "OK");
        point(&answer(&mut client, "TURN 10,10"));
        let status = std::fs::read_to_string(format!("/proc/{}/status", client.id())).expect("a process");
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("a figure");
        let kilobytes: u64 = peak.trim().trim_end_matches(" kB").parse().expect("a number");
        let most = if limit == 0 { 350 << 10 } else { limit >> 10 };
        assert!((least..=most).contains(&kilobytes), "{kilobytes} kB with a limit of {limit} bytes");
    }
}

/// What a session says to these commands, each said to have arrived so long ago.
fn drive(commands: Vec<Command>, ago: Duration) -> String {
    let (events, inputs) = crossbeam_channel::unbounded();
    let (mut output, mut renderer) = (Vec::new(), uci::Renderer::default());
    let engines = Engines::new(engines::create_engine).expect("memory");
    let session = Session::new(engines, &mut output, &mut renderer, events.clone(), Arc::<StopHandle>::default());
    let arrived = Instant::now().checked_sub(ago).expect("a moment");
    for command in commands {
        events.send(Input::Command(TimedCommand { arrived, command, stopped: None })).expect("listens");
    }
    events.send(Input::End).expect("listens");
    session.run(&inputs);
    String::from_utf8(output).expect("text")
}

#[test]
fn a_request_counts_from_its_arrival_whatever_stood_before_it() {
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
    // What the client has had to wait for is another matter: that time is not this one's.
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
fn a_request_goes_on_behind_an_even_position_only() {
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
    // The side to move is worse, and there is nothing behind the swap but the next request.
    assert_eq!(reported(0), [vec!["info", "string", "swap", "sides"], vec!["moves"]]);
    let [stone, again] = reported(u16::MAX).try_into().expect("two lines");
    assert!(stone.len() == 2 && stone == again, "{stone:?} {again:?}");
}
