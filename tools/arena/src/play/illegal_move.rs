//! Why a typed move cannot be played, independent of the language of messages.
//!
//! The referee decides what is legal; this module only finds the reason.

use super::move_input::points;
use quartet::game::Notation;
use quartet::games::gomoku::rules::renju::{self, Foul};
use quartet::games::gomoku::{Gomoku, Point, Rule, Rules};
use quartet_rules::Referee;
use quartet_rules::points::{point, point_name, rows};
use std::collections::BTreeMap;

/// The reason why a move is illegal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum IllegalMove {
    /// The game is over.
    Over,
    /// A pass, although there are legal moves.
    NoPass,
    /// The game has no pass.
    NeverPass,
    /// The board has no such point; its last point is given.
    NoPoint(String, String),
    /// The point is not empty.
    Taken(String),
    /// The move would flip no disc.
    FlipsNothing(String),
    /// Renju forbids the point.
    Forbidden(String, Option<Foul>),
    /// There are stones in hand, so a move is a single point.
    InHand,
    /// All stones are on the board, so a move is two points.
    AllPlaced,
    /// The side to move has no stone on the point.
    NotYours(String),
    /// No line connects the points.
    NotJoined(String, String),
    /// The move lacks the four cells of an L.
    NoL,
    /// The L must change its place.
    SamePlace,
    /// There is no neutral piece on the point.
    NoNeutral(String),
    /// The number of points is wrong.
    OtherCount,
}

/// Why the move, in the notation of the rules, is illegal; `None` if it does not look like a move.
pub(super) fn of(referee: &dyn Referee, options: &BTreeMap<String, String>, text: &str) -> Option<IllegalMove> {
    let variant = referee.variant().name;
    let names = if text == "pass" { Vec::new() } else { points(text)? };
    if referee.ending().is_some() {
        return Some(IllegalMove::Over);
    }
    let board = Board::of(referee);
    Some(match variant {
        "othello" if names.is_empty() => IllegalMove::NoPass,
        _ if names.is_empty() => IllegalMove::NeverPass,
        _ if names.iter().any(|name| board.at(name).is_none()) => {
            let missing = names.into_iter().find(|name| board.at(name).is_none()).unwrap_or_default();
            IllegalMove::NoPoint(missing, board.last)
        }
        "lgame" => of_l(&board, &names),
        "rhombus" => of_rhombus(&board, &names, referee.legal_moves().iter().all(|mv| mv.len() == 2)),
        _ => match &names[..] {
            [name] if !board.is_empty(name) => IllegalMove::Taken(name.clone()),
            [name] if variant == "othello" => IllegalMove::FlipsNothing(name.clone()),
            [name] => IllegalMove::Forbidden(name.clone(), foul(referee, options, name)),
            _ => IllegalMove::OtherCount,
        },
    })
}

/// The current board.
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

    /// The piece on a point; `None` if the board has no such point.
    fn at(&self, name: &str) -> Option<char> {
        let (column, row) = point(name)?;
        self.rows.get(row)?.get(column).copied().filter(|&letter| letter != '-')
    }

    fn is_empty(&self, name: &str) -> bool {
        self.at(name) == Some('.')
    }
}

fn of_rhombus(board: &Board, names: &[String], placing: bool) -> IllegalMove {
    match names {
        [to] if placing => IllegalMove::Taken(to.clone()),
        [_] => IllegalMove::AllPlaced,
        [_, _] if placing => IllegalMove::InHand,
        [from, _] if board.at(from) != Some(board.own) => IllegalMove::NotYours(from.clone()),
        [_, to] if !board.is_empty(to) => IllegalMove::Taken(to.clone()),
        [from, to] => IllegalMove::NotJoined(from.clone(), to.clone()),
        _ => IllegalMove::OtherCount,
    }
}

fn of_l(board: &Board, names: &[String]) -> IllegalMove {
    let Some((shape, neutral)) = names.split_at_checked(4) else { return IllegalMove::NoL };
    let can_lie = |name: &&String| board.is_empty(name) || board.at(name) == Some(board.own);
    if let Some(taken) = shape.iter().find(|name| !can_lie(name)) {
        return IllegalMove::Taken(taken.clone());
    }
    if shape.iter().all(|name| board.at(name) == Some(board.own)) {
        return IllegalMove::SamePlace;
    }
    match neutral {
        [from, _] if board.at(from) != Some('n') => IllegalMove::NoNeutral(from.clone()),
        [_, to] if shape.contains(to) || !can_lie(&to) => IllegalMove::Taken(to.clone()),
        _ => IllegalMove::NoL,
    }
}

