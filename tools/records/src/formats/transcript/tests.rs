//! Lines as other programs write them, and what is written, read back.

use super::*;
use crate::random_games::{any_steps, build, cases, end};
use proptest::prelude::*;
use proptest::sample::select;
use std::collections::BTreeMap;

fn games(text: &[u8]) -> Vec<Result<Game, ReadError>> {
    read(text, &Hints::default()).collect()
}

fn moves(game: &Game) -> String {
    game.tree.main_moves().collect()
}

#[test]
fn what_is_written_is_read_back_and_errors_have_a_place() {
    let text = b"\xef\xbb\xbff5d6c3 -4\n\n# note\nf5 f5 d6\nF5D6 -\r\n% note\n";
    let read = games(text);
    let good: Vec<Game> = read.iter().flatten().cloned().collect();
    assert_eq!((good.len(), good[0].margin, good[0].result), (2, Some(-4), Some(GameResult::SecondWins)));
    let error = read[1].as_ref().expect_err("an illegal move");
    assert!(error.to_string().starts_with("game 2, line 4, byte 24: "), "{error}");
    assert_eq!(error.partial.as_ref().map(|game| game.tree.len()), Some(1));
    let again: Vec<Game> = games(&write(&good).bytes).into_iter().flatten().collect();
    assert_eq!(again, good);
}

#[test]
fn faults_are_placed_at_the_word_or_move() {
    for (text, byte, message) in [
        ("f5d6a1", 4, "illegal move a1"),
        ("f5 d6 +2 c3", 9, "'c3' behind the margin"),
        ("f5\nF5 hello\nf5", 6, "hello"),
        ("  8/8 x f5", 2, ""),
    ] {
        let read = games(text.as_bytes());
        let error = read.iter().find_map(|game| game.as_ref().err()).expect("a fault");
        assert_eq!(error.byte, byte, "{text:?}: {error}");
        assert!(error.message.contains(message), "{error}");
    }
    let error = games(b"f5\xff").remove(0).expect_err("no UTF-8");
    assert_eq!((error.line, error.byte), (Some(1), 2));
}

#[test]
fn moves_of_several_points_are_not_split() {
    for (variant, text) in [("lgame", "b1c1d1d2 a2b2c2a3+a1b3"), ("rhombus", "c3 a1 c1")] {
        let hints = Hints { variant: quartet::games::find(variant), ..Hints::default() };
        let read: Vec<_> = read(text.as_bytes(), &hints).collect();
        let [Ok(game)] = read.as_slice() else { panic!("{variant}: {read:?}") };
        assert_eq!(game.tree.main_moves().collect::<Vec<_>>().join(" "), text);
    }
}

#[test]
fn a_first_position_stands_before_the_moves() {
    let board = "-".repeat(27) + "OX------XO" + &"-".repeat(27);
    for text in [
        format!("{board} X;f5d6 +2"),
        format!("{board} x f5d6 +2"),
        format!("{board} f5d6 +2"),
        "8/8/8/3ox3/3xo3/8/8/8 x f5 d6 +2".into(),
        "8/8/8/3ox3/3xo3/8/8/8 x - 0 f5 d6 33-31".into(),
    ] {
        let read = games(text.as_bytes());
        let [Ok(game)] = read.as_slice() else { panic!("{text}: {read:?}") };
        assert_eq!((moves(game).as_str(), game.margin, &game.setup), ("f5d6", Some(2), &None), "{text}");
    }
    let other = games(format!("{board} O;f4").as_bytes()).remove(0).expect("a game");
    assert!(other.setup.is_some() && moves(&other) == "f4");
    assert_eq!(write(&[other]).bytes, format!("{board} O;f4 -\n").into_bytes());
}

#[test]
fn a_game_that_is_over_has_the_result_of_the_discs() {
    let board = format!("xo{} X;c1", "-".repeat(62));
    for (margin, expected) in [("", Some(64)), (" +64", Some(64)), (" -2", Some(64)), (" -", None)] {
        let game = games(format!("{board}{margin}").as_bytes()).remove(0).expect("a game");
        assert_eq!((game.margin, game.result), (expected, expected.map(GameResult::of_margin)), "{margin}");
    }
}

