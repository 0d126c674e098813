//! Searches of one session in several setups, and plain negamax to compare them with.

use quartet::game::Game;
use quartet::random::SplitMix64;
use quartet::score::Score;
use quartet::search::expert::{Expert, Mv, Pos};
use quartet::search::limits::Limits;
use quartet::search::observer::{Note, Observer, PvLine, SearchResult, SearchStats};
use quartet::search::parallel;
use quartet::search::request::SearchRequest;
use quartet::search::stop::StopToken;
use quartet::search::time_management::TimeManager;
use quartet::search::transposition_table::TranspositionTable;
use quartet::search::worker::Worker;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Records the node count of the last line reported.
pub(crate) struct Nodes(pub u64);

impl<M> Observer<M> for Nodes {
    fn line(&mut self, _: usize, _: &PvLine<M>, effort: SearchStats) {
        self.0 = effort.nodes;
    }
    fn note(&mut self, _: Note) {}
}

/// The configuration of a search.
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

/// A non-selective search to a fixed depth.
pub(crate) fn request<E: Expert>(position: &Pos<E>, depth: u8) -> SearchRequest<E> {
    SearchRequest { selective: false, ..SearchRequest::new(position.clone(), depth) }
}

/// Workers of one session, whose table is kept from search to search.
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
        self.search_observed(request, limits, &mut ())
    }

    pub(crate) fn search_observed(
        &mut self,
        request: &SearchRequest<E>,
        limits: &Limits,
        observer: &mut impl Observer<Mv<E>>,
    ) -> SearchResult<Mv<E>> {
        let time_manager = Arc::new(TimeManager::new(limits, Instant::now(), Duration::ZERO, 1));
        let searched = parallel::search(&mut self.workers, request, &StopToken::default(), &time_manager, observer)
            .expect("workers");
        assert!(searched.panicked.is_empty());
        searched.result
    }
}

/// A search to a fixed depth with a new table and no other limit.
pub(crate) fn search<E: Expert>(position: &Pos<E>, depth: u8, setup: Setup) -> SearchResult<Mv<E>> {
    let request = SearchRequest { multi_pv: setup.lines, ..request(position, depth) };
    Session::<E>::new(setup).search(&request, &Limits::default())
}

/// Plain negamax to a fixed depth with the evaluation at the leaves. A pass costs no depth.
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

/// The position after `plies` random moves; `None` if the game is over by then.
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

/// The scores of all moves by plain negamax, best first.
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
