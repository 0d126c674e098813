//! The commands of the protocol.

use crate::dialect::words::words;

/// All commands, as `list_commands` lists them.
pub const COMMANDS: [&str; 44] = [
    "protocol_version",
    "name",
    "version",
    "known_command",
    "list_commands",
    "help",
    "quit",
    "list_games",
    "set_game",
    "boardsize",
    "clear_board",
    "komi",
    "play",
    "genmove",
    "reg_genmove",
    "undo",
    "gg-undo",
    "loadsgf",
    "showboard",
    "final_score",
    "time_settings",
    "time_left",
    "kgs-time_settings",
    "gogui-interrupt",
    "gogui-play_sequence",
    "gogui-setup",
    "gogui-setup_player",
    "gogui-analyze_commands",
    "gogui-rules_game_id",
    "gogui-rules_board_size",
    "gogui-rules_board",
    "gogui-rules_board_gfx",
    "gogui-rules_side_to_move",
    "gogui-rules_legal_moves",
    "gogui-rules_captured_count",
    "gogui-rules_final_result",
    "lz-analyze",
    "lz-genmove_analyze",
    "quartet-hints",
    "quartet-pv",
    "quartet-forbidden",
    "quartet-eval",
    "quartet-param",
    "quartet-clear_hash",
];

/// Commands that a client of another protocol, or a person, may begin with.
const AMBIGUOUS: [&str; 4] = ["help", "quit", "play", "undo"];

/// The largest number of digits of a command's number, which is repeated in the answer.
const MAX_DIGITS: usize = 20;

/// The number and the words of a line without its comment; the number may be missing.
pub(super) fn split(line: &str) -> (Option<&str>, Vec<&str>) {
    let command = line.split('#').next().unwrap_or_default();
    let mut found = words(command).peekable();
    let id = found.next_if(|word| word.len() <= MAX_DIGITS && word.bytes().all(|byte| byte.is_ascii_digit()));
    (id, found.collect())
}

/// Whether a line opens a session of this protocol: a command that no other protocol has, with or without a number.
pub fn is_opening(line: &str) -> bool {
    let (_, words) = split(line);
    words.first().is_some_and(|word| COMMANDS.contains(word) && !AMBIGUOUS.contains(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_split_at_blanks_up_to_a_comment() {
        assert_eq!(split("12 play\tb D3 # good"), (Some("12"), vec!["play", "b", "D3"]));
        assert_eq!(split("name"), (None, vec!["name"]));
        assert_eq!(split("# name"), (None, vec![]));
        assert_eq!(split("7"), (Some("7"), vec![]));
        let [longest, too_long] = [20, 21].map(|digits| "1".repeat(digits));
        assert_eq!(split(&longest), (Some(&*longest), vec![]));
        assert_eq!(split(&too_long), (None, vec![&*too_long]));
    }

    #[test]
    fn a_first_line_tells_the_protocol() {
        for line in ["name", "3 name", "protocol_version", "1\tlist_commands", "clear_board", "set_game Othello"] {
            assert!(is_opening(line), "{line}");
        }
        for line in ["", "3", "help", "quit", "play othello", "uci", "Name", "go", "position startpos"] {
            assert!(!is_opening(line), "{line}");
        }
    }
}
