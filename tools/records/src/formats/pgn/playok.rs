//! Gomoku and renju as playok.com, once kurnik.pl, writes them: the opening has more than moves.
//!
//! Black puts the first three stones on the board, then White chooses a colour, with a word in the place of a move; in
//! renju Black then offers two fifth moves, of which White plays one. Where it is not a player's turn stands `--`:
//!
//! ```text
//! 1. h8 -- 2. h9 -- 3. h6 white 4. -- i8 5. j7 -- 6. i7 i7 7. -- j7      renju: h8 h9 h6 i8 i7 j7
//! 1. g5 m8 2. h10 black 3. f6 f7                                         gomoku: g5 m8 h10 f6 f7
//! ```
//!
//! If White chooses black, the players have changed colours. RenLib reads these games in the same way.

use quartet_rules::GameResult;

/// What a word among the moves means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Meaning {
    /// A move.
    Move,
    /// No move: it is not this player's turn, or the move is only offered.
    Nothing,
    /// White keeps the colour.
    KeepsWhite,
    /// White takes the black stones.
    TakesBlack,
}

/// The words of a game so far.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Opening {
    /// The number of words besides `--`.
    words: usize,
    /// Whether it is the opening of renju: White does not put the second stone on the board.
    is_renju: bool,
    /// Whether White has chosen a colour.
    has_chosen: bool,
}

impl Opening {
    /// Whether games from a place with this name are written like this.
    pub(super) fn is_from(site: &str) -> bool {
        let site = site.to_ascii_lowercase();
        ["playok", "kurnik"].iter().any(|name| site.contains(name))
    }

    /// The meaning of the next word.
    pub(super) fn next(&mut self, word: &str) -> Meaning {
        if word == "--" {
            self.is_renju |= self.words == 1;
            return Meaning::Nothing;
        }
        self.words += 1;
        match word.to_ascii_lowercase().as_str() {
            "white" if self.words == 4 => {
                self.has_chosen = true;
                Meaning::KeepsWhite
            }
            "black" if self.words == 4 => {
                self.has_chosen = true;
                Meaning::TakesBlack
            }
            _ if self.is_renju && self.has_chosen && matches!(self.words, 6 | 7) => Meaning::Nothing,
            _ => Meaning::Move,
        }
    }
}

/// A result and a margin for the same players with other colours.
pub(super) fn other_view((result, margin): (GameResult, Option<i16>)) -> (GameResult, Option<i16>) {
    let result = match result {
        GameResult::FirstWins => GameResult::SecondWins,
        GameResult::SecondWins => GameResult::FirstWins,
        GameResult::Draw => GameResult::Draw,
    };
    (result, margin.map(i16::saturating_neg))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offers_and_choices_are_no_moves() {
        for (text, moves, chooses_black) in [
            ("h8 -- h9 -- h6 white -- i8 j7 -- i7 i7 -- j7 k6 j8", "h8 h9 h6 i8 i7 j7 k6 j8", false),
            ("h8 -- h9 -- h7 black h6 i8 -- j8 j8 -- g8 f7", "h8 h9 h7 h6 j8 g8 f7", true),
            ("g5 m8 h10 white -- k9 j8 k10", "g5 m8 h10 k9 j8 k10", false),
            ("d4 d5 e5 black f6 f7", "d4 d5 e5 f6 f7", true),
            ("h8 i9 i8 g8 j8 k8", "h8 i9 i8 g8 j8 k8", false),
        ] {
            let mut opening = Opening::default();
            let meanings: Vec<(&str, Meaning)> = text.split(' ').map(|word| (word, opening.next(word))).collect();
            let of = |meaning| meanings.iter().filter(move |known| known.1 == meaning).map(|known| known.0);
            assert_eq!(of(Meaning::Move).collect::<Vec<_>>().join(" "), moves, "{text}");
            assert_eq!(of(Meaning::TakesBlack).next().is_some(), chooses_black, "{text}");
        }
        assert!(Opening::is_from("PlayOK") && Opening::is_from("www.kurnik.pl") && !Opening::is_from("edax"));
    }
}
