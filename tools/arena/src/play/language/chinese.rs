//! The texts in 繁體中文.

use super::{Count, Event, Leave, Problem, Prompt, Reply, Texts};
use crate::fault::{FaultKind, Interruption};
use crate::play::commands::Command;
use crate::play::hints::DisplayScore;
use crate::play::illegal_move::IllegalMove;
use crate::play::saved_game::{FileError, FileErrorKind};
use quartet::game::{Reason, Side};
use quartet::games::gomoku::rules::renju::Foul;
use quartet_rules::GameResult;
use std::fmt::Display;
use std::io;

/// Texts in 繁體中文, with the sides as letters or discs.
pub(super) struct Chinese {
    /// Whether ● and ○ are shown.
    pub discs: bool,
}

impl Texts for Chinese {
    fn side(&self, side: Side) -> &'static str {
        match (self.discs, side) {
            (false, Side::X) => "黑（x）",
            (false, Side::O) => "白（o）",
            (true, Side::X) => "●黑",
            (true, Side::O) => "○白",
        }
    }

    fn prompt(&self, prompt: Prompt) -> String {
        match prompt {
            Prompt::Turn(side) => format!("輪到{}> ", self.side(side)),
            Prompt::Interrupted(side) => format!("輪到{}（續下、悔棋、代下一手、離開）> ", self.side(side)),
            Prompt::After => "新局、悔棋、棋譜、存檔 檔名、離開> ".into(),
        }
    }

    fn event(&self, event: Event<'_>) -> String {
        match event {
            Event::Begins(variant, players) => self.begins(variant, players),
            Event::Thinks(side, name) => format!("{}（{name}）思考中；按 Ctrl-C 可打斷", self.side(side)),
            Event::Moved(side, name, mv, worth) => {
                let worth = worth.map(|worth| format!("，自評：{}", self.worth(worth))).unwrap_or_default();
                format!("{}（{name}）下 {}{worth}", self.side(side), move_name(mv))
            }
            Event::Passed(side) => format!("{}無處可下，虛手一次", self.side(side)),
            Event::Interrupted(side, name) => format!("{}（{name}）已被打斷；輸入「續下」讓它再想", self.side(side)),
            Event::EngineFailed(side, why) => format!("{}的程式失敗（{}），請代為下子", self.side(side), fault(why)),
            Event::Over(result, reason) => self.over(result, reason),
            Event::Margin(0) => "雙方子數相同".into(),
            Event::Margin(margin) => {
                let side = if margin > 0 { Side::X } else { Side::O };
                format!("{}多 {} 子（空格歸勝方）", self.side(side), margin.abs())
            }
            Event::Resigned(side) => format!("{}認輸", self.side(side)),
            Event::Score([x, o, draws]) => {
                let [x, o] = self.counted([x, o]);
                format!("戰績：{x} 勝，{o} 勝，和 {draws}")
            }
            Event::Loaded(path) => format!("從 {} 續下", path.display()),
            Event::Saved(path) => format!("已存到 {}", path.display()),
            Event::Rescued(path) => {
                let path = path.display();
                format!("棋局已存到 {path}；用「quartet-arena play --load {path}」可續下")
            }
            Event::Left(moves) => format!("棋局未存檔：{moves}"),
            Event::Level(level) => format!("從下一手起，等級為 {level}"),
            Event::Swapped(side) => format!("雙方交換：程式執{}", self.side(side)),
        }
    }

    fn answer(&self, answer: Reply<'_>) -> String {
        match answer {
            Reply::Standing(mv, ply, count) => format!("第 {mv} 回合（第 {ply} 手）{}", self.count(count)),
            Reply::Moves(moves) => format!("可下：{}", if moves == "pass" { "虛手" } else { moves }),
            Reply::EveryPoint(count, "") => format!("可下：所有空點（共 {count} 點）"),
            Reply::EveryPoint(count, but) => format!("可下：所有空點（共 {count} 點），連珠禁手除外：{but}"),
            Reply::Shapes(count, shapes) => {
                format!("可下：共 {count} 種著手。Ｌ可放下列位置，之後可把一枚中立子移到空格（如 +a1a2）：\n{shapes}")
            }
            Reply::Hint(mv, worth) => format!("提示：{}，{}", move_name(mv), self.worth(worth)),
            Reply::Values => "各著手對輪走方的評分，最佳在前：".into(),
            Reply::ValuesBestLast => "各著手對輪走方的評分，最佳在後：".into(),
            Reply::More(count) => format!("  另有 {count} 種著手；輸入「評分 全部」可全部列出"),
            Reply::NoMoves => "尚未下子".into(),
            Reply::Position(text) => format!("局面 {text}"),
            Reply::Level(Some(level)) => format!("程式的等級為 {level}（最高 20）；輸入「等級 5」可改"),
            Reply::Level(None) => self.problem(&Problem::NoLevel),
            Reply::Help(variant) => help(variant),
            Reply::Rules(variant, rule) => rules(variant, rule),
        }
    }

    fn problem(&self, problem: &Problem<'_>) -> String {
        match problem {
            Problem::Refused(text, why, side) => {
                format!("不可下 {}：{}", move_name(text), self.illegal_move(why, *side))
            }
            Problem::NotUnderstood(text, nearest, variant) => {
                let nearest = nearest.map(|word| format!("，是不是「{word}」？")).unwrap_or("。".into());
                format!("看不懂「{text}」{nearest}\n請輸入{}；輸入「說明」可看所有指令。", move_form(variant))
            }
            Problem::NotText => "看不懂：不是 UTF-8 文字。".into(),
            Problem::TooLong(most) => format!("看不懂：一行最多 {most} 個位元組。"),
            Problem::NothingToUndo => "沒有可以悔的棋。".into(),
            Problem::NothingToRedo => "沒有可以重做的著手。".into(),
            Problem::Over => "棋局已結束；輸入「新局」再下一局，或「悔棋」回到局中。".into(),
            Problem::NoEngine => "這裡沒有程式下棋；可在命令列用「--o engine」安排。".into(),
            Problem::NoLevel => "這裡沒有可設定等級的程式。".into(),
            Problem::WrongLevel(text) => format!("沒有等級「{text}」，應為 0（初學）到 20（全力）。"),
            Problem::WrongCount(text) => format!("「{text}」不是著手數，應為 1 以上的整數，或「全部」。"),
            Problem::NoFile(command) => {
                let word = if *command == Command::Load { "讀檔" } else { "存檔" };
                format!("請指定檔名，例如「{word} game.json」。")
            }
            Problem::NoPosition(why) => format!("不是局面（{why}）。"),
            Problem::File(error) => format!("錯誤：{}", file(error)),
            Problem::Other(why) => format!("錯誤：{why}"),
            Problem::Unsaved(by) => {
                let again = match by {
                    Leave::Quit => "再輸入一次「離開」即離開",
                    Leave::EndOfInput => "再按一次 Ctrl-D 即離開",
                    Leave::Interrupt => "再按一次 Ctrl-C 即離開",
                    Leave::Another => "再輸入一次即放棄此局",
                };
                format!("此局尚未存檔：輸入「存檔 檔名」可保留，{again}。")
            }
            Problem::Again => "再按一次 Ctrl-C、按 Ctrl-D 或輸入「離開」即離開。".into(),
        }
    }

    fn worth(&self, worth: DisplayScore) -> String {
        let plies = |plies: Option<u16>| plies.map(|plies| format!("（共 {plies} 手）")).unwrap_or_default();
        match worth {
            DisplayScore::Draw => "和局".into(),
            DisplayScore::Discs(points) => format!("{points:+.2} 子"),
            DisplayScore::Points(points) => format!("{points:+.2}"),
            DisplayScore::Wins(count, after) => format!("{count} 步勝{}", plies(after)),
            DisplayScore::Loses(count, after) => format!("{count} 步負{}", plies(after)),
        }
    }
}

