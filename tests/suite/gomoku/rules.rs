//! Gomoku's rules: wins, legal moves, ends of games, perft against a naive count, symmetries.

use super::{RULES, moves, picture, point, position, random_position};
use quartet::game::{Game, Notation, PackedMove, Reason, Side, Symmetric, Terminal, perft};
use quartet::games::gomoku::{Gomoku, Point, Position, Rule};
use quartet::random::SplitMix64;

fn after(rule: Rule, side: Side, rows: &[&str], mv: &str) -> Position {
    let mut position = picture(rule, side, 9, rows);
    assert!(Gomoku::is_legal(&position, point(mv)));
    Gomoku::play(&mut position, point(mv));
    position
}

#[test]
fn five_wins_in_every_direction() {
    let boards: [&[&str]; 4] =
        [&["x.xxx"], &["x", "", "x", "x", "x"], &["x", "", "..x", "...x", "....x"], &["....x", "...x", "..x", "", "x"]];
    for (rows, mv) in boards.into_iter().zip(["b1", "a2", "b2", "b4"]) {
        for rule in RULES {
            let won = after(rule, Side::X, rows, mv);
            assert_eq!(Gomoku::terminal(&won), Some(Terminal::Loss));
            assert_eq!(Gomoku::reason(&won), Reason::Five);
            assert_eq!(Gomoku::winning_row(&won).len(), 5);
            assert!(moves(&won).is_empty() && Gomoku::count_moves(&won) == 0);
            assert!(!Gomoku::is_legal(&won, point("i9")));
        }
    }
    let won = after(Rule::Freestyle, Side::X, boards[3], "b4");
    assert_eq!(Gomoku::winning_row(&won), ["e1", "d2", "c3", "b4", "a5"]);
}

#[test]
fn overlines_win_by_rule_and_colour() {
    let row = |side: Side| if side == Side::X { "xx.xxx" } else { "oo.ooo" };
    let wins = |rule, side| Gomoku::terminal(&after(rule, side, &[row(side)], "c1")).is_some();
    assert!(wins(Rule::Freestyle, Side::X) && wins(Rule::Freestyle, Side::O));
    assert!(!wins(Rule::Standard, Side::X) && !wins(Rule::Standard, Side::O));
    assert!(wins(Rule::Renju, Side::O));
    assert!(!Gomoku::is_legal(&picture(Rule::Renju, Side::X, 9, &[row(Side::X)]), point("c1")));
    assert_eq!(Gomoku::winning_row(&after(Rule::Freestyle, Side::X, &["xx.xxx"], "c1")).len(), 6);
}

#[test]
fn fives_on_a_board_set_up() {
    let ended = |rule, text| Gomoku::terminal(&position(rule, text));
    for rule in RULES {
        assert_eq!(ended(rule, "6/xxxxx1/6/6/6/6 x"), Some(Terminal::Win));
        assert_eq!(ended(rule, "6/xxxxx1/6/6/6/6 o"), Some(Terminal::Loss));
        assert_eq!(ended(rule, "6/ooooo1/6/6/6/6 o"), Some(Terminal::Win));
        assert!(super::parse(rule, "6/xxxxx1/6/ooooo1/6/6 x").is_err());
    }
    // Whether six stones count as five depends on the rule for their colour.
    let sixes = ["6/xxxxxx/6/6/6/6 o", "6/oooooo/6/6/6/6 x"];
    assert_eq!(sixes.map(|text| ended(Rule::Freestyle, text).is_some()), [true, true]);
    assert_eq!(sixes.map(|text| ended(Rule::Standard, text).is_some()), [false, false]);
    assert_eq!(sixes.map(|text| ended(Rule::Renju, text).is_some()), [false, true]);
    assert_eq!(ended(Rule::Renju, "6/xxxxxx/6/ooooo1/6/6 x"), Some(Terminal::Loss));
    assert!(super::parse(Rule::Freestyle, "6/xxxxxx/6/ooooo1/6/6 x").is_err());
}

#[test]
fn a_full_board_is_drawn() {
    let full = position(Rule::Freestyle, "xxoox/ooxxo/xxoox/ooxxo/xxoox o - 25");
    assert_eq!(Gomoku::terminal(&full), Some(Terminal::Draw));
    assert_eq!(Gomoku::reason(&full), Reason::Full);
    assert!(Gomoku::winning_row(&full).is_empty());
    // The stone that fills the board may win.
    let mut last = position(Rule::Freestyle, "xxxx1/ooxxo/xxoox/ooxxo/xxoox x - 24");
    assert_eq!(Gomoku::terminal(&last), None);
    Gomoku::play(&mut last, point("e1"));
    assert_eq!(Gomoku::terminal(&last), Some(Terminal::Loss));
    // The only empty point is forbidden.
    let stuck = position(Rule::Renju, "xx1xxx/ooxxoo/xxooxx/ooxxoo/xxooxx/ooxxoo x - 35");
    assert_eq!(Gomoku::terminal(&stuck), Some(Terminal::Draw));
    assert!(moves(&stuck).is_empty());
}

