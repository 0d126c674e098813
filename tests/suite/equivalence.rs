//! Every configuration of the search returns what plain negamax returns, where it claims to be exact: whatever the
//! table size, the number of threads, the number of lines, the window.

use super::wrapper::follow_inner;
use quartet::game::{Game, Notation};
use quartet::games::common::solved::{RetrogradeTable, Solved, SolvedExpert};
use quartet::games::gomoku::GomokuExpert;
use quartet::games::lgame::LGame;
use quartet::games::othello::{Othello, OthelloExpert};
use quartet::games::rhombus::Rhombus;
use quartet::games::solved_table::{GameHistory, SolvedTable};
use quartet::random::SplitMix64;
use quartet::score::{Bound, Score};
use quartet::search::clock::Clock;
use quartet::search::expert::{Coverage, Expert, Mv, Node, Pos, ScoredMove};
use quartet::search::limits::Limits;
use quartet::search::observer::{Effort, Note, Observer, PvLine, SearchResult};
use quartet::search::parallel;
use quartet::search::params::{Params, SingularExtensions};
use quartet::search::request::SearchRequest;
use quartet::search::stop::{StopToken, Watch};
use quartet::search::transposition_table::TranspositionTable;
use quartet::search::worker::Worker;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// An expert reduced to its evaluation: all legal moves, no quiescence, no oracle, so that depth means depth. Several
/// workers divide every tree from two plies on. Guesses extend single moves wherever they are allowed, if `EXTENDS`.
struct Plain<E, const EXTENDS: bool = true>(E);

impl<E: Expert, const EXTENDS: bool> Expert for Plain<E, EXTENDS> {
    type Game = E::Game;
    type Tables = E::Tables;
    fn new(tables: Arc<Self::Tables>) -> Self {
        Plain(E::new(tables))
    }
    fn params(&self) -> Params {
        let singular = EXTENDS.then_some(SingularExtensions {
            min_depth: 2,
            max_entry_deficit: 2,
            margin: 100,
            depth_percent: 50,
            double_margin: 100,
        });
        Params {
            aspiration_delta: 3,
            etc_min_depth: 2,
            split_min_depth: 2,
            exact_split_min_depth: 2,
            singular,
            ..self.0.params()
        }
    }
    follow_inner!();

    fn evaluate(&mut self, position: &Pos<Self>) -> Score {
        self.0.evaluate(position)
    }
}

/// Remembers the nodes of the last line.
struct Nodes(u64);

impl<M> Observer<M> for Nodes {
    fn line(&mut self, _: usize, _: &PvLine<M>, effort: Effort) {
        self.0 = effort.nodes;
    }
    fn note(&mut self, _: Note) {}
}

/// How a search is set up.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Setup {
    pub threads: usize,
    pub megabytes: usize,
    pub lines: usize,
}

pub(crate) const SETUPS: [Setup; 7] = [
    Setup { threads: 1, megabytes: 16, lines: 1 },
    Setup { threads: 1, megabytes: 0, lines: 1 },
    Setup { threads: 3, megabytes: 1, lines: 1 },
    Setup { threads: 1, megabytes: 1, lines: 4 },
    Setup { threads: 2, megabytes: 0, lines: 300 },
    Setup { threads: 2, megabytes: 1, lines: 1 },
    Setup { threads: 4, megabytes: 1, lines: 4 },
];

/// A full search of so many plies, without guesses.
pub(crate) fn request<E: Expert>(position: &Pos<E>, depth: u8) -> SearchRequest<E> {
    SearchRequest { selective: false, ..SearchRequest::new(position.clone(), depth) }
}

/// Workers of one session, which keep their table from search to search.
pub(crate) struct Session<E: Expert> {
    workers: Vec<Worker<E>>,
    pub table: Arc<TranspositionTable>,
}

impl<E: Expert> Session<E> {
    pub(crate) fn new(setup: Setup) -> Self {
        let table = Arc::new(TranspositionTable::new(setup.megabytes, 1, false).expect("memory"));
        let tables = Arc::<E::Tables>::default();
        let workers = (0..setup.threads).map(|_| Worker::new(tables.clone(), table.clone())).collect();
        Session { workers, table }
    }

    pub(crate) fn search(&mut self, request: &SearchRequest<E>, limits: &Limits) -> SearchResult<Mv<E>> {
        self.watched(request, limits, &mut ())
    }

