//! What Yixin-Board adds to the protocol: reports that it draws on the board, its way to play the swap2 opening, and
//! commands for features that this engine does not have (a database, blocked points, the Soosorv opening), which are
//! recognised so that no part of them is mistaken for anything else.
//!
//! Source: the client's own code (dhbloo/Yixin-Board, main.c).

use super::points::written;
use super::render::{evaluation, points};
use crate::dialect::words::words;
use crate::engine::TextLine;
use crate::score::Bound;
use crate::session::Swap2Stage;
use std::fmt::{Result, Write};

/// Name of the setting that turns reports on.
pub(super) const SHOW_DETAIL: &str = "SHOW_DETAIL";

/// Whether the arguments of a first line `info` are those that Yixin-Board begins with: `show_detail 3`.
pub(super) fn is_first_line(arguments: &str) -> bool {
    let mut words = words(arguments);
    words.next().is_some_and(|key| key.eq_ignore_ascii_case(SHOW_DETAIL))
        && words.next().is_some_and(|value| value.parse::<u8>().is_ok())
}

/// Which reports are sent, as `INFO show_detail` sets it: 1 the best move while searching, 2 each line, 3 both.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Detail {
    /// `MESSAGE REALTIME` lines.
    pub realtime: bool,
    /// `INFO` lines.
    pub lines: bool,
}

impl Detail {
    /// The reports of a value of `show_detail`.
    pub(super) fn of_value(value: i64) -> Detail {
        Detail { realtime: value & 1 != 0, lines: value & 2 != 0 }
    }
}

/// Reports the lines of an iteration, best first.
pub(super) fn report(lines: &[TextLine], detail: Detail, to: &mut String) -> Result {
    if let Some(best) = lines.first().filter(|_| detail.realtime) {
        if let Some(point) = best.pv.first().and_then(|mv| written(mv)) {
            writeln!(to, "MESSAGE REALTIME BEST {point}")?;
        }
        writeln!(to, "MESSAGE REALTIME VAL {}", best.score.0)?;
        writeln!(to, "MESSAGE REALTIME PV {}", points(&best.pv))?;
    }
    if !detail.lines {
        return Ok(());
    }
    for (index, line) in lines.iter().enumerate().filter(|(_, line)| line.bound == Bound::Exact) {
        writeln!(to, "INFO PV {index}\nINFO NUMPV {}\nINFO DEPTH {}", lines.len(), line.depth)?;
        writeln!(to, "INFO SELDEPTH {}\nINFO NODES {}", line.seldepth, line.stats.nodes)?;
        writeln!(to, "INFO EVAL {}", evaluation(line.score))?;
        if let Some(wdl) = line.wdl {
            writeln!(to, "INFO WINRATE {:.4}", wdl.expected_score())?;
        }
        writeln!(to, "INFO BESTLINE {}\nINFO PV DONE", points(&line.pv))?;
    }
    Ok(())
}

/// The stage of the swap2 opening that a command asks for, with the stones on the board before it.
pub(super) fn swap2_stage(word: &str) -> Option<(usize, Swap2Stage)> {
    match word {
        "YXSWAP2STEP1" => Some((0, Swap2Stage::PlaceThree)),
        "YXSWAP2STEP2" => Some((3, Swap2Stage::AfterThree)),
        "YXSWAP2STEP3" => Some((5, Swap2Stage::AfterFive)),
        _ => None,
    }
}

/// The stones placed at a stage of the swap2 opening; `None` if `word` is no such stage.
pub(super) fn swap2_stones(word: &str, moves: &[String], to: &mut String) -> Option<Result> {
    let (stones, _) = swap2_stage(word)?;
    let row_and_column = |mv: &String| written(mv).map(|point| point.replace(',', " "));
    let lines = moves.iter().enumerate().filter_map(|(index, mv)| Some((index + stones + 1, row_and_column(mv)?)));
    Some(lines.into_iter().try_for_each(|(number, point)| writeln!(to, "MESSAGE SWAP2 MOVE{number} {point}")))
}

/// The decision about the sides at a stage of the swap2 opening; `None` if `word` is no such stage.
pub(super) fn swap2_choice(word: &str, swaps: bool) -> Option<String> {
    let number = match swap2_stage(word)?.1 {
        Swap2Stage::AfterFive => 2,
        Swap2Stage::PlaceThree | Swap2Stage::AfterThree => 1,
    };
    Some(format!("MESSAGE SWAP2 SWAP{number} {}", if swaps { "YES" } else { "NO" }))
}

/// A recognised command that is not supported.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Unsupported {
    /// Whether lines up to `DONE` follow.
    pub has_list: bool,
    /// Whether the user is informed. Database commands come after every stone, so they are ignored silently.
    pub is_reported: bool,
}

/// Prefixes of database commands with a list.
const DATABASE_LISTS: [&str; 3] = ["YXQUERYDATABASE", "YXEDITLABELDATABASE", "YXDELETEDATABASE"];
/// Database commands without a list.
const DATABASE_WORDS: [&str; 2] = ["YXSAVEDATABASE", "YXSHOWHASHUSAGE"];
/// Other commands with a list.
const LISTS: [&str; 9] = [
    "YXBLOCK",
    "YXBLOCKUNDO",
    "YXBLOCKPATH",
    "YXBLOCKPATHUNDO",
    "YXSOOSORVSTEP2",
    "YXSOOSORVSTEP3",
    "YXSOOSORVSTEP4",
    "YXSOOSORVSTEP5",
    "YXSOOSORVSTEP6",
];
/// Other commands without a list.
const WORDS: [&str; 3] = ["YXBLOCKRESET", "YXBLOCKPATHRESET", "YXSOOSORVSTEP1"];

/// Looks up a command, in any case, among the unsupported ones.
pub(super) fn unsupported(word: &str) -> Option<Unsupported> {
    let word = word.to_ascii_uppercase();
    let found = |has_list, is_reported| Some(Unsupported { has_list, is_reported });
    match word.as_str() {
        _ if DATABASE_LISTS.iter().any(|head| word.starts_with(head)) => found(true, false),
        word if DATABASE_WORDS.contains(&word) => found(false, false),
        word if LISTS.contains(&word) => found(true, true),
        word if WORDS.contains(&word) => found(false, true),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unsupported_commands_are_recognised() {
        let has_list = |word| unsupported(word).map(|unsupported| unsupported.has_list);
        for word in ["yxquerydatabaseallt", "YXQUERYDATABASEONE", "yxdeletedatabaseall", "yxblock", "yxsoosorvstep6"] {
            assert_eq!(has_list(word), Some(true), "{word}");
        }
        for word in ["yxblockreset", "yxsoosorvstep1", "yxsavedatabase", "yxshowhashusage"] {
            assert_eq!(has_list(word), Some(false), "{word}");
        }
        for word in ["yxboard", "yxshowforbid", "yxsoosorvstep7", "START", ""] {
            assert_eq!(unsupported(word), None, "{word}");
        }
    }
}
