//! Position texts, moves, transcripts and pictures, valid and invalid.

use super::{position, random_game};
use quartet::game::{Game, Notation, NotationError};
use quartet::games::othello::{Move, Othello};
use quartet::random::SplitMix64;

const START: &str = "8/8/8/3ox3/3xo3/8/8/8 x - 0";
const START_OBF: &str = "---------------------------OX------XO---------------------------";

/// A position in which o has no move while x has c1.
const O_PASSES: &str = "xo6/8/8/8/8/8/8/8 o - 5";

fn spell(moves: &[Move]) -> Vec<String> {
    moves.iter().map(|&mv| Othello::write_move(&Othello::start(&()), mv)).collect()
}

fn token(text: &str) -> Result<Vec<Move>, NotationError> {
    Othello::parse_token(&Othello::start(&()), text)
}

#[test]
fn texts_of_positions_and_moves_round_trip() {
    let mut random = SplitMix64::new(5);
    for position in (0..30).flat_map(|_| random_game(&mut random)) {
        let text = Othello::write_position(&position);
        assert_eq!(Othello::parse_position(&(), &text).as_ref(), Ok(&position));
        let mut moves = Vec::new();
        Othello::legal_moves(&position, &mut moves);
        for mv in moves {
            let text = Othello::write_move(&position, mv);
            assert_eq!(Othello::parse_move(&position, &text), Ok(mv));
            assert_eq!(Othello::parse_move(&position, &text.to_uppercase()), Ok(mv));
        }
    }
}

#[test]
fn forms_of_a_position() {
    assert_eq!(Othello::write_position(&Othello::start(&())), START);
    for text in [
        "8/8/8/3ox3/3xo3/8/8/8",
        "8/8/8/3ox3/3xo3/8/8/8 x",
        "8/8/8/3ox3/3xo3/8/8/8 x -",
        " 8/8/8/3ox3/3xo3/8/8/8 \t x  -  0 ",
        START_OBF,
        &format!("{START_OBF} X"),
        &format!("{START_OBF} *"),
        &format!("{START_OBF} x; F5:+0; junk ;; é"),
        &format!("{START_OBF};"),
        &START_OBF.replace('-', ".").replace('O', "o").replace('X', "*"),
    ] {
        assert_eq!(position(text), Othello::start(&()), "{text}");
    }
    assert_eq!(Othello::write_position(&position(&format!("{START_OBF} O"))), "8/8/8/3ox3/3xo3/8/8/8 o - 0");
    let empty = format!("8/8/8/8/8/8/8/8 o - {}", u32::MAX);
    assert_eq!(Othello::write_position(&position("8/8/8/8/8/8/8/8 o - 99999999999999999999")), empty);
}

#[test]
fn faulty_positions_are_refused() {
    let rest = "/8/8/8/8/8/8/8";
    let long = "8".repeat(1 << 20);
    for text in [
        "".into(),
        " \t ".into(),
        "8".into(),
        "8/8/8/8/8/8/8".into(),
        "8/8/8/8/8/8/8/8/8".into(),
        format!("7{rest}"),
        format!("9{rest}"),
        format!("44{rest}"),
        format!("0x7{rest}"),
        format!("7xx{rest}"),
        format!("n7{rest}"),
        format!("-7{rest}"),
        format!("X7{rest}"),
        format!("é7{rest}"),
        format!("99999999999999999999{rest}"),
        format!("{long}{rest}"),
        format!("{rest} x"),
        format!("8{rest} b"),
        format!("8{rest} X"),
        format!("8{rest} x 0"),
        format!("8{rest} x - -1"),
        format!("8{rest} x - +1"),
        format!("8{rest} x - 1.5"),
        format!("8{rest} x - é"),
        format!("8{rest} x - 0 0"),
        format!("8{rest}\u{a0}x"),
        long,
        "x".repeat(1 << 20),
        "/".repeat(1 << 20),
        "\u{1F600}".repeat(16),
        START_OBF[1..].into(),
        format!("{START_OBF}-"),
        format!("{START_OBF} -"),
        format!("{START_OBF} X 0"),
        START_OBF.replace('O', "q"),
    ] {
        let error = Othello::parse_position(&(), &text).expect_err("a faulty position");
        assert!(error.0.len() < 200 && error.0.contains("expected") && !error.0.contains('\n'), "{error}");
    }
}

