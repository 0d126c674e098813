//! Portable bitboard routines for Othello: legal moves, flipped discs, neighbours, symmetries.
//!
//! Bit 0 is a1, bit 7 is h1, bit 63 is h8. `own` holds the discs of the player to move and `opponent` those of the
//! other player; the two never overlap. [`super::kernels`] has vectorised versions of the hot routines.

/// Files b to g. Only discs on these files can be flipped along a row or a diagonal.
pub const INNER_FILES: u64 = 0x7e7e_7e7e_7e7e_7e7e;
/// File a.
pub const FILE_A: u64 = 0x0101_0101_0101_0101;
/// File h.
pub const FILE_H: u64 = 0x8080_8080_8080_8080;
/// The four corner squares.
pub const CORNERS: u64 = 0x8100_0000_0000_0081;

/// Aligns a table to a cache line.
#[repr(align(64))]
pub struct Aligned<T>(pub T);

/// The rays from each square: `[0]` towards higher squares (east, southwest, south, southeast), `[1]` in the opposite
/// directions (west, northeast, north, northwest).
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

/// The up to eight neighbours of each square.
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

/// The discs flipped by a move to the empty `square` (0..=63); 0 if the move is illegal.
///
/// Towards higher squares, the carry of an addition propagates through the opponent's discs to the first square that is
/// not theirs (the idea of chess programming's o^(o-2r)). The northern rays become southern ones on a vertically
/// mirrored board, which costs one byte swap. West is found by filling the ray below each square that is not the
/// opponent's.
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

/// The discs flipped along one ray towards higher squares.
#[inline(always)]
fn along(own: u64, opponent: u64, ray: u64) -> u64 {
    let end = (opponent | !ray).wrapping_add(1) & own & ray;
    end.wrapping_sub(u64::from(end != 0)) & ray
}

/// All legal moves of the player who owns `own`.
#[inline(always)]
pub fn legal_moves(own: u64, opponent: u64) -> u64 {
    let inner = opponent & INNER_FILES;
    // Eastwards, the carry of an addition stops on the first square past a run of opponent discs.
    let east = ((own << 1) & inner).wrapping_add(inner) & !inner;
    let west = fill(own, inner, inner & (inner >> 1), |set, steps| set >> steps, 1);
    let reach = east | west | both_ends(own, opponent, 8) | both_ends(own, inner, 7) | both_ends(own, inner, 9);
    reach & !(own | opponent)
}

/// The squares just past runs of `through` that start next to a square of `own`, in both directions along one axis.
#[inline(always)]
fn both_ends(own: u64, through: u64, step: u32) -> u64 {
    let pairs = through & (through << step);
    fill(own, through, pairs, |set, by| set << by, step) | fill(own, through, pairs >> step, |set, by| set >> by, step)
}

/// The squares just past runs of `through` that start next to a square of `own`, in the direction of `shift`: a
/// Kogge-Stone fill. `pairs` holds the squares of `through` whose predecessor in that direction is in `through` as
/// well. Runs are at most six squares long, so two single steps and two double steps fill them.
#[inline(always)]
fn fill(own: u64, through: u64, pairs: u64, shift: impl Fn(u64, u32) -> u64, step: u32) -> u64 {
    let mut line = through & shift(own, step);
    line |= through & shift(line, step);
    line |= pairs & shift(line, 2 * step);
    line |= pairs & shift(line, 2 * step);
    shift(line, step)
}

/// The squares of `set` and all their neighbours, diagonal ones included.
#[inline(always)]
pub fn with_neighbours(set: u64) -> u64 {
    let row = set | ((set & !FILE_H) << 1) | ((set & !FILE_A) >> 1);
    row | (row << 8) | (row >> 8)
}

/// Iterates over the squares of a bitboard, as indices 0..=63 in ascending order.
#[inline(always)]
pub fn squares(mut set: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let square = (set != 0).then(|| set.trailing_zeros());
        set &= set.wrapping_sub(1);
        square
    })
}

/// The image of a bitboard under board symmetry 0..=7: bit 2 transposes (a2 to b1), then bit 0 mirrors horizontally,
/// then bit 1 vertically. 0 is the identity; higher bits are ignored.
pub fn transform(mut set: u64, symmetry: u8) -> u64 {
    if symmetry & 4 != 0 {
        set = transpose(set);
    }
    if symmetry & 1 != 0 {
        // Each row is a byte. Reversing all bits and then the bytes mirrors every row.
        set = set.reverse_bits().swap_bytes();
    }
    if symmetry & 2 != 0 {
        set = set.swap_bytes();
    }
    set
}

/// Swaps rows and columns by delta swaps across the diagonal a1–h8: blocks of 4, then 2, then 1.
fn transpose(mut set: u64) -> u64 {
    for (distance, mask) in [(28, 0x0000_0000_f0f0_f0f0), (14, 0x0000_cccc_0000_cccc), (7, 0x00aa_00aa_00aa_00aa)] {
        let moved = (set ^ (set >> distance)) & mask;
        set ^= moved ^ (moved << distance);
    }
    set
}
