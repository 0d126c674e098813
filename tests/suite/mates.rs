//! Proven wins and losses against exhaustive search on small crowded boards of Gomoku: no claim is false or too short,
//! and full searches return the exact distance.
//!
//! Distances are counted in plies and converted to scores here, without the engine's functions: a win in `d` plies
//! scores 32,000 - d, a loss in `d` plies d - 32,000.

use super::crowded_boards::{ExactValue, crowded_position, exact_value, moves};
use super::search_setups::{SETUPS, Session, Setup, request};
use super::wrapper::follow_inner;
use quartet::game::{Game, Notation};
use quartet::games::gomoku::{Gomoku, GomokuExpert, Point, Position};
use quartet::random::{SplitMix64, mix};
use quartet::score::Score;
use quartet::search::expert::{Coverage, Expert, Mv, Node, Pos, ScoredMove};
use quartet::search::limits::Limits;
use quartet::search::observer::{Note, Observer, PvLine, SearchStats};
use quartet::search::params::Params;
use quartet::search::request::SearchRequest;
use quartet::search::transposition_table::TranspositionTable;
use std::collections::HashMap;
use std::sync::Arc;

/// Checks that a line claims no false or too short win or loss in a position of this value.
fn check(line: &PvLine<Point>, value: ExactValue, shown: &str) {
    let Score(score) = line.score;
    match (score, value) {
        // The winner makes the last move, so a win takes an odd number of plies and a loss an even one.
        (31_001.., ExactValue::Win(shortest)) => {
            let plies = 32_000 - score;
            assert!(plies % 2 == 1 && plies >= shortest as i16, "{plies} plies of {value:?} {shown}");
        }
        (..=-31_001, ExactValue::Loss(longest)) => {
            let plies = 32_000 + score;
            assert!(plies % 2 == 0 && plies >= longest as i16, "{plies} plies of {value:?} {shown}");
        }
        (31_001.. | ..=-31_001, _) => panic!("{score} of {value:?} {shown}"),
        _ => {}
    }
}

/// Gomoku's expert without proofs, which lists about one in `OUT_OF` moves, always the same ones in a position.
struct FewMoves<const OUT_OF: u64>(GomokuExpert);

impl<const OUT_OF: u64> Expert for FewMoves<OUT_OF> {
    type Game = Gomoku;
    type Tables = <GomokuExpert as Expert>::Tables;

    fn new(tables: Arc<Self::Tables>) -> Self {
        FewMoves(GomokuExpert::new(tables))
    }

    fn params(&self) -> Params {
        Params { aspiration_delta: 3, etc_min_depth: 2, split_min_depth: 2, accept_any_win: false, ..self.0.params() }
    }

    follow_inner!();

    fn evaluate(&mut self, position: &Pos<Self>) -> Score {
        self.0.evaluate(position)
    }

    fn candidates(&mut self, position: &Pos<Self>, _: &Node, list: &mut Vec<ScoredMove<Mv<Self>>>) -> Coverage {
        let legal = moves(position);
        let is_kept = |mv: &Point| mix(position.key() ^ mv.index() as u64).is_multiple_of(OUT_OF);
        let kept: Vec<Point> = legal.iter().copied().filter(is_kept).collect();
        let listed = if kept.is_empty() { &legal[..1] } else { &kept[..] };
        list.extend(listed.iter().map(|&mv| ScoredMove { mv, score: 0 }));
        if OUT_OF == 1 { Coverage::Complete } else { Coverage::Partial }
    }
}

/// Sessions in several setups, which keep their tables from position to position.
struct Searches<E: Expert>(Vec<(Setup, Session<E>)>);

impl<E: Expert<Game = Gomoku>> Searches<E> {
    fn new(setups: &[Setup]) -> Self {
        Searches(setups.iter().map(|&setup| (setup, Session::new(setup))).collect())
    }

    /// The best line of a search with the setups in turn: number `turn` modulo their count.
    fn search(&mut self, turn: usize, request: SearchRequest<E>, limits: &Limits) -> PvLine<Point> {
        let count = self.0.len();
        let (setup, session) = &mut self.0[turn % count];
        session.search(&SearchRequest { multi_pv: setup.lines, ..request }, limits).lines.remove(0)
    }

