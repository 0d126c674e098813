//! Texts: round trips, the errors of hostile ones, the diagram.

use super::{RULES, moves, parse, point, position, random_position};
use quartet::game::{Game, Notation};
use quartet::games::gomoku::{Gomoku, Rule, Rules};
use quartet::random::SplitMix64;

#[test]
fn start_positions() {
    for size in 5..=22 {
        let start = Gomoku::start(&Rules { size, rule: Rule::Freestyle });
        let rows = vec![size.to_string(); size].join("/");
        assert_eq!(Gomoku::write_position(&start), format!("{rows} x - 0"));
        assert_eq!(position(Rule::Freestyle, &rows), start);
    }
}

#[test]
fn round_trips() {
    let mut random = SplitMix64::new(5);
    for round in 0..300 {
        let rule = RULES[round % 3];
        let size = 5 + random.below(18);
        let mut from = random_position(&mut random, size, rule, 20, 20);
        from.set_turn(from.side(), random.below(500) as u32);
        let text = Gomoku::write_position(&from);
        assert_eq!(position(rule, &text), from, "{text}");
        for mv in moves(&from) {
            let name = Gomoku::write_move(&from, mv);
            assert_eq!(Gomoku::parse_move(&from, &name), Ok(mv));
            assert_eq!(Gomoku::parse_move(&from, &name.to_uppercase()), Ok(mv));
        }
    }
}

#[test]
fn later_fields_are_optional() {
    let full = position(Rule::Freestyle, "5/1x2o/5/5/5 x - 0");
    for text in ["5/1x2o/5/5/5", "5/1x2o/5/5/5 x", "5/1x2o/5/5/5 x -", "  5/1x2o/5/5/5\tx   -  0 "] {
        assert_eq!(position(Rule::Freestyle, text), full);
    }
    assert_eq!(Gomoku::ply(&position(Rule::Freestyle, "5/5/5/5/5 o - 99999999999999999999")), u32::MAX);
}

#[test]
fn hostile_positions_are_errors_of_one_line() {
    let rows = |count: usize| vec![count.to_string(); count].join("/");
    let mebibyte = |text: &str| text.repeat((1 << 20) / text.len());
    let texts = [
        String::new(),
        " \t\n".into(),
        "/".into(),
        rows(4),
        rows(23),
        "16/16".into(),
        "5/5/5/5/".into(),
        "5/5/4/5/5".into(),
        "5/5/6/5/5".into(),
        "5/5/xoxoxo/5/5".into(),
        "5/5/05/5/5".into(),
        "5/5/0x4/5/5".into(),
        "5/5/-5/5/5".into(),
        "5/5/x-3/5/5".into(),
        "5/5/X4/5/5".into(),
        "5/5/斜方棋/5/5".into(),
        "5/5/\u{0}4/5/5".into(),
        "5/5/18446744073709551621/5/5".into(),
        "5/5/99999999999999999999999999/5/5".into(),
        "5/5/5/5/5 n".into(),
        "5/5/5/5/5 X".into(),
        "5/5/5/5/5 x x".into(),
        "5/5/5/5/5 x - -1".into(),
        "5/5/5/5/5 x - 1.5".into(),
        "5/5/5/5/5 x - ١".into(),
        "5/5/5/5/5 x - 0 0".into(),
        "xxxxx/ooooo/5/5/5".into(),
        mebibyte("5/"),
        mebibyte("9"),
        mebibyte("x"),
        mebibyte("\u{7}\n"),
        mebibyte("棋"),
        format!("5/5/5/5/{} x", mebibyte("1")),
        format!("5/5/5/5/5 {}", mebibyte("棋")),
    ];
    for text in texts {
        let shown: String = text.chars().take(40).collect();
        let error = parse(Rule::Renju, &text).expect_err(&shown).to_string();
        assert!(!error.is_empty() && error.chars().count() < 250, "{shown}: {error}");
        assert!(!error.contains(char::is_control), "{shown}: {error}");
    }
}

#[test]
fn hostile_moves_are_errors_of_one_line() {
    let from = position(Rule::Freestyle, "6/1x2o1/6/6/6/6 x - 2");
    let long = "a".repeat(1 << 20);
    let texts = [
        "", "a", "1", "11", "a0", "a01", "a7", "g1", "b2", "e2", "a1 ", "aa1", "a-1", "a+1", "v1", "w1", "a22", "a23",
        "á1", "a١", "\n", &long,
    ];
    for text in texts {
        let error = Gomoku::parse_move(&from, text).expect_err(text).to_string();
        assert!(error.chars().count() < 250 && !error.contains(char::is_control), "{error}");
    }
    assert_eq!(Gomoku::parse_move(&from, "F6"), Ok(point("f6")));
    let over = position(Rule::Freestyle, "ooooo/xxxx1/5/5/5 x - 9");
    assert!(Gomoku::parse_move(&over, "e2").unwrap_err().to_string().contains("over"));
}

#[test]
fn diagram() {
    let drawn = Gomoku::diagram(&position(Rule::Freestyle, "10/10/10/10/4x5/5o4/10/10/10/9x x - 3"));
    let lines: Vec<&str> = drawn.lines().collect();
    assert_eq!(lines[0], "   a b c d e f g h i j");
    assert_eq!(lines[5], " 5 . . . . x . . . . .");
    assert_eq!(lines[6], " 6 . . . . . o . . . .");
    assert_eq!(lines[10], "10 . . . . . . . . . x");
    assert_eq!(lines.len(), 11);
    assert!(!drawn.ends_with('\n'));
}
