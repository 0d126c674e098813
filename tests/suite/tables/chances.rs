//! The choice among equally good moves: winning chances against a slow implementation, the order of root lines, games.

use super::{after, any, legal};
use quartet::engine::record::Record;
use quartet::game::Side;
use quartet::games::common::solved::{RetrogradeTable, Solved, SolvedTables};
use quartet::games::lgame::LGame;
use quartet::games::rhombus::Rhombus;
use quartet::games::solved_table::{GameHistory, SolvedTable};
use quartet::random::SplitMix64;
use quartet::retrograde::{Chances, Fallible, Indexed, Mover, Values, WithHistory, local_chances, retrograde};
use quartet::score::Score;
use quartet::search::prover::ProvenLine;
use quartet::search::stop::Watch;
use std::collections::HashSet;
use std::sync::Arc;

fn value<G: Indexed>(values: &Values, position: &G::Position) -> Score {
    values.score(G::side(position), G::index(position))
}

/// The moves with their scores for the side to move.
fn valued<G: Indexed>(values: &Values, position: &G::Position) -> Vec<(G::Position, Score)> {
    let worth = |next: G::Position| {
        let score = (-value::<G>(values, &next)).add_plies(1);
        (next, score)
    };
    legal::<G>(position).into_iter().map(|mv| worth(after::<G>(position, mv))).collect()
}

/// The score of a move as it appears to a player who sees `depth` plies.
fn looks(score: Score, depth: u16) -> Score {
    if score.distance().is_some_and(|distance| distance <= depth) { score } else { Score::DRAW }
}

/// Checks that every chance follows from those one ply later (the Bellman equation), by the rules alone.
fn check_equation<G: Indexed>(values: &Values, depth: u16, indices: impl Iterator<Item = usize>) {
    const DISCOUNT: f32 = 0.99;
    let chances = Chances::new::<G>(values, Fallible { depth });
    for index in indices {
        let position = G::position(index);
        let score = value::<G>(values, &position);
        let moves = valued::<G>(values, &position);
        let of = |next: &G::Position, mover| chances.of(mover, G::index(next));
        let careful = chances.of(Mover::Careful, index);
        let keeping = moves.iter().filter(|(_, worth)| *worth == score);
        let best = keeping.map(|(next, _)| of(next, Mover::Fallible)).fold(0.0, f32::max);
        let expected = if score.is_win() { 1.0 } else { DISCOUNT * best };
        assert!((careful - expected).abs() < 1e-4, "index {index}: {careful}, expected {expected}");

        let fallible = chances.of(Mover::Fallible, index);
        let greatest = moves.iter().map(|(_, worth)| looks(*worth, depth)).max();
        let picks: Vec<_> = moves.iter().filter(|(_, worth)| Some(looks(*worth, depth)) == greatest).collect();
        let sum: f32 = picks.iter().map(|(next, _)| of(next, Mover::Careful)).sum();
        let expected = if score.is_loss() { 1.0 } else { DISCOUNT * sum / picks.len() as f32 };
        assert!((fallible - expected).abs() < 1e-4, "index {index}: {fallible}, expected {expected}");
        assert!((0.0..=1.0).contains(&careful) && (0.0..=1.0).contains(&fallible));
    }
}

#[test]
fn every_chance_follows_from_the_next_ones() {
    let values = retrograde::<LGame>();
    for depth in [0, 2] {
        check_equation::<LGame>(&values, depth, (0..<LGame as Indexed>::SIZE).step_by(3));
    }
    let values = retrograde::<Rhombus>();
    for depth in [0, 2, 20] {
        check_equation::<Rhombus>(&values, depth, (0..<Rhombus as Indexed>::SIZE).step_by(7));
    }
}

/// An opponent who sees everything never errs.
#[test]
fn a_perfect_opponent_never_errs() {
    let values = retrograde::<LGame>();
    let chances = Chances::new::<LGame>(&values, Fallible { depth: 20 });
    for index in 0..<LGame as Indexed>::SIZE {
        let score = values.score(Side::X, index);
        assert_eq!(chances.of(Mover::Careful, index), if score.is_win() { 1.0 } else { 0.0 });
        assert_eq!(chances.of(Mover::Fallible, index), if score.is_loss() { 1.0 } else { 0.0 });
    }
}

