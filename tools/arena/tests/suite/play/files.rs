//! Saved games, and other files in their place.

use super::{TWO, contains_all, program, say};
use crate::support::Folder;

#[test]
fn saved_and_loaded() {
    let folder = Folder::new();
    let path = folder.file("game.json");
    let name = path.to_str().expect("text");
    let text = say(&format!("gomoku --rules BoardSize=9 {TWO}"), &["e5", &format!("save {name}"), "save", "quit"]);
    contains_all(&text, &[&format!("saved to {name}"), "expected a file name, such as 'save game.json'"]);
    assert!(!text.contains("left without being saved"), "{text}");
    let text = say(&format!("--load {name} {TWO}"), &["e5", "e6", "load nowhere.json", &format!("load {name}"), "e6"]);
    contains_all(
        &text,
        &[
            "o to move> illegal move e5: e5 is taken",
            "x to move> error: cannot read nowhere.json",
            "left without being saved: e5 e6",
            "o to move> ",
            "x to move> ",
        ],
    );
}

#[test]
fn only_saved_games_are_overwritten_by_save() {
    let folder = Folder::new();
    let path = folder.file("notes.txt");
    std::fs::write(&path, "do not lose this\n").expect("written");
    let name = path.to_str().expect("text");
    let text = say(&format!("othello {TWO}"), &["f5", &format!("save {name}"), "f4"]);
    contains_all(&text, &["error: ", "exists and is not a saved game; 'save! FILE' overwrites it", "left without"]);
    assert_eq!(std::fs::read_to_string(&path).expect("text"), "do not lose this\n");
    let text = say("othello --o person --language zh", &["f5", &format!("存檔 {name}"), &format!("存檔！ {name}")]);
    contains_all(&text, &["已存在且不是存檔", "已存到"]);
    assert!(std::fs::read_to_string(&path).expect("text").contains("\"f5\""));
}

#[test]
fn invalid_text_and_endless_lines_do_not_lose_the_game() {
    let folder = Folder::new();
    let long = vec![b'x'; 1 << 20];
    let input = [b"\xef\xbb\xbfh8\nh9\n\xe9\n", &long[..], b"\n\xff\xfe\nh10\nsave kept.json\nquit\n"].concat();
    let output = program(&["gomoku", "--o", "person", "--language", "en"], &input, &folder);
    assert!(output.status.success(), "{output:?}");
    let text = String::from_utf8(output.stdout).expect("text");
    contains_all(
        &text,
        &["not understood: it is not valid", "x to move> that is not understood: a line has", "not valid UTF-8"],
    );
    let kept = std::fs::read_to_string(folder.file("kept.json")).expect("saved");
    contains_all(&kept, &["h8", "h9", "h10"]);
}
