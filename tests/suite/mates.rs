//! Proven wins and losses against every line of play on small crowded boards: none is claimed that is none, none sooner
//! than it can be, and where all is searched each at its very distance.
//!
//! The distances are counted here, in plies, without the engine's scores: a win in `d` plies is reported as 32,000 - d,
//! a loss as d - 32,000.

use super::equivalence::{SETUPS, Session, Setup, request};
use super::wrapper::follow_inner;
use quartet::game::{Game, Notation, Side};
use quartet::games::gomoku::{Gomoku, GomokuExpert, Point, Position, Rule};
use quartet::random::{SplitMix64, mix};
use quartet::score::Score;
use quartet::search::expert::{Coverage, Expert, Mv, Node, Pos, ScoredMove};
use quartet::search::limits::Limits;
use quartet::search::observer::{Effort, Note, Observer, PvLine};
use quartet::search::params::Params;
use quartet::search::request::SearchRequest;
use quartet::search::transposition_table::TranspositionTable;
use std::collections::HashMap;
use std::sync::Arc;

/// What a position is worth to the side to move with best play: the plies to its end, as few for the winner, as many
/// for the loser as can be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Truth {
    Win(u16),
    Draw,
    Loss(u16),
}

impl Truth {
    /// The better, the greater.
    fn rank(self) -> i32 {
        match self {
            Truth::Win(plies) => 1000 - i32::from(plies),
            Truth::Draw => 0,
            Truth::Loss(plies) => i32::from(plies) - 1000,
        }
    }

    /// For the side that has moved here.
    fn before(self) -> Truth {
        match self {
            Truth::Win(plies) => Truth::Loss(plies + 1),
            Truth::Draw => Truth::Draw,
            Truth::Loss(plies) => Truth::Win(plies + 1),
        }
    }

    /// What is reported of it.
    fn score(self) -> i16 {
        match self {
            Truth::Win(plies) => 32_000 - plies as i16,
            Truth::Draw => 0,
            Truth::Loss(plies) => plies as i16 - 32_000,
        }
    }
}

fn moves(position: &Position) -> Vec<Point> {
    let mut moves = Vec::new();
    Gomoku::legal_moves(position, &mut moves);
    moves
}

/// Tries everything.
fn truth(position: &mut Position, known: &mut HashMap<u64, Truth>) -> Truth {
    if position.winner().is_some() {
        return Truth::Loss(0);
    }
    if let Some(&truth) = known.get(&position.key()) {
        return truth;
    }
    let mut best = None;
    for mv in moves(position) {
        let undo = Gomoku::play(position, mv);
        let found = truth(position, known).before();
        Gomoku::undo(position, mv, undo);
        if best.is_none_or(|best: Truth| found.rank() > best.rank()) {
            best = Some(found);
        }
    }
    let best = best.unwrap_or(Truth::Draw);
    known.insert(position.key(), best);
    best
}

/// The stones of a board that is made.
struct Crowd {
    size: usize,
    stones: Vec<Option<Side>>,
}

impl Crowd {
    /// A full board on which no colour has more than two stones in a line: pairs of each, moved by two from row to row.
    fn full(size: usize, random: &mut SplitMix64) -> Crowd {
        let shift = random.below(4);
        let pair = |point: usize| (point % size + 2 * (point / size) + shift) / 2 % 2;
        Crowd { size, stones: (0..size * size).map(|point| Some([Side::X, Side::O][pair(point)])).collect() }
    }

