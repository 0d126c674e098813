//! Common parts of all games' notations: the fields of a position text, writing of rows, quoting input in error
//! messages.
//!
//! No function panics, whatever the input.

use crate::game::{NotationError, Side};

/// The fields of a position text.
pub struct Fields<'a> {
    /// The rows of the board, separated by slashes.
    pub rows: &'a str,
    /// The side to move.
    pub side: Side,
    /// The third field, whose meaning depends on the game; `None` if it is `-` or missing.
    pub extra: Option<&'a str>,
    /// The number of plies played.
    pub ply: u32,
}

impl<'a> Fields<'a> {
    /// Fails if there is a third field, for games that have none.
    pub fn expect_no_extra(&self) -> Result<(), NotationError> {
        let unexpected = |extra| NotationError::new(format!("third field is {}, expected '-'", quote(extra)));
        self.extra.map_or(Ok(()), |extra| Err(unexpected(extra)))
    }

    /// Splits a position text into its fields, of which only the first is required.
    pub fn read(text: &'a str) -> Result<Self, NotationError> {
        let mut words = text.split_ascii_whitespace();
        let Some(rows) = words.next() else {
            return Err(NotationError::new("empty position, expected '<rows> <side> <extra> <ply>'"));
        };
        let side = match words.next() {
            None | Some("x") => Side::X,
            Some("o") => Side::O,
            Some(other) => {
                return Err(NotationError::new(format!("side to move is {}, expected 'x' or 'o'", quote(other))));
            }
        };
        let extra = words.next().filter(|&word| word != "-");
        let ply = words.next().map_or(Ok(0), read_ply)?;
        match words.next() {
            None => Ok(Fields { rows, side, extra, ply }),
            Some(word) => Err(NotationError::new(format!(
                "{} after the position, expected the four fields '<rows> <side> <extra> <ply>'",
                quote(word)
            ))),
        }
    }
}

/// Parses a ply number of any length; numbers beyond `u32::MAX` saturate.
fn read_ply(word: &str) -> Result<u32, NotationError> {
    let has_leading_zero = word.len() > 1 && word.starts_with('0');
    if has_leading_zero || !word.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(NotationError::new(format!("ply is {}, expected a whole number from 0", quote(word))));
    }
    Ok(word.parse().unwrap_or(u32::MAX))
}

/// Quotes input for an error message: on one line, truncated after 24 characters.
pub fn quote(text: &str) -> String {
    const SHOWN: usize = 24;
    let shown: String = text.chars().take(SHOWN).flat_map(char::escape_debug).collect();
    let more = if text.chars().nth(SHOWN).is_some() { "..." } else { "" };
    format!("'{shown}{more}'")
}

/// Writes the rows of a square board for a position text, with numbers for runs of empty points. `at` gives the piece
/// in a row and column, or `None` if the point is empty.
pub fn write_rows(size: usize, at: impl Fn(usize, usize) -> Option<char>) -> String {
    let mut text = String::new();
    for row in 0..size {
        if row > 0 {
            text.push('/');
        }
        let mut run = 0;
        for column in 0..size {
            let Some(symbol) = at(row, column) else {
                run += 1;
                continue;
            };
            push_run(&mut text, run);
            run = 0;
            text.push(symbol);
        }
        push_run(&mut text, run);
    }
    text
}

/// Appends the length of a run of empty points, unless it is 0.
fn push_run(text: &mut String, run: usize) {
    if run > 0 {
        text.push_str(&run.to_string());
    }
}
