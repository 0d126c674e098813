//! A model of Cute Chess, which hosts Gomoku as a game of drops: it sends the same commands in the same order and
//! referees by rules of its own.

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

/// The length of the longest row through the stone on a point.
fn row(stones: &Stones, (column, row): (i32, i32)) -> usize {
    let own = stones[&(column, row)];
    let run = |dx: i32, dy: i32| {
        (1..SIZE).take_while(|step| stones.get(&(column + step * dx, row + step * dy)) == Some(&own)).count()
    };
    [(1, 0), (0, 1), (1, 1), (1, -1)].map(|(dx, dy)| 1 + run(dx, dy) + run(-dx, -dy)).into_iter().max().unwrap_or(0)
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

/// The variants in the last `UCI_Variant` option line.
fn variants(lines: &[String]) -> Vec<String> {
    let combo = lines.iter().rfind(|line| line.starts_with("option name UCI_Variant ")).expect("the option");
    combo.split(" var ").skip(1).map(str::to_string).collect()
}

/// An engine started as Cute Chess starts it for a variant: no arguments, options after the handshake, and the variant
/// only if the engine lists it by then.
fn engine(options: &[&str], variant: &str) -> Option<Client> {
    let mut engine = Client::start(&[]);
    engine.send("uci");
    let mut lines = engine.until("uciok");
    for option in ["Hash value 1"].iter().chain(options) {
        engine.send(&format!("setoption name {option}"));
    }
    engine.send("isready");
    lines.extend(engine.until("readyok"));
    variants(&lines).iter().any(|listed| listed == variant).then_some(engine)
}

/// An engine for the variant that needs no option.
fn freestyle() -> Client {
    engine(&[], "gomokufreestyle").expect("listed")
}

/// Plays a game of a variant from a position and returns the number of stones at its end. Rows longer than five win
/// only with `overlines`.
fn play(engines: &mut [Client; 2], variant: &str, overlines: bool, mut stones: Stones, start: &str) -> usize {
    for engine in engines.iter_mut() {
        engine.send(&format!("setoption name UCI_Variant value {variant}"));
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
        let row = row(&stones, place(&best));
        if row == 5 || (row > 5 && overlines) || stones.len() == 225 {
            return stones.len();
        }
    }
}

#[test]
fn a_match_of_gomokufreestyle_is_played_to_its_end() {
    let mut engines = [freestyle(), freestyle()];
    assert!(play(&mut engines, "gomokufreestyle", true, Stones::new(), "startpos") >= 9);
    // Away from the middle row, so that counting rows from the wrong side is detected.
    let stones = Stones::from([((1, 1), true), ((2, 12), false), ((2, 2), true), ((3, 12), false)]);
    let start = format!("fen {}", fen(&stones, true));
    assert!(play(&mut engines, "gomokufreestyle", true, stones, &start) >= 9);
}

#[test]
fn cute_chess_gomoku_needs_the_option() {
    assert!(engine(&[], "gomoku").is_none(), "every game would be lost at its first move");
    let mut engines = [(); 2].map(|()| engine(&["Notation value drops"], "gomoku").expect("listed"));
    assert!(play(&mut engines, "gomoku", false, Stones::new(), "startpos") >= 9);
    // A row of six does not win in this variant.
    let stones = [(0, 0), (1, 0), (2, 0), (4, 0), (5, 0)].map(|point| (point, true));
    let others = [(0, 9), (0, 11), (4, 13), (8, 13), (14, 14)].map(|point| (point, false));
    let start = format!("fen {}", fen(&stones.into_iter().chain(others).collect(), true));
    engines[0].send(&format!("position {start} moves P@d1"));
    assert_eq!(engines[0].ask("query gameover", "response "), "response false");
}

#[test]
fn rows_are_counted_from_the_bottom() {
    let mut engine = freestyle();
    engine.ask("setoption name UCI_Variant value gomokufreestyle", "info string variant gomoku files 15 ranks 15 ");
    engine.send("position startpos moves P@a1 P@o15 P@b1 P@o14 P@c1 P@o13 P@d1 P@o12");
    let position = engine.ask("query position", "response ");
    assert_eq!(position, "response 14o/14o/14o/14o/15/15/15/15/15/15/15/15/15/15/xxxx11 x - 8");
    assert_eq!(engine.ask("go depth 4", "bestmove "), "bestmove P@e1");
    assert_eq!(engine.ask("go depth 4 searchmoves P@h8", "bestmove ").split(' ').nth(1), Some("P@h8"));
    // Any other way to select a variant restores Quartet's own notation.
    engine.ask("setoption name UCI_Variant value gomoku", "info string variant gomoku ");
    engine.send("position startpos moves a1 o15 b1 o14 c1 o13 d1 o12");
    assert_eq!(engine.ask("go depth 4", "bestmove ").split(' ').nth(1), Some("e1"));
}
