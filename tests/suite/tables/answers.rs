//! Root lines of the solved games: order, scores and lines, with and without draws by rule.

use super::{after, any, legal, times};
use quartet::game::{Game, Notation, NotationError};
use quartet::games::common::solved::{RetrogradeTable, Solved, SolvedExpert, SolvedTables};
use quartet::games::lgame::LGame;
use quartet::games::playable::Playable;
use quartet::games::rhombus::Rhombus;
use quartet::games::solved_table::{GameHistory, SolvedTable};
use quartet::random::SplitMix64;
use quartet::retrograde::Indexed;
use quartet::score::Score;
use quartet::search::expert::Expert;
use quartet::search::prover::ProvenLine;
use quartet::search::stop::{Counters, StopToken, Watch};
use std::collections::HashMap;
use std::sync::Arc;

/// The table of a game with helpers for these tests.
struct TestTable<G: Solved> {
    tables: Arc<SolvedTables<G>>,
    table: RetrogradeTable<G>,
}

impl<G: Solved<Rules = ()>> TestTable<G> {
    fn new() -> Self {
        let tables = Arc::default();
        TestTable { table: RetrogradeTable::new(Arc::clone(&tables), &|_| None), tables }
    }

    fn lines(&mut self, positions: &[G::Position], max_plies: u32) -> Vec<ProvenLine<G::Move>> {
        let moves = legal::<G>(positions.last().unwrap());
        let history = GameHistory { positions, max_plies };
        self.table.root_lines(history, &moves, moves.len(), &mut Watch::unlimited()).unwrap()
    }

    /// The score of a move without a ply limit.
    fn unlimited(&self, root: &G::Position, mv: G::Move) -> Score {
        let after = after::<G>(root, mv);
        (-self.tables.values().score(G::side(&after), G::index(&after))).add_plies(1)
    }

    /// Checks that all moves are listed once, best first, and equal ones in the order of `legal_moves`.
    fn check_order(&self, root: &G::Position, lines: &[ProvenLine<G::Move>]) {
        let moves = legal::<G>(root);
        assert_eq!(lines.len(), moves.len());
        let place = |line: &ProvenLine<G::Move>| moves.iter().position(|&mv| mv == line.pv[0]).unwrap();
        for pair in lines.windows(2) {
            let better = pair[0].score > pair[1].score;
            assert!(better || pair[0].score == pair[1].score && place(&pair[0]) < place(&pair[1]));
        }
    }

    /// Checks a line from a position without history and without a ply limit.
    fn check_line(&self, root: &G::Position, line: &ProvenLine<G::Move>) {
        assert_eq!(line.score, self.unlimited(root, line.pv[0]));
        let mut seen = vec![G::key(root)];
        let mut position = root.clone();
        let mut score = line.score;
        for (ply, &mv) in line.pv.iter().enumerate() {
            assert!(G::is_legal(&position, mv));
            assert_eq!(self.unlimited(&position, mv), score, "ply {ply}");
            position = after::<G>(&position, mv);
            score = -score.subtract_plies(1);
            // The line of a slow win may pass through the root position again.
            let key = G::key(&position);
            let may_repeat = if line.score == Score::DRAW { ply + 1 == line.pv.len() } else { key == seen[0] };
            assert!(may_repeat || !seen.contains(&key));
            seen.push(key);
        }
        if let Some(distance) = line.score.distance() {
            assert_eq!(line.pv.len(), usize::from(distance));
            assert!(G::terminal(&position).is_some());
        } else {
            let repeated = seen.iter().filter(|&&key| key == G::key(&position)).count() == 2;
            assert!(repeated || line.pv.len() == 32);
        }
    }
}

fn check_unlimited<G: Solved<Rules = ()>>(samples: usize) {
    let mut expert = TestTable::<G>::new();
    let mut random = SplitMix64::new(5);
    for _ in 0..samples {
        let root = any::<G>(&mut random);
        let lines = expert.lines(std::slice::from_ref(&root), 0);
        expert.check_order(&root, &lines);
        lines.iter().for_each(|line| expert.check_line(&root, line));
    }
}

