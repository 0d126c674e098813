//! Books and variety: what is played from a book, when, and what a wrong book does.

use super::client::{Client, count, errors, script};
use quartet::engine::book::{Book, BookMove, BookValue, Entry, Header, book_moves, canonical, write_book};
use quartet::game::{Game, Notation, Symmetric};
use quartet::games::gomoku::Gomoku;
use quartet::games::othello::Othello;
use quartet::games::playable::Playable;
use quartet::games::{self, Variant, Visitor};
use quartet::random::SplitMix64;
use quartet::score::Score;
use std::collections::{BTreeMap, HashSet};
use std::path::PathBuf;

/// A file that goes when it is dropped.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str, content: &str) -> Scratch {
        let path = std::env::temp_dir().join(format!("quartet-books-{name}-{}", std::process::id()));
        std::fs::write(&path, content).expect("a file");
        Scratch(path)
    }

    /// The lines that load it and turn the book on.
    fn on(&self) -> String {
        format!("setoption name Book File value {}\nsetoption name OwnBook value true\n", self.0.display())
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

/// The position after these moves from the start.
fn after<G: Notation>(rules: &G::Rules, moves: &str) -> G::Position {
    let mut position = G::start(rules);
    for mv in moves.split_whitespace() {
        let mv = G::parse_move(&position, mv).expect("legal");
        G::play(&mut position, mv);
    }
    position
}

/// The entry of a position with these moves and values, given as they are on the board.
fn entry<G: Notation + Symmetric>(position: &G::Position, moves: &str) -> Entry {
    let image = canonical::<G>(position);
    let read = |field: &str| {
        let (mv, value) = field.split_once(':').expect("a move and its value");
        let there = image.move_there(G::parse_move(position, mv).expect("legal"));
        BookMove { mv: G::write_move(&image.position, there), value: BookValue::read(value).expect("a value") }
    };
    let moves = moves.split_whitespace().map(read).collect();
    Entry { position: image.text.clone(), is_solved: false, moves, comment: String::new() }
}

/// The text of a book of positions, given by the moves that lead there, and their moves.
fn text<P: Playable>(header: &str, positions: &[(&str, &str)]) -> String {
    let header = Header::read(header).expect("a header");
    let rules = header.rules::<P>();
    let entries = positions.iter().map(|(moves, known)| {
        let entry = entry::<P::Game>(&after::<P::Game>(&rules, moves), known);
        (entry.position.clone(), entry)
    });
    write_book(&header, &[], entries.collect::<BTreeMap<_, _>>().values())
}

/// A book of Othello; the second position can be reached by another order of the moves.
fn othello() -> String {
    let known = [
        ("", "f5:0@20"),
        ("f5", "d6:0@20 f6:-30@20 f4:-400@20"),
        ("f5 d6 c3", "d3:0@20"),
        ("f5 f6", "e6:700@20 d3:600@20"),
    ];
    text::<Othello>("quartet book 1 othello", &known)
}

/// The answers to `go depth 1` in these positions, given as lists of moves.
fn answers(setup: &str, go: &str, positions: &[&str]) -> Vec<Vec<String>> {
    let mut client = Client::start(&[]);
    client.send(setup);
    let mut answer = |moves: &&str| {
        client.send(&format!("position startpos moves {moves}\n{go}"));
        client.until("bestmove ")
    };
    positions.iter().map(&mut answer).collect()
}

#[test]
fn a_book_move_is_one_line_and_the_move() {
    let book = Scratch::new("line", &othello());
    let found = answers(&book.on(), "go depth 3", &["", "f5", "f5 d6 c3", "d3", "f5 d6 c3 d3"]);
    let line = |depth, plies, score, pv: &str| {
        let info = format!("info depth {depth} seldepth {plies} multipv 1 score cp {score} nodes 0 nps 0 hashfull 0");
        format!("{info} tbhits 0 time 0 pv {pv}")
    };
    assert_eq!(found[1], [line(20, 1, 0, "d6"), "bestmove d6".into()]);
    assert_eq!(found[2], [line(20, 1, 0, "d3"), "bestmove d3".into()]);
    assert_eq!(found[3], [line(20, 1, 0, "c5"), "bestmove c5".into()], "a mirror image");
    assert!(found[0][0].starts_with(&line(20, 2, 0, "")) && found[0].len() == 2, "{:?}", found[0]);
    assert!(found[0][1].contains(" ponder "), "{:?}", found[0]);
    assert!(found[4].len() > 3, "not in the book: {:?}", found[4]);
}

#[test]
fn the_order_of_the_moves_does_not_matter() {
    let rules = "BoardSize=15 Rule=freestyle";
    let book = Scratch::new(
        "order",
        &text::<Gomoku>(&format!("quartet book 1 gomoku {rules}"), &[("h8 i8 i9 h9", "j10:W9 g7:12@8")]),
    );
    let setup = format!("setoption name BoardSize value 15\nvariant gomoku\n{}", book.on());
    let mut client = Client::start(&[]);
    client.send(&setup);
    for (moves, expected) in [("i9 h9 h8 i8", "j10"), ("h8 h9 i9 i8", "j10"), ("h8 i8 i7 h7", "j6")] {
        client.send(&format!("position startpos moves {moves}\ngo depth 2"));
        let lines = client.until("bestmove ");
        let last = lines[lines.len() - 2].clone();
        assert!(last.contains(" score mate 5 nodes 0 ") && last.ends_with(&format!(" pv {expected}")), "{lines:?}");
    }
}

#[test]
fn it_has_no_answer_where_none_is_asked_for() {
    let book = Scratch::new("asked", &othello());
    let is_from_book = |setup: &str, go: &str| {
        let found = answers(&format!("{}{setup}", book.on()), go, &["f5"]).remove(0);
        found.iter().any(|line| line.starts_with("info depth 20 "))
    };
    for go in ["go depth 2", "go nodes 50", "go movetime 5", "go wtime 50 btime 50", "go depth 2 searchmoves f4 d6"] {
        assert!(is_from_book("", go), "{go}");
    }
    for go in ["go depth 1 searchmoves f4", "go depth 1 searchmoves f6 f4", "go infinite\nstop", "go wld\nstop"] {
        assert!(!is_from_book("", go), "{go}");
    }
    for setup in [
        "setoption name OwnBook value false",
        "setoption name Personality value random",
        "setoption name Book File value <empty>",
    ] {
        assert!(!is_from_book(setup, "go depth 1"), "{setup}");
    }
}

#[test]
fn it_waits_while_it_ponders() {
    let book = Scratch::new("ponder", &othello());
    let mut client = Client::start(&[]);
    client.send(&format!("{}position startpos moves f5\ngo ponder movetime 10", book.on()));
    assert!(client.until("info depth ").pop().is_some_and(|line| line.contains(" nodes 0 ")));
    assert_eq!(client.ask("isready", "readyok"), "readyok");
    client.send("ponderhit");
    assert_eq!(client.line(), "bestmove d6");
}

#[test]
fn other_rules_and_other_games_have_no_entries() {
    let book = Scratch::new(
        "rules",
        &text::<Gomoku>("quartet book 1 gomoku BoardSize=15 Rule=renju", &[("h8", "i9:5@9"), ("", "h8:5@9")]),
    );
    let moves = |setup: &str| {
        let lines = script(&format!("{}{setup}\nposition startpos\nbook\n", book.on()));
        assert!(errors(&lines).is_empty(), "{lines:?}");
        lines.last().expect("an answer").clone()
    };
    let size = "setoption name BoardSize value 15\n";
    assert_eq!(moves(&format!("{size}setoption name Rule value renju\nvariant gomoku")), "book moves 1");
    assert_eq!(moves(&format!("{size}setoption name Rule value standard\nvariant gomoku")), "book moves 0");
    assert_eq!(moves("setoption name Rule value renju\nvariant gomoku"), "book moves 0");
    for variant in ["othello", "lgame", "rhombus"] {
        assert_eq!(moves(&format!("variant {variant}")), "book moves 0");
    }
}

#[test]
fn a_move_that_is_not_legal_is_reported_and_not_played() {
    let start = canonical::<Othello>(&Othello::start(&())).text;
    let book = Scratch::new("illegal", &format!("quartet book 1 othello\n{start}; c4:9@9; a1:2@9\n"));
    let lines = script(&format!("{}go depth 2\nbook\n", book.on()));
    assert_eq!(errors(&lines).len(), 2, "{lines:?}");
    assert_eq!((count(&lines, "info depth 2 "), count(&lines, "bestmove ")), (1, 1), "{lines:?}");
    assert!(errors(&lines).iter().all(|line| line.contains("move 'a1'")), "{lines:?}");
}

#[test]
fn a_wrong_file_is_one_error_and_changes_nothing() {
    let (good, bad) = (Scratch::new("good", &othello()), Scratch::new("bad", "quartet book 1 othello\nx\n"));
    let (good_name, bad_name) = (good.0.display().to_string(), bad.0.display().to_string());
    let folder = std::env::temp_dir().display().to_string();
    for wrong in [bad_name.clone(), folder, format!("{good_name}-missing")] {
        let lines = script(&format!(
            "{}setoption name Book File value {wrong}\nquery option Book File\nbook\nquery option OwnBook\n",
            good.on()
        ));
        assert_eq!(errors(&lines).len(), 1, "{lines:?}");
        assert!(lines[0].contains(&wrong), "{lines:?}");
        assert_eq!(lines[1], format!("response {good_name}"));
        assert_eq!(lines[2..].iter().filter(|line| line.starts_with("book score")).count(), 1, "{lines:?}");
    }
    assert!(script(&format!("setoption name Book File value {bad_name}\n"))[0].contains("line 2 of book"));
    let lines = script("book\nsetoption name Book Variety value 1001\nsetoption name Variety value -1\n");
    assert_eq!(errors(&lines).len(), 3, "{lines:?}");
}

#[test]
fn the_log_is_not_written_into_the_book() {
    let book = Scratch::new("log", &othello());
    let log = format!("setoption name Debug Log File value {}\n", book.0.display());
    let lines = script(&format!("{}{log}isready\n", book.on()));
    if cfg!(unix) {
        assert_eq!((errors(&lines).len(), count(&lines, "readyok")), (1, 1), "{lines:?}");
        assert_eq!(std::fs::read_to_string(&book.0).expect("the book"), othello());
    }
}

/// The moves that are played with these lines before them, in so many new games.
fn played(setup: &str, go: &str, games: usize) -> Vec<String> {
    let mut client = Client::start(&[]);
    client.send(setup);
    (0..games).map(|_| client.ask(go, "bestmove ").split(' ').nth(1).expect("a move").to_string()).collect()
}

#[test]
fn book_variety_chooses_within_the_loss_and_by_the_seed() {
    let book = Scratch::new("variety", &othello());
    let game = |loss: u32, seed: u32| {
        let options = format!("setoption name Book Variety value {loss}\nsetoption name Seed value {seed}\n");
        played(&format!("{}{options}position startpos moves f5", book.on()), "go depth 1", 40)
    };
    let distinct = |moves: Vec<String>| moves.into_iter().collect::<HashSet<_>>();
    let expect = |moves: &[&str]| moves.iter().map(|mv| (*mv).to_string()).collect::<HashSet<_>>();
    assert_eq!(distinct(game(0, 0)), expect(&["d6"]));
    assert_eq!(distinct(game(29, 0)), expect(&["d6"]));
    assert_eq!(distinct(game(30, 0)), expect(&["d6", "f6"]));
    assert_eq!(distinct(game(400, 0)), expect(&["d6", "f6", "f4"]));
    assert_eq!(game(400, 7), game(400, 7));
    assert_ne!(game(400, 7), game(400, 8));
}

#[test]
fn variety_plays_good_moves_and_none_that_lose_more() {
    let options = |loss: u32, seed: u32| {
        format!("setoption name Variety value {loss}\nsetoption name Seed value {seed}\nposition startpos moves f5")
    };
    let go = "setoption name Clear Hash\ngo depth 4";
    let all = played(&options(1000, 1), go, 30).into_iter().collect::<HashSet<_>>();
    assert_eq!(all.len(), 3, "all moves are within ten discs: {all:?}");
    assert_eq!(played(&options(1000, 1), go, 12), played(&options(1000, 1), go, 12));
    assert_ne!(played(&options(1000, 1), go, 12), played(&options(1000, 2), go, 12));
    // After the opening, below full strength, in an analysis and by default nothing varies.
    let late = "position fen 8/8/2x5/3xx3/3oxx2/3o4/8/8 o - 10";
    for setup in [format!("{}\n{late}", options(1000, 1)), options(0, 1)] {
        assert_eq!(played(&setup, go, 8).into_iter().collect::<HashSet<_>>().len(), 1, "{setup}");
    }
    let lines = script(&format!("{}\ngo infinite depth 2\nstop\n", options(1000, 1)));
    assert_eq!(count(&lines, "bestmove "), 1);
}

/// With `Variety` 0 a search is node for node what it is without the option.
#[test]
fn variety_costs_nothing_unless_it_is_on() {
    let nodes = |option: &str| {
        let lines = script(&format!("{option}\nposition startpos moves f5\ngo depth 8\n"));
        let last = lines.iter().rfind(|line| line.starts_with("info depth 8 ")).expect("a line").clone();
        super::client::number_after(&last, "nodes")
    };
    assert_eq!(nodes("setoption name Variety value 0"), nodes("isready"));
    assert!(nodes("setoption name Variety value 1") > nodes("isready"));
}

#[test]
fn a_solved_game_keeps_its_value() {
    let lines = script(
        "variant rhombus\nsetoption name Variety value 1000\nsetoption name Seed value 5\n\
         setoption name Swindle value false\ngo depth 1\ngo depth 1\ngo depth 1\ngo depth 1\ngo depth 1\ngo depth 1\n",
    );
    let best: HashSet<_> = lines.iter().filter_map(|line| line.strip_prefix("bestmove ")).collect();
    assert!(best.len() > 1, "{best:?}");
    // The losses in 16 plies; the other moves lose in 14.
    let slowest = script("variant rhombus\nsetoption name MultiPV value 500\ngo depth 1\n");
    let slowest: Vec<_> = slowest.iter().filter(|line| line.contains(" score mate -8 ")).collect();
    for mv in best {
        let first = mv.split(' ').next().expect("a move");
        assert!(slowest.iter().any(|line| line.contains(&format!(" pv {first} "))), "{first}: {slowest:?}");
    }
}

/// A random game's positions as a book, each with three moves.
fn random_book<P: Playable>(header: &str, positions: usize, plies: usize) -> String {
    let header = Header::read(header).expect("a header");
    let (rules, mut random, mut entries) = (header.rules::<P>(), SplitMix64::new(11), BTreeMap::new());
    while entries.len() < positions {
        let mut position = P::Game::start(&rules);
        for _ in 0..plies {
            let mut moves = Vec::new();
            P::Game::legal_moves(&position, &mut moves);
            if moves.is_empty() {
                break;
            }
            let known = moves.iter().take(3).enumerate().map(|(index, mv)| {
                let value = BookValue::estimate(Score(30 - 10 * index as i16), 20);
                format!("{}:{value}", P::Game::write_move(&position, *mv))
            });
            let entry = entry::<P::Game>(&position, &known.collect::<Vec<_>>().join(" "));
            if entries.len() < positions {
                entries.insert(entry.position.clone(), entry);
            }
            let mv = moves[random.below(moves.len())];
            P::Game::play(&mut position, mv);
        }
    }
    write_book(&header, &[], entries.values())
}

/// Every position of a book of random games is found, in all orientations, with legal moves.
#[test]
fn every_position_of_a_book_is_found() {
    let check = |text: String| {
        let book = Book::read(text).expect("a book");
        assert!(book.len() >= 300);
        assert!(book.entries().all(|entry| book.find(&entry.position) == Some(entry)));
    };
    check(random_book::<Othello>("quartet book 1 othello", 300, 30));
    check(random_book::<Gomoku>("quartet book 1 gomoku BoardSize=15 Rule=renju", 300, 30));
}

/// Prints how long books of 10,000 positions take to load.
#[test]
#[ignore = "prints a speed"]
fn loading_speed() {
    let othello = random_book::<Othello>("quartet book 1 othello", 10_000, 30);
    let gomoku = random_book::<Gomoku>("quartet book 1 gomoku BoardSize=15 Rule=freestyle", 10_000, 30);
    for (game, text) in [("othello", othello), ("gomoku 15x15", gomoku)] {
        let book = Scratch::new("speed", &text);
        let path = book.0.display().to_string();
        let times = (0..9).map(|_| {
            let started = std::time::Instant::now();
            assert_eq!(Book::load(&path).expect("a book").len(), 10_000);
            started.elapsed()
        });
        let mut times: Vec<_> = times.collect();
        times.sort_unstable();
        println!("{game}: {} bytes, median of 9 loads {:.2} ms", text.len(), times[4].as_secs_f64() * 1000.0);
    }
}

/// The lines that the program answers to these, started with the book and these arguments.
fn lines_with(book: &Scratch, arguments: &[&str], input: &str, end: &str) -> Vec<String> {
    let path = book.0.display().to_string();
    let mut client = Client::start(&[&["--book", &path], arguments].concat());
    client.send(input);
    client.until(end)
}

#[test]
fn every_protocol_plays_from_the_book() {
    let book = Scratch::new("protocols", &othello());
    let nboard = lines_with(&book, &["--nboard"], "move F5\ngo\n", "===");
    assert!(nboard.last().is_some_and(|line| line.starts_with("=== D6/0.00/")), "{nboard:?}");
    let hint = lines_with(&book, &["--nboard"], "set depth 2\nmove F5\nhint 1\n", "status");
    assert!(hint.iter().any(|line| line.starts_with("search ") && line.ends_with(" 2")), "{hint:?}");
    let gtp = "play b f5\ngenmove w\nquartet-param Book_Variety 400\nquartet-param OwnBook false\nquartet-param\n";
    let gtp = lines_with(&book, &["--gtp"], gtp, "[string] Variety");
    assert!(gtp.contains(&"= D6".to_string()) && gtp.contains(&"[bool] OwnBook false".to_string()), "{gtp:?}");
    let known =
        text::<Gomoku>("quartet book 1 gomoku BoardSize=15 Rule=freestyle", &[("", "h9:5@9"), ("h8", "i9:5@9")]);
    let gomoku = Scratch::new("gomocup", &known);
    let gomocup = lines_with(&gomoku, &["--protocol", "gomocup"], "START 15\nTURN 7,7\n", "8,");
    assert_eq!(gomocup.last().map(String::as_str), Some("8,8"), "{gomocup:?}");
}

#[test]
fn the_command_line_names_a_book() {
    let book = Scratch::new("arguments", &othello());
    let lines = lines_with(&book, &[], "query option OwnBook\nposition startpos moves f5\ngo depth 1", "bestmove");
    assert_eq!((lines[0].as_str(), lines.last().map(String::as_str)), ("response true", Some("bestmove d6")));
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_quartet")).args(["--book", "/no/such/book"]).output();
    let output = output.expect("it ends");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("/no/such/book"));
}

