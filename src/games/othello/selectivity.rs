//! ProbCut parameters for Othello: selectivity levels, and the error model of shallow against deep searches.

use crate::search::expert::{Goal, Node, ProbCut};

/// Selectivity level of heuristic searches: 63 % confidence.
pub const SELECTIVITY_63: u8 = 6;
/// Selectivity level of the only selective endgame pass with few empty squares: 73 % confidence.
pub const SELECTIVITY_73: u8 = 5;
/// Selectivity level of the first selective endgame pass with many empty squares: 87 % confidence.
pub const SELECTIVITY_87: u8 = 4;
/// Selectivity level of the second selective endgame pass: 98 % confidence.
pub const SELECTIVITY_98: u8 = 2;
/// Selectivity level of the last selective endgame pass: 99 % confidence.
pub const SELECTIVITY_99: u8 = 1;

/// By level: the number of standard deviations by which a shallow value must be outside the window. Level 0 means no
/// pruning. Edax numbers the same values in reverse: its selectivities 0 to 5 are levels 5 to 0 here. Level 6 is not in
/// Edax.
const DEVIATIONS: [f32; SELECTIVITY_63 as usize + 1] = [f32::INFINITY, 3.3, 2.6, 2.0, 1.5, 1.1, 0.9];

/// By level: the share of a normal distribution within that many standard deviations, in per cent.
pub const CONFIDENCE: [u8; SELECTIVITY_63 as usize + 1] = [100, 99, 98, 95, 87, 73, 63];

/// Minimum depth of heuristic searches for ProbCut.
const HEURISTIC_MIN_DEPTH: i16 = 2;
/// The depth of a heuristic search divided by this is the depth of its shallow search.
const HEURISTIC_DIVISOR: i16 = 2;
/// Minimum depth of exact searches for ProbCut.
const EXACT_MIN_DEPTH: i16 = 15;
/// The depth of an exact search divided by this is the depth of its shallow search.
const EXACT_DIVISOR: i16 = 3;

/// Depths and numbers of empty squares are capped at this number.
const MAX_DEPTH: usize = 60;

/// The standard deviation, in discs, of the difference between a deep and a shallow search; fitted by
/// `quartet-train probcut`.
fn deviation(empties: f32, deep: f32, shallow: f32) -> f32 {
    (1.646 - 0.0205 * empties - 0.299 * (shallow + 1.0).ln() + 0.279 * (deep - shallow).max(1.0).ln()).exp()
}

/// ProbCut parameters of all searches, by number of empty squares and depth.
pub struct Selectivity {
    heuristic: Vec<Cut>,
    exact: Vec<Cut>,
}

/// The depth of a shallow search, and the standard deviation of its error in centidiscs.
#[derive(Clone, Copy)]
struct Cut {
    shallow: i16,
    deviation: f32,
}

impl Default for Selectivity {
    fn default() -> Self {
        Selectivity { heuristic: cuts(HEURISTIC_DIVISOR), exact: cuts(EXACT_DIVISOR) }
    }
}

impl Selectivity {
    /// The shallow search that may replace the search of a node, if any.
    pub fn probcut(&self, empties: u32, node: &Node) -> Option<ProbCut> {
        let (cuts, min_depth) = match node.goal {
            Goal::Heuristic => (&self.heuristic, HEURISTIC_MIN_DEPTH),
            Goal::Solve => (&self.exact, EXACT_MIN_DEPTH),
            Goal::Mate => return None,
        };
        let deep = usize::try_from(node.depth).ok().filter(|_| node.depth >= min_depth)?;
        let cut = cuts.get((empties as usize).min(MAX_DEPTH) * (MAX_DEPTH + 1) + deep.min(MAX_DEPTH))?;
        let deviations = DEVIATIONS.get(usize::from(node.selectivity))?;
        // The cast saturates, which is harmless: no window is that wide.
        Some(ProbCut { depth: cut.shallow, margin: (cut.deviation * deviations).round() as i16 })
    }
}

/// Parameters by number of empty squares, then depth of the deep search.
fn cuts(divisor: i16) -> Vec<Cut> {
    let cut = |empties: usize, deep: usize| {
        let shallow = shallow(deep as i16, divisor);
        Cut { shallow, deviation: 100.0 * deviation(empties as f32, deep as f32, f32::from(shallow)) }
    };
    (0..=MAX_DEPTH).flat_map(|empties| (0..=MAX_DEPTH).map(move |deep| cut(empties, deep))).collect()
}

/// The depth of the shallow search. It has the same parity as the deep one, because values alternate between odd and
/// even depths.
fn shallow(deep: i16, divisor: i16) -> i16 {
    let depth = deep / divisor;
    (depth - ((deep - depth) & 1)).max(0)
}
