//! Building a game from its properties.

use super::properties::Property;
use super::values::{Outcome, read_date, read_move};
use super::{Fault, OTHELLO, PLAIN};
use crate::builder::GameBuilder;
use crate::game::{Game, Tags};
use quartet::engine::Setup;
use quartet::game::{PASS, Side};
use quartet_rules::GameResult;
use std::collections::BTreeMap;

/// The number of squares.
const SQUARES: usize = 64;

/// A fault, and the game up to there.
type Failure = (Fault, Option<Box<Game>>);

/// The game of these properties. If a fault has ended them, it is the error, with the game up to there.
pub(super) fn game(properties: &[Property<'_>], fault: Option<Fault>) -> Result<Game, Failure> {
    let without_game = |fault| (fault, None);
    refuse_other_rules(properties).map_err(without_game)?;
    let mut builder = first_position(properties).map_err(without_game)?;
    for property in properties {
        set_tag(&mut builder.game_mut().tags, property);
    }
    let moves = play(&mut builder, properties);
    let outcome = properties.iter().find(|property| property.name == "RE");
    set_outcome(&mut builder, outcome.map(|property| property.value));
    match moves.err().or(fault) {
        None => Ok(builder.finish()),
        Some(fault) => Err((fault, Some(Box::new(builder.finish())))),
    }
}

/// Refuses games of other rules than those of Othello.
fn refuse_other_rules(properties: &[Property<'_>]) -> Result<(), Fault> {
    for Property { name, value, at } in properties {
        let shown = || value.chars().take(40).flat_map(char::escape_debug).collect::<String>();
        let message = match *name {
            "GM" if !value.trim().eq_ignore_ascii_case(OTHELLO) => {
                format!("it is a game of '{}', expected {OTHELLO}", shown())
            }
            "TY" if size_of(value).is_some_and(|size| size != PLAIN) => {
                format!("its match type '{}' has a board of another size, expected 8", shown())
            }
            "TY" if value.contains(['a', 'A']) => format!("it is an anti game, won with fewer discs: '{}'", shown()),
            "TY" if value.contains(['k', 'K']) => format!("it is a game with komi: '{}'", shown()),
            "KM" | "KB" | "KW" => format!("it is a game with komi: {name} '{}'", shown()),
            _ => continue,
        };
        return Err(Fault { at: *at, message });
    }
    Ok(())
}

/// The first number of a match type, the size of the board: 8 in `s8r20`.
fn size_of(match_type: &str) -> Option<&str> {
    let digits = match_type.trim_start_matches(|letter: char| !letter.is_ascii_digit());
    let length = digits.bytes().take_while(u8::is_ascii_digit).count();
    // The number behind `r` is that of the discs of a random position.
    let is_size = !match_type.trim_start_matches(['s', 'S']).starts_with(['r', 'R']);
    digits.get(..length).filter(|size| !size.is_empty() && is_size)
}

/// A builder at the position of BO.
fn first_position(properties: &[Property<'_>]) -> Result<GameBuilder, Fault> {
    let board = properties.iter().find(|property| property.name == "BO");
    let setup = match board {
        None => Ok(Setup::Start),
        Some(property) => position_text(property.value).map(Setup::Text),
    };
    let opened = setup
        .and_then(|setup| GameBuilder::new("othello", &BTreeMap::new(), &setup).map_err(|error| format!("{error:#}")));
    opened.map_err(|message| Fault { at: board.map_or(0, |property| property.at), message })
}

/// The position of BO as a line of an OBF file, which the rules read: 64 squares and the side to move.
fn position_text(value: &str) -> Result<String, String> {
    let value = value.trim();
    let (size, squares) = value.split_once(|letter: char| letter.is_whitespace()).unwrap_or((value, ""));
    if size != "8" {
        let shown: String = size.chars().take(40).flat_map(char::escape_debug).collect();
        return Err(format!("its board has the size '{shown}', expected 8"));
    }
    let squares: String = squares.chars().filter(|letter| !letter.is_whitespace()).collect();
    let (board, side) = squares.split_at_checked(SQUARES).ok_or("its board has fewer than 64 squares")?;
    Ok(format!("{board} {side}"))
}

/// Sets the tag that a property stands for.
fn set_tag(tags: &mut Tags, property: &Property<'_>) {
    let value = property.value.to_string();
    let field = match property.name {
        _ if value.is_empty() => return,
        "TY" if value == PLAIN => return,
        "GM" | "BO" | "B" | "W" | "RE" | "CO" => return,
        "PB" => &mut tags.first,
        "PW" => &mut tags.second,
        "PC" => &mut tags.site,
        "EV" => &mut tags.event,
        "RO" => &mut tags.round,
        "DT" => {
            tags.date.get_or_insert_with(|| read_date(&value));
            return;
        }
        name => {
            let name = match name {
                "RB" => "BR",
                "RW" => "WR",
                _ => name,
            };
            tags.other.entry(name.to_string()).or_insert(value);
            return;
        }
    };
    field.get_or_insert(value);
}

/// Plays the moves and adds the comments.
fn play(builder: &mut GameBuilder, properties: &[Property<'_>]) -> Result<(), Fault> {
    for Property { name, value, at } in properties {
        let side = match *name {
            "B" => Side::X,
            "W" => Side::O,
            "CO" if !value.is_empty() => {
                builder.notes_mut().add_comment(value);
                continue;
            }
            _ => continue,
        };
        play_move(builder, side, value).map_err(|message| Fault { at: *at, message })?;
    }
    Ok(())
}

fn play_move(builder: &mut GameBuilder, side: Side, value: &str) -> Result<(), String> {
    let read = read_move(value)?;
    // Programs pass at the end of the game, when neither side can move.
    if read.mv == PASS && builder.referee().ending().is_some() {
        return Ok(());
    }
    builder.play_for(side, &read.mv).map_err(|error| error.to_string())?;
    if read.evaluation.is_some() || read.microseconds.is_some() {
        let notes = builder.notes_mut();
        (notes.evaluation, notes.microseconds) = (read.evaluation, read.microseconds);
    }
    Ok(())
}

/// Sets result, ending and margin by RE, or by the moves if there is no RE. A value of RE that cannot be read is kept.
fn set_outcome(builder: &mut GameBuilder, value: Option<&str>) {
    let ending = builder.referee().ending();
    let game = builder.game_mut();
    let Some(value) = value else {
        game.settle(ending);
        return;
    };
    match Outcome::read(value) {
        None => {
            game.tags.other.insert("RE".into(), value.into());
        }
        Some(None) => {}
        Some(Some(outcome)) => {
            game.result = Some(GameResult::of_margin(outcome.centidiscs.signum() as i16));
            (game.margin, game.termination) = (outcome.margin(), outcome.termination);
            game.settle(ending);
        }
    }
}
