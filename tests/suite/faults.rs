//! A panic in a search thread ends only that search.

use super::wrapper::follow_inner;
use parking_lot::{Condvar, Mutex};
use quartet::dialect::uci::{Parser, Renderer};
use quartet::engine::{Engine, Engines, GameEngine};
use quartet::game::{Game, Notation};
use quartet::games::common::solved::SolvedExpert;
use quartet::games::lgame::LGame;
use quartet::games::othello::{Othello, OthelloExpert};
use quartet::games::playable::{OpenTable, Playable};
use quartet::games::solved_table::{GameHistory, SolveError, SolvedTable};
use quartet::games::{Variant, find};
use quartet::score::{Score, Window};
use quartet::search::expert::{Coverage, Expert, Goal, Iteration, Mv, Node, OracleResult, Pos, ScoredMove};
use quartet::search::params::Params;
use quartet::search::prover::ProvenLine;
use quartet::search::stop::{Stopped, Watch};
use quartet::session::reader::Reader;
use quartet::session::{Input, Session, StopHandle};
use std::sync::Arc;
use std::time::Duration;

/// Othello's expert with a bug: it panics at positions of ply 13, in the main thread (`LEAD`) or in helper threads.
struct Buggy<const LEAD: bool>(OthelloExpert);

impl<const LEAD: bool> Expert for Buggy<LEAD> {
    type Game = Othello;
    type Tables = <OthelloExpert as Expert>::Tables;

    fn new(tables: Arc<Self::Tables>) -> Self {
        Buggy(OthelloExpert::new(tables))
    }

    follow_inner!();

    fn schedule(&self, root: &Pos<Self>, max_depth: u8) -> Vec<Iteration> {
        self.0.schedule(root, max_depth)
    }

    fn evaluate(&mut self, position: &Pos<Self>) -> Score {
        assert!(Othello::ply(position) != 13 || in_helper() == LEAD, "the injected bug");
        self.0.evaluate(position)
    }

    fn candidates(&mut self, position: &Pos<Self>, node: &Node, moves: &mut Vec<ScoredMove<Mv<Self>>>) -> Coverage {
        self.0.candidates(position, node, moves)
    }
}

impl<const LEAD: bool> Playable for Buggy<LEAD> {
    type Game = Othello;
    type Expert = Self;
}

fn in_helper() -> bool {
    std::thread::current().name().is_some_and(|name| name.starts_with("helper"))
}

fn open<const LEAD: bool>(variant: &'static Variant) -> Option<Box<dyn Engine>> {
    Some(Box::new(GameEngine::<Buggy<LEAD>>::new(variant)))
}

