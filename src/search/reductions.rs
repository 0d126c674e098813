//! Late move reductions: how much shallower a move is searched that comes late in a well-ordered list. The logarithmic form
//! is Stockfish's. Whole numbers only, so that searches are the same on every machine.
//!
//! Must not know: any particular game.

use super::knowledge::{At, Goal, Knowledge};
use super::params::LateMoveReductions;
use super::worker::Worker;

/// Ordering value that is worth a ply: half the scale of priors and history.
const PRIOR_PER_PLY: i32 = 8_192;
/// Fraction bits of the logarithms.
const FRACTION: u32 = 8;

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

/// The logarithm by repeated squaring: each overflow of the mantissa is a bit of the fraction.
const fn log2(value: u64) -> i32 {
    let whole = value.ilog2();
    let mut mantissa = value << (31 - whole);
    let mut log = whole as i32;
    let mut bit = 0;
    while bit < FRACTION {
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

impl<K: Knowledge> Worker<K> {
    /// By how many plies the move searched after `order` others is reduced; `prior` is its ordering value.
    pub(super) fn reduction<const PV: bool>(&self, at: &At, order: usize, prior: i32) -> i16 {
        if !self.is_selective() || at.goal != Goal::Value {
            return 0;
        }
        let reductions = &self.params.late_move_reductions;
        let stale = if PV || self.improves(at.ply) { 0 } else { reductions.not_improving };
        let cut = if at.cut_node { reductions.cut_node } else { 0 };
        plies(reductions, at.depth, order, prior, stale + cut)
    }
}

/// The reduction by depth, order and prior, with some hundredths of a ply more, in whole plies.
fn plies(reductions: &LateMoveReductions, depth: i16, order: usize, prior: i32, more: i32) -> i16 {
    if depth < reductions.min_depth || order < reductions.full_depth_moves {
        return 0;
    }
    let logarithms = LOG2[depth.clamp(0, 255) as usize] * LOG2[order.min(255)];
    let hundredths = (logarithms * reductions.scale) >> (2 * FRACTION);
    let plies = (hundredths + more - 100 * prior / PRIOR_PER_PLY) / 100;
    plies.clamp(0, (i32::from(depth) - 2).max(0)) as i16
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_are_those_of_the_library() {
        for value in 1..256_u32 {
            let exact = f64::from(value).log2() * 256.0;
            assert!((f64::from(LOG2[value as usize]) - exact).abs() <= 1.0, "{value}");
        }
    }

    const REDUCTIONS: LateMoveReductions =
        LateMoveReductions { min_depth: 3, full_depth_moves: 3, scale: 25, cut_node: 0, not_improving: 0 };

    #[test]
    fn reductions_grow_with_depth_and_order_and_shrink_with_the_prior() {
        assert_eq!(plies(&REDUCTIONS, 2, 30, 0, 0), 0);
        assert_eq!(plies(&REDUCTIONS, 12, 1, 0, 0), 0);
        assert!(plies(&REDUCTIONS, 12, 30, 0, 0) > plies(&REDUCTIONS, 6, 8, 0, 0));
        assert!(plies(&REDUCTIONS, 12, 30, 16_384, 0) < plies(&REDUCTIONS, 12, 30, 0, 0));
        assert!(plies(&REDUCTIONS, 12, 30, 0, 150) > plies(&REDUCTIONS, 12, 30, 0, 0));
        assert!(plies(&REDUCTIONS, 3, 250, -16_384, 0) <= 1);
    }

    #[test]
    fn early_moves_and_shallow_nodes_are_not_reduced_whatever_is_added() {
        assert_eq!(plies(&REDUCTIONS, 2, 30, 0, 10_000), 0);
        assert_eq!(plies(&REDUCTIONS, 12, 2, 0, 10_000), 0);
        assert_eq!(plies(&LateMoveReductions::NONE, 127, 250, 0, 10_000), 0);
    }

    #[test]
    fn at_least_a_ply_is_left() {
        for depth in 0..=127 {
            let most = plies(&REDUCTIONS, depth, 250, 0, 10_000);
            assert!((0..=(depth - 2).max(0)).contains(&most), "{depth}: {most}");
            assert_eq!(plies(&REDUCTIONS, depth, 250, 0, -10_000), 0);
        }
    }
}
