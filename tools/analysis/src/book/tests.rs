use super::book_graph::{BookGraph, Node, NodeId, distinct_moves};
use super::expansion::{Expansion, Plan};
use super::grow::{Limits, grow};
use super::priority::Growth;
use super::searcher::{Answer, EngineSearcher, Question, Searcher};
use super::seed::Seeds;
use super::values::value_of;
use crate::settings::Limit;
use anyhow::Result;
use quartet::engine::book::{Book, BookValue, Header, book_moves, canonical};
use quartet::game::{Game, Side, Terminal};
use quartet::games::gomoku::Gomoku;
use quartet::games::othello::Othello;
use quartet::games::playable::{MoveOf as Move, Playable, PositionOf as Position};
use quartet::random::mix;
use quartet::score::Score;
use quartet::search::stop::StopToken;
use std::collections::HashMap;

const GAMES: [&str; 2] = ["quartet book 1 othello", "quartet book 1 gomoku BoardSize=6 Rule=freestyle"];

/// A stand-in for a search: values that look random, but depend on the position only. One in sixteen is exact.
struct Dice;

impl Dice {
    fn value<P: Playable>(position: &Position<P>, mv: Move<P>) -> BookValue {
        let mut after = position.clone();
        P::Game::play(&mut after, mv);
        match P::Game::terminal(&after) {
            Some(Terminal::Loss) => return BookValue::exact(Score::win_in(1)),
            Some(terminal) => return BookValue::exact(-terminal.score(0)),
            None => {}
        }
        let text = canonical::<P::Game>(&after).text;
        let hash = text.bytes().fold(7, |hash, byte| mix(hash ^ u64::from(byte)));
        let estimate = Score((hash >> 8) as i16 % 400);
        match hash % 48 {
            0 => BookValue::exact(Score::win_in(3 + (hash >> 40) as u16 % 9)),
            1 => BookValue::exact(Score::loss_in(2 + (hash >> 40) as u16 % 9)),
            2 => BookValue::exact(estimate),
            _ => BookValue::estimate(estimate, 1 + (hash >> 40) as u16 % 20),
        }
    }
}

impl<P: Playable> Searcher<P> for Dice {
    fn search(&mut self, question: &Question<P>) -> Result<Option<Answer<P>>> {
        let position = &question.position;
        let moves =
            if question.moves.is_empty() { distinct_moves::<P::Game>(position) } else { question.moves.clone() };
        let mut answer: Answer<P> = moves.into_iter().map(|mv| (mv, Dice::value::<P>(position, mv))).collect();
        answer.sort_by_key(|(_, value)| std::cmp::Reverse(value.score()));
        answer.truncate(question.lines);
        // An exact value below an estimate would say that the estimate is exact, too.
        if answer.first().is_some_and(|(_, best)| best.is_exact() && !best.score().is_win()) {
            answer[0].1 = BookValue::estimate(Score(answer[0].1.score().0.clamp(-9_000, 9_000)), 5);
        }
        Ok(Some(answer))
    }
}

fn expansion<P: Playable>(header: &str, lines: usize, seeds: Seeds<P>) -> Expansion<P> {
    let header = Header::read(header).expect("a header");
    Expansion::new(BookGraph::new(header), Plan { lines, weight: 3 }, seeds)
}

/// Grows a book by so many positions.
fn grown<P: Playable>(expansion: Expansion<P>, positions: u64, threads: usize) -> Expansion<P> {
    let searchers = (0..threads).map(|_| Box::new(Dice) as Box<dyn Searcher<P>>).collect();
    let limits = Limits { positions: Some(positions), time: None };
    let stop = StopToken::default();
    grow(expansion, searchers, limits, &stop, &mut |_| Ok(()), &mut |_| {}).expect("a book")
}

/// Plain negamax over the stored positions: a naive twin of the values that growth carries back step by step.
fn negamax<P: Playable>(graph: &BookGraph<P>, id: NodeId, known: &mut HashMap<NodeId, BookValue>) -> BookValue {
    if let Some(value) = known.get(&id) {
        return *value;
    }
    let stored = graph.node(id);
    let mut node = Node::<P::Game> {
        text: stored.text.clone(),
        position: stored.position.clone(),
        links: stored.links.clone(),
        parents: Vec::new(),
        comment: String::new(),
        ..*stored
    };
    for link in &mut node.links {
        let Some(child) = link.child else { continue };
        let value = negamax(graph, child, known).of_move_here();
        if value.is_exact() || !link.value.is_exact() {
            link.value = value;
        }
    }
    node.sort();
    let value = value_of(&node).expect("every position has moves");
    known.insert(id, value);
    value
}

fn check_values<P: Playable>(graph: &BookGraph<P>) {
    let mut known = HashMap::new();
    for id in graph.ids() {
        let value = negamax(graph, id, &mut known);
        let node = graph.node(id);
        assert_eq!(value_of(node), Some(value), "{}", node.text);
        let best = node.links.iter().map(|link| link.value.score()).max();
        assert_eq!(node.links.first().map(|link| link.value.score()), best, "{}", node.text);
        for link in node.links.iter().filter(|link| !link.value.is_exact()) {
            let there = link.child.and_then(|child| known.get(&child).copied());
            assert!(there.is_none_or(|there| there.of_move_here() == link.value), "{}", node.text);
        }
    }
}

