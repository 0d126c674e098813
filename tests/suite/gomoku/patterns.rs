//! The pattern table against the definitions, and incremental updates against recomputation.

use super::{RULES, moves, random_position};
use quartet::game::{Game, Side};
use quartet::games::gomoku::rules::lines::{FiveRule, LinePlanes, SideLine};
use quartet::games::gomoku::rules::renju;
use quartet::games::gomoku::threats::incremental::Threats;
use quartet::games::gomoku::threats::patterns::{Pattern, PatternTables};
use quartet::games::gomoku::threats::shapes::{ShapeTable, ThreatClass};
use quartet::games::gomoku::threats::weights::{ShapeWeight, ShapeWeights, UNITS_PER_CENTIPOINT, rule_side};
use quartet::games::gomoku::{Gomoku, Point, Position};
use quartet::random::SplitMix64;
use std::collections::HashMap;

/// Eleven points in a line with a stone on the sixth.
type Cells = [char; 11];
const CENTRE: usize = 5;

fn run(cells: &Cells) -> usize {
    let below = cells[..CENTRE].iter().rev().take_while(|&&cell| cell == 'x').count();
    1 + below + cells[CENTRE + 1..].iter().take_while(|&&cell| cell == 'x').count()
}

fn next(cells: &Cells) -> impl Iterator<Item = Cells> {
    (0..cells.len()).filter(|&k| cells[k] == '.').map(|k| {
        let mut next = *cells;
        next[k] = 'x';
        next
    })
}

/// The class of each pattern by the definition, from trying all moves.
fn naive(cells: &Cells, rule: FiveRule, known: &mut HashMap<Cells, Pattern>) -> Pattern {
    if let Some(&pattern) = known.get(cells) {
        return pattern;
    }
    let is_five = |length: usize| length == 5 || (length > 5 && rule == FiveRule::AtLeast);
    let fives = next(cells).filter(|next| is_five(run(next))).count();
    let pattern = match (run(cells), fives) {
        (length, _) if is_five(length) => Pattern::Five,
        (6.., _) => Pattern::Overline,
        (4, 2) => Pattern::OpenFour,
        (_, 2) => Pattern::LineDoubleFour,
        (_, 1) => Pattern::ClosedFour,
        _ => {
            let can_make: Vec<Pattern> = next(cells).map(|next| naive(&next, rule, known)).collect();
            let makes = |wanted| can_make.contains(&wanted);
            if makes(Pattern::OpenFour) || (makes(Pattern::LineDoubleFour) && rule != FiveRule::ExactWithFouls) {
                Pattern::OpenThree
            } else if makes(Pattern::ClosedFour) {
                Pattern::ClosedThree
            } else if makes(Pattern::OpenThree) {
                Pattern::OpenTwo
            } else if makes(Pattern::ClosedThree) {
                Pattern::ClosedTwo
            } else if makes(Pattern::OpenTwo) {
                Pattern::OpenOne
            } else if makes(Pattern::ClosedTwo) {
                Pattern::ClosedOne
            } else {
                Pattern::Dead
            }
        }
    };
    known.insert(*cells, pattern);
    pattern
}

#[test]
fn patterns_agree_with_their_definitions() {
    let patterns = PatternTables::default();
    for rule in [FiveRule::AtLeast, FiveRule::Exactly, FiveRule::ExactWithFouls] {
        let table = patterns.for_rule(rule);
        let mut known = HashMap::new();
        for number in 0..3usize.pow(10) {
            let mut cells = ['x'; 11];
            let mut rest = number;
            for k in (0..11).filter(|&k| k != CENTRE) {
                cells[k] = ['.', 'x', '#'][rest % 3];
                rest /= 3;
            }
            let plane = |wanted| (0..11).filter(|&k| cells[k] == wanted).fold(0, |plane, k| plane | 1 << (k + 3));
            let line = SideLine { own: plane('x'), empty: plane('.') };
            assert_eq!(table.pattern(line, 8), naive(&cells, rule, &mut known), "{cells:?} {rule:?}");
        }
    }
}

#[test]
fn the_patterns_of_both_colours_are_those_of_each() {
    let patterns = PatternTables::default();
    for rule in [FiveRule::AtLeast, FiveRule::Exactly, FiveRule::ExactWithFouls] {
        let rules = [rule, rule.opponent()];
        for number in 0..4usize.pow(10) {
            // Empty, a stone of either colour, off the board.
            let below = (number >> 10) as u32;
            let planes = [number as u32 & 1023, below].map(|plane| (plane & 31) << 3 | (plane >> 5) << 9);
            let line = LinePlanes::new(planes);
            let [x, o] = [Side::X, Side::O].map(|side| line.seen_by(side));
            let each = [patterns.for_rule(rules[0]).pattern(x, 8), patterns.for_rule(rules[1]).pattern(o, 8)];
            assert_eq!(patterns.for_rule(rule).pattern_pair(line, 8).patterns(), each, "{line:?} {rule:?}");
        }
    }
}