    /// Five points in a row through this one, which is left empty like so many others, by lot; the rest get stones, if
    /// they have not been left empty before. Gives those others; none where there is no room.
    fn plant(&mut self, point: usize, others: usize, side: Side, random: &mut SplitMix64) -> Vec<usize> {
        let (down, right) = [(0, 1), (1, 0), (1, 1), (1, -1)][random.below(4)];
        let first = -(random.below(5) as i32);
        let at = |k: i32| {
            let (row, col) = ((point / self.size) as i32 + k * down, (point % self.size) as i32 + k * right);
            let on_board = |place: i32| (0..self.size as i32).contains(&place);
            (on_board(row) && on_board(col)).then(|| row as usize * self.size + col as usize)
        };
        let Some(mut row) = (first..first + 5).map(at).collect::<Option<Vec<usize>>>() else { return Vec::new() };
        row.retain(|&other| other != point);
        self.stones[point] = None;
        let left: Vec<usize> = (0..others).map(|_| row.swap_remove(random.below(row.len()))).collect();
        left.iter().for_each(|&point| self.stones[point] = None);
        row.into_iter().for_each(|point| self.stones[point] = self.stones[point].map(|_| side));
        left
    }

    /// Rows of a colour that work together: two through one point, or a third through a point of the second.
    fn plant_all(&mut self, random: &mut SplitMix64) {
        let side = [Side::X, Side::O][random.below(2)];
        let point = random.below(self.stones.len());
        let first = self.plant(point, 1, side, random);
        match first.first() {
            Some(&next) if random.below(2) == 0 => {
                if let Some(&last) = self.plant(next, 2, side, random).first() {
                    self.plant(last, 1, side, random);
                }
            }
            _ => drop(self.plant(point, 1, side, random)),
        }
    }

    fn position(&self, rule: Rule) -> Position {
        let mut position = Position::new(self.size, rule);
        for (point, side) in self.stones.iter().enumerate().filter_map(|(point, side)| Some((point, (*side)?))) {
            position.put(Point::new(point / self.size, point % self.size), side);
        }
        position.set_turn(Side::X, 0);
        position
    }
}

/// A crowded board with something to be seen to and at most so many empty points, `x` to move: seldom can `x` make five
/// at once, mostly either side threatens to or could.
fn crowded(random: &mut SplitMix64, most: usize) -> Position {
    loop {
        let mut crowd = Crowd::full(5 + random.below(3), random);
        for _ in 0..1 + random.below(2) {
            crowd.plant_all(random);
        }
        let mut position = crowd.position([Rule::Freestyle, Rule::Standard, Rule::Renju][random.below(3)]);
        let begins = position.find_winner() && Gomoku::terminal(&position).is_none();
        if !begins || !(3..=most).contains(&position.empties()) {
            continue;
        }
        let threatens = |mv: Point| {
            let mut after = position.clone();
            after.play(mv);
            fives(&after, Side::X) > 0
        };
        let is_won = fives(&position, Side::X) > 0 && random.below(16) > 0;
        let is_lively = fives(&position, Side::O) > 0 || moves(&position).into_iter().any(threatens);
        if !is_won && (is_lively || random.below(8) == 0) {
            return position;
        }
    }
}

/// How many points make five for a side.
fn fives(position: &Position, side: Side) -> usize {
    let (board, rule) = (position.board(), position.five_rule(side));
    board.empty_points().filter(|&point| board.makes_five(point, side, rule)).count()
}

/// That nothing false is said of a position worth this.
fn check(line: &PvLine<Point>, truth: Truth, shown: &str) {
    let Score(score) = line.score;
    match (score, truth) {
        // Whoever wins makes the last move, which is an odd number of plies from his first and an even one from the
        // other's.
        (31_001.., Truth::Win(shortest)) => {
            let plies = 32_000 - score;
            assert!(plies % 2 == 1 && plies >= shortest as i16, "{plies} plies of {truth:?} {shown}");
        }
        (..=-31_001, Truth::Loss(longest)) => {
            let plies = 32_000 + score;
            assert!(plies % 2 == 0 && plies >= longest as i16, "{plies} plies of {truth:?} {shown}");
        }
        (31_001.. | ..=-31_001, _) => panic!("{score} of {truth:?} {shown}"),
        _ => {}
    }
}

/// The expert of gomoku without his proofs, who counts some moves out, the same in a position each time: of `OUT_OF`
/// all but one.
struct Forgetful<const OUT_OF: u64>(GomokuExpert);

