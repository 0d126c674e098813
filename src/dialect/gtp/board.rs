//! Answers that describe the position.

use super::vertex::{colour_name, column_letter, vertex};
use crate::dialect::points::point_name;
use crate::dialect::settings::GameName;
use crate::engine::Description;
use crate::game::Side;

/// An answer from the position; the error is that of the protocol.
type Form = fn(&Description, GameName) -> Result<String, String>;

/// The commands that describe the position, with the form of their answers.
pub(super) const FORMS: [(&str, Form); 11] = [
    ("showboard", |board, _| Ok(diagram(board))),
    ("final_score", final_score),
    ("gogui-rules_game_id", |_, game| Ok(game.title().into())),
    ("gogui-rules_board_size", |board, _| Ok(rows(board).len().to_string())),
    ("gogui-rules_board", |board, _| Ok(board_rows(board))),
    ("gogui-rules_board_gfx", |board, _| Ok(marks(&board.winning_row))),
    ("gogui-rules_side_to_move", |board, _| Ok(colour_name(side_to_move(board)).into())),
    ("gogui-rules_legal_moves", |board, _| Ok(vertices(&board.moves))),
    ("gogui-rules_captured_count", |_, _| Ok("0 0".into())),
    ("gogui-rules_final_result", final_result),
    ("quartet-forbidden", forbidden_points),
];

/// The side to move.
fn side_to_move(board: &Description) -> Side {
    if board.side == 'x' { Side::X } else { Side::O }
}

/// The rows of the board, row 1 first.
fn rows(board: &Description) -> Vec<&str> {
    board.points.split('/').collect()
}

/// Moves as vertices, separated by spaces.
pub(super) fn vertices(moves: &[String]) -> String {
    moves.iter().map(|mv| vertex(mv)).collect::<Vec<_>>().join(" ")
}

/// Points to be marked, as a command of GoGui's graphics.
fn marks(points: &[String]) -> String {
    if points.is_empty() { String::new() } else { format!("MARK {}", vertices(points)) }
}

/// The rows from the top, which is the highest number.
fn board_rows(board: &Description) -> String {
    let row = |row: &&str| row.to_ascii_uppercase().chars().map(String::from).collect::<Vec<_>>().join(" ");
    rows(board).iter().rev().map(row).collect::<Vec<_>>().join("\n")
}

/// The board with letters and numbers around it.
fn diagram(board: &Description) -> String {
    let rows = rows(board);
    let letters: String = (0..rows.len()).flat_map(|column| [' ', column_letter(column)]).collect();
    let mut text = format!("\n  {letters}\n");
    for (index, row) in rows.iter().enumerate().rev() {
        let points: String = row.to_ascii_uppercase().chars().flat_map(|point| [' ', point]).collect();
        text.push_str(&format!("{0:>2}{points} {0}\n", index + 1));
    }
    let side = colour_name(side_to_move(board));
    text.push_str(&format!("  {letters}\n{side} to move"));
    text
}

/// The side that has won a finished game, if it is not drawn.
fn winner(board: &Description) -> Option<Side> {
    match board.result {
        "p1win" => Some(Side::X),
        "p2win" => Some(Side::O),
        _ => None,
    }
}

fn is_over(board: &Description) -> bool {
    board.result != "none"
}

/// The margin in discs of a finished game of Othello: empty squares count for the winner.
fn margin(board: &Description) -> u32 {
    let [x, o] = board.stones;
    let points: usize = rows(board).iter().map(|row| row.len()).sum();
    let empty = u32::try_from(points).unwrap_or(0).saturating_sub(x + o);
    x.abs_diff(o) + if x == o { 0 } else { empty }
}

fn final_score(board: &Description, game: GameName) -> Result<String, String> {
    if !is_over(board) {
        return Err("cannot score".into());
    }
    let letter = match winner(board) {
        None => return Ok("0".into()),
        Some(Side::X) => 'B',
        Some(Side::O) => 'W',
    };
    Ok(match game {
        GameName::Othello => format!("{letter}+{}", margin(board)),
        GameName::Gomoku => format!("{letter}+R"),
    })
}

