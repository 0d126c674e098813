//! The moves of a position on the board that a book knows.

use super::canonical::canonical;
use super::file::Book;
use super::value::BookValue;
use crate::game::{Notation, Symmetric};

/// The longest line that is followed through a book, in plies.
const LONGEST_LINE: usize = 64;

/// The moves of a position with their values, best first.
pub type PositionMoves<G> = Vec<(<G as crate::game::Game>::Move, BookValue)>;

/// The moves that a book has for a position of its game and rules, as they are on the board; none if it does not have
/// the position. The error says which move of the book is not legal; then none is to be trusted.
pub fn book_moves<G: Notation + Symmetric>(book: &Book, position: &G::Position) -> Result<PositionMoves<G>, String> {
    if G::terminal(position).is_some() {
        return Ok(Vec::new());
    }
    let image = canonical::<G>(position);
    let Some(entry) = book.find(&image.text) else { return Ok(Vec::new()) };
    let read = |text: &str| G::parse_move(&image.position, text).map(|mv| image.move_back(mv));
    let moves = entry.moves.iter().map(|listed| match read(&listed.mv) {
        Ok(mv) => Ok((mv, listed.value)),
        Err(error) => Err(format!("move '{}' of book position '{}': {error}", listed.mv, image.text)),
    });
    moves.collect()
}

/// The line that begins with a legal move and goes on with the best moves of the book.
pub(in crate::engine) fn book_line<G: Notation + Symmetric>(
    book: &Book,
    position: &G::Position,
    first: G::Move,
) -> Vec<String> {
    let mut position = position.clone();
    let mut line = Vec::new();
    let mut next = Some(first);
    while let Some(mv) = next.filter(|_| line.len() < LONGEST_LINE) {
        line.push(G::write_move(&position, mv));
        G::play(&mut position, mv);
        let moves = book_moves::<G>(book, &position).unwrap_or_default();
        next = moves.first().map(|(best, _)| *best);
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::games::othello::Othello;

    type Position = <Othello as Game>::Position;

    /// A book of Othello with these lines.
    fn book(lines: &[String]) -> Book {
        Book::read(format!("quartet book 1 othello\n{}", lines.concat())).expect("a book")
    }

    fn after(moves: &[&str]) -> Position {
        let mut position = Othello::start(&());
        for mv in moves {
            let mv = Othello::parse_move(&position, mv).expect("legal");
            Othello::play(&mut position, mv);
        }
        position
    }

    /// The line of a position with these moves, whose values get worse by one.
    fn line(position: &Position, moves: &[&str]) -> String {
        let image = canonical::<Othello>(position);
        let there = |mv: &str| image.move_there(Othello::parse_move(position, mv).expect("legal"));
        let name = |mv: &str| Othello::write_move(&image.position, there(mv));
        let fields: Vec<_> = (0..).zip(moves).map(|(loss, mv)| format!("; {}:{}@20", name(mv), 12 - loss)).collect();
        format!("{}{}\n", image.text, fields.concat())
    }

    fn texts(book: &Book, position: &Position) -> Vec<String> {
        let found = book_moves::<Othello>(book, position).expect("legal");
        found.iter().map(|(mv, _)| Othello::write_move(position, *mv)).collect()
    }

    #[test]
    fn moves_are_found_in_every_orientation() {
        let book = book(&[line(&after(&["f5"]), &["d6", "f4"])]);
        for (moves, expected) in
            [("f5", ["d6", "f4"]), ("d3", ["c5", "e3"]), ("c4", ["e3", "c5"]), ("e6", ["f4", "d6"])]
        {
            assert_eq!(texts(&book, &after(&[moves])), expected, "{moves}");
        }
        assert!(texts(&book, &after(&[])).is_empty());
    }

    #[test]
    fn a_book_with_an_illegal_move_is_not_played() {
        let start = canonical::<Othello>(&after(&[])).text;
        let error = book_moves::<Othello>(&book(&[format!("{start}; c4:12@20; a1:0@20\n")]), &after(&[]));
        let error = error.expect_err("a1 is not legal");
        assert!(error.contains("move 'a1'") && error.contains(&start), "{error}");
    }

    #[test]
    fn lines_follow_the_best_moves() {
        let positions = [vec![], vec!["f5"], vec!["f5", "d6"]].map(|moves| after(&moves));
        let [start, first, second] = &positions;
        let book = book(&[line(start, &["f5"]), line(first, &["d6", "f4"]), line(second, &["c3", "c4"])]);
        for mv in ["f5", "c4"] {
            let mv = Othello::parse_move(start, mv).expect("legal");
            let played = book_line::<Othello>(&book, start, mv);
            assert_eq!(played.len(), 3, "{played:?}");
            assert_eq!(played[0], Othello::write_move(start, mv));
        }
        let mv = Othello::parse_move(first, "f4").expect("legal");
        assert_eq!(book_line::<Othello>(&book, first, mv), ["f4"]);
    }
}
