//! Notation of positions and moves, and diagrams of the board.
//!
//! No function panics, whatever the input; errors are one line.

use super::board::{Point, Position, Rule};
use super::game::{DEFAULT_SIZE, Gomoku, MIN_SIZE, Rules};
use super::lines::{DIRECTIONS, FiveRule, MAX_SIZE};
use super::renju;
use crate::game::{Geometry, MoveKind, Notation, NotationError, OptionReader, Reason, Side};
use crate::games::common::text::{Fields, quote, write_rows};
use crate::whole_number::whole_number;
use std::fmt::Write;

impl Notation for Gomoku {
    const MOVE_KIND: MoveKind = MoveKind::Place;

    fn rules(options: OptionReader<'_>) -> Rules {
        let size = options("BoardSize").and_then(|text| text.parse().ok()).unwrap_or(DEFAULT_SIZE);
        let rule = options("Rule").and_then(|name| Rule::from_name(&name)).unwrap_or_default();
        Rules { size: size.clamp(MIN_SIZE, MAX_SIZE), rule }
    }

    fn geometry(rules: &Rules) -> Geometry {
        let size = rules.size as u16;
        Geometry { files: size, ranks: size, cells: size * size }
    }

    /// Parses `<rows> <side> <extra> <ply>`; the number of rows is the size of the board.
    fn parse_position(rules: &Rules, text: &str) -> Result<Position, NotationError> {
        let fields = Fields::read(text)?;
        let rows = fields.rows;
        let size = rows.split('/').take(MAX_SIZE + 1).count();
        if !(MIN_SIZE..=MAX_SIZE).contains(&size) {
            let found = if size > MAX_SIZE { format!("more than {MAX_SIZE}") } else { size.to_string() };
            return Err(NotationError::new(format!("{found} rows, expected {MIN_SIZE} to {MAX_SIZE}, divided by '/'")));
        }
        let mut position = Position::new(size, rules.rule);
        for (row, text) in rows.split('/').enumerate() {
            read_row(&mut position, row, text)?;
        }
        fields.expect_no_extra()?;
        position.set_turn(fields.side, fields.ply);
        if position.find_winner() {
            Ok(position)
        } else {
            Err(NotationError::new("both colours have five in a row, expected one at most"))
        }
    }

    /// Writes all four fields of a position text.
    fn write_position(position: &Position) -> String {
        let board = position.board();
        let rows = write_rows(board.size(), |row, col| board.stone(Point::new(row, col)).map(Side::letter));
        format!("{rows} {} - {}", position.side().letter(), position.ply())
    }

    /// Parses a legal move such as `h8`, ignoring case.
    fn parse_move(position: &Position, text: &str) -> Result<Point, NotationError> {
        let board = position.board();
        let size = board.size();
        let last = write_point(Point::new(size - 1, size - 1));
        let unknown = || NotationError::new(format!("{} is no point of the board, expected a1 to {last}", quote(text)));
        let read = read_point(text).filter(|(point, rest)| rest.is_empty() && board.contains(*point));
        let (point, _) = read.ok_or_else(unknown)?;
        let name = write_point(point);
        if position.winner().is_some() {
            return Err(NotationError::new(format!("'{name}' is not legal: the game is over")));
        }
        if board.stone(point).is_some() {
            return Err(NotationError::new(format!("'{name}' is not legal: the point is not empty")));
        }
        if position.five_rule(position.side()) == FiveRule::ExactWithFouls
            && let Some(foul) = renju::foul(board, point)
        {
            return Err(NotationError::new(format!("'{name}' is not legal: {} is forbidden", foul.name())));
        }
        Ok(point)
    }

    /// Parses one token of a move list: one or more moves without separators, such as `h8i9h10`.
    fn parse_token(position: &Position, text: &str) -> Result<Vec<Point>, NotationError> {
        let (mut position, mut moves, mut rest) = (position.clone(), Vec::new(), text);
        loop {
            let tail = read_point(rest).map_or("", |(_, tail)| tail);
            let head = rest.strip_suffix(tail).unwrap_or(rest);
            let mv = Self::parse_move(&position, head)?;
            position.play(mv);
            moves.push(mv);
            if tail.is_empty() {
                return Ok(moves);
            }
            rest = tail;
        }
    }

