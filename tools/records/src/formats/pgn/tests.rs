//! Tests of whole files: what is written is read back, and files as other programs write them.

use super::*;
use crate::error::ReadError;
use crate::format::{Format, is_written};
use crate::game::Termination;
use crate::random_games::{any_ending, any_steps, build, cases, end};
use crate::tree::{Evaluation, Glyph, Notes, Tree};
use proptest::prelude::*;
use proptest::sample::select;
use quartet_rules::GameResult::{Draw, FirstWins, SecondWins};
use std::collections::BTreeMap;

fn read_all(text: &[u8]) -> Vec<Result<Game, ReadError>> {
    let hints = Hints::default();
    read(text, &hints).collect()
}

fn one(text: &str) -> Game {
    let mut games = read_all(text.as_bytes());
    assert_eq!(games.len(), 1, "{games:?}");
    games.remove(0).unwrap_or_else(|error| panic!("{error}: {text}"))
}

fn moves(game: &Game) -> String {
    game.tree.main_moves().collect::<Vec<_>>().join(" ")
}

/// The notes as PGN represents them.
fn represented(notes: &Notes) -> Option<Box<Notes>> {
    let kept = Notes {
        comment: notes.comment.as_deref().map(str::trim).filter(|text| !text.is_empty()).map(str::to_string),
        label: None,
        microseconds: notes.microseconds.map(|time| (time + 500) / 1000 * 1000),
        ..notes.clone()
    };
    (kept != Notes::default()).then(|| Box::new(kept))
}

fn with_represented_notes(mut tree: Tree, is_othello: bool) -> Tree {
    let mut nodes = vec![crate::tree::NodeId::ROOT];
    while let Some(node) = nodes.pop() {
        nodes.extend(tree.children(node));
        let mut notes = tree.node(node).notes.as_deref().and_then(represented);
        if let Some(notes) = &mut notes
            && let Some(Evaluation::Discs(_)) = notes.evaluation
            && !is_othello
        {
            notes.evaluation = None;
        }
        tree.node_mut(node).notes = notes.filter(|notes| **notes != Notes::default());
    }
    tree
}

proptest! {
    #![proptest_config(cases(96))]

    #[test]
    fn what_is_written_is_read_back(
        steps in any_steps(),
        (variant, setup) in select(vec![
            ("othello", None),
            ("othello", Some("8/8/8/3ox3/3xxx2/8/8/8 o - 1")),
            ("othello", Some("8/8/8/8/8/8/8/xo1oox2 x - 0")),
            ("gomoku", None),
            ("rhombus", None),
            ("lgame", None),
        ]),
        ending in any_ending(),
        names in proptest::array::uniform2("[a-z\\\\\"\\[\\]]{1,8}"),
    ) {
        let mut options = BTreeMap::new();
        if variant == "gomoku" {
            options.insert("BoardSize".to_string(), "9".to_string());
        }
        let mut game = build(variant, &options, setup, &steps);
        end(&mut game, ending);
        if variant == "othello" && game.termination.is_none() {
            let margins = [(FirstWins, 18), (SecondWins, -2), (Draw, 0)];
            game.margin = margins.iter().find(|(result, _)| game.result == Some(*result)).map(|&(_, margin)| margin);
        }
        game.tree = with_represented_notes(game.tree, variant == "othello");
        let [first, second] = names;
        (game.tags.first, game.tags.second) = (Some(first), Some(second));
        game.tags.date = Some("2026-01-02".into());
        game.tags.other.insert("Annotator".into(), "me".into());
        let text = write(&[game.clone(), game.clone()]).bytes;
        let again: Result<Vec<Game>, ReadError> = read_all(&text).into_iter().collect();
        let shown = String::from_utf8_lossy(&text).into_owned();
        let again = again.map_err(|error| TestCaseError::fail(format!("{error}: {shown}")))?;
        if game.termination.is_none() && game.result.is_some() {
            // The tag Termination is not written.
            game.termination = again[0].termination;
        }
        prop_assert_eq!(&again, &[game.clone(), game], "{}", shown);
        prop_assert!(is_written(Format::Pgn, &text));
    }

    #[test]
    fn no_bytes_panic_and_other_games_are_read(
        at in 0_usize..10_000,
        bytes in proptest::collection::vec(any::<u8>(), 0..4),
    ) {
        let game = "[Event \"a\"]\n[FEN \"8/8/8/3ox3/3xo3/8/8/8 x - 0\"]\n\n\
            1. f5 {a} (1. d3 c3) 1... d6 $1\n; b\n1-0\n\n";
        let at = at % game.len();
        let mut text = game.as_bytes().to_vec();
        text.splice(at..at + 1, bytes);
        let last = b"\n[Event \"b\"]\n\n1. f5 *\n";
        text.extend(last);
        let games = read_all(&text);
        let last = games.last().expect("a game").as_ref().expect("the last game");
        prop_assert_eq!(last.tags.event.as_deref(), Some("b"));
    }
}

