//! Gomoku: rules, fouls in renju, notation, patterns, proofs, candidates.

mod certificates;
mod expert;
mod false_proofs;
mod lookup;
mod naive;
mod notation;
mod one_ply;
mod patterns;
mod proof_walk;
mod renju;
mod rules;
mod vcf;
mod vct;

use quartet::game::{Game, Notation, NotationError, Side};
use quartet::games::gomoku::threats::incremental::Threats;
use quartet::games::gomoku::threats::patterns::PatternTables;
use quartet::games::gomoku::{Gomoku, Point, Position, Rule, Rules};
use quartet::random::SplitMix64;
use std::sync::LazyLock;

/// A board on which each point holds `x` or `o` with these probabilities in percent, without a five where possible.
fn random_position(random: &mut SplitMix64, size: usize, rule: Rule, x: usize, o: usize) -> Position {
    loop {
        let mut position = Position::new(size, rule);
        for point in position.board().points() {
            let lot = random.below(100);
            let side = if lot < x {
                Side::X
            } else if lot < x + o {
                Side::O
            } else {
                continue;
            };
            if !position.board().makes_five(point, side, position.five_rule(side)) {
                position.put(point, side);
            }
        }
        position.set_turn(if random.below(2) == 0 { Side::X } else { Side::O }, 0);
        // A stone put later may have shortened or lengthened a row to five.
        if position.find_winner() && position.winner().is_none() {
            return position;
        }
    }
}

/// A position after some plies of a game between players who mostly extend rows and block the opponent's.
fn midgame(random: &mut SplitMix64, size: usize, rule: Rule, plies: usize) -> Position {
    let patterns = &*PATTERNS;
    let mut threats = Threats::default();
    let mut position = Position::new(size, rule);
    threats.reset(&position, patterns);
    for _ in 0..plies {
        let worth = |&point: &Point| {
            let [x, o] = [Side::X, Side::O].map(|side| threats.point_shape(point, side).class());
            (x.max(o), threats.prior(point, position.side()), point)
        };
        let mut legal = moves(&position);
        legal.sort_by_key(|point| std::cmp::Reverse(worth(point)));
        // The first stones go near the centre, the others mostly where they make or block rows.
        let mv = match position.stones() {
            0..3 => Some(Point::new(size / 2 - 2 + random.below(5), size / 2 - 2 + random.below(5))),
            _ => legal.get(random.below(10).saturating_sub(2)).copied(),
        };
        let Some(mv) = mv.filter(|mv| legal.contains(mv)) else { continue };
        let mut after = position.clone();
        after.play(mv);
        if after.winner().is_none() {
            position = after;
            threats.on_play(&position, mv, patterns);
        }
    }
    position
}

/// The pattern tables, built once because that takes longer than most tests.
static PATTERNS: LazyLock<PatternTables> = LazyLock::new(PatternTables::default);

const RULES: [Rule; 3] = [Rule::Freestyle, Rule::Standard, Rule::Renju];

fn parse(rule: Rule, text: &str) -> Result<Position, NotationError> {
    Gomoku::parse_position(&Rules { rule, ..Rules::default() }, text)
}

fn position(rule: Rule, text: &str) -> Position {
    parse(rule, text).unwrap()
}

fn moves(position: &Position) -> Vec<Point> {
    let mut moves = Vec::new();
    Gomoku::legal_moves(position, &mut moves);
    moves
}

fn point(name: &str) -> Point {
    let col = name.as_bytes()[0] - b'a';
    let row: usize = name[1..].parse().unwrap();
    Point::new(row - 1, usize::from(col))
}

/// A position from a picture of the upper left corner: `x`, `o`, anything else empty.
fn picture(rule: Rule, side: Side, size: usize, rows: &[&str]) -> Position {
    let mut position = Position::new(size, rule);
    for side in [Side::X, Side::O] {
        for point in marked(rows, side.letter()) {
            position.put(point, side);
        }
    }
    position.set_turn(side, 0);
    assert!(position.find_winner());
    position
}

/// The points where a picture has this letter, in board order.
fn marked(rows: &[&str], letter: char) -> Vec<Point> {
    let cells =
        rows.iter().enumerate().flat_map(|(row, text)| text.chars().enumerate().map(move |(col, c)| (row, col, c)));
    cells.filter(|&(_, _, c)| c == letter).map(|(row, col, _)| Point::new(row, col)).collect()
}
