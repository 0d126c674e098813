//! Renju's forbidden points: textbook examples, and a naive implementation on random boards.

use super::naive::{forbidden, grid};
use super::{PATTERNS, marked, midgame, picture, point, random_position};
use quartet::game::{Game, Notation, Side};
use quartet::games::gomoku::rules::renju::{Foul, foul};
use quartet::games::gomoku::threats::incremental::Threats;
use quartet::games::gomoku::threats::shapes::ThreatClass;
use quartet::games::gomoku::threats::static_proofs::ThreatView;
use quartet::games::gomoku::{Gomoku, Point, Position, Rule};
use quartet::random::SplitMix64;

/// A random board or, for odd numbers, one from a game.
fn any_position(random: &mut SplitMix64, number: usize) -> Position {
    let size = 7 + random.below(9);
    if number.is_multiple_of(2) {
        let (x, o) = (10 + random.below(30), random.below(25));
        random_position(random, size, Rule::Renju, x, o)
    } else {
        let plies = 8 + random.below(size * size / 4);
        midgame(random, size, Rule::Renju, plies)
    }
}

/// Compares all empty points of this number of boards; returns how often there was no foul and each of the three.
fn compare(seed: u64, boards: usize) -> [usize; 4] {
    let mut random = SplitMix64::new(seed);
    let mut seen = [0; 4];
    for number in 0..boards {
        let position = any_position(&mut random, number);
        let mut grid = grid(&position);
        for point in position.board().empty_points() {
            let fast = foul(position.board(), point);
            assert_eq!(
                fast,
                forbidden(&mut grid, (point.row() as i32, point.col() as i32)),
                "{point:?} in\n{}",
                Gomoku::diagram(&position)
            );
            seen[fast.map_or(0, |foul| 1 + foul as usize)] += 1;
        }
    }
    seen
}

#[test]
fn fouls_agree_with_the_naive_implementation() {
    let seen = compare(1, 600);
    assert!(seen.iter().sum::<usize>() > 30_000 && seen.iter().all(|&count| count > 50), "{seen:?}");
}

#[test]
#[ignore = "a million boards, ten minutes"]
fn fouls_agree_with_the_naive_implementation_on_many_boards() {
    println!("{:?}", compare(2, 1_000_000));
}

/// An open four that is a foul threatens nothing; every other one does, also where stones are near that might make it a
/// foul.
#[test]
fn a_foul_is_no_threat_of_an_open_four() {
    let (mut random, mut seen) = (SplitMix64::new(3), [[0; 2]; 2]);
    for _ in 0..3000 {
        let (size, x, o) = (9 + random.below(7), 14 + random.below(12), 4 + random.below(10));
        let position = random_position(&mut random, size, Rule::Renju, x, o);
        let mut threats = Threats::default();
        threats.reset(&position, &PATTERNS);
        let has_five = |side| !threats.points(side, ThreatClass::Five).is_empty();
        if position.side() == Side::X || has_five(Side::X) || has_five(Side::O) {
            continue;
        }
        let is_foul = |point: &Point| foul(position.board(), *point).is_some();
        let points: Vec<Point> = threats.points(Side::X, ThreatClass::UnstoppableFour).iter().collect();
        let expected = points.iter().any(|point| !is_foul(point));
        let defences = ThreatView::new(&position, &threats, &PATTERNS).open_four_defences();
        assert_eq!(defences.is_some(), expected, "{points:?} in\n{}", Gomoku::diagram(&position));
        assert!(defences.is_none_or(|defences| !defences.is_complete), "a stone elsewhere may make it a foul");
        seen[usize::from(points.iter().any(is_foul))][usize::from(expected)] += 1;
    }
    assert!(seen.as_flattened().iter().all(|&count| count > 20), "{seen:?}");
}

/// Checks that the points marked `A` in the upper left corner of an 11x11 board are all this foul, or all none.
fn expect(wanted: Option<Foul>, rows: &[&str]) {
    let position = picture(Rule::Renju, Side::X, 11, rows);
    let asked = marked(rows, 'A');
    assert!(!asked.is_empty());
    for point in asked {
        assert_eq!(foul(position.board(), point), wanted, "{point:?} in\n{}", Gomoku::diagram(&position));
        assert_eq!(Gomoku::is_legal(&position, point), wanted.is_none());
    }
}

#[test]
fn overlines() {
    expect(Some(Foul::Overline), &["xxxAxx"]);
    expect(Some(Foul::Overline), &["...........", "......x", ".....x", "....A", "...x", "..x", ".x"]);
}

#[test]
fn double_fours() {
    // In two lines.
    expect(Some(Foul::DoubleFour), &["oxxxA", "....x", "....x", "....x"]);
    expect(Some(Foul::DoubleFour), &["", "o.xxAx.o", "....x", "....x", "", "....x"]);
    // In one line, three ways.
    expect(Some(Foul::DoubleFour), &["", ".x.xAx.x"]);
    expect(Some(Foul::DoubleFour), &["", ".xx.xA.xx"]);
    expect(Some(Foul::DoubleFour), &["", ".xxx.A.xxx"]);
    // A open four has two ends, but it is one four.
    expect(None, &["", "..xxxA"]);
    // A row that becomes six with one more stone is no four.
    expect(None, &["", "oxxxA.x", "....x", "....x", "....x", "....o"]);
}

#[test]
fn double_threes() {
    expect(Some(Foul::DoubleThree), &["", "", "....x", "....x", "..xxA"]);
    // Threes with gaps.
    expect(Some(Foul::DoubleThree), &["", "....x", "", "....x", ".x.xA"]);
    // A three blocked at one end is none.
    expect(None, &["", "....o", "....x", "....x", "..xxA"]);
    // Nor is one with room for five points only: no open four fits in.
    expect(None, &["", "....x", "....x", "..oxAx.o"]);
}

#[test]
fn a_four_and_a_three_are_free() {
    expect(None, &["", "", "....x", "....x", ".xxxA"]);
}

#[test]
fn five_beats_every_foul() {
    // A double four, and an overline in the other line.
    expect(None, &["xxxxA", "...xx", "..x.x", ".x..x"]);
    expect(None, &["....x", "....x", "xxxxA", "....x", "....x", "....x"]);
}

#[test]
fn a_three_whose_straight_four_is_a_foul_does_not_count() {
    let column = ["", "", "....x", "....x", "..xxA"];
    expect(Some(Foul::DoubleThree), &column);
    // The three can become a open four at b5 or f5. With an overline at the one and the edge near the other …
    expect(None, &[".x", ".x", ".x..x", ".x..x", "..xxA.o", ".x", ".x"]);
    // … but with a stone that reduces the overline to a four, the three is real.
    expect(Some(Foul::DoubleThree), &["", ".o", ".x..x", ".x..x", "..xxA.o", ".x", ".o"]);
}

#[test]
fn only_x_has_fouls() {
    let rows = ["oxxxA", "....x", "....x", "....x"];
    let position = picture(Rule::Renju, Side::O, 9, &rows);
    assert!(Gomoku::is_legal(&position, point("e1")));
    for rule in [Rule::Freestyle, Rule::Standard] {
        assert!(Gomoku::is_legal(&picture(rule, Side::X, 9, &rows), point("e1")));
    }
    let message = Gomoku::parse_move(&picture(Rule::Renju, Side::X, 9, &rows), "E1").unwrap_err().to_string();
    assert_eq!(message, "'e1' is not legal: double four is forbidden");
}