/// The foul of a forbidden point in renju.
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
    use crate::play::move_input::of_move;
    use quartet::engine::Setup;
    use quartet_rules::referee;

    fn why(variant: &str, options: &[(&str, &str)], setup: Setup, typed: &str) -> Option<IllegalMove> {
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
        assert_eq!(of("a1"), IllegalMove::FlipsNothing("a1".into()));
        assert_eq!(of("E4"), IllegalMove::Taken("e4".into()));
        assert_eq!(of("i9"), IllegalMove::NoPoint("i9".into(), "h8".into()));
        assert_eq!(of("pass"), IllegalMove::NoPass);
        assert_eq!(of("f5d6"), IllegalMove::OtherCount);
        assert_eq!(why("othello", &[], Setup::Start, "hello"), None);
    }

    #[test]
    fn gomoku() {
        let setup = || Setup::Text("15/15/15/15/15/15/15/6x1x6/15/7x7/7x7/15/15/15/15 x".into());
        let of = |rule, typed| why("gomoku", &[("Rule", rule), ("BoardSize", "15")], setup(), typed).expect("a move");
        assert_eq!(of("renju", "g8"), IllegalMove::Taken("g8".into()));
        assert_eq!(of("freestyle", "p1"), IllegalMove::NoPoint("p1".into(), "o15".into()));
        assert_eq!(of("freestyle", "pass"), IllegalMove::NeverPass);
        let threes = Setup::Text("15/15/15/15/15/15/15/5xx8/15/7x7/7x7/15/15/15/15 x".into());
        let of = why("gomoku", &[("rule", "Renju"), ("BoardSize", "15")], threes, "h8");
        assert_eq!(of, Some(IllegalMove::Forbidden("h8".into(), Some(Foul::DoubleThree))));
    }

    #[test]
    fn rhombus() {
        let placing = |typed| why("rhombus", &[], Setup::Text("1-1-1/-1-1-/1-x-1/-1-1-/1-1-1 o".into()), typed);
        assert_eq!(placing("c3"), Some(IllegalMove::Taken("c3".into())));
        assert_eq!(placing("a1c1"), Some(IllegalMove::InHand));
        assert_eq!(placing("b1"), Some(IllegalMove::NoPoint("b1".into(), "e5".into())));
        let moving = |typed| why("rhombus", &[], Setup::Text("x-x-x/-x-x-/1-1-1/-o-o-/o-o-o x 0,0 10".into()), typed);
        assert_eq!(moving("c3"), Some(IllegalMove::AllPlaced));
        assert_eq!(moving("b4c3"), Some(IllegalMove::NotYours("b4".into())));
        assert_eq!(moving("a1c3"), Some(IllegalMove::NotJoined("a1".into(), "c3".into())));
        assert_eq!(moving("a1c1"), Some(IllegalMove::Taken("c1".into())));
    }

    #[test]
    fn lgame() {
        let of = |typed| why("lgame", &[], Setup::Start, typed).expect("a move");
        // nxx1/1ox1/1ox1/1oon
        assert_eq!(of("b1c1c2c3"), IllegalMove::SamePlace);
        assert_eq!(of("b1b2c1d1"), IllegalMove::Taken("b2".into()));
        assert_eq!(of("b1c1d1"), IllegalMove::NoL);
        assert_eq!(of("b1c1d1d3"), IllegalMove::NoL);
        assert_eq!(of("b1c1d1d2+b1a2"), IllegalMove::NoNeutral("b1".into()));
        assert_eq!(of("b1c1d1d2+a1b2"), IllegalMove::Taken("b2".into()));
        assert_eq!(of("b1c1d1d2+a1d1"), IllegalMove::Taken("d1".into()));
        assert_eq!(of("a9b1c1d1"), IllegalMove::NoPoint("a9".into(), "d4".into()));
    }
}
