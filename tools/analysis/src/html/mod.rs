//! One HTML page with everything: graphs, boards at the errors, tables. It needs no other file, and no script.

mod board;
mod graph;

use crate::classes::MoveClass;
use crate::profile::{Phase, Profile, profiles};
use crate::report::{GameReport, MoveReport, Summary};
use crate::table::{heading, turning_points};
use anyhow::{Result, anyhow};
use maud::{DOCTYPE, Markup, PreEscaped, html};
use quartet::engine::Setup;
use quartet::game::Side;
use quartet_rules::{Referee, referee};

/// The beginning of every page, by which it is recognized as written by this program.
const GENERATOR: &str = "<meta name=\"generator\" content=\"quartet-analysis\">";
const STYLE: &str = include_str!("style.css");

/// The page for some games.
pub fn page(reports: &[GameReport]) -> Result<String> {
    let title = match reports {
        [report] => heading(report),
        _ => format!("{} games", reports.len()),
    };
    let games = reports
        .iter()
        .enumerate()
        .map(|(index, report)| game(index, report, reports.len() > 1))
        .collect::<Result<Vec<_>>>()?;
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                (PreEscaped(GENERATOR))
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (title) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                main {
                    h1 { (title) }
                    @if reports.len() > 1 { (contents(reports)) (profile_tables(reports)) }
                    @for game in games { (game) }
                    (legend())
                }
            }
        }
    };
    Ok(page.into_string())
}

/// Whether the content of a file is a page written by this program.
pub fn is_own(content: &[u8]) -> bool {
    let head = &content[..content.len().min(400)];
    head.windows(GENERATOR.len()).any(|window| window == GENERATOR.as_bytes())
}

fn contents(reports: &[GameReport]) -> Markup {
    html! {
        nav aria-label="Games" {
            ol { @for (index, report) in reports.iter().enumerate() {
                li { a href=(format!("#game{index}")) { (heading(report)) } }
            } }
        }
    }
}

fn profile_tables(reports: &[GameReport]) -> Markup {
    let profiles = profiles(reports);
    html! {
        @if !profiles.is_empty() {
            section {
                h2 { "Players" }
                @for ((variant, name), profile) in &profiles { (profile_table(variant, name, profile)) }
            }
        }
    }
}

fn profile_table(variant: &str, name: &str, profile: &Profile) -> Markup {
    let phases = Phase::ALL.iter().filter_map(|phase| Some((phase.word(), profile.phases.get(phase)?)));
    html! {
        h3 { (name) ", " (variant) ": " (profile.games_text()) }
        (summary_table("phase", phases.chain([("all", &profile.all)])))
    }
}

fn summary_table<'a>(what: &str, rows: impl Iterator<Item = (&'a str, &'a Summary)>) -> Markup {
    let classes = &MoveClass::CHOSEN;
    let figure = |value: Option<f64>| value.map_or("–".to_string(), |value| format!("{value:.1}"));
    html! {
        div.scroll { table {
            thead { tr {
                th scope="col" { (what) } th scope="col" { "moves" } th scope="col" { "accuracy, %" }
                th scope="col" { "expected score lost, %" } th scope="col" { "loss" }
                @for class in classes { th scope="col" { (class.word()) } }
            } }
            tbody { @for (name, summary) in rows { tr {
                th scope="row" { (name) } td { (summary.moves) } td { (figure(summary.accuracy())) }
                td { (figure(summary.mean_points())) }
                td { (summary.mean_loss().map_or("–".to_string(), |loss| format!("{:.2}", loss / 100.0))) }
                @for class in classes { td { (summary.count(*class)) } }
            } } }
        } }
    }
}

/// A game, with a heading of its own unless the page has no other game.
fn game(number: usize, report: &GameReport, has_heading: bool) -> Result<Markup> {
    let names = [Side::X, Side::O].map(|side| format!("{} ({})", report.player(side), side.letter()));
    let rows = names.iter().map(String::as_str).zip(&report.summaries);
    let diagrams = diagrams(report)?;
    Ok(html! {
        section id=(format!("game{number}")) {
            @if has_heading { h2 { (heading(report)) } }
            (graph::graph(number, report))
            ul.turning { @for line in turning_points(report) { li { (line) } } }
            (summary_table("player", rows))
            @if !diagrams.is_empty() { h3 { "Errors" } div.boards { @for diagram in diagrams { (diagram) } } }
            details open[report.moves.len() <= 80] { summary { "All moves" } (moves(number, report)) }
        }
    })
}

