//! The tables against published counts, plain search, and their own consistency.

use super::{after, any, legal, times};
use quartet::game::{Game, Side, Symmetric};
use quartet::games::common::solved::report::is_canonical;
use quartet::games::lgame::LGame;
use quartet::games::rhombus::Rhombus;
use quartet::random::SplitMix64;
use quartet::retrograde::{Indexed, Values, retrograde, retrograde_with_draws};
use quartet::score::Score;
use std::collections::{BTreeMap, HashSet};

/// The numbers of wins, losses and draws among some positions.
fn outcomes(values: &Values, indices: impl Iterator<Item = usize>) -> [usize; 3] {
    indices.fold([0; 3], |mut counts, index| {
        match values.score(Side::X, index) {
            score if score.is_win() => counts[0] += 1,
            score if score.is_loss() => counts[1] += 1,
            _ => counts[2] += 1,
        }
        counts
    })
}

#[test]
fn lgame_counts() {
    let values = retrograde::<LGame>();
    let size = <LGame as Indexed>::SIZE;
    assert_eq!(size, 18_368);
    assert_eq!(outcomes(&values, 0..size), [8048, 232, 10_088]);
    let canonical = |&index: &usize| {
        let position = LGame::position(index);
        (0..8).all(|symmetry| LGame::index(&LGame::transform(&position, symmetry)) >= index)
    };
    assert_eq!((0..size).filter(canonical).count(), 2296);
    assert_eq!(outcomes(&values, (0..size).filter(canonical)), [1006, 29, 1261]);
    let values = &values;
    let worth = |score| move |&index: &usize| values.score(Side::X, index) == score;
    assert_eq!((0..size).filter(worth(Score::loss_in(0))).count(), 120);
    assert_eq!((0..size).filter(worth(Score::loss_in(0))).filter(canonical).count(), 15);
    assert_eq!((0..size).filter(worth(Score::win_in(1))).count(), 6144);
    assert_eq!((0..size).filter(worth(Score::win_in(1))).filter(canonical).count(), 768);
    let mut by_moves = BTreeMap::new();
    (0..size).for_each(|index| *by_moves.entry(LGame::move_count(index)).or_insert(0) += 2);
    let published = [
        (0, 240),
        (13, 1440),
        (26, 2400),
        (39, 2880),
        (52, 4880),
        (65, 3456),
        (78, 3920),
        (91, 3072),
        (104, 2016),
        (117, 3200),
        (130, 3696),
        (143, 1536),
        (156, 1248),
        (169, 896),
        (182, 480),
        (195, 512),
        (221, 864),
    ];
    assert_eq!(by_moves, BTreeMap::from(published));
}

#[test]
fn rhombus_counts() {
    let values = retrograde::<Rhombus>();
    // By number of stones from 10 to 0: positions, wins, losses, draws.
    let exact = [
        (72_072, [38_608, 32_436, 1028]),
        (90_090, [86_620, 2458, 1012]),
        (90_090, [9430, 78_480, 2180]),
        (60_060, [59_776, 280, 4]),
        (34_320, [560, 33_744, 16]),
        (12_870, [12_870, 0, 0]),
        (4290, [0, 4290, 0]),
        (858, [858, 0, 0]),
        (156, [0, 156, 0]),
        (13, [13, 0, 0]),
        (1, [0, 1, 0]),
    ];
    let mut start = 0;
    for (positions, expected) in exact {
        let layer = start..start + positions;
        assert_eq!(Rhombus::reachable_bound(layer.start), layer.end);
        assert_eq!(outcomes(&values, layer), expected, "layer of {positions} positions");
        start += positions;
    }
    assert_eq!(start, <Rhombus as Indexed>::SIZE);
    assert_eq!(Rhombus::index(&Rhombus::position(start - 1)), start - 1);
    assert_eq!(Rhombus::position(start - 1), Rhombus::start(&()));
}

/// The representatives are as many as the classes of positions that symmetries of the board map to each other.
fn check_representatives<G: Indexed>() {
    let image = |index, symmetry| G::index(&G::transform(&G::position(index), symmetry));
    let classes: HashSet<_> = (0..G::SIZE).filter_map(|index| (0..8).map(|map| image(index, map)).min()).collect();
    assert_eq!((0..G::SIZE).filter(|&index| is_canonical::<G>(index)).count(), classes.len());
}

#[test]
fn each_class_of_symmetric_positions_has_one_representative() {
    check_representatives::<LGame>();
    check_representatives::<Rhombus>();
}