#[test]
fn unlimited_play() {
    check_unlimited::<LGame>(150);
    check_unlimited::<Rhombus>(400);
}

#[test]
fn start_positions() {
    let lines = TestTable::<LGame>::new().lines(&[LGame::start(&())], 400);
    assert_eq!((lines.len(), lines[0].score), (65, Score::DRAW));
    let lines = TestTable::<Rhombus>::new().lines(&[Rhombus::start(&())], 400);
    assert!(lines.len() == 13 && lines.iter().all(|line| line.score.is_loss()));
}

#[test]
fn counters() {
    let table = RetrogradeTable::<LGame>::new(Arc::default(), &|_| None);
    let counters = Arc::<Counters>::default();
    let mut watch = Watch::new(StopToken::default(), Arc::clone(&counters), None);
    let history = GameHistory { positions: &[LGame::start(&())], max_plies: 400 };
    let moves = legal::<LGame>(&history.positions[0]);
    assert_eq!(table.root_lines(history, &moves, 3, &mut watch).unwrap().len(), 3);
    watch.flush();
    assert_eq!((counters.nodes(), counters.table_hits()), (65, 65));
    watch.token().stop();
    assert!(table.root_lines(history, &moves, 3, &mut watch).is_err());
}

#[test]
fn evaluation_by_terms() {
    let mut random = SplitMix64::new(6);
    let mut expert = SolvedExpert::<Rhombus>::new(Arc::default());
    for _ in 0..100 {
        let position = any::<Rhombus>(&mut random);
        let sum: i32 = Rhombus::explain(&mut expert, &position).iter().map(|term| term.1).sum();
        assert_eq!(expert.evaluate(&position), Score::cp(sum));
    }
}

/// Four plies that lead back to the same position, if there are any.
fn round_trip<G: Game>(root: &G::Position, random: &mut SplitMix64) -> Option<[G::Position; 4]> {
    let one_of = |position: &G::Position, random: &mut SplitMix64| {
        let moves = legal::<G>(position);
        (!moves.is_empty()).then(|| after::<G>(position, moves[random.below(moves.len())]))
    };
    for _ in 0..50 {
        let there = one_of(root, random)?;
        let Some(answered) = one_of(&there, random) else { continue };
        for mv in legal::<G>(&answered) {
            let back = after::<G>(&answered, mv);
            let home = legal::<G>(&back).into_iter().map(|mv| after::<G>(&back, mv));
            if let Some(home) = home.into_iter().find(|home| G::key(home) == G::key(root)) {
                return Some([there, answered, back, home]);
            }
        }
    }
    None
}

/// Games in which some positions have occurred twice.
fn shuffled_games<G: Solved>(count: usize, roots: impl Fn(&G::Position) -> bool) -> Vec<Vec<G::Position>> {
    let mut random = SplitMix64::new(7);
    let mut games = Vec::new();
    while games.len() < count {
        let root = any::<G>(&mut random);
        if !roots(&root) {
            continue;
        }
        let Some(trip) = round_trip::<G>(&root, &mut random) else { continue };
        let mut history = vec![root];
        history.extend(trip.clone());
        // Two to four plies further on the same cycle, with increasing ply numbers.
        for position in trip.iter().take(random.below(4)) {
            let moves = legal::<G>(history.last().unwrap());
            let steps = moves.into_iter().map(|mv| after::<G>(history.last().unwrap(), mv));
            let next = steps.into_iter().find(|next| G::key(next) == G::key(position)).unwrap();
            history.push(next);
        }
        games.push(history);
    }
    games
}

