//! Texts of others in lines of one's own.

use std::borrow::Cow;

/// The text with a space for each character that would break its line or act on a terminal: control characters, the
/// line and paragraph separators, and those that change the direction of the text after them.
pub fn one_line(text: &str) -> Cow<'_, str> {
    if text.contains(acts) { Cow::Owned(text.replace(acts, " ")) } else { Cow::Borrowed(text) }
}

fn acts(letter: char) -> bool {
    letter.is_control() || matches!(letter, '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_acts_on_a_terminal_becomes_a_space() {
        assert_eq!(one_line("x\n-1\r\t\u{1b}[31m\u{7f}\u{85}\u{9b}2J\0"), "x -1   [31m   2J ");
        assert_eq!(one_line("a\u{2028}b\u{202e}c\u{2066}d"), "a b c d");
        assert!(matches!(one_line("五子棋 é \u{200d} \"]\\"), Cow::Borrowed(_)));
    }
}