impl<const OUT_OF: u64> Expert for Forgetful<OUT_OF> {
    type Game = Gomoku;
    type Tables = <GomokuExpert as Expert>::Tables;

    fn new(tables: Arc<Self::Tables>) -> Self {
        Forgetful(GomokuExpert::new(tables))
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
        list.extend(listed.iter().map(|&mv| ScoredMove { mv, prior: 0 }));
        if OUT_OF == 1 { Coverage::Complete } else { Coverage::Partial }
    }
}

/// Searches that keep their tables from position to position.
struct Searches<E: Expert>(Vec<(Setup, Session<E>)>);

impl<E: Expert<Game = Gomoku>> Searches<E> {
    fn new(setups: &[Setup]) -> Self {
        Searches(setups.iter().map(|&setup| (setup, Session::new(setup))).collect())
    }

    /// The best line of a search by the setup whose turn it is.
    fn search(&mut self, turn: usize, request: SearchRequest<E>, limits: &Limits) -> PvLine<Point> {
        let count = self.0.len();
        let (setup, session) = &mut self.0[turn % count];
        session.search(&SearchRequest { lines: setup.lines, ..request }, limits).lines.remove(0)
    }

    /// How many proofs their tables hold of these positions, which have to be right.
    fn check_tables(&self, known: &HashMap<u64, Truth>, shown: &str) -> usize {
        self.0.iter().map(|(_, session)| check_table(&session.table, known, shown)).sum()
    }

    /// The win within so many plies that is found by looking for one.
    fn mate(&mut self, position: &Position, plies: u16) -> Option<PvLine<Point>> {
        let mut notes = Notes(Vec::new());
        let request = SearchRequest { mate_plies: Some(plies), ..request(position, 127) };
        let outcome = self.0[0].1.watched(&request, &Limits::default(), &mut notes);
        outcome.lines.into_iter().next().filter(|_| !notes.0.contains(&Note::NoMate))
    }
}

/// Remembers what is remarked.
struct Notes(Vec<Note>);

impl<M> Observer<M> for Notes {
    fn line(&mut self, _: usize, _: &PvLine<M>, _: Effort) {}

    fn note(&mut self, note: Note) {
        self.0.push(note);
    }
}

/// That nothing false is remembered of any position in the tree of one that was searched: what is proven there counts
/// from it.
fn check_table(table: &TranspositionTable, known: &HashMap<u64, Truth>, shown: &str) -> usize {
    let mut proven = 0;
    for (&key, &truth) in known {
        let Some(entry) = table.probe(key) else { continue };
        let (win, loss) = (32_000 - i32::from(entry.lower.0), 32_000 + i32::from(entry.upper.0));
        let is_right = |plies: i32, claimed: bool, bound: Option<u16>, odd: i32| {
            !claimed || bound.is_some_and(|bound| plies >= i32::from(bound) && plies % 2 == odd)
        };
        let (won, lost) = match truth {
            Truth::Win(plies) => (Some(plies), None),
            Truth::Loss(plies) => (None, Some(plies)),
            Truth::Draw => (None, None),
        };
        let (claims_win, claims_loss) = (entry.lower.0 > 31_000, entry.upper.0 < -31_000);
        let holds = is_right(win, claims_win, won, 1) && is_right(loss, claims_loss, lost, 0);
        assert!(holds, "{entry:?} of {truth:?} below {shown}");
        proven += usize::from(claims_win || claims_loss);
    }
    proven
}

/// How often a win or a loss was claimed.
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

/// A loss is claimed only after all legal moves were tried, however many of them the expert counts out: at the root and
/// below it, whatever the depth, with guesses and without, and wherever the search is stopped.
#[test]
fn nothing_is_lost_before_all_moves_were_tried() {
    let mut random = SplitMix64::new(51);
    let mut claims = Claims::default();
    let mut proven = 0;
    let mut searches = Searches::<Forgetful<4>>::new(&[SETUPS[0], SETUPS[1], SETUPS[3], SETUPS[5]]);
    for round in 0..120 {
        let mut position = crowded(&mut random, 8);
        let mut known = HashMap::new();
        let truth = truth(&mut position, &mut known);
        let shown = shown(&position);
        // What stopped searches of later positions leave in the table is no proof either.
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
                check(&line, truth, &shown);
                claims.add(line.score);
            }
        }
        proven += searches.check_tables(&known, &shown);
    }
    assert!(proven > 80, "{proven} proofs in the tables");
    assert!(claims.won > 10 && claims.lost > 15, "{claims:?}");
}

