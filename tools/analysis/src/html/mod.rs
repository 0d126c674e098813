//! One HTML page with everything: graphs, boards at the errors, tables. It needs no other file, and no script.

mod board;
mod diagrams;
mod graph;
mod tables;

use crate::report::GameReport;
use crate::table::{heading, turning_points};
use anyhow::Result;
use maud::{Markup, html};
use quartet::game::Side;
use quartet_page::Page;

/// The program that writes the pages, by which they are recognized.
const PROGRAM: &str = "quartet-analysis";
const STYLE: &str = include_str!("style.css");

/// The page for some games.
pub fn page(reports: &[GameReport]) -> Result<String> {
    let title = match reports {
        [report] => heading(report),
        _ => format!("{} games", reports.len()),
    };
    let has_several = reports.len() > 1;
    let games = reports
        .iter()
        .enumerate()
        .map(|(index, report)| game(index, report, has_several))
        .collect::<Result<Vec<_>>>()?;
    let body = html! {
        (board::empty_boards(reports))
        main {
            h1 { (title) }
            @if has_several { (tables::games(reports)) (tables::players(reports)) }
            @for game in games { (game) }
            (legend())
        }
    };
    Ok(Page { program: PROGRAM, title: &title, style: STYLE, body }.into_text())
}

/// Whether the content of a file is a page written by this program.
pub fn is_own(content: &[u8]) -> bool {
    quartet_page::is_own(PROGRAM, content)
}

/// The name of a game on the page. Games and moves are counted from 0 here, and moves from 1 on the page.
fn game_id(number: usize) -> String {
    format!("game{number}")
}

/// The name of the row of a move.
fn row_id(number: usize, index: usize) -> String {
    format!("g{number}m{}", index + 1)
}

/// The name of the board of an error.
fn board_id(number: usize, index: usize) -> String {
    format!("g{number}e{}", index + 1)
}

/// The name of the point of an error in the graph.
fn dot_id(number: usize, index: usize) -> String {
    format!("g{number}d{}", index + 1)
}

/// A game. If it is one of several, it has a heading of its own and a link to the table of all.
fn game(number: usize, report: &GameReport, is_one_of_several: bool) -> Result<Markup> {
    let names = [Side::X, Side::O].map(|side| format!("{} ({})", report.player(side), side.letter()));
    let rows = names.iter().map(String::as_str).zip(&report.summaries);
    let diagrams = diagrams::diagrams(number, report)?;
    // Two boards side by side need twice the room.
    let is_wide = report.variant == "lgame";
    Ok(html! {
        section id=(game_id(number)) {
            @if is_one_of_several { h2 { (heading(report)) } }
            (graph::graph(number, report))
            ul.turning { @for line in turning_points(report) { li { (line) } } }
            (tables::summaries("player", rows))
            @if !diagrams.is_empty() {
                h3 { "Errors" }
                div.boards.wide[is_wide] { @for diagram in diagrams { (diagram) } }
            }
            details open[report.moves.len() <= 80] { summary { "All moves" } (tables::moves(number, report)) }
            @if is_one_of_several { p { a href="#games" { "Back to the games" } } }
        }
    })
}

/// What the words, signs and colours mean.
fn legend() -> Markup {
    html! {
        footer {
            p {
                "Values are those of the player who moves: an estimate in discs or points, or, in bold, an exact "
                "value. A move is classed by the expected score that it loses: an " b { "inaccuracy (?!)" } " from 5 %, a "
                b { "mistake (?)" } " from 10 %, a " b { "blunder (??)" } " from 15 %. ~ before a rank: all moves were "
                "compared by a shallower search. Lost: the mean expected score that a move loses; loss: the same in "
                "discs or points."
            }
            p {
                "On the boards a full ring is the move played, a dashed ring the best move, and a dot the move before. "
                "Points are named by column and row; a1 is the top left corner in all games. In the L-Game each of the "
                "two moves has a board of its own: its L is outlined, and a dotted line shows where it was before."
            }
            p { "Made by quartet-analysis " (env!("CARGO_PKG_VERSION")) "." }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::example;
    use std::collections::BTreeSet;

    #[test]
    fn everything_from_files_is_escaped_and_nothing_is_loaded() {
        let mut report = example(["<script>alert(1)</script>", "b & \"c\""]);
        report.file = "</title><img src=x>.txt".into();
        report.date = Some("<svg onload=x>".into());
        let page = page(&[report.clone(), report]).expect("a page");
        for unescaped in ["<script", "<img", "<svg onload", "b & \""] {
            assert!(!page.contains(unescaped), "{unescaped}");
        }
        assert!(page.contains("&lt;script&gt;") && page.contains("&lt;svg onload=x&gt;"));
        for outside in ["http://", "https://", "src=\"", "@import", "url("] {
            assert!(!page.contains(outside), "{outside}");
        }
        assert!(is_own(page.as_bytes()) && !is_own(b"<!DOCTYPE html><html></html>"));
    }

    #[test]
    fn each_error_has_a_board_and_each_move_a_row() {
        let page = page(&[example(["a", "b"])]).expect("a page");
        assert_eq!(page.matches("<figure ").count(), 2);
        assert_eq!(page.matches("id=\"g0m").count(), 4);
        assert!(!page.contains("#games"), "one game needs no table of games");
    }

    /// The values of an attribute.
    fn attributes<'a>(page: &'a str, start: &str) -> Vec<&'a str> {
        page.split(start).skip(1).filter_map(|rest| rest.split('"').next()).collect()
    }

    #[test]
    fn links_stay_on_the_page_and_lead_to_something() {
        let page = page(&[example(["a", "b"]), example(["c", "d"])]).expect("a page");
        let ids = attributes(&page, " id=\"");
        let unique: BTreeSet<&str> = ids.iter().copied().collect();
        assert_eq!(ids.len(), unique.len());
        let links = attributes(&page, " href=\"");
        for link in &links {
            assert!(link.strip_prefix('#').is_some_and(|id| unique.contains(id)), "{link}");
        }
        for link in ["#game1", "#games", "#g1m3", "#g1e3", "#g1d3", "#othello-8x8"] {
            assert!(links.contains(&link), "{link}");
        }
    }
}
