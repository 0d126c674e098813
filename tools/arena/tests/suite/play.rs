//! Games at the terminal, with input and output of lines.

mod files;
#[cfg(unix)]
mod terminal;

use crate::support::{ARENA, FAKE, Folder};
use clap::Parser;
use quartet_arena::play::{self, PlayArgs};
use std::io::{Cursor, Write};
use std::process::{Command, Output, Stdio};

#[derive(Parser)]
struct Cli {
    #[command(flatten)]
    play: PlayArgs,
}

/// The output for these bytes of input.
fn answer(words: &[&str], input: &[u8]) -> String {
    let cli = Cli::try_parse_from(["play"].iter().chain(words)).expect("arguments");
    let mut output = Vec::new();
    play::run(&cli.play, Cursor::new(input.to_vec()), &mut output).expect("a game");
    String::from_utf8(output).expect("text")
}

/// The output for these lines of input.
fn say(arguments: &str, lines: &[&str]) -> String {
    let words: Vec<&str> = arguments.split_whitespace().collect();
    answer(&words, (lines.join("\n") + "\n").as_bytes())
}

/// Runs the program in a folder with these bytes of input.
fn program(words: &[&str], input: &[u8], folder: &Folder) -> Output {
    let mut command = Command::new(ARENA);
    command.arg("play").args(words).current_dir(folder.file(".")).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.stderr(Stdio::piped()).spawn().expect("the program starts");
    child.stdin.take().expect("a pipe").write_all(input).expect("written");
    child.wait_with_output().expect("it ends")
}

fn contains_all(text: &str, wanted: &[&str]) {
    let mut rest = text;
    for piece in wanted {
        let at = rest.find(piece).unwrap_or_else(|| panic!("no '{piece}' (in this order) in\n{text}"));
        rest = &rest[at + piece.len()..];
    }
}

const TWO: &str = "--x person --o person --language en";

#[test]
fn two_humans_play_a_game() {
    let lines = ["moves", "f5", "a1", "d6", "undo", "record", "f4", "record", "resign", "f3", "quit"];
    let text = say(&format!("othello {TWO}"), &lines);
    contains_all(
        &text,
        &[
            "x to move> legal: d3 c4 f5 e6",
            "4 . . . o x * . .\n5 . . . x x[x]. .\n6 . . . * . * . .",
            "move 1 (ply 2), discs: x 4, o 1",
            "o to move> illegal move a1: a disc on a1 flips nothing",
            "x to move> ",
            "o to move>   1. f5\n",
            "  1. f5  f4\n",
            "x resigns",
            "games: x 0, o 1, drawn 0",
            "new, undo, record, save FILE, quit> the game is over",
        ],
    );
}

#[test]
fn a_five_ends_the_game_and_another_begins() {
    let five = ["77", "00", "78", "01", "79", "02", "#7a", "h1", "7b"];
    let lines: Vec<&str> = five.into_iter().chain(["new", "h8", "undo", "undo", "quit"]).collect();
    let text = say("gomoku --x person --o person --language zh", &lines);
    contains_all(
        &text,
        &[
            "輪到黑（x）> ",
            " 8 . . . . . . .[x|x|x|x|x]. . . .",
            "黑（x）勝（五子連線）",
            "戰績：黑（x）1 勝，白（o）0 勝，和 0",
            "新局",
            "輪到白（o）> ",
            "沒有可以悔的棋",
        ],
    );
}

#[test]
fn values_of_a_solved_game() {
    let text = say(&format!("rhombus {TWO}"), &["values", "values all", "c3", "values", "hint"]);
    contains_all(
        &text,
        &[
            "best first:\n  loses in 8 moves (16 plies)",
            "and 3 more",
            "best last:\n  loses in 7 moves (14 plies) a1 e1 b2 d2 b4 d4 a5 e5\n  loses in 8 moves (16 plies) c1 a3 c3 e3 c5",
            "wins in 8 moves (15 plies)",
            "hint: ",
            ", wins in ",
        ],
    );
    let text = say(&format!("lgame {TWO}"), &["values 3"]);
    contains_all(&text, &["a draw", "and 62 more"]);
}

