//! The Gomocup protocol over real pipes: commands, answers, whole games, memory.

mod hostile;
mod requests;
mod selection;

use super::client::{Client, number_after};

/// Settings for tests: a small table, as many processes run in parallel, and searches of few nodes.
const SMALL: [&str; 3] = ["INFO max_memory 60000000", "INFO max_node 300", "INFO timeout_turn 60000"];

/// Starts the program with an empty board.
fn start(size: usize) -> Client {
    let mut client = Client::start(&["--protocol", "gomocup"]);
    SMALL.iter().for_each(|line| client.send(line));
    assert_eq!(answer(&mut client, &format!("START {size}")), "OK");
    client
}

/// Sends lines and returns the answer: the first line that is not a message.
fn answer(client: &mut Client, lines: &str) -> String {
    client.send(lines);
    loop {
        let line = client.line();
        if !line.starts_with("MESSAGE ") && !line.starts_with("DEBUG ") {
            return line;
        }
    }
}

/// A game in continuous mode in which the engine completes a row.
const FINISHED_ROW: &str = "BOARD\n0,0,3\n9,9,2\n1,0,3\n9,10,1\n2,0,3\n3,0,3\n4,0,3\nDONE";

/// The column and row in an answer, from 0.
fn point(answer: &str) -> (usize, usize) {
    let (x, y) = answer.split_once(',').unwrap_or_else(|| panic!("'{answer}' is no point"));
    (x.parse().expect("a column"), y.parse().expect("a row"))
}

/// Ends the program and returns the rest of its output.
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
        let reply = answer(&mut client, lines);
        assert!(reply.starts_with(expected), "{lines}: {reply}");
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
fn yxstop_ends_a_search_with_a_move_and_end_without_one() {
    let mut client = Client::start(&["--protocol", "gomocup"]);
    client.send("INFO max_memory 60000000\nINFO timeout_turn 100000000\nSTART 15\nBEGIN");
    assert_eq!(client.line(), "OK");
    client.until("MESSAGE depth ");
    point(&answer(&mut client, "YXSTOP"));
    client.send("BEGIN");
    client.until("MESSAGE depth ");
    // The search has a day left; END ends it, and the lines before END are dropped.
    client.send("TURN 0,0\nABOUT");
    assert!(!end(client).iter().any(|line| !line.starts_with("MESSAGE ")));
}

#[test]
fn info_is_not_answered_but_an_unknown_rule_is_reported_with_the_move() {
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
    let reply = answer(&mut client, "PLAY 7,7");
    assert!(reply.starts_with("ERROR '7,7' is not legal"), "{reply}");
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
    // White, who chooses, is far better, then far worse, first with three stones and then with five.
    for (stones, swaps) in [
        ("0,0\n7,7\n14,0", false),
        ("7,7\n0,0\n8,8", true),
        ("0,0\n7,7\n14,0\n8,8\n0,14", false),
        ("7,7\n0,0\n8,7\n0,14\n8,8", true),
    ] {
        let reply = answer(&mut client, &format!("INFO max_node 20000\nSWAP2BOARD\n{stones}\nDONE"));
        assert_eq!(reply == "SWAP", swaps, "{stones}: {reply}");
        if !swaps {
            point(&reply);
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
            let reply = answer(&mut players[taken.len() % 2], &format!("TURN {x},{y}"));
            if reply.starts_with("ERROR the game is over") {
                break;
            }
            let point = point(&reply);
            assert!(point.0 < size && point.1 < size && !taken.contains(&point), "{reply} after {taken:?}");
            taken.push(point);
        }
        assert!(taken.len() >= 9, "{taken:?}");
    }
}

/// Allocating a large table on a move's clock would leave no time for the search, so it waits for the next game. The
/// test looks at the size of the table, not at the time.
#[test]
fn a_memory_limit_after_start_applies_to_the_next_game() {
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
#[cfg(target_os = "linux")]
fn the_memory_limit_is_kept() {
    for (limit, threads, least) in [(100_000_000, 1, 40_000), (0, 1, 0), (100_000_000, 512, 20_000), (0, 512, 0)] {
        let mut client = Client::start(&["--protocol", "gomocup"]);
        client.send(&format!("INFO thread_num {threads}\nINFO max_memory {limit}"));
        client.send("INFO timeout_turn 60000\nINFO max_node 20000");
        assert_eq!(answer(&mut client, "START 20"), "OK");
        point(&answer(&mut client, "TURN 10,10"));
        let kilobytes = super::client::peak_memory(client.id());
        let most = if limit == 0 { 350 << 10 } else { limit >> 10 };
        assert!((least..=most).contains(&kilobytes), "{kilobytes} kB, {limit} bytes, {threads} threads");
    }
}
