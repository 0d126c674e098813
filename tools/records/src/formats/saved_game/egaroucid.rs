//! Games that Egaroucid saves: a JSON object of the players, a memo, the discs at the end, and an object for each
//! position under its number of discs.
//!
//! A position has the discs of the side to move and of the other one as numbers of 64 bits, a1 the highest, the side to
//! move (0 Black, 1 White), and the move that led to it (63 - square, or -1). Passes are left out. Values, levels and
//! times are not kept. The format was taken from Egaroucid's sources.

use crate::builder::GameBuilder;
use crate::game::Game;
use quartet::engine::Setup;
use quartet_files::one_line;
use quartet_rules::GameResult;
use serde::Deserialize;
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// The number of squares.
const SQUARES: u8 = 64;

/// A position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
struct Position {
    /// The discs of the side to move.
    board_player: u64,
    /// The discs of the other side.
    board_opponent: u64,
    /// The side to move: 0 for Black, 1 for White.
    player: u8,
    /// The move that led to the position.
    policy: i64,
}

/// Whether an object is a game of Egaroucid.
pub(super) fn is_game(object: &Map<String, Value>) -> bool {
    object.contains_key("black_player") && positions(object).next().is_some()
}

/// The positions with their numbers of discs up to the first gap.
fn positions(object: &Map<String, Value>) -> impl Iterator<Item = (u8, &Value)> {
    let of = |discs: u8| Some((discs, object.get(&discs.to_string())?));
    (4..=SQUARES).map(of).skip_while(Option::is_none).map_while(|position| position)
}

/// The game; the error has the game up to the first move that cannot be played.
pub(super) fn game(object: &Map<String, Value>) -> Result<Game, (String, Option<Box<Game>>)> {
    let mut positions = positions(object).map(|(discs, value)| {
        let position = Position::deserialize(value).map_err(|error| format!("the position of {discs} discs: {error}"));
        position.map(|position| (discs, position))
    });
    let without_game = |message| (message, None);
    let (_, first) = positions.next().unwrap_or_else(|| Err("no position".into())).map_err(without_game)?;
    if first.board_player & first.board_opponent != 0 {
        return Err(without_game("the first position: two discs on a square".into()));
    }
    let mut builder = GameBuilder::new("othello", &BTreeMap::new(), &Setup::Text(first.text()))
        .map_err(|error| without_game(format!("the first position: {error:#}")))?;
    let memo = text(object, "memo").map(|memo| memo.replace("\r\n", "\n"));
    builder.notes_mut().comment = memo;
    let played = positions.try_for_each(|position| {
        let (discs, Position { policy, .. }) = position?;
        let fault = |why: String| format!("the move to the position of {discs} discs: {why}");
        let square = u8::try_from(63 - policy.clamp(-1, 64)).ok().filter(|square| *square < SQUARES);
        let square = square.ok_or_else(|| fault(format!("{policy} is no move, expected 0 to 63")))?;
        let name = format!("{}{}", char::from(b'a' + square % 8), square / 8 + 1);
        builder.play(&name).map(drop).map_err(|error| fault(error.to_string()))
    });
    describe(&mut builder, object);
    match played {
        Ok(()) => Ok(builder.finish()),
        Err(message) => Err((message, Some(Box::new(builder.finish())))),
    }
}

impl Position {
    /// The position as a line of an OBF file, which the rules read.
    fn text(&self) -> String {
        let (black, white) = match self.player {
            1 => (self.board_opponent, self.board_player),
            _ => (self.board_player, self.board_opponent),
        };
        let square = |square: u8| match 1_u64 << (63 - square) {
            bit if black & bit != 0 => 'X',
            bit if white & bit != 0 => 'O',
            _ => '-',
        };
        let board: String = (0..SQUARES).map(square).collect();
        format!("{board} {}", if self.player == 1 { 'O' } else { 'X' })
    }
}

/// The text of this name, if it is not empty.
fn text<'a>(object: &'a Map<String, Value>, name: &str) -> Option<&'a str> {
    object.get(name).and_then(Value::as_str).filter(|text| !text.is_empty())
}

