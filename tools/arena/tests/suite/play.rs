//! Games at the terminal between persons, as their lines come in and the program's go out.

use clap::Parser;
use quartet_arena::play::{self, PlayArgs};

#[derive(Parser)]
struct Cli {
    #[command(flatten)]
    play: PlayArgs,
}

/// What is said to these lines.
fn say(arguments: &str, lines: &[&str]) -> String {
    let words = ["play"].into_iter().chain(arguments.split_whitespace());
    let cli = Cli::try_parse_from(words).expect("arguments");
    let mut output = Vec::new();
    play::run(&cli.play, (lines.join("\n") + "\n").as_bytes(), &mut output).expect("a game");
    String::from_utf8(output).expect("text")
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
fn a_game_of_two_persons() {
    let lines = ["moves", "f5", "a1", "d6", "undo", "record", "f4", "record", "resign", "f3", "quit"];
    let text = say(&format!("othello {TWO}"), &lines);
    contains_all(
        &text,
        &[
            "x to move> legal: d3 c4 f5 e6",
            "5 . . . x x x . .",
            "o to move> no: ",
            "x to move> ",
            "o to move>   1. f5\n",
            "  1. f5  f4\n",
            "x resigns",
            "games: x 0, o 1, drawn 0",
            "new, undo, record, save FILE, quit> a move, or",
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
        &["輪到 x> ", "x 勝(五子連線)", "戰績:x 1 勝,o 0 勝,和 0", "新局", "輪到 o> ", "沒有可以悔的棋"],
    );
}

#[test]
fn values_of_a_solved_game() {
    let text = say(&format!("rhombus {TWO}"), &["values", "c3", "values"]);
    contains_all(&text, &["moves and their values", "loss 16", "loss 14", "win 15"]);
}

#[test]
fn saved_and_loaded() {
    let folder = std::env::temp_dir().join(format!("quartet-play-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join("game.json");
    let name = path.to_str().expect("text");
    let text = say(&format!("gomoku --rules BoardSize=9 {TWO}"), &["e5", &format!("save {name}"), "save", "quit"]);
    contains_all(&text, &[&format!("saved to {name}"), "say which file"]);
    let text = say(&format!("--load {name} {TWO}"), &["e5", "e6", "load nowhere.json", &format!("load {name}"), "e6"]);
    contains_all(
        &text,
        &["o to move> no: ", "x to move> error: cannot read nowhere.json", "o to move> ", "x to move> "],
    );
    std::fs::remove_dir_all(&folder).expect("removed");
}
