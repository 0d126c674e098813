//! Whole files: what is written is read back equal, and files as Piskvork writes them.

use super::{PSQ, REC, read_psq, read_rec, write_psq, write_rec};
use crate::error::ReadError;
use crate::format::Hints;
use crate::game::{Game, Termination};
use crate::random_games::{any_steps, build, cases};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use quartet_rules::GameResult;
use quartet_rules::points::point;
use std::collections::BTreeMap;

fn hints(rule: &str) -> Hints {
    Hints { options: BTreeMap::from([("Rule".to_string(), rule.to_string())]), ..Hints::default() }
}

fn read(text: &str, rule: &str) -> Vec<Result<Game, ReadError>> {
    let hints = hints(rule);
    read_psq(text.as_bytes(), &hints).collect()
}

/// The game of a file, and the parts that tests look at.
fn one(text: &str) -> (Game, Vec<String>, Option<GameResult>, Option<Termination>) {
    let game = read(text, "freestyle").remove(0).unwrap_or_else(|error| panic!("{error}"));
    let moves = game.tree.main_moves().map(str::to_string).collect();
    let (result, termination) = (game.result, game.termination);
    (game, moves, result, termination)
}

#[test]
fn a_game_of_a_tournament_is_read() {
    let text = "Piskvorky 20x20, 11:3, 1\r\n10,10,0\r\n11,12,1500\r\npbrain-a.exe\r\npbrain-b.zip\r\n15\r\n";
    let (game, moves, result, termination) = one(text);
    assert_eq!(moves, ["j10", "k12"]);
    assert_eq!(game.options, BTreeMap::from([("BoardSize".into(), "20".into())]));
    // The second player moved first, and lost on time.
    assert_eq!((game.tags.first.as_deref(), game.tags.second.as_deref()), (Some("pbrain-b.zip"), Some("pbrain-a.exe")));
    assert_eq!(game.tags.other.get("Levels").map(String::as_str), Some("3:11"));
    assert_eq!((result, termination), (Some(GameResult::SecondWins), Some(Termination::Time)));
    let times: Vec<_> = game.tree.main_line().map(|id| game.tree.node(id).notes.clone()?.microseconds).collect();
    assert_eq!(times, [None, Some(1_500_000)]);
}

#[test]
fn the_end_of_a_game_is_the_five_or_the_number() {
    let five = "Piskvorky 5x5, 0:0, 0\n1,1,1\n1,2,1\n2,1,1\n2,2,1\n3,1,1\n3,2,1\n4,1,1\n4,2,1\n5,1,1\n";
    for (tail, expected) in [
        ("", (Some(GameResult::FirstWins), Some(Termination::Rules))),
        ("-1\n", (Some(GameResult::FirstWins), Some(Termination::Rules))),
    ] {
        let (.., result, termination) = one(&format!("{five}{tail}"));
        assert_eq!((result, termination), expected);
    }
    for (tail, expected) in [
        ("", (None, None)),
        ("-1\n", (None, None)),
        ("a\nb\n", (None, None)),
        ("a\n\n0\n", (None, None)),
        ("7", (Some(GameResult::FirstWins), Some(Termination::Infraction))),
        ("a\nb\n-2\nmore\n", (Some(GameResult::FirstWins), Some(Termination::Infraction))),
    ] {
        let (.., result, termination) = one(&format!("Piskvorky 15x15, 0:0, 0\n8,8,0\n{tail}"));
        assert_eq!((result, termination), expected, "{tail}");
    }
    // 0 with at most 25 points left is Piskvork's draw.
    let (.., result, termination) = one("Piskvorky 5x5, 0:0, 0\n1,1,0\n0\n");
    assert_eq!((result, termination), (Some(GameResult::Draw), Some(Termination::Adjudication)));
}

#[test]
fn faults_have_places_and_other_games_are_not_lost() {
    for (text, message, kept) in [
        ("Piskvorky 15x15, 0:0, 0\n8,8,0\n8,8,1\n", "game 1, line 3, byte 30: move '8,8,1': 'h8' is not legal", 1),
        ("Piskvorky 15x15, 0:0, 0\n0,1,0\n", "game 1, line 2, byte 24: move '0,1,0': no point", 0),
        ("Piskvorky 15x15, 0:0, 0\n16,1,0\n", "game 1, line 2, byte 24: move '16,1,0': 'p1' is no point", 0),
        ("Piskvorky 15x15, 0:0, 0\n1,1,0\nx\n1,1,1\n", "game 1, line 3, byte 30: expected a move, or two", 1),
        ("Piskvorky 15x20, 0:0, 0\n1,1,0\n", "game 1, line 1, byte 0: the board is 15x20", 0),
        ("Piskvorky 40x40, 0:0, 0\n1,1,0\n", "game 1, line 1, byte 0: value '40' of option 'BoardSize'", 0),
        ("\nSomething else\n", "game 1, line 2, byte 1: expected 'Piskvorky 20x20", 0),
    ] {
        let error = read(text, "freestyle").remove(0).expect_err(text);
        assert!(error.to_string().starts_with(message), "{error}");
        assert_eq!(error.partial.map_or(0, |game| game.tree.len()), kept, "{text}");
    }
    let games = read("Piskvorky 9x9, 0:0, 0\n0,0,0\n\nPiskvorky 9x9, 0:0, 0\n1,1,0\n-1\n", "freestyle");
    assert_eq!(games.iter().map(Result::is_ok).collect::<Vec<_>>(), [false, true]);
}

