//! Pictures of a tuning: how the weights of each stage moved.
//!
//! Must not know: how they were found.

use super::weights::{COORDINATES, SCALES};
use crate::report::plots::{Chart, Curves, save};
use anyhow::{Context, Result};
use std::path::Path;

/// Moves of a side and the other in a whole game.
const MOVES: usize = 60;

/// Draws the course of a tuning into a folder, made if needed: a picture for the weight of the discs flipped and one for that
/// of the mobility, each as SVG and PNG.
pub fn draw(stages: usize, course: &[Vec<f64>], folder: &Path) -> Result<()> {
    std::fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    for (coordinate, (term, scale)) in ["flips", "mobility"].into_iter().zip(SCALES).enumerate() {
        let curve = |stage: usize| {
            let place = stage * COORDINATES + coordinate;
            let values = course.iter().enumerate();
            values.filter_map(|(iteration, point)| Some((iteration as f64, *point.get(place)?))).collect()
        };
        let name = |stage: usize| format!("moves {}–{}", stage * MOVES / stages + 1, (stage + 1) * MOVES / stages);
        let chart = Chart::Curves(Curves {
            title: format!("Tuning {stages} stages: {term}"),
            axes: ("iteration".into(), format!("arsinh of {term} : {scale} position")),
            rows: (0..stages).map(|stage| (name(stage), curve(stage))).collect(),
        });
        save(&chart, &folder.join(format!("tune-{stages}-{term}")))?;
    }
    Ok(())
}
