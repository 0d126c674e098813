//! Counting the discs that the last move of the game flips, by gathering each line through the square into a byte
//! (BMI2). A line without another empty square tells both players' flips at once.
//!
//! Must not know: who asks, whether the processor has the instructions.

use std::arch::x86_64::_pext_u64;

/// The four lines through a square, and where the table of each begins in [`FLIPPED`].
struct Lines {
    sets: [u64; 4],
    tables: [u16; 4],
}

/// By square.
static LINES: [Lines; 64] = {
    let mut lines = [const { Lines { sets: [0; 4], tables: [0; 4] } }; 64];
    let mut square = 0;
    while square < 64 {
        let (x, y) = (square % 8, square / 8);
        let (mut places, mut lengths) = ([0; 4], [0; 4]);
        let mut other = 0;
        while other < 64 {
            let (u, v) = (other % 8, other / 8);
            let shared = [v == y, u == x, u + y == v + x, u + v == x + y];
            let mut line = 0;
            while line < 4 {
                if shared[line] {
                    lines[square].sets[line] |= 1 << other;
                    lengths[line] += 1;
                    places[line] += (other < square) as usize;
                }
                line += 1;
            }
            other += 1;
        }
        let mut line = 0;
        while line < 4 {
            lines[square].tables[line] = table_of(lengths[line], places[line]) as u16;
            line += 1;
        }
        square += 1;
    }
    lines
};

/// Room for all tables: of a line of `length` squares one for each place, with an entry for each set of discs. A power
/// of two.
const ENTRIES: usize = table_of(9, 0).next_power_of_two();

/// Where the table for a place on a line of `length` squares begins.
const fn table_of(length: usize, place: usize) -> usize {
    let mut start = place << length;
    let mut shorter = 1;
    while shorter < length {
        start += shorter << shorter;
        shorter += 1;
    }
    start
}

/// By length of the line, place on it and the player's discs on it, all others being the opponent's: the discs that the
/// player flips, and in the upper byte those that the opponent would.
static FLIPPED: [u16; ENTRIES] = {
    let mut table = [0; ENTRIES];
    let mut length = 1;
    while length <= 8 {
        let mut index = 0;
        while index < length << length {
            let (place, own) = (index >> length, index % (1 << length));
            let others = !own & !(1 << place) & ((1 << length) - 1);
            let both = flipped(length, place, own) | flipped(length, place, others) << 8;
            table[table_of(length, 0) + index] = both;
            index += 1;
        }
        length += 1;
    }
    table
};

/// The discs between a place on a line and the nearest of `own` on either side.
const fn flipped(length: usize, place: usize, own: usize) -> u16 {
    let mut above = place + 1;
    while above < length && own >> above & 1 == 0 {
        above += 1;
    }
    let mut below = 1;
    while below <= place && own >> (place - below) & 1 == 0 {
        below += 1;
    }
    let up = if above < length { above - place - 1 } else { 0 };
    let down = if below <= place { below - 1 } else { 0 };
    (up + down) as u16
}

/// See [`super::Level::last_flips`].
#[inline]
#[target_feature(enable = "bmi2")]
pub(super) fn flips(own: u64, square: u32) -> [u32; 2] {
    let Lines { sets, tables } = &LINES[square as usize & 63];
    let along = |line: usize| {
        let index = usize::from(tables[line]) + _pext_u64(own, sets[line]) as usize;
        u32::from(FLIPPED[index % ENTRIES])
    };
    let both = along(0) + along(1) + along(2) + along(3);
    [both & 0xff, both >> 8]
}
