//! What is learned from: positions of games, as shapes.
//!
//! Must not know: how games were played, how weights are made.

use super::games::{Game, Searched};
use quartet::game::{Game as _, Side};
use quartet::games::gomoku::threats::incremental::Threats;
use quartet::games::gomoku::threats::patterns::Patterns;
use quartet::games::gomoku::threats::shapes::{Class, Code, Shapes};
use quartet::games::gomoku::threats::weights::{pair, role};
use quartet::games::gomoku::{Gomoku, Point, Position};
use quartet::random::mix;
use quartet::score::Score;

/// Proofs nearer than this many plies are found by the search before it evaluates.
const NEAR: u16 = 11;
/// One position in this many games is never learned from.
const HELD_OUT: u64 = 40;

/// A position.
pub(super) struct Example {
    /// The role of the side to move, and of the opponent.
    pub roles: [usize; 2],
    /// The shapes of the side to move, how many points have them, and the same of the opponent; only connected shapes.
    pub counts: [Vec<(Code, i16)>; 2],
    /// Their pair of strongest threats.
    pub pair: usize,
    /// What the value should be, as the chance of winning for the side to move; nothing where a proof is too near.
    pub target: Option<f32>,
    /// The shapes of the two sides on the points worth trying, that of the best move first; empty where moves are
    /// forced.
    pub moves: Vec<[Code; 2]>,
    /// Whether it is never learned from.
    pub is_held_out: bool,
}

/// The chance of winning that goes with so many centipoints: 100 win three times in four.
pub(super) fn chance(centipoints: f32) -> f32 {
    1.0 / (1.0 + (-centipoints * 3f32.ln() / 100.0).exp())
}

/// The result of a game for a side: 1 is a win.
pub(super) fn result(game: &Game, side: Side) -> f32 {
    match game.winner {
        Some(winner) if winner == side => 1.0,
        Some(_) => 0.0,
        None => 0.5,
    }
}

/// Whether the positions of a game are never learned from.
pub(super) fn is_held_out(game: &Game) -> bool {
    game.moves.iter().fold(0, |sum, mv| mix(sum ^ mv.index() as u64)) % HELD_OUT == 0
}

/// The positions of a game that a search would evaluate.
pub(super) fn examples(game: &Game, share: f32) -> Vec<Example> {
    let patterns = Patterns::default();
    let mut position = Gomoku::start(&game.rules);
    let first = game.first();
    let is_held_out = is_held_out(game);
    let mut threats = Threats::default();
    let mut examples = Vec::new();
    for (number, &mv) in game.moves.iter().enumerate() {
        if number >= first {
            threats.reset(&position, &patterns);
            let result = result(game, position.side());
            let searched = game.searched[number - first];
            examples.extend(
                example(&position, &threats, searched, result, share).map(|example| Example { is_held_out, ..example }),
            );
        }
        Gomoku::play(&mut position, mv);
    }
    examples
}

fn example(position: &Position, threats: &Threats, searched: Searched, result: f32, share: f32) -> Option<Example> {
    let (me, you) = (position.side(), position.side().other());
    let (mine, yours) = (threats.strongest(me), threats.strongest(you));
    if mine >= Class::TwoFives || yours == Class::Five {
        return None;
    }
    let target = match searched.score.distance() {
        Some(plies) if plies < NEAR => None,
        Some(_) => Some(f32::from(u8::from(searched.score.is_win()))),
        None => Some(share * result + (1.0 - share) * chance(f32::from(Score::cp(searched.score.0.into()).0))),
    };
    Some(Example {
        roles: [me, you].map(|side| role(position.rule(), side)),
        counts: [me, you].map(|side| counts(position, threats, side)),
        pair: pair(mine, yours),
        target,
        moves: if yours >= Class::TwoFives { Vec::new() } else { moves(position, threats, searched.best) },
        is_held_out: false,
    })
}

/// How many points have which connected shape for a side.
fn counts(position: &Position, threats: &Threats, side: Side) -> Vec<(Code, i16)> {
    let shapes = Shapes::get();
    let connected = threats.connected_points(position);
    let mut codes: Vec<Code> = connected.map(|point| threats.point_shape(point, side).code).collect();
    codes.retain(|&code| shapes.shape(code).is_connected);
    codes.sort_unstable();
    codes.chunk_by(|a, b| a == b).map(|chunk| (chunk[0], chunk.len() as i16)).collect()
}

fn moves(position: &Position, threats: &Threats, best: Point) -> Vec<[Code; 2]> {
    let me = position.side();
    let codes = |point: Point| [me, me.other()].map(|side| threats.point_shape(point, side).code);
    let others = threats.connected_points(position).filter(|&point| point != best);
    if threats.connected_points(position).any(|point| point == best) {
        std::iter::once(best).chain(others).map(codes).collect()
    } else {
        Vec::new()
    }
}
