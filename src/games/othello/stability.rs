//! Stable discs, which can never be flipped: they bound the final score without search.
//!
//! A disc is stable if for each of the four lines through it, the line is full, or the disc is at the end of the line,
//! or it has a stable neighbour of its own colour on the line. Growing from corners and full lines finds a subset of
//! all stable discs. (The programs of Buro and Andersson bound scores by such a subset.)

use super::bitboard::{FILE_A, FILE_H};

const ROW_1: u64 = 0xff;
const ROW_8: u64 = 0xff << 56;
const BORDER: u64 = FILE_A | FILE_H | ROW_1 | ROW_8;

/// A subset of the stable discs of `own`; `filled` are the discs of both players.
#[inline(always)]
pub fn stable(own: u64, filled: u64) -> u64 {
    let safe = [
        full_rows(filled) | FILE_A | FILE_H,
        full_columns(filled) | ROW_1 | ROW_8,
        full_diagonals(filled, 9, !FILE_A, !FILE_H) | BORDER,
        full_diagonals(filled, 7, !FILE_H, !FILE_A) | BORDER,
    ];
    let mut stable = own & safe[0] & safe[1] & safe[2] & safe[3];
    loop {
        // A shift may wrap around the edge, but only onto border squares, which are safe along that axis anyway.
        let protected = |axis: usize, step: u32| safe[axis] | (stable << step) | (stable >> step);
        let grown = stable | (own & protected(0, 1) & protected(1, 8) & protected(2, 9) & protected(3, 7));
        if grown == stable {
            return stable;
        }
        stable = grown;
    }
}

/// The squares of all full rows.
#[inline(always)]
fn full_rows(filled: u64) -> u64 {
    let mut full = filled & (filled >> 4);
    full &= full >> 2;
    full &= full >> 1;
    (full & FILE_A) * 0xff
}

/// The squares of all full columns.
#[inline(always)]
fn full_columns(filled: u64) -> u64 {
    let full = filled & filled.rotate_right(32);
    let full = full & full.rotate_right(16);
    full & full.rotate_right(8)
}

/// The squares of all full diagonals of one direction. `step` is the distance of neighbours; steps to higher squares
/// end in `entered_down`, steps to lower squares in `entered_up`.
#[inline(always)]
fn full_diagonals(filled: u64, step: u32, entered_down: u64, entered_up: u64) -> u64 {
    // Spreads empty squares along their diagonals, in doubling steps.
    let mut down = !filled;
    let mut up = !filled;
    let (mut through_down, mut through_up) = (entered_down, entered_up);
    for distance in [step, 2 * step, 4 * step] {
        down |= (down << distance) & through_down;
        up |= (up >> distance) & through_up;
        through_down &= through_down << distance;
        through_up &= through_up >> distance;
    }
    !(down | up)
}
