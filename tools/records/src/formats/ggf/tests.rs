use super::*;
use crate::error::line_of;
use crate::random_games::{any_ending, any_steps, build, cases, end};
use crate::tree::{Evaluation, NodeId};
use crate::{Format, Termination};
use proptest::prelude::*;
use quartet::game::PASS;
use quartet_rules::GameResult;
use std::collections::BTreeMap;
use std::path::Path;

const BOARD: &str = "BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]";

fn games(text: &str) -> Vec<Result<Game, ReadError>> {
    read(text.as_bytes(), &Hints::default()).collect()
}

fn game(text: &str) -> Game {
    let mut games = games(text);
    assert_eq!(games.len(), 1, "{text}");
    games.remove(0).unwrap_or_else(|error| panic!("{error}: {text}"))
}

#[test]
fn a_game_of_the_server_is_read() {
    let text = format!(
        "1 (;GM[Othello]PC[GGS/os]DT[2003.12.15_12:33:18.MST]PB[a b]PW[c]RB[2196.37]RW[2200.35]TI[05:00//02:00]TY[8]\
         RE[-2.00:t]{BOARD}CO[all]B[F5/1.25/0.01]W[d6//3.4]CO[one]CO[two]B[C3];)\n"
    );
    let game = game(&text);
    assert_eq!(game.tree.main_moves().collect::<Vec<_>>(), ["f5", "d6", "c3"]);
    let tags = &game.tags;
    let named = [&tags.first, &tags.second, &tags.site, &tags.date].map(|tag| tag.as_deref().unwrap_or_default());
    assert_eq!(named, ["a b", "c", "GGS/os", "2003-12-15 12:33:18 MST"]);
    let other: Vec<_> = tags.other.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    assert_eq!(other, [("BR", "2196.37"), ("TI", "05:00//02:00"), ("WR", "2200.35")]);
    assert_eq!((game.result, game.margin), (Some(GameResult::SecondWins), Some(-2)));
    assert_eq!((game.termination, &game.setup), (Some(Termination::Time), &None));
    let notes = |index: usize| game.tree.main_line().nth(index).and_then(|id| game.tree.node(id).notes.as_deref());
    let first = notes(0).expect("notes");
    assert_eq!((first.evaluation, first.microseconds), (Some(Evaluation::Estimate(125)), Some(10_000)));
    let second = notes(1).expect("notes");
    assert_eq!((second.evaluation, second.comment.as_deref()), (None, Some("one\ntwo")));
    assert_eq!(notes(2), None);
    let root = game.tree.node(NodeId::ROOT).notes.as_deref();
    assert_eq!(root.and_then(|notes| notes.comment.as_deref()), Some("all"));
}

#[test]
fn passes_may_be_left_out_and_may_follow_the_end() {
    let position = "BO[8 ------*O -------- -------- -------- -------- -------- -------- -------- *]";
    for moves in ["B[PA]W[F1]", "W[F1]", "B[pass]W[F1]B[pass]W[PA]"] {
        let game = game(&format!("(;GM[othello]{position}{moves};)"));
        assert_eq!(game.tree.main_moves().collect::<Vec<_>>(), [PASS, "f1"], "{moves}");
        let by_rules = (game.result, game.margin, game.termination);
        assert_eq!(by_rules, (Some(GameResult::SecondWins), Some(-64), Some(Termination::Rules)));
        assert!(game.setup.is_some());
    }
}

#[test]
fn the_discs_decide_a_game_that_is_over() {
    let position = "BO[8 *O------ -------- -------- -------- -------- -------- -------- -------- *]";
    let read = |properties: &str| {
        let game = game(&format!("(;GM[othello]PC[Edax]{properties};)"));
        (game.result, game.margin, game.termination)
    };
    let by_rules = (Some(GameResult::FirstWins), Some(64), Some(Termination::Rules));
    assert_eq!(read(&format!("RE[-64.000]{position}B[C1]")), by_rules);
    assert_eq!(read(&format!("RE[+3.00]{position}B[C1]")), by_rules);
    let on_time = (Some(GameResult::SecondWins), Some(-3), Some(Termination::Time));
    assert_eq!(read(&format!("RE[-3.00:t]{position}B[C1]")), on_time);
    // Edax's margin of a game that is not over.
    assert_eq!(read(&format!("RE[-127.000]{position}")), (None, None, None));
}