/// Every move knows the position it leads to, and every position where it comes from.
fn check_links<P: Playable>(graph: &BookGraph<P>) {
    for id in graph.ids() {
        let node = graph.node(id);
        assert_eq!(graph.find(&node.text), Some(id));
        for link in &node.links {
            let mut after = node.position.clone();
            P::Game::play(&mut after, link.mv);
            assert_eq!(link.child, graph.find(&canonical::<P::Game>(&after).text));
            assert!(link.child.is_none_or(|child| graph.node(child).parents.contains(&id)));
        }
        for parent in &node.parents {
            assert!(graph.node(*parent).links.iter().any(|link| link.child == Some(id)));
        }
    }
}

#[test]
fn values_are_those_of_plain_negamax() {
    for (lines, threads) in [(1, 1), (2, 1), (3, 3), (9, 2)] {
        let othello = grown(expansion::<Othello>(GAMES[0], lines, Seeds::default()), 300, threads);
        assert!(othello.graph().len() > 100, "{lines}: {}", othello.graph().len());
        check_values(othello.graph());
        check_links(othello.graph());
        let gomoku = grown(expansion::<Gomoku>(GAMES[1], lines, Seeds::default()), 150, threads);
        check_values(gomoku.graph());
        check_links(gomoku.graph());
    }
}

/// All costs of all lines from the start, by plain recursion: the cheapest end for a book of X or of O.
fn cheapest_leaf<P: Playable>(graph: &BookGraph<P>, id: NodeId, cost: u64, book: Side, weight: u64) -> Option<u64> {
    let node = graph.node(id);
    let best = node.links[0].value.score().0;
    let ends = node.links.iter().filter_map(|link| {
        let loss = u64::from(best.abs_diff(link.value.score().0));
        if P::Game::side(&node.position) == book && loss > 0 {
            return None;
        }
        let cost = cost + 100 + weight * loss;
        match link.child {
            Some(child) => cheapest_leaf(graph, child, cost, book, weight),
            None => (!node.is_solved && !link.value.is_exact()).then_some(cost),
        }
    });
    let widens = !node.is_solved && node.leaves().next().is_none() && !node.lists_all_moves();
    let last = node.links.last().filter(|_| widens).and_then(|link| {
        let loss = u64::from(best.abs_diff(link.value.score().0));
        (P::Game::side(&node.position) != book || loss == 0).then_some(cost + 100 + weight * loss)
    });
    ends.chain(last).min()
}

#[test]
fn the_book_grows_where_plain_recursion_says() {
    for (lines, weight) in [(1, 3), (2, 0), (2, 1), (3, 7)] {
        let mut expansion = expansion::<Othello>(GAMES[0], lines, Seeds::default());
        for step in 0..60 {
            let graph = expansion.graph();
            if let Some(root) = graph.ids().next().filter(|_| step % 4 == 1) {
                let sides = [Side::X, Side::O].map(|book| cheapest_leaf(graph, root, 0, book, weight));
                let growth = graph.growth(weight);
                assert_eq!(growth.first().map(|(cost, _)| *cost), sides.into_iter().flatten().min(), "{step}");
                assert!(growth.is_sorted_by_key(|(cost, _)| *cost));
            }
            let task = expansion.next_task().expect("a task");
            let answer = Searcher::<Othello>::search(&mut Dice, &task.question).expect("an answer");
            expansion.finish(&task, answer.expect("an answer")).expect("moves");
        }
    }
}

#[test]
fn growth_is_the_same_in_one_go_and_in_several() {
    let whole = grown(expansion::<Othello>(GAMES[0], 2, Seeds::default()), 120, 1).graph().write();
    let mut text = String::from("quartet book 1 othello\n");
    for _ in 0..4 {
        let graph = BookGraph::<Othello>::read(&Book::read(text).expect("a book")).expect("positions");
        let part = grown(Expansion::new(graph, Plan { lines: 2, weight: 3 }, Seeds::default()), 30, 1);
        assert_eq!(part.added(), 30);
        text = part.graph().write();
    }
    assert_eq!(text, whole);
}

#[test]
fn each_position_is_searched_once_whatever_its_orientation() {
    let expansion = grown(expansion::<Othello>(GAMES[0], 4, Seeds::default()), 200, 4);
    assert_eq!((expansion.added(), expansion.graph().len()), (200, 200));
    let start = expansion.graph().find(&canonical::<Othello>(&Othello::start(&())).text).expect("the start");
    assert_eq!(expansion.graph().node(start).links.len(), 1, "four mirror images are one move");
}

#[test]
fn a_position_whose_moves_are_all_in_the_book_gets_more() {
    let graph = grown(expansion::<Othello>(GAMES[0], 1, Seeds::default()), 300, 1);
    let graph = graph.graph();
    assert!(graph.ids().any(|id| graph.node(id).links.len() >= 3), "one line at first, two more later");
    assert!(graph.growth(3).iter().any(|(_, growth)| matches!(growth, Growth::Leaf(..))));
}

