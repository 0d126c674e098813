//! Invalid input of every kind gives one clear error, changes nothing, and does not end the process.

use super::client::{Client, count, errors, script, script_bytes};

/// Invalid lines, each of which gives exactly one error in the variant named.
const WRONG: &[(&str, &str)] = &[
    ("othello", "foo"),
    ("othello", "foo bar baz"),
    ("othello", "joho moves"),
    ("othello", "position"),
    ("othello", "position fen"),
    ("othello", "position fen xx"),
    ("othello", "position startpos moves a1"),
    ("othello", "position startpos moves f5 f5"),
    ("othello", "position startpos f5"),
    ("othello", "position startpos moves f5d6c3zz"),
    ("othello", "position startpos moves pass"),
    ("othello", "position fen 8/8/8/3ox3/3xo3/8/8/7 x - 0"),
    ("othello", "position fen 8/8/8/3ox3/3xo3/8/8/8 z - 0"),
    ("othello", "position fen 8/8/8/3ox3/3xo3/8/8/8 x - -1"),
    ("othello", "position fen 8/8/8/3o\u{e9}3/3xo3/8/8/8 x - 0"),
    ("othello", "position code (1,0,3),(2,3,2),(0,6),0"),
    ("othello", "go depth"),
    ("othello", "go depth x"),
    ("othello", "go depth -3"),
    ("othello", "go nodes -1"),
    ("othello", "go movetime 1.5"),
    ("othello", "go mate 3"),
    ("othello", "go mate -1"),
    ("othello", "go perft -2"),
    ("othello", "go perft two"),
    ("othello", "go sideways"),
    ("othello", "go searchmoves"),
    ("othello", "go searchmoves a1"),
    ("othello", "go searchmoves depth 3"),
    ("othello", "go wtime soon"),
    ("othello", "setoption"),
    ("othello", "setoption name"),
    ("othello", "setoption Hash 3"),
    ("othello", "setoption name Nope value 3"),
    ("othello", "setoption name Hash"),
    ("othello", "setoption name Hash value"),
    ("othello", "setoption name Hash value abc"),
    ("othello", "setoption name Hash value 0"),
    ("othello", "setoption name Hash value 99999999999999999999"),
    ("othello", "setoption name Hash value 1048576"),
    ("othello", "setoption name Threads value 0"),
    ("othello", "setoption name Ponder value maybe"),
    ("othello", "setoption name UCI_Variant value chess"),
    ("othello", "setoption name Personality value nobody"),
    ("othello", "variant"),
    ("othello", "variant chess"),
    ("othello", "debug"),
    ("othello", "debug maybe"),
    ("othello", "query"),
    ("othello", "query weather"),
    ("othello", "bench x"),
    ("othello", "bench -1"),
    ("othello", "bench 0"),
    ("othello", "bench 128"),
    ("othello", "bench 5 513"),
    ("othello", "bench 5 1 1048577"),
    ("gomoku", "proof nodes"),
    ("gomoku", "proof nodes x"),
    ("gomoku", "proof nodes -1"),
    ("gomoku", "proof nodes 1.5"),
    ("gomoku", "proof nodes 5 nodes 5"),
    ("gomoku", "proof depth 3"),
    ("gomoku", "proof 5"),
    ("gomoku", "joho proof"),
    ("othello", "solve"),
    ("gomoku", "solve verify"),
    ("rhombus", "solve nonsense"),
    ("lgame", "joho solve"),
    ("lgame", "position fen nxx1/1ox1/1ox1/1ooo x - 0"),
    ("lgame", "position fen nxx1/1ox1/1ox1/1oo1 x - 0"),
    ("lgame", "position fen nxx1/1ox1/1ox1/1oon/4 x - 0"),
    ("lgame", "position code (1,0,3),(2,3,2),(0,6),2"),
    ("lgame", "position code (1,0,3),(1,0,3),(0,6),0"),
    ("lgame", "position code (1,0,3),(2,3,2),(6,0),0"),
    ("lgame", "position startpos moves b1c1c2c3"),
    ("rhombus", "position fen x-x-x/-x-x-/x-1-1/-o-o-/o-o-o x 0,0 10"),
    ("rhombus", "position fen x-1-1/-1-1-/1-1-1/-1-1-/1-1-1 x 5,5 0"),
    ("rhombus", "position fen xxxxx/-1-1-/1-1-1/-1-1-/1-1-1 x 5,5 0"),
    ("rhombus", "position startpos moves b1"),
    ("gomoku", "position startpos moves h8 h8"),
    ("gomoku", "position startpos moves q17"),
    ("gomoku", "position startpos moves z1"),
    ("gomoku", "position startpos moves P@a+5"),
    ("gomoku", "position startpos moves P@a05"),
    ("gomoku", "position startpos moves h08"),
    ("gomoku", "position fen 05/5/5/5/5 x - 0"),
    ("gomoku", "position fen 5/5/5/5/5 x - 00"),
    ("othello", "position fen 8/8/8/03ox3/3xo3/8/8/8 x - 0"),
    ("othello", "position fen 8/8/8/3ox3/3xo3/8/8/8 x - 00"),
    ("rhombus", "position fen 01-1-1/-1-1-/1-1-1/-1-1-/1-1-1 x 5,5 0"),
    ("lgame", "position fen nxx01/1ox1/1ox1/1oon x - 0"),
    ("gomoku", "position fen 4/4/4/4 x - 0"),
    ("gomoku", "position fen 15/15/15 x - 0"),
    ("gomoku", "position fen 5x/5/5/5/5 x - 0"),
    ("gomoku", "position fen 5/5/5/5/2x3 x - 0"),
    ("othello", "setoption name Weights value 6:2"),
    ("othello", "setoption name Weights value 6:2:4,1:1:1"),
    ("othello", "setoption name Weights value 6:1:4,6:2:4\t,1:4:4"),
    ("othello", "setoption name Weights value 6:1:4, 6:2:4,1:4:4"),
    ("gomoku", "setoption name BoardSize value 4"),
    ("gomoku", "setoption name Rule value chess"),
];

