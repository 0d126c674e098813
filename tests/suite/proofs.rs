//! Wins and losses that the search claims agree with the tables of the solved games.

use super::search_setups::{SETUPS, Session, random_position, request, search};
use super::wrapper::PlainExpert;
use super::wrapper::follow_inner;
use quartet::game::{Game, Notation};
use quartet::games::common::solved::{RetrogradeTable, Solved, SolvedExpert};
use quartet::games::lgame::LGame;
use quartet::games::rhombus::Rhombus;
use quartet::games::solved_table::{GameHistory, SolvedTable};
use quartet::random::SplitMix64;
use quartet::score::Score;
use quartet::search::expert::{Coverage, Expert, Mv, Node, Pos, ScoredMove};
use quartet::search::limits::Limits;
use quartet::search::params::Params;
use quartet::search::stop::Watch;
use std::sync::Arc;

/// The exact score of a position without a ply limit.
fn table_score<G: Solved>(position: &G::Position) -> Score {
    let history = GameHistory { positions: std::slice::from_ref(position), max_plies: 0 };
    let table = RetrogradeTable::<G>::new(Arc::default(), &|_| None);
    let mut moves = Vec::new();
    G::legal_moves(position, &mut moves);
    table.root_lines(history, &moves, 1, &mut Watch::unlimited()).expect("not stopped").remove(0).score
}

/// Wins and losses found without a table agree with it, and none is shorter than the table says.
fn compare_with_table<G>(depth: u8, plies: usize)
where
    G: Solved<Rules = ()>,
{
    let mut random = SplitMix64::new(3);
    let mut proven = 0;
    for round in 0..40 {
        let Some(position) = random_position::<G>(&(), plies + round % 6, &mut random) else { continue };
        let setup = SETUPS[round % SETUPS.len()];
        let found = search::<PlainExpert<SolvedExpert<G>>>(&position, depth, setup).lines.remove(0).score;
        let exact = table_score::<G>(&position);
        if let Some(distance) = found.distance() {
            assert_eq!(
                (found.is_win(), found.is_loss()),
                (exact.is_win(), exact.is_loss()),
                "{}",
                G::write_position(&position)
            );
            assert!(Some(distance) >= exact.distance());
            proven += 1;
        } else if let Some(distance) = exact.distance() {
            assert!(distance > u16::from(depth), "missed {exact:?} in {}", G::write_position(&position));
        }
    }
    assert!(proven > 3, "only {proven} proofs");
}

#[test]
fn proofs_without_the_table_agree_with_it() {
    compare_with_table::<LGame>(3, 6);
    compare_with_table::<Rhombus>(7, 8);
}

/// An expert that lists every other move and reports its list as partial.
struct HalfOfTheMoves<E>(PlainExpert<E>);

impl<E: Expert> Expert for HalfOfTheMoves<E> {
    type Game = E::Game;
    type Tables = E::Tables;
    fn new(tables: Arc<Self::Tables>) -> Self {
        HalfOfTheMoves(PlainExpert::new(tables))
    }
    fn params(&self) -> Params {
        self.0.params()
    }
    follow_inner!();

    fn evaluate(&mut self, position: &Pos<Self>) -> Score {
        self.0.evaluate(position)
    }
    fn candidates(&mut self, position: &Pos<Self>, _: &Node, moves: &mut Vec<ScoredMove<Mv<Self>>>) -> Coverage {
        let mut legal = Vec::new();
        E::Game::legal_moves(position, &mut legal);
        moves.extend(legal.into_iter().step_by(2).map(|mv| ScoredMove { mv, score: 0 }));
        Coverage::Partial
    }
}

#[test]
fn partial_lists_never_make_a_wrong_proof() {
    let mut random = SplitMix64::new(13);
    let mut proven = 0;
    for round in 0..60 {
        let Some(position) = random_position::<LGame>(&(), 4 + round % 8, &mut random) else { continue };
        let setup = SETUPS[round % SETUPS.len()];
        let found = search::<HalfOfTheMoves<SolvedExpert<LGame>>>(&position, 3, setup).lines.remove(0).score;
        let exact = table_score::<LGame>(&position);
        if found.is_proven() {
            assert_eq!(found.is_win(), exact.is_win(), "{found:?} {exact:?} {}", LGame::write_position(&position));
            proven += 1;
        }
    }
    assert!(proven > 5, "only {proven} proofs");
}

#[test]
fn a_stopped_search_reports_no_false_proof() {
    let mut random = SplitMix64::new(19);
    let mut stopped = 0;
    for round in 0..30 {
        let Some(position) = random_position::<LGame>(&(), 3 + round % 7, &mut random) else { continue };
        let exact = table_score::<LGame>(&position);
        for nodes in (3..900).step_by(37) {
            let mut session = Session::<SolvedExpert<LGame>>::new(SETUPS[0]);
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            let found = session.search(&request(&position, 5), &limits).lines.remove(0).score;
            let shown = LGame::write_position(&position);
            assert!(!found.is_win() || exact.is_win(), "{nodes} nodes in {shown}: {found:?}, table {exact:?}");
            assert!(!found.is_loss() || exact.is_loss(), "{nodes} nodes in {shown}: {found:?}, table {exact:?}");
            stopped += 1;
        }
    }
    assert!(stopped > 300);
}
