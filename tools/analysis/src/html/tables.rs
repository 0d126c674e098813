//! The tables of a page: its games, the play of each player, and the moves of a game.

use super::{board_id, game_id, row_id};
use crate::classes::MoveClass;
use crate::profile::{Phase, Profile, profiles};
use crate::report::{GameReport, MoveReport, Summary};
use crate::table::result_word;
use maud::{Markup, html};
use quartet::game::Side;

/// The classes of errors, whose counts stand before those of other moves.
const ERRORS: [MoveClass; 3] = [MoveClass::Inaccuracy, MoveClass::Mistake, MoveClass::Blunder];
/// What stands for a figure that there is not.
const NONE: &str = "–";

/// All games, with links to them.
pub(super) fn games(reports: &[GameReport]) -> Markup {
    let has_dates = reports.iter().any(|report| report.date.is_some());
    html! {
        nav #games aria-label="Games" { div.scroll { table {
            thead { tr {
                th scope="col" { "#" } th.text scope="col" { "players" } th scope="col" { "result" }
                th scope="col" { "accuracy, %" }
                @for class in ERRORS { (class_heading(class)) }
                @if has_dates { th.text scope="col" { "date" } }
            } }
            tbody { @for (index, report) in reports.iter().enumerate() { tr {
                th scope="row" { (index + 1) } (game_cells(index, report))
                @if has_dates { td.text { (report.date.as_deref().unwrap_or(NONE)) } }
            } } }
        } } }
    }
}

fn game_cells(index: usize, report: &GameReport) -> Markup {
    let result = report.result.map_or(NONE, result_word);
    let both = |text: &dyn Fn(&Summary) -> String| {
        let [x, o] = report.summaries.each_ref().map(text);
        html! { td { (x) ":" (o) } }
    };
    html! {
        td.name { a href=(format!("#{}", game_id(index))) { (report.player(Side::X)) " – " (report.player(Side::O)) } }
        td { (result) }
        (both(&|summary| summary.accuracy().map_or(NONE.into(), |accuracy| format!("{accuracy:.0}"))))
        @for class in ERRORS { (both(&|summary| summary.count(class).to_string())) }
    }
}

fn class_heading(class: MoveClass) -> Markup {
    html! { th scope="col" { abbr title=(class.word()) { (class.symbol()) } } }
}

fn figure(value: Option<f64>) -> String {
    value.map_or(NONE.into(), |value| format!("{value:.1}"))
}

/// A table for each named player with the figures of all games by phase.
pub(super) fn players(reports: &[GameReport]) -> Markup {
    let profiles = profiles(reports);
    html! {
        @if !profiles.is_empty() {
            section {
                h2 { "Players" }
                @for ((variant, name), profile) in &profiles { (player(variant, name, profile)) }
            }
        }
    }
}

fn player(variant: &str, name: &str, profile: &Profile) -> Markup {
    let phases = Phase::ALL.iter().filter_map(|phase| Some((phase.word(), profile.phases.get(phase)?)));
    html! {
        h3 { (name) ", " (variant) ": " (profile.games_text()) }
        (summaries("phase", phases.chain([("all", &profile.all)])))
    }
}

/// A row of figures for each summary, under a heading for their names. What matters most comes first, since a narrow
/// page shows the first columns only.
pub(super) fn summaries<'a>(what: &str, rows: impl Iterator<Item = (&'a str, &'a Summary)>) -> Markup {
    let others = [MoveClass::Best, MoveClass::Good];
    html! {
        div.scroll { table {
            thead { tr {
                th.name scope="col" { (what) } th scope="col" { "accuracy, %" }
                @for class in ERRORS { (class_heading(class)) }
                @for class in others { th scope="col" { (class.word()) } }
                th scope="col" { "moves" } th scope="col" { "lost, %" } th scope="col" { "loss" }
            } }
            tbody { @for (name, summary) in rows { tr {
                th.name scope="row" { (name) } td { (figure(summary.accuracy())) }
                @for class in ERRORS.iter().chain(&others) { td { (summary.count(*class)) } }
                td { (summary.moves) } td { (figure(summary.mean_points())) }
                td { (summary.mean_loss().map_or(NONE.into(), |loss| format!("{:.2}", loss / 100.0))) }
            } } }
        } }
    }
}

/// The moves of a game, a row each.
pub(super) fn moves(number: usize, report: &GameReport) -> Markup {
    html! {
        div.scroll { table.moves {
            thead { tr {
                th scope="col" { "#" } th.text scope="col" { "move" } th scope="col" { "value" }
                th scope="col" { "best" } th scope="col" { "loss" } th scope="col" { "expected, %" }
                th scope="col" { "rank" } th scope="col" { "class" } th.line scope="col" { "best line" }
            } }
            tbody { @for (index, made) in report.moves.iter().enumerate() {
                tr id=(row_id(number, index)) class=(made.class.word()) { (move_cells(number, index, made)) }
            } }
        } }
    }
}

fn move_cells(number: usize, index: usize, made: &MoveReport) -> Markup {
    let exact = |is_exact: bool| is_exact.then_some("exact");
    let is_other = made.best.first().is_some_and(|best| *best != made.mv);
    let text = html! { (made.side) " " (made.mv) (made.class.symbol()) };
    html! {
        th scope="row" { (index + 1) }
        td.move {
            @if made.class.is_error() { a href=(format!("#{}", board_id(number, index))) { (text) } } @else { (text) }
        }
        td class=[exact(made.after.is_exact())] { (made.after.text()) }
        td class=[exact(made.before.is_exact())] { (made.before.text()) }
        td { @if let Some(loss @ 1..) = made.loss { (format!("{:.2}", f64::from(loss) / 100.0)) } }
        td { (format!("{:.0}", 100.0 * made.expected[1])) }
        td { @if let Some(rank) = made.rank { @if !rank.exact { "~" } (rank.place) "/" (made.legal) } }
        td { (made.class.word()) }
        td.line { @if is_other { (made.best.join(" ")) } }
    }
}
