//! Draws the picture of the README: a position of each game from self-play of the engine, with a dot on the last move
//! and a ring on the engine's next move.
//!
//! `cargo run --release -p quartet-arena --example boards -- target/release/quartet tools/arena/boards.svg`

use anyhow::{Context, Result, ensure};
use plotters::coord::Shift;
use plotters::prelude::*;
use std::collections::BTreeSet;
use std::process::Command;

/// A game with the position to be drawn.
struct Diagram {
    variant: &'static str,
    title: &'static str,
    /// An option with its value, which is set before the first move.
    option: Option<(&'static str, &'static str)>,
    /// The number of plies before the position.
    plies: usize,
    /// The limit of each search.
    limit: &'static str,
    /// The colour of the board.
    board: RGBColor,
}

const WOOD: RGBColor = RGBColor(222, 184, 121);
const FELT: RGBColor = RGBColor(46, 125, 79);
const PAPER: RGBColor = RGBColor(236, 238, 241);
const BLUE: RGBColor = RGBColor(43, 92, 168);
const RED: RGBColor = RGBColor(190, 58, 52);
const MARK: RGBColor = RGBColor(240, 150, 20);

const DIAGRAMS: [Diagram; 4] = [
    Diagram { variant: "lgame", title: "L-Game", option: None, plies: 2, limit: "depth 1", board: PAPER },
    Diagram { variant: "rhombus", title: "Rhombus", option: None, plies: 9, limit: "depth 1", board: PAPER },
    Diagram { variant: "othello", title: "Othello", option: None, plies: 27, limit: "depth 10", board: FELT },
    Diagram {
        variant: "gomoku",
        title: "Gomoku",
        option: Some(("BoardSize", "15")),
        plies: 24,
        limit: "nodes 200000",
        board: WOOD,
    },
];

/// A position as reported by the engine: rows of points from the top, and the marked points.
struct Board {
    rows: Vec<Vec<char>>,
    edges: Vec<(Point, Point)>,
    last: BTreeSet<Point>,
    next: BTreeSet<Point>,
}

/// Column and row, from 0 at the top left.
type Point = (usize, usize);

/// The width of one diagram with its margins, in pixels.
const SIDE: u32 = 300;
/// The margin of a board, in pixels.
const MARGIN: u32 = 12;
/// The height of the line with the name of the game, in pixels.
const TITLE: u32 = 34;

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    ensure!(arguments.len() == 2, "expected the engine and the file to write");
    let size = (SIDE * DIAGRAMS.len() as u32, SIDE + TITLE - MARGIN);
    let root = SVGBackend::new(&arguments[1], size).into_drawing_area();
    root.fill(&WHITE)?;
    for (diagram, area) in DIAGRAMS.iter().zip(root.split_evenly((1, DIAGRAMS.len()))) {
        draw(diagram, &position(&arguments[0], diagram)?, &area).context(diagram.variant)?;
    }
    root.present()?;
    Ok(())
}

/// The engine's answers to commands in the position after these moves.
fn ask(engine: &str, diagram: &Diagram, moves: &[String], commands: &str) -> Result<Vec<String>> {
    let option = diagram.option.map(|(name, value)| format!("setoption name {name} value {value} then "));
    let played = if moves.is_empty() { String::new() } else { format!(" moves {}", moves.join(" ")) };
    let line = format!("{}position startpos{played} then {commands}", option.unwrap_or_default());
    let output = Command::new(engine).arg(diagram.variant).args(line.split(' ')).output().context("the engine")?;
    Ok(String::from_utf8(output.stdout)?.lines().map(str::to_string).collect())
}

/// Lets the engine play and returns the position.
fn position(engine: &str, diagram: &Diagram) -> Result<Board> {
    let mut moves = Vec::new();
    for _ in 0..=diagram.plies {
        let answer = ask(engine, diagram, &moves, &format!("go {}", diagram.limit))?;
        let best = answer.iter().find_map(|line| line.strip_prefix("bestmove ")).context("no bestmove")?;
        moves.push(best.split(' ').next().unwrap_or_default().to_string());
    }
    let next = moves.pop().unwrap_or_default();
    let answer = ask(engine, diagram, &moves, "query board then query adjacency")?;
    let mut responses = answer.iter().filter_map(|line| line.strip_prefix("response "));
    let rows = responses.next().context("no board")?.split('/').map(|row| row.chars().collect()).collect();
    let edges = responses.next().unwrap_or_default();
    let edges = edges.split(' ').filter_map(|edge| edge.split_once('-'));
    let edges = edges.filter_map(|(from, to)| Some((points(from).pop_first()?, points(to).pop_first()?)));
    let last = moves.last().map(|mv| points(mv)).unwrap_or_default();
    Ok(Board { rows, edges: edges.collect(), last, next: points(&next) })
}

