use super::{Judge, Nondeterminism, SequentialTest};
use crate::record::{GameRecord, MoveRecord, OpeningRecord, example};
use crate::settings::{EngineSettings, MatchSettings};
use crate::stats::{Cluster, Model, Outcome, Sample, Sprt, SprtState};
use quartet::game::Side;
use quartet::random::SplitMix64;
use quartet_rules::GameResult::{self, Draw, FirstWins, SecondWins};

/// A game of A and B from an opening; A moves first in games of even numbers.
fn game(id: u64, opening: &str, moves: &str, result: GameResult) -> GameRecord {
    let names = if id.is_multiple_of(2) { ["A", "B"] } else { ["B", "A"] };
    let made = moves.split(' ').enumerate().map(|(ply, text)| MoveRecord {
        text: text.into(),
        engine: names[ply % 2].into(),
        score: None,
        depth: None,
        seldepth: None,
        nodes: None,
        nps: None,
        // The times differ.
        ms: id as f64,
        engine_ms: None,
        ponderhit: false,
    });
    GameRecord {
        opening: OpeningRecord { index: id / 2, setup: "startpos".into(), moves: vec![opening.into()] },
        moves: made.collect(),
        final_position: opening.into(),
        ..example(id, names, result)
    }
}

/// A pair from an opening of its own that repeats none, with these results for A.
fn pair(number: u64, results: [GameResult; 2]) -> [GameRecord; 2] {
    let second = match results[1] {
        FirstWins => SecondWins,
        SecondWins => FirstWins,
        Draw => Draw,
    };
    let opening = number.to_string();
    [game(2 * number, &opening, "a b", results[0]), game(2 * number + 1, &opening, "a b", second)]
}

fn judge(count_repeats: bool) -> Judge {
    let engine = |name: &str| EngineSettings { name: name.into(), ..EngineSettings::default() };
    let sprt = Some(Sprt::new(0.0, 40.0, 0.05, 0.05, Model::Logistic).unwrap());
    let engines = vec![engine("A"), engine("B")];
    Judge::new(&MatchSettings { sprt, count_repeats, engines, ..MatchSettings::default() }).unwrap()
}

fn test(games: &[GameRecord]) -> SequentialTest {
    let mut judge = judge(false);
    games.iter().for_each(|game| judge.add(game));
    judge.test()
}

fn random_result(random: &mut SplitMix64, wins: usize) -> GameResult {
    match random.below(10) {
        value if value < wins => FirstWins,
        value if value < 8 => Draw,
        _ => SecondWins,
    }
}

/// The naive twin: the first pair after which all results so far, judged as a whole, cross a bound.
fn by_prefixes(results: &[[GameResult; 2]]) -> (SprtState, u64) {
    let mut sample = Sample::default();
    for (pairs, pair) in (1..).zip(results) {
        let [one, other] = pair.map(|result| Outcome::of(result, Side::X));
        sample.add(Cluster::Pair(one, other));
        let state = judge(false).sprt.judge(&sample).state;
        if state != SprtState::Continue {
            return (state, pairs);
        }
    }
    (SprtState::Continue, results.len() as u64)
}

#[test]
fn the_decision_does_not_depend_on_the_order_of_arrival() {
    let mut random = SplitMix64::new(8);
    let mut decided = 0;
    for _ in 0..40 {
        let wins = 1 + random.below(4);
        let results: Vec<_> = (0..60).map(|_| [0; 2].map(|_| random_result(&mut random, wins))).collect();
        let games: Vec<GameRecord> = (0..).zip(&results).flat_map(|(number, results)| pair(number, *results)).collect();
        let expected = test(&games);
        assert_eq!((expected.status.state, expected.pairs), by_prefixes(&results));
        decided += u32::from(expected.status.state != SprtState::Continue);
        for _ in 0..5 {
            let mut arrivals = games.clone();
            for last in (1..arrivals.len()).rev() {
                arrivals.swap(last, random.below(last + 1));
            }
            let found = test(&arrivals);
            assert_eq!((found.status, found.pairs), (expected.status, expected.pairs));
            assert_eq!(found.later_pairs, expected.later_pairs);
            assert_eq!((found.llr_once, found.llr_all), (expected.llr_once, expected.llr_all));
        }
    }
    assert!((5..36).contains(&decided), "{decided} of 40");
}

