//! Models of what threads share. Loom runs them in every order that the memory model allows; other builds run them many
//! times as they are.

#![cfg(test)]

use super::pool::{OwnerStep, SplitPool};
use super::split_point::{SplitPoint, SplitState};
use crate::game::PackedMove;
use crate::score::{Bound, Score, Window};
use crate::search::expert::{Goal, Iteration, Node, ScoredMove};
use crate::search::move_loop::MoveLoop;
use crate::search::stop::StopToken;
use crate::search::transposition_table::{Draft, Entry, TranspositionTable};
use crate::sync::{Mutex, thread};
use std::sync::Arc;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Move(u16);

impl PackedMove for Move {
    fn to_bits(self) -> u16 {
        self.0
    }

    fn from_bits(bits: u16) -> Self {
        Move(bits)
    }
}

/// Runs a model many times.
#[cfg(not(loom))]
fn model(_preemptions: usize, body: impl Fn() + Sync + Send + 'static) {
    (0..500).for_each(|_| body());
}

/// Runs a model with at most this many preemptions, which is where nearly all faults of threads show (Musuvathi and
/// Qadeer, "Iterative context bounding for systematic testing of multithreaded programs", 2007).
#[cfg(loom)]
fn model(preemptions: usize, body: impl Fn() + Sync + Send + 'static) {
    let mut builder = loom::model::Builder::new();
    builder.preemption_bound = Some(preemptions);
    builder.check(body);
}

#[test]
fn a_stop_reaches_a_child_that_is_just_being_made() {
    model(5, || {
        let token = StopToken::default();
        let stopping = {
            let token = token.clone();
            thread::spawn(move || token.stop())
        };
        let grandchild = token.child().child();
        stopping.join().expect("no panic");
        assert!(grandchild.is_set());
    });
}

#[test]
fn two_stops_at_once_reach_all() {
    model(5, || {
        let token = StopToken::default();
        let child = token.child();
        let stop = |token: &StopToken| {
            let token = token.clone();
            thread::spawn(move || token.stop())
        };
        let stopping = [stop(&token), stop(&child)];
        let late = child.child();
        stopping.into_iter().for_each(|thread| thread.join().expect("no panic"));
        assert!(token.is_set() && child.is_set() && late.is_set());
    });
}

/// What a thread stores, with a score and a move that tell it from all others.
fn store(table: &TranspositionTable, key: u64, number: u16) {
    let draft = Draft { depth: number as u8, selectivity: 0 };
    table.store(key, Score(number as i16), Bound::Exact, number, draft);
}

/// Whether an entry is one that [`store`] has written.
fn is_whole(entry: &Entry) -> bool {
    let number = entry.mv;
    let score = Score(number as i16);
    (entry.lower, entry.upper, entry.draft.depth) == (score, score, number as u8)
}

/// Two threads write the same slot while a third one reads it: what it finds is what one of them wrote for this key.
fn check_slot(keys: [u64; 2]) {
    model(4, move || {
        let table = Arc::new(TranspositionTable::default());
        let writing = [(keys[0], 1), (keys[1], 2)].map(|(key, number)| {
            let table = table.clone();
            thread::spawn(move || store(&table, key, number))
        });
        for key in keys {
            if let Some(entry) = table.probe(key) {
                assert!(is_whole(&entry), "{entry:?}");
                assert!(keys[0] == keys[1] || key == keys[usize::from(entry.mv) - 1], "{entry:?} for {key}");
            }
        }
        writing.into_iter().for_each(|thread| thread.join().expect("no panic"));
    });
}

#[test]
fn a_probe_finds_nothing_that_was_not_stored() {
    check_slot([0x1234_5678_9ABC_DEF0, 0x0FED_CBA9_8765_4321]);
}

#[test]
fn a_probe_finds_no_mixture_of_two_values() {
    check_slot([0x1234_5678_9ABC_DEF0; 2]);
}

fn split_point(stop: &StopToken, moves: u16, beta: Score) -> Arc<SplitPoint<Move>> {
    let window = Window { alpha: Score(0), beta };
    let goal = Goal::Heuristic;
    let moves = (0..moves).map(|bits| ScoredMove { mv: Move(bits), score: 0 }).collect();
    let (move_loop, pv, losing_moves) = (MoveLoop::new(window), Vec::new(), Vec::new());
    Arc::new(SplitPoint {
        parent: None,
        line: Vec::new(),
        node: Node { depth: 3, ply: 0, window, goal, selectivity: 0, cut_node: true },
        iteration: Iteration { depth: 3, goal, selectivity: 0 },
        is_in_probcut: false,
        is_pv: false,
        stop: stop.child(),
        state: Mutex::new(SplitState { moves, move_loop, in_progress: 0, pv, seldepth: 0, losing_moves }),
    })
}

/// Searches moves of a split point; the first `abandoned` of this worker are put back, as by one that panics.
fn work(pool: &SplitPool<Move>, point: &SplitPoint<Move>, abandoned: usize, score: Score) {
    for count in 0.. {
        let Some(task) = pool.pick(point) else { return };
        if count < abandoned {
            return;
        }
        task.finish(score, &[], 1);
    }
}

/// The owner and a helper search the moves of a split point, each of which has this score. Returns the moves that have
/// been searched and lose when the owner leaves, and whether a cutoff has ended the split point.
fn search(beta: Score, abandoned: usize, score: Score) -> (Vec<u16>, bool) {
    let stop = StopToken::default();
    let pool = Arc::new(SplitPool::new(&stop));
    let point = split_point(pool.helpers_stop(), 2, beta);
    let helper = {
        let pool = pool.clone();
        thread::spawn(move || {
            if let Some(point) = pool.next() {
                work(&pool, &point, abandoned, score);
            }
        })
    };
    let open = pool.open(&point);
    pool.run_owner(&point, |step| match step {
        OwnerStep::Work => work(&pool, &point, 0, score),
        OwnerStep::Join(_) => unreachable!("no other split point is open"),
    });
    let is_cut_off = point.stop.is_set();
    drop(open);
    pool.close();
    let mut losing: Vec<u16> = point.state.lock().losing_moves.iter().map(|mv| mv.0).collect();
    helper.join().expect("no panic");
    losing.sort_unstable();
    (losing, is_cut_off)
}

/// Neither waits for ever, which loom reports as a deadlock.
#[test]
fn each_move_is_searched_once_before_the_owner_leaves() {
    model(3, || assert_eq!(search(Score(100), 0, Score::loss_in(4)), (vec![0, 1], false)));
}

#[test]
fn a_move_that_was_put_back_is_searched() {
    model(3, || assert_eq!(search(Score(100), 1, Score::loss_in(4)), (vec![0, 1], false)));
}

#[test]
fn a_cutoff_ends_the_split_point() {
    model(3, || assert!(search(Score(1), 0, Score(1)).1));
}

#[test]
fn a_stop_ends_all_waiting() {
    model(3, || {
        let stop = StopToken::default();
        let pool: Arc<SplitPool<Move>> = Arc::new(SplitPool::new(&stop));
        let helper = {
            let pool = pool.clone();
            thread::spawn(move || assert!(pool.next().is_none()))
        };
        pool.close();
        helper.join().expect("no panic");
    });
}
