//! The drawing of the board: the diagram of the library with the last move in brackets and legal moves marked.
//!
//! Knows nothing of the rules.

use super::style::Style;
use anstyle::{Ansi256Color, AnsiColor, Color};
use std::collections::HashSet;
use std::fmt::Write;

/// The marks, by names of points.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Marks {
    /// The points of the last move, or the winning row.
    pub last: HashSet<String>,
    /// The points to which the side to move can move.
    pub legal: HashSet<String>,
    /// Empty points that are forbidden to the side to move.
    pub forbidden: HashSet<String>,
}

/// The kind of a character of the drawing.
#[derive(Clone, Copy, PartialEq, Eq)]
enum CellKind {
    /// Names of files and ranks, and other text next to the board.
    Margin,
    /// The board itself.
    Board,
    First,
    Second,
    Neutral,
    Legal,
    Forbidden,
    Bracket,
}

/// The drawing. `diagram` is that of the library, whose first line names the files; `points` are the names of the
/// board's points in reading order.
pub(super) fn draw(diagram: &str, points: &[String], marks: &Marks, variant: &str, style: Style) -> String {
    let mut points = points.iter();
    let mut lines = diagram.lines();
    let mut text = lines.next().unwrap_or_default().trim_end().to_string();
    for line in lines {
        let cells = cells(line, &mut points, marks);
        text.push('\n');
        match style {
            Style::Plain => text.push_str(cells.iter().map(|&(letter, _)| letter).collect::<String>().trim_end()),
            Style::Coloured { discs, many } => paint(&cells, discs, &|kind| colours(kind, variant, many), &mut text),
        }
    }
    text
}

/// The characters of a line with their kinds, with the marks added.
fn cells<'a>(line: &str, points: &mut impl Iterator<Item = &'a String>, marks: &Marks) -> Vec<(char, CellKind)> {
    let mut cells: Vec<(char, CellKind)> =
        line.chars().map(|letter| (letter, CellKind::Board)).chain([(' ', CellKind::Board)]).collect();
    let first = line.find(|letter| "xon.|*".contains(letter)).unwrap_or(cells.len());
    let is_marked = |name: Option<&String>| name.is_some_and(|name| marks.last.contains(name));
    for at in 0..cells.len() {
        if at + 1 < first {
            cells[at].1 = CellKind::Margin;
        }
        let kind = match cells[at].0 {
            'x' => CellKind::First,
            'o' => CellKind::Second,
            'n' => CellKind::Neutral,
            '.' => CellKind::Board,
            _ => continue,
        };
        let name = points.next();
        cells[at] = match name {
            Some(name) if marks.legal.contains(name) => ('*', CellKind::Legal),
            Some(name) if marks.forbidden.contains(name) => ('#', CellKind::Forbidden),
            _ => (cells[at].0, kind),
        };
        if is_marked(name) {
            // Two adjacent marked points share one character, so it is a bar.
            cells[at - 1] = (if cells[at - 1].1 == CellKind::Bracket { '|' } else { '[' }, CellKind::Bracket);
            cells[at + 1] = (']', CellKind::Bracket);
        }
    }
    cells
}

/// The characters of a line with colour codes.
fn paint(cells: &[(char, CellKind)], discs: bool, colours: &dyn Fn(CellKind) -> anstyle::Style, text: &mut String) {
    for run in cells.chunk_by(|one, other| one.1 == other.1) {
        let style = colours(run[0].1);
        let shown = run.iter().map(|&(letter, kind)| match kind {
            CellKind::First if discs => '●',
            CellKind::Second if discs => '○',
            CellKind::Neutral if discs => '◆',
            _ => letter,
        });
        let _ = write!(text, "{style}{}{style:#}", shown.collect::<String>());
    }
}

/// The colours of a kind of character.
fn colours(kind: CellKind, variant: &str, many: bool) -> anstyle::Style {
    if kind == CellKind::Margin {
        return anstyle::Style::new();
    }
    let pick = |number, basic: AnsiColor| -> Color { if many { Ansi256Color(number).into() } else { basic.into() } };
    // A green on which both white and black discs are visible.
    let board = match variant {
        "othello" => 28,
        "lgame" => 66,
        _ => 130,
    };
    let ink = match kind {
        CellKind::Margin | CellKind::Board => pick(250, AnsiColor::White),
        CellKind::First => pick(16, AnsiColor::Black),
        CellKind::Second => pick(231, AnsiColor::BrightWhite),
        CellKind::Neutral | CellKind::Bracket => pick(226, AnsiColor::BrightYellow),
        CellKind::Legal => pick(159, AnsiColor::BrightCyan),
        CellKind::Forbidden => pick(217, AnsiColor::BrightRed),
    };
    let style = anstyle::Style::new().bg_color(Some(pick(board, AnsiColor::Green))).fg_color(Some(ink));
    if kind == CellKind::Bracket { style.bold() } else { style }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str) -> HashSet<String> {
        text.split_whitespace().map(str::to_string).collect()
    }

    #[test]
    fn marks_are_drawn_at_their_points() {
        let diagram = "    a b c d\n 1  n x x .\n 2  . o x .";
        let points: Vec<String> = "a1 b1 c1 d1 a2 b2 c2 d2".split(' ').map(str::to_string).collect();
        let marks = Marks { last: names("b1 c1 c2 d2"), legal: names("d1"), forbidden: names("a2") };
        let plain = draw(diagram, &points, &marks, "lgame", Style::Plain);
        assert_eq!(plain, "    a b c d\n 1  n[x|x]*\n 2  # o[x|.]");
        let shown = draw(diagram, &points, &marks, "lgame", Style::Coloured { discs: true, many: true });
        assert!(
            shown.contains('●') && shown.contains('○') && shown.contains('◆') && shown.contains("\x1b[48;5;66m"),
            "{shown}"
        );
        let letters = draw(diagram, &points, &marks, "lgame", Style::Coloured { discs: false, many: false });
        assert!(letters.is_ascii() && letters.contains("\x1b[42m"), "{letters}");
    }

    #[test]
    fn marks_keep_the_lines_of_the_oblique_board() {
        let diagram = "    a   b   c\n 1  x-------o\n    |     / |";
        let points: Vec<String> = ["a1", "c1"].map(str::to_string).into();
        let marks = Marks { last: names("c1"), ..Marks::default() };
        assert_eq!(
            draw(diagram, &points, &marks, "rhombus", Style::Plain),
            "    a   b   c\n 1  x------[o]\n    |     / |"
        );
    }
}
