//! Small boards on a square grid: rows of position texts, names of points, symmetries, sets, hash keys.
//!
//! Places of the grid are numbered row by row from `a1`, the top left. A board need not have a point at every place.
//! No function panics on any input text.

use crate::game::NotationError;
use crate::games::common::text::{self, quote};
use crate::random::mix;

/// A square grid and the places where the board has points.
#[derive(Clone, Copy)]
pub struct Grid {
    /// The number of rows and of places in a row; at most 9.
    pub size: usize,
    /// Whether the board has a point at a place.
    pub is_point: fn(usize) -> bool,
    /// The letters of the pieces.
    pub pieces: &'static str,
}

/// Stands for an empty point in the result of [`Grid::read_rows`].
pub const EMPTY: char = '.';
/// Stands for a place where the board has no point.
const NO_POINT: char = '-';

impl Grid {
    /// Parses the rows of a position text into the content of every place: a piece, [`EMPTY`], or `-` where there is no
    /// point.
    pub fn read_rows(&self, rows: &str) -> Result<Vec<char>, NotationError> {
        let mut places = Vec::with_capacity(self.size * self.size);
        for row in rows.split('/') {
            if places.len() == self.size * self.size {
                return Err(NotationError::new(format!("more than {0} rows, expected {0}", self.size)));
            }
            self.read_row(row, &mut places)?;
        }
        match places.len() / self.size {
            found if found < self.size => {
                Err(NotationError::new(format!("{found} rows in {}, expected {}", quote(rows), self.size)))
            }
            _ => Ok(places),
        }
    }

    /// Parses one row and appends its places.
    fn read_row(&self, row: &str, places: &mut Vec<char>) -> Result<(), NotationError> {
        let number = places.len() / self.size + 1;
        let fault = |what: String| {
            let (size, row) = (self.size, quote(row));
            NotationError::new(format!("row {number} {row}: {what}, expected {size} places"))
        };
        let end = number * self.size;
        let mut put = |place: char| {
            if places.len() == end {
                return Err(fault("too long".into()));
            }
            let at = self.name(places.len());
            match ((self.is_point)(places.len()), place) {
                (true, NO_POINT) => Err(fault(format!("'-' at {at}, where the board has a point"))),
                (false, EMPTY) => Err(fault(format!("run of empty points reaches {at}, which is no point"))),
                (false, piece) if piece != NO_POINT => {
                    Err(fault(format!("'{piece}' at {at}, where the board has no point")))
                }
                _ => {
                    places.push(place);
                    Ok(())
                }
            }
        };
        let mut rest = row;
        while let Some(symbol) = rest.chars().next() {
            let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
            let (word, tail) = rest.split_at_checked(digits.max(symbol.len_utf8())).unwrap_or((rest, ""));
            rest = tail;
            if word.starts_with('0') {
                return Err(fault("a number begins with 0, expected 1 or more".into()));
            }
            if digits > 0 {
                // A run that overflows the number is too long for the row as well.
                (0..word.parse().unwrap_or(usize::MAX)).try_for_each(|_| put(EMPTY))?;
            } else if symbol == NO_POINT || self.pieces.contains(symbol) {
                put(symbol)?;
            } else {
                return Err(fault(format!("{} is neither a piece ({}), a number nor '-'", quote(word), self.pieces)));
            }
        }
        if places.len() < end { Err(fault("too short".into())) } else { Ok(()) }
    }

    /// Writes the rows of a position text; `at` gives the content of a point as in the result of [`Grid::read_rows`].
    pub fn write_rows(&self, at: impl Fn(usize) -> char) -> String {
        text::write_rows(self.size, |row, column| {
            let place = row * self.size + column;
            let symbol = if (self.is_point)(place) { at(place) } else { NO_POINT };
            (symbol != EMPTY).then_some(symbol)
        })
    }

    /// The name of a place; `a1` for 0.
    pub fn name(&self, place: usize) -> String {
        format!("{}{}", char::from(b'a' + (place % self.size) as u8), place / self.size + 1)
    }

    /// Parses a sequence of point names without separators, such as `a1b2`; `None` if the text is anything else.
    pub fn read_points(&self, text: &str) -> Option<Vec<usize>> {
        let point = |name: &[u8]| {
            let &[file, rank] = name else { return None };
            let file = usize::from(file.checked_sub(b'a')?);
            let rank = usize::from(rank.checked_sub(b'1')?);
            let place = rank * self.size + file;
            (file < self.size && rank < self.size && (self.is_point)(place)).then_some(place)
        };
        text.as_bytes().chunks(2).map(point).collect()
    }
}

/// The image of a place under one of the 8 symmetries of a grid: bit 0 mirrors the files, bit 1 mirrors the ranks, then
/// bit 2 swaps files and ranks.
pub const fn image(place: usize, size: usize, symmetry: usize) -> usize {
    let (mut file, mut rank) = (place % size, place / size);
    if symmetry & 1 != 0 {
        file = size - 1 - file;
    }
    if symmetry & 2 != 0 {
        rank = size - 1 - rank;
    }
    if symmetry & 4 != 0 { file * size + rank } else { rank * size + file }
}

/// Iterates over the members of a bit set in ascending order.
#[inline]
pub fn members(set: impl Into<u64>) -> impl Iterator<Item = usize> {
    let mut rest = set.into();
    std::iter::from_fn(move || {
        if rest == 0 {
            return None;
        }
        let lowest = rest.trailing_zeros() as usize;
        rest &= rest - 1;
        Some(lowest)
    })
}

/// The hash key of a position that is packed into 64 bits. The mapping is one-to-one, so different positions never
/// collide.
pub const fn key(position: u64) -> u64 {
    // The offset avoids key 0 for the empty board.
    mix(position.wrapping_add(0x9e37_79b9_7f4a_7c15))
}