/// Checks every position of a book by the rules: it exists, is the canonical image, and its moves are legal.
struct CheckByRules<'a>(&'a Book);

impl Visitor for CheckByRules<'_> {
    type Out = usize;

    fn visit<P: Playable>(self, _: &'static Variant) -> usize {
        let rules = self.0.header().rules::<P>();
        let check = |entry: Entry| {
            let position = P::Game::parse_position(&rules, &entry.position).expect("a position");
            assert_eq!(canonical::<P::Game>(&position).text, entry.position);
            assert_eq!(book_moves::<P::Game>(self.0, &position).map(|moves| moves.len()), Ok(entry.moves.len()));
        };
        self.0.entries().map(check).count()
    }
}

#[test]
fn the_books_of_the_documents_and_tests_follow_the_rules() {
    let document = include_str!("../../protocol.md");
    let (_, example) = document.split_once("```\nquartet book 1 ").expect("an example");
    let example = format!("quartet book 1 {}", example.split("```").next().unwrap_or_default());
    for (text, positions) in [(example.as_str(), 2), (include_str!("../othello.book"), 6)] {
        let book = Book::read(text.into()).expect("a book");
        assert_eq!(games::visit(book.header().variant(), CheckByRules(&book)), Some(positions));
        assert_eq!(write_book(book.header(), book.comments(), &book.entries().collect::<Vec<_>>()), text);
    }
}
