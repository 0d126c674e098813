//! What a person can say at the terminal, in either language.

use crate::points::point_name;
use std::path::PathBuf;

/// A line from a person.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Input {
    /// Nothing.
    Empty,
    /// A move, to be read by the referee.
    Move(String),
    /// The legal moves.
    Moves,
    /// What each of them is worth.
    Values,
    /// The last own move back.
    Undo,
    /// The moves so far.
    Record,
    /// The game is given up.
    Resign,
    /// The game goes to a file.
    Save(PathBuf),
    /// A game comes from a file.
    Load(PathBuf),
    /// Another game from the same beginning.
    New,
    /// The board once more.
    Board,
    /// These commands.
    Help,
    /// The end.
    Quit,
    /// A command that lacks its file.
    NoFile,
}

/// The words for each command, English and Chinese.
const WORDS: [(&str, &str); 11] = [
    ("moves", "提示"),
    ("values", "評分"),
    ("undo", "悔棋"),
    ("record", "棋譜"),
    ("resign", "認輸"),
    ("save", "存檔"),
    ("load", "讀檔"),
    ("new", "新局"),
    ("board", "棋盤"),
    ("help", "說明"),
    ("quit", "離開"),
];

/// Reads a line. What is no command is taken for a move.
pub fn read(line: &str) -> Input {
    // The first line of a file that is piped in may begin with a byte order mark.
    let line = line.strip_prefix('\u{feff}').unwrap_or(line).trim();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let file = PathBuf::from(rest.trim());
    let known = WORDS.iter().find(|(english, chinese)| word.eq_ignore_ascii_case(english) || word == *chinese);
    match known.map(|(english, _)| *english) {
        _ if line.is_empty() => Input::Empty,
        Some("moves") => Input::Moves,
        Some("values") => Input::Values,
        Some("undo") => Input::Undo,
        Some("record") => Input::Record,
        Some("resign") => Input::Resign,
        Some("save" | "load") if file.as_os_str().is_empty() => Input::NoFile,
        Some("save") => Input::Save(file),
        Some("load") => Input::Load(file),
        Some("new") => Input::New,
        Some("board") => Input::Board,
        Some("help") => Input::Help,
        Some(_) => Input::Quit,
        None => Input::Move(line.to_string()),
    }
}

/// The textbook's coordinates of a Gomoku point, row and column from 0 as two hexadecimal digits: `67` is h7. Where the first
/// digit is a letter, which is also the name of a column, `#` has to stand before it.
pub fn textbook_point(text: &str) -> Option<String> {
    let digits = match text.strip_prefix('#') {
        Some(marked) => marked,
        None => Some(text).filter(|text| text.starts_with(|first: char| first.is_ascii_digit()))?,
    };
    let mut numbers = digits.chars().map(|digit| digit.to_digit(16));
    let (row, column) = (numbers.next()??, numbers.next()??);
    point_name(column as usize, row as usize).filter(|_| numbers.next().is_none())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_in_both_languages() {
        assert_eq!(read("  Undo "), Input::Undo);
        assert_eq!(read("悔棋"), Input::Undo);
        assert_eq!(read("save  my game.json"), Input::Save("my game.json".into()));
        assert_eq!(read("存檔"), Input::NoFile);
        assert_eq!(read("f5"), Input::Move("f5".into()));
        assert_eq!(read(" "), Input::Empty);
        assert_eq!(read("\u{feff}f5\r\n"), Input::Move("f5".into()));
        for (english, chinese) in WORDS {
            assert_eq!(read(english), read(chinese), "{english}");
        }
    }

    #[test]
    fn textbook_points() {
        assert_eq!(textbook_point("67").as_deref(), Some("h7"));
        assert_eq!(textbook_point("0f").as_deref(), Some("p1"));
        assert_eq!(textbook_point("#a1").as_deref(), Some("b11"));
        for none in ["a1", "6", "678", "", "#", "6g", "h8"] {
            assert_eq!(textbook_point(none), None, "{none}");
        }
    }
}