#[test]
fn positions_of_games_come_first_and_are_linked() {
    let games =
        ["f5 d6 c3 d3 c4 f4 f6 f3", "d3 c5 f6 f5 e6 d6 e3", "f5 d6 c3 d3 c4 f4 f6 f3", "c4 c3 d3 c5 b4 d2 c2", "f5 f4"];
    let seeds = || {
        let mut seeds = Seeds::<Othello>::default();
        for game in games {
            seeds.add_game(Othello::start(&()), game.split(' '), 6);
        }
        seeds
    };
    let count = seeds().len() as u64;
    assert!((10..20).contains(&count), "{count}");
    for threads in [1, 3] {
        let grown = grown(expansion(GAMES[0], 1, seeds()), count, threads);
        let graph = grown.graph();
        assert_eq!(graph.len() as u64, count);
        check_values(graph);
        check_links(graph);
        let only_start = graph.ids().filter(|id| graph.node(*id).parents.is_empty()).count();
        assert_eq!(only_start, 1, "moves that the search did not find are listed");
    }
}

/// A book grown by the engine; its values follow from its ends, and the engine finds its moves.
fn engine_book<P: Playable>(header: &str) -> Book {
    let header = Header::read(header).expect("a header");
    let stop = StopToken::default();
    let searcher = EngineSearcher::new(&header, Limit::Depth(3), 1, &stop).expect("an engine");
    let limits = Limits { positions: Some(15), time: None };
    let expansion = Expansion::new(BookGraph::<P>::new(header.clone()), Plan { lines: 2, weight: 3 }, Seeds::default());
    let mut saved = String::new();
    let mut save = |text: &str| {
        saved = text.to_string();
        Ok(())
    };
    let grown = grow(expansion, vec![Box::new(searcher)], limits, &stop, &mut save, &mut |_| {}).expect("a book");
    check_values(grown.graph());
    check_links(grown.graph());
    let horizons = grown.graph().ids().flat_map(|id| {
        let node = grown.graph().node(id);
        node.leaves().filter_map(|link| Some(node.stones + usize::from(link.value.depth()?))).collect::<Vec<_>>()
    });
    assert!(horizons.into_iter().all(|stones| stones % 2 == 0));
    Book::read(saved).expect("a book")
}

#[test]
fn the_engine_grows_books() {
    let othello = engine_book::<Othello>(GAMES[0]);
    let gomoku = engine_book::<Gomoku>("quartet book 1 gomoku BoardSize=9 Rule=renju");
    assert_eq!((othello.len(), gomoku.len()), (15, 15));
    let start = Othello::start(&());
    assert_eq!(book_moves::<Othello>(&othello, &start).map(|moves| moves.len()), Ok(1));
    let start = Gomoku::start(&gomoku.header().rules::<Gomoku>());
    assert!(book_moves::<Gomoku>(&gomoku, &start).is_ok_and(|moves| moves.len() >= 2));
}

#[test]
fn errors_of_a_search_and_of_saving_end_the_growth() {
    struct Fails;
    impl<P: Playable> Searcher<P> for Fails {
        fn search(&mut self, _: &Question<P>) -> Result<Option<Answer<P>>> {
            anyhow::bail!("no memory")
        }
    }
    let run = |searcher: Box<dyn Searcher<Othello>>, saves: bool| {
        let mut saved = 0;
        let mut save = |_: &str| {
            saved += 1;
            if saves { Ok(()) } else { Err(anyhow::anyhow!("the disk is full")) }
        };
        let limits = Limits { positions: Some(5), time: None };
        let seeds = Seeds::default();
        let stop = StopToken::default();
        let expansion = expansion::<Othello>(GAMES[0], 2, seeds);
        let ended = grow(expansion, vec![searcher], limits, &stop, &mut save, &mut |_| {});
        (ended.err().map(|error| error.to_string()), saved)
    };
    assert_eq!(run(Box::new(Fails), true), (Some("no memory".into()), 1));
    assert_eq!(run(Box::new(Dice), false), (Some("the disk is full".into()), 1));
    assert_eq!(run(Box::new(Dice), true), (None, 1));
}

#[test]
fn books_that_break_the_rules_are_refused() {
    let read = |lines: &str| {
        let book = Book::read(format!("quartet book 1 othello\n{lines}\n")).expect("a book by its syntax");
        BookGraph::<Othello>::read(&book).err().map(|error| format!("{error:#}"))
    };
    assert_eq!(read("8/8/8/3ox3/3xo3/8/8/8 x -; d3:0@9"), None);
    for (line, what) in [
        ("8/8/8/3xo3/3ox3/8/8/8 x -; d6:0@9", "it is not the canonical image"),
        ("8/8/8/3ox3/3xo3/8/8 x -; d3:0@9", "rows"),
        ("8/8/8/3ox3/3xo3/8/8/8 x -; a1:0@9", "illegal move a1"),
    ] {
        let error = read(line).expect(what);
        assert!(error.contains(what) && error.starts_with("position '"), "{error}");
    }
}
