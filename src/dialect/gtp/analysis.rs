//! What a search reports: hints and live graphics for GoGui, analysis lines for Sabaki.

use super::board::vertices;
use super::vertex::{colour, vertex};
use crate::dialect::settings::GameName;
use crate::engine::TextLine;
use crate::game::Side;
use crate::score::Score;

/// The commands for GoGui's analyze dialogue in every game: type, label, command.
const ANALYZE_COMMANDS: [&str; 5] = [
    "gfx/Quartet Hints/quartet-hints %c",
    "gfx/Quartet Principal Variation/quartet-pv %c",
    "hstring/Quartet Evaluation/quartet-eval",
    "param/Quartet Parameters/quartet-param",
    "none/Quartet Clear Hash/quartet-clear_hash",
];

/// The command for Gomoku.
const FORBIDDEN_POINTS: &str = "gfx/Quartet Forbidden Points/quartet-forbidden";

/// The commands for GoGui's analyze dialogue, a line each.
pub(super) fn analyze_commands(game: GameName) -> String {
    let forbidden = (game == GameName::Gomoku).then_some(FORBIDDEN_POINTS);
    ANALYZE_COMMANDS.into_iter().chain(forbidden).collect::<Vec<_>>().join("\n")
}

/// A score as people read it: discs or points with one digit, `W5` and `L5` for a win and a loss in 5 plies.
pub(super) fn score_text(score: Score) -> String {
    match score.distance() {
        Some(plies) if score.is_loss() => format!("L{plies}"),
        Some(plies) => format!("W{plies}"),
        None => format!("{:+.1}", f64::from(score.0) / 100.0),
    }
}

/// Labels with the score of each line on its first move, and the best score as the text of the status bar.
pub(super) fn hints(lines: &[TextLine]) -> String {
    let labels: String = lines
        .iter()
        .filter_map(|line| Some(format!(" {} {}", vertex(line.pv.first()?), score_text(line.score))))
        .collect();
    format!("LABEL{labels}\n{}", status(lines))
}

/// The best line as a numbered variation. `side` moves first.
pub(super) fn variation(lines: &[TextLine], side: Side) -> String {
    let Some(best) = lines.first() else { return String::new() };
    let mut side = side;
    let mut moves = String::new();
    for mv in &best.pv {
        moves.push_str(&format!(" {} {}", colour(side), vertex(mv)));
        side = side.other();
    }
    format!("VAR{moves}\n{}", status(lines))
}

/// Depth, score and nodes of the best line, as a text of GoGui's status bar.
fn status(lines: &[TextLine]) -> String {
    let Some(best) = lines.first() else { return "TEXT no move".into() };
    format!("TEXT depth {} score {} nodes {}", best.depth, score_text(best.score), best.stats.nodes)
}

/// The lines as `info move` reports, all in one line.
pub(super) fn info_moves(lines: &[TextLine]) -> String {
    let report = |(order, line): (usize, &TextLine)| {
        let first = vertex(line.pv.first()?);
        let (nodes, winrate) = (line.stats.nodes, winrate(line));
        Some(format!(
            "info move {first} visits {nodes} winrate {winrate} prior {winrate} lcb {winrate} order {order} pv {}",
            vertices(&line.pv)
        ))
    };
    lines.iter().enumerate().filter_map(report).collect::<Vec<_>>().join(" ")
}

/// The expected score of the side to move in hundredths of a percent.
fn winrate(line: &TextLine) -> u32 {
    line.wdl.map_or(5000, |wdl| (10_000.0 * wdl.expected_score()).round() as u32)
}
