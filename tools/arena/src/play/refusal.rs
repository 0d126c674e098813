//! Why a move that was typed cannot be played, told apart for a person in any language.
//!
//! What is legal is the referee's to say; here it is only asked what is in the way.

use super::spelling::points;
use crate::points::{point, point_name, rows};
use crate::referee::Referee;
use quartet::game::Notation;
use quartet::games::gomoku::rules::renju::{self, Foul};
use quartet::games::gomoku::{Gomoku, Point, Rule, Rules};
use std::collections::BTreeMap;

/// What is in the way of a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// The game is over.
    Over,
    /// No pass: there are moves.
    NoPass,
    /// There is no such thing as a pass in this game.
    NeverPass,
    /// The board has no such point; the last one it has is told.
    NoPoint(String, String),
    /// The point is not empty.
    Taken(String),
    /// No disc would be flipped from there.
    FlipsNothing(String),
    /// Renju forbids it.
    Forbidden(String, Option<Foul>),
    /// A point alone does while there are stones in hand.
    InHand,
    /// All stones are on the board: from where to where?
    AllPlaced,
    /// No stone of the side to move is there.
    NotYours(String),
    /// No line joins the points.
    NotJoined(String, String),
    /// Four cells of an L are needed.
    NoL,
    /// The L has to leave its place.
    SamePlace,
    /// No neutral piece is there.
    NoNeutral(String),
    /// It takes one point more or less.
    OtherCount,
}

/// Why the move, in the spelling of the rules, is refused; `None` if it does not look like a move at all.
pub fn of(referee: &dyn Referee, options: &BTreeMap<String, String>, text: &str) -> Option<Refusal> {
    let variant = referee.variant().name;
    let names = if text == "pass" { Vec::new() } else { points(text)? };
    if referee.ending().is_some() {
        return Some(Refusal::Over);
    }
    let board = Board::of(referee);
    Some(match variant {
        "othello" if names.is_empty() => Refusal::NoPass,
        _ if names.is_empty() => Refusal::NeverPass,
        _ if names.iter().any(|name| board.at(name).is_none()) => {
            let missing = names.into_iter().find(|name| board.at(name).is_none()).unwrap_or_default();
            Refusal::NoPoint(missing, board.last)
        }
        "lgame" => of_l(&board, &names),
        "rhombus" => of_rhombus(&board, &names, referee.legal_moves().iter().all(|mv| mv.len() == 2)),
        _ => match &names[..] {
            [name] if !board.is_empty(name) => Refusal::Taken(name.clone()),
            [name] if variant == "othello" => Refusal::FlipsNothing(name.clone()),
            [name] => Refusal::Forbidden(name.clone(), foul(referee, options, name)),
            _ => Refusal::OtherCount,
        },
    })
}

/// A board as it stands.
struct Board {
    rows: Vec<Vec<char>>,
    /// The name of the last point.
    last: String,
    /// The letter of the side to move.
    own: char,
}

impl Board {
    fn of(referee: &dyn Referee) -> Board {
        let rows = rows(&referee.position());
        let last = point_name(rows.last().map_or(0, Vec::len).max(1) - 1, rows.len().max(1) - 1).unwrap_or_default();
        Board { rows, last, own: referee.side().letter() }
    }

    /// What stands on a point; `None` where the board has none.
    fn at(&self, name: &str) -> Option<char> {
        let (column, row) = point(name)?;
        self.rows.get(row)?.get(column).copied().filter(|&letter| letter != '-')
    }

    fn is_empty(&self, name: &str) -> bool {
        self.at(name) == Some('.')
    }
}

fn of_rhombus(board: &Board, names: &[String], placing: bool) -> Refusal {
    match names {
        [to] if placing => Refusal::Taken(to.clone()),
        [_] => Refusal::AllPlaced,
        [_, _] if placing => Refusal::InHand,
        [from, _] if board.at(from) != Some(board.own) => Refusal::NotYours(from.clone()),
        [_, to] if !board.is_empty(to) => Refusal::Taken(to.clone()),
        [from, to] => Refusal::NotJoined(from.clone(), to.clone()),
        _ => Refusal::OtherCount,
    }
}

fn of_l(board: &Board, names: &[String]) -> Refusal {
    let Some((shape, neutral)) = names.split_at_checked(4) else { return Refusal::NoL };
    let can_lie = |name: &&String| board.is_empty(name) || board.at(name) == Some(board.own);
    if let Some(taken) = shape.iter().find(|name| !can_lie(name)) {
        return Refusal::Taken(taken.clone());
    }
    if shape.iter().all(|name| board.at(name) == Some(board.own)) {
        return Refusal::SamePlace;
    }
    match neutral {
        [from, _] if board.at(from) != Some('n') => Refusal::NoNeutral(from.clone()),
        [_, to] if shape.contains(to) || !can_lie(&to) => Refusal::Taken(to.clone()),
        _ => Refusal::NoL,
    }
}