#[test]
fn edax_and_playok_write_black_first() {
    let edax = "[Event \"?\"]\n[Site \"edax\"]\n[Date \"2014.1.2\"]\n[Round \"?\"]\n[Black \"me\"]\n[White \"edax\"]\n\
        [Result \"*\"]\n\n 1. f5 d6 2. c3 *\n\n\n";
    let game = one(edax);
    assert_eq!((game.tags.first.as_deref(), game.tags.second.as_deref()), (Some("me"), Some("edax")));
    assert_eq!((moves(&game).as_str(), game.result, game.variant.name), ("f5 d6 c3", None, "othello"));
    let playok = "[Site \"kurnik\"]\n[Black \"a\"]\n[White \"b\"]\n[Result \"27-37\"]\n[Time \"07:31:22\"]\n\n1. f5 d6 \
        27-37\n";
    let game = one(playok);
    assert_eq!((game.result, game.margin), (Some(SecondWins), Some(-10)));
    assert_eq!(game.tags.other.get("Time").map(String::as_str), Some("07:31:22"));
}

#[test]
fn the_openings_of_playok_are_read() {
    let tags =
        "[Site \"PlayOK\"]\n[Black \"a\"]\n[White \"b\"]\n[Result \"0-1\"]\n[BlackElo \"1\"]\n[WhiteElo \"2\"]\n\n";
    let hints = Hints { variant: quartet::games::find("gomoku"), ..Hints::default() };
    for (played, expected, first, result) in [
        ("1. h8 -- 2. h9 -- 3. h6 white 4. -- i8 5. j7 -- 6. i7 i7 7. -- j7", "h8 h9 h6 i8 i7 j7", "a", SecondWins),
        ("1. h8 -- 2. h9 -- 3. h7 black 4. h6 i8 5. -- j8 6. j8 -- 7. g8 f7", "h8 h9 h7 h6 j8 g8 f7", "b", FirstWins),
        ("1. g5 m8 2. h10 black 3. f6 f7", "g5 m8 h10 f6 f7", "b", FirstWins),
        ("1. h8 i9 2. i8 g8 3. j8", "h8 i9 i8 g8 j8", "a", SecondWins),
    ] {
        let text = format!("{tags}{played} 0-1\n");
        let game = read(text.as_bytes(), &hints).next().expect("a game").unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(
            (moves(&game).as_str(), game.tags.first.as_deref(), game.result),
            (expected, Some(first), Some(result))
        );
        assert_eq!(game.options.get("BoardSize").map(String::as_str), Some("15"));
        // The ratings stay with their players.
        let rating = if first == "a" { "1" } else { "2" };
        assert_eq!(game.tags.other.get("WhiteElo").map(String::as_str), Some(rating), "{played}");
        let again = write(std::slice::from_ref(&game)).bytes;
        assert_eq!(read_all(&again), [Ok(game)]);
    }
    assert!(read_all(b"[Result \"32767--32768\"]\n1. f5 *\n")[0].is_ok());
}

#[test]
fn the_discs_decide_a_game_that_is_over() {
    let over = "[Date \"2026.1.2\"]\n[FEN \"pP6/8/8/8/8/8/8/8 b - - 0 1\"]\n\n1. c8";
    for result in ["0-1", "*", "1-0"] {
        let game = one(&format!("{over} {result}\n"));
        let by_rules = (Some(FirstWins), Some(64), Some(Termination::Rules));
        assert_eq!((game.result, game.margin, game.termination), by_rules, "{result}");
        assert_eq!(game.tags.date.as_deref(), Some("2026-01-02"));
    }
}

#[test]
fn a_margin_that_the_moves_do_not_say_is_kept() {
    let game = one("[Black \"a\"]\n[White \"b\"]\n[Result \"41-23\"]\n1. F5 D6\n41-23\n");
    assert_eq!((game.result, game.margin), (Some(FirstWins), Some(18)));
    let text = write(std::slice::from_ref(&game)).bytes;
    assert_eq!(read_all(&text), [Ok(game)]);
}

#[test]
fn a_position_of_edax() {
    let game = one("[FEN \"8/8/8/3pP3/3pp3/3p4/8/8 w - - 0 1\"]\n\n1. c3 *");
    assert_eq!(game.setup.as_deref(), Some("8/8/3x4/3xx3/3xo3/8/8/8 o - 0"));
}

#[test]
fn passes_in_all_spellings_or_left_out() {
    let position = "[FEN \"6xo/8/8/8/8/8/8/8 x - 0\"]\n\n";
    for text in ["1. -- f1", "1. pass f1", "1. PASS F1", "1... f1", "1. -- f1 2. -- --"] {
        assert_eq!(moves(&one(&format!("{position}{text} *"))), "pass f1", "{text}");
    }
}

