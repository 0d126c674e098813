//! Whole games: what is written is read back equal, and files as other programs write them.

use super::{is_own, read, write};
use crate::error::ReadError;
use crate::format::Hints;
use crate::game::{Game, Termination};
use crate::random_games::{any_ending, any_steps, build, cases, end};
use crate::tree::{Evaluation, Glyph, NodeId};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::Index;
use quartet_rules::GameResult;
use std::collections::BTreeMap;

fn read_all(text: &[u8], hints: &Hints) -> Vec<Result<Game, ReadError>> {
    read(text, hints).collect()
}

fn game(text: &str) -> Game {
    let mut games = read_all(text.as_bytes(), &Hints::default());
    assert_eq!(games.len(), 1);
    games.remove(0).unwrap_or_else(|error| panic!("{error}"))
}

fn error(text: &str) -> ReadError {
    let mut games = read_all(text.as_bytes(), &Hints::default());
    assert_eq!(games.len(), 1, "{text}");
    games.remove(0).expect_err(text)
}

fn moves(game: &Game) -> Vec<&str> {
    game.tree.main_moves().collect()
}

/// The game up to the fault.
fn partial(error: &ReadError) -> Vec<&str> {
    error.partial.as_deref().map(moves).unwrap_or_default()
}

fn options(pairs: &[(&str, &str)]) -> BTreeMap<String, String> {
    pairs.iter().map(|&(name, value)| (name.into(), value.into())).collect()
}

#[test]
fn a_tree_with_notes_is_read() {
    let game = game(
        "(;FF[4]GM[4]SZ[15]RU[renju]PB[A \\[1\\]]PW[B]EV[cup]XY[kept]C[a game\nof two];B[hh]LB[hi:A][aa:B]TE[2]\
         (;W[hi]V[-1.50]C[lost]N[name])(;W[gg]BM[1];B[ii]))",
    );
    assert_eq!((moves(&game), game.tree.len()), (vec!["h8", "h9"], 4));
    assert_eq!(game.options, options(&[("BoardSize", "15"), ("Rule", "renju")]));
    assert_eq!((game.tags.first.as_deref(), game.tags.event.as_deref()), (Some("A [1]"), Some("cup")));
    assert_eq!(game.tags.other, options(&[("XY", "kept")]));
    let notes = |index: usize| {
        let id = game.tree.main_line().nth(index).expect("a move");
        game.tree.node(id).notes.clone().expect("notes")
    };
    assert_eq!(notes(0).glyph, Some(Glyph::Brilliant));
    assert_eq!(notes(1).label.as_deref(), Some("A"));
    assert_eq!((notes(1).evaluation, notes(1).comment), (Some(Evaluation::Estimate(150)), Some("name\nlost".into())));
    let root = game.tree.node(NodeId::ROOT).notes.clone().expect("a comment");
    assert_eq!(root.comment.as_deref(), Some("a game\nof two"));
}

#[test]
fn files_as_other_programs_write_them_are_read() {
    // Edax: the first move is in the root, discs are set up, passes are PA, and the last node is empty.
    let edax = "(;FF[4]GM[2]AP[edax:4.5]\nPC[Edax]DT[2026-11-26]\nPB[a]PW[b]\nSZ[8]AB[E4][D5]AW[D4][E5]PL[B]\nRE[B+2]\n\
                B[F5];W[D6];\nB[C3];)";
    let read = game(edax);
    assert_eq!((moves(&read), read.setup.as_deref(), read.margin), (vec!["f5", "d6", "c3"], None, Some(2)));
    // c-gomoku-cli: the rule is a number, and the reason of the result is TE.
    let runner = "(;FF[4]GM[4]GN[1]EV[x x y]DT[2026.11.26 10:00:00]RO[1.1]RU[1]SZ[20]PB[x]PW[y]RE[W+1]TE[White win by time forfeit]\n\
                  ;B[aa]C[opening move]\n;W[tt]C[12ms])\n\n";
    let read = game(runner);
    assert_eq!((moves(&read), read.result), (vec!["a1", "t20"], Some(GameResult::SecondWins)));
    assert_eq!(read.termination, Some(Termination::Time));
    let notes: Vec<_> = read.tree.main_line().map(|id| read.tree.node(id).notes.clone().unwrap_or_default()).collect();
    assert_eq!(notes[0].comment.as_deref(), Some("opening move"));
    assert_eq!((notes[1].comment.as_deref(), notes[1].microseconds), (None, Some(12_000)));
    assert_eq!(read_all(&write(std::slice::from_ref(&read)).bytes, &Hints::default()), [Ok(read.clone())]);
    assert_eq!(read.options, options(&[("BoardSize", "20"), ("Rule", "standard")]));
    assert_eq!(read.tags.date.as_deref(), Some("2026-11-26 10:00:00"));
    for (reason, expected) in [
        ("White win by opponent illegal move", Some(Termination::Infraction)),
        ("White win by opponent crash", Some(Termination::Abandoned)),
        ("Black play forbidden move - overline", Some(Termination::Infraction)),
        ("White win by adjudication", Some(Termination::Adjudication)),
        ("White win by five connection", None),
    ] {
        let read = game(&runner.replace("White win by time forfeit", reason));
        assert_eq!(read.termination, expected, "{reason}");
        assert_eq!(read_all(&write(std::slice::from_ref(&read)).bytes, &Hints::default()), [Ok(read)]);
    }
    // Version 3: lowercase letters in names, FF[3]'s pass, and moves by letter and number.
    let old = "(;GaMe[2]FF[3]\n;Black[F5];White[f6];B[E6];W[f4];B[tt])";
    assert!(error(old).to_string().starts_with("game 1, line 2, byte 49: B[tt]: "), "{}", error(old));
}

