//! Making untrusted text safe to show on a single line.

use std::borrow::Cow;

/// Replaces every character that would break the line or control a terminal by a space: control characters, line and
/// paragraph separators, and bidirectional formatting characters.
pub fn one_line(text: &str) -> Cow<'_, str> {
    if text.contains(is_control) { Cow::Owned(text.replace(is_control, " ")) } else { Cow::Borrowed(text) }
}

fn is_control(character: char) -> bool {
    character.is_control() || matches!(character, '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_that_control_a_terminal_become_spaces() {
        assert_eq!(one_line("x\n-1\r\t\u{1b}[31m\u{7f}\u{85}\u{9b}2J\0"), "x -1   [31m   2J ");
        assert_eq!(one_line("a\u{2028}b\u{202e}c\u{2066}d"), "a b c d");
        assert!(matches!(one_line("五子棋 é \u{200d} \"]\\"), Cow::Borrowed(_)));
    }
}
