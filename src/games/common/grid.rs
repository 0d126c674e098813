//! What small boards on a square lattice have in common: the rows of position texts, names of places,
//! symmetries, sets of places, keys.
//!
//! Places are numbered row by row from `a1`, the top left. Nothing here panics, whatever the text.
//! Must not know: the rules of any game, search, solver.

use crate::game::NotationError;
use crate::games::common::text::{self, quote};
use crate::random::mix;

/// A square lattice, not every place of which need be a point of the board.
#[derive(Clone, Copy)]
pub struct Grid {
    /// Places in a row, and rows; at most 9.
    pub size: usize,
    /// Whether the board has a point at a place.
    pub is_point: fn(usize) -> bool,
    /// The letters of the pieces.
    pub pieces: &'static str,
}

/// An empty point in the answer of [`Grid::read_rows`].
pub const EMPTY: char = '.';
/// A place without a point.
const NO_POINT: char = '-';

impl Grid {
    /// What stands at every place: a piece, [`EMPTY`], or `-` where there is no point.
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
            let (word, behind) = rest.split_at(digits.max(symbol.len_utf8()));
            rest = behind;
            if digits > 0 {
                // A run too long for a number is too long for the row as well.
                match word.parse().unwrap_or(usize::MAX) {
                    0 => return Err(fault("a run of 0 empty points".into())),
                    run => (0..run).try_for_each(|_| put(EMPTY))?,
                }
            } else if symbol == NO_POINT || self.pieces.contains(symbol) {
                put(symbol)?;
            } else {
                return Err(fault(format!("{} is neither a piece ({}), a number nor '-'", quote(word), self.pieces)));
            }
        }
        if places.len() < end { Err(fault("too short".into())) } else { Ok(()) }
    }

    /// The rows of a position text; `at` says what stands on a point, as in the answer of [`Grid::read_rows`].
    pub fn write_rows(&self, at: impl Fn(usize) -> char) -> String {
        text::write_rows(self.size, |row, column| {
            let place = row * self.size + column;
            let symbol = if (self.is_point)(place) { at(place) } else { NO_POINT };
            (symbol != EMPTY).then_some(symbol)
        })
    }

    /// The name of a place, `a1` for 0.
    pub fn name(&self, place: usize) -> String {
        format!("{}{}", char::from(b'a' + (place % self.size) as u8), place / self.size + 1)
    }

    /// The points named one after the other, `None` if the text is anything else.
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

/// The image of a place of a lattice under one of the 8 symmetries: bit 0 mirrors the files, bit 1 the ranks, bit 2
/// then exchanges files and ranks.
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

/// The members of a set of numbers below 64, rising.
#[inline]
pub fn members(set: impl Into<u64>) -> impl Iterator<Item = usize> {
    let mut rest = set.into();
    std::iter::from_fn(move || {
        if rest == 0 {
            return None;
        }
        let least = rest.trailing_zeros() as usize;
        rest &= rest - 1;
        Some(least)
    })
}

/// A key made from all that a position consists of. One to one, so that a position which fits into 64 bits never shares
/// its key with another.
pub const fn key(position: u64) -> u64 {
    // The offset keeps the empty board's key from being 0.
    mix(position.wrapping_add(0x9e37_79b9_7f4a_7c15))
}