/// Which of renju's fouls it is.
fn foul(referee: &dyn Referee, options: &BTreeMap<String, String>, name: &str) -> Option<Foul> {
    let is_renju = options
        .iter()
        .any(|(option, value)| option.eq_ignore_ascii_case("Rule") && value.eq_ignore_ascii_case("renju"));
    let rules = Rules { rule: Rule::Renju, ..Rules::default() };
    let position = Gomoku::parse_position(&rules, &referee.position()).ok().filter(|_| is_renju)?;
    let (column, row) = point(name)?;
    renju::foul(position.board(), Point::new(row, column))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::spelling::of_move;
    use crate::referee::referee;
    use quartet::engine::Setup;

    fn why(variant: &str, options: &[(&str, &str)], setup: Setup, typed: &str) -> Option<Refusal> {
        let options = options.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect();
        let mut referee = referee(variant, &options).expect("a referee");
        referee.begin(&setup, &[]).expect("a position");
        let text = of_move(variant, typed);
        referee.play(&text).expect_err("refused");
        of(&*referee, &options, &text)
    }

    #[test]
    fn othello() {
        let of = |typed| why("othello", &[], Setup::Start, typed).expect("a move");
        assert_eq!(of("a1"), Refusal::FlipsNothing("a1".into()));
        assert_eq!(of("E4"), Refusal::Taken("e4".into()));
        assert_eq!(of("i9"), Refusal::NoPoint("i9".into(), "h8".into()));
        assert_eq!(of("pass"), Refusal::NoPass);
        assert_eq!(of("f5d6"), Refusal::OtherCount);
        assert_eq!(why("othello", &[], Setup::Start, "hello"), None);
    }

    #[test]
    fn gomoku() {
        let setup = || Setup::Text("15/15/15/15/15/15/15/6x1x6/15/7x7/7x7/15/15/15/15 x".into());
        let of = |rule, typed| why("gomoku", &[("Rule", rule), ("BoardSize", "15")], setup(), typed).expect("a move");
        assert_eq!(of("renju", "g8"), Refusal::Taken("g8".into()));
        assert_eq!(of("freestyle", "p1"), Refusal::NoPoint("p1".into(), "o15".into()));
        assert_eq!(of("freestyle", "pass"), Refusal::NeverPass);
        let threes = Setup::Text("15/15/15/15/15/15/15/5xx8/15/7x7/7x7/15/15/15/15 x".into());
        let of = why("gomoku", &[("rule", "Renju"), ("BoardSize", "15")], threes, "h8");
        assert_eq!(of, Some(Refusal::Forbidden("h8".into(), Some(Foul::DoubleThree))));
    }

    #[test]
    fn rhombus() {
        let placing = |typed| why("rhombus", &[], Setup::Text("1-1-1/-1-1-/1-x-1/-1-1-/1-1-1 o".into()), typed);
        assert_eq!(placing("c3"), Some(Refusal::Taken("c3".into())));
        assert_eq!(placing("a1c1"), Some(Refusal::InHand));
        assert_eq!(placing("b1"), Some(Refusal::NoPoint("b1".into(), "e5".into())));
        let moving = |typed| why("rhombus", &[], Setup::Text("x-x-x/-x-x-/1-1-1/-o-o-/o-o-o x 0,0 10".into()), typed);
        assert_eq!(moving("c3"), Some(Refusal::AllPlaced));
        assert_eq!(moving("b4c3"), Some(Refusal::NotYours("b4".into())));
        assert_eq!(moving("a1c3"), Some(Refusal::NotJoined("a1".into(), "c3".into())));
        assert_eq!(moving("a1c1"), Some(Refusal::Taken("c1".into())));
    }

    #[test]
    fn lgame() {
        let of = |typed| why("lgame", &[], Setup::Start, typed).expect("a move");
        // nxx1/1ox1/1ox1/1oon
        assert_eq!(of("b1c1c2c3"), Refusal::SamePlace);
        assert_eq!(of("b1b2c1d1"), Refusal::Taken("b2".into()));
        assert_eq!(of("b1c1d1"), Refusal::NoL);
        assert_eq!(of("b1c1d1d3"), Refusal::NoL);
        assert_eq!(of("b1c1d1d2+b1a2"), Refusal::NoNeutral("b1".into()));
        assert_eq!(of("b1c1d1d2+a1b2"), Refusal::Taken("b2".into()));
        assert_eq!(of("b1c1d1d2+a1d1"), Refusal::Taken("d1".into()));
        assert_eq!(of("a9b1c1d1"), Refusal::NoPoint("a9".into(), "d4".into()));
    }
}
