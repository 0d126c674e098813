//! How promising a move is before it is searched: few replies ("fastest first"), odd regions ("parity"), corners.
//!
//! Must not know: searches, tables.

use super::super::bits::{CORNERS, FILE_A, FILE_H, spread};

/// How much work a move is likely to leave, about -200 to 1,500: `own` and `opponent` are as they are after it for the
/// player who answers with one of `replies`, `bit` is the square moved to, `odd` the odd quadrants before it. The
/// weights were tried out on ends of 13 and 14 empty squares.
#[inline(always)]
pub fn effort(own: u64, opponent: u64, replies: u64, bit: u64, odd: u64) -> i32 {
    let count = |set: u64| set.count_ones() as i32;
    // A reply in a corner counts twice; squares that may become replies and safe discs decide between near equals.
    let moves = 64 * (count(replies) + count(replies & CORNERS));
    let open = 8 * count(spread(opponent) & !(own | opponent));
    let corner = 48 * i32::from(CORNERS & bit == 0);
    let parity = 16 * i32::from(odd & bit == 0);
    moves + open + corner + parity - 16 * count(held(opponent))
}

/// The corners of a player and, beside them, its discs on the edge: they stay.
#[inline(always)]
fn held(own: u64) -> u64 {
    let corners = own & CORNERS;
    let beside = (corners & FILE_A) << 1 | (corners & FILE_H) >> 1 | corners << 8 | corners >> 8;
    corners | (beside & own)
}

/// The quadrants of 4x4 squares with an odd number of squares of the set.
#[inline(always)]
pub fn odd_quadrants(set: u64) -> u64 {
    let mut parity = set ^ (set >> 1);
    parity ^= parity >> 2;
    parity ^= parity >> 8;
    parity ^= parity >> 16;
    // Now the lowest square of each quadrant has its parity; the factor fills the quadrant with it.
    (parity & 0x0000_0011_0000_0011) * 0x0f0f_0f0f
}

/// The quadrant of a square 0..=63.
#[inline(always)]
pub(super) fn quadrant(square: u32) -> u64 {
    0x0f0f_0f0f << (square & 0x24)
}