#[test]
fn the_best_values_stay_in_view() {
    let text = say(&format!("othello {TWO}"), &["f5", "values 2", "values all", "values 0", "values many"]);
    let lines: Vec<&str> = text.lines().collect();
    let best_last = lines.iter().position(|line| line.contains("best last:")).expect("all values");
    let worth = |line: &str| line.split_whitespace().next().and_then(|word| word.parse::<f64>().ok());
    let values: Vec<f64> = lines[best_last + 1..].iter().map_while(|line| worth(line)).collect();
    assert!(!values.is_empty() && values.is_sorted(), "{values:?}");
    contains_all(
        &text,
        &["and 1 more: 'values all' shows them", "'0' is not a number of moves", "'many' is not a number"],
    );
    let moves = say(&format!("gomoku {TWO}"), &["moves"]);
    contains_all(&moves, &["legal: every empty point (256 of them)\n"]);
}

#[test]
fn unknown_input_is_answered_with_a_suggestion() {
    let words = "help h ? hint moves values board show d record score rules position level go undo u takeback redo \
                 save load resign new restart eval best setup exit";
    let unknown = "is not understood";
    for word in words.split_whitespace() {
        let text = say(&format!("rhombus {TWO}"), &["c3", word]);
        assert!(!text.contains(unknown), "{word}: {text}");
    }
    for word in "說明 提示 可下 評分 棋盤 棋譜 戰績 規則 局面 等級 續下 悔棋 重做 存檔 讀檔 認輸 新局 離開".split(' ')
    {
        let text = say("rhombus --o person --language zh", &["c3", word]);
        assert!(!text.contains("看不懂"), "{word}: {text}");
    }
    let text = say(&format!("lgame {TWO}"), &["hlep", "castle", "a1", "pass"]);
    contains_all(
        &text,
        &[
            "'hlep' is not understood; did you mean 'help'?",
            "b1c1d1d2+a1a2",
            "'castle' is not understood",
            "an L",
            "no passing",
        ],
    );
}

#[test]
fn all_messages_are_chinese() {
    let lines = [
        "說明",
        "提示",
        "可下",
        "評分",
        "評分 全部",
        "a1",
        "i9",
        "e4",
        "虛手",
        "f5d6",
        "ｆ５",
        "悔棋",
        "悔棋",
        "重做",
        "重做",
        "重做",
        "說名",
        "局面",
        "局面 8",
        "存檔",
        "讀檔",
        "讀檔 無.json",
        "等級",
        "等級 99",
        "續下",
        "戰績",
        "規則",
        "棋譜",
        "認輸",
        "f4",
        "評分",
    ];
    let text = say("黑白棋 --o person --language zh", &lines);
    let theirs = "不是局面";
    for line in text.lines().filter(|line| !line.contains(theirs)) {
        let mut words = line.split(|letter: char| !letter.is_ascii_alphabetic()).filter(|word| word.len() > 2);
        let strange = words.find(|word| !["Ctrl", "json", "game", "engine", "xxx"].contains(word));
        assert_eq!(strange, None, "{line}");
    }
    for wrong in [", ", "; ", ": ", "(x)"] {
        let line = text.lines().find(|line| line.contains(wrong) && !line.contains(theirs));
        assert_eq!(line, None, "'{wrong}'");
    }
    contains_all(
        &text,
        &["黑（x）：人", "子數：黑（x）2，白（o）2", "下在 a1 翻不到任何子", "不能虛手", "是不是「說明」？"],
    );
}

#[test]
fn undo_and_redo_distinguish_moves_and_plies() {
    let lines = ["f5", "d6", "c3", "undo", "undo", "redo", "redo", "redo", "undo", "c4", "redo"];
    let text = say(&format!("othello {TWO}"), &lines);
    contains_all(
        &text,
        &[
            "move 2 (ply 4)",
            "move 2 (ply 3)",
            "move 1 (ply 2)",
            "move 2 (ply 3)",
            "move 2 (ply 4)",
            "there is nothing to redo",
            "move 2 (ply 3)",
            "[x]x x",
            "there is nothing to redo",
        ],
    );
    // If o begins, the numbers of moves start with o's move.
    let words = ["othello", "--o", "person", "--language", "en", "--position", "8/8/8/3ox3/3xo3/8/8/8 o - 0"];
    let text = answer(&words, b"moves\nf4\nrecord\n");
    contains_all(&text, &["legal: ", "  1. ...  f4\n"]);
}

#[test]
fn undo_takes_back_only_a_resignation() {
    let text = say(&format!("othello {TWO}"), &["f5", "resign", "undo", "record", "resign"]);
    contains_all(&text, &["games: x 1, o 0", "o to move>   1. f5\n", "games: x 1, o 0"]);
}

