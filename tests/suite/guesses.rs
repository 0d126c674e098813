//! Table entries of selective searches are never used as exact results: however wrong the selective cuts, the exact
//! iteration that follows finds the true value.

use super::search_setups::{SETUPS, Session, random_position, request, values_of_all_moves};
use super::wrapper::follow_inner;
use quartet::game::{Game, Notation};
use quartet::games::othello::{Othello, OthelloExpert};
use quartet::random::{SplitMix64, mix};
use quartet::score::{Bound, Score};
use quartet::search::expert::{Expert, Goal, Iteration, Node, Pos, ProbCut};
use quartet::search::limits::Limits;
use quartet::search::observer::PvLine;
use quartet::search::params::Params;
use quartet::search::request::SearchRequest;
use std::sync::Arc;

/// Othello's expert with a random evaluation and ProbCut wherever it is allowed in searches to the end of the game.
struct Guesser(OthelloExpert);

impl Expert for Guesser {
    type Game = Othello;
    type Tables = <OthelloExpert as Expert>::Tables;

    fn new(tables: Arc<Self::Tables>) -> Self {
        Guesser(OthelloExpert::new(tables))
    }

    fn params(&self) -> Params {
        Params { etc_min_depth: 2, split_min_depth: 2, exact_split_min_depth: 3, ..self.0.params() }
    }

    follow_inner!();

    /// Selective iterations before the exact one; only selective ones if the depth does not reach the end of the game.
    fn schedule(&self, root: &Pos<Self>, max_depth: u8) -> Vec<Iteration> {
        let depth = root.empties() as u8;
        let passes: &[u8] = if max_depth < depth { &[5, 1] } else { &[5, 1, 0] };
        passes.iter().map(|&selectivity| Iteration { depth, goal: Goal::Solve, selectivity }).collect()
    }

    fn evaluate(&mut self, position: &Pos<Self>) -> Score {
        Score::cp((mix(Othello::key(position)) % 6000) as i32 - 3000)
    }

    fn probcut(&self, _: &Pos<Self>, node: &Node) -> Option<ProbCut> {
        (node.depth <= 6).then_some(ProbCut { depth: 0, margin: 500 })
    }
}

/// Selective searches are followed by exact ones for one line and for all, with the same table.
#[test]
fn exact_values_do_not_depend_on_selective_table_entries() {
    let mut random = SplitMix64::new(41);
    let (mut solved, mut misled) = (0, 0);
    let mut sessions =
        [SETUPS[0], SETUPS[0], SETUPS[1], SETUPS[5]].map(|setup| (setup, Session::<Guesser>::new(setup)));
    for round in 0..16 {
        let Some(position) = random_position::<Othello>(&(), 52 + round % 3, &mut random) else { continue };
        let values = values_of_all_moves::<OthelloExpert>(&position, 64);
        for (setup, session) in &mut sessions {
            let lines = if round % 2 == 0 { 1 } else { 300 };
            let guess = session.search(&request(&position, 1), &Limits::default()).lines.remove(0);
            assert!(!guess.is_solved, "a guess that does not say that it is one");
            misled += usize::from(guess.score != values[0]);
            let exact =
                session.search(&SearchRequest { multi_pv: lines, ..request(&position, 60) }, &Limits::default());
            let shown = Othello::write_position(&position);
            let certain = |line: &PvLine<_>| line.is_solved && line.bound == Bound::Exact && line.selectivity == 0;
            assert!(exact.is_final && exact.lines.iter().all(certain), "{setup:?} {shown}");
            let found: Vec<_> = exact.lines.iter().map(|line| line.score).collect();
            assert_eq!(found, values[..values.len().min(lines)], "{setup:?} {shown}");
            solved += 1;
        }
    }
    assert!(solved > 30 && misled > 10, "{solved} {misled}");
}