#[test]
fn comments_are_skipped() {
    let board = "-".repeat(27) + "OX------XO" + &"-".repeat(27);
    let text = format!("% positions; for ScrZebra\n{board} X % the start; x: 1\r\n\n{board}  O\nf5 % d6\nf5d6 a1 %");
    let read = games(text.as_bytes());
    let [Ok(start), Ok(other), Ok(game), Err(error)] = read.as_slice() else { panic!("{read:?}") };
    assert_eq!((&start.setup, start.tree.len(), moves(game).as_str()), (&None, 0, "f5"));
    assert!(other.setup.is_some());
    assert_eq!((error.line, error.byte), (Some(6), text.len() - 4));
}

#[test]
fn boards_with_values_are_obf() {
    let board = "-".repeat(27) + "OX------XO" + &"-".repeat(27);
    for (rest, is_transcript) in [(" X;f5d6", true), (" X % a: b", true), (" X; f5:+0;", false)] {
        assert_eq!(recognizes(format!("{board}{rest}").as_bytes()), is_transcript, "{rest}");
    }
}

#[test]
fn a_game_may_be_broken_into_lines() {
    let of = |text: &str| -> Vec<String> {
        games(text.as_bytes()).iter().map(|game| game.as_ref().map(moves).unwrap_or("fault".into())).collect()
    };
    assert_eq!(of("f5d6\nc3d3\nc4 +2\n\nf5\n"), ["f5d6c3d3c4", "f5"]);
    assert_eq!(of("f5\nd6\n"), ["f5d6"]);
    // Legal on their own.
    assert_eq!(of("f5\nd3\ne6\n"), ["f5", "d3", "e6"]);
    // Legal in neither way.
    assert_eq!(of("f5d6\nd6\nf5d6c3\n"), ["f5d6", "fault", "f5d6c3"]);
    assert_eq!(of("f5d6 +2\nc3\n"), ["f5d6", "fault"]);
}

#[test]
fn margins_as_a_number_or_as_discs() {
    let read = ["+12", "-3", "-", "38-26", "20-30", "32-32", "0-13"].map(margin);
    let expected = [Some(12), Some(-3), None, Some(12), Some(-24), Some(0), Some(-64)].map(Some);
    assert_eq!(read, expected);
    for word in ["f5", "40-30", "a-b", "+x", "+65", "5"] {
        assert_eq!(margin(word), None, "{word}");
    }
}

proptest! {
    #![proptest_config(cases(64))]

    #[test]
    fn games_are_read_back_equal(
        steps in any_steps(),
        setup in select(vec![None, Some("8/8/8/2xxx3/3xo3/8/8/8 o - 0"), Some("6xo/7x/8/8/8/8/8/o7 x - 0")]),
    ) {
        let mut game = build("othello", &BTreeMap::new(), setup, &steps);
        end(&mut game, None);
        let read = games(&write(std::slice::from_ref(&game)).bytes);
        prop_assert_eq!(read.len(), 1);
        let again = read[0].as_ref().expect("a game");
        // A pass at the end, after which nothing follows, is left out.
        let own: String = game.tree.main_moves().collect();
        prop_assert_eq!(moves(again), own.strip_suffix("pass").unwrap_or(&own));
        prop_assert_eq!((again.margin, again.result, &again.setup), (game.margin, game.result, &game.setup));
    }

    #[test]
    fn changed_bytes_are_read_without_panic(
        changes in proptest::collection::vec((0_usize..80, any::<u8>()), 1..9),
    ) {
        let mut bytes = b"f5d6c3 +2\nf5 f6\ne6f4 33-31\n".repeat(3);
        for (at, byte) in changes {
            if let Some(place) = bytes.get_mut(at) {
                *place = byte;
            }
        }
        for error in games(&bytes).into_iter().filter_map(Result::err) {
            prop_assert!(error.byte <= bytes.len() && !error.message.contains('\n'), "{}", error);
        }
    }
}