/// An empty history.
struct NoHistory<'a>(&'a Values);

impl<G: Indexed> WithHistory<G> for NoHistory<'_> {
    fn score(&self, position: &G::Position) -> Score {
        value::<G>(self.0, position)
    }
    fn weight(&self, _: &G::Position) -> f32 {
        1.0
    }
}

fn check_local_chances<G: Indexed>() {
    let values = retrograde::<G>();
    let chances = Chances::new::<G>(&values, Fallible { depth: 2 });
    let mut random = SplitMix64::new(11);
    for _ in 0..60 {
        let root = any::<G>(&mut random);
        let moves = legal::<G>(&root);
        let found = local_chances::<G>(&chances, &NoHistory(&values), &root, &moves);
        for (mv, found) in moves.into_iter().zip(found) {
            let expected = chances.of(Mover::Fallible, G::index(&after::<G>(&root, mv)));
            assert!((found - expected).abs() < 1e-3, "{}: {found}, expected {expected}", G::write_position(&root));
        }
    }
}

/// Without history the local chances are those of the table.
#[test]
fn local_chances_agree_with_the_table() {
    check_local_chances::<LGame>();
    check_local_chances::<Rhombus>();
}

/// A history in which all positions but those of `fresh` have been reached before, which halves their chances.
struct Repeating<'a> {
    values: &'a Values,
    fresh: HashSet<u64>,
}

impl<G: Indexed> WithHistory<G> for Repeating<'_> {
    fn score(&self, position: &G::Position) -> Score {
        value::<G>(self.values, position)
    }
    fn weight(&self, position: &G::Position) -> f32 {
        if self.fresh.contains(&G::key(position)) { 1.0 } else { 0.5 }
    }
}

/// Compares the chances of moves to new positions with those of the replies, which all have been reached before.
fn check_repeated_positions<G: Indexed>() {
    const DEPTH: u16 = 2;
    let values = retrograde::<G>();
    let chances = Chances::new::<G>(&values, Fallible { depth: DEPTH });
    let mut random = SplitMix64::new(12);
    for _ in 0..60 {
        let root = any::<G>(&mut random);
        let mut moves = legal::<G>(&root);
        // So that all replies are within the budget.
        moves.truncate(20);
        let fresh = moves.iter().map(|&mv| G::key(&after::<G>(&root, mv))).collect();
        let found = local_chances::<G>(&chances, &Repeating { values: &values, fresh }, &root, &moves);
        for (mv, found) in moves.into_iter().zip(found) {
            let position = after::<G>(&root, mv);
            let replies = valued::<G>(&values, &position);
            let greatest = replies.iter().map(|(_, worth)| looks(*worth, DEPTH)).max();
            let picks = replies.iter().filter(|(_, worth)| Some(looks(*worth, DEPTH)) == greatest);
            let of = |next: &G::Position| match value::<G>(&values, next) {
                score if score.is_win() => 1.0,
                score if score.distance() == Some(0) => 0.0,
                _ => 0.5 * chances.of(Mover::Careful, G::index(next)),
            };
            let picked: Vec<f32> = picks.map(|(next, _)| of(next)).collect();
            let expected = match value::<G>(&values, &position) {
                score if score.is_loss() => 1.0,
                _ => 0.99 * picked.iter().sum::<f32>() / picked.len() as f32,
            };
            assert!((found - expected).abs() < 1e-3, "{}: {found}, expected {expected}", G::write_position(&root));
        }
    }
}

#[test]
fn repeated_positions_count_by_their_weight() {
    check_repeated_positions::<LGame>();
    check_repeated_positions::<Rhombus>();
}

/// A table with these two options.
fn table<G: Solved>(tables: &Arc<SolvedTables<G>>, swindle: bool, depth: u16) -> RetrogradeTable<G> {
    RetrogradeTable::new(Arc::clone(tables), &|name| match name {
        "Swindle" => Some(swindle.to_string()),
        "Opponent Depth" => Some(depth.to_string()),
        _ => None,
    })
}

fn lines<G: Solved>(table: &RetrogradeTable<G>, history: &[G::Position]) -> Vec<ProvenLine<G::Move>> {
    let moves = legal::<G>(history.last().unwrap());
    let history = GameHistory { positions: history, max_plies: 400 };
    table.root_lines(history, &moves, moves.len(), &mut Watch::unlimited()).unwrap()
}

