//! How promising a move is before it is searched: few replies ("fastest first"), odd regions ("parity"), corners.
//!
//! Must not know: searches, tables.

use super::super::bits::CORNERS;

/// How much work a move is likely to leave, 0 to about 150: `replies` are the answers to it, `bit` the square moved to, `odd` the
/// odd quadrants before it.
#[inline(always)]
pub fn effort(replies: u64, bit: u64, odd: u64) -> u32 {
    // A reply in a corner counts twice; odd regions and own corners decide between near equals.
    let parity = 2 * u32::from(odd & bit == 0);
    let corner = 3 * u32::from(CORNERS & bit == 0);
    4 * (replies.count_ones() + (replies & CORNERS).count_ones()) + parity + corner
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
pub fn quadrant(square: u32) -> u64 {
    0x0f0f_0f0f << (square & 0x24)
}
