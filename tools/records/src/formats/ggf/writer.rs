//! Writing a game as a line.

use super::values::{ALL_DISCS, suffix, write_date, write_move};
use super::{CLOSE, OPEN, OTHELLO, PLAIN};
use crate::game::{Game, Termination};
use crate::tree::Notes;
use quartet::game::Side;
use quartet_rules::points::rows;
use quartet_rules::{GameResult, referee};

/// Properties that are written from other fields than [`Tags::other`](crate::Tags::other).
const OWN: [&str; 15] = ["GM", "PC", "DT", "PB", "PW", "RB", "RW", "EV", "RO", "RE", "BO", "B", "W", "CO", "TY"];

/// The line of a game; the error says why there is none.
pub(super) fn write(game: &Game) -> Result<String, String> {
    if game.variant.name != "othello" {
        return Err(format!("it is a game of {}, expected othello", game.variant.name));
    }
    let tags = &game.tags;
    let mut line = format!("{OPEN}GM[{OTHELLO}]");
    let date = tags.date.as_deref().map(write_date);
    let rating = |name: &str| tags.other.get(name).map(String::as_str);
    for (name, value) in [
        ("PC", tags.site.as_deref()),
        ("DT", date.as_deref()),
        ("PB", tags.first.as_deref()),
        ("PW", tags.second.as_deref()),
        ("RB", rating("BR")),
        ("RW", rating("WR")),
        ("EV", tags.event.as_deref()),
        ("RO", tags.round.as_deref()),
    ] {
        if let Some(value) = value {
            push(&mut line, name, value)?;
        }
    }
    for (name, value) in tags.other.iter().filter(|(name, _)| is_property(name)) {
        push(&mut line, name, value)?;
    }
    push(&mut line, "TY", tags.other.get("TY").map_or(PLAIN, String::as_str))?;
    push(&mut line, "RE", &outcome(game)?)?;
    let (board, side) = first_position(game)?;
    push(&mut line, "BO", &board)?;
    push_moves(&mut line, game, side)?;
    line.push_str(CLOSE);
    line.push('\n');
    Ok(line)
}

/// Whether a tag is written as a property of its own name.
fn is_property(name: &str) -> bool {
    let is_name = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit());
    is_name && !OWN.contains(&name) && !matches!(name, "BR" | "WR" | "KM" | "KB" | "KW")
}

/// Appends a property. A value cannot contain what ends it or begins a game.
fn push(line: &mut String, name: &str, value: &str) -> Result<(), String> {
    for end in ["]", OPEN] {
        if value.contains(end) {
            return Err(format!("the value of {name} contains '{end}', which GGF cannot represent"));
        }
    }
    line.extend([name, "[", value, "]"]);
    Ok(())
}

/// The value of RE.
fn outcome(game: &Game) -> Result<String, String> {
    let Some(result) = game.result else {
        return Ok(game.tags.other.get("RE").cloned().unwrap_or_else(|| "?".into()));
    };
    let suffix = suffix(game.termination)?;
    let is_uncounted = matches!(game.termination, Some(Termination::Resignation | Termination::Time));
    let all = match result {
        GameResult::FirstWins => Some(ALL_DISCS),
        GameResult::SecondWins => Some(-ALL_DISCS),
        GameResult::Draw => None,
    };
    let margin = game.margin.or(all.filter(|_| is_uncounted));
    let margin = margin.ok_or("its margin is not known, and GGF has no result without one")?;
    if GameResult::of_margin(margin) != result {
        return Err("its margin contradicts its result, and GGF has only the margin".into());
    }
    Ok(format!("{margin:+}.00{suffix}"))
}

/// The value of BO, and the side to move.
fn first_position(game: &Game) -> Result<(String, Side), String> {
    let mut rules = referee(game.variant.name, &game.options).map_err(|error| format!("{error:#}"))?;
    let setup = game.initial_setup();
    rules.begin(&setup, &[]).map_err(|error| error.to_string())?;
    let square = |letter| match letter {
        'x' => '*',
        'o' => 'O',
        _ => '-',
    };
    let side = rules.side();
    let mut board = String::from("8");
    for row in rows(&rules.position()) {
        board.push(' ');
        board.extend(row.into_iter().map(square));
    }
    board.push_str(if side == Side::X { " *" } else { " O" });
    Ok((board, side))
}

/// Appends the moves of the main line with their comments.
fn push_moves(line: &mut String, game: &Game, first: Side) -> Result<(), String> {
    push_comment(line, game.tree.node(crate::NodeId::ROOT).notes.as_deref())?;
    let mut side = first;
    for id in game.tree.main_line() {
        let node = game.tree.node(id);
        let notes = node.notes.as_deref();
        let evaluation = notes.and_then(|notes| notes.evaluation);
        let name = if side == Side::X { "B" } else { "W" };
        push(line, name, &write_move(&node.mv, evaluation, notes.and_then(|notes| notes.microseconds)))?;
        push_comment(line, notes)?;
        side = side.other();
    }
    Ok(())
}

fn push_comment(line: &mut String, notes: Option<&Notes>) -> Result<(), String> {
    match notes.and_then(|notes| notes.comment.as_deref()) {
        Some(comment) => push(line, "CO", comment),
        None => Ok(()),
    }
}