/// The result in words, for a dialogue box.
fn final_result(board: &Description, game: GameName) -> Result<String, String> {
    let winner = match winner(board) {
        _ if !is_over(board) => return Ok("The game is not over".into()),
        None => return Ok("Draw".into()),
        Some(Side::X) => "Black",
        Some(Side::O) => "White",
    };
    Ok(match game {
        GameName::Othello => format!("{winner} wins by {}", margin(board)),
        GameName::Gomoku => format!("{winner} wins"),
    })
}

/// The points that are forbidden to the side to move, as a command of GoGui's graphics; Othello has none.
fn forbidden_points(board: &Description, game: GameName) -> Result<String, String> {
    Ok(if game == GameName::Gomoku { marks(&forbidden(board)) } else { String::new() })
}

/// The empty points that are no legal moves, by name; none when the game is over.
fn forbidden(board: &Description) -> Vec<String> {
    let points = rows(board);
    let empty = points.iter().enumerate().flat_map(|(row, points)| {
        let empty = points.chars().enumerate().filter(|(_, point)| *point == '.');
        empty.filter_map(move |(column, _)| point_name(column, row))
    });
    if is_over(board) { Vec::new() } else { empty.filter(|name| !board.moves.contains(name)).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn position(points: &str, result: &'static str, stones: [u32; 2]) -> Description {
        Description {
            diagram: String::new(),
            position: String::new(),
            code: None,
            key: 0,
            side: 'o',
            ply: 0,
            moves: vec!["a2".into()],
            result,
            reason: "none",
            winning_row: vec!["a1".into(), "b1".into()],
            points: points.into(),
            stones,
            in_hand: None,
            adjacency: Vec::new(),
        }
    }

    fn answer(command: &str, board: &Description) -> Result<String, String> {
        let form = FORMS.iter().find(|form| form.0 == command).expect("a form").1;
        form(board, GameName::Othello)
    }

    #[test]
    fn boards_have_their_highest_row_at_the_top() {
        let board = position("xo/.x", "none", [2, 1]);
        assert_eq!(answer("gogui-rules_board", &board).as_deref(), Ok(". X\nX O"));
        assert_eq!(answer("showboard", &board).as_deref(), Ok("\n   A B\n 2 . X 2\n 1 X O 1\n   A B\nwhite to move"));
        assert_eq!(answer("gogui-rules_side_to_move", &board).as_deref(), Ok("white"));
        assert_eq!(answer("gogui-rules_legal_moves", &board).as_deref(), Ok("A2"));
        assert_eq!(answer("gogui-rules_board_gfx", &board).as_deref(), Ok("MARK A1 B1"));
        let empty = position("../..", "none", [0, 0]);
        assert_eq!(forbidden_points(&empty, GameName::Gomoku).as_deref(), Ok("MARK A1 B1 B2"));
        assert_eq!(answer("quartet-forbidden", &empty).as_deref(), Ok(""));
    }

    #[test]
    fn a_finished_game_has_a_score() {
        assert_eq!(answer("final_score", &position("xo/.x", "none", [2, 1])), Err("cannot score".into()));
        assert_eq!(answer("final_score", &position("xo/.x", "p1win", [2, 1])).as_deref(), Ok("B+2"));
        assert_eq!(answer("final_score", &position("oo/ox", "p2win", [1, 3])).as_deref(), Ok("W+2"));
        assert_eq!(answer("final_score", &position("xo/ox", "draw", [2, 2])).as_deref(), Ok("0"));
        assert_eq!(final_score(&position("xx/..", "p1win", [2, 0]), GameName::Gomoku).as_deref(), Ok("B+R"));
        assert_eq!(
            answer("gogui-rules_final_result", &position("oo/ox", "p2win", [1, 3])).as_deref(),
            Ok("White wins by 2")
        );
    }
}
