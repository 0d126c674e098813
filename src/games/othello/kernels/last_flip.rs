//! Counts the discs flipped by the last move of a game: each line through the square is extracted into a byte that
//! indexes a table. As no other square on the line is empty, one look-up gives both players' flips.

use std::arch::x86_64::*;

/// The four lines through a square: its rank, its file, and both diagonals.
struct Lines {
    /// The squares of each line.
    masks: [u64; 4],
    /// The index in [`FLIPPED`] at which the table for each line starts.
    tables: [u16; 4],
    /// The bit of the lowest rank of each line, if there are eight for each line in turn.
    shifts: [u8; 4],
}

/// The lines through each square.
static LINES: [Lines; 64] = {
    let mut lines = [const { Lines { masks: [0; 4], tables: [0; 4], shifts: [0; 4] } }; 64];
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
            lines[square].shifts[line] = (8 * line) as u8 + (lines[square].masks[line].trailing_zeros() / 8) as u8;
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

/// See [`super::Level::count_last_flips`]. The lines are extracted by `pext`.
#[inline]
#[target_feature(enable = "bmi2")]
pub(super) fn count_by_pext(own: u64, square: u32) -> [u32; 2] {
    let lines = &LINES[square as usize & 63];
    sum(lines, lines.masks.map(|mask| _pext_u64(own, mask) as usize))
}

/// See [`super::Level::count_last_flips`]. Files and diagonals are extracted by a mask of the bytes that are not 0, as
/// they have one square of a rank at most: AMD's processors before Zen 3 take some hundred cycles for four `pext`.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn count_by_ranks(own: u64, square: u32) -> [u32; 2] {
    let lines = &LINES[square as usize & 63];
    let [rank, file, diagonal, other] = lines.masks.map(u64::cast_signed);
    let discs =
        _mm256_and_si256(_mm256_set1_epi64x(own.cast_signed()), _mm256_setr_epi64x(rank, file, diagonal, other));
    // The negative of a byte with one bit has the highest bit set.
    let ranks = _mm256_movemask_epi8(_mm256_sub_epi8(_mm256_setzero_si256(), discs)).cast_unsigned();
    let on_rank = own >> (square & 56) & 0xff;
    let on_file = ranks >> 8 & 0xff;
    let on_diagonal = (ranks & 0xff_0000) >> lines.shifts[2];
    let on_other = ranks >> lines.shifts[3];
    sum(lines, [on_rank as usize, on_file as usize, on_diagonal as usize, on_other as usize])
}

/// The sum over the lines, given the sets of own discs on them.
#[inline(always)]
fn sum(lines: &Lines, own: [usize; 4]) -> [u32; 2] {
    let along = |line: usize| u32::from(FLIPPED[(usize::from(lines.tables[line]) + own[line]) % ENTRIES]);
    let both = along(0) + along(1) + along(2) + along(3);
    [both & 0xff, both >> 8]
}
