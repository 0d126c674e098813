//! Notation of the L-Game: positions, the solving paper's position codes, moves, diagrams.
//!
//! No function panics, whatever the input.

use super::placements::{PLACEMENTS, SIZE, covering, with_foot};
use super::rules::{LGame, Move, Position};
use crate::game::{Game, Geometry, MoveKind, Notation, NotationError, OptionReader, Reason, Side};
use crate::games::common::grid::{EMPTY, Grid, members};
use crate::games::common::text::{Fields, quote};

impl Notation for LGame {
    const MOVE_KIND: MoveKind = MoveKind::Shape;

    fn rules(_options: OptionReader<'_>) -> Self::Rules {}

    fn geometry(_rules: &()) -> Geometry {
        Geometry { files: SIZE as u16, ranks: SIZE as u16, cells: (SIZE * SIZE) as u16 }
    }

    /// Parses a position text.
    fn parse_position(_rules: &(), text: &str) -> Result<Position, NotationError> {
        let fields = Fields::read(text)?;
        fields.expect_no_extra()?;
        let places = BOARD.read_rows(fields.rows)?;
        let cells = |piece| {
            let mask = |set, (cell, _)| set | 1_u16 << cell;
            places.iter().enumerate().filter(|&(_, &found)| found == piece).fold(0, mask)
        };
        let l = |side: Side| {
            let (letter, cells) = (side.letter(), cells(side.letter()));
            match covering(cells) {
                Some(placement) => Ok(placement as u8),
                None if cells.count_ones() == 4 => Err(NotationError::new(format!(
                    "{letter} on {} is not an L, expected an L-tetromino",
                    names(cells)
                ))),
                None => {
                    let found = cells.count_ones();
                    Err(NotationError::new(format!("{found} cells of {letter}, expected the 4 of an L")))
                }
            }
        };
        let ls = [l(Side::X)?, l(Side::O)?];
        let neutrals = cells('n');
        if neutrals.count_ones() != 2 {
            return Err(NotationError::new(format!("{} neutral pieces n, expected 2", neutrals.count_ones())));
        }
        Ok(Position { ls, neutrals, side: fields.side, ply: fields.ply })
    }

    /// Writes a position text.
    fn write_position(position: &Position) -> String {
        let rows = BOARD.write_rows(|cell| symbol(position, cell));
        format!("{rows} {} - {}", position.side.letter(), position.ply)
    }

    /// Parses a position code of the paper.
    fn parse_code(text: &str) -> Result<Position, NotationError> {
        let mut code = Code::new(text);
        let x = code.placement()?;
        code.symbol(',')?;
        let o = code.placement()?;
        code.symbol(',')?;
        code.symbol('(')?;
        let first = code.number("free cells before a neutral piece", 6)?;
        code.symbol(',')?;
        let second = code.number("free cells before a neutral piece", 6)?;
        code.symbol(')')?;
        code.symbol(',')?;
        let side = if code.number("who moves", 1)? == 0 { Side::X } else { Side::O };
        code.end()?;
        let taken = cells_of(x) & cells_of(o);
        if taken != 0 {
            return Err(NotationError::new(format!(
                "both Ls of the code cover {}, expected disjoint Ls",
                names(taken)
            )));
        }
        if first > second {
            let given = format!("({first},{second})");
            return Err(NotationError::new(format!(
                "neutral pieces {given} in the code, expected the earlier one first"
            )));
        }
        // The code counts only free cells, so the number of the second piece leaves out the cell of the first.
        let uncovered: Vec<_> = members(!(cells_of(x) | cells_of(o))).collect();
        let piece = |number: u8| uncovered.get(usize::from(number)).map_or(0, |cell| 1 << cell);
        let neutrals = piece(first) | piece(second + 1);
        Ok(Position { ls: [x as u8, o as u8], neutrals, side, ply: 0 })
    }

    /// Writes the position code of the paper: `(x1,y1,d1),(x2,y2,d2),(n1,n2),side`.
    fn write_code(position: &Position) -> Option<String> {
        let code = |side| {
            let l = PLACEMENTS.get(position.placement(side))?;
            Some(format!("({},{},{})", l.foot % SIZE as u8, l.foot / SIZE as u8, l.direction))
        };
        let (x, o) = (code(Side::X)?, code(Side::O)?);
        let free = !(position.cells(Side::X) | position.cells(Side::O) | position.neutrals);
        let before = |cell: usize| (free & ((1 << cell) - 1)).count_ones().to_string();
        let neutrals: Vec<_> = members(position.neutrals).map(before).collect();
        Some(format!("{x},{o},({}),{}", neutrals.join(","), position.side.index()))
    }

    /// Parses a legal move.
    fn parse_move(position: &Position, text: &str) -> Result<Move, NotationError> {
        let (shape, neutral) = match text.split_once('+') {
            Some((shape, neutral)) => (shape, Some(read_neutral(text, neutral)?)),
            None => (text, None),
        };
        let placement = if shape.starts_with('(') {
            let mut code = Code::new(shape);
            let placement = code.placement()?;
            code.end()?;
            placement
        } else {
            read_cells(text, shape)?
        };
        let mv = Move::new(placement, neutral);
        if LGame::is_legal(position, mv) { Ok(mv) } else { Err(illegal_move(position, text, placement, neutral)) }
    }

    /// Writes a move.
    fn write_move(_position: &Position, mv: Move) -> String {
        let neutral = mv.neutral().map(|(from, to)| format!("+{}{}", BOARD.name(from), BOARD.name(to)));
        names(cells_of(mv.placement())) + &neutral.unwrap_or_default()
    }

    /// Draws the board with coordinates.
    fn diagram(position: &Position) -> String {
        let mut picture = String::from("    a b c d");
        for rank in 0..SIZE {
            picture.push_str(&format!("\n {} ", rank + 1));
            for file in 0..SIZE {
                picture.push(' ');
                picture.push(symbol(position, rank * SIZE + file));
            }
        }
        picture
    }

    fn reason(_position: &Position) -> Reason {
        Reason::Immobile
    }
}

const BOARD: Grid = Grid { size: SIZE, is_point: |_| true, pieces: "xon" };

/// The symbol for the content of a cell.
fn symbol(position: &Position, cell: usize) -> char {
    let on = |cells: u16| cells >> cell & 1 != 0;
    match () {
        () if on(position.cells(Side::X)) => 'x',
        () if on(position.cells(Side::O)) => 'o',
        () if on(position.neutrals) => 'n',
        () => EMPTY,
    }
}

/// The cells of a placement; none if there is no such placement.
fn cells_of(placement: usize) -> u16 {
    PLACEMENTS.get(placement).map_or(0, |placement| placement.cells)
}

/// The names of cells in ascending order, without separators.
fn names(cells: u16) -> String {
    members(cells).map(|cell| BOARD.name(cell)).collect()
}

/// Parses the cells of an L in ascending order into its placement; `text` is the whole move, for the error.
fn read_cells(text: &str, shape: &str) -> Result<usize, NotationError> {
    let cells = BOARD.read_points(shape).filter(|cells| cells.len() == 4);
    let placement = cells.and_then(|cells| {
        let ascending = cells.is_sorted_by(|before, after| before < after);
        covering(cells.iter().fold(0, |set, cell| set | 1 << cell)).filter(|_| ascending)
    });
    placement.ok_or_else(|| {
        NotationError::new(format!(
            "bad move {}, expected the four cells of an L from a1 to d4, such as b1c1d1d2 or b1c1d1d2+a1a2",
            quote(text)
        ))
    })
}

/// Parses the origin and target of a neutral piece; `text` is the whole move, for the error.
fn read_neutral(text: &str, neutral: &str) -> Result<(usize, usize), NotationError> {
    match BOARD.read_points(neutral).as_deref() {
        Some(&[from, to]) if from != to => Ok((from, to)),
        _ => Err(NotationError::new(format!(
            "bad move {}, expected two different cells after '+', from and to, such as +a1a2",
            quote(text)
        ))),
    }
}

/// The error for a well-formed illegal move.
fn illegal_move(position: &Position, text: &str, placement: usize, neutral: Option<(usize, usize)>) -> NotationError {
    let taken = cells_of(placement) & (position.cells(position.side.other()) | position.neutrals);
    let letter = position.side.letter();
    let why = match neutral {
        _ if position.placement(position.side) == placement => {
            format!("the L of {letter} already lies there, expected a new place")
        }
        _ if taken != 0 => format!("{} is taken, expected four free cells", names(taken & taken.wrapping_neg())),
        Some((from, _)) if position.neutrals >> from & 1 == 0 => {
            let neutrals: Vec<_> = members(position.neutrals).map(|cell| BOARD.name(cell)).collect();
            format!("no neutral piece on {}, expected {}", BOARD.name(from), neutrals.join(" or "))
        }
        Some((_, to)) => {
            format!("{} is taken, expected a free cell for the neutral piece", BOARD.name(to))
        }
        None => "expected a legal move".into(),
    };
    NotationError::new(format!("illegal move {}: {why}", quote(text)))
}

/// A parser of the paper's position codes. Symbols may be separated by spaces.
struct Code<'a> {
    text: &'a str,
    rest: &'a str,
}

