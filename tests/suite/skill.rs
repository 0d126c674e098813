//! Play at reduced skill levels: which moves are chosen, and what stays the same.

use super::client::{Client, number_after};
use std::collections::HashMap;

/// Games with positions in which many moves have different values.
const POSITIONS: [(&str, &str); 3] = [
    ("lgame", "position startpos moves b1c1d1d2 c3a4b4c4+d4b3"),
    ("othello", "position startpos moves f5d6c3d3c4f4f6f3"),
    ("gomoku", "position startpos moves e5 d4 f6 g7 e4 e6 d5"),
];

/// A client with the position and all options set, except the skill level.
fn client(game: &str, position: &str, seed: u32) -> Client {
    let mut client = Client::start(&["--variant", game]);
    client.send(&format!("setoption name BoardSize value 9\nsetoption name Seed value {seed}\n{position}"));
    client
}

/// The move in a `bestmove` line.
fn best(line: &str) -> String {
    line.split(' ').nth(1).expect("a move").to_string()
}

/// The moves that a level chooses in `count` searches.
fn choices(client: &mut Client, level: u32, count: usize) -> Vec<String> {
    client.send(&format!("setoption name Skill Level value {level}"));
    (0..count).map(|_| best(&client.ask("ucinewgame\ngo depth 3", "bestmove "))).collect()
}

/// The moves that a level chooses in `count` searches without `ucinewgame`, so that the random sequence goes on.
fn random_choices(client: &mut Client, level: u32, count: usize) -> Vec<String> {
    client.send(&format!("setoption name Skill Level value {level}"));
    (0..count).map(|_| best(&client.ask("setoption name Clear Hash\ngo depth 3", "bestmove "))).collect()
}

#[test]
fn a_seed_repeats_the_choices() {
    for (game, position) in POSITIONS {
        let one = random_choices(&mut client(game, position, 7), 2, 16);
        assert_eq!(random_choices(&mut client(game, position, 7), 2, 16), one, "{game}");
        assert_ne!(random_choices(&mut client(game, position, 8), 2, 16), one, "{game}");
        let same = choices(&mut client(game, position, 7), 2, 4);
        assert!(same.iter().all(|mv| *mv == one[0]), "{game}: {same:?} in new games, {} in the first", one[0]);
    }
}

/// The score of each move that has a numeric one.
fn values(client: &mut Client) -> HashMap<String, i64> {
    client.send("setoption name MultiPV value 500\nsetoption name Skill Level value 20\ngo depth 3");
    let lines = client.until("bestmove ");
    let value = |line: &String| {
        let mv = line.split(" pv ").nth(1).and_then(|pv| pv.split(' ').next()).expect("a pv").to_string();
        let value = match line.contains(" mate ") {
            true => 2000 * number_after(line, "mate").signum(),
            false => number_after(line, "cp").clamp(-2000, 2000),
        };
        (mv, value)
    };
    client.send("setoption name MultiPV value 1");
    // Later iterations replace earlier ones.
    lines.iter().filter(|line| line.starts_with("info depth")).map(value).collect()
}

#[test]
fn weaker_levels_choose_weaker_moves() {
    for (game, position) in POSITIONS {
        let mut client = client(game, position, 3);
        let values = values(&mut client);
        let top = *values.values().max().expect("moves");
        let mut given_away = |level| {
            let moves = random_choices(&mut client, level, 100);
            moves.iter().map(|mv| top - values[mv]).sum::<i64>() / 100
        };
        let [weak, middle, strong] = [0, 10, 20].map(&mut given_away);
        // With a hundred choices each, a factor of 1.5 is several standard errors. The search for all lines may order
        // two moves differently from the search for the best alone, so full strength can seem to lose something, but at
        // most a third of what the level halfway loses.
        assert!(2 * weak > 3 * middle && weak > 30 && middle >= 3 * strong, "{game}: {weak} {middle} {strong}");
    }
}

/// The level changes only the move played: the lines reported are those of the same search at full strength.
#[test]
fn lines_are_those_of_full_strength() {
    for (game, position) in POSITIONS {
        let mut client = client(game, position, 1);
        client.send("setoption name MultiPV value 3");
        let mut reported = |level: u32| {
            client.send(&format!("setoption name Skill Level value {level}\nucinewgame\ngo depth 1"));
            let mut lines = client.until("bestmove ");
            lines.pop();
            let value = |line: &String| {
                let (_, value) = line.split_once(" multipv ").expect("a rank");
                value.split(" nodes ").next().unwrap_or_default().to_string()
            };
            lines.iter().map(value).collect::<Vec<_>>()
        };
        let full = reported(20);
        assert_eq!(full.len(), 3, "{game}: {full:?}");
        assert_eq!(reported(0), full, "{game}");
    }
}

#[test]
fn go_mate_searches_at_full_strength() {
    let mut client = client("gomoku", "position startpos moves e5 a1 e6 a2 e7 a3", 1);
    client.send("setoption name Skill Level value 0");
    for _ in 0..20 {
        client.send("go mate 2");
        let lines = client.until("bestmove ");
        assert!(lines.iter().any(|line| line.contains(" score mate 2 ")), "{lines:?}");
        let best = best(lines.last().expect("a bestmove"));
        assert!(matches!(best.as_str(), "e4" | "e8"), "{best}");
    }
}