/// A board for each error, with the move made and the best one.
fn diagrams(report: &GameReport) -> Result<Vec<Markup>> {
    let mut rules = referee(&report.variant, &report.options)?;
    rules.begin(&Setup::Text(report.start.clone()), &[]).map_err(|error| anyhow!(error.0))?;
    let mut diagrams = Vec::new();
    for (index, made) in report.moves.iter().enumerate() {
        if made.class.is_error() {
            diagrams.push(diagram(index, made, &*rules));
        }
        rules.play(&made.mv).map_err(|error| anyhow!(error.0))?;
    }
    Ok(diagrams)
}

fn diagram(index: usize, made: &MoveReport, rules: &dyn Referee) -> Markup {
    let best = made.best.first().map_or("", String::as_str);
    html! {
        figure {
            (board::board(&rules.position(), &made.mv, best))
            figcaption {
                b { (index + 1) ". " (made.side) " " (made.mv) (made.class.symbol()) } " (" (made.after.text()) "), "
                "best " b { (best) } " (" (made.before.text()) "): " (made.best.join(" "))
            }
        }
    }
}

fn moves(number: usize, report: &GameReport) -> Markup {
    html! {
        div.scroll { table.moves {
            thead { tr {
                th scope="col" { "#" } th scope="col" { "move" } th scope="col" { "value" } th scope="col" { "best" }
                th scope="col" { "loss" } th scope="col" { "expected, %" } th scope="col" { "rank" } th scope="col" { "class" }
                th.line scope="col" { "best line" }
            } }
            tbody { @for (index, made) in report.moves.iter().enumerate() {
                tr id=(format!("g{number}m{}", index + 1)) class=(made.class.word()) { (move_cells(index, made)) }
            } }
        } }
    }
}

fn move_cells(index: usize, made: &MoveReport) -> Markup {
    let exact = |is_exact: bool| if is_exact { "exact" } else { "estimate" };
    let is_other = made.best.first().is_some_and(|best| *best != made.mv);
    html! {
        th scope="row" { (index + 1) }
        td.move { (made.side) " " (made.mv) (made.class.symbol()) }
        td class=(exact(made.after.is_exact())) { (made.after.text()) }
        td class=(exact(made.before.is_exact())) { (made.before.text()) }
        td { @if let Some(loss @ 1..) = made.loss { (format!("{:.2}", f64::from(loss) / 100.0)) } }
        td { (format!("{:.0}", 100.0 * made.expected[1])) }
        td { @if let Some(rank) = made.rank { @if !rank.exact { "~" } (rank.place) "/" (made.legal) } }
        td { (made.class.word()) }
        td.line { @if is_other { (made.best.join(" ")) } }
    }
}

/// What the words and colours mean.
fn legend() -> Markup {
    html! {
        footer {
            p {
                "Values are those of the player who moves: an estimate in discs or points, or, in bold, an exact value. "
                "A move is classed by the expected score that it loses: an " b { "inaccuracy" } " from 5 %, a "
                b { "mistake" } " from 10 %, a " b { "blunder" } " from 15 %. ~ before a rank: all moves were compared "
                "by a shallower search. On the boards a full ring is the move made, a dashed ring the best move."
            }
            p { "Made by quartet-analysis " (env!("CARGO_PKG_VERSION")) "." }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::example;

    #[test]
    fn everything_from_files_is_escaped_and_nothing_is_loaded() {
        let mut report = example(["<script>alert(1)</script>", "b & \"c\""]);
        report.file = "</title><img src=x>.txt".into();
        let page = page(&[report.clone(), report]).expect("a page");
        assert!(!page.contains("<script") && !page.contains("<img") && page.contains("&lt;script&gt;"));
        for outside in ["http://", "https://", "src=\"", "@import", "url("] {
            assert!(!page.contains(outside), "{outside}");
        }
        assert!(is_own(page.as_bytes()) && !is_own(b"<!DOCTYPE html><html></html>"));
    }

    #[test]
    fn each_error_has_a_board_and_each_move_a_row() {
        let page = page(&[example(["a", "b"])]).expect("a page");
        assert_eq!(page.matches("<figure>").count(), 2);
        assert_eq!(page.matches("id=\"g0m").count(), 4);
    }
}
