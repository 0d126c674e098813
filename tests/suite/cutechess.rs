//! A stand-in for Cute Chess, which hosts Gomoku as a game of drops: it sends what that sends, in the order in which that sends
//! it, and referees by rules of its own.

use super::client::Client;
use std::collections::BTreeMap;

const SIZE: i32 = 15;

/// Stones by column and row from 0, a1 at the bottom left; true is White, who moves first.
type Stones = BTreeMap<(i32, i32), bool>;

/// Column and row of a drop `P@h8`.
fn place(drop: &str) -> (i32, i32) {
    let point = drop.strip_prefix("P@").unwrap_or_else(|| panic!("'{drop}' is no drop"));
    let (column, row) = point.split_at(1);
    let place = (i32::from(column.as_bytes()[0] - b'a'), row.parse::<i32>().expect("a row") - 1);
    assert!((0..SIZE).contains(&place.0) && (0..SIZE).contains(&place.1), "'{drop}' is off the board");
    place
}

/// Whether the stone at a point is part of a row of five or more.
fn is_five(stones: &Stones, (column, row): (i32, i32)) -> bool {
    let own = stones[&(column, row)];
    let run = |dx: i32, dy: i32| {
        (1..SIZE).take_while(|step| stones.get(&(column + step * dx, row + step * dy)) == Some(&own)).count()
    };
    [(1, 0), (0, 1), (1, 1), (1, -1)].iter().any(|&(dx, dy)| run(dx, dy) + run(-dx, -dy) >= 4)
}

/// The position as Cute Chess writes it: the top row first, then all stones in hand.
fn fen(stones: &Stones, white_to_move: bool) -> String {
    let letter = |column, row| stones.get(&(column, row)).map(|white| if *white { 'P' } else { 'p' });
    let mut rows = Vec::new();
    for row in (0..SIZE).rev() {
        let (mut text, mut run) = (String::new(), 0);
        for column in 0..SIZE {
            match letter(column, row) {
                None => run += 1,
                Some(letter) => {
                    if run > 0 {
                        text.push_str(&run.to_string());
                    }
                    text.push(letter);
                    run = 0;
                }
            }
        }
        if run > 0 {
            text.push_str(&run.to_string());
        }
        rows.push(text);
    }
    let played = |white: bool| stones.values().filter(|other| **other == white).count();
    let hand = "P".repeat(113 - played(true)) + &"p".repeat(112 - played(false));
    format!("{}[{hand}] {} - - 0 1", rows.join("/"), if white_to_move { 'w' } else { 'b' })
}

/// An engine as Cute Chess starts it: a bare executable, options after the handshake.
fn engine() -> Client {
    let mut engine = Client::start(&[]);
    engine.send("uci");
    let options = engine.until("uciok");
    let combo = options.iter().find(|line| line.starts_with("option name UCI_Variant ")).expect("the option");
    assert!(combo.ends_with(" var gomokufreestyle"), "{combo}");
    engine.send("setoption name Hash value 1");
    engine.ask("isready", "readyok");
    engine
}

/// Plays a game from a position; the number of stones at its end.
fn play(engines: &mut [Client; 2], mut stones: Stones, start: &str) -> usize {
    for engine in engines.iter_mut() {
        engine.send("setoption name UCI_Variant value gomokufreestyle");
        engine.send("ucinewgame");
        engine.ask("isready", "readyok");
    }
    let mut moves: Vec<String> = Vec::new();
    loop {
        let mover = &mut engines[moves.len() % 2];
        let list = if moves.is_empty() { String::new() } else { format!(" moves {}", moves.join(" ")) };
        mover.send(&format!("position {start}{list}"));
        mover.send("go wtime 300 btime 300 winc 3 binc 3");
        let lines = mover.until("bestmove ");
        let best = lines.last().expect("the answer").split(' ').nth(1).expect("a move").to_string();
        let pv = lines.iter().rev().find_map(|line| line.split_once(" pv ")).expect("a line").1;
        pv.split(' ').for_each(|drop| assert!((0..SIZE).contains(&place(drop).0)));
        let white = stones.len().is_multiple_of(2);
        assert_eq!(stones.insert(place(&best), white), None, "{best} is not empty after {moves:?}");
        moves.push(best.clone());
        if is_five(&stones, place(&best)) || stones.len() == 225 {
            return stones.len();
        }
    }
}

#[test]
fn a_match_of_gomokufreestyle_is_played_to_its_end() {
    let mut engines = [engine(), engine()];
    assert!(play(&mut engines, Stones::new(), "startpos") >= 9);
    // Far from the middle line, so that a row counted from the wrong side would be seen.
    let stones = Stones::from([((1, 1), true), ((2, 12), false), ((2, 2), true), ((3, 12), false)]);
    let start = format!("fen {}", fen(&stones, true));
    assert!(play(&mut engines, stones, &start) >= 9);
}

#[test]
fn rows_are_counted_from_the_bottom() {
    let mut engine = engine();
    engine.ask("setoption name UCI_Variant value gomokufreestyle", "info string variant gomoku files 15 ranks 15 ");
    engine.send("position startpos moves P@a1 P@o15 P@b1 P@o14 P@c1 P@o13 P@d1 P@o12");
    let position = engine.ask("query position", "response ");
    assert_eq!(position, "response 14o/14o/14o/14o/15/15/15/15/15/15/15/15/15/15/xxxx11 x - 8");
    assert_eq!(engine.ask("go depth 4", "bestmove "), "bestmove P@e1");
    assert_eq!(engine.ask("go depth 4 searchmoves P@h8", "bestmove ").split(' ').nth(1), Some("P@h8"));
    // Any other selection brings our own notation back.
    engine.ask("setoption name UCI_Variant value gomoku", "info string variant gomoku ");
    engine.send("position startpos moves a1 o15 b1 o14 c1 o13 d1 o12");
    assert_eq!(engine.ask("go depth 4", "bestmove ").split(' ').nth(1), Some("e1"));
}
