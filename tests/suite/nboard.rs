//! NBoard's and Cassio's protocols, by stand-ins that send what their programs send.

use super::client::Client;
use std::time::Duration;

const START: &str = "BO[8 ---------------------------O*------*O--------------------------- *]";

/// The program by NBoard's protocol.
struct NBoard {
    client: Client,
    pings: u32,
}

impl NBoard {
    fn start(arguments: &[&str]) -> NBoard {
        let mut client = Client::start(arguments);
        assert_eq!(client.ask("nboard 2", "set"), "set myname Quartet");
        NBoard { client, pings: 0 }
    }

    /// The lines before the answer to a ping.
    fn ping(&mut self) -> Vec<String> {
        self.pings += 1;
        let (ping, pong) = (format!("ping {}", self.pings), format!("pong {}", self.pings));
        self.client.send(&ping);
        let mut lines = self.client.until(&pong);
        assert_eq!(lines.pop(), Some(pong));
        lines
    }

    /// The answer to `go`: a move.
    fn go(&mut self) -> String {
        let answer = self.client.ask("go", "===");
        let words: Vec<&str> = answer.trim_start_matches('=').trim().split('/').collect();
        let [mv, value, seconds] = words.as_slice() else { panic!("{answer}") };
        assert!(value.parse::<f64>().is_ok() && !value.contains('+') && seconds.parse::<f64>().is_ok(), "{answer}");
        (*mv).to_string()
    }
}

#[test]
fn a_whole_game_is_played_and_analysed() {
    let mut nboard = NBoard::start(&[]);
    nboard.client.send("set depth 2");
    nboard.client.send(&format!("set game (;GM[Othello]PC[NBoard]TI[15:00]TY[8]{START};)"));
    let mut moves = 0;
    loop {
        assert_eq!(nboard.ping(), Vec::<String>::new());
        let mv = nboard.go();
        nboard.client.send(&format!("move {mv}/0.00/0.01"));
        moves += 1;
        // The last move is followed by nothing but passes.
        nboard.ping();
        nboard.client.send("hint 1");
        let hint = nboard.client.until("status");
        if !hint.iter().any(|line| line.starts_with("search ")) {
            break;
        }
        for line in hint.iter().filter(|line| line.starts_with("search ")) {
            let words: Vec<&str> = line.split(' ').collect();
            assert!(words.len() == 5 && words[2].parse::<f64>().is_ok() && words[3] == "0", "{line}");
            assert!(words[4].parse::<u32>().is_ok() || words[4].contains('%'), "{line}");
        }
    }
    assert!((50..=70).contains(&moves), "{moves} moves");
    nboard.client.send("analyze");
    for index in (0..=moves).rev() {
        let line = nboard.client.line();
        let words: Vec<&str> = line.split(' ').collect();
        assert!(words[0] == "analysis" && words[1] == index.to_string(), "{line}");
        assert!(words[2].parse::<f64>().is_ok(), "{line}");
    }
}

#[test]
fn hints_of_a_depth_come_together_and_the_last_is_exact() {
    let mut nboard = NBoard::start(&[]);
    let few_empties = "BO[8 ****************************************OOOOOOOO*OOOOOOO*OOOO-O- *]";
    nboard.client.send(&format!("set game (;GM[Othello]{few_empties};)"));
    nboard.client.send("set depth 10");
    nboard.ping();
    nboard.client.send("hint 5");
    let lines = nboard.client.until("status");
    let searches: Vec<&String> = lines.iter().filter(|line| line.starts_with("search ")).collect();
    assert!(searches.last().is_some_and(|line| line.ends_with(" 0 100%")), "{lines:?}");
}

#[test]
fn a_ping_ends_a_search_that_would_take_hours() {
    let mut nboard = NBoard::start(&[]);
    nboard.client.send("set depth 60");
    for search in ["hint 3", "analyze", "go"] {
        nboard.ping();
        nboard.client.send(search);
        // The search runs, and nothing but its own lines comes.
        nboard.client.drop_line_within(Duration::from_millis(50));
        nboard.ping();
        nboard.client.assert_silent(Duration::from_millis(100), &format!("after {search} and a ping"));
    }
}

#[test]
fn lines_that_mean_nothing_are_ignored() {
    let mut nboard = NBoard::start(&[]);
    for line in ["", "foo", "set", "set x", "set depth -3", "set contempt 7", "move", "# interrupt", "isready"] {
        nboard.client.send(line);
    }
    assert!(nboard.ping().iter().all(|line| line.starts_with("status ")));
    nboard.client.send("set game (;GM[Othello]BO[8 --- *]");
    assert!(nboard.ping().iter().all(|line| line.starts_with("status ")));
    assert_eq!(nboard.client.ask("learn", "learned"), "learned");
    nboard.client.send("quit");
    assert!(nboard.client.finish().1.success());
}

#[test]
fn cassio_searches_stops_and_asks_for_progress() {
    const POSITION: &str = "---------------------------OX------XO---------------------------X";
    let mut client = Client::start(&[]);
    assert_eq!(client.ask("ENGINE-PROTOCOL init", "ready"), "ready.");
    client.send("ENGINE-PROTOCOL get-version");
    assert!(client.until("ready.")[0].starts_with("version: Quartet "));
    client.send(&format!("ENGINE-PROTOCOL midgame-search {POSITION} -64.00 64.00 6 73"));
    let lines = client.until("ready.");
    let last = &lines[lines.len() - 2];
    assert!(last.starts_with(&format!("{POSITION}, move ")) && last.contains(", depth 6, @"), "{last}");
    assert!(last.contains(" <= v <= B") && last.contains(", node ") && last.contains(", time "), "{last}");
    client.send(&format!("ENGINE-PROTOCOL endgame-search {POSITION} -64.00 64.00 100"));
    client.drop_line_within(Duration::from_millis(50));
    for question in ["ENGINE-PROTOCOL get-search-infos", ""] {
        client.send(question);
        client.until("node ");
    }
    client.send("ENGINE-PROTOCOL stop");
    client.until("ready.");
    client.assert_silent(Duration::from_millis(100), "after the answer to the first stop");
    // `stop` has one answer, however soon the search ends.
    for _ in 0..100 {
        client.send(&format!("ENGINE-PROTOCOL endgame-search {POSITION} -64.00 64.00 100"));
        client.until(POSITION);
        client.ask("ENGINE-PROTOCOL stop", "ready.");
    }
    client.assert_silent(Duration::from_millis(100), "after the answer to stop");
    assert_eq!(client.ask("ENGINE-PROTOCOL empty-hash", "ready"), "ready.");
    assert_eq!(client.ask("ENGINE-PROTOCOL get-search-infos", "ready"), "ready.");
    client.send(&format!("ENGINE-PROTOCOL endgame-search {POSITION} -64.00 64.00 100"));
    assert_eq!(client.ask("ENGINE-PROTOCOL quit", "bye"), "bye bye.");
    assert!(client.finish().1.success());
}
