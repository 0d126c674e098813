//! Exact searches return what plain negamax returns, whatever the table size, the number of threads, the number of
//! lines and the window.

use super::search_setups::{Nodes, SETUPS, Session, Setup, random_position, request, search, values_of_all_moves};
use super::wrapper::PlainExpert;
use quartet::game::{Game, Notation};
use quartet::games::gomoku::GomokuExpert;
use quartet::games::othello::{Othello, OthelloExpert};
use quartet::random::SplitMix64;
use quartet::score::{Bound, Score};
use quartet::search::expert::{Expert, Pos};
use quartet::search::limits::Limits;
use quartet::search::observer::{Note, Observer, PvLine, SearchResult, SearchStats};
use quartet::search::request::SearchRequest;

/// Compares all setups with negamax at a fixed depth on random positions. Not for games in which a position can be
/// reached at different depths: there a deeper table entry gives a better value, not the same one.
fn compare<E: Expert<Game: Notation>>(rules: &<E::Game as Game>::Rules, depth: u8, plies: impl Iterator<Item = usize>) {
    let mut random = SplitMix64::new(7);
    let mut compared = 0;
    for plies in plies {
        let Some(position) = random_position::<E::Game>(rules, plies, &mut random) else { continue };
        let values = values_of_all_moves::<E>(&position, depth);
        for setup in SETUPS {
            let outcome = search::<E>(&position, depth, setup);
            let found: Vec<_> = outcome.lines.iter().map(|line| line.score).collect();
            let shown = E::Game::write_position(&position);
            // A proof of the best move may end the search early; otherwise every line has its value.
            let ends_early = outcome.lines.iter().all(|line| line.score.is_proven()) && outcome.is_final;
            if ends_early {
                assert_eq!(found.first().map(|score| score.is_win()), values.first().map(|score| score.is_win()));
                continue;
            }
            assert_eq!(found, values[..values.len().min(setup.lines)], "{setup:?} {shown}");
            assert!(outcome.lines.iter().all(|line| line.bound == Bound::Exact));
            compared += 1;
        }
    }
    assert!(compared > 15, "only {compared} comparisons");
}

#[test]
fn othello_at_a_fixed_depth_is_negamax() {
    compare::<PlainExpert<OthelloExpert>>(&(), 4, (0..50).step_by(4));
}

#[test]
fn gomoku_at_a_fixed_depth_is_negamax() {
    let rules = quartet::games::gomoku::Gomoku::rules(&|name| (name == "BoardSize").then(|| "5".into()));
    compare::<PlainExpert<GomokuExpert>>(&rules, 3, 4..16);
}

#[test]
fn singular_moves_are_extended_in_selective_searches_only() {
    fn nodes<E: Expert>(position: &Pos<E>, selective: bool) -> u64 {
        let mut nodes = Nodes(0);
        let request = SearchRequest { selective, ..request(position, 5) };
        Session::<E>::new(SETUPS[0]).search_observed(&request, &Limits::default(), &mut nodes);
        nodes.0
    }
    let rules = quartet::games::gomoku::Gomoku::rules(&|name| (name == "BoardSize").then(|| "6".into()));
    let mut random = SplitMix64::new(3);
    let mut changed = 0;
    for plies in 4..16 {
        let Some(position) = random_position::<quartet::games::gomoku::Gomoku>(&rules, plies, &mut random) else {
            continue;
        };
        let both = |selective| {
            let with = nodes::<PlainExpert<GomokuExpert>>(&position, selective);
            [with, nodes::<PlainExpert<GomokuExpert, false>>(&position, selective)]
        };
        let [with, without] = both(false);
        assert_eq!(with, without);
        let [with, without] = both(true);
        changed += usize::from(with != without);
    }
    assert!(changed > 2, "only {changed} searches were changed");
}

#[test]
fn exact_iterations_solve_othello_as_negamax_does() {
    let mut random = SplitMix64::new(11);
    let mut solved = 0;
    for round in 0..24 {
        // 6 to 8 empty squares are few enough for negamax, and enough for both interior nodes and the endgame solver.
        let Some(position) = random_position::<Othello>(&(), 52 + round % 3, &mut random) else { continue };
        let values = values_of_all_moves::<OthelloExpert>(&position, 64);
        for setup in SETUPS {
            let outcome = search::<OthelloExpert>(&position, 60, setup);
            let found: Vec<_> = outcome.lines.iter().map(|line| line.score).collect();
            assert_eq!(
                found,
                values[..values.len().min(setup.lines)],
                "{setup:?} {}",
                Othello::write_position(&position)
            );
            assert!(outcome.is_final);
        }
        solved += 1;
    }
    assert!(solved > 10, "only {solved} positions");
}

/// Above the endgame solver's depth negamax is too slow, so the setups are compared with each other.
#[test]
fn exact_values_do_not_depend_on_threads_lines_or_table() {
    let mut random = SplitMix64::new(5);
    let mut solved = 0;
    for _ in 0..10 {
        let Some(position) = random_position::<Othello>(&(), 45, &mut random) else { continue };
        let scores: Vec<_> = SETUPS
            .iter()
            .map(|&setup| search::<OthelloExpert>(&position, 60, setup).lines.first().map(|line| line.score))
            .collect();
        assert!(scores.iter().all(|score| *score == scores[0]), "{scores:?} {}", Othello::write_position(&position));
        let line = search::<OthelloExpert>(&position, 60, SETUPS[0]).lines.remove(0);
        let mut end = position.clone();
        for mv in &line.pv {
            Othello::play(&mut end, *mv);
        }
        // The principal variation is played to the end of the game, whose result is its score.
        let terminal = Othello::terminal(&end).expect("the line goes to the end of the game");
        let sign = if Othello::side(&end) == Othello::side(&position) { 1 } else { -1 };
        assert_eq!(terminal.score(0).0 * sign, line.score.0);
        solved += 1;
    }
    assert!(solved > 7);
}