impl Chinese {
    fn begins(&self, variant: &str, players: [Option<&str>; 2]) -> String {
        let name = match variant {
            "othello" => "黑白棋",
            "gomoku" => "五子棋",
            "lgame" => "Ｌ棋",
            _ => "斜方棋",
        };
        let person = if players == [None, None] { "人" } else { "你" };
        let player = |side: Side| format!("{}：{}", self.side(side), players[side.index()].unwrap_or(person));
        let form = move_form(variant);
        format!("{name}。{}；{}。\n請輸入{form}；輸入「說明」可看所有指令。", player(Side::X), player(Side::O))
    }

    fn over(&self, result: GameResult, reason: Reason) -> String {
        let reason = match reason {
            Reason::Five => "五子連線",
            Reason::Immobile => "無法移動",
            Reason::Repetition => "同形三次",
            Reason::MaxPlies => "達到手數上限",
            Reason::Full => "無處可下",
            Reason::Discs => "計子",
        };
        match result {
            GameResult::FirstWins => format!("{}勝（{reason}）", self.side(Side::X)),
            GameResult::SecondWins => format!("{}勝（{reason}）", self.side(Side::O)),
            GameResult::Draw => format!("和局（{reason}）"),
        }
    }

    fn count(&self, count: &Count) -> String {
        let both = |numbers: [usize; 2]| self.counted(numbers).join("，");
        match count {
            Count::Discs(numbers) => format!("，子數：{}", both(*numbers)),
            Count::InHand([0, 0]) => "，棋子已全部下完，改為移動".into(),
            Count::InHand(numbers) => format!("，手中棋子：{}", both(*numbers)),
            Count::Neutral(points) => format!("，中立子：{}", points.join("、")),
            Count::Nothing => String::new(),
        }
    }