#[test]
fn variations_symbols_and_comments() {
    let text =
        "{first}\n1. f5! {+0.35/12 0.100s} ( 1. d3 (1. c4 {c}) 1... c3 $6 $146 ) 1... d6?? ; rest\n; of it\n2. c3 *";
    let game = one(text);
    assert_eq!((moves(&game).as_str(), game.tree.len()), ("f5 d6 c3", 6));
    let notes = |node| game.tree.node(node).notes.as_deref().cloned().unwrap_or_default();
    assert_eq!(notes(crate::tree::NodeId::ROOT).comment.as_deref(), Some("first"));
    let main: Vec<_> = game.tree.main_line().collect();
    assert_eq!((notes(main[0]).glyph, notes(main[0]).depth), (Some(Glyph::Good), Some(12)));
    assert_eq!(notes(main[1]).comment.as_deref(), Some("rest\nof it"));
    let first: Vec<_> = game.tree.children(crate::tree::NodeId::ROOT).collect();
    let reply = game.tree.children(first[1]).next().expect("a reply");
    assert_eq!((notes(reply).glyph, notes(reply).comment.as_deref()), (Some(Glyph::Dubious), Some("$146")));
    let written = String::from_utf8(write(std::slice::from_ref(&game)).bytes).expect("text");
    assert!(
        written.ends_with(
            "\n {first}\n1. f5 $1 {+0.35/12 0.100s} (1. d3 c3 $6 {$146}) \
             (1. c4 {c}) 1... d6 $4 {rest\nof it}\n2. c3\n*\n\n"
        ),
        "{written}"
    );
    assert_eq!(one(&written).tree, game.tree);
}

#[test]
fn deep_variations_need_no_stack() {
    let depth = 100_000;
    let text = format!("1. f5 {}{} *", "(1. d3 ".repeat(depth), ")".repeat(depth));
    assert_eq!(one(&text).tree.len(), 2);
    assert!(read_all("1. f5 (".repeat(depth).as_bytes())[0].is_err());
}

#[test]
fn the_end_of_a_game() {
    let head = "[Variant \"gomoku\"]\n";
    let row = "1. a1 a2 2. b1 b2 3. c1 c2 4. d1 d2 5. e1";
    let won = one(&format!("{head}\n{row} 1-0"));
    assert_eq!((won.result, won.termination), (Some(FirstWins), Some(Termination::Rules)));
    assert_eq!(one(&format!("{head}\n{row}")).result, Some(FirstWins));
    let on_time = one(&format!("{head}[Termination \"Time forfeit\"]\n\n{row} 0-1"));
    assert_eq!((on_time.result, on_time.termination), (Some(SecondWins), Some(Termination::Time)));
    let resigned = one("1. f5\n{resign}\n1/2-1/2");
    assert_eq!((resigned.result, resigned.termination), (Some(Draw), Some(Termination::Resignation)));
    assert!(resigned.tree.node(resigned.tree.main_line().next().expect("a move")).notes.is_none());
}

#[test]
fn what_is_wrong_is_said_with_game_and_place() {
    let cases = [
        ("1. f5 f5 *", "game 1, line 1, byte 6: "),
        ("1. e4 *\n\n1. f5 *", "game 1, line 1, byte 3: "),
        ("[Event \"a\"]\n[FEN \"8/8\"]\n\n*", "game 1, line 2, byte 12: "),
        ("[Variant \"chess\"]\n\n1. f5", "game 1, line 1, byte 0: variant 'chess', expected one of "),
        ("[Rule \"none\"]\n[Variant \"gomoku\"]\n\n1. a1", "game 1, line 4, byte 37: "),
        ("(1. f5)", "game 1, line 1, byte 0: a variation before the first move"),
        ("1. f5 (1. d3", "game 1, line 1, byte 6: a variation without its ')'"),
        ("1. f5 ) *", "game 1, line 1, byte 6: ')' without its '('"),
        ("1. f5 {", "game 1, line 1, byte 6: a comment without its '}'"),
        ("[Result \"1-0\"]\n\n1. f5 0-1", "game 1, line 3, byte 22: the result 0-1 at the end, but 1-0 in the tag"),
        ("[PlyCount \"30\"]\n\n1-0", "game 1, line 1, byte 0: the moves are missing (PlyCount 30)"),
        (
            "[Variant \"gomoku\"]\n\n1. a1 a2 2. b1 b2 3. c1 c2 4. d1 d2 5. e1 0-1",
            "game 1, line 3, byte 62: the result 0-1, but by the rules the game ended 1-0 (five)",
        ),
    ];
    for (text, expected) in cases {
        let error = read_all(text.as_bytes()).remove(0).expect_err(text);
        assert!(error.to_string().starts_with(expected), "{error}");
    }
    let games = read_all(b"1. f5 xx\n[Event \"b\"]\n1. f5 (1. d3 x) *\n\n1. f5 d6 *");
    let lines: Vec<_> = games.iter().map(|game| game.as_ref().err().and_then(|error| error.line)).collect();
    assert_eq!(lines, [Some(1), Some(3), None]);
    assert_eq!(games[0].as_ref().expect_err("wrong").partial.as_ref().map(|game| game.tree.len()), Some(1));
}

#[test]
fn only_own_files_are_own() {
    let own = write(&[one("1. f5 d6 *")]).bytes;
    assert!(is_written(Format::Pgn, &own));
    for other in [&b"1. f5 d6 *\n"[..], b"", b"[Event \"?\"]\n\n1. e4 *\n", &[&own[..], b"\nnotes\n"].concat()] {
        assert!(!is_written(Format::Pgn, other));
    }
}