#[test]
fn forced_passes_are_played() {
    // After a1 by x, o has no move, and x has one more.
    let words = ["othello", "--o", "person", "--language", "en", "--position", "1ox5/8/8/8/8/8/8/xo6 x - 0"];
    let text = answer(&words, b"a1\nundo\n");
    contains_all(&text, &["x to move> ", "o has no move and passes", "x to move> ", "move 1 (ply 1)"]);
    assert!(!text.contains("o to move>"), "{text}");
}

#[test]
fn stones_in_hand_and_forbidden_points_are_shown() {
    let text = say(&format!("rhombus {TWO}"), &["c3", "a1", "c3", "b1"]);
    contains_all(&text, &["stones in hand: x 5, o 5", "x 4, o 4", "c3 is taken", "the board has no point b1"]);
    let words =
        ["rhombus", "--o", "person", "--language", "en", "--position", "x-x-x/-x-x-/1-1-1/-o-o-/o-o-o x 0,0 10"];
    let text = answer(&words, b"c3\nb4c3\nb2a3\n");
    contains_all(
        &text,
        &[
            " 3  *       *       *",
            "all stones are on the board",
            "from where to where",
            "x has no stone on b4",
            " 3 [x]",
        ],
    );
    let text = say(&format!("lgame {TWO}"), &["d2 d1 c1 b1, a1 a2", "moves"]);
    contains_all(
        &text,
        &["neutral pieces: a1 and d4", " 1  .[x|x|x]\n 2 [n]o .[x]", "neutral pieces: a2 and d4", "places for the L"],
    );
    let words = ["gomoku", "--o", "person", "--language", "en", "--rules", "Rule=renju", "--rules", "BoardSize=9"];
    let text = answer(&words, b"e5\na1\ne6\ni1\nd7\na9\nc7\ni9\ne7\nmoves\n");
    contains_all(
        &text,
        &["#", "e7 is forbidden to x by renju's rules (double three)", "except those that renju forbids: e7"],
    );
}

/// The script of an engine whose level is set.
const CONVERSATION: &str = "> uci\n< option name Skill Level type spin\n< uciok\n> setoption name Skill Level value 3\n\
    > isready\n< readyok\n> ucinewgame\n> isready\n< readyok\n> isready\n> position startpos moves f5\n> go depth 1\n\
    < readyok\n< info depth 1 score mate 4\n< bestmove d6\n> quit";

#[test]
fn the_level_is_set_if_the_engine_has_one() {
    let (engine, script) = (format!("cmd={FAKE}"), format!("env.FAKE_SCRIPT={CONVERSATION}"));
    let seats = ["othello", "--language", "en", "--o", &engine, "name=weak", "depth=1", &script];
    let text = answer(&[&seats[..], &["--level", "3"]].concat(), b"level\nf5\nquit\n");
    contains_all(&text, &["plays at level 3 of 20", "o (weak) plays d6 [wins in 4 moves]"]);
    let text = answer(&seats, b"level\nlevel 3\nlevel 21\nlevel x\nf5\nquit\n");
    contains_all(
        &text,
        &["level 20 of 20", "level 3 from the next move on", "no level '21'", "no level 'x'", "plays d6"],
    );
    assert!(Cli::try_parse_from(["play", "othello", "--level", "21"]).is_err());
    let folder = Folder::new();
    let output = program(&["othello", "--o", "person", "--level", "3"], b"", &folder);
    assert_eq!(output.status.code(), Some(2));
    contains_all(&String::from_utf8_lossy(&output.stderr), &["no engine plays whose level can be set"]);
}

#[test]
fn the_engine_takes_the_other_side() {
    let engine = format!("cmd={FAKE}");
    let words = ["othello", "--language", "en", "--o", &engine, "name=fake", "depth=1"];
    let text = answer(&words, b"go\nmoves\nquit\n");
    contains_all(&text, &["sides swapped: the engine plays x", "x (fake) plays ", "o to move> legal: "]);
    contains_all(&say(&format!("othello {TWO}"), &["go"]), &["no engine plays here"]);
}

#[test]
fn an_unsaved_game_is_not_left_silently() {
    let text = say(&format!("othello {TWO}"), &["f5", "d6"]);
    assert!(text.ends_with("\nleft without being saved: f5 d6\n"), "{text}");
    for lines in [&["quit"][..], &["f5", "resign", "quit"]] {
        assert!(!say(&format!("othello {TWO}"), lines).contains("left without"), "{lines:?}");
    }
}
