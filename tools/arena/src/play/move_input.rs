//! Moves as people type them, converted to the notation of the rules.
//!
//! Does not check whether a move is legal.

use quartet_rules::points::{point, point_name};

/// The words for a pass.
const PASSES: [&str; 8] = ["pass", "--", "pa", "ps", "0000", "@@@@", "虛手", "跳過"];

/// The text in lower case, with full-width letters of Chinese keyboards converted to ASCII.
pub(super) fn narrow(text: &str) -> String {
    let narrow = |letter: char| match letter {
        '\u{3000}' => ' ',
        '！'..='～' => char::from_u32(letter as u32 - 0xfee0).unwrap_or(letter),
        _ => letter,
    };
    text.chars().map(narrow).flat_map(char::to_lowercase).collect()
}

/// Converts a move into the notation of the library as far as it is recognised: removes separators, sorts the cells of
/// an L in reading order, converts hexadecimal Gomoku coordinates. Other text is returned almost unchanged.
pub(super) fn of_move(variant: &str, text: &str) -> String {
    let text = narrow(text);
    if PASSES.contains(&text.trim()) {
        return PASSES[0].into();
    }
    let between = |letter: char| letter.is_whitespace() || matches!(letter, ',' | '-' | '>' | '→' | '、' | ':');
    let text: String = text.chars().filter(|&letter| !between(letter)).collect();
    match variant {
        "gomoku" => hexadecimal_point(&text).unwrap_or(text),
        "lgame" => of_l(&text).unwrap_or(text),
        _ => text,
    }
}

/// A move of an L: its four cells in reading order and the move of a neutral piece.
fn of_l(text: &str) -> Option<String> {
    let mut points = points(&text.replace('+', ""))?;
    if !matches!(points.len(), 4 | 6) {
        return None;
    }
    let neutral = points.split_off(4);
    points.sort_by_key(|name| point(name).map(|(column, row)| (row, column)));
    let shape = points.concat();
    Some(if neutral.is_empty() { shape } else { format!("{shape}+{}", neutral.concat()) })
}

/// The points of a move such as `c1b2` or `b1c1d1d2+a1a2`, on any board; `None` for other text.
pub(super) fn points(text: &str) -> Option<Vec<String>> {
    let mut points: Vec<String> = Vec::new();
    for letter in text.chars().filter(|&letter| letter != '+') {
        match letter {
            'a'..='z' => points.push(letter.into()),
            '0'..='9' => points.last_mut()?.push(letter),
            _ => return None,
        }
    }
    let are_points = !points.is_empty() && points.iter().all(|name| name.len() > 1);
    are_points.then_some(points)
}

/// The hexadecimal coordinates of a Gomoku point, row and column from 0 as two hexadecimal digits: `67` is h7. If the
/// first digit is a letter, which could also be the name of a column, the coordinates must begin with `#`.
fn hexadecimal_point(text: &str) -> Option<String> {
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
    fn hexadecimal_points() {
        assert_eq!(hexadecimal_point("67").as_deref(), Some("h7"));
        assert_eq!(hexadecimal_point("0f").as_deref(), Some("p1"));
        assert_eq!(hexadecimal_point("#a1").as_deref(), Some("b11"));
        for none in ["a1", "6", "678", "", "#", "6g", "h8"] {
            assert_eq!(hexadecimal_point(none), None, "{none}");
        }
    }

    #[test]
    fn moves_as_people_type_them() {
        for (variant, typed, meant) in [
            ("othello", " F5 ", "f5"),
            ("othello", "ｆ５", "f5"),
            ("othello", "PA", "pass"),
            ("gomoku", "H 8", "h8"),
            ("gomoku", "#A7", "h11"),
            ("rhombus", "C1-B2", "c1b2"),
            ("rhombus", "c1 → b2", "c1b2"),
            ("lgame", "d2 d1 c1 b1", "b1c1d1d2"),
            ("lgame", "d2,d1,c1,b1 + A1 A2", "b1c1d1d2+a1a2"),
            ("lgame", "b1c1d1d2 a1a2", "b1c1d1d2+a1a2"),
            ("lgame", "what", "what"),
        ] {
            assert_eq!(of_move(variant, typed), meant, "{typed}");
        }
    }

    #[test]
    fn points_of_moves() {
        assert_eq!(points("c1b2").expect("points"), ["c1", "b2"]);
        assert_eq!(points("h10").expect("points"), ["h10"]);
        for none in ["", "hello", "hint5", "5", "h", "h8!"] {
            assert_eq!(points(none), None, "{none}");
        }
    }
}
