//! The 48 placements of an L on the board, and compile-time tables of sets of placements as 48-bit masks.
//!
//! Cells are numbered row by row, `a1` = 0 … `d4` = 15; a set of cells is a 16-bit mask.

use crate::games::common::grid;

/// The number of rows, and of cells in a row.
pub(super) const SIZE: usize = 4;
/// The number of placements.
pub(super) const COUNT: usize = 48;

/// A placement of an L.
#[derive(Clone, Copy)]
pub(super) struct Placement {
    /// The four cells.
    pub cells: u16,
    /// The cell at the end of the short arm.
    pub foot: u8,
    /// The direction from the foot to the long arm: 0 up, 1 down, 2 left, 3 right.
    pub direction: u8,
}

/// All placements, in lexicographic order of their cells (a1 b1 c1 a2, a1 b1 c1 c2, …).
pub(super) static PLACEMENTS: [Placement; COUNT] = SORTED;
/// For each placement, the set of placements that share no cell with it.
pub(super) static DISJOINT: [u64; COUNT] = disjoint();
/// For each cell, the set of placements that do not cover it.
pub(super) static AVOIDING: [u64; SIZE * SIZE] = avoiding();
/// For each symmetry of the board, the image of each placement.
pub(super) static IMAGES: [[u8; COUNT]; 8] = images();

/// The placement that covers exactly these cells.
pub(super) const fn covering(cells: u16) -> Option<usize> {
    let mut placement = 0;
    while placement < COUNT {
        if SORTED[placement].cells == cells {
            return Some(placement);
        }
        placement += 1;
    }
    None
}

/// The placement with this foot and direction, if it fits on the board.
pub(super) fn with_foot(file: u8, rank: u8, direction: u8) -> Option<usize> {
    let foot = rank * SIZE as u8 + file;
    PLACEMENTS.iter().position(|placement| placement.foot == foot && placement.direction == direction)
}

const SORTED: [Placement; COUNT] = sorted();

/// The placement with this foot and direction, which determine it: on a 4x4 board, only one of the two orientations of
/// the long arm has room for three cells.
const fn placement(foot: usize, direction: usize) -> Option<Placement> {
    let (file, rank) = (foot % SIZE, foot / SIZE);
    let (fits, corner) = match direction {
        0 => (rank > 0, foot.wrapping_sub(SIZE)),
        1 => (rank < SIZE - 1, foot + SIZE),
        2 => (file > 0, foot.wrapping_sub(1)),
        _ => (file < SIZE - 1, foot + 1),
    };
    if !fits {
        return None;
    }
    let (along, step) = if direction < 2 { (file, 1) } else { (rank, SIZE) };
    let line = 1 | 1 << step | 1 << (2 * step);
    let start = if along < SIZE / 2 { corner } else { corner - 2 * step };
    Some(Placement { cells: 1 << foot | line << start, foot: foot as u8, direction: direction as u8 })
}

/// All placements, by insertion sort. Lexicographic order of cells is descending order of the bit-reversed masks.
const fn sorted() -> [Placement; COUNT] {
    let mut list = [Placement { cells: 0, foot: 0, direction: 0 }; COUNT];
    let mut length = 0;
    let mut code = 0;
    while code < SIZE * SIZE * 4 {
        if let Some(placement) = placement(code / 4, code % 4) {
            let mut at = length;
            while at > 0 && list[at - 1].cells.reverse_bits() < placement.cells.reverse_bits() {
                list[at] = list[at - 1];
                at -= 1;
            }
            list[at] = placement;
            length += 1;
        }
        code += 1;
    }
    assert!(length == COUNT);
    list
}

/// The set of placements that share no cell with `cells`.
const fn clear_of(cells: u16) -> u64 {
    let mut set = 0;
    let mut placement = 0;
    while placement < COUNT {
        if SORTED[placement].cells & cells == 0 {
            set |= 1 << placement;
        }
        placement += 1;
    }
    set
}

const fn disjoint() -> [u64; COUNT] {
    let mut sets = [0; COUNT];
    let mut placement = 0;
    while placement < COUNT {
        sets[placement] = clear_of(SORTED[placement].cells);
        placement += 1;
    }
    sets
}

const fn avoiding() -> [u64; SIZE * SIZE] {
    let mut sets = [0; SIZE * SIZE];
    let mut cell = 0;
    while cell < SIZE * SIZE {
        sets[cell] = clear_of(1 << cell);
        cell += 1;
    }
    sets
}

const fn images() -> [[u8; COUNT]; 8] {
    let mut images = [[0; COUNT]; 8];
    let mut at = 0;
    while at < 8 * COUNT {
        let (symmetry, placement) = (at / COUNT, at % COUNT);
        match covering(cells_image(SORTED[placement].cells, symmetry)) {
            Some(image) => images[symmetry][placement] = image as u8,
            None => unreachable!(),
        }
        at += 1;
    }
    images
}

/// The image of a set of cells under a symmetry of the board.
pub(super) const fn cells_image(cells: u16, symmetry: usize) -> u16 {
    let mut image = 0;
    let mut cell = 0;
    while cell < SIZE * SIZE {
        if cells >> cell & 1 != 0 {
            image |= 1 << grid::image(cell, SIZE, symmetry);
        }
        cell += 1;
    }
    image
}
