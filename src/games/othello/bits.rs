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

/// A table that begins at a cache line.
#[repr(align(64))]
pub struct Aligned<T>(pub T);

/// The squares on the rays from each square: to higher squares (east, southwest, south, southeast), and the opposite
/// way.
pub static RAYS: Aligned<[[[u64; 4]; 2]; 64]> = Aligned(rays());

const fn rays() -> [[[u64; 4]; 2]; 64] {
    const STEPS: [(isize, isize); 4] = [(1, 0), (-1, 1), (0, 1), (1, 1)];
    let mut rays = [[[0; 4]; 2]; 64];
    let mut index = 0;
    while index < 64 * 8 {
        let (square, way, axis) = (index / 8, index / 4 % 2, index % 4);
        let sign = if way == 0 { 1 } else { -1 };
        let (dx, dy) = (sign * STEPS[axis].0, sign * STEPS[axis].1);
        let (mut x, mut y) = (square as isize % 8 + dx, square as isize / 8 + dy);
        while 0 <= x && x < 8 && 0 <= y && y < 8 {
            rays[square][way][axis] |= 1 << (8 * y + x);
            x += dx;
            y += dy;
        }
        index += 1;
    }
    rays
}

/// The neighbours of each square.
pub static NEIGHBOURS: [u64; 64] = {
    let mut neighbours = [0; 64];
    let mut square = 0;
    while square < 64 {
        let set = 1 << square;
        let row = set | ((set & !FILE_H) << 1) | ((set & !FILE_A) >> 1);
        neighbours[square] = (row | (row << 8) | (row >> 8)) & !set;
        square += 1;
    }
    neighbours
};

/// The opponent's discs that a disc on the empty `square` (0..=63) would flip; none when the move is illegal.
///
/// Towards higher squares the carry of an addition runs through the opponent's discs to the first other square (the
/// "o^(o-2r)" of chess programming, there by subtraction). The ways north are those south on the board turned upside
/// down, which is one instruction; west is left and looks for the highest square that is not the opponent's.
#[inline(always)]
pub fn flips(own: u64, opponent: u64, square: u32) -> u64 {
    let square = square as usize & 63;
    let [[east, southwest, south, southeast], [west, ..]] = RAYS.0[square];
    let mut flipped = along(own, opponent, south)
        | along(own, opponent, southeast)
        | along(own, opponent, southwest)
        | along(own, opponent, east);
    let [[_, southwest, south, southeast], _] = RAYS.0[square ^ 56];
    let (own_turned, opponent_turned) = (own.swap_bytes(), opponent.swap_bytes());
    let north = along(own_turned, opponent_turned, south)
        | along(own_turned, opponent_turned, southeast)
        | along(own_turned, opponent_turned, southwest);
    flipped |= north.swap_bytes();
    let mut below = !opponent & west;
    below |= below >> 1;
    below |= below >> 2;
    below |= below >> 4;
    let end = below & !(below >> 1) & own & west;
    flipped | ((end.wrapping_neg() << 1) & west)
}

/// The discs flipped on one ray to higher squares.
#[inline(always)]
fn along(own: u64, opponent: u64, ray: u64) -> u64 {
    let end = (opponent | !ray).wrapping_add(1) & own & ray;
    end.wrapping_sub(u64::from(end != 0)) & ray
}

/// All squares where the player of `own` may move.
#[inline(always)]
pub fn mobility(own: u64, opponent: u64) -> u64 {
    let inner = opponent & INNER_FILES;
    // East a carry does it: it ends on the first square behind the line.
    let east = ((own << 1) & inner).wrapping_add(inner) & !inner;
    let west = fill(own, inner, inner & (inner >> 1), |set, steps| set >> steps, 1);
    let reach = east | west | both_ends(own, opponent, 8) | both_ends(own, inner, 7) | both_ends(own, inner, 9);
    reach & !(own | opponent)
}

/// The squares behind unbroken lines of `through` that begin beside `own`, along one axis in both directions.
#[inline(always)]
fn both_ends(own: u64, through: u64, step: u32) -> u64 {
    let pairs = through & (through << step);
    fill(own, through, pairs, |set, by| set << by, step) | fill(own, through, pairs >> step, |set, by| set >> by, step)
}

/// The same in one direction; `pairs` are the squares of `through` whose neighbour towards `own` is in it too. Lines
/// are at most six long, so one step and two double steps fill them (Kogge and Stone's parallel prefix).
#[inline(always)]
fn fill(own: u64, through: u64, pairs: u64, shift: impl Fn(u64, u32) -> u64, step: u32) -> u64 {
    let mut line = through & shift(own, step);
    line |= through & shift(line, step);
    line |= pairs & shift(line, 2 * step);
    line |= pairs & shift(line, 2 * step);
    shift(line, step)
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

/// The image of a set under board symmetry 0..=7: bit 2 transposes (a2 to b1), then bit 0 mirrors left and right, then
/// bit 1 top and bottom. 0 is the identity; higher bits are ignored.
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