/// The outcome under the rules by exhaustive search, with history, third occurrences and ply limit.
fn brute_force<G: Game>(history: &mut Vec<G::Position>, max_plies: u32) -> i32 {
    let position = history.last().unwrap().clone();
    let moves = legal::<G>(&position);
    if moves.is_empty() {
        return -1;
    }
    let occurrences = history.iter().filter(|earlier| G::key(earlier) == G::key(&position)).count();
    if occurrences >= 3 || G::ply(&position) >= max_plies {
        return 0;
    }
    let mut best = -1;
    for mv in moves {
        history.push(after::<G>(&position, mv));
        best = best.max(-brute_force::<G>(history, max_plies));
        history.pop();
        if best == 1 {
            break;
        }
    }
    best
}

fn outcome(score: Score) -> i32 {
    i32::from(score.is_win()) - i32::from(score.is_loss())
}

/// Checks that every root move has its outcome under the rules, every win or loss has the table's score, and every line
/// is legal under the rules and ends as its score says.
fn check_rules<G: Solved<Rules = ()>>(expert: &mut TestTable<G>, history: &[G::Position], max_plies: u32) {
    let root = history.last().unwrap();
    let lines = expert.lines(history, max_plies);
    expert.check_order(root, &lines);
    for line in lines {
        assert!(line.score == Score::DRAW || line.score == expert.unlimited(root, line.pv[0]));
        let mut game = history.to_vec();
        game.push(after::<G>(root, line.pv[0]));
        assert_eq!(outcome(line.score), -brute_force::<G>(&mut game, max_plies), "{}", G::write_position(root));
        check_play::<G>(history, &line, max_plies);
    }
}

/// Checks that no draw by rule ends a line before its last ply, and that the line of a win or loss ends the game.
fn check_play<G: Game>(history: &[G::Position], line: &ProvenLine<G::Move>, max_plies: u32) {
    let mut occurrences = HashMap::new();
    history.iter().for_each(|position| *occurrences.entry(G::key(position)).or_insert(0) += 1);
    let mut position = history.last().unwrap().clone();
    for (ply, &mv) in line.pv.iter().enumerate() {
        assert!(G::is_legal(&position, mv));
        position = after::<G>(&position, mv);
        let count = occurrences.entry(G::key(&position)).or_insert(0);
        *count += 1;
        let over = G::terminal(&position).is_some();
        let drawn = !over && (*count == 3 || max_plies > 0 && G::ply(&position) >= max_plies);
        let last = ply + 1 == line.pv.len();
        assert!(last || !over && !drawn);
        if last && line.score != Score::DRAW {
            assert!(over && (ply % 2 == 0) == line.score.is_win());
        }
    }
}

#[test]
fn ply_limit_and_repetition_by_brute_force() {
    let mut expert = TestTable::<LGame>::new();
    for history in shuffled_games::<LGame>(20, |_| true) {
        check_rules(&mut expert, &history, LGame::ply(history.last().unwrap()) + 2);
    }
    let mut expert = TestTable::<Rhombus>::new();
    let few = |position: &_| Rhombus::index(position) < 72_072;
    for history in shuffled_games::<Rhombus>(30, few) {
        let ply = Rhombus::ply(history.last().unwrap());
        (1..=6).for_each(|plies| check_rules(&mut expert, &history, ply + plies));
    }
}

/// Slow value iteration over all positions with both sides to move until nothing changes. Values are distances in
/// plies, which are even for losses.
fn slow_values(successors: &[Vec<u32>], drawn: &[usize]) -> Vec<Option<u16>> {
    let mut values = vec![None; successors.len()];
    for distance in 0_u16.. {
        let decided = |node: usize| {
            let mut after = successors[node].iter().map(|&next| values[next as usize]);
            if distance % 2 == 0 {
                after.all(|value: Option<u16>| value.is_some_and(|value| value % 2 == 1))
            } else {
                after.any(|value| value.is_some_and(|value| value % 2 == 0))
            }
        };
        let open = |&node: &usize| values[node].is_none() && !drawn.contains(&node);
        let found: Vec<_> = (0..values.len()).filter(open).filter(|&node| decided(node)).collect();
        if found.is_empty() && distance > 1 {
            break;
        }
        found.into_iter().for_each(|node| values[node] = Some(distance));
    }
    values
}

