//! Discs that can never be flipped again: a bound on the final score without search.
//!
//! Must not know: sides, search, scores. A disc is stable when on each of the four lines through it the line is full,
//! or it stands at the border, or it has a stable neighbour of its own colour. That finds a subset of all stable
//! discs, growing from corners and full lines (Buro's and Andersson's programs bound scores by such a set).

use super::bitboard::{FILE_A, FILE_H};

const ROW_1: u64 = 0xff;
const ROW_8: u64 = 0xff << 56;
const BORDER: u64 = FILE_A | FILE_H | ROW_1 | ROW_8;

/// A stable subset of the discs `own`, where `filled` are the discs of both players.
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
        // A step off the side of the board lands on the other side's border, which is safe along that line anyway.
        let beside = |axis: usize, step: u32| safe[axis] | (stable << step) | (stable >> step);
        let grown = stable | (own & beside(0, 1) & beside(1, 8) & beside(2, 9) & beside(3, 7));
        if grown == stable {
            return stable;
        }
        stable = grown;
    }
}

/// All squares of rows without an empty square.
#[inline(always)]
fn full_rows(filled: u64) -> u64 {
    let mut full = filled & (filled >> 4);
    full &= full >> 2;
    full &= full >> 1;
    (full & FILE_A) * 0xff
}

/// All squares of columns without an empty square.
#[inline(always)]
fn full_columns(filled: u64) -> u64 {
    let full = filled & filled.rotate_right(32);
    let full = full & full.rotate_right(16);
    full & full.rotate_right(8)
}

/// All squares of diagonals without an empty square. `step` leads down the diagonal; a square reached by going down
/// lies in `entered_down`, one reached by going up in `entered_up`.
#[inline(always)]
fn full_diagonals(filled: u64, step: u32, entered_down: u64, entered_up: u64) -> u64 {
    // An empty square spoils its neighbours on the line, in doubling steps.
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