    fn write_move(_position: &Position, mv: Point) -> String {
        write_point(mv)
    }

    /// Draws the board with coordinates, row 1 on top.
    fn diagram(position: &Position) -> String {
        let board = position.board();
        let mut text = String::from("  ");
        for col in 0..board.size() {
            text.extend([' ', column_letter(col)]);
        }
        for point in board.points() {
            if point.col() == 0 {
                let _ = write!(text, "\n{:2}", point.row() + 1);
            }
            text.extend([' ', board.stone(point).map_or('.', Side::letter)]);
        }
        text
    }

    fn reason(position: &Position) -> Reason {
        if position.winner().is_some() { Reason::Five } else { Reason::Full }
    }

    fn winning_row(position: &Position) -> Vec<String> {
        let Some(winner) = position.winner() else { return Vec::new() };
        let (board, rule) = (position.board(), position.five_rule(winner));
        let owned = board.points().filter(|&point| board.stone(point) == Some(winner));
        // In board order, the first point of a winning run is its lower end in the direction.
        let run = owned.flat_map(|point| (0..DIRECTIONS.len()).map(move |d| (point, d))).find_map(|(point, d)| {
            let (line, bit) = board.side_line(point, d, winner);
            let length = line.length(bit);
            rule.is_five(length).then_some((point, d, length))
        });
        let Some((first, d, length)) = run else { return Vec::new() };
        let mut points: Vec<Point> = (0..length as i32).map(|count| first.step(d, count)).collect();
        points.sort_unstable();
        points.into_iter().map(write_point).collect()
    }
}

/// Parses a row of a position text and puts its stones on the board.
fn read_row(position: &mut Position, row: usize, text: &str) -> Result<(), NotationError> {
    let size = position.board().size();
    let wrong_length =
        || NotationError::new(format!("row {} {} does not have {size} points as there are rows", row + 1, quote(text)));
    let mut col = 0;
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        let (side, length) = match letter {
            'x' => (Some(Side::X), 1),
            'o' => (Some(Side::O), 1),
            '0'..='9' => (None, rest.chars().take_while(char::is_ascii_digit).count()),
            _ => {
                let found = letter.escape_default();
                return Err(NotationError::new(format!("'{found}' in row {}, expected 'x', 'o' or a number", row + 1)));
            }
        };
        let (head, tail) = rest.split_at_checked(length).unwrap_or((rest, ""));
        if side.is_none() && head.starts_with('0') {
            return Err(NotationError::new(format!("a number in row {} starts with 0, expected 1 or more", row + 1)));
        }
        let width = if side.is_some() { 1 } else { head.parse::<usize>().map_err(|_| wrong_length())? };
        if width > size - col {
            return Err(wrong_length());
        }
        if let Some(side) = side {
            position.put(Point::new(row, col), side);
        }
        col += width;
        rest = tail;
    }
    if col == size { Ok(()) } else { Err(wrong_length()) }
}

/// Parses a point of the largest board, such as `h8`, at the start of a text and returns it with the rest of the text.
pub fn read_point(text: &str) -> Option<(Point, &str)> {
    let letter = text.chars().next().filter(char::is_ascii_alphabetic)?;
    let rest = text.get(1..)?;
    let length = rest.bytes().take_while(u8::is_ascii_digit).count();
    let (digits, rest) = rest.split_at_checked(length)?;
    let col = (letter.to_ascii_lowercase() as u32 - 'a' as u32) as usize;
    let row = whole_number::<usize>(digits).filter(|&row| row > 0)?;
    (row <= MAX_SIZE && col < MAX_SIZE).then(|| (Point::new(row - 1, col), rest))
}

/// The name of a point: column letter and row number, counted from the top.
pub fn write_point(point: Point) -> String {
    format!("{}{}", column_letter(point.col()), point.row() + 1)
}

fn column_letter(col: usize) -> char {
    (b'a' + col as u8) as char
}