/// The number of a position with its side to move: twice the index, plus the side.
fn node<G: Solved>(position: &G::Position) -> usize {
    2 * G::index(position) + G::side(position).index()
}

fn check_against_slow_values<G: Solved<Rules = ()>>(reach: usize, games: usize) {
    let mut successors = vec![Vec::new(); 2 * reach];
    for index in 0..reach {
        let position = G::position(index);
        for mv in legal::<G>(&position) {
            let next = node::<G>(&after::<G>(&position, mv));
            successors[node::<G>(&position)].push(next as u32);
            successors[node::<G>(&position) ^ 1].push(next as u32 ^ 1);
        }
    }
    let mut expert = TestTable::<G>::new();
    let tables = Arc::clone(&expert.tables);
    let decided = |position: &G::Position| {
        let index = G::index(position);
        index < reach && tables.values().score(G::side(position), index).is_proven()
    };
    let mut saved = 0;
    for history in shuffled_games::<G>(games, decided) {
        let nodes: Vec<_> = history.iter().map(node::<G>).collect();
        let twice = |&node: &usize| nodes.iter().filter(|&&other| other == node).count() == 2;
        let drawn: Vec<_> = nodes.iter().copied().filter(twice).collect();
        let values = slow_values(&successors, &drawn);
        let root = history.last().unwrap();
        for max_plies in [0, G::ply(root) + 9] {
            let lines = expert.lines(&history, max_plies);
            expert.check_order(root, &lines);
            for line in lines {
                let unlimited = expert.unlimited(root, line.pv[0]);
                let value = values[node::<G>(&after::<G>(root, line.pv[0]))];
                let stands = value.is_some_and(|distance| max_plies == 0 || distance < 9);
                assert_eq!(line.score, if stands { unlimited } else { Score::DRAW });
                saved += usize::from(line.score != unlimited);
                check_play::<G>(&history, &line, max_plies);
            }
        }
    }
    assert!(saved > 0, "no draw by rule among the examples");
}

#[test]
fn solver_agrees_with_the_slow_one() {
    check_against_slow_values::<LGame>(<LGame as Indexed>::SIZE, 8);
    check_against_slow_values::<Rhombus>(72_072, 8);
}

/// A win in `distance` plies remains a win exactly if the ply limit allows that many plies.
#[test]
fn ply_limit() -> Result<(), NotationError> {
    let mut expert = TestTable::<Rhombus>::new();
    let mut random = SplitMix64::new(8);
    let mut seen = 0;
    while seen < 50 {
        let root = any::<Rhombus>(&mut random);
        let Some(best) = expert.lines(&[root], 0).into_iter().find(|line| line.score.is_win()) else { continue };
        let distance = u32::from(best.score.distance().unwrap());
        let text = Rhombus::write_position(&root);
        let late = Rhombus::parse_position(&(), &format!("{}300", text.strip_suffix('0').unwrap()))?;
        assert_eq!(expert.lines(&[late], 300 + distance)[0].score, best.score);
        assert_eq!(expert.lines(&[late], 299 + distance)[0].score, Score::DRAW);
        seen += 1;
    }
    Ok(())
}

#[test]
#[ignore = "prints times; run it alone and in release mode"]
fn timing() {
    let widest = (0..<LGame as Indexed>::SIZE).max_by_key(|&index| LGame::move_count(index)).unwrap();
    let mut expert = TestTable::<LGame>::new();
    println!("all {} lines {}", LGame::move_count(widest), times(|| expert.lines(&[LGame::position(widest)], 400)));
    let mut expert = TestTable::<Rhombus>::new();
    println!("rhombus start {}", times(|| expert.lines(&[Rhombus::start(&())], 400)));
}
