//! Saved games of the arena's `play`: a JSON object with the variant, the options of the rules, the first position and
//! the moves. It has no players, results or notes. The games that Egaroucid saves, JSON too, are read as well.

mod egaroucid;

use crate::builder::GameBuilder;
use crate::error::ReadError;
use crate::format::{Definition, Games, Hints, Written};
use crate::game::Game;
use quartet::byte_order_mark::strip_byte_order_mark;
use quartet::engine::Setup;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// The format as the library knows it.
pub(crate) const DEFINITION: Definition = Definition {
    name: "saved-game",
    description: "a saved game of quartet-arena's play or of Egaroucid; one game in a file",
    extensions: &["json"],
    recognizes: |content| is_own(content) || object(content).is_some_and(|object| egaroucid::is_game(&object)),
    read,
    write,
};

/// The contents of a saved game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SavedGame {
    /// The variant's name.
    pub variant: String,
    /// Options of the rules.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
    /// The position text from which the game began; by default the start position.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub setup: Option<String>,
    /// All moves from that position.
    pub moves: Vec<String>,
}

impl SavedGame {
    /// The content of its file.
    pub fn text(&self) -> String {
        // A saved game consists of texts only, so serialisation cannot fail.
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }
}

/// Reads a saved game.
pub fn read<'a>(content: &'a [u8], _hints: &'a Hints) -> Games<'a> {
    let text = strip_byte_order_mark(content);
    if text.is_empty() {
        return Box::new(std::iter::empty());
    }
    Box::new(std::iter::once_with(move || {
        let fail = |line, message, partial| ReadError { game: 1, line: Some(line), byte: 0, message, partial };
        if let Some(object) = object(content).filter(egaroucid::is_game) {
            return egaroucid::game(&object).map_err(|(message, partial)| fail(1, message, partial));
        }
        let saved: SavedGame =
            serde_json::from_slice(text).map_err(|error| fail(error.line().max(1), error.to_string(), None))?;
        game(&saved).map_err(|(message, partial)| fail(1, message, partial))
    }))
}

/// The game; the error has the game up to the first move that cannot be played.
fn game(saved: &SavedGame) -> Result<Game, (String, Option<Box<Game>>)> {
    let setup = saved.setup.clone().map_or(Setup::Start, Setup::Text);
    let opened = GameBuilder::new(&saved.variant, &saved.options, &setup);
    let mut builder = opened.map_err(|error| (format!("{error:#}"), None))?;
    for (index, mv) in saved.moves.iter().enumerate() {
        if let Err(error) = builder.play(mv) {
            return Err((format!("move {}: {error}", index + 1), Some(Box::new(builder.finish()))));
        }
    }
    Ok(builder.finish())
}

/// Writes the first game; a file has only one.
pub fn write(games: &[Game]) -> Written {
    let mut written = Written::default();
    if let Some(game) = games.first() {
        let saved = SavedGame {
            variant: game.variant.name.into(),
            options: game.options.clone(),
            setup: game.setup.clone(),
            moves: game.tree.main_moves().map(str::to_string).collect(),
        };
        written.bytes = saved.text().into_bytes();
    }
    let others = (1..games.len()).map(|index| (index, "a file of this format holds one game".into()));
    written.left_out.extend(others);
    written
}

/// Whether this is a saved game of the arena.
pub fn is_own(content: &[u8]) -> bool {
    serde_json::from_slice::<SavedGame>(strip_byte_order_mark(content)).is_ok()
}

/// The JSON object that is the whole content.
fn object(content: &[u8]) -> Option<Map<String, Value>> {
    serde_json::from_slice(strip_byte_order_mark(content)).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random_games::{any_steps, build, cases};
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(cases(32))]

        #[test]
        fn what_is_written_is_read_back(steps in any_steps()) {
            let game = build("rhombus", &BTreeMap::new(), None, &steps);
            let bytes = write(std::slice::from_ref(&game)).bytes;
            let hints = Hints::default();
            let again: Vec<_> = read(&bytes, &hints).collect();
            let again = again[0].as_ref().expect("a game");
            prop_assert!(again.tree.main_moves().eq(game.tree.main_moves()));
            prop_assert!(is_own(&bytes));
        }

        #[test]
        fn no_bytes_panic(at in 0_usize..200, byte: u8) {
            let mut bytes = b"{\"variant\": \"othello\", \"moves\": [\"f5\", \"d6\", \"c3\"]}".to_vec();
            let at = at % bytes.len();
            bytes[at] = byte;
            let hints = Hints::default();
            prop_assert_eq!(read(&bytes, &hints).count(), 1);
        }
    }

    #[test]
    fn an_illegal_move_has_the_game_before_it() {
        let hints = Hints::default();
        let bytes = b"\xef\xbb\xbf{\"variant\": \"othello\", \"moves\": [\"f5\", \"a1\"]}";
        let error = read(bytes, &hints).next().expect("one").expect_err("illegal");
        assert!(error.to_string().starts_with("game 1, line 1, byte 0: move 2: "), "{error}");
        assert_eq!(error.partial.map(|game| game.tree.len()), Some(1));
    }
}