    /// Checks the proofs of these positions in all tables and returns how many there are.
    fn check_tables(&self, known: &HashMap<u64, ExactValue>, shown: &str) -> usize {
        self.0.iter().map(|(_, session)| check_table(&session.table, known, shown)).sum()
    }

    /// The win found by a search for a mate within this number of plies.
    fn mate(&mut self, position: &Position, plies: u16) -> Option<PvLine<Point>> {
        let mut notes = Notes(Vec::new());
        let request = SearchRequest { mate_plies: Some(plies), ..request(position, 127) };
        let outcome = self.0[0].1.search_observed(&request, &Limits::default(), &mut notes);
        outcome.lines.into_iter().next().filter(|_| !notes.0.contains(&Note::NoMate))
    }
}

/// Records the notes of a search.
struct Notes(Vec<Note>);

impl<M> Observer<M> for Notes {
    fn line(&mut self, _: usize, _: &PvLine<M>, _: SearchStats) {}

    fn note(&mut self, note: Note) {
        self.0.push(note);
    }
}

/// Checks that no table entry of these positions claims a false win or loss, with distances counted from the position
/// itself; returns how many entries claim one.
fn check_table(table: &TranspositionTable, known: &HashMap<u64, ExactValue>, shown: &str) -> usize {
    let mut proven = 0;
    for (&key, &value) in known {
        let Some(entry) = table.probe(key) else { continue };
        let (win, loss) = (32_000 - i32::from(entry.lower.0), 32_000 + i32::from(entry.upper.0));
        let is_right = |plies: i32, claimed: bool, bound: Option<u16>, odd: i32| {
            !claimed || bound.is_some_and(|bound| plies >= i32::from(bound) && plies % 2 == odd)
        };
        let (won, lost) = match value {
            ExactValue::Win(plies) => (Some(plies), None),
            ExactValue::Loss(plies) => (None, Some(plies)),
            ExactValue::Draw => (None, None),
        };
        let (claims_win, claims_loss) = (entry.lower.0 > 31_000, entry.upper.0 < -31_000);
        let holds = is_right(win, claims_win, won, 1) && is_right(loss, claims_loss, lost, 0);
        assert!(holds, "{entry:?} of {value:?} below {shown}");
        proven += usize::from(claims_win || claims_loss);
    }
    proven
}

/// Counts of claimed wins and losses.
#[derive(Default, Debug)]
struct Claims {
    won: usize,
    lost: usize,
}

impl Claims {
    fn add(&mut self, score: Score) {
        self.won += usize::from(score.is_win());
        self.lost += usize::from(score.is_loss());
    }
}

fn shown(position: &Position) -> String {
    format!("{:?} {}", position.rule(), Gomoku::write_position(position))
}

/// A loss is claimed only after all legal moves were searched, however many of them the expert leaves out: at the root
/// and below it, at any depth, in selective searches and others, and wherever the search is stopped.
#[test]
fn no_loss_is_claimed_before_all_moves_were_searched() {
    let mut random = SplitMix64::new(51);
    let mut claims = Claims::default();
    let mut proven = 0;
    let mut searches = Searches::<FewMoves<4>>::new(&[SETUPS[0], SETUPS[1], SETUPS[3], SETUPS[5]]);
    for round in 0..120 {
        let mut position = crowded_position(&mut random, 8);
        let mut known = HashMap::new();
        let value = exact_value(&mut position, &mut known);
        let shown = shown(&position);
        // Stopped searches of later positions must not leave false proofs in the table.
        for mv in moves(&position).into_iter().take(2) {
            let mut after = position.clone();
            after.play(mv);
            for nodes in [20, 80] {
                let request = SearchRequest { selective: true, ..request(&after, 8) };
                if Gomoku::terminal(&after).is_none() {
                    searches.search(round, request, &Limits { nodes: Some(nodes), ..Limits::default() });
                }
            }
        }
        for depth in [1, 2, 3, 4, 8] {
            for selective in [false, true] {
                let request = SearchRequest { selective, ..request(&position, depth) };
                let nodes = (round % 3 == 1).then(|| 1 + random.below(200) as u64);
                let line = searches.search(round, request, &Limits { nodes, ..Limits::default() });
                check(&line, value, &shown);
                claims.add(line.score);
            }
        }
        proven += searches.check_tables(&known, &shown);
    }
    assert!(proven > 80, "{proven} proofs in the tables");
    assert!(claims.won > 10 && claims.lost > 15, "{claims:?}");
}