#[test]
fn aliases_of_the_pass() {
    let blocked = position(O_PASSES);
    for text in ["pass", "PASS", "Pass", "--", "pa", "PA", "ps", "pS", "0000", "@@@@"] {
        assert_eq!(Othello::parse_move(&blocked, text), Ok(Move::PASS), "{text}");
        assert_eq!(Othello::parse_token(&blocked, text), Ok(vec![Move::PASS]), "{text}");
        assert!(token(text).is_err());
    }
}

#[test]
fn faulty_moves_are_refused() {
    let long = "f5".repeat(1 << 19);
    for text in ["", "f", "f9", "i5", "5f", "e4", "a1", "f5 ", " f5", "fé", "é", "-", "---", "p", "@@", "\0", "f5x"] {
        let error = Othello::parse_move(&Othello::start(&()), text).expect_err(text);
        assert!(error.0.contains("expected"), "{error}");
        assert!(token(text).is_err(), "{text}");
    }
    for text in [&long, &"-".repeat(1 << 20), &"\u{1F600}".repeat(1 << 18)] {
        assert!(Othello::parse_move(&Othello::start(&()), text).is_err());
        assert!(token(text).expect_err("no transcript").0.len() < 300);
    }
}

#[test]
fn transcripts_are_lists_of_moves() {
    assert_eq!(token("f5d6c3").map(|moves| spell(&moves)), Ok(vec!["f5".into(), "d6".into(), "c3".into()]));
    assert_eq!(token("F5D6c3"), token("f5d6c3"));
    assert_eq!(token("f5"), Ok(vec![Move::at(37)]));
    for faulty in ["f5f5", "f5d6x", "f5--", "f5d6-", "f5d6c3é", "f5 d6"] {
        let error = token(faulty).expect_err(faulty);
        assert!(error.0.contains("expected"), "{error}");
    }
}

#[test]
fn transcripts_insert_the_passes_left_out() {
    // On a single row: x moves to c1, o has to pass, x moves to e1, and the game is over.
    let row = position("xo1o4/8/8/8/8/8/8/8 x - 0");
    let read = |text: &str| Othello::parse_token(&row, text).map(|moves| spell(&moves));
    assert_eq!(read("c1e1"), Ok(vec!["c1".into(), "pass".into(), "e1".into()]));
    for text in ["c1--e1", "c1pse1", "C1PASSE1", "c10000e1", "c1@@@@e1", "c1pae1"] {
        assert_eq!(read(text), read("c1e1"), "{text}");
    }
    assert_eq!(read("c1--"), Ok(vec!["c1".into(), "pass".into()]));
    // A single move inserts no pass, and no move follows the end of the game.
    let blocked = position(O_PASSES);
    assert!(Othello::parse_token(&blocked, "c1").is_err());
    assert_eq!(Othello::parse_token(&blocked, "--c1").map(|moves| moves.len()), Ok(2));
    for late in ["c1e1f1", "c1e1--", "c1----e1"] {
        assert!(read(late).is_err(), "{late}");
    }
    assert!(read("c1e1f1").expect_err("late").0.contains("over"));
}

#[test]
fn the_diagram_has_coordinates() {
    let picture = Othello::diagram(&Othello::start(&()));
    assert_eq!(picture.lines().count(), 9);
    assert!(picture.starts_with("  a b c d e f g h\n1 . . ."));
    assert!(picture.contains("\n4 . . . o x . . .\n5 . . . x o . . ."));
}
