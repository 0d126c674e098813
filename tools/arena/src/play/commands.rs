//! The commands at the terminal, in both languages.

use super::move_input::narrow;
use std::path::PathBuf;

/// A parsed input line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Input {
    /// An empty line.
    Empty,
    /// No command: a move, or text that is not understood.
    Other(String),
    /// A command.
    Command(Command, String),
}

/// The commands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Command {
    /// Shows the legal moves.
    Moves,
    /// Suggests a move.
    Hint,
    /// Shows the values of moves.
    Values,
    /// Takes back your last move.
    Undo,
    /// Plays the moves again that were taken back.
    Redo,
    /// Shows the moves so far.
    Record,
    /// Shows the board.
    Board,
    /// Shows the score of the session.
    Score,
    /// Shows the rules.
    Rules,
    /// Shows the position as text, or starts a game from a position.
    Position,
    /// Lets the engine play the side to move.
    Go,
    /// Shows or sets the engine's level.
    Level,
    /// Resigns.
    Resign,
    /// Starts another game from the same position.
    New,
    /// Saves the game to a file.
    Save,
    /// Saves the game and overwrites any file.
    SaveOver,
    /// Loads a game from a file.
    Load,
    /// Shows the commands.
    Help,
    /// Leaves the program.
    Quit,
}

/// The words of each command in English and in Chinese, of which the first one is suggested.
const WORDS: [(Command, &[&str], &[&str]); 19] = [
    (Command::Moves, &["moves", "move", "legal", "list", "m"], &["可下", "著手", "合法", "合法著手", "走法"]),
    (
        Command::Hint,
        &["hint", "hints", "best", "bestmove", "best move", "suggest", "tip", "advice", "help me"],
        &["提示", "建議", "最佳", "支招"],
    ),
    (
        Command::Values,
        &["values", "value", "eval", "evaluate", "evaluation", "analyse", "analyze", "analysis", "scores"],
        &["評分", "評估", "分析", "形勢"],
    ),
    (
        Command::Undo,
        &["undo", "u", "takeback", "take back", "back", "unmove", "remove", "retract"],
        &["悔棋", "退回", "上一手", "後退", "復原"],
    ),
    (Command::Redo, &["redo", "r", "forward", "again", "replay"], &["重做", "前進", "下一手", "取消悔棋"]),
    (Command::Record, &["record", "history", "moves so far", "log", "notation", "pgn"], &["棋譜", "紀錄", "記錄"]),
    (Command::Board, &["board", "b", "show", "d", "display", "print"], &["棋盤", "顯示", "盤面"]),
    (Command::Score, &["score", "result", "results", "games", "status", "info"], &["戰績", "比分", "成績", "狀態"]),
    (Command::Rules, &["rules", "rule", "how to play", "howto", "about"], &["規則", "玩法"]),
    (Command::Position, &["position", "pos", "fen", "setup", "setboard", "edit"], &["局面", "擺棋", "設定局面"]),
    (
        Command::Go,
        &["go", "go on", "play", "swap", "switch", "think", "continue", "start"],
        &["續下", "換邊", "交換", "思考", "開始"],
    ),
    (Command::Level, &["level", "skill", "strength", "difficulty", "easy", "hard"], &["等級", "難度", "強度", "級別"]),
    (Command::Resign, &["resign", "give up", "surrender", "concede", "gg"], &["認輸", "投降", "投子"]),
    (Command::New, &["new", "newgame", "new game", "restart", "reset", "clear"], &["新局", "重來", "重開", "重新開始"]),
    (Command::Save, &["save", "write", "store"], &["存檔", "儲存", "保存"]),
    (Command::SaveOver, &["save!", "write!", "store!"], &["存檔!", "儲存!", "保存!"]),
    (Command::Load, &["load", "open", "read", "restore"], &["讀檔", "開啟", "載入"]),
    (Command::Help, &["help", "h", "?", "commands", "man", "usage", "options"], &["說明", "幫助", "指令", "求助"]),
    (
        Command::Quit,
        &["quit", "q", "exit", "bye", "leave", "end", "stop", ":q", "close"],
        &["離開", "結束", "退出", "再見"],
    ),
];