impl<'a> Code<'a> {
    fn new(text: &'a str) -> Self {
        Code { text, rest: text.trim_ascii_start() }
    }

    /// The error at the current character.
    fn fault(&self, expected: &str) -> NotationError {
        let at = self.text.len() - self.rest.len() + 1;
        let found = if self.rest.is_empty() { "its end".into() } else { quote(self.rest) };
        NotationError::new(format!("bad code at character {at}: found {found}, expected {expected}"))
    }

    /// Continues at `rest`, after leading spaces.
    fn advance(&mut self, rest: &'a str) {
        self.rest = rest.trim_ascii_start();
    }

    /// Consumes a symbol.
    fn symbol(&mut self, symbol: char) -> Result<(), NotationError> {
        let rest = self.rest.strip_prefix(symbol).ok_or_else(|| self.fault(&format!("'{symbol}'")))?;
        self.advance(rest);
        Ok(())
    }

    /// Consumes a number 0..=`max`; `what` describes it in the error.
    fn number(&mut self, what: &str, max: u8) -> Result<u8, NotationError> {
        let rest = self.rest.trim_start_matches(|c: char| c.is_ascii_digit());
        let digits = self.rest.strip_suffix(rest).unwrap_or_default();
        let number = digits.parse().ok().filter(|&number| number <= max);
        let number = number.ok_or_else(|| self.fault(&format!("{what}, a number from 0 to {max}")))?;
        self.advance(rest);
        Ok(number)
    }

    /// Consumes a placement `(x,y,d)`: column and row of the foot, direction.
    fn placement(&mut self) -> Result<usize, NotationError> {
        let start = self.rest;
        self.symbol('(')?;
        let file = self.number("column of the foot", 3)?;
        self.symbol(',')?;
        let rank = self.number("row of the foot", 3)?;
        self.symbol(',')?;
        let direction = self.number("direction", 3)?;
        self.symbol(')')?;
        with_foot(file, rank, direction).ok_or_else(|| {
            let code = Code { text: self.text, rest: start };
            code.fault("an L inside the board (direction 0 up, 1 down, 2 left, 3 right of the foot)")
        })
    }

    /// Fails unless all input is consumed.
    fn end(&self) -> Result<(), NotationError> {
        if self.rest.is_empty() { Ok(()) } else { Err(self.fault("its end")) }
    }
}
