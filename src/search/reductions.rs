//! Late move reductions: how much shallower a move is searched that comes late in a well-ordered list. The logarithmic form
//! is Stockfish's. Whole numbers only, so that searches are the same on every machine.
//!
//! Must not know: any game, the tree.

use super::knowledge::Params;

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

/// By how many plies the move searched after `order` others at `depth` is reduced; `prior` is its ordering value.
pub(super) fn plies(params: &Params, depth: i16, order: usize, prior: i32) -> i16 {
    if depth < params.reduction_depth || order < params.reduction_moves {
        return 0;
    }
    let logarithms = LOG2[depth.clamp(0, 255) as usize] * LOG2[order.min(255)];
    let plies = logarithms * params.reduction_scale / (100 << (2 * FRACTION));
    (plies - prior / PRIOR_PER_PLY).clamp(0, i32::from(depth) - 2).max(0) as i16
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

    #[test]
    fn reductions_grow_with_depth_and_order_and_shrink_with_the_prior() {
        let params = Params { reduction_scale: 25, ..Params::default() };
        assert_eq!(plies(&params, 2, 30, 0), 0);
        assert_eq!(plies(&params, 12, 1, 0), 0);
        assert!(plies(&params, 12, 30, 0) > plies(&params, 6, 8, 0));
        assert!(plies(&params, 12, 30, 16_384) < plies(&params, 12, 30, 0));
        assert!(plies(&params, 3, 250, -16_384) <= 1);
    }
}