fn check_order<G: Solved<Rules = ()>>(samples: usize) {
    let tables = Arc::<SolvedTables<G>>::default();
    let chances = tables.chances(Fallible { depth: 2 });
    let (tricky, plain) = (table::<G>(&tables, true, 2), table::<G>(&tables, false, 2));
    let mut random = SplitMix64::new(12);
    for _ in 0..samples {
        let root = any::<G>(&mut random);
        let (tricky, plain) = (lines(&tricky, std::slice::from_ref(&root)), lines(&plain, std::slice::from_ref(&root)));
        // The same moves with the same scores, in descending order.
        let scores = |lines: &[ProvenLine<G::Move>]| lines.iter().map(|line| line.score).collect::<Vec<_>>();
        assert_eq!(scores(&tricky), scores(&plain));
        for line in &tricky {
            assert!(plain.iter().any(|other| other.pv[0] == line.pv[0] && other.score == line.score));
        }
        let chance = |line: &ProvenLine<G::Move>| chances.of(Mover::Fallible, G::index(&after::<G>(&root, line.pv[0])));
        for pair in tricky.windows(2) {
            assert!(pair[0].score > pair[1].score || chance(&pair[0]) >= chance(&pair[1]));
        }
    }
}

#[test]
fn equal_moves_are_ordered_at_random() {
    check_order::<LGame>(60);
    check_order::<Rhombus>(300);
}

/// The numbers of wins within 20 plies, other wins, draws and losses of an expert on one side against an opponent who
/// sees `depth` plies.
fn play<G: Solved<Rules = ()>>(table: &RetrogradeTable<G>, values: &Values, side: Side, depth: u16) -> [u32; 4] {
    let mut random = SplitMix64::new(14);
    let mut tally = [0; 4];
    for _ in 0..150 {
        let mut record = Record::<G>::new(G::start(&()));
        let terminal = loop {
            if let Some((terminal, _)) = record.ending(400) {
                break terminal;
            }
            let position = record.current().clone();
            let moves = legal::<G>(&position);
            if G::side(&position) == side {
                let history = GameHistory { positions: record.positions(), max_plies: 400 };
                let best = table.root_lines(history, &moves, 1, &mut Watch::unlimited()).unwrap().remove(0);
                record.play(best.pv[0]);
                continue;
            }
            let look = |&mv: &G::Move| looks((-value::<G>(values, &after::<G>(&position, mv))).add_plies(1), depth);
            let best = moves.iter().map(look).max();
            let picks: Vec<_> = moves.iter().filter(|mv| Some(look(mv)) == best).collect();
            record.play(*picks[random.below(picks.len())]);
        };
        let end = record.current();
        let score = if G::side(end) == side { terminal.score(0) } else { -terminal.score(0) };
        let column = match score {
            score if score.is_win() => usize::from(G::ply(end) > 20),
            score if score.is_loss() => 3,
            _ => 2,
        };
        tally[column] += 1;
    }
    tally
}

/// A drawn start is never lost, a won one is always won, and setting problems for the opponent pays off.
#[test]
fn perfect_players_beat_fallible_ones() {
    let tables = Arc::<SolvedTables<LGame>>::default();
    for (side, depth) in [(Side::X, 0), (Side::O, 0), (Side::X, 2), (Side::O, 2)] {
        let [soon, late, draws, losses] = play(&table(&tables, true, 2), tables.values(), side, depth);
        assert!(losses == 0 && draws <= 1 && soon > late, "{soon} {late} {draws} {losses}");
        let plain = play(&table(&tables, false, 2), tables.values(), side, depth);
        assert!(plain[3] == 0 && plain[0] <= soon, "{plain:?}");
    }
    let tables = Arc::<SolvedTables<Rhombus>>::default();
    for depth in [0, 2] {
        let [soon, late, draws, losses] = play(&table(&tables, true, 2), tables.values(), Side::O, depth);
        assert_eq!((soon + late, draws, losses), (150, 0, 0));
        let tricky = play(&table(&tables, true, 2), tables.values(), Side::X, depth);
        let plain = play(&table(&tables, false, 2), tables.values(), Side::X, depth);
        assert!(tricky[0] + tricky[1] > plain[0] + plain[1] + 20, "{tricky:?} {plain:?}");
    }
}
