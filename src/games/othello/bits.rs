//! Routines on Othello bitboards that run on any processor: legal moves, flipped discs, neighbours, symmetries.
//!
//! Must not know: sides, plies, texts. Bit 0 is a1, bit 7 h1, bit 63 h8; `own` are the discs of the player who moves,
//! `opponent` the others; the two never overlap.

/// Columns b to g: what lies there can be flipped along a row or diagonal.
pub const INNER_FILES: u64 = 0x7e7e_7e7e_7e7e_7e7e;
/// Column a.
pub const FILE_A: u64 = 0x0101_0101_0101_0101;
/// Column h.
pub const FILE_H: u64 = 0x8080_8080_8080_8080;
/// The four corner squares.
pub const CORNERS: u64 = 0x8100_0000_0000_0081;

/// The squares on the rays from each square: first those to higher squares (east, southwest, south, southeast), then
/// those to lower ones (west, northeast, north, northwest).
pub static RAYS: [[[u64; 4]; 2]; 64] = rays();

const fn rays() -> [[[u64; 4]; 2]; 64] {
    const STEPS: [(i32, i32); 4] = [(1, 0), (-1, 1), (0, 1), (1, 1)];
    let mut rays = [[[0; 4]; 2]; 64];
    let mut index = 0;
    while index < 64 * 8 {
        let (square, half, axis) = (index / 8, index / 4 % 2, index % 4);
        let sign = if half == 0 { 1 } else { -1 };
        let (dx, dy) = (sign * STEPS[axis].0, sign * STEPS[axis].1);
        let (mut x, mut y) = (square as i32 % 8 + dx, square as i32 / 8 + dy);
        while x >= 0 && x < 8 && y >= 0 && y < 8 {
            rays[square][half][axis] |= 1 << (8 * y + x);
            x += dx;
            y += dy;
        }
        index += 1;
    }
    rays
}

/// The opponent's discs that a disc on the empty `square` (0..=63) would flip; none when the move is illegal.
///
/// Towards higher squares a carry runs through the opponent's discs to the first other square; towards lower ones that
/// square is the highest bit ("carry propagation" and "leading zeros" of the Chess Programming Wiki's and Toshihiko
/// Okuhara's notes on Othello flips).
#[inline(always)]
pub fn flips(own: u64, opponent: u64, square: u32) -> u64 {
    let [up, down] = &RAYS[square as usize & 63];
    let mut flipped = 0;
    for &ray in up {
        let end = (opponent | !ray).wrapping_add(1) & own & ray;
        flipped |= end.wrapping_sub(u64::from(end != 0)) & ray;
    }
    for &ray in down {
        // `| 1` spares the case of no bit at all; a1 itself is masked away below if it is not on the ray.
        let end = ((1 << 63) >> ((!opponent & ray) | 1).leading_zeros()) & own & ray;
        flipped |= (end.wrapping_neg() << 1) & ray;
    }
    flipped
}

/// All squares where the player of `own` may move.
#[inline(always)]
pub fn mobility(own: u64, opponent: u64) -> u64 {
    let inner = opponent & INNER_FILES;
    let reach =
        line_ends(own, inner, 1) | line_ends(own, opponent, 8) | line_ends(own, inner, 7) | line_ends(own, inner, 9);
    reach & !(own | opponent)
}

/// The squares behind unbroken lines of `through` that begin beside `own`, along one axis in both directions; lines
/// are at most six long, so they fill by doubling (Kogge and Stone's parallel prefix).
#[inline(always)]
fn line_ends(own: u64, through: u64, step: u32) -> u64 {
    let mut up = through & (own << step);
    let mut down = through & (own >> step);
    up |= through & (up << step);
    down |= through & (down >> step);
    let pairs_up = through & (through << step);
    let pairs_down = through & (through >> step);
    up |= pairs_up & (up << (2 * step));
    down |= pairs_down & (down >> (2 * step));
    up |= pairs_up & (up << (2 * step));
    down |= pairs_down & (down >> (2 * step));
    (up << step) | (down >> step)
}

/// The squares of `set` and all their neighbours, corners of the neighbourhood included.
#[inline(always)]
pub fn spread(set: u64) -> u64 {
    let row = set | ((set & !FILE_H) << 1) | ((set & !FILE_A) >> 1);
    row | (row << 8) | (row >> 8)
}

/// The squares of a set as numbers 0..=63 in rising order.
#[inline(always)]
pub fn squares(mut set: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let square = (set != 0).then(|| set.trailing_zeros());
        set &= set.wrapping_sub(1);
        square
    })
}

/// The image of a set under board symmetry 0..=7: bit 2 transposes (a2 to b1), then bit 0 mirrors left and right, then bit 1 top
/// and bottom. 0 is the identity; higher bits are ignored.
pub fn transform(mut set: u64, symmetry: u8) -> u64 {
    if symmetry & 4 != 0 {
        set = transpose(set);
    }
    if symmetry & 1 != 0 {
        // A row is a byte; reversing all bits and then the bytes back reverses within rows.
        set = set.reverse_bits().swap_bytes();
    }
    if symmetry & 2 != 0 {
        set = set.swap_bytes();
    }
    set
}

/// Exchanges rows and columns: blocks of 4, then 2, then 1 change places across the diagonal a1–h8.
fn transpose(mut set: u64) -> u64 {
    for (distance, mask) in [(28, 0x0000_0000_f0f0_f0f0), (14, 0x0000_cccc_0000_cccc), (7, 0x00aa_00aa_00aa_00aa)] {
        let moved = (set ^ (set >> distance)) & mask;
        set ^= moved ^ (moved << distance);
    }
    set
}