/// A search for the outcome alone reports the sign of the exact score and a bound on it.
#[test]
fn an_outcome_is_the_sign_of_the_exact_score() {
    let mut random = SplitMix64::new(29);
    let mut seen = [0; 3];
    for round in 0..60 {
        let Some(position) = random_position::<Othello>(&(), 46 + round % 6, &mut random) else { continue };
        let exact = search::<OthelloExpert>(&position, 60, SETUPS[0]).lines.remove(0).score;
        for setup in [SETUPS[0], SETUPS[1], SETUPS[5]] {
            let request = SearchRequest { outcome_only: true, ..request::<OthelloExpert>(&position, 60) };
            let outcome = Session::<OthelloExpert>::new(setup).search(&request, &Limits::default());
            let PvLine { score, bound, .. } = outcome.lines[0];
            let is_right = match bound {
                Bound::Exact => score == exact,
                Bound::Lower => Score::DRAW < score && score <= exact,
                Bound::Upper => exact <= score && score < Score::DRAW,
            };
            assert!(is_right, "{setup:?} {score:?} {bound:?} for {exact:?} in {}", Othello::write_position(&position));
            assert!(outcome.is_final);
        }
        seen[(exact.0.signum() + 1) as usize] += 1;
    }
    assert!(seen.iter().all(|&count| count > 0), "{seen:?}");
}

/// Wherever a search that divides the tree is stopped, its table entries are true: the next search with the same table
/// finds the exact scores of all moves.
#[test]
fn a_stopped_parallel_search_leaves_no_false_table_entries() {
    let mut random = SplitMix64::new(23);
    let mut stopped = 0;
    for round in 0..6 {
        let Some(position) = random_position::<Othello>(&(), 45, &mut random) else { continue };
        let request = SearchRequest { multi_pv: 300, ..request::<OthelloExpert>(&position, 60) };
        let scores = |outcome: SearchResult<_>| outcome.lines.iter().map(|line| line.score).collect::<Vec<_>>();
        let expected = scores(Session::<OthelloExpert>::new(SETUPS[0]).search(&request, &Limits::default()));
        let mut session = Session::<OthelloExpert>::new(Setup { threads: 2 + round % 3, ..SETUPS[0] });
        for nodes in (4_000..40_000).step_by(4_000) {
            stopped +=
                usize::from(!session.search(&request, &Limits { nodes: Some(nodes), ..Limits::default() }).is_final);
        }
        assert_eq!(
            scores(session.search(&request, &Limits::default())),
            expected,
            "{}",
            Othello::write_position(&position)
        );
    }
    assert!(stopped > 20, "only {stopped} searches were stopped");
}

/// The reported lines by iteration.
#[derive(Default)]
struct Iterations(Vec<Vec<(u16, Score)>>);

impl<M> Observer<M> for Iterations {
    fn line(&mut self, rank: usize, line: &PvLine<M>, _: SearchStats) {
        if rank == 1 {
            self.0.push(Vec::new());
        }
        self.0.last_mut().expect("the first line has rank 1").push((line.depth, line.score));
    }
    fn note(&mut self, _: Note) {}
}

/// Means change what is reported, not what is searched, and leave ranks in order; a score of the first iteration, of a
/// selective search to the end of the game and of an exact one is the search's own.
#[test]
fn means_are_those_of_an_iteration_and_the_one_before() {
    let mut random = SplitMix64::new(77);
    for (lines, plies, depth) in [(1, 12, 8), (4, 25, 7), (3, 44, 60), (1, 36, 60)] {
        let Some(position) = random_position::<Othello>(&(), plies, &mut random) else { panic!("a game is over") };
        let [own, means] = [false, true].map(|mean_scores| {
            let request = SearchRequest { multi_pv: lines, mean_scores, ..SearchRequest::new(position.clone(), depth) };
            let mut iterations = Iterations::default();
            let setup = Setup { threads: 1, megabytes: 1, lines };
            let result =
                Session::<OthelloExpert>::new(setup).search_observed(&request, &Limits::default(), &mut iterations);
            let last: Vec<_> = result.lines.iter().map(|line| (line.depth, line.score)).collect();
            assert_eq!(iterations.0.last(), Some(&last));
            iterations.0
        });
        let horizon = position.empties() as u16;
        let expected = own.iter().enumerate().map(|(index, iteration)| {
            let scores = iteration.iter().enumerate().map(|(rank, &(depth, score))| match index {
                1.. if depth < horizon => (depth, Score(i16::midpoint(score.0, own[index - 1][rank].1.0))),
                _ => (depth, score),
            });
            scores.collect::<Vec<_>>()
        });
        assert!(own.len() > 3 && own != means, "{own:?}");
        assert_eq!(means, expected.collect::<Vec<_>>());
        assert!(means.iter().all(|iteration| iteration.is_sorted_by_key(|&(_, score)| -score)), "{means:?}");
    }
}
