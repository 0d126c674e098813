//! Points as this protocol writes them: `x,y`, from 0,0 at the top left.

use crate::dialect::points::point;
use nom::branch::alt;
use nom::character::complete::{char, digit1, space0};
use nom::combinator::{all_consuming, map, map_opt, opt, recognize};
use nom::sequence::{delimited, preceded, separated_pair};
use nom::{IResult, Parser};

/// A point as written, on the board or not, and the number after it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Listed {
    pub x: i64,
    pub y: i64,
    pub field: Option<i64>,
}

/// A whole number; what is too large is clamped.
pub(super) fn number(input: &str) -> IResult<&str, i64> {
    let clamped = |text: &str| match text.parse() {
        Ok(value) => Some(value),
        Err(_) if text.starts_with('-') => Some(i64::MIN),
        Err(_) => Some(i64::MAX),
    };
    let digits = alt((recognize(preceded(char('-'), digit1)), preceded(opt(char('+')), digit1)));
    delimited(space0, map_opt(digits, clamped), space0).parse(input)
}

/// `x,y` or `x,y,field`.
pub(super) fn listed(text: &str) -> Option<Listed> {
    let point = separated_pair(number, char(','), number);
    let whole = map((point, opt(preceded(char(','), number))), |((x, y), field)| Listed { x, y, field });
    let read: IResult<&str, Listed> = all_consuming(whole).parse(text);
    read.ok().map(|(_, listed)| listed)
}

/// Column and row from 0, if the point is on a board of this size.
pub(super) fn on_board(x: i64, y: i64, size: usize) -> Option<(usize, usize)> {
    let place = |value: i64| usize::try_from(value).ok().filter(|value| *value < size);
    Some((place(x)?, place(y)?))
}

/// `x,y` of a point by its name in the session.
pub(super) fn written(name: &str) -> Option<String> {
    let (column, row) = point(name)?;
    Some(format!("{column},{row}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_read_as_written() {
        let point = |x, y, field| Some(Listed { x, y, field });
        assert_eq!(listed("7,8"), point(7, 8, None));
        assert_eq!(listed(" 7 , 8 , 1 "), point(7, 8, Some(1)));
        assert_eq!(listed("-1,99999999999999999999"), point(-1, i64::MAX, None));
        for wrong in ["", "7", "7,", ",8", "7,8,", "7;8", "7,8 x", "7.5,8", "h8", "7,8,1,2", "\u{663},1"] {
            assert_eq!(listed(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn names_go_there_and_back() {
        for (column, row) in [(0, 0), (7, 8), (21, 21)] {
            let name = crate::dialect::points::point_name(column, row).expect("a point");
            assert_eq!(written(&name), Some(format!("{column},{row}")));
        }
        assert_eq!(on_board(0, 15, 15), None);
        for wrong in ["", "h", "h0", "8", "\u{e9}1", "pass"] {
            assert_eq!(written(wrong), None, "{wrong}");
        }
    }
}
