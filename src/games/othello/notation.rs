//! Parsing and writing of Othello positions, moves, transcripts and board diagrams.
//!
//! Texts come from outside: any input yields a value or a [`NotationError`], never a panic.

use super::rules::{Move, Othello, Position};
use crate::game::{Game, Geometry, MoveKind, Notation, NotationError, OptionReader, PASS, Reason, Side};
use crate::games::common::text::{Fields, quote, write_rows};

impl Notation for Othello {
    const MOVE_KIND: MoveKind = MoveKind::Place;

    fn rules(_options: OptionReader<'_>) {}

    fn geometry(_rules: &()) -> Geometry {
        Geometry { files: 8, ranks: 8, cells: 64 }
    }

    /// Parses `<rows> [<side> [- [<ply>]]]`, or an OBF line: 64 characters and an optional side to move.
    fn parse_position(_rules: &(), text: &str) -> Result<Position, NotationError> {
        let first = text.split([' ', '\t']).find(|field| !field.is_empty());
        if let Some(discs) = first.and_then(flat_board) {
            return parse_obf_side(text).map(|side| from_discs(discs, side, 0));
        }
        let fields = Fields::read(text)?;
        let discs = parse_rows(fields.rows)?;
        fields.expect_no_extra()?;
        Ok(from_discs(discs, fields.side, fields.ply))
    }

    /// Writes all four fields of a position text.
    fn write_position(position: &Position) -> String {
        let rows = write_rows(8, |row, column| owner(position, (8 * row + column) as u32).map(Side::letter));
        format!("{rows} {} - {}", Othello::side(position).letter(), Othello::ply(position))
    }

    /// Parses one legal move.
    fn parse_move(position: &Position, text: &str) -> Result<Move, NotationError> {
        match read_move(text) {
            Some((mv, "")) => legal(position, mv),
            _ => Err(NotationError::new(format!("move {}, expected a square a1 to h8 or pass", quote(text)))),
        }
    }

    /// Parses one token of a move list: a single move, or a transcript such as `f5d6c3`. Passes omitted from a
    /// transcript are inserted before the move that follows them.
    fn parse_token(position: &Position, text: &str) -> Result<Vec<Move>, NotationError> {
        let (first, mut rest) = match read_move(text) {
            Some((mv, "")) => return legal(position, mv).map(|mv| vec![mv]),
            Some(start) => start,
            None => return Self::parse_move(position, text).map(|mv| vec![mv]),
        };
        let mut position = position.clone();
        let mut moves = Vec::new();
        let mut next = first;
        loop {
            if next != Move::PASS && Othello::is_legal(&position, Move::PASS) {
                Othello::play(&mut position, Move::PASS);
                moves.push(Move::PASS);
            }
            let mv = legal(&position, next)?;
            Othello::play(&mut position, mv);
            moves.push(mv);
            if rest.is_empty() {
                return Ok(moves);
            }
            (next, rest) = read_move(rest).ok_or_else(|| {
                let place = text.len() - rest.len() + 1;
                NotationError::new(format!(
                    "{} at character {place} of a transcript, expected a square a1 to h8 or pass",
                    quote(rest)
                ))
            })?;
        }
    }

    /// Writes a move in canonical spelling: `f5` or `pass`.
    fn write_move(_position: &Position, mv: Move) -> String {
        match mv.square() {
            Some(square) => format!("{}{}", char::from(b'a' + (square % 8) as u8), square / 8 + 1),
            None => PASSES[0].into(),
        }
    }

    /// Draws the board with coordinates; `.` is an empty square.
    fn diagram(position: &Position) -> String {
        let mut text = String::from("  a b c d e f g h");
        for row in 0..8 {
            text.push_str(&format!("\n{}", row + 1));
            for column in 0..8 {
                text.push(' ');
                text.push(owner(position, 8 * row + column).map_or('.', Side::letter));
            }
        }
        text
    }

    fn reason(_position: &Position) -> Reason {
        Reason::Discs
    }
}

/// The spellings of a pass, the canonical one first. None is a prefix of a later one, so the first match is the right
/// one.
const PASSES: [&str; 6] = [PASS, "--", "pa", "ps", "0000", "@@@@"];

/// A position from the discs of x and of o.
fn from_discs([x, o]: [u64; 2], side: Side, ply: u32) -> Position {
    match side {
        Side::X => Position::new(x, o, side, ply),
        Side::O => Position::new(o, x, side, ply),
    }
}

/// Parses eight rows separated by `/` into the discs of x and of o.
fn parse_rows(text: &str) -> Result<[u64; 2], NotationError> {
    let rows = text.split('/').count();
    if rows != 8 {
        return Err(NotationError::new(format!(
            "board {} has {rows} rows, expected 8 divided by / (or 64 squares - X O)",
            quote(text)
        )));
    }
    let mut discs = [0; 2];
    for (index, row) in (0..).zip(text.split('/')) {
        parse_row(row, index, &mut discs)?;
    }
    Ok(discs)
}

/// Parses a row (0..=7 from the top) of `x`, `o` and numbers for runs of empty squares, and adds its discs to those of
/// x and of o.
fn parse_row(text: &str, row: u32, [x, o]: &mut [u64; 2]) -> Result<(), NotationError> {
    let fault = |what: String| NotationError::new(format!("row {} {}: {what}", row + 1, quote(text)));
    let mut column = 0_u32;
    let mut rest = text;
    while let Some(piece) = rest.chars().next() {
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let (head, tail) = rest.split_at_checked(digits.max(piece.len_utf8())).unwrap_or((rest, ""));
        let square = if column < 8 { 1 << (8 * row + column) } else { 0 };
        let width = match piece {
            'x' => {
                *x |= square;
                1
            }
            'o' => {
                *o |= square;
                1
            }
            '0' => return Err(fault("a number begins with 0, expected 1 or more".into())),
            '1'..='9' => head.parse().unwrap_or(u32::MAX),
            _ => return Err(fault(format!("unknown character {}, expected x, o or a number", quote(head)))),
        };
        column = column.saturating_add(width);
        if column > 8 {
            return Err(fault("too long, expected 8 squares".into()));
        }
        rest = tail;
    }
    match column {
        8 => Ok(()),
        _ => Err(fault(format!("{column} squares, expected 8"))),
    }
}

/// Parses the board of an OBF line, 64 characters up to the end or a `;`, into the discs of x and of o. `None` if the
/// text is no such board.
fn flat_board(text: &str) -> Option<[u64; 2]> {
    let board = text.split(';').next().filter(|board| board.len() == 64)?;
    let mut discs = [0; 2];
    for (square, piece) in board.bytes().enumerate() {
        match piece {
            b'-' | b'.' => {}
            b'X' | b'x' | b'*' => discs[0] |= 1 << square,
            b'O' | b'o' => discs[1] |= 1 << square,
            _ => return None,
        }
    }
    Some(discs)
}

/// Parses the side to move of an OBF line, the only field between the board and `;` or the end; x if it is missing.
fn parse_obf_side(text: &str) -> Result<Side, NotationError> {
    let statement = text.split(';').next().unwrap_or_default();
    let mut fields = statement.split([' ', '\t']).filter(|field| !field.is_empty()).skip(1);
    let side = match fields.next() {
        None | Some("X" | "x" | "*") => Side::X,
        Some("O" | "o") => Side::O,
        Some(other) => return Err(NotationError::new(format!("side to move {}, expected X or O", quote(other)))),
    };
    match fields.next() {
        None => Ok(side),
        Some(other) => {
            Err(NotationError::new(format!("{} behind the side to move, expected ; or the end", quote(other))))
        }
    }
}

/// The owner of the disc on a square 0..=63.
fn owner(position: &Position, square: u32) -> Option<Side> {
    [Side::X, Side::O].into_iter().find(|&side| position.discs(side) >> square & 1 != 0)
}

/// The square 0..=63 with the name `a1` to `h8`; trailing text is ignored.
pub fn square_of(name: &str) -> Option<u32> {
    read_move(name).and_then(|(mv, _)| mv.square())
}

/// Parses the move at the start of a text and returns it with the rest of the text. Does not check legality.
fn read_move(text: &str) -> Option<(Move, &str)> {
    for pass in PASSES {
        if text.get(..pass.len()).is_some_and(|head| head.eq_ignore_ascii_case(pass)) {
            return text.get(pass.len()..).map(|rest| (Move::PASS, rest));
        }
    }
    let [column, row, ..] = *text.as_bytes() else { return None };
    let column = column.to_ascii_lowercase();
    if !(b'a'..=b'h').contains(&column) || !(b'1'..=b'8').contains(&row) {
        return None;
    }
    let square = 8 * u32::from(row - b'1') + u32::from(column - b'a');
    text.get(2..).map(|rest| (Move::at(square), rest))
}

/// The move itself if it is legal; otherwise an error that lists the legal moves.
fn legal(position: &Position, mv: Move) -> Result<Move, NotationError> {
    if Othello::is_legal(position, mv) {
        return Ok(mv);
    }
    let mut moves = Vec::new();
    Othello::legal_moves(position, &mut moves);
    let expected = match moves.is_empty() {
        true => "no move: the game is over".into(),
        false => moves.into_iter().map(|mv| Othello::write_move(position, mv)).collect::<Vec<_>>().join(" "),
    };
    let (name, ply) = (Othello::write_move(position, mv), Othello::ply(position));
    let side = Othello::side(position).letter();
    Err(NotationError::new(format!("illegal move {name} of {side} at ply {ply}, expected {expected}")))
}
