//! Late move reductions: moves late in a well-ordered list are searched to a smaller depth first. The logarithmic
//! formula is Stockfish's, in integers, so that searches are the same on every machine.

use super::expert::{Expert, Goal, Node};
use super::params::LateMoveReductions;
use super::worker::Worker;

/// Move-ordering score worth one ply of reduction: half the range of priors and histories.
const SCORE_PER_PLY: i32 = 8_192;
/// Fraction bits of the logarithms.
const FRACTION_BITS: u32 = 8;

/// Binary logarithms of 1..=255 (0 for 0) with 8 fraction bits.
const LOG2: [i32; 256] = {
    let mut table = [0; 256];
    let mut value = 1;
    while value < 256 {
        table[value] = log2(value as u64);
        value += 1;
    }
    table
};

/// The binary logarithm by repeated squaring: each overflow of the mantissa is a bit of the fraction.
const fn log2(value: u64) -> i32 {
    let whole = value.ilog2();
    let mut mantissa = value << (31 - whole);
    let mut log = whole as i32;
    let mut bit = 0;
    while bit < FRACTION_BITS {
        mantissa = (mantissa * mantissa) >> 31;
        log <<= 1;
        if mantissa >> 32 != 0 {
            mantissa >>= 1;
            log |= 1;
        }
        bit += 1;
    }
    log
}

impl<E: Expert> Worker<E> {
    /// The reduction in plies of the move with this index in the order; `score` is its ordering score.
    pub(super) fn late_move_reduction<const PV: bool>(&self, node: &Node, index: usize, score: i32) -> i16 {
        if !self.is_selective() || node.goal != Goal::Heuristic {
            return 0;
        }
        let params = &self.params.late_move_reductions;
        let not_improving = if PV || self.is_improving(node.ply) { 0 } else { params.not_improving };
        let cut_node = if node.cut_node { params.cut_node } else { 0 };
        reduction(params, node.depth, index, score, not_improving + cut_node)
    }
}

/// The reduction in plies by depth, index in the order and ordering score; `extra` is added in hundredths of a ply. At
/// least one ply of depth is left.
fn reduction(params: &LateMoveReductions, depth: i16, index: usize, score: i32, extra: i32) -> i16 {
    if depth < params.min_depth || index < params.full_depth_moves {
        return 0;
    }
    let logarithms = LOG2[depth.clamp(0, 255) as usize] * LOG2[index.min(255)];
    let hundredths = (logarithms * params.scale) >> (2 * FRACTION_BITS);
    let plies = (hundredths + extra - 100 * score / SCORE_PER_PLY) / 100;
    plies.clamp(0, (i32::from(depth) - 2).max(0)) as i16
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_match_the_standard_library() {
        for value in 1..256_u32 {
            let exact = f64::from(value).log2() * 256.0;
            assert!((f64::from(LOG2[value as usize]) - exact).abs() <= 1.0, "{value}");
        }
    }

    const PARAMS: LateMoveReductions =
        LateMoveReductions { min_depth: 3, full_depth_moves: 3, scale: 25, cut_node: 0, not_improving: 0 };

    #[test]
    fn reductions_grow_with_depth_and_move_number_and_shrink_with_the_ordering_score() {
        assert_eq!(reduction(&PARAMS, 2, 30, 0, 0), 0);
        assert_eq!(reduction(&PARAMS, 12, 1, 0, 0), 0);
        assert!(reduction(&PARAMS, 12, 30, 0, 0) > reduction(&PARAMS, 6, 8, 0, 0));
        assert!(reduction(&PARAMS, 12, 30, 16_384, 0) < reduction(&PARAMS, 12, 30, 0, 0));
        assert!(reduction(&PARAMS, 12, 30, 0, 150) > reduction(&PARAMS, 12, 30, 0, 0));
        assert!(reduction(&PARAMS, 3, 250, -16_384, 0) <= 1);
    }

    #[test]
    fn early_moves_and_shallow_nodes_are_never_reduced() {
        assert_eq!(reduction(&PARAMS, 2, 30, 0, 10_000), 0);
        assert_eq!(reduction(&PARAMS, 12, 2, 0, 10_000), 0);
        assert_eq!(reduction(&LateMoveReductions::NONE, 127, 250, 0, 10_000), 0);
    }

    #[test]
    fn at_least_one_ply_is_left() {
        for depth in 0..=127 {
            let most = reduction(&PARAMS, depth, 250, 0, 10_000);
            assert!((0..=(depth - 2).max(0)).contains(&most), "{depth}: {most}");
            assert_eq!(reduction(&PARAMS, depth, 250, 0, -10_000), 0);
        }
    }
}