#[test]
fn a_table_is_built_in_no_time() {
    let start = std::time::Instant::now();
    let patterns = PatternTables::default();
    patterns.for_rule(FiveRule::ExactWithFouls);
    assert!(start.elapsed().as_millis() < 20);
}

fn assert_same(kept: &Threats, position: &Position, patterns: &PatternTables) {
    let mut fresh = Threats::default();
    fresh.reset(position, patterns);
    assert!(kept.connected_points(position).eq(fresh.connected_points(position)));
    for side in [Side::X, Side::O] {
        assert_eq!(kept.strongest(side), fresh.strongest(side));
        for point in position.board().points() {
            assert_eq!(kept.point_shape(point, side), fresh.point_shape(point, side));
        }
        for class in [
            ThreatClass::OpenThree,
            ThreatClass::DoubleThree,
            ThreatClass::Four,
            ThreatClass::FourThree,
            ThreatClass::UnstoppableFour,
            ThreatClass::Five,
        ] {
            assert_eq!(kept.points(side, class), fresh.points(side, class));
        }
        assert_eq!(kept.possible_fouls(side), fresh.possible_fouls(side));
        assert_eq!(kept.balance(side), naive_balance(kept, position, side));
    }
    let is_threatening = |point: &Point| {
        [Side::X, Side::O].iter().any(|&side| kept.point_shape(*point, side).class() > ThreatClass::Quiet)
    };
    assert_eq!(kept.threatening_points(), position.board().empty_points().filter(is_threatening).count());
}

/// The sum of the weights of all shapes that combine with another stone.
fn naive_balance(threats: &Threats, position: &Position, side: Side) -> i32 {
    let sum = |side: Side, value: fn(&ShapeWeight) -> i16| -> i32 {
        let weights = ShapeWeights::shipped().of(rule_side(position.rule(), side));
        let shapes = position.board().empty_points().map(|point| threats.point_shape(point, side).shape);
        shapes
            .filter(|&shape| ShapeTable::get().shape(shape).is_connected)
            .map(|shape| i32::from(value(&weights.shapes[usize::from(shape)])))
            .sum()
    };
    (sum(side, |weight| weight.to_move) - sum(side.other(), |weight| weight.not_to_move)) / UNITS_PER_CENTIPOINT
}

#[test]
fn incremental_threats_equal_computed_ones() {
    let (mut random, patterns) = (SplitMix64::new(21), PatternTables::default());
    for round in 0..24 {
        let size = 5 + random.below(18);
        let mut position = random_position(&mut random, size, RULES[round % 3], 12, 12);
        let mut kept = Threats::default();
        kept.reset(&position, &patterns);
        let mut line = Vec::new();
        for _ in 0..60 {
            let legal = moves(&position);
            if legal.is_empty() || (random.below(3) == 0 && !line.is_empty()) {
                let Some((mv, undo)) = line.pop() else { break };
                Gomoku::undo(&mut position, mv, undo);
                kept.on_undo();
            } else {
                let mv = legal[random.below(legal.len())];
                line.push((mv, Gomoku::play(&mut position, mv)));
                kept.on_play(&position, mv, &patterns);
            }
            assert_same(&kept, &position, &patterns);
        }
        while let Some((mv, undo)) = line.pop() {
            Gomoku::undo(&mut position, mv, undo);
            kept.on_undo();
        }
        assert_same(&kept, &position, &patterns);
    }
}

#[test]
fn five_points_and_suspects_agree_with_the_rules() {
    let (mut random, patterns) = (SplitMix64::new(22), PatternTables::default());
    for round in 0..200 {
        let rule = RULES[round % 3];
        let size = 7 + random.below(9);
        let (x, o) = (10 + random.below(25), 10 + random.below(20));
        let position = random_position(&mut random, size, rule, x, o);
        let mut threats = Threats::default();
        threats.reset(&position, &patterns);
        for point in position.board().empty_points() {
            for side in [Side::X, Side::O] {
                let makes_five = position.board().makes_five(point, side, position.five_rule(side));
                assert_eq!(threats.points(side, ThreatClass::Five).contains(point), makes_five);
            }
            let fouls = position.five_rule(Side::X) == FiveRule::ExactWithFouls;
            if fouls && renju::foul(position.board(), point).is_some() {
                assert!(threats.possible_fouls(Side::X).contains(point));
            }
        }
        assert!(threats.possible_fouls(Side::O).is_empty());
    }
}
