//! A naive implementation: Warren Smith's mailbox board of 10x10 squares with a border, as in the school report.

use super::random_game;
use quartet::game::{Game, Side, Terminal};
use quartet::games::othello::{Move, Othello, Position, bitboard};
use quartet::random::SplitMix64;

const NEIGHBOURS: [isize; 8] = [-11, -10, -9, -1, 1, 9, 10, 11];

#[derive(Clone, Copy, PartialEq, Debug)]
enum Square {
    Border,
    Empty,
    Disc(Side),
}

#[derive(Clone, PartialEq, Debug)]
struct Mailbox([Square; 100]);

/// The mailbox index of a square 0..=63.
fn index(square: u32) -> usize {
    (square / 8 * 10 + square % 8 + 11) as usize
}

impl Mailbox {
    fn of(position: &Position) -> Mailbox {
        let mut board = [Square::Border; 100];
        for square in 0..64 {
            let has = |side| position.discs(side) >> square & 1 != 0;
            board[index(square)] = match (has(Side::X), has(Side::O)) {
                (true, _) => Square::Disc(Side::X),
                (_, true) => Square::Disc(Side::O),
                _ => Square::Empty,
            };
        }
        Mailbox(board)
    }

    /// The mailbox indices that a move of `side` to `square` flips.
    fn flips(&self, side: Side, square: u32) -> Vec<usize> {
        let mut flipped = Vec::new();
        if self.0[index(square)] != Square::Empty {
            return flipped;
        }
        for step in NEIGHBOURS {
            let mut line = Vec::new();
            let mut at = index(square).wrapping_add_signed(step);
            while self.0[at] == Square::Disc(side.other()) {
                line.push(at);
                at = at.wrapping_add_signed(step);
            }
            if self.0[at] == Square::Disc(side) {
                flipped.extend(line);
            }
        }
        flipped
    }

    fn moves(&self, side: Side) -> Vec<u32> {
        (0..64).filter(|&square| !self.flips(side, square).is_empty()).collect()
    }

    fn play(&mut self, side: Side, square: u32) {
        for at in self.flips(side, square) {
            self.0[at] = Square::Disc(side);
        }
        self.0[index(square)] = Square::Disc(side);
    }

    /// The disc difference for `side`, with the empty squares counted for the winner.
    fn margin(&self, side: Side) -> i16 {
        let count = |wanted| self.0.iter().filter(|&&square| square == wanted).count() as i16;
        let difference = count(Square::Disc(side)) - count(Square::Disc(side.other()));
        difference + difference.signum() * count(Square::Empty)
    }
}

/// Compares both implementations in one position: moves, flipped discs, the end of the game and its margin.
fn compare(position: &Position) {
    let (side, mailbox) = (Othello::side(position), Mailbox::of(position));
    let mut moves = Vec::new();
    Othello::legal_moves(position, &mut moves);
    let mut expected: Vec<_> = mailbox.moves(side).into_iter().map(Move::at).collect();
    let over = expected.is_empty() && mailbox.moves(side.other()).is_empty();
    if expected.is_empty() && !over {
        expected.push(Move::PASS);
    }
    assert_eq!(moves, expected, "{position:?}");
    assert_eq!(Othello::count_moves(position), expected.len());
    assert_eq!(Othello::terminal(position), over.then(|| Terminal::Margin(mailbox.margin(side))));
    for square in 0..=64 {
        assert_eq!(Othello::is_legal(position, Move::at(square)), expected.contains(&Move::at(square)));
    }
    for square in bitboard::squares(position.empty()) {
        let flipped: Vec<_> =
            bitboard::squares(bitboard::flips(position.own(), position.opponent(), square)).map(index).collect();
        let mut naive = mailbox.flips(side, square);
        naive.sort_unstable();
        assert_eq!(flipped, naive, "{position:?} {square}");
    }
    for mv in moves {
        let mut after = position.clone();
        let undo = Othello::play(&mut after, mv);
        let mut naive = mailbox.clone();
        if let Some(square) = mv.square() {
            naive.play(side, square);
        }
        assert_eq!(Mailbox::of(&after), naive);
        assert_eq!(Othello::side(&after), side.other());
        assert_eq!(Othello::ply(&after), Othello::ply(position).saturating_add(1));
        Othello::undo(&mut after, mv, undo);
        assert_eq!(&after, position);
        assert_eq!(Othello::key(&after), Othello::key(position));
    }
}

#[test]
fn random_games_agree_with_the_mailbox() {
    let mut random = SplitMix64::new(1);
    for _ in 0..100 {
        random_game(&mut random).iter().for_each(compare);
    }
}

#[test]
fn random_boards_agree_with_the_mailbox() {
    let mut random = SplitMix64::new(2);
    for round in 0..6_000 {
        let (own, opponent, sparse) = (random.next(), random.next(), random.next() | random.next());
        let filled = if round % 3 == 0 { !0 } else { sparse };
        let side = if round % 2 == 0 { Side::X } else { Side::O };
        let ply = if round % 5 == 0 { u32::MAX } else { 7 };
        compare(&Position::new(own & filled, opponent & filled, side, ply));
    }
}
