//! ProbCut's numbers for Othello: how sure a shallow search must be to stand for a deep one, and how far the two differ.
//!
//! Must not know: the core, evaluation, positions.

/// The boldest level.
pub const BOLDEST: u8 = 5;

/// By level: how many standard deviations outside the window a shallow value must lie. 0 is never asked; then 99, 98, 95, 87
/// and 73 per cent of a normal distribution within, as Edax's levels have it.
const DEVIATIONS: [f64; BOLDEST as usize + 1] = [f64::INFINITY, 3.3, 2.6, 2.0, 1.5, 1.1];

/// Deeper searches than this are not told apart.
const DEEPEST: usize = 60;

/// The standard deviation of the difference between a deep and a shallow search in discs, as `quartet-train probcut` fits it.
fn deviation(empties: f64, deep: f64, shallow: f64) -> f64 {
    (1.946 - 0.0229 * empties - 0.405 * (shallow + 1.0).ln() + 0.272 * (deep - shallow).ln()).exp()
}

/// The standard deviations in centidiscs for all searches.
pub struct Deviations(Vec<f32>);

impl Default for Deviations {
    fn default() -> Self {
        let all = (0..=DEEPEST).flat_map(|empties| (0..=DEEPEST).map(move |deep| (empties, deep)));
        Deviations(
            all.map(|(empties, deep)| {
                let shallow = shallow(deep as i16);
                100.0 * deviation(empties as f64, deep as f64, f64::from(shallow)) as f32
            })
            .collect(),
        )
    }
}

impl Deviations {
    /// How far outside the window the value of the [`shallow`] search must lie, in centidiscs.
    pub fn margin(&self, empties: u32, deep: i16, level: u8) -> i16 {
        let deep = (deep.max(0) as usize).min(DEEPEST);
        let deviation = self.0.get((empties as usize).min(DEEPEST) * (DEEPEST + 1) + deep).copied().unwrap_or(0.0);
        let deviations = DEVIATIONS.get(usize::from(level)).copied().unwrap_or(f64::INFINITY);
        // Casts of floats saturate: no window is that wide.
        (f64::from(deviation) * deviations).round() as i16
    }
}

/// The depth of the shallow search: half of the deep one, of the same parity, for values swing between odd and even depths.
pub fn shallow(deep: i16) -> i16 {
    let half = deep / 2;
    half - ((deep - half) & 1)
}