/// The files of `files_that_the_records_read_too` in the engine's `dialect::gtp::sgf`, which mirrors gomoku.
#[test]
fn files_that_loadsgf_reads_too() {
    for (text, played) in [
        ("(;GM[4]SZ[15];B[hh];W[ih];B[ac])", "h8 i8 a3"),
        ("(;GM[2]SZ[8];B[fd];W[fc];B[df])", "f5 f6 d3"),
        ("(;GM[2]SZ[8];B[fe];W[ff];B[dc])", "f5 f6 d3"),
        ("(;GM[2]AB[a1]AW[b1]PL[B];B[c1])", "c1"),
    ] {
        assert_eq!(moves(&game(text)).join(" "), played, "{text}");
    }
    // A pass that the rules do not have.
    assert_eq!(partial(&error("(;GM[2]SZ[8];B[F5];W[f6];B[PA])")), ["f5", "f6"]);
    for wrong in ["(;GM[4]SZ[15];B[h8])", "(;GM[4];B[hh];B[hi])", "(;GM[4];B[hh];AW[hi])", "(;GM[4]SZ[9];B[jj])"] {
        error(wrong);
    }
}

#[test]
fn stones_of_othello_are_mirrored_like_moves() {
    // As GoGui would write them, with a1 at the bottom left: x on a1 and o on b1.
    let read = game("(;GM[2]AB[ah]AW[bh];B[ch])");
    assert_eq!((read.setup.as_deref(), moves(&read)), (Some("xo6/8/8/8/8/8/8/8 x - 0"), vec!["c1"]));
    assert!(String::from_utf8_lossy(&write(&[read]).bytes).contains("AB[a1]AW[b1]PL[B]"));
}

#[test]
fn the_end_of_othello_may_have_passes() {
    // Programs for go end a game by two passes.
    let text = "(;GM[2]AB[a1]AW[b1]PL[B];B[c1];W[];B[PA])";
    let read = game(text);
    assert_eq!((moves(&read), read.margin), (vec!["c1"], Some(64)));
    assert_eq!((read.result, read.termination), (Some(GameResult::FirstWins), Some(Termination::Rules)));
}

#[test]
fn the_discs_decide_a_game_that_is_over() {
    let by_rules = (Some(GameResult::FirstWins), Some(64), Some(Termination::Rules));
    for outcome in ["", "RE[W+64]", "RE[B+3]"] {
        let read = game(&format!("(;GM[2]AB[a1]AW[b1]PL[B]{outcome};B[c1])"));
        assert_eq!((read.result, read.margin, read.termination), by_rules, "{outcome}");
    }
    let resigned = game("(;GM[2]AB[a1]AW[b1]PL[B]RE[W+R];B[c1])");
    assert_eq!((resigned.result, resigned.termination), (Some(GameResult::SecondWins), Some(Termination::Resignation)));
}

#[test]
fn a_result_that_the_rules_of_gomoku_contradict_is_an_error() {
    let five = ";B[aa];W[ea];B[ab];W[eb];B[ac];W[ec];B[ad];W[ed];B[ae]";
    let error = error(&format!("(;GM[4]SZ[5]\nRE[W+]{five})"));
    let expected = "game 1, line 2, byte 13: the result W+, but by the rules the game ended 1-0 (five)";
    assert_eq!(error.to_string(), expected);
    assert_eq!(partial(&error).len(), 9);
    assert_eq!(game(&format!("(;GM[4]SZ[5]RE[W+T]{five})")).termination, Some(Termination::Time));
}

#[test]
fn properties_that_are_not_kept_leave_no_notes() {
    // As Edax writes it, with a move in the root.
    let read = game("(;GM[2]PC[Edax]RE[Void]B[f5];W[d6]C[];)");
    let written = write(std::slice::from_ref(&read)).bytes;
    assert_eq!(read_all(&written, &Hints::default()), [Ok(read)]);
}