/// However clear the later pairs are, nothing is decided before the missing one has arrived; then nothing changes.
#[test]
fn a_missing_pair_holds_the_decision_back() {
    let mut judge = judge(false);
    let wins = |number| pair(number, [FirstWins, FirstWins]);
    (1..300).flat_map(wins).for_each(|game| judge.add(&game));
    let [first, second] = wins(0);
    judge.add(&first);
    assert!(!judge.is_decided());
    let waits = "SPRT: pairs are judged in order; 299 complete pairs wait for pair 0";
    assert_eq!((judge.test().pairs, judge.test().later_line().as_deref()), (0, Some(waits)));
    judge.add(&second);
    let decided = judge.test();
    assert_eq!(decided.status.state, SprtState::AcceptH1);
    let line = format!(
        "SPRT: decided by the first {} pairs; {} later pairs count in the estimates only",
        decided.pairs,
        300 - decided.pairs
    );
    assert_eq!(decided.later_line(), Some(line));
    (300..600).flat_map(|number| pair(number, [SecondWins, SecondWins])).for_each(|game| judge.add(&game));
    assert_eq!((judge.test().status, judge.test().pairs), (decided.status, decided.pairs));
}

#[test]
fn a_repeated_pair_counts_once() {
    let pair = |first: u64, opening| [0, 1].map(|other| game(first + other, opening, "a b c", FirstWins));
    let mut games = [pair(0, "f5"), pair(2, "f5"), pair(4, "d3"), pair(6, "f5")].concat();
    let found = test(&games);
    assert_eq!((found.pairs, found.repeats, found.nondeterminism), (4, 2, None));
    let once = test(&[pair(0, "f5"), pair(2, "d3")].concat());
    assert_eq!((found.status.llr, found.llr_once), (once.status.llr, once.status.llr));
    games.reverse();
    assert_eq!(test(&games).status, found.status);
    // A pair without its other game is not judged.
    let alone: Vec<_> = games.into_iter().filter(|game| game.id % 2 == 0).collect();
    assert_eq!((test(&alone).pairs, test(&alone).later_pairs), (0, 0));
}

#[test]
fn a_pair_repeats_another_only_move_for_move() {
    let whole = [game(0, "f5", "a b c", FirstWins), game(1, "f5", "a b c", FirstWins)];
    let mut other = [game(2, "f5", "a b c", FirstWins), game(3, "f5", "a b c", Draw)];
    assert_eq!(test(&[whole.clone(), other.clone()].concat()).repeats, 0);
    // A game that a failure ended early is no deviation.
    other[1].result = SecondWins;
    other[1].moves.pop();
    let found = test(&[whole, other].concat());
    assert_eq!((found.repeats, found.nondeterminism), (0, None));
}

#[test]
fn an_engine_that_deviates_is_random() {
    let moves = |list: [(&str, &str); 4]| {
        let games = (0..).zip(list).map(|(id, (opening, moves))| game(id, opening, moves, FirstWins));
        games.collect::<Vec<_>>()
    };
    let nondeterminism = |engine: &str, games| Some(Nondeterminism { engine: engine.into(), games });
    let games = moves([("f5", "a b c"), ("f5", "a b c"), ("f5", "a b c"), ("f5", "a x y z")]);
    assert_eq!(test(&games).nondeterminism, nondeterminism("A", [1, 3]));
    assert!(test(&games).repeats_counted);
    let games = moves([("f5", "a b"), ("f5", "a b"), ("f5", "c b"), ("f5", "a b")]);
    assert_eq!(test(&games).nondeterminism, nondeterminism("A", [0, 2]));
    // A different game from another opening, with other colours or in another match is no evidence.
    let games = moves([("f5", "a b c"), ("f5", "c b a"), ("d3", "a x c"), ("d3", "c y a")]);
    assert_eq!(test(&games).nondeterminism, None);
    let mut judge = judge(false);
    for moves in ["a b", "c d"] {
        [0, 1].into_iter().for_each(|id| judge.add(&game(id, "f5", moves, FirstWins)));
        judge.next_match();
    }
    assert_eq!((judge.test().nondeterminism, judge.test().pairs), (None, 2));
}

/// Nondeterminism that shows in a later pair does not reach back.
#[test]
fn a_later_deviation_does_not_change_an_earlier_state() {
    let repeated = |number: u64| [0, 1].map(|other| game(2 * number + other, "f5", "a b", FirstWins));
    let games: Vec<_> = (0..10).flat_map(repeated).collect();
    let deviation = [game(40, "f5", "x b", FirstWins), game(41, "f5", "a b", FirstWins)];
    let (before, after) = (test(&games), test(&[&games[..], &deviation].concat()));
    assert_eq!((after.nondeterminism, after.status, after.later_pairs), (None, before.status, 1));
}

#[test]
fn repeats_can_be_declared_to_count() {
    let mut judge = judge(true);
    let drawn = |number: u64| [0, 1].map(|other| game(2 * number + other, "f5", "a b", Draw));
    (0..10).flat_map(drawn).for_each(|game| judge.add(&game));
    let found = judge.test();
    assert_eq!((found.repeats, found.repeats_counted, found.status.llr), (9, true, found.llr_all));
}
