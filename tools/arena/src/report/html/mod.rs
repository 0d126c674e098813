//! A report as one HTML page: all tables and plots. It needs no other file, and no script.

mod figures;
mod tables;

use super::{Report, Section, plots};
use anyhow::Result;
use maud::{Markup, PreEscaped, html};
use quartet_page::Page;
use quartet_plots::{Chart, inline_svg};

/// The program that writes the pages, by which they are recognized.
const PROGRAM: &str = "quartet-arena";
const STYLE: &str = include_str!("style.css");
/// The width of a chart and its height if it does not need more, in the units of its own picture: small, so that its
/// letters are large enough on a telephone.
const CHART: (u32, u32) = (460, 300);

/// The page of a report.
pub fn page(report: &Report) -> Result<String> {
    let title = match &report.sections[..] {
        [section] => heading(section),
        sections => games(sections.iter().map(|section| section.games).sum()),
    };
    let has_several = report.sections.len() > 1;
    let sections = report.sections.iter().map(|section| variant(section, has_several)).collect::<Result<Vec<_>>>()?;
    let body = html! {
        main {
            h1 { (title) }
            @for note in &report.notes { p.note { (note) } }
            @for section in sections { (section) }
            (legend())
        }
    };
    Ok(Page { program: PROGRAM, title: &title, style: STYLE, body }.into_text())
}

/// Whether the content of a file is a report that this program has written.
pub(super) fn is_own(content: &[u8]) -> bool {
    quartet_page::is_own(PROGRAM, content)
}

/// What the games of a section are.
fn heading(section: &Section) -> String {
    let players = match &section.head_to_head {
        Some(two) => format!("{} against {}", two.engine, two.opponent),
        None => format!("{} engines", section.engines.len()),
    };
    format!("{}: {players}, {}", section.variant, games(section.games))
}

fn games(count: u64) -> String {
    if count == 1 { "1 game".into() } else { format!("{count} games") }
}

/// The games of a variant. If it is one of several, it has a heading of its own.
fn variant(section: &Section, is_one_of_several: bool) -> Result<Markup> {
    let charts = plots::plots(section).iter().map(|(_, chart)| figure(chart)).collect::<Result<Vec<_>>>()?;
    Ok(html! {
        section {
            @if is_one_of_several { h2 { (heading(section)) } }
            (figures::overview(section))
            (figures::tests(section))
            @for tournament in &section.tournaments { (tables::tournament(tournament)) }
            (tables::standings(section))
            @if section.engines.len() > 2 { (tables::crosstable(section)) }
            div.charts { @for chart in charts { (chart) } }
            (tables::play(section))
            (tables::endings(section))
            @if section.openings.len() > 1 { (tables::openings(section)) }
            @if !section.failures.is_empty() { (tables::failures(section)) }
        }
    })
}

/// A chart, with its title as its description.
fn figure(chart: &Chart) -> Result<Markup> {
    let picture = inline_svg(chart, (CHART.0, CHART.1.max(chart.least_height())))?;
    Ok(html! {
        figure {
            figcaption { (chart.title()) }
            div role="img" aria-label=(format!("Chart: {}", chart.title())) { (PreEscaped(picture)) }
        }
    })
}

/// What the words mean.
fn legend() -> Markup {
    html! {
        footer {
            p {
                "Elo and its error are computed from pairs of games with the same opening and colours exchanged; "
                "intervals are those of 95 %. nElo: normalised Elo. LOS: likelihood of superiority. Ptnml(0-2): pairs "
                "by points, 0, ½, 1, 1½, 2. Rating: Elo above the mean of all engines. First, second: the score in "
                "games in which the engine moves first, or second. Latency: the part of the time of a move that the "
                "engine does not account for."
            }
            p { "Made by quartet-arena " (env!("CARGO_PKG_VERSION")) "." }
        }
    }
}