#[test]
fn faults_have_places_and_other_games_are_not_lost() {
    for (text, message, kept) in [
        (
            "(;GM[4];B[hh];W[hh])",
            "game 1, line 1, byte 15: W[hh]: 'h8' is not legal: the point is not empty",
            vec!["h8"],
        ),
        ("(;GM[4]\r\n;B[hh];B[hi])", "game 1, line 2, byte 17: B[hi]: it is o's turn", vec!["h8"]),
        ("(;GM[4];B[hh];W[])", "game 1, line 1, byte 15: W[]: ", vec!["h8"]),
        ("(;GM[4];B[hh];W)", "game 1, line 1, byte 14: W without a point", vec!["h8"]),
        ("(;GM[4];B[hh];AW[hi])", "game 1, line 1, byte 14: AW after moves", vec!["h8"]),
        ("(;GM[4];B[hh];W[zz])", "game 1, line 1, byte 15: W[zz]: no point of a board of 15x15", vec!["h8"]),
        ("(;GM[4]SZ[15:19];B[hh])", "game 1, line 1, byte 7: the size is '15:19'", vec![]),
        ("(;GM[1];B[hh])", "game 1, line 1, byte 0: the game is GM[1], expected", vec![]),
        ("text (;B[hh])", "game 1, line 1, byte 5: the game is not stated", vec![]),
        ("(;GM[4];B[hh]", "game 1, line 1, byte 13: the file ends within the game", vec!["h8"]),
        ("(;GM[4];B[hh]C[a", "game 1, line 1, byte 14: a value without its ']'", vec!["h8"]),
        ("(;GM[4];B[hh]é;W[hi])", "game 1, line 1, byte 13: 'é', expected a property", vec!["h8"]),
        (
            "(;GM[4];B[hh];W[hi](;B[aa])(;B[hh];W[bb])(;B[hi]))",
            "game 1, line 1, byte 30: B[hh]: ",
            vec!["h8", "h9", "a1"],
        ),
        ("none", "game 1, line 1, byte 0: no game, expected '(;'", vec![]),
    ] {
        let error = error(text);
        assert!(error.to_string().starts_with(message), "{error}\n{message}");
        assert_eq!(partial(&error), kept, "{text}");
    }
    assert!(read_all(b" \n", &Hints::default()).is_empty());
    let text = "(;GM[4];B[hh](;GM[4];B[aa])\n(;GM[9])(;GM[2];B[f5];W[f5])x(;GM[2];B[f5])";
    let games = read_all(text.as_bytes(), &Hints::default());
    let moves: Vec<_> = games.iter().map(|game| game.as_ref().ok().map(moves)).collect();
    assert_eq!(moves, [None, Some(vec!["a1"]), None, None, Some(vec!["f5"])]);
    let places: Vec<String> = games.iter().filter_map(|game| Some(game.as_ref().err()?.to_string())).collect();
    assert!(places[0].starts_with("game 1, line 1, byte 13: a game begins within this one"), "{}", places[0]);
    assert!(places[1].starts_with("game 3, line 2, byte 28: "), "{}", places[1]);
}

#[test]
fn faults_in_variations_leave_the_other_variations() {
    let error = error("(;GM[4];B[hh];W[hi](;B[aa])(;B[hh];W[bb](;B[cc])(;B[dd]))(;B[hi])(;B[bb];W[cc]))");
    let kept = error.partial.expect("the rest");
    assert!(error.message.ends_with("; further faults: 1"), "{}", error.message);
    assert_eq!(kept.tree.len(), 5);
}

#[test]
fn a_game_that_ends_with_a_forbidden_move_keeps_its_result() {
    let text = "(;GM[4]SZ[15]RU[4]RE[W+F];B[gh];W[aa];B[ih];W[oa];B[hg];W[ao];B[hi];W[oo];B[hh])";
    let error = error(text);
    assert!(error.message.contains("double three"), "{error}");
    let kept = error.partial.expect("the game before");
    assert_eq!((kept.tree.len(), kept.result), (8, Some(GameResult::SecondWins)));
    assert_eq!(kept.termination, Some(Termination::Infraction));
}

