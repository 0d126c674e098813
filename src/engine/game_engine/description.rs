//! What clients that do not know the rules are told of a position.

use crate::engine::Description;
use crate::engine::record::Record;
use crate::game::{Notation, Side, Terminal};

/// The current position and the state of the game.
pub(super) fn describe<G: Notation>(record: &Record<G>, max_plies: u32) -> Description {
    let position = record.current();
    let ending = record.ending(max_plies);
    let mut moves = Vec::new();
    if ending.is_none() {
        G::legal_moves(position, &mut moves);
    }
    let points = points(&G::write_position(position));
    Description {
        diagram: G::diagram(position),
        position: G::write_position(position),
        code: G::write_code(position),
        key: G::key(position),
        side: G::side(position).letter(),
        ply: G::ply(position),
        moves: moves.into_iter().map(|mv| G::write_move(position, mv)).collect(),
        result: result_word(ending.map(|(terminal, _)| terminal), G::side(position)),
        reason: ending.map_or("none", |(_, reason)| reason.word()),
        winning_row: G::winning_row(position),
        stones: ['x', 'o'].map(|side| points.chars().filter(|point| *point == side).count() as u32),
        points,
        in_hand: G::in_hand(position),
        adjacency: G::adjacency().iter().map(|(one, other)| format!("{one}-{other}")).collect(),
    }
}

/// The points that a move changes, as `<point>:<character>` in the order of the rows; the error says why the move is
/// not legal.
pub(super) fn changes<G: Notation>(record: &Record<G>, max_plies: u32, mv: &str) -> Result<Vec<String>, String> {
    if record.ending(max_plies).is_some() {
        return Err(format!("illegal move '{mv}': the game is over"));
    }
    let mut after = record.current().clone();
    let mv = G::parse_move(&after, mv).map_err(|error| error.0)?;
    G::play(&mut after, mv);
    let [before, after] = [record.current(), &after].map(|position| points(&G::write_position(position)));
    let names = (1..).zip(after.split('/')).flat_map(|(row, points)| {
        ('a'..).zip(points.chars()).map(move |(column, point)| (format!("{column}{row}"), point))
    });
    let was = before.chars().filter(|point| *point != '/');
    let changed = names.zip(was).filter(|((_, point), was)| point != was);
    Ok(changed.map(|((name, point), _)| format!("{name}:{point}")).collect())
}

/// The rows of a position text, with runs of empty points written out as dots.
fn points(position: &str) -> String {
    let (mut points, mut run) = (String::new(), 0);
    for letter in position.split(' ').next().unwrap_or_default().chars().chain([' ']) {
        match letter.to_digit(10) {
            Some(digit) => run = 10 * run + digit as usize,
            None => {
                points.extend(std::iter::repeat_n('.', std::mem::take(&mut run)));
                points.push(letter);
            }
        }
    }
    points.truncate(points.len() - 1);
    points
}

/// The result from the first player's point of view.
fn result_word(terminal: Option<Terminal>, side: Side) -> &'static str {
    let sign = match terminal {
        None => return "none",
        Some(Terminal::Win) => 1,
        Some(Terminal::Loss) => -1,
        Some(Terminal::Draw) => 0,
        Some(Terminal::Margin(margin)) => margin.signum(),
    };
    match (sign, side) {
        (0, _) => "draw",
        (1, Side::X) | (-1, Side::O) => "p1win",
        _ => "p2win",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_of_empty_points_are_written_out() {
        assert_eq!(points("2x10o1 x - 2"), "..x..........o.");
        assert_eq!(points("xo/2/1-1 o"), "xo/../.-.");
    }
}
