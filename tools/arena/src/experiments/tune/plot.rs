//! Plots of a tuning: how the weights of each stage changed.

use super::weights::{COORDINATES, SCALES};
use anyhow::Result;
use quartet_plots::{Chart, Curves};
use std::path::{Path, PathBuf};

/// The number of moves of a whole game, both sides together.
const MOVES: usize = 60;

/// The names of the coordinates of the weights.
const TERMS: [&str; 2] = ["flips", "mobility"];

/// Fails if a plot would overwrite a file that is no plot, unless forced.
pub(super) fn check(stages: usize, folder: &Path, force: bool) -> Result<()> {
    TERMS.iter().try_for_each(|term| quartet_plots::check(&path(stages, term, folder), force))
}

fn path(stages: usize, term: &str, folder: &Path) -> PathBuf {
    folder.join(format!("tune-{stages}-{term}"))
}

/// Draws a tuning into a folder: a plot for the weight of flipped discs and one for that of mobility, each as SVG and
/// PNG.
pub(super) fn draw(stages: usize, trajectory: &[Vec<f64>], folder: &Path, force: bool) -> Result<()> {
    for (coordinate, (term, scale)) in TERMS.into_iter().zip(SCALES).enumerate() {
        let curve = |stage: usize| {
            let place = stage * COORDINATES + coordinate;
            let values = trajectory.iter().enumerate();
            values.filter_map(|(iteration, point)| Some((iteration as f64, *point.get(place)?))).collect()
        };
        let name = |stage: usize| format!("moves {}–{}", stage * MOVES / stages + 1, (stage + 1) * MOVES / stages);
        let chart = Chart::Curves(Curves {
            title: format!("Tuning {stages} stages: {term}"),
            axes: ("iteration".into(), format!("arsinh of {term} : {scale} position")),
            curves: (0..stages).map(|stage| (name(stage), curve(stage))).collect(),
        });
        quartet_plots::save(&chart, &path(stages, term, folder), force)?;
    }
    Ok(())
}
