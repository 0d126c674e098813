//! Charts for Quartet's tools, each drawn as SVG and as PNG.
//!
//! Text is set in a font inside the program, so that plots come out alike on every machine and need no font library. It
//! has no Chinese characters: a PNG shows boxes for them, while in an SVG the viewer's fonts step in.

mod bars;
mod chart;
mod curves;
mod intervals;
mod picture;

pub use bars::Bars;
pub use chart::Chart;
pub use curves::Curves;
pub use intervals::{Interval, Intervals};

use anyhow::{Context, Result};
use quartet_files::Output;
use std::path::{Path, PathBuf};

/// Draws a chart into an SVG and a PNG file: `path` with each of the two extensions. The directory is made if needed.
/// Returns both files. The error is that of [`check`], or says that they cannot be written.
pub fn save(chart: &Chart, path: &Path, force: bool) -> Result<[PathBuf; 2]> {
    check(path, force)?;
    let files = files(path);
    for (file, picture) in files.iter().zip([picture::svg(chart)?, picture::png(chart)?]) {
        output(force).write(file, &picture)?;
    }
    Ok(files)
}

/// Makes the directory of a plot if needed. Fails if one of its two files exists and is no earlier plot, unless `force`
/// is set. Call it before long work whose result is to be drawn.
pub fn check(path: &Path, force: bool) -> Result<()> {
    if let Some(directory) = path.parent() {
        std::fs::create_dir_all(directory).with_context(|| format!("cannot make {}", directory.display()))?;
    }
    files(path).iter().try_for_each(|file| output(force).check(file))
}

/// The files of a plot.
fn files(path: &Path) -> [PathBuf; 2] {
    ["svg", "png"].map(|extension| path.with_extension(extension))
}

fn output(force: bool) -> Output<'static> {
    Output { kind: "earlier plot", is_own: &picture::is_own, force: Some(force), sources: &[] }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn a_plot_is_drawn_over_an_earlier_one_and_over_nothing_else() {
        let directory = tempfile::tempdir().unwrap();
        let rows = vec![("row".into(), vec![(0.0, 1.0), (1.0, 2.0)])];
        let chart = Chart::Curves(Curves { title: "t".into(), axes: ("x".into(), "y".into()), rows });
        let save = |force| save(&chart, &directory.path().join("plot"), force);
        save(false).unwrap();
        let foreign =
            [&b"my notes"[..], b"<svg xmlns=\"http://www.w3.org/2000/svg\"></svg>", b"\x89PNG\r\n\x1a\nmy holidays"];
        for file in save(false).unwrap() {
            let own = fs::read(&file).unwrap();
            for foreign in foreign {
                fs::write(&file, foreign).unwrap();
                let error = save(false).unwrap_err().to_string();
                assert!(error.contains("exists") && error.contains("--force"), "{error}");
                assert_eq!(fs::read(&file).unwrap(), foreign);
            }
            save(true).unwrap();
            assert_eq!(fs::read(&file).unwrap(), own);
        }
    }
}