#[test]
fn playing_and_taking_back() {
    let mut random = SplitMix64::new(7);
    for round in 0..60 {
        let rule = RULES[round % 3];
        let size = 5 + random.below(6);
        let mut position = random_position(&mut random, size, rule, 10, 10);
        position.set_turn(position.side(), u32::MAX - 3);
        let mut line = Vec::new();
        while Gomoku::terminal(&position).is_none() {
            let legal = moves(&position);
            assert_eq!(legal.len(), Gomoku::count_moves(&position));
            assert!(legal.is_sorted());
            for bits in 0..=u16::MAX {
                let mv = Point::from_bits(bits);
                if mv.index() < 1024 || bits % 97 == 0 {
                    assert_eq!(Gomoku::is_legal(&position, mv), legal.binary_search(&mv).is_ok());
                }
                assert!(Gomoku::move_index(mv) < Gomoku::MOVE_INDICES);
            }
            let mv = legal[random.below(legal.len())];
            let before = position.clone();
            let undo = Gomoku::play(&mut position, mv);
            let mut text = super::position(rule, &Gomoku::write_position(&position));
            assert_eq!(text, position, "what is kept incrementally differs from what is read");
            text.set_turn(text.side(), 0);
            assert_eq!(Gomoku::key(&text), Gomoku::key(&position));
            line.push((mv, undo, before));
        }
        while let Some((mv, undo, before)) = line.pop() {
            Gomoku::undo(&mut position, mv, undo);
            assert_eq!(position, before);
        }
    }
}

#[test]
fn keys_depend_on_all_that_matters() {
    let mut keys = Vec::new();
    for rule in RULES {
        for text in ["5/5/5/5/5 x", "5/5/5/5/5 o", "6/6/6/6/6/6 x", "x4/5/5/5/5 x", "o4/5/5/5/5 x", "1x3/5/5/5/5 x"] {
            keys.push(Gomoku::key(&position(rule, text)));
        }
    }
    let count = keys.len();
    keys.sort_unstable();
    keys.dedup();
    assert_eq!(keys.len(), count);
}

#[test]
fn symmetries() {
    let mut random = SplitMix64::new(11);
    for round in 0..90 {
        let size = 5 + random.below(8);
        let from = random_position(&mut random, size, RULES[round % 3], 18, 18);
        assert_eq!(Gomoku::transform(&from, 0), from);
        let mut images = Vec::new();
        for symmetry in 0..8 {
            let mut image = Gomoku::transform(&from, symmetry);
            let mut legal: Vec<Point> =
                moves(&from).into_iter().map(|mv| Gomoku::transform_move(&from, mv, symmetry)).collect();
            legal.sort_unstable();
            assert_eq!(legal, moves(&image));
            images.push(image.clone());
            if let Some(&mv) = moves(&from).first() {
                Gomoku::play(&mut image, Gomoku::transform_move(&from, mv, symmetry));
                let mut next = from.clone();
                Gomoku::play(&mut next, mv);
                assert_eq!(Gomoku::transform(&next, symmetry), image);
            }
        }
        if images.iter().all(|image| images.iter().filter(|other| *other == image).count() == 1) {
            continue;
        }
        assert!(size < 8, "a random board of this size has no symmetry");
    }
}

/// Perft on a plain grid.
fn naive_perft(cells: &mut [u8], size: usize, to_move: u8, depth: u32) -> u64 {
    let mut leaves = 0;
    for k in 0..cells.len() {
        if cells[k] != b'.' {
            continue;
        }
        if depth == 1 {
            leaves += 1;
            continue;
        }
        cells[k] = to_move;
        if !has_five(cells, size, to_move) {
            leaves += naive_perft(cells, size, to_move ^ b'x' ^ b'o', depth - 1);
        }
        cells[k] = b'.';
    }
    leaves
}

fn has_five(cells: &[u8], size: usize, colour: u8) -> bool {
    let at = |row: usize, col: usize| row < size && col < size && cells[row * size + col] == colour;
    (0..size).any(|row| {
        (0..size).any(|col| {
            (0..5).all(|k| at(row, col + k))
                || (0..5).all(|k| at(row + k, col))
                || (0..5).all(|k| at(row + k, col + k))
                || (col >= 4 && (0..5).all(|k| at(row + k, col - k)))
        })
    })
}

#[test]
fn perft_counts() {
    let mut checked = 0;
    for line in include_str!("../../perft/gomoku.txt").lines() {
        let (text, counts) = line.split_once('|').unwrap();
        let mut from = position(Rule::Freestyle, text);
        let size = from.board().size();
        let stone = |point| from.board().stone(point).map_or(b'.', |side| side.letter() as u8);
        let mut cells: Vec<u8> = from.board().points().map(stone).collect();
        for (depth, count) in (1..).zip(counts.split_whitespace()) {
            let count: u64 = count.parse().unwrap();
            let counted = perft::<Gomoku, ()>(&mut from, depth, &mut || Ok(())).unwrap();
            assert_eq!(counted, count, "{text} at depth {depth}");
            if count < 2_000_000 {
                assert_eq!(naive_perft(&mut cells, size, from.side().letter() as u8, depth), count);
                checked += 1;
            }
        }
    }
    assert!(checked > 5);
}