#[test]
fn both_games_of_a_synchronous_match_are_read() {
    let text = format!("2 (;GM[Othello]TY[s8r20]{BOARD}B[F5];)(;GM[Othello]TY[s8r20]{BOARD}B[D3];)\n");
    let first: Vec<_> =
        games(&text).into_iter().map(|game| game.map(|game| game.tree.main_moves().collect())).collect();
    assert_eq!(first, [Ok("f5".to_string()), Ok("d3".to_string())]);
}

#[test]
fn faults_have_a_place_and_lose_no_other_game() {
    let good = format!("(;GM[Othello]{BOARD}B[F5];)");
    let place = format!("(;GM[Othello]{BOARD}B[F5]").len();
    for (bad, at, message, moves) in [
        (format!("(;GM[Othello]{BOARD}B[F5]B[D6];)"), place + 2, "it is o's turn", Some(1)),
        (format!("(;GM[Othello]{BOARD}B[F5]W[A1];)"), place + 2, "illegal move a1", Some(1)),
        (format!("(;GM[Othello]{BOARD}B[F5]W[D6/x];)"), place + 2, "the value 'x'", Some(1)),
        (format!("(;GM[Othello]{BOARD}B[F5]"), place + 1, "a game begins within", Some(1)),
        (format!("(;GM[Othello]{BOARD}B[F5]W[D6"), place + 2, "the value of W has no ']'", Some(1)),
        (format!("(;GM[Othello]{BOARD}B[F5]x"), place, "'x', expected a property", Some(1)),
        (format!("(;GM[Othello]{BOARD}B[F5]W(D6);)"), place + 1, "'(' behind the name W", Some(1)),
        ("(;GM[Amazons]B[F5];)".into(), 5, "it is a game of 'Amazons'", None),
        ("(;GM[Othello]TY[10]B[F5];)".into(), 16, "another size", None),
        ("(;GM[Othello]TY[8a]B[F5];)".into(), 16, "anti game", None),
        ("(;GM[Othello]TY[8kr20]B[F5];)".into(), 16, "komi", None),
        ("(;GM[Othello]KM[-3.1]B[F5];)".into(), 16, "komi", None),
        ("(;GM[Othello]BO[10 -]B[F5];)".into(), 16, "size '10'", None),
        ("(;GM[Othello]BO[8 -* *];)".into(), 16, "fewer than 64", None),
    ] {
        let text = format!("{good}\n{bad}\n{good}");
        let (read, at) = (games(&text), good.len() + 1 + at);
        let [Ok(first), Err(error), Ok(last)] = read.as_slice() else { panic!("{bad}: {read:?}") };
        assert_eq!(first, last);
        let place = (2, Some(line_of(text.as_bytes(), at)), at);
        assert_eq!((error.game, error.line, error.byte), place, "{bad}: {error}");
        assert!(error.message.contains(message), "{error}");
        assert_eq!(error.partial.as_ref().map(|game| game.tree.len()), moves, "{bad}");
    }
    let error = games("no game").remove(0).expect_err("no game");
    assert_eq!((error.game, error.byte), (1, 0));
    assert!(games(" \r\n").is_empty());
}

#[test]
fn contents_are_told_from_sgf() {
    let detect = |text: &str| Format::detect(Path::new("games"), text.as_bytes());
    assert_eq!(detect("2 (;GM[othello]"), Some(Format::Ggf));
    assert_eq!(detect("(;GM[Othello]PC[GGS/os]"), Some(Format::Ggf));
    assert_eq!(detect("(;FF[4]GM[2]"), Some(Format::Sgf));
}

/// A change of a game.
type Change = fn(&mut Game);

