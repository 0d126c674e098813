//! Positions of Othello as other programs write them in the tag FEN.

/// A position of Edax or Fairy-Stockfish as a position text of Quartet: they write `p` for Black's discs, `P` for
/// White's and the row of a8 first. `None` if it is no such position.
pub(super) fn from_chess_letters(fen: &str) -> Option<String> {
    let mut fields = fen.split_whitespace();
    let (board, side) = (fields.next()?, fields.next().unwrap_or("b"));
    if !board.contains(['p', 'P']) {
        return None;
    }
    let rows: Vec<String> = board.split('/').rev().map(|row| row.replace('p', "x").replace('P', "o")).collect();
    let side = match side {
        "b" => "x",
        "w" => "o",
        _ => return None,
    };
    Some(format!("{} {side}", rows.join("/")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_reversed() {
        let text = from_chess_letters("8/8/8/3pP3/3pp3/3p4/8/8 w - - 0 1");
        assert_eq!(text.as_deref(), Some("8/8/3x4/3xx3/3xo3/8/8/8 o"));
        assert_eq!(from_chess_letters("8/8/8/3ox3/3xo3/8/8/8 x - 0"), None);
    }
}