/// The points of a move.
fn points(text: &str) -> BTreeSet<Point> {
    let mut points = BTreeSet::new();
    let mut rest = text;
    while let Some(at) = rest.find(|c: char| c.is_ascii_lowercase()) {
        let column = rest.as_bytes()[at] - b'a';
        let digits: String = rest[at + 1..].chars().take_while(char::is_ascii_digit).collect();
        if let Ok(row @ 1..) = digits.parse::<usize>() {
            points.insert((usize::from(column), row - 1));
        }
        rest = &rest[at + 1..];
    }
    points
}

/// Draws a board with the name of its game.
fn draw(diagram: &Diagram, board: &Board, area: &DrawingArea<SVGBackend<'_>, Shift>) -> Result<()> {
    let (title, field) = area.split_vertically(TITLE);
    let style = ("sans-serif", 18).into_font().color(&BLACK);
    title.draw(&Text::new(diagram.title, (12, 10), style))?;
    let field = field.margin(0, MARGIN, MARGIN, MARGIN);
    field.fill(&diagram.board)?;
    let (side, count) = (field.dim_in_pixel().0 as i32, board.rows.len() as i32);
    let cell = side / count;
    let first = (side - cell * count) / 2;
    let at = |(column, row): Point| (first + column as i32 * cell + cell / 2, first + row as i32 * cell + cell / 2);
    for (from, to) in lines(diagram, board) {
        field.draw(&PathElement::new([at(from), at(to)], BLACK.mix(0.6).stroke_width(1)))?;
    }
    if matches!(diagram.variant, "othello" | "lgame") {
        let end = first + count * cell;
        for line in (0..=count).map(|line| first + line * cell) {
            for ends in [[(line, first), (line, end)], [(first, line), (end, line)]] {
                field.draw(&PathElement::new(ends, BLACK.mix(0.4).stroke_width(1)))?;
            }
        }
    }
    for (row, points) in board.rows.iter().enumerate() {
        for (column, piece) in points.iter().enumerate() {
            piece_at(diagram, &field, at((column, row)), cell, *piece)?;
        }
    }
    for point in &board.last {
        field.draw(&Circle::new(at(*point), cell / 10 + 1, MARK.filled()))?;
    }
    for point in &board.next {
        field.draw(&Circle::new(at(*point), cell * 2 / 5, MARK.stroke_width(3)))?;
    }
    Ok(())
}

/// The lines between points: those that the engine reports, or a grid for games with pieces on intersections.
fn lines(diagram: &Diagram, board: &Board) -> Vec<(Point, Point)> {
    let end = board.rows.len() - 1;
    match diagram.variant {
        "gomoku" => (0..=end).flat_map(|line| [((line, 0), (line, end)), ((0, line), (end, line))]).collect(),
        "rhombus" => board.edges.clone(),
        _ => Vec::new(),
    }
}

/// Draws the piece on a point.
fn piece_at(
    diagram: &Diagram,
    field: &DrawingArea<SVGBackend<'_>, Shift>,
    (x, y): (i32, i32),
    cell: i32,
    piece: char,
) -> Result<()> {
    let radius = if diagram.variant == "rhombus" { cell / 3 } else { cell * 21 / 50 };
    match (diagram.variant, piece) {
        ("lgame", 'x' | 'o') => {
            let colour = if piece == 'x' { RED } else { BLUE };
            let half = cell / 2;
            field.draw(&Rectangle::new([(x - half, y - half), (x + half, y + half)], colour.filled()))?;
        }
        ("lgame", 'n') => field.draw(&Circle::new((x, y), cell / 3, RGBColor(70, 74, 80).filled()))?,
        (_, 'x') => field.draw(&Circle::new((x, y), radius, BLACK.filled()))?,
        (_, 'o') => {
            field.draw(&Circle::new((x, y), radius, WHITE.filled()))?;
            field.draw(&Circle::new((x, y), radius, BLACK.stroke_width(1)))?;
        }
        _ => {}
    }
    Ok(())
}
