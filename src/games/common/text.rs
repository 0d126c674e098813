//! What the texts of all games have in common: the fields of a position text, its rows as they are written, and how an
//! error message repeats foreign text.
//!
//! Nothing here panics, whatever the text. Must not know: the rules of any game.

use crate::game::{NotationError, Side};

/// The fields of a position text.
pub struct Fields<'a> {
    /// The board, rows separated by slashes.
    pub rows: &'a str,
    /// The side to move.
    pub side: Side,
    /// The game's own field; `None` where it is `-` or left out.
    pub extra: Option<&'a str>,
    /// Plies played.
    pub ply: u32,
}

impl<'a> Fields<'a> {
    /// An error if the game's own field is filled, for games that need none.
    pub fn expect_no_extra(&self) -> Result<(), NotationError> {
        let unexpected = |extra| NotationError::new(format!("third field is {}, expected '-'", quote(extra)));
        self.extra.map_or(Ok(()), |extra| Err(unexpected(extra)))
    }

    /// Takes a position text apart; only the board itself is required.
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
                "{} behind the position, expected the four fields '<rows> <side> <extra> <ply>'",
                quote(word)
            ))),
        }
    }
}

/// Any number of plies is accepted; one too large to count is as good as the largest.
fn read_ply(word: &str) -> Result<u32, NotationError> {
    if !word.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(NotationError::new(format!("ply is {}, expected a whole number from 0", quote(word))));
    }
    Ok(word.parse().unwrap_or(u32::MAX))
}

/// A piece of input for an error message: in quotes, short, and on one line.
pub fn quote(text: &str) -> String {
    const SHOWN: usize = 24;
    let shown: String = text.chars().take(SHOWN).flat_map(char::escape_debug).collect();
    let more = if text.chars().nth(SHOWN).is_some() { "..." } else { "" };
    format!("'{shown}{more}'")
}

/// The rows of a square board as a position text has them, runs of empty points merged; `at` says what stands in a row
/// and column, nothing where the point is empty.
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

fn push_run(text: &mut String, run: usize) {
    if run > 0 {
        text.push_str(&run.to_string());
    }
}