    /// Both sides with a number each; there is no space after a full-width bracket.
    fn counted<N: Display>(&self, [x, o]: [N; 2]) -> [String; 2] {
        let gap = if self.discs { " " } else { "" };
        [format!("{}{gap}{x}", self.side(Side::X)), format!("{}{gap}{o}", self.side(Side::O))]
    }

    fn illegal_move(&self, why: &IllegalMove, side: Side) -> String {
        let side = self.side(side);
        match why {
            IllegalMove::Over => "棋局已結束".into(),
            IllegalMove::NoPass => format!("{side}有處可下，不能虛手；輸入「可下」可看著手"),
            IllegalMove::NeverPass => "這種棋沒有虛手".into(),
            IllegalMove::NoPoint(point, last) => format!("棋盤上沒有 {point}，應為 a1 到 {last}"),
            IllegalMove::Taken(point) => format!("{point} 已有棋子"),
            IllegalMove::FlipsNothing(point) => format!("下在 {point} 翻不到任何子；輸入「可下」可看著手"),
            IllegalMove::Forbidden(point, foul) => {
                let foul = match foul {
                    Some(Foul::Overline) => "長連",
                    Some(Foul::DoubleFour) => "四四",
                    Some(Foul::DoubleThree) => "三三",
                    None => "連珠",
                };
                format!("{point} 是{side}的{foul}禁手")
            }
            IllegalMove::InHand => format!("{side}手中還有棋子，應輸入一點，如 c3"),
            IllegalMove::AllPlaced => "棋子已全部下完，應輸入從何處到何處，如 c1b2".into(),
            IllegalMove::NotYours(point) => format!("{point} 沒有{side}的棋子"),
            IllegalMove::NotJoined(from, to) => format!("{from} 與 {to} 之間沒有線"),
            IllegalMove::NoL => "應為Ｌ形的四格，如 b1c1d1d2；輸入「可下」可看位置".into(),
            IllegalMove::SamePlace => format!("{side}的Ｌ已在該處，必須換位置"),
            IllegalMove::NoNeutral(point) => format!("{point} 沒有中立子"),
            IllegalMove::OtherCount => "應輸入一手棋".into(),
        }
    }
}

fn move_name(mv: &str) -> &str {
    if mv == "pass" { "虛手" } else { mv }
}

