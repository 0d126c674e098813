//! The plots of a section.

use super::{HeadToHead, Section};
use crate::sequential::SequentialTest;
use crate::stats::{Estimate, SprtStatus};
use anyhow::Result;
use quartet_plots::{Bars, Chart, Curves, Interval, Intervals, Trend, check, save};
use std::path::{Path, PathBuf};

/// The maximum number of openings that are drawn with their names.
const NAMED_OPENINGS: usize = 60;

/// The plots of a section; those without figures are left out.
pub const NAMES: [&str; 8] = ["llr", "elo", "pentanomial", "rating", "openings", "length", "margin", "time"];

/// Draws every plot for which the section has figures into a directory, which is created if necessary. Returns the
/// files, named after variant and plot. If [`check`] fails, nothing is drawn.
pub fn draw(section: &Section, directory: &Path, force: bool) -> Result<Vec<PathBuf>> {
    let plots = plots(section);
    let path = |name: &str| directory.join(format!("{}{name}", prefix(&section.variant)));
    plots.iter().try_for_each(|(name, _)| check(&path(name), force))?;
    let saved = plots.iter().map(|(name, chart)| save(chart, &path(name), force)).collect::<Result<Vec<_>>>()?;
    Ok(saved.into_iter().flatten().collect())
}

/// The variant as the beginning of a file name. It comes from a file, so it must not lead to other directories.
fn prefix(variant: &str) -> String {
    let safe: String = variant.chars().map(|c| if c.is_alphanumeric() { c } else { '_' }).collect();
    if safe.is_empty() { safe } else { format!("{safe}-") }
}

/// The plots of a section with their names.
pub(super) fn plots(section: &Section) -> Vec<(&'static str, Chart)> {
    let [llr, elo, pentanomial, rating, opening, length, margin, time] = NAMES;
    let mut plots = Vec::new();
    plots.extend(section.sprt.as_ref().and_then(|test| ratios(section, test)).map(|chart| (llr, chart)));
    if let Some(head_to_head) = &section.head_to_head {
        plots.extend(elo_by_games(section, head_to_head).map(|chart| (elo, chart)));
        if head_to_head.comparison.pentanomial.pairs() > 0 {
            plots.push((pentanomial, Chart::Bars(pairs(head_to_head))));
        }
    }
    if section.engines.len() > 1 {
        plots.push((rating, Chart::Intervals(ratings(section))));
    }
    if section.openings.len() > 1 {
        plots.push((opening, Chart::Bars(openings(section))));
    }
    let lengths = section.lengths.iter().map(|(&plies, &games)| (plies as i64, games));
    if let Some(bars) = histogram("Game length", "plies", lengths.collect()) {
        plots.push((length, Chart::Bars(bars)));
    }
    let view = section.head_to_head.as_ref().map_or("the first player", |head_to_head| &head_to_head.engine);
    let margins = section.margins.iter().map(|(&margin, &games)| (margin, games)).collect();
    if let Some(bars) = histogram("Disc difference", &format!("discs, as {view} sees them"), margins) {
        plots.push((margin, Chart::Bars(bars)));
    }
    if section.engines.iter().any(|engine| !engine.ms_by_ply.is_empty()) {
        plots.push((time, Chart::Curves(times(section))));
    }
    plots
}

/// The log-likelihood ratio of the sequential test by games.
fn ratios(section: &Section, test: &SequentialTest) -> Option<Chart> {
    let points = section.progress.ratios.iter();
    let points: Vec<_> =
        points.map(|&(games, llr)| (games as f64, Interval { value: llr, low: llr, high: llr })).collect();
    let SprtStatus { lower, upper, .. } = test.status;
    (!points.is_empty()).then(|| {
        Chart::Trend(Trend {
            title: format!("Sequential test: {} against {}", test.engine, test.opponent),
            axes: ("games".into(), "LLR".into()),
            points,
            marks: vec![("H1 is accepted".into(), upper), ("H0 is accepted".into(), lower)],
        })
    })
}

/// Elo with its interval by games.
fn elo_by_games(section: &Section, HeadToHead { engine, opponent, .. }: &HeadToHead) -> Option<Chart> {
    let points: Vec<_> = section.progress.elo.iter().map(|&(games, elo)| (games as f64, elo.into())).collect();
    (points.len() > 1).then(|| {
        Chart::Trend(Trend {
            title: format!("Elo of {engine} against {opponent}, with 95 % interval"),
            axes: ("games".into(), "Elo".into()),
            points,
            marks: Vec::new(),
        })
    })
}

/// Pairs by points.
fn pairs(HeadToHead { engine, comparison, .. }: &HeadToHead) -> Bars {
    Bars {
        title: format!("Pairs by points of {engine}"),
        axes: ("points of a pair".into(), "pairs".into()),
        start: 0.0,
        width: 1.0,
        heights: comparison.pentanomial.0.iter().map(|&pairs| pairs as f64).collect(),
        names: Some(["0", "½", "1", "1½", "2"].map(String::from).to_vec()),
        mark: None,
    }
}

fn ratings(section: &Section) -> Intervals {
    Intervals {
        title: "Rating with 95 % interval".into(),
        axis: "Elo above the mean of all engines".into(),
        series: Vec::new(),
        rows: section.engines.iter().map(|engine| (engine.name.clone(), vec![engine.rating.into()])).collect(),
    }
}

fn openings(section: &Section) -> Bars {
    let who = section.head_to_head.as_ref().map_or("the first player", |head_to_head| &head_to_head.engine);
    let mut scores: Vec<_> = section
        .openings
        .iter()
        .filter_map(|opening| {
            let score = opening.engine.unwrap_or(opening.first_player).score()?;
            Some((opening.index, 100.0 * score))
        })
        .collect();
    scores.sort_by(|one, other| one.1.total_cmp(&other.1));
    let named = scores.len() <= NAMED_OPENINGS;
    let names = named.then(|| scores.iter().map(|(index, _)| index.to_string()).collect());
    Bars {
        title: format!("Score by opening: {who}"),
        axes: (if named { "opening" } else { "openings, from the worst to the best" }.into(), "score, %".into()),
        start: 0.0,
        width: 1.0,
        heights: scores.into_iter().map(|(_, score)| score).collect(),
        names,
        mark: Some(50.0),
    }
}

/// A histogram of games by a whole number, with classes wide enough for at most 40 of them.
fn histogram(title: &str, axis: &str, counts: Vec<(i64, u64)>) -> Option<Bars> {
    let (least, most) = (counts.first()?.0, counts.last()?.0);
    let width = (most - least) / 40 + 1;
    let mut heights = vec![0.0; ((most - least) / width + 1) as usize];
    for (value, games) in counts {
        heights[((value - least) / width) as usize] += games as f64;
    }
    // A class of a single number is centred on it.
    let start = least as f64 - if width == 1 { 0.5 } else { 0.0 };
    let axes = (axis.into(), "games".into());
    Some(Bars { title: title.into(), axes, start, width: width as f64, heights, names: None, mark: None })
}

fn times(section: &Section) -> Curves {
    let engines = section.engines.iter().filter(|engine| !engine.ms_by_ply.is_empty());
    let curve = |(&ply, &ms): (&usize, &f64)| (ply as f64, ms);
    Curves {
        title: "Time by ply".into(),
        axes: ("ply of the game".into(), "mean ms of a move".into()),
        curves: engines.map(|engine| (engine.name.clone(), engine.ms_by_ply.iter().map(curve).collect())).collect(),
    }
}

impl From<Estimate> for Interval {
    fn from(Estimate { value, low, high }: Estimate) -> Self {
        Interval { value, low, high }
    }
}