    pub(crate) fn watched(
        &mut self,
        request: &SearchRequest<E>,
        limits: &Limits,
        observer: &mut impl Observer<Mv<E>>,
    ) -> SearchResult<Mv<E>> {
        let clock = Arc::new(Clock::new(limits, Instant::now(), Duration::ZERO, 1));
        let searched =
            parallel::search(&mut self.workers, request, &StopToken::default(), &clock, observer).expect("workers");
        assert!(searched.panicked.is_empty());
        searched.result
    }
}

fn search<E: Expert>(position: &Pos<E>, depth: u8, setup: Setup) -> SearchResult<Mv<E>> {
    let request = SearchRequest { lines: setup.lines, ..request(position, depth) };
    Session::<E>::new(setup).search(&request, &Limits::default())
}

/// Plain negamax to a fixed depth (a pass costs none), evaluation at the horizon.
fn negamax<E: Expert>(expert: &mut E, position: &mut Pos<E>, depth: u8, ply: u16) -> Score {
    if let Some(terminal) = E::Game::terminal(position) {
        return terminal.score(ply);
    }
    if depth == 0 {
        return expert.evaluate(position);
    }
    let mut moves = Vec::new();
    E::Game::legal_moves(position, &mut moves);
    let mut best = -Score::INFINITE;
    for mv in moves {
        let undo = E::Game::play(position, mv);
        expert.on_play(position, mv);
        let deeper = if E::Game::is_pass(mv) { depth } else { depth - 1 };
        best = best.max(-negamax(expert, position, deeper, ply + 1));
        expert.on_undo();
        E::Game::undo(position, mv, undo);
    }
    best
}

/// The position after `plies` random moves.
pub(crate) fn random_position<G: Game>(rules: &G::Rules, plies: usize, random: &mut SplitMix64) -> Option<G::Position> {
    let mut position = G::start(rules);
    for _ in 0..plies {
        let mut moves = Vec::new();
        G::legal_moves(&position, &mut moves);
        if moves.is_empty() {
            return None;
        }
        G::play(&mut position, moves[random.below(moves.len())]);
    }
    G::terminal(&position).is_none().then_some(position)
}

/// The values of all moves by plain negamax, best first.
pub(crate) fn values_of_all_moves<E: Expert>(position: &Pos<E>, depth: u8) -> Vec<Score> {
    let mut expert = E::new(Arc::default());
    expert.on_root(position);
    let mut moves = Vec::new();
    E::Game::legal_moves(position, &mut moves);
    let mut values: Vec<_> = moves
        .into_iter()
        .map(|mv| {
            let mut after = position.clone();
            E::Game::play(&mut after, mv);
            expert.on_play(&after, mv);
            let deeper = if E::Game::is_pass(mv) { depth } else { depth - 1 };
            let value = -negamax(&mut expert, &mut after, deeper, 1);
            expert.on_undo();
            value
        })
        .collect();
    values.sort_by_key(|value| -*value);
    values
}

/// Compares all setups with negamax at a fixed depth on random positions. Games in which a position can come about at
/// different depths are left to exact tests: there a deeper table entry is a better value, not the same.
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
            // A proof found on the way ends the search; else every line is there with its value.
            let ends_early = outcome.lines.iter().all(|line| line.score.is_proven()) && outcome.solved;
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
    compare::<Plain<OthelloExpert>>(&(), 4, (0..50).step_by(4));
}

#[test]
fn gomoku_at_a_fixed_depth_is_negamax() {
    let rules = quartet::games::gomoku::Gomoku::rules(&|name| (name == "BoardSize").then(|| "5".into()));
    compare::<Plain<GomokuExpert>>(&rules, 3, 4..16);
}

/// Singular extensions are guesses.
#[test]
fn single_moves_are_extended_in_selective_searches_only() {
    fn nodes<E: Expert>(position: &Pos<E>, selective: bool) -> u64 {
        let mut nodes = Nodes(0);
        let request = SearchRequest { selective, ..request(position, 5) };
        Session::<E>::new(SETUPS[0]).watched(&request, &Limits::default(), &mut nodes);
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
            let with = nodes::<Plain<GomokuExpert>>(&position, selective);
            [with, nodes::<Plain<GomokuExpert, false>>(&position, selective)]
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
        // 6 to 8 empty squares for the plain search; the core goes through its own nodes and the leaf solver.
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
            assert!(outcome.solved);
        }
        solved += 1;
    }
    assert!(solved > 10, "only {solved} positions");
}

