//! Counts the discs flipped by the last move of a game: each line through the square is extracted into a byte (`pext`,
//! BMI2) that indexes a table. As no other square on the line is empty, one look-up gives both players' flips.

use std::arch::x86_64::_pext_u64;

/// The four lines through a square.
struct Lines {
    /// The squares of each line.
    masks: [u64; 4],
    /// The index in [`FLIPPED`] at which the table for each line starts.
    tables: [u16; 4],
}

/// The lines through each square.
static LINES: [Lines; 64] = {
    let mut lines = [const { Lines { masks: [0; 4], tables: [0; 4] } }; 64];
    let mut square = 0;
    while square < 64 {
        let (x, y) = (square % 8, square / 8);
        let (mut indices, mut lengths) = ([0; 4], [0; 4]);
        let mut other = 0;
        while other < 64 {
            let (u, v) = (other % 8, other / 8);
            let shared = [v == y, u == x, u + y == v + x, u + v == x + y];
            let mut line = 0;
            while line < 4 {
                if shared[line] {
                    lines[square].masks[line] |= 1 << other;
                    lengths[line] += 1;
                    indices[line] += (other < square) as usize;
                }
                line += 1;
            }
            other += 1;
        }
        let mut line = 0;
        while line < 4 {
            lines[square].tables[line] = table_start(lengths[line], indices[line]) as u16;
            line += 1;
        }
        square += 1;
    }
    lines
};

/// Size of all tables together, rounded up to a power of two: there is a table for each length of a line and index of
/// the empty square on it, with an entry for each set of own discs.
const ENTRIES: usize = table_start(9, 0).next_power_of_two();

/// The start of the table for the square with this index on a line of `length` squares.
const fn table_start(length: usize, index: usize) -> usize {
    let mut start = index << length;
    let mut shorter = 1;
    while shorter < length {
        start += shorter << shorter;
        shorter += 1;
    }
    start
}

/// By length of the line, index of the empty square and set of own discs, all others being the opponent's: the number
/// of discs that the player flips, and in the upper byte the number that the opponent flips.
static FLIPPED: [u16; ENTRIES] = {
    let mut table = [0; ENTRIES];
    let mut length = 1;
    while length <= 8 {
        let mut entry = 0;
        while entry < length << length {
            let (index, own) = (entry >> length, entry % (1 << length));
            let opponent = !own & !(1 << index) & ((1 << length) - 1);
            let both = flipped(length, index, own) | flipped(length, index, opponent) << 8;
            table[table_start(length, 0) + entry] = both;
            entry += 1;
        }
        length += 1;
    }
    table
};

/// The number of discs between the square with this index on a line and the nearest disc of `own` on either side.
const fn flipped(length: usize, index: usize, own: usize) -> u16 {
    let mut above = index + 1;
    while above < length && own >> above & 1 == 0 {
        above += 1;
    }
    let mut below = 1;
    while below <= index && own >> (index - below) & 1 == 0 {
        below += 1;
    }
    let up = if above < length { above - index - 1 } else { 0 };
    let down = if below <= index { below - 1 } else { 0 };
    (up + down) as u16
}

/// See [`super::Level::count_last_flips`].
#[inline]
#[target_feature(enable = "bmi2")]
pub(super) fn count(own: u64, square: u32) -> [u32; 2] {
    let Lines { masks, tables } = &LINES[square as usize & 63];
    let along = |line: usize| {
        let index = usize::from(tables[line]) + _pext_u64(own, masks[line]) as usize;
        u32::from(FLIPPED[index % ENTRIES])
    };
    let both = along(0) + along(1) + along(2) + along(3);
    [both & 0xff, both >> 8]
}