/// Parses a line.
pub(super) fn read(line: &str) -> Input {
    let line = line.trim().trim_start_matches('/').trim_end_matches(['.', '。']);
    let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let (whole, word) = (narrow(line), narrow(first));
    match (line, find(&whole), find(&word)) {
        ("", ..) => Input::Empty,
        (_, Some(command), _) => Input::Command(command, String::new()),
        // "play f5", "move f5".
        (_, None, Some(Command::Go | Command::Moves)) => Input::Other(rest.trim().to_string()),
        (_, None, Some(command)) => Input::Command(command, rest.trim().to_string()),
        _ => Input::Other(line.to_string()),
    }
}

fn find(word: &str) -> Option<Command> {
    let is_one =
        |(_, english, chinese): &&(Command, &[&str], &[&str])| english.contains(&word) || chinese.contains(&word);
    WORDS.iter().find(is_one).map(|(command, ..)| *command)
}

/// The words of both languages that are suggested.
pub(super) fn suggested() -> impl Iterator<Item = &'static str> {
    WORDS.iter().flat_map(|(_, english, chinese)| [english[0], chinese[0]])
}

/// The command word that is most similar to an unknown one.
pub(super) fn nearest(text: &str) -> Option<&'static str> {
    // Words below this have little in common. Of two Chinese characters a single match is enough.
    let like = if text.is_ascii() { 0.8 } else { 0.65 };
    let text = narrow(text);
    let word = text.split_whitespace().next().unwrap_or_default();
    let words = WORDS.iter().flat_map(|(_, english, chinese)| english.iter().chain(*chinese)).copied();
    let rated = words.filter(|known| known.chars().count() > 1).map(|known| (strsim::jaro_winkler(word, known), known));
    rated
        .filter(|(likeness, _)| *likeness >= like)
        .max_by(|one, other| one.0.total_cmp(&other.0))
        .map(|(_, known)| known)
}

/// The file that a command names.
pub(super) fn file(rest: &str) -> Option<PathBuf> {
    let name = rest.trim().trim_matches(['"', '\'']);
    (!name.is_empty()).then(|| name.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn command(command: Command, rest: &str) -> Input {
        Input::Command(command, rest.into())
    }

    #[test]
    fn commands_in_both_languages() {
        assert_eq!(read("  Undo "), command(Command::Undo, ""));
        assert_eq!(read("悔棋"), command(Command::Undo, ""));
        assert_eq!(read("take back"), command(Command::Undo, ""));
        assert_eq!(read("save  my game.json"), command(Command::Save, "my game.json"));
        assert_eq!(read("save! my game.json"), command(Command::SaveOver, "my game.json"));
        assert_eq!(read("存檔！ 一.json"), command(Command::SaveOver, "一.json"));
        assert_eq!(read("？"), command(Command::Help, ""));
        assert_eq!(read("f5"), Input::Other("f5".into()));
        assert_eq!(read("play F5"), Input::Other("F5".into()));
        assert_eq!(read("--"), Input::Other("--".into()));
        assert_eq!(read(" "), Input::Empty);
    }

    #[test]
    fn no_word_has_two_meanings() {
        let words: Vec<&str> =
            WORDS.iter().flat_map(|(_, english, chinese)| english.iter().chain(*chinese)).copied().collect();
        for word in &words {
            assert_eq!(words.iter().filter(|other| *other == word).count(), 1, "{word}");
            assert_eq!(*word, narrow(word), "{word}");
        }
    }

    #[test]
    fn similar_words_are_suggested() {
        for (typed, meant) in [
            ("hlep", "help"),
            ("unod", "undo"),
            ("vlaues", "values"),
            ("悔", "悔棋"),
            ("說名", "說明"),
            ("mvoes", "moves"),
        ] {
            assert_eq!(nearest(typed), Some(meant), "{typed}");
        }
        assert_eq!(nearest("xyzzy"), None);
    }

    #[test]
    fn files() {
        assert_eq!(file(" my game.json "), Some("my game.json".into()));
        assert_eq!(file("\"a b.json\""), Some("a b.json".into()));
        assert_eq!(file("  "), None);
    }
}