#[test]
fn a_forbidden_last_move_is_a_loss() {
    let text = "Piskvorky 15x15, 0:0, 0\n7,8,0\n1,1,0\n9,8,0\n15,1,0\n8,7,0\n1,15,0\n8,9,0\n15,15,0\n8,8,0\n0\n";
    let error = read(text, "renju").remove(0).expect_err("a double three");
    let kept = error.partial.expect("the game before");
    assert_eq!((kept.tree.len(), kept.result), (8, Some(GameResult::SecondWins)));
    assert!(read(text, "standard").remove(0).is_ok());
}

#[test]
fn gomotur_counts_from_zero_and_names_the_players_first() {
    let text = b"pbrain-a.exe\npbrain-b.exe\n9,9,100\n10,11,0\n-2\n";
    assert!((REC.recognizes)(text) && !(PSQ.recognizes)(text) && (PSQ.recognizes)(b"Piskvorky 20x20, 0:0, 0"));
    let hints = hints("freestyle");
    let game = read_rec(text, &hints).next().expect("a game").unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(game.tree.main_moves().collect::<Vec<_>>(), ["j10", "k12"]);
    assert_eq!(game.tags.first.as_deref(), Some("pbrain-a.exe"));
    assert_eq!(game.termination, Some(Termination::Infraction));
    assert_eq!(write_rec(std::slice::from_ref(&game)).bytes, text);
    assert_eq!(write_rec(&[game.clone(), game]).left_out.len(), 1);
}

#[test]
fn positions_of_yixin_board_are_read() {
    let hints = hints("freestyle");
    let moves = |content: &[u8]| -> Result<Vec<String>, String> {
        let read = read_psq(content, &hints).next().expect("a game");
        read.map(|game| game.tree.main_moves().map(str::to_string).collect()).map_err(|error| error.to_string())
    };
    let saved = b"15\n15\n3\n7 7\n8 6\r\n0 14\n";
    let expected = ["h8", "g9", "o1"].map(str::to_string).to_vec();
    assert!((PSQ.recognizes)(saved) && !(REC.recognizes)(saved));
    assert_eq!(moves(saved), Ok(expected.clone()));
    assert_eq!(moves(&[3, 15 * 7 + 7, 15 * 6 + 8, 15 * 14]), Ok(expected));
    assert_eq!(moves(b"15\n15\n0\n"), Ok(vec![]));
    for (wrong, message) in [
        (b"15\n15\n2\n7 7\n7 7\n".as_slice(), "game 1, line 5, byte 12: 'h8' is not legal"),
        (b"15\n15\n2\n7 7\n7", "game 1, line 5, byte 12: the file ends, expected a number"),
        (b"15\n15\n2\n7 x\n", "game 1, line 4, byte 10: 'x', expected a number"),
        (b"15\n15\n1\n7 15\n", "game 1, line 4, byte 8: 'p8' is no point of the board"),
        (b"99\n99\n0\n", "game 1, line 1, byte 0: value '99' of option 'BoardSize'"),
        (&[2, 0, 0], "game 1, byte 2: 'a1' is not legal"),
        (b"15 x", "game 1, line 1, byte 0: expected 'Piskvorky 20x20"),
    ] {
        let error = moves(wrong).expect_err("a fault");
        assert!(error.starts_with(message), "{error}\n{message}");
    }
}