/// The output of a session with the buggy engine for a script.
fn drive(opener: fn(&'static Variant) -> Option<Box<dyn Engine>>, input: &'static str) -> Vec<String> {
    let (events, inputs) = crossbeam_channel::unbounded::<Input>();
    let stop_handle = Arc::<StopHandle>::default();
    let (mut output, mut renderer) = (Vec::new(), Renderer::default());
    let engines = Engines::new(opener).expect("memory");
    let session = Session::new(engines, &mut output, &mut renderer, events.clone(), stop_handle.clone());
    let reading =
        std::thread::spawn(move || Reader::new(&mut Parser::default(), stop_handle, events).run(input.as_bytes()));
    session.run(&inputs);
    reading.join().expect("the reader ends");
    String::from_utf8(output).expect("text").lines().map(str::to_string).collect()
}

const TWO_SEARCHES: &str =
    "position fen 8/8/2x1o3/2xxox2/2xxxo2/2oxo3/8/8 o - 10\ngo depth 6\nposition startpos\ngo depth 4\n";

#[test]
fn a_panic_in_the_main_thread_ends_only_the_search() {
    let lines = drive(open::<true>, TWO_SEARCHES);
    let errors: Vec<_> = lines.iter().filter(|line| line.starts_with("info string error: ")).collect();
    assert_eq!(errors.len(), 1, "{lines:?}");
    assert!(errors[0].contains("the injected bug"));
    let best: Vec<_> = lines.iter().filter(|line| line.starts_with("bestmove ")).collect();
    assert_eq!(best.len(), 2, "{lines:?}");
    let position = Othello::parse_position(&Default::default(), "8/8/2x1o3/2xxox2/2xxxo2/2oxo3/8/8 o - 10");
    let mv = best[0].split(' ').nth(1).expect("a move");
    assert!(Othello::parse_move(&position.expect("valid"), mv).is_ok(), "{mv}");
    // The next search is the same as in a session without a panic.
    let fresh = drive(open::<true>, "go depth 4\n");
    assert_eq!(best[1], fresh.last().expect("a bestmove"));
}

#[test]
fn a_panic_in_a_helper_ends_only_the_helper() {
    assert_eq!(find("othello").map(|variant| variant.name), Some("othello"));
    let lines = drive(
        open::<false>,
        "setoption name Threads value 3\nposition fen 8/8/2x1o3/2xxox2/2xxxo2/2oxo3/8/8 o - 10\ngo depth 8\ngo depth 8\n",
    );
    assert_eq!(lines.iter().filter(|line| line.starts_with("bestmove ")).count(), 2, "{lines:?}");
    assert!(lines.iter().any(|line| line.starts_with("info depth 8 ")), "{lines:?}");
    assert!(!lines.iter().any(|line| line.contains("the search panicked")), "{lines:?}");
}

/// Where the main thread waits for a helper.
#[derive(Default)]
struct Meeting {
    evaluator: Arc<<OthelloExpert as Expert>::Tables>,
    helper_came: Mutex<bool>,
    news: Condvar,
}

/// Othello's expert with a bug that shows when workers share the tree of an exact search: a helper panics at the first
/// node it is given or, with `LEAD`, the main thread as soon as a helper is at work.
struct Divided<const LEAD: bool>(OthelloExpert, Arc<Meeting>);

impl<const LEAD: bool> Playable for Divided<LEAD> {
    type Game = Othello;
    type Expert = Self;
}

impl<const LEAD: bool> Expert for Divided<LEAD> {
    type Game = Othello;
    type Tables = Meeting;

    fn new(meeting: Arc<Meeting>) -> Self {
        Divided(OthelloExpert::new(meeting.evaluator.clone()), meeting)
    }

    follow_inner!();

    fn params(&self) -> Params {
        self.0.params()
    }

    fn schedule(&self, root: &Pos<Self>, max_depth: u8) -> Vec<Iteration> {
        self.0.schedule(root, max_depth)
    }

    fn evaluate(&mut self, position: &Pos<Self>) -> Score {
        self.0.evaluate(position)
    }

    fn candidates(&mut self, position: &Pos<Self>, node: &Node, moves: &mut Vec<ScoredMove<Mv<Self>>>) -> Coverage {
        self.0.candidates(position, node, moves)
    }

    fn oracle(&mut self, _: &Pos<Self>, node: &Node, _: &mut Watch) -> Result<Option<OracleResult<Mv<Self>>>, Stopped> {
        let Meeting { helper_came, news, .. } = &*self.1;
        if node.goal == Goal::Solve && in_helper() {
            *helper_came.lock() = true;
            news.notify_all();
            assert!(LEAD, "the injected bug");
        }
        // Below the root a null window means a later move, where the rest of the moves is shared among workers.
        if node.goal == Goal::Solve && !in_helper() && node.ply == 1 && node.window == Window::null(node.window.alpha) {
            let mut came = helper_came.lock();
            news.wait_while_for(&mut came, |came| !*came, Duration::from_secs(60));
            assert!(*came, "no helper came");
            assert!(!LEAD, "the injected bug");
        }
        Ok(None)
    }

    fn solve_leaf(
        &mut self,
        position: &Pos<Self>,
        window: Window,
        watch: &mut Watch,
    ) -> Result<Option<Score>, Stopped> {
        self.0.solve_leaf(position, window, watch)
    }
}

fn open_divided<const LEAD: bool>(variant: &'static Variant) -> Option<Box<dyn Engine>> {
    Some(Box::new(GameEngine::<Divided<LEAD>>::new(variant)))
}

/// The only best move is e1.
const DIVIDED_SEARCH: &str = "setoption name Threads value 2\n\
     position fen 1ooo4/2oooo2/xxxooxxx/1xoooxx1/xxxxoooo/oxxoooo1/2oxoo2/1oooo3 x\ngo depth 60\n\
     position startpos\ngo depth 4\n";

#[test]
fn the_work_of_a_helper_that_panics_is_done_by_others() {
    let lines = drive(open_divided::<false>, DIVIDED_SEARCH);
    assert!(lines.iter().any(|line| line.contains("helper 1 panicked")), "{lines:?}");
    let best: Vec<_> = lines.iter().filter(|line| line.starts_with("bestmove ")).collect();
    assert_eq!(best.len(), 2, "{lines:?}");
    assert!(best[0].starts_with("bestmove e1"), "{lines:?}");
}

#[test]
fn a_panic_in_the_main_thread_stops_its_helpers() {
    let lines = drive(open_divided::<true>, DIVIDED_SEARCH);
    let errors: Vec<_> = lines.iter().filter(|line| line.starts_with("info string error: ")).collect();
    assert_eq!(errors.len(), 1, "{lines:?}");
    assert!(errors[0].contains("the injected bug"));
    assert_eq!(lines.iter().filter(|line| line.starts_with("bestmove ")).count(), 2, "{lines:?}");
}

/// A game with a wrong table, whose statistics panic.
struct Wrong;

impl Playable for Wrong {
    type Game = LGame;
    type Expert = SolvedExpert<LGame>;

    const SOLVED_TABLE: Option<OpenTable<Self>> = Some(|_, _| Box::new(Wrong));
}

impl SolvedTable<LGame> for Wrong {
    fn prepare(&self) {}

    fn root_lines(
        &self,
        _: GameHistory<'_, Pos<SolvedExpert<LGame>>>,
        _: &[Mv<SolvedExpert<LGame>>],
        _: usize,
        _: &mut Watch,
    ) -> Result<Vec<ProvenLine<Mv<SolvedExpert<LGame>>>>, Stopped> {
        Ok(Vec::new())
    }

    fn statistics(&self, write: &mut dyn FnMut(String), _: &mut Watch) -> Result<(), Stopped> {
        write("started".into());
        panic!("the injected bug");
    }

    fn verify(&self, write: &mut dyn FnMut(String), _: &mut Watch) -> Result<(), SolveError> {
        write("started".into());
        Err(SolveError::Wrong("somewhere is a draw in the table, expected a win 3".into()))
    }
}

#[test]
fn a_wrong_table_is_not_verified_and_a_panic_ends_only_the_report() {
    let opener = |variant| Some(Box::new(GameEngine::<Wrong>::new(variant)) as Box<dyn Engine>);
    let lines = drive(opener, "solve\nsolve verify\ngo depth 1\n");
    let expected = [
        "info string started",
        "info string error: the solve panicked: the injected bug",
        "info string started",
        "info string error: somewhere is a draw in the table, expected a win 3",
    ];
    assert_eq!(lines[..4], expected);
    assert!(lines.last().is_some_and(|line| line.starts_with("bestmove ")), "{lines:?}");
    assert!(!lines.iter().any(|line| line.contains("verified")), "{lines:?}");
}

/// A game whose table panics while it is built.
struct Unprepared;

impl Playable for Unprepared {
    type Game = LGame;
    type Expert = SolvedExpert<LGame>;

    const SOLVED_TABLE: Option<OpenTable<Self>> = Some(|_, _| panic!("the injected bug"));
}

#[test]
fn a_panic_while_tables_are_built_ends_neither_isready_nor_the_session() {
    let opener = |variant| Some(Box::new(GameEngine::<Unprepared>::new(variant)) as Box<dyn Engine>);
    let lines = drive(opener, "isready\nisready\nd\n");
    let error = "info string error: internal error, the command was given up";
    assert_eq!(lines[..3], [error, "readyok", "readyok"]);
    assert!(lines.len() > 3, "the board is shown");
}
