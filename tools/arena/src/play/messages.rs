//! What is said at the terminal, in English and in 繁體中文.

use crate::referee::GameResult;
use quartet::game::Reason;

/// The language of all messages.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum Language {
    /// English.
    En,
    /// 繁體中文.
    Zh,
}

impl Language {
    /// That of the locale.
    pub fn of_locale() -> Language {
        let set = ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().find_map(|name| {
            let value = std::env::var(name).ok()?;
            (!value.is_empty()).then_some(value)
        });
        if set.is_some_and(|value| value.starts_with("zh")) { Language::Zh } else { Language::En }
    }

    /// The text of a message.
    pub fn say(self, message: &Message<'_>) -> String {
        match self {
            Language::En => english(message),
            Language::Zh => chinese(message),
        }
    }
}

/// Everything there is to say.
#[derive(Clone, Debug)]
pub enum Message<'a> {
    /// Whose turn it is; the second says that a pass is all there is.
    Turn(char, bool),
    /// An engine has moved: side, name, move, its score in its own words.
    Moved(char, &'a str, &'a str, &'a str),
    /// The legal moves.
    Moves(&'a str),
    /// The heading over the values of moves.
    Values,
    /// The move is refused.
    Refused(&'a str),
    /// There is nothing to take back.
    NothingToUndo,
    /// No move yet.
    NoMoves,
    /// Saved to a file.
    Saved(&'a str),
    /// A file is missing.
    NoFile,
    /// Something went wrong with a file.
    Trouble(&'a str),
    /// An engine failed and gives its seat to a person.
    EngineFailed(char, &'a str),
    /// The end by the rules.
    Over(GameResult, Reason),
    /// The first player's discs less the second's.
    Margin(i16),
    /// A side has resigned.
    Resigned(char),
    /// Games won by x and o, and drawn.
    Score(u32, u32, u32),
    /// What can be said when the game is over.
    After,
    /// The commands.
    Help,
}

fn english(message: &Message<'_>) -> String {
    match *message {
        Message::Turn(side, true) => format!("{side} has to pass ('pass')> "),
        Message::Turn(side, false) => format!("{side} to move> "),
        Message::Moved(side, name, mv, score) => format!("{side} ({name}) plays {mv}{score}"),
        Message::Moves(moves) => format!("legal: {moves}"),
        Message::Values => "moves and their values for the side to move:".into(),
        Message::Refused(why) => format!("no: {why}"),
        Message::NothingToUndo => "there is nothing to take back".into(),
        Message::NoMoves => "no move yet".into(),
        Message::Saved(path) => format!("saved to {path}"),
        Message::NoFile => "say which file".into(),
        Message::Trouble(why) => format!("error: {why}"),
        Message::EngineFailed(side, why) => format!("the engine of {side} failed ({why}); move for it"),
        Message::Over(result, reason) => {
            let reason = match reason {
                Reason::Five => "a row of five",
                Reason::Immobile => "no move left",
                Reason::Repetition => "third occurrence of the position",
                Reason::MaxPlies => "length of the game",
                Reason::Full => "no point left",
                Reason::Discs => "discs",
            };
            let result = match result {
                GameResult::FirstWins => "x wins",
                GameResult::SecondWins => "o wins",
                GameResult::Draw => "a draw",
            };
            format!("{result} ({reason})")
        }
        Message::Margin(margin) => format!("x - o: {margin:+} discs"),
        Message::Resigned(side) => format!("{side} resigns"),
        Message::Score(x, o, draws) => format!("games: x {x}, o {o}, drawn {draws}"),
        Message::After => "new, undo, record, save FILE, quit> ".into(),
        Message::Help => "a move, or: moves, values, undo, record, resign, save FILE, load FILE, new, board, help, quit. \
             In gomoku also the textbook's two hexadecimal digits, row and column (67; #a7 where the first is a letter)."
            .into(),
    }
}

fn chinese(message: &Message<'_>) -> String {
    match *message {
        Message::Turn(side, true) => format!("{side} 無子可下,請輸入 pass> "),
        Message::Turn(side, false) => format!("輪到 {side}> "),
        Message::Moved(side, name, mv, score) => format!("{side}({name})下 {mv}{score}"),
        Message::Moves(moves) => format!("可下:{moves}"),
        Message::Values => "各著手對輪走方的評分:".into(),
        Message::Refused(why) => format!("不可:{why}"),
        Message::NothingToUndo => "沒有可以悔的棋".into(),
        Message::NoMoves => "尚未下子".into(),
        Message::Saved(path) => format!("已存到 {path}"),
        Message::NoFile => "請指定檔名".into(),
        Message::Trouble(why) => format!("錯誤:{why}"),
        Message::EngineFailed(side, why) => format!("{side} 的程式失敗({why}),請代為下子"),
        Message::Over(result, reason) => {
            let reason = match reason {
                Reason::Five => "五子連線",
                Reason::Immobile => "無法移動",
                Reason::Repetition => "同形三次",
                Reason::MaxPlies => "超過步數",
                Reason::Full => "無處可下",
                Reason::Discs => "計子",
            };
            let result = match result {
                GameResult::FirstWins => "x 勝",
                GameResult::SecondWins => "o 勝",
                GameResult::Draw => "和局",
            };
            format!("{result}({reason})")
        }
        Message::Margin(margin) => format!("x - o:{margin:+} 子"),
        Message::Resigned(side) => format!("{side} 認輸"),
        Message::Score(x, o, draws) => format!("戰績:x {x} 勝,o {o} 勝,和 {draws}"),
        Message::After => "新局、悔棋、棋譜、存檔 檔名、離開> ".into(),
        Message::Help => {
            "輸入著手,或:提示(可下的著手)、評分、悔棋、棋譜、認輸、存檔 檔名、讀檔 檔名、新局、棋盤、說明、\
             離開。五子棋也可用課本的兩位十六進位座標,先列後行(67;第一位是字母時寫 #a7)。"
                .into()
        }
    }
}
