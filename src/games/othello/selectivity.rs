//! ProbCut's numbers for Othello: how sure a shallow search must be to stand for a deep one, and how far the two
//! differ.
//!
//! Must not know: the core, evaluation, positions.

use crate::search::expert::{Goal, Node, ProbCut};

/// The selectivity level of heuristic searches: 63 % confidence.
pub const PERCENT_63: u8 = 6;
/// Level of the first selective pass to the end of the game with few empty squares: 73 % confidence.
pub const PERCENT_73: u8 = 5;
/// Level of the first selective pass to the end of the game with many empty squares: 87 % confidence.
pub const PERCENT_87: u8 = 4;
/// Level of the second selective pass to the end of the game: 98 % confidence.
pub const PERCENT_98: u8 = 2;
/// Level of the last selective pass before the exact one: 99 % confidence.
pub const PERCENT_99: u8 = 1;

/// By level: how many standard deviations outside the window a shallow value must lie. 0 is never asked; the levels but
/// the last are those of Edax.
const DEVIATIONS: [f32; PERCENT_63 as usize + 1] = [f32::INFINITY, 3.3, 2.6, 2.0, 1.5, 1.1, 0.9];

/// By level: how many per cent of a normal distribution lie within these deviations.
pub const CONFIDENCE: [u8; PERCENT_63 as usize + 1] = [100, 99, 98, 95, 87, 73, 63];

/// Least depth at which a shallow search may stand for a heuristic one, and its part of the depth.
const HEURISTIC_DEPTH: i16 = 2;
const HEURISTIC_DIVISOR: i16 = 2;
/// The same for searches to the end of the game.
const EXACT_DEPTH: i16 = 15;
const EXACT_DIVISOR: i16 = 3;

/// Deeper searches than this are not told apart.
const DEEPEST: usize = 60;

/// The standard deviation of the difference between a deep and a shallow search in discs, as `quartet-train probcut`
/// fits it.
fn deviation(empties: f32, deep: f32, shallow: f32) -> f32 {
    (1.646 - 0.0205 * empties - 0.299 * (shallow + 1.0).ln() + 0.279 * (deep - shallow).max(1.0).ln()).exp()
}

/// The numbers for all searches.
pub struct Selectivity {
    heuristic: Vec<Cut>,
    exact: Vec<Cut>,
}

/// A shallow search and how far it is from the deep one, in centidiscs of standard deviation.
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
    /// Whether and how a shallow search may stand for the one asked for.
    pub fn probcut(&self, empties: u32, node: &Node) -> Option<ProbCut> {
        let (cuts, least) = match node.goal {
            Goal::Heuristic => (&self.heuristic, HEURISTIC_DEPTH),
            Goal::Exact => (&self.exact, EXACT_DEPTH),
            Goal::Mate => return None,
        };
        let deep = usize::try_from(node.depth).ok().filter(|_| node.depth >= least)?;
        let cut = cuts.get((empties as usize).min(DEEPEST) * (DEEPEST + 1) + deep.min(DEEPEST))?;
        let deviations = DEVIATIONS.get(usize::from(node.selectivity))?;
        // Casts of floats saturate: no window is that wide.
        Some(ProbCut { depth: cut.shallow, margin: (cut.deviation * deviations).round() as i16 })
    }
}

/// By empty squares, then depth of the deep search, of which the shallow one has one in `part`.
fn cuts(part: i16) -> Vec<Cut> {
    let cut = |empties: usize, deep: usize| {
        let shallow = shallow(deep as i16, part);
        Cut { shallow, deviation: 100.0 * deviation(empties as f32, deep as f32, f32::from(shallow)) }
    };
    (0..=DEEPEST).flat_map(|empties| (0..=DEEPEST).map(move |deep| cut(empties, deep))).collect()
}

/// The depth of the shallow search: of the same parity as the deep one, for values swing between odd and even depths.
fn shallow(deep: i16, part: i16) -> i16 {
    let depth = deep / part;
    (depth - ((deep - depth) & 1)).max(0)
}