const SIDES: [Side; 2] = [Side::X, Side::O];

/// Checks the numbering of positions, predecessors, and every value from those of the successors.
fn check_whole_space<G: Indexed>() {
    // The sum of the hashes of all moves from index to index, generated forwards and backwards.
    let mut difference = 0_u64;
    let hash = |from: usize, to: usize| SplitMix64::new((from as u64) << 32 | to as u64).next();
    let size = <G as Indexed>::SIZE;
    let mut successors = Vec::new();
    for index in 0..size {
        let position = G::position(index);
        assert_eq!(G::index(&position), index);
        let targets: Vec<_> =
            legal::<G>(&position).into_iter().map(|mv| G::index(&after::<G>(&position, mv))).collect();
        assert_eq!(targets.len(), usize::from(G::move_count(index)));
        for &target in &targets {
            assert!(target < G::reachable_bound(index));
            difference = difference.wrapping_add(hash(index, target));
        }
        successors.push(targets);
    }
    for index in 0..G::CORE {
        G::predecessors(index, |before| {
            assert!(before < G::CORE);
            difference = difference.wrapping_sub(hash(before, index));
        });
    }
    G::visit_outside_core(size, |before, after, offsets| {
        assert!(before >= G::CORE && before > after);
        for (place, &offset) in offsets.iter().enumerate() {
            difference = difference.wrapping_sub(hash(before + place, after + usize::from(offset)));
        }
    });
    assert_eq!(difference, 0);
    check_values(&successors, &retrograde::<G>(), &HashSet::new());
    let mut random = SplitMix64::new(9);
    let drawn: HashSet<_> = (0..size / 10).map(|_| (SIDES[random.below(2)], random.below(size))).collect();
    assert!(drawn.iter().any(|&(_, index)| successors[index].is_empty()));
    check_values(&successors, &retrograde_with_draws::<G>(size - 1, drawn.iter().copied()), &drawn);
}

/// Checks that the value of every position with either side to move is that of its best move, except for positions that
/// are drawn by definition.
fn check_values(successors: &[Vec<usize>], values: &Values, drawn: &HashSet<(Side, usize)>) {
    for (index, targets) in successors.iter().enumerate() {
        for side in SIDES {
            let moves = targets.iter().map(|&target| (-values.score(side.other(), target)).add_plies(1));
            let expected = match moves.max() {
                None => Score::loss_in(0),
                Some(_) if drawn.contains(&(side, index)) => Score::DRAW,
                Some(best) => best,
            };
            assert_eq!(values.score(side, index), expected, "index {index}");
        }
    }
}

#[test]
fn lgame_is_consistent() {
    check_whole_space::<LGame>();
}

#[test]
fn rhombus_is_consistent() {
    check_whole_space::<Rhombus>();
}

/// The value if it is proven within `depth` plies, otherwise a draw.
fn search<G: Indexed>(position: &G::Position, depth: u32) -> Score {
    let moves = legal::<G>(position);
    if moves.is_empty() {
        return Score::loss_in(0);
    }
    if depth == 0 {
        return Score::DRAW;
    }
    moves.into_iter().map(|mv| (-search::<G>(&after::<G>(position, mv), depth - 1)).add_plies(1)).max().unwrap()
}

fn check_samples<G: Indexed>(depth: u32, samples: usize) {
    let values = retrograde::<G>();
    let mut random = SplitMix64::new(4);
    for _ in 0..samples {
        let position = any::<G>(&mut random);
        let score = values.score(G::side(&position), G::index(&position));
        let within = score.distance().is_some_and(|distance| u32::from(distance) <= depth);
        let found = search::<G>(&position, depth);
        assert_eq!(found, if within { score } else { Score::DRAW }, "{}", G::write_position(&position));
    }
}

#[test]
fn plain_search_agrees() {
    check_samples::<LGame>(2, 300);
    check_samples::<LGame>(3, 4);
    check_samples::<Rhombus>(5, 60);
}

#[test]
#[ignore = "prints times; run it alone and in release mode"]
fn timing() {
    println!("lgame {}", times(retrograde::<LGame>));
    println!("rhombus {}", times(retrograde::<Rhombus>));
    println!("lgame with draws {}", times(|| retrograde_with_draws::<LGame>(0, [(Side::X, 1)])));
    println!("rhombus with draws {}", times(|| retrograde_with_draws::<Rhombus>(0, [(Side::X, 1)])));
}