/// A search to the end of the game with all moves gives the value of every position with its distance.
#[test]
fn full_searches_tell_the_very_distance() {
    let mut random = SplitMix64::new(52);
    let mut seen = HashMap::<i16, usize>::new();
    let mut searches = Searches::<Forgetful<1>>::new(&[SETUPS[0], SETUPS[1], SETUPS[5]]);
    for round in 0..400 {
        let mut position = crowded(&mut random, 9);
        let mut known = HashMap::new();
        let truth = truth(&mut position, &mut known);
        let line = searches.search(round, request(&position, 20), &Limits::default());
        assert_eq!(line.score.0, truth.score(), "{truth:?} {}", shown(&position));
        searches.check_tables(&known, &shown(&position));
        *seen.entry(truth.score()).or_default() += 1;
    }
    let count = |truth: Truth| seen.get(&truth.score()).copied().unwrap_or(0);
    for truth in [Truth::Win(1), Truth::Win(3), Truth::Win(5), Truth::Loss(2), Truth::Loss(4), Truth::Draw] {
        assert!(count(truth) > 0, "{truth:?}: {seen:?}");
    }
}

/// The expert of gomoku with all of his proofs: whatever he is asked, no claim is false; `go mate` finds exactly the
/// wins that are short enough, the short ones at their distance; and the line of a win is as long as it says and ends
/// with the five.
#[test]
fn wins_are_found_at_their_distance_and_played_out() {
    let mut random = SplitMix64::new(53);
    let mut claims = Claims::default();
    let mut searches = Searches::<GomokuExpert>::new(&SETUPS[..1]);
    let mut mates = 0;
    for _ in 0..60 {
        let mut position = crowded(&mut random, 9);
        let mut known = HashMap::new();
        let truth = truth(&mut position, &mut known);
        let shown = shown(&position);
        for depth in [1, 2, 3, 5, 9] {
            for selective in [false, true] {
                let request = SearchRequest { selective, ..request(&position, depth) };
                let line = searches.search(0, request, &Limits::default());
                check(&line, truth, &shown);
                claims.add(line.score);
                if line.score.is_win() {
                    play_out(&position, &line, &shown);
                }
            }
        }
        for plies in [1, 3, 5, 7] {
            let shortest = match truth {
                Truth::Win(shortest) if shortest <= plies => Some(shortest as i16),
                _ => None,
            };
            let found = searches.mate(&position, plies);
            assert_eq!(found.is_some(), shortest.is_some(), "{plies} plies: {found:?} {truth:?} {shown}");
            let (Some(line), Some(shortest)) = (found, shortest) else { continue };
            let reported = 32_000 - line.score.0;
            let is_right = (shortest..=plies as i16).contains(&reported) && reported % 2 == 1;
            assert!(is_right && (shortest > 5 || reported == shortest), "{reported} {truth:?} {shown}");
            play_out(&position, &line, &shown);
            mates += 1;
        }
        searches.check_tables(&known, &shown);
    }
    assert!(mates > 10, "{mates}");
    assert!(claims.won > 50 && claims.lost > 10, "{claims:?}");
}

/// The line of a win, to its five.
fn play_out(position: &Position, line: &PvLine<Point>, shown: &str) {
    let mut end = position.clone();
    for &mv in &line.pv {
        assert!(Gomoku::is_legal(&end, mv), "{line:?} {shown}");
        end.play(mv);
    }
    let plies = 32_000 - line.score.0;
    assert!(end.winner() == Some(position.side()) && line.pv.len() <= plies as usize, "{line:?} {shown}");
}
