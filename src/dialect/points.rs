//! The session's names of points, column letter and row from 1 (`a1`), and its texts of positions.

use crate::whole_number::whole_number;

/// The name of the point at a column and a row, both from 0; `None` beyond column z.
pub(super) fn point_name(column: usize, row: usize) -> Option<String> {
    let letter = u8::try_from(column).ok().filter(|column| *column < 26)? + b'a';
    Some(format!("{}{}", char::from(letter), row + 1))
}

/// Column and row, both from 0, of a point by its name.
pub(super) fn point(name: &str) -> Option<(usize, usize)> {
    let (column, row) = name.split_at_checked(1)?;
    let column = column.bytes().next().filter(u8::is_ascii_lowercase)? - b'a';
    Some((usize::from(column), whole_number::<usize>(row)?.checked_sub(1)?))
}

/// The first field of a position text: the rows of a square board, `x`, `o`, and digits for runs of empty points.
pub(super) fn position_rows(size: usize, stone: impl Fn(usize, usize) -> Option<char>) -> String {
    let row = |row: usize| {
        let (mut text, mut empty) = (String::new(), 0);
        let end_run = |empty: usize, text: &mut String| {
            if empty > 0 {
                text.push_str(&empty.to_string());
            }
        };
        for column in 0..size {
            match stone(column, row) {
                Some(letter) => {
                    end_run(std::mem::take(&mut empty), &mut text);
                    text.push(letter);
                }
                None => empty += 1,
            }
        }
        end_run(empty, &mut text);
        text
    };
    (0..size).map(row).collect::<Vec<_>>().join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lead_there_and_back() {
        for (column, row) in [(0, 0), (7, 8), (21, 21)] {
            let name = point_name(column, row).expect("a point");
            assert_eq!(point(&name), Some((column, row)));
        }
        assert_eq!(point_name(7, 7).as_deref(), Some("h8"));
        for wrong in ["", "h", "h0", "h08", "h+8", "h-8", "8", "\u{e9}1", "pass"] {
            assert_eq!(point(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn runs_of_empty_points_are_counted() {
        let stone = |column, row| (column == row && row > 0).then_some(if row == 1 { 'x' } else { 'o' });
        assert_eq!(position_rows(3, stone), "3/1x1/2o");
    }
}