#[test]
fn full_searches_return_the_exact_distance() {
    let mut random = SplitMix64::new(52);
    let mut seen = HashMap::<i16, usize>::new();
    let mut searches = Searches::<FewMoves<1>>::new(&[SETUPS[0], SETUPS[1], SETUPS[5]]);
    for round in 0..400 {
        let mut position = crowded_position(&mut random, 9);
        let mut known = HashMap::new();
        let value = exact_value(&mut position, &mut known);
        let line = searches.search(round, request(&position, 20), &Limits::default());
        assert_eq!(line.score.0, value.score(), "{value:?} {}", shown(&position));
        searches.check_tables(&known, &shown(&position));
        *seen.entry(value.score()).or_default() += 1;
    }
    let count = |value: ExactValue| seen.get(&value.score()).copied().unwrap_or(0);
    for value in [
        ExactValue::Win(1),
        ExactValue::Win(3),
        ExactValue::Win(5),
        ExactValue::Loss(2),
        ExactValue::Loss(4),
        ExactValue::Draw,
    ] {
        assert!(count(value) > 0, "{value:?}: {seen:?}");
    }
}

/// With Gomoku's own expert and all of its proofs no claim is false; `go mate` finds exactly the wins that are short
/// enough, those of up to 5 plies at their exact distance; and the line of a win ends with five in a row.
#[test]
fn wins_have_their_exact_distance_and_line() {
    let mut random = SplitMix64::new(53);
    let mut claims = Claims::default();
    let mut searches = Searches::<GomokuExpert>::new(&SETUPS[..1]);
    let mut mates = 0;
    for _ in 0..60 {
        let mut position = crowded_position(&mut random, 9);
        let mut known = HashMap::new();
        let value = exact_value(&mut position, &mut known);
        let shown = shown(&position);
        for depth in [1, 2, 3, 5, 9] {
            for selective in [false, true] {
                let request = SearchRequest { selective, ..request(&position, depth) };
                let line = searches.search(0, request, &Limits::default());
                check(&line, value, &shown);
                claims.add(line.score);
                if line.score.is_win() {
                    play_out(&position, &line, &shown);
                }
            }
        }
        for plies in [1, 3, 5, 7] {
            let shortest = match value {
                ExactValue::Win(shortest) if shortest <= plies => Some(shortest as i16),
                _ => None,
            };
            let found = searches.mate(&position, plies);
            assert_eq!(found.is_some(), shortest.is_some(), "{plies} plies: {found:?} {value:?} {shown}");
            let (Some(line), Some(shortest)) = (found, shortest) else { continue };
            let reported = 32_000 - line.score.0;
            let is_right = (shortest..=plies as i16).contains(&reported) && reported % 2 == 1;
            assert!(is_right && (shortest > 5 || reported == shortest), "{reported} {value:?} {shown}");
            play_out(&position, &line, &shown);
            mates += 1;
        }
        searches.check_tables(&known, &shown);
    }
    assert!(mates > 10, "{mates}");
    assert!(claims.won > 50 && claims.lost > 10, "{claims:?}");
}

/// Checks that the line of a win is legal, ends with five in a row and is no longer than its score says.
fn play_out(position: &Position, line: &PvLine<Point>, shown: &str) {
    let mut end = position.clone();
    for &mv in &line.pv {
        assert!(Gomoku::is_legal(&end, mv), "{line:?} {shown}");
        end.play(mv);
    }
    let plies = 32_000 - line.score.0;
    assert!(end.winner() == Some(position.side()) && line.pv.len() <= plies as usize, "{line:?} {shown}");
}
