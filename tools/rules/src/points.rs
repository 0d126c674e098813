//! Parsers of points and position texts, for protocols and file formats with their own notation.
//!
//! Independent of protocols and file formats.

use quartet::game::Side;

/// The column and row of a point such as `h8`, from 0 at a1, the top left corner.
pub fn point(text: &str) -> Option<(usize, usize)> {
    let letter = text.chars().next().filter(char::is_ascii_lowercase)?;
    let row: usize = text.get(1..)?.parse().ok()?;
    Some((usize::from(letter as u8 - b'a'), row.checked_sub(1)?))
}

/// The name of a point by column and row from 0.
pub fn point_name(column: usize, row: usize) -> Option<String> {
    let letter = u8::try_from(column).ok().filter(|&column| column < 26)? + b'a';
    Some(format!("{}{}", char::from(letter), row + 1))
}

/// The rows of a position text with a letter for each point: `x`, `o`, or `.` for an empty point.
pub fn rows(position: &str) -> Vec<Vec<char>> {
    let board = position.split_whitespace().next().unwrap_or_default();
    board.split('/').map(row).collect()
}

/// A row of a position text with a letter for each point.
fn row(text: &str) -> Vec<char> {
    let mut points = Vec::new();
    let mut run = 0;
    for letter in text.chars() {
        match letter.to_digit(10) {
            Some(digit) => run = 10 * run + digit as usize,
            None => {
                points.extend(std::iter::repeat_n('.', std::mem::take(&mut run)));
                points.push(letter);
            }
        }
    }
    points.extend(std::iter::repeat_n('.', run));
    points
}

/// All stones of a position text: column, row, owner.
pub fn stones(position: &str) -> Vec<(usize, usize, Side)> {
    let owner = |letter| match letter {
        'x' => Some(Side::X),
        'o' => Some(Side::O),
        _ => None,
    };
    let mut stones = Vec::new();
    for (row, points) in rows(position).into_iter().enumerate() {
        stones
            .extend(points.into_iter().enumerate().filter_map(|(column, letter)| Some((column, row, owner(letter)?))));
    }
    stones
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_and_rows() {
        assert_eq!(point("h8"), Some((7, 7)));
        assert_eq!(point("v22").and_then(|(column, row)| point_name(column, row)).as_deref(), Some("v22"));
        for wrong in ["", "8", "h", "h0", "H8", "hx"] {
            assert_eq!(point(wrong), None, "{wrong}");
        }
        let text: Vec<String> = rows("11x/x10o/12 x - 2").into_iter().map(String::from_iter).collect();
        assert_eq!(text, ["...........x", "x..........o", "............"]);
        assert_eq!(stones("1x/o1 x"), [(1, 0, Side::X), (0, 1, Side::O)]);
    }
}
