//! Positions for the checks: a game of the referee, and the line that sets it up in the engine.

use crate::openings::parse_setup;
use quartet::engine::Setup;
use quartet::game::NotationError;
use quartet::random::SplitMix64;
use quartet_rules::{Referee, referee};
use std::collections::BTreeMap;

/// A position with the game that led to it.
pub struct Board {
    /// The game in progress.
    pub referee: Box<dyn Referee>,
    /// `startpos` or `fen <text>`.
    origin: String,
}

impl Board {
    /// The start position.
    pub fn start(variant: &str) -> Board {
        Self::with_options(variant, &[])
    }

    /// The start position under these options.
    pub fn with_options(variant: &str, options: &[(&str, &str)]) -> Board {
        let options: BTreeMap<_, _> =
            options.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect();
        // All names and values come from the registry or from this crate.
        let referee = referee(variant, &options).unwrap_or_else(|error| panic!("no referee for {variant}: {error}"));
        Board { referee, origin: "startpos".into() }
    }

    /// The position after moves from a position text.
    pub fn set_up(variant: &str, text: &str, moves: &[&str]) -> Result<Board, NotationError> {
        let mut board = Board::start(variant);
        let moves: Vec<_> = moves.iter().map(|mv| mv.to_string()).collect();
        board.referee.begin(&Setup::Text(text.into()), &moves)?;
        board.origin = format!("fen {text}");
        Ok(board)
    }

    /// The position after this number of random plies, or at the end of the game if that comes earlier.
    pub fn random(variant: &str, plies: usize, random: &mut SplitMix64) -> Board {
        let mut board = Board::start(variant);
        for _ in 0..plies {
            if !board.play_any(random) {
                break;
            }
        }
        board
    }

    /// A random position in which the game is not over, after at most this number of plies.
    pub fn ongoing(variant: &str, plies: usize, random: &mut SplitMix64) -> Board {
        loop {
            let board = Board::random(variant, plies, random);
            if !board.is_over() {
                return board;
            }
        }
    }

    /// A random game that is over.
    pub fn over(variant: &str, random: &mut SplitMix64) -> Board {
        Board::random(variant, usize::MAX, random)
    }

    /// Plays a random move; returns whether there was one.
    pub fn play_any(&mut self, random: &mut SplitMix64) -> bool {
        let moves = self.referee.legal_moves();
        moves.get(random.below(moves.len())).is_some_and(|mv| self.referee.play(mv).is_ok())
    }

    /// A copy of the board with its game.
    pub fn copy(&self) -> Board {
        let mut referee = self.referee.another();
        // The moves were legal before.
        let _ = referee.begin(&parse_setup(&self.origin), self.referee.moves());
        Board { referee, origin: self.origin.clone() }
    }

    /// The board after another move.
    pub fn after(&self, mv: &str) -> Result<Board, NotationError> {
        let mut board = self.copy();
        board.referee.play(mv)?;
        Ok(board)
    }

    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        self.referee.ending().is_some()
    }

    /// The line that sets the position up.
    pub fn line(&self) -> String {
        match self.referee.moves() {
            [] => format!("position {}", self.origin),
            moves => format!("position {} moves {}", self.origin, moves.join(" ")),
        }
    }

    /// The points of the board: the position text without the side to move and what follows.
    pub fn rows(&self) -> String {
        self.referee.position().split(' ').next().unwrap_or_default().to_string()
    }

    /// The position after a line of moves; the error names the illegal one.
    pub fn follow(&self, moves: &[String]) -> Result<Board, String> {
        let mut board = self.copy();
        for (index, mv) in moves.iter().enumerate() {
            let spelled = board.referee.play(mv).map_err(|why| format!("move {}, '{mv}': {why}", index + 1))?;
            if spelled != *mv {
                return Err(format!("move {} is spelled '{mv}', expected '{spelled}'", index + 1));
            }
        }
        Ok(board)
    }

    /// Moves that lead back to the position: two of each side.
    pub fn cycle(&self) -> Option<[String; 4]> {
        let rows = self.rows();
        let moves = |board: &Board| board.referee.legal_moves();
        for first in moves(self) {
            let away = self.after(&first).ok()?;
            for second in moves(&away).into_iter().take(4) {
                let far = away.after(&second).ok()?;
                for third in moves(&far) {
                    let near = far.after(&third).ok()?;
                    // After its second move the mover's pieces have to be back.
                    if pieces(&near.rows(), 'x') != pieces(&rows, 'x') {
                        continue;
                    }
                    let back = moves(&near).into_iter().find(|mv| near.after(mv).is_ok_and(|home| home.rows() == rows));
                    if let Some(fourth) = back {
                        return Some([first, second, third, fourth]);
                    }
                }
            }
        }
        None
    }
}

/// The points of a board's rows that have this piece.
fn pieces(rows: &str, piece: char) -> Vec<usize> {
    let mut at = 0;
    let mut points = Vec::new();
    let mut run = 0;
    for c in rows.chars() {
        if let Some(digit) = c.to_digit(10) {
            run = 10 * run + digit as usize;
            continue;
        }
        at += std::mem::take(&mut run);
        if c == piece {
            points.push(at);
        }
        at += usize::from(c != '/');
    }
    points
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn random_games_are_those_of_the_seed() {
        let game = |seed| Board::random("gomoku", 12, &mut SplitMix64::new(seed)).line();
        assert_eq!(game(1), game(1));
        assert_ne!(game(1), game(2));
        assert!(Board::over("othello", &mut SplitMix64::new(3)).is_over());
    }

    #[test]
    fn a_line_is_followed_while_it_is_legal() {
        let board = Board::start("othello");
        let words = |text: &str| text.split(' ').map(str::to_string).collect::<Vec<_>>();
        assert_eq!(board.follow(&words("f5 d6")).expect("legal").referee.ply(), 2);
        assert!(board.follow(&words("f5 f5")).is_err());
        assert!(board.follow(&words("F5")).is_err(), "not the canonical spelling");
        assert_eq!(board.referee.ply(), 0);
    }

    #[test]
    fn games_with_recurring_positions_have_a_cycle() {
        let rhombus = Board::set_up("rhombus", "x-x-x/-x-x-/1-1-1/-o-o-/o-o-o x 0,0 10", &[]).expect("a position");
        for board in [Board::start("lgame"), rhombus] {
            let cycle = board.cycle().expect("a cycle");
            assert_eq!(board.follow(&cycle).expect("legal").rows(), board.rows());
        }
    }

    #[test]
    fn pieces_are_found_by_their_points() {
        assert_eq!(pieces("2x1/x3/12x", 'x'), [2, 4, 20]);
        assert_eq!(pieces("x-x/1-o", 'o'), [5]);
    }
}