/// A game without variations and notes but times in whole milliseconds, which ended as files can tell.
fn any_game(sizes: &'static [&'static str], rules: &'static [&'static str]) -> impl Strategy<Value = Game> {
    let rules = (select(sizes), select(rules));
    let name = "[a-z]{1,5}(-[0-9]{1,3})?(é|棋)?";
    let ending = select(vec![None, Some(Termination::Time), Some(Termination::Infraction)]);
    (rules, any_steps(), option::of(name), option::of(name), option::of(0_u32..12), ending).prop_map(
        |((size, rule), steps, first, second, level, ending)| {
            let options = BTreeMap::from([("BoardSize".into(), size.into()), ("Rule".into(), rule.into())]);
            let tree = build("gomoku", &options, None, &steps).tree;
            let mut builder =
                crate::GameBuilder::new("gomoku", &options, &quartet::engine::Setup::Start).expect("valid rules");
            for id in tree.main_line() {
                builder.play(&tree.node(id).mv).expect("legal");
                if let Some(time) = tree.node(id).notes.as_ref().and_then(|notes| notes.microseconds) {
                    builder.notes_mut().microseconds = Some(time / 1000 * 1000 + 1000);
                }
            }
            let by_rules = builder.referee().ending().map(|ending| (ending.result, Termination::Rules));
            let lost = GameResult::win_of(builder.referee().side().other());
            let mut game = builder.finish();
            if let Some((result, termination)) = by_rules.or(ending.map(|termination| (lost, termination))) {
                (game.result, game.termination) = (Some(result), Some(termination));
            }
            (game.tags.first, game.tags.second) = (first, second);
            game.tags.other.extend(level.map(|level| ("Levels".to_string(), format!("{level}:11"))));
            game
        },
    )
}

proptest! {
    #![proptest_config(cases(100))]

    #[test]
    fn what_is_written_is_read_back(games in vec(any_game(&["5", "15", "20", "22"], &["renju"]), 1..4)) {
        let written = write_psq(&games);
        prop_assert_eq!(&written.left_out, &[]);
        let hints = hints("renju");
        prop_assert_eq!(read_psq(&written.bytes, &hints).collect::<Result<Vec<_>, _>>(), Ok(games));
    }

    #[test]
    fn what_is_written_as_rec_is_read_back(mut game in any_game(&["20"], &["freestyle", "standard", "renju"])) {
        game.tags.other.clear();
        let hints = hints(game.options.get("Rule").map_or("freestyle", String::as_str));
        let written = write_rec(std::slice::from_ref(&game));
        prop_assert_eq!(read_rec(&written.bytes, &hints).collect::<Result<Vec<_>, _>>(), Ok(vec![game]));
    }

    #[test]
    fn mutated_files_are_read_without_panic(
        game in any_game(&["20"], &["freestyle", "standard", "renju"]),
        mutations in vec((any::<Index>(), any::<u8>()), 1..9),
    ) {
        for written in [write_psq(std::slice::from_ref(&game)), write_rec(&[game])] {
            let mut bytes = written.bytes;
            for (index, byte) in &mutations {
                let index = index.index(bytes.len());
                bytes[index] = *byte;
            }
            let hints = Hints::default();
            for error in read_psq(&bytes, &hints).chain(read_rec(&bytes, &hints)).filter_map(Result::err) {
                prop_assert!(error.byte <= bytes.len() && !error.to_string().contains('\n'), "{}", error);
            }
        }
    }
}

proptest! {
    #![proptest_config(cases(64))]

    #[test]
    fn saved_positions_are_read(
        game in any_game(&["5", "15", "22"], &["freestyle"]),
        mutations in vec((any::<Index>(), any::<u8>()), 1..5),
    ) {
        let size = &game.options["BoardSize"];
        let moves: Vec<String> = game.tree.main_moves().map(str::to_string).collect();
        let mut text = format!("{size}\n{size}\n{}\n", moves.len());
        for (column, row) in moves.iter().filter_map(|mv| point(mv)) {
            text.push_str(&format!("{row} {column}\n"));
        }
        let hints = hints("freestyle");
        let read = read_psq(text.as_bytes(), &hints).next().expect("a game");
        prop_assert_eq!(read.map(|game| game.tree.main_moves().map(str::to_string).collect::<Vec<_>>()), Ok(moves));
        let mut bytes = text.into_bytes();
        for (index, byte) in mutations {
            let index = index.index(bytes.len());
            bytes[index] = byte;
        }
        for error in read_psq(&bytes, &hints).filter_map(Result::err) {
            prop_assert!(error.byte <= bytes.len() && !error.to_string().contains('\n'), "{}", error);
        }
    }
}

#[test]
fn names_that_would_be_read_as_moves_are_left_out() {
    let mut game = one("Piskvorky 15x15, 0:0, 0\n8,8,0\n").0;
    game.tags.first = Some("1,2,3".into());
    assert_eq!(write_psq(&[game.clone()]).left_out.len(), 1);
    game.tags.first = None;
    assert!(write_rec(&[game]).left_out[0].1.contains("15x15"));
}