#[test]
fn what_ggf_cannot_represent_is_left_out() {
    let base = game(&format!("(;GM[Othello]{BOARD}B[F5];)"));
    let with = |change: Change| {
        let mut game = base.clone();
        change(&mut game);
        write(&[game]).left_out.pop().map(|(_, why)| why)
    };
    assert_eq!(with(|_| {}), None);

    fn wins(game: &mut Game) {
        game.result = Some(GameResult::FirstWins);
    }
    let cases: [(&str, Change); 5] = [
        ("contains ']'", |game| game.tags.first = Some("a]".into())),
        ("contains '(;'", |game| game.tags.second = Some("(;".into())),
        ("margin is not known", wins),
        ("contradicts", |game| (game.result, game.margin) = (Some(GameResult::Draw), Some(2))),
        ("infraction", |game| {
            wins(game);
            game.termination = Some(Termination::Infraction);
        }),
    ];
    for (why, change) in cases {
        assert!(with(change).is_some_and(|said| said.contains(why)), "{why}");
    }
    let gomoku = build("gomoku", &BTreeMap::new(), None, &[]);
    assert!(write(&[gomoku]).left_out[0].1.contains("gomoku"));
}

/// What GGF can represent of a game: the main line, estimates of it, and comments.
fn representable(game: &Game) -> Game {
    let mut builder =
        crate::GameBuilder::new("othello", &game.options, &quartet::engine::Setup::Start).expect("a game");
    for id in std::iter::once(NodeId::ROOT).chain(game.tree.main_line()) {
        let node = game.tree.node(id);
        if id != NodeId::ROOT {
            builder.play(&node.mv).expect("legal");
        }
        let Some(notes) = node.notes.as_deref() else { continue };
        let is_move = id != NodeId::ROOT;
        let evaluation = match notes.evaluation {
            Some(Evaluation::Estimate(value)) => Some(Evaluation::Estimate(value)),
            Some(Evaluation::Discs(discs)) => Some(Evaluation::Estimate(100 * i64::from(discs))),
            _ => None,
        };
        let kept = crate::Notes {
            comment: notes.comment.clone(),
            evaluation: evaluation.filter(|_| is_move),
            microseconds: notes.microseconds.filter(|_| is_move),
            ..crate::Notes::default()
        };
        if kept != crate::Notes::default() {
            *builder.notes_mut() = kept;
        }
    }
    Game { tree: builder.finish().tree, ..game.clone() }
}

proptest! {
    #![proptest_config(cases(96))]

    #[test]
    fn games_are_read_back_equal(
        steps in any_steps(),
        ending in any_ending(),
        names in proptest::option::of("[ -Z^-~é棋]{1,9}"),
        margin in 1_i16..64,
    ) {
        let mut game = build("othello", &BTreeMap::new(), None, &steps);
        end(&mut game, ending);
        if game.termination.is_none() && game.margin.is_none() {
            game.margin = match game.result {
                Some(GameResult::FirstWins) => Some(margin),
                Some(GameResult::SecondWins) => Some(-margin),
                Some(GameResult::Draw) => Some(0),
                None => None,
            };
        }
        game.tags.first = names;
        game.tags.date = Some("2026-11-26 10:00:00 UTC".into());
        game.tags.other.insert("BR".into(), "1500".into());
        game.tags.other.insert("TI".into(), "5:00".into());
        let written = write(std::slice::from_ref(&game));
        let again: Vec<_> = read(&written.bytes, &Hints::default()).collect();
        match written.left_out.first() {
            None => prop_assert_eq!(again, vec![Ok(representable(&game))]),
            Some((_, why)) => prop_assert!(why.contains("infraction") || why.contains("']'") || why.contains("'(;'")),
        }
    }

    #[test]
    fn changed_bytes_are_read_without_panic(changes in proptest::collection::vec((0_usize..400, any::<u8>()), 1..9)) {
        let line = format!("2 (;GM[Othello]PB[a]RE[+2.00:r]TY[8]{BOARD}B[F5/1.2/3]W[D6];)");
        let mut bytes = line.repeat(2).into_bytes();
        for (at, byte) in changes {
            if let Some(place) = bytes.get_mut(at) {
                *place = byte;
            }
        }
        for error in read(&bytes, &Hints::default()).filter_map(Result::err) {
            prop_assert!(error.byte <= bytes.len() && !error.message.contains('\n'), "{}", error);
        }
    }
}