/// The notation of a move.
fn move_form(variant: &str) -> &'static str {
    match variant {
        "othello" => "著手，如 f5",
        "gomoku" => "著手，如 h8",
        "lgame" => "著手：己方Ｌ的四格，如 b1c1d1d2；\n  若再把中立子從 a1 移到 a2，則為 b1c1d1d2+a1a2",
        _ => "著手，如 c3（棋子下完後如 c1b2）",
    }
}

/// The failure of an engine, with its details unchanged.
fn fault(why: &Interruption) -> String {
    let Interruption::Fault(fault) = why else { return "已取消".into() };
    let kind = match fault.kind {
        FaultKind::Illegal => "著手不合法",
        FaultKind::Time => "超時",
        FaultKind::Stall => "沒有回應",
        FaultKind::Disconnect => "無法啟動或已結束",
        FaultKind::Protocol => "不守通訊協定",
    };
    format!("{kind}：{}", fault.detail)
}

fn file(error: &FileError) -> String {
    let path = error.path.display();
    match &error.kind {
        FileErrorKind::Unreadable(why) => format!("無法讀取 {path}（{}）。", reason(why)),
        FileErrorKind::Unwritable(why) => format!("無法寫入 {path}（{}）。", reason(why)),
        FileErrorKind::NoGame(why) => format!("{path} 不是存檔（{why}）。"),
        FileErrorKind::Foreign => format!("{path} 已存在且不是存檔；輸入「存檔！ 檔名」可覆寫。"),
    }
}

/// Why a file cannot be used.
fn reason(why: &anyhow::Error) -> String {
    let Some(error) = why.root_cause().downcast_ref::<io::Error>() else { return why.root_cause().to_string() };
    match error.kind() {
        io::ErrorKind::NotFound => "找不到".into(),
        io::ErrorKind::PermissionDenied => "沒有權限".into(),
        io::ErrorKind::IsADirectory => "那是資料夾".into(),
        io::ErrorKind::InvalidInput => "不是一般檔案".into(),
        io::ErrorKind::StorageFull => "磁碟已滿".into(),
        _ => error.to_string(),
    }
}

fn help(variant: &str) -> String {
    let textbook =
        if variant == "gomoku" { "（亦可用課本的十六進位座標，先列後行：77、#a7）" } else { "" };
    format!(
        "\
  {}{textbook}
  可下                所有可下的著手
  提示                建議一手
  評分 [數目 或 全部] 最佳著手的評分
  悔棋、重做          退回著手、再下一次
  棋譜                到目前為止的著手
  棋盤、戰績          再顯示棋盤、各方勝局數
  規則                簡述規則
  局面 [文字]         以文字表示局面；有文字時從該局面開局
  續下                由程式下輪走的一方
  等級 [0 到 20]      程式的強度
  認輸、新局          放棄此局、另開一局
  存檔 檔名           把棋局存成檔案（「存檔！ 檔名」可覆寫任何檔案）
  讀檔 檔名           續下檔案中的棋局
  離開                結束（Ctrl-D 亦可）",
        move_form(variant),
    )
}

fn rules(variant: &str, rule: &str) -> String {
    match (variant, rule) {
        ("othello", _) => {
            "下子須使對方的子在直線上夾於新子與己方另一子之間，被夾的子全部翻成己方。\n\
             無法如此下子則虛手；雙方都無法下時終局，子多者勝。"
        }
        ("gomoku", "renju") => {
            "下在空點上，五子連線者勝。黑方六子以上不算勝且為禁手，\n\
             亦不可同時形成兩個三或兩個四。"
        }
        ("gomoku", "standard") => "下在空點上，任一方向恰好五子連線者勝，六子以上不算。",
        ("gomoku", _) => "下在空點上，任一方向五子以上連線者勝。",
        ("lgame", _) => {
            "拿起己方的Ｌ，可轉可翻，放到與原來不完全相同的位置，只能占空格與原來所占的格。\n\
             之後可把兩枚中立子之一移到任一空格。無法移動己方Ｌ者負。同一局面第三次出現為和局。"
        }
        _ => {
            "雙方輪流把五子下在點上，一手一子。下完後，把己方一子沿線移到相鄰的空點。\n\
             無法移動者負。同一局面第三次出現為和局。"
        }
    }
    .into()
}
