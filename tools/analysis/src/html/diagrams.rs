//! The boards of the errors of a game.

use super::board::{board, two_boards};
use super::{board_id, dot_id, row_id};
use crate::report::{GameReport, MoveReport};
use anyhow::{Result, anyhow};
use maud::{Markup, html};
use quartet::engine::Setup;
use quartet_rules::{Referee, referee};

/// A diagram for each error, with the move played and the best one. `number` is that of the game on the page.
pub(super) fn diagrams(number: usize, report: &GameReport) -> Result<Vec<Markup>> {
    let mut rules = referee(&report.variant, &report.options)?;
    rules.begin(&Setup::Text(report.start.clone()), &[]).map_err(|error| anyhow!(error.0))?;
    let mut diagrams = Vec::new();
    let mut last = "";
    for (index, made) in report.moves.iter().enumerate() {
        if made.class.is_error() {
            let picture = picture(made, last, &mut *rules)?;
            diagrams.push(html! {
                figure id=(board_id(number, index)) { (picture) (caption(number, index, made)) }
            });
        }
        play(&mut *rules, &made.mv)?;
        last = &made.mv;
    }
    Ok(diagrams)
}

fn picture(made: &MoveReport, last: &str, rules: &mut dyn Referee) -> Result<Markup> {
    let position = rules.position();
    let best = made.best.first().map_or("", String::as_str);
    let variant = rules.variant().name;
    if variant != "lgame" || best.is_empty() {
        return Ok(board(variant, &position, last, [&made.mv, best]));
    }
    let after = [after(rules, &made.mv)?, after(rules, best)?];
    Ok(two_boards(&position, [(&made.mv, &after[0]), (best, &after[1])], made.side))
}

/// The position after a move, which is taken back.
fn after(rules: &mut dyn Referee, mv: &str) -> Result<String> {
    play(rules, mv)?;
    let position = rules.position();
    rules.take_back();
    Ok(position)
}

fn play(rules: &mut dyn Referee, mv: &str) -> Result<String> {
    rules.play(mv).map_err(|error| anyhow!(error.0))
}

/// The move with its values and the best line. Its number leads to its row, and a link to its point in the graph.
fn caption(number: usize, index: usize, made: &MoveReport) -> Markup {
    let best = made.best.first().map_or("", String::as_str);
    html! {
        figcaption {
            a href=(format!("#{}", row_id(number, index))) {
                b { (index + 1) ". " (made.side) " " (made.mv) (made.class.symbol()) }
            }
            " (" (made.after.text()) "), best " b { (best) } " (" (made.before.text()) "): " (made.best.join(" ")) " "
            a href=(format!("#{}", dot_id(number, index))) { "graph" }
        }
    }
}