#[test]
fn every_wrong_line_gives_one_error_and_changes_nothing() {
    for (game, wrong) in WRONG {
        let mut client = Client::start(&["--variant", game]);
        client.send("d");
        client.send("isready");
        let before = client.until("readyok");
        client.send(wrong);
        client.send("d");
        client.send("isready");
        let mut after = client.until("readyok");
        let error = after.remove(0);
        assert!(error.starts_with("info string error: ") && error.len() > 30, "{wrong}: {error}");
        assert_eq!(before, after, "{wrong}");
        let (rest, status) = client.finish();
        assert!(rest.is_empty() && status.success(), "{wrong}: {rest:?}");
    }
}

#[test]
fn unknown_words_before_a_uci_command_are_skipped() {
    assert_eq!(script("joho isready\n"), ["readyok"]);
    assert_eq!(script("a b c isready and more\n"), ["readyok"]);
    assert_eq!(count(&script("hello uci\n"), "uciok"), 1);
    assert_eq!(errors(&script("hello d\n")).len(), 1);
    assert_eq!(script("register later\n"), Vec::<String>::new());
}

#[test]
fn line_ends_and_blanks_of_any_kind_are_understood() {
    let expected = ["readyok", "response x", "readyok"];
    for text in [
        "isready\nquery side\nisready\n",
        "isready\r\nquery side\r\nisready\r\n",
        "isready\rquery side\risready",
        "\n\n  \t isready  \n\t\tquery \t side\t\n\r\n\r\nisready",
    ] {
        assert_eq!(script(text), expected, "{text:?}");
    }
}

#[test]
fn a_bare_carriage_return_is_answered_at_once() {
    let mut client = Client::start(&[]);
    client.send_raw(b"isready\r");
    assert_eq!(client.line(), "readyok");
}

#[test]
fn long_lines_and_invalid_text_give_one_error() {
    let mut long = b"position startpos moves ".to_vec();
    long.extend(std::iter::repeat_n(b'x', 1 << 20));
    long.extend(b"\nisready\n");
    let lines = script_bytes(&long);
    assert_eq!(lines.len(), 2, "{lines:?}");
    assert!(lines[0].starts_with("info string error: ") && lines[0].len() < 400);
    let mut spaces = vec![b' '; 1 << 20];
    spaces.extend(b"isready\n");
    assert_eq!(script_bytes(&spaces), ["readyok"]);
    let lines = script_bytes(b"\xff\xfe\x00\x01\nisready\n");
    assert_eq!(lines.len(), 2, "{lines:?}");
    let lines = script_bytes(b"position fen \xff\xfe\nisready\n");
    assert_eq!(errors(&lines).len(), 1);
}

#[test]
fn a_very_long_game_is_read() {
    // Moving to and fro is a draw at the third occurrence of the position; a move after that is an error.
    let moves = "a1a3 ".repeat(3);
    let lines = script(&format!(
        "variant rhombus\nposition fen x-x-x/-x-x-/1-1-1/-o-o-/o-o-o x 0,0 10 moves {moves}\nisready\n"
    ));
    assert_eq!(errors(&lines).len(), 1, "{lines:?}");
}

#[test]
fn numbers_that_are_too_large_or_zero_are_clamped() {
    let huge = "99999999999999999999999999";
    for game in ["lgame", "rhombus", "gomoku", "othello"] {
        let lines = script(&format!(
            "variant {game}\ngo depth {huge} nodes 50\ngo nodes {huge} depth 1\ngo movetime {huge} depth 1\n\
             go depth 0\ngo nodes 0\ngo movetime 0\ngo wtime 0 btime -5 winc -1\ngo wtime {huge} depth 1\ngo movestogo 0 depth 1\n"
        ));
        assert_eq!(count(&lines, "bestmove "), 9, "{game}: {lines:?}");
        assert!(errors(&lines).is_empty(), "{game}: {lines:?}");
    }
}