/// Above the leaf solver's horizon the setups can only be compared with each other (and with a leaf of the same rules).
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
        // The line is the whole game, and its end is its value.
        let terminal = Othello::terminal(&end).expect("the line goes to the end of the game");
        let sign = if Othello::side(&end) == Othello::side(&position) { 1 } else { -1 };
        assert_eq!(terminal.score(0).0 * sign, line.score.0);
        solved += 1;
    }
    assert!(solved > 7);
}

/// Asked for the outcome only, the search says win, draw or loss as the exact value does, and bounds it.
#[test]
fn outcomes_are_the_signs_of_exact_values() {
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
            assert!(outcome.solved);
        }
        seen[(exact.0.signum() + 1) as usize] += 1;
    }
    assert!(seen.iter().all(|&count| count > 0), "{seen:?}");
}

/// Wherever a search that divides the tree is stopped, what it leaves in the table is true: the next search, which goes
/// on from there, finds the exact values of all moves.
#[test]
fn a_divided_search_that_was_stopped_leaves_nothing_false() {
    let mut random = SplitMix64::new(23);
    let mut stopped = 0;
    for round in 0..6 {
        let Some(position) = random_position::<Othello>(&(), 45, &mut random) else { continue };
        let request = SearchRequest { lines: 300, ..request::<OthelloExpert>(&position, 60) };
        let scores = |outcome: SearchResult<_>| outcome.lines.iter().map(|line| line.score).collect::<Vec<_>>();
        let expected = scores(Session::<OthelloExpert>::new(SETUPS[0]).search(&request, &Limits::default()));
        let mut session = Session::<OthelloExpert>::new(Setup { threads: 2 + round % 3, ..SETUPS[0] });
        for nodes in (4_000..40_000).step_by(4_000) {
            stopped +=
                usize::from(!session.search(&request, &Limits { nodes: Some(nodes), ..Limits::default() }).solved);
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

/// The exact value of a position with unlimited play.
fn table_score<G: Solved>(position: &G::Position) -> Score {
    let history = GameHistory { positions: std::slice::from_ref(position), max_plies: 0 };
    let table = RetrogradeTable::<G>::new(Arc::default(), &|_| None);
    let mut moves = Vec::new();
    G::legal_moves(position, &mut moves);
    table.root_lines(history, &moves, 1, &mut Watch::unlimited()).expect("not stopped").remove(0).score
}

/// What the core proves without a table, the table says too; and it is never a shorter win.
fn compare_with_table<G>(depth: u8, plies: usize)
where
    G: Solved<Rules = ()>,
{
    let mut random = SplitMix64::new(3);
    let mut proven = 0;
    for round in 0..40 {
        let Some(position) = random_position::<G>(&(), plies + round % 6, &mut random) else { continue };
        let setup = SETUPS[round % SETUPS.len()];
        let found = search::<Plain<SolvedExpert<G>>>(&position, depth, setup).lines.remove(0).score;
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

/// An expert that lists only every other move, and says so.
struct Forgetful<E>(Plain<E>);

impl<E: Expert> Expert for Forgetful<E> {
    type Game = E::Game;
    type Tables = E::Tables;
    fn new(tables: Arc<Self::Tables>) -> Self {
        Forgetful(Plain::new(tables))
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
        moves.extend(legal.into_iter().step_by(2).map(|mv| ScoredMove { mv, prior: 0 }));
        Coverage::Partial
    }
}

/// However much an expert leaves out: what the core claims as won or lost is so.
#[test]
fn partial_lists_never_make_a_wrong_proof() {
    let mut random = SplitMix64::new(13);
    let mut proven = 0;
    for round in 0..60 {
        let Some(position) = random_position::<LGame>(&(), 4 + round % 8, &mut random) else { continue };
        let setup = SETUPS[round % SETUPS.len()];
        let found = search::<Forgetful<SolvedExpert<LGame>>>(&position, 3, setup).lines.remove(0).score;
        let exact = table_score::<LGame>(&position);
        if found.is_proven() {
            assert_eq!(found.is_win(), exact.is_win(), "{found:?} {exact:?} {}", LGame::write_position(&position));
            proven += 1;
        }
    }
    assert!(proven > 5, "only {proven} proofs");
}

/// Wherever a search is stopped, a proof that it reports is one, and it does not play a move that it knows to lose.
#[test]
fn a_stopped_search_claims_nothing_false() {
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
