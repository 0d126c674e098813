//! Charts for Quartet's tools, each drawn as SVG and as PNG, or as a part of a page.
//!
//! Text uses an embedded font, so that plots look the same on every machine and need no font library. The font has no
//! Chinese characters: a PNG shows boxes in their place, whereas SVG viewers fall back to their own fonts.

mod axis;
mod bars;
mod chart;
mod curves;
mod intervals;
mod picture;
mod timeline;
mod trend;

pub use bars::Bars;
pub use chart::Chart;
pub use curves::Curves;
pub use intervals::{Interval, Intervals};
pub use picture::inline_svg;
pub use timeline::Timeline;
pub use trend::Trend;

use anyhow::{Context, Result};
use quartet_files::Output;
use std::path::{Path, PathBuf};

/// Writes a chart to an SVG and a PNG file, whose paths are `path` with each of the two extensions. Creates the folder
/// if needed. Returns both paths. Fails if [`check`] fails or a file cannot be written.
pub fn save(chart: &Chart, path: &Path, force: bool) -> Result<[PathBuf; 2]> {
    check(path, force)?;
    let files = files(path);
    for (file, picture) in files.iter().zip([picture::svg(chart)?, picture::png(chart)?]) {
        output(force).write(file, &picture)?;
    }
    Ok(files)
}

/// Checks that a plot can be written, and creates its folder if needed. Fails if either file exists and is not an
/// earlier plot, unless `force` is set. Call this before a long run, so that the run fails at its start rather than at
/// its end.
pub fn check(path: &Path, force: bool) -> Result<()> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    }
    files(path).iter().try_for_each(|file| output(force).check(file))
}

/// Paths of the two files of a plot.
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
    fn a_plot_replaces_only_an_earlier_plot() {
        let folder = tempfile::tempdir().unwrap();
        let curves = vec![("curve".into(), vec![(0.0, 1.0), (1.0, 2.0)])];
        let chart = Chart::Curves(Curves { title: "t".into(), axes: ("x".into(), "y".into()), curves });
        let save = |force| save(&chart, &folder.path().join("plot"), force);
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