#[test]
fn encodings_are_those_stated_or_guessed() {
    let cases = [
        (encoding_rs::GBK, "GB2312", "黑棋的下一手很重要"),
        (encoding_rs::SHIFT_JIS, "Shift_JIS", "ソ表能力、黒の勝ち"),
        (encoding_rs::BIG5, "Big5", "許功蓋，黑棋勝"),
    ];
    for (encoding, name, comment) in cases {
        let text = format!("(;GM[4]CA[{name}]C[{comment}];B[hh];W[hh])");
        let bytes = encoding.encode(&text).0;
        let error = read_all(&bytes, &Hints::default()).remove(0).expect_err("an illegal move");
        assert_eq!(bytes.get(error.byte..error.byte + 4), Some(b"[hh]".as_slice()));
        let notes = error.partial.expect("the game").tree.node(NodeId::ROOT).notes.clone();
        assert_eq!(notes.expect("a comment").comment.as_deref(), Some(comment));
    }
}

#[test]
fn deep_variations_need_no_stack() {
    let depth = 100_000;
    let text = format!("(;GM[4]SZ[15]{}{})", "(;B[hh]".repeat(depth), ")".repeat(depth));
    assert!(error(&text).message.contains("it is o's turn"));
    let text = format!("(;GM[4]SZ[15];B[hh]{}{})", "(".repeat(depth), ")".repeat(depth));
    assert_eq!(moves(&game(&text)), ["h8"]);
    let text = format!("(;GM[4]SZ[15]{})", "(;B[hh])(;B[ii])".repeat(depth));
    assert_eq!(game(&text).tree.len(), 2);
}

#[test]
fn contents_are_recognized() {
    for (content, is_sgf) in [
        (b"(;GM[4])".as_slice(), true),
        (b"\xef\xbb\xbf\n( ;GM[4])", true),
        (b"\xff\xfe(\0;\0", true),
        (b"(a;", false),
        (b"", false),
    ] {
        assert_eq!((super::DEFINITION.recognizes)(content), is_sgf, "{content:?}");
    }
}

#[test]
fn games_of_other_variants_are_left_out() {
    let lgame = crate::GameBuilder::new("lgame", &BTreeMap::new(), &quartet::engine::Setup::Start).expect("a game");
    let othello = game("(;GM[2];B[f5]C[x])");
    let written = write(&[lgame.finish(), othello]);
    assert_eq!(written.left_out, [(0, "SGF has no number for the game lgame".to_string())]);
    assert!(is_own(&written.bytes) && !is_own(b"(;FF[4]GM[4]AP[x]"));
}

/// A game of Othello or gomoku with tags that SGF can represent.
fn any_game() -> impl Strategy<Value = Game> {
    let rules = prop_oneof![
        Just(("othello", vec![], None)),
        Just(("othello", vec![], Some("8/8/8/2xxx3/3xo3/8/8/8 o - 7"))),
        // x can only pass at first.
        Just(("othello", vec![], Some("6xo/7x/8/8/8/8/8/o7 x - 9"))),
        Just(("gomoku", vec![], None)),
        Just(("gomoku", vec![("BoardSize", "5"), ("MaxPlies", "9")], None)),
        Just(("gomoku", vec![("BoardSize", "22"), ("Rule", "standard")], None)),
        Just(("gomoku", vec![("BoardSize", "15"), ("Rule", "renju")], None)),
        Just(("gomoku", vec![("BoardSize", "5")], Some("xo3/5/5/5/4x o - 3"))),
    ];
    let text = "[a-zA-Z0-9\\\\\\]\\[:;()棋é]{1,9}";
    let tags = (option::of(text), option::of(text), option::of(text), option::of(text));
    (rules, any_steps(), tags, any_ending()).prop_map(|((variant, pairs, setup), steps, tags, ending)| {
        let mut game = build(variant, &options(&pairs), setup, &steps);
        (game.tags.first, game.tags.event, game.tags.date) = (tags.0, tags.1, tags.2);
        game.tags.other.extend(tags.3.map(|value| ("GN".to_string(), value)));
        end(&mut game, ending);
        game
    })
}

proptest! {
    #![proptest_config(cases(100))]

    #[test]
    fn what_is_written_is_read_back(games in vec(any_game(), 0..3)) {
        let written = write(&games);
        prop_assert_eq!(&written.left_out, &[]);
        let read = read_all(&written.bytes, &Hints::default());
        prop_assert_eq!(read.into_iter().collect::<Result<Vec<_>, _>>(), Ok(games));
    }

    #[test]
    fn mutated_files_are_read_without_panic(game in any_game(), mutations in vec((any::<Index>(), any::<u8>()), 1..9)) {
        let mut bytes = write(&[game]).bytes;
        for (index, byte) in mutations {
            let index = index.index(bytes.len());
            bytes[index] = byte;
        }
        for hints in [Hints::default(), Hints { variant: quartet::games::find("gomoku"), ..Hints::default() }] {
            for error in read_all(&bytes, &hints).into_iter().filter_map(Result::err) {
                prop_assert!(error.byte <= bytes.len() && error.line > Some(0));
                prop_assert!(!error.to_string().contains('\n'));
            }
        }
    }
}