/// Sets players, date, and the result: by the rules, else by the discs that are stated.
fn describe(builder: &mut GameBuilder, object: &Map<String, Value>) {
    let line = |name| text(object, name).map(|text| one_line(text).into_owned());
    let ending = builder.referee().ending();
    let game = builder.game_mut();
    (game.tags.first, game.tags.second, game.tags.date) = (line("black_player"), line("white_player"), line("date"));
    let discs = |name: &str| object.get(name).and_then(Value::as_i64).filter(|discs| (0..=64).contains(discs));
    if let Some((black, white)) = discs("black_discs").zip(discs("white_discs")) {
        let margin = i16::try_from(black - white).unwrap_or_default();
        (game.margin, game.result) = (Some(margin), Some(GameResult::of_margin(margin)));
    }
    game.settle(ending);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::ReadError;
    use crate::format::Hints;
    use crate::random_games::{any_steps, build, cases};
    use proptest::prelude::*;
    use quartet_rules::points::rows;
    use quartet_rules::referee;
    use serde_json::json;

    fn read(content: &[u8]) -> Result<Game, ReadError> {
        super::super::read(content, &Hints::default()).next().expect("a game")
    }

    /// A position after these moves as Egaroucid has it, with its number of discs.
    fn position(moves: &[String]) -> (usize, Value) {
        let mut rules = referee("othello", &BTreeMap::new()).expect("rules");
        rules.begin(&Setup::Start, moves).expect("legal moves");
        let squares: Vec<char> = rules.position().split(' ').next().map(rows).into_iter().flatten().flatten().collect();
        let of = |disc| {
            (0..64).filter(|&square| squares[square] == disc).fold(0_u64, |bits, square| bits | 1 << (63 - square))
        };
        let (black, white) = (of('x'), of('o'));
        let is_white = rules.side() == quartet::game::Side::O;
        let (own, other) = if is_white { (white, black) } else { (black, white) };
        let square = |mv: &String| i64::from(mv.as_bytes()[1] - b'1') * 8 + i64::from(mv.as_bytes()[0] - b'a');
        let policy = moves.iter().rev().find(|mv| *mv != "pass").map_or(-1, |mv| 63 - square(mv));
        let value = json!({"board_player": own, "board_opponent": other, "player": u8::from(is_white), "value": 2,
            "level": 21, "policy": policy, "next_policy": -1, "black_time_msec": 5});
        ((black | white).count_ones() as usize, value)
    }

    /// The file of a game with these moves.
    fn file(moves: &[String]) -> Value {
        let mut object = json!({"date": "2026-01-02", "black_player": "a", "white_player": "b", "memo": "one\r\ntwo",
            "black_discs": -1, "white_discs": -1});
        for length in 0..=moves.len() {
            // A position where the side to move can only pass is replaced by the one after the pass.
            let (discs, value) = position(&moves[..length]);
            object[discs.to_string()] = value;
        }
        object
    }

    #[test]
    fn a_saved_game_is_read() {
        let moves = ["f5", "d6", "c3"].map(str::to_string);
        let mut object = file(&moves);
        // The start position is a constant of Egaroucid.
        assert_eq!(object["4"]["board_player"], json!(0x0000_0008_1000_0000_u64));
        let game = read(object.to_string().as_bytes()).expect("a game");
        assert_eq!(game.tree.main_moves().collect::<Vec<_>>(), moves);
        assert_eq!((game.setup.as_deref(), game.result), (None, None));
        let tags = [&game.tags.first, &game.tags.second, &game.tags.date].map(|tag| tag.as_deref().unwrap_or_default());
        assert_eq!(tags, ["a", "b", "2026-01-02"]);
        let root = game.tree.node(crate::NodeId::ROOT).notes.as_deref();
        assert_eq!(root.and_then(|notes| notes.comment.as_deref()), Some("one\ntwo"));
        (object["black_discs"], object["white_discs"]) = (json!(40), json!(24));
        assert_eq!(read(object.to_string().as_bytes()).expect("a game").margin, Some(16));
    }

    #[test]
    fn faults_keep_the_game_before_them() {
        let moves = ["f5", "d6", "c3"].map(str::to_string);
        for (name, value, message) in [
            ("policy", json!(63), "game 1, line 1, byte 0: the move to the position of 6 discs: illegal move a1"),
            ("policy", json!(-1), "game 1, line 1, byte 0: the move to the position of 6 discs: -1 is no move"),
            ("policy", json!("x"), "game 1, line 1, byte 0: the position of 6 discs: "),
        ] {
            let mut object = file(&moves);
            object["6"][name] = value;
            let error = read(object.to_string().as_bytes()).expect_err("a fault");
            assert!(error.to_string().starts_with(message), "{error}");
            assert_eq!(error.partial.map(|game| game.tree.len()), Some(1));
        }
        let mut object = file(&moves);
        object["4"]["board_player"] = json!(u64::MAX);
        assert!(
            read(object.to_string().as_bytes()).expect_err("a fault").message.starts_with("the first position: two")
        );
    }

    proptest! {
        #![proptest_config(cases(24))]

        #[test]
        fn all_moves_are_read(steps in any_steps()) {
            let game = build("othello", &BTreeMap::new(), None, &steps);
            let moves: Vec<String> = game.tree.main_moves().map(str::to_string).collect();
            let read = read(file(&moves).to_string().as_bytes()).expect("a game");
            let without_last_pass = moves.strip_suffix(&["pass".to_string()]).unwrap_or(&moves);
            prop_assert_eq!(read.tree.main_moves().collect::<Vec<_>>(), without_last_pass);
        }
    }
}
