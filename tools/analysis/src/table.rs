//! The report as tables of text.

use crate::classes::MoveClass;
use crate::report::{GameReport, LosingMove, MissedWin, MoveReport, Summary};
use crate::value::Value;
use anstyle::{AnsiColor, Style};
use comfy_table::{CellAlignment, Table, presets};
use quartet::game::Side;
use quartet_files::one_line;
use quartet_rules::GameResult;
use std::fmt::Write;

/// The beginning of the line about the losing move.
pub(crate) const LOSING_MOVE: &str = "losing move";
/// The beginning of a line about a missed win.
pub(crate) const MISSED_WIN: &str = "missed win: ";

/// The longest best line shown, in moves.
const LINE: usize = 6;

/// The tables of a game: its moves, its turning points, and its players; with errors in colour if so wished.
pub fn game(report: &GameReport, with_colours: bool) -> String {
    let mut text = format!("{}\n", heading(report));
    let mut table = new_table();
    table.set_header(["", "move", "value", "best", "loss", "chance", "rank", "class", "best line"]);
    for (index, made) in report.moves.iter().enumerate() {
        table.add_row(row(index, made));
    }
    for column in [0, 2, 3, 4, 5, 6] {
        if let Some(column) = table.column_mut(column) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    let classes = [None].into_iter().chain(report.moves.iter().map(|made| Some(made.class)));
    for (line, class) in table.trim_fmt().lines().zip(classes) {
        let style = class.filter(|_| with_colours).map_or(Style::new(), style);
        let _ = writeln!(text, "{style}{line}{style:#}");
    }
    for line in turning_points(report) {
        let _ = writeln!(text, "{line}");
    }
    let players = [Side::X, Side::O].map(|side| (report.player(side), &report.summaries[side.index()]));
    let _ =
        writeln!(text, "\n{}", summaries("player", players.iter().map(|(name, summary)| (name.as_str(), *summary))));
    text
}

/// File, number, players, result, variant, event and date.
pub fn heading(report: &GameReport) -> String {
    let players = [Side::X, Side::O].map(|side| report.player(side));
    let result = report.result.map_or("unknown result", result_word);
    let mut text = format!("{}, game {}: {} – {}, {result}", report.file, report.game, players[0], players[1]);
    let about = [Some(&report.variant), report.event.as_ref(), report.date.as_ref()];
    let about: Vec<&str> = about.into_iter().flatten().map(String::as_str).collect();
    let _ = write!(text, " ({})", about.join(", "));
    one_line(&text).into_owned()
}

/// A result as people read it.
pub(crate) fn result_word(result: GameResult) -> &'static str {
    match result {
        GameResult::FirstWins => "1-0",
        GameResult::SecondWins => "0-1",
        GameResult::Draw => "½-½",
    }
}

fn row(index: usize, made: &MoveReport) -> [String; 9] {
    let rank = made
        .rank
        .map_or(String::new(), |rank| format!("{}{}/{}", if rank.exact { "" } else { "~" }, rank.place, made.legal));
    let is_error_or_other = made.best.first().is_some_and(|best| *best != made.mv);
    let best: Vec<&str> = made.best.iter().take(LINE).map(String::as_str).collect();
    [
        format!("{}", index + 1),
        format!("{} {}{}", made.side, made.mv, made.class.symbol()),
        mark(made.after.is_exact(), made.after.text()),
        mark(made.before.is_exact(), made.before.text()),
        made.loss.filter(|&loss| loss > 0).map_or(String::new(), |loss| format!("{:.2}", f64::from(loss) / 100.0)),
        format!("{:.0} %", 100.0 * made.expected[1]),
        rank,
        made.class.word().into(),
        if is_error_or_other { best.join(" ") } else { String::new() },
    ]
}

/// The style of a move's row.
fn style(class: MoveClass) -> Style {
    let colour = |colour: AnsiColor| Style::new().fg_color(Some(colour.into()));
    match class {
        MoveClass::Inaccuracy => colour(AnsiColor::Yellow),
        MoveClass::Mistake => colour(AnsiColor::Red),
        MoveClass::Blunder => colour(AnsiColor::Red).bold(),
        _ => Style::new(),
    }
}

/// A value, with `=` before an exact one.
fn mark(is_exact: bool, text: String) -> String {
    if is_exact { format!("= {text}") } else { text }
}

/// The losing move and the missed wins, a line each.
pub fn turning_points(report: &GameReport) -> Vec<String> {
    let missed = report.missed_wins.iter().map(|missed| missed_win(report, missed));
    let losing = report.losing_move.map(|losing| losing_move(report, losing));
    missed.chain(losing).map(|line| one_line(&line).into_owned()).collect()
}

fn losing_move(report: &GameReport, losing: LosingMove) -> String {
    let made = &report.moves[losing.index];
    let estimated = if losing.is_proven { "" } else { " (estimated)" };
    let text = |value: Value| value.text() + if value.is_exact() { "" } else { " (estimated)" };
    format!(
        "{LOSING_MOVE}{estimated}: {} {} by {}: from {} to {}; best was {}",
        losing.index + 1,
        made.mv,
        report.player(side_of(made)),
        text(made.before),
        text(made.after),
        line_of(made)
    )
}

fn missed_win(report: &GameReport, missed: &MissedWin) -> String {
    let made = &report.moves[missed.index];
    let kind = missed.kind.map_or(String::new(), |kind| format!(" by {}", kind.word()));
    let plies = missed.plies.map_or(String::new(), |plies| match plies {
        1 => " in 1 ply".into(),
        _ => format!(" in {plies} plies"),
    });
    let player = report.player(side_of(made));
    format!("{MISSED_WIN}{} {} by {player}: there was a win{kind}{plies}: {}", missed.index + 1, made.mv, line_of(made))
}

fn line_of(made: &MoveReport) -> String {
    made.best.join(" ")
}

fn side_of(made: &MoveReport) -> Side {
    if made.side == 'x' { Side::X } else { Side::O }
}

/// A table of statistics, a row each; `what` is the heading of the names.
pub fn summaries<'a>(what: &str, rows: impl Iterator<Item = (&'a str, &'a Summary)>) -> String {
    let mut table = new_table();
    let classes = &MoveClass::CHOSEN;
    let head = [what, "moves", "accuracy", "chance lost", "loss"].into_iter();
    table.set_header(head.chain(classes.iter().map(|class| class.word())));
    for (name, summary) in rows {
        let figure = |value: Option<f64>, unit: &str| value.map_or("-".into(), |value| format!("{value:.1}{unit}"));
        let mut cells = vec![
            one_line(name).into_owned(),
            summary.moves.to_string(),
            figure(summary.accuracy(), " %"),
            figure(summary.mean_points(), " %"),
            summary.mean_loss().map_or("-".into(), |loss| format!("{:.2}", loss / 100.0)),
        ];
        cells.extend(classes.iter().map(|class| summary.count(*class).to_string()));
        table.add_row(cells);
    }
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table.trim_fmt()
}

fn new_table() -> Table {
    let mut table = Table::new();
    table.load_preset(presets::NOTHING);
    table
}
