//! Properties of parsers and writers, on texts that are right, nearly right, or anything: what is read and written is
//! read back the same, and nothing panics.

use super::read_back::{self, written};
use super::repository::files;
use super::search_setups::random_position;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use proptest::test_runner::{Config, TestRunner};
use quartet::dialect::{GameName, Protocol, Settings, parser_and_renderer};
use quartet::engine::Setup;
use quartet::game::Notation;
use quartet::games::common::weight_file::checksum;
use quartet::games::gomoku::Point;
use quartet::games::gomoku::certificate::manifest::Manifest;
use quartet::games::gomoku::evaluation::network::Network as GomokuNetwork;
use quartet::games::gomoku::evaluation::policy::PolicyNetwork;
use quartet::games::gomoku::solvers::proof_tree::{AttackNode, DefenceNode};
use quartet::games::gomoku::threats::weights::ShapeWeights;
use quartet::games::gomoku::{Rule, Rules};
use quartet::games::othello::endgame::ordering_weights::OrderingWeights;
use quartet::games::othello::network::Network as OthelloNetwork;
use quartet::games::othello::patterns::Patterns;
use quartet::games::playable::{Playable, RulesOf};
use quartet::games::{self, VARIANTS, Variant, Visitor};
use quartet::random::SplitMix64;
use quartet::score::Score;
use quartet::session::{Command, Parse};
use quartet::solve_file::problem::{Known, Problem, Proof};
use quartet::solve_file::{obf, wins};

/// Characters that mean something in one of the notations.
const TELLING: &str = "abehopxXO0159zZ+-*/,;:.()[]{}@#%& \t'\"\\\u{e9}\u{65b9}\u{7f}\0";
/// How many texts of a kind are tried.
const CASES: u32 = 400;
/// How many changes of each file of weights, which has megabytes.
const WEIGHT_CASES: u32 = 80;

/// One change of a text: a place, how many characters go there, and what comes in their place.
fn edit() -> impl Strategy<Value = (Index, usize, String)> {
    let telling: Vec<char> = TELLING.chars().collect();
    let inserted = prop_oneof![
        4 => vec(select(telling), 0..3).prop_map(String::from_iter),
        1 => any::<String>(),
        1 => any::<u64>().prop_map(|number| number.to_string()),
    ];
    (any::<Index>(), 0..3_usize, inserted)
}

/// One of these texts with up to three changes.
fn edited(texts: Vec<String>) -> impl Strategy<Value = String> {
    (select(texts), vec(edit(), 0..4)).prop_map(|(text, edits)| {
        let mut letters: Vec<char> = text.chars().collect();
        for (place, removed, inserted) in edits {
            let place = place.index(letters.len() + 1);
            let end = letters.len().min(place + removed);
            letters.splice(place..end, inserted.chars());
        }
        letters.into_iter().collect()
    })
}

/// Checks a property of many values.
fn check<S: Strategy>(strategy: &S, property: impl Fn(S::Value)) {
    check_some(CASES, strategy, property);
}

/// Checks a property of this many values.
fn check_some<S: Strategy>(cases: u32, strategy: &S, property: impl Fn(S::Value)) {
    let config = Config { cases, failure_persistence: None, ..Config::default() };
    let outcome = TestRunner::new(config).run(strategy, |value| {
        property(value);
        Ok(())
    });
    if let Err(failure) = outcome {
        panic!("{failure}");
    }
}

/// Texts of positions and moves of a game.
struct Texts;

impl Visitor for Texts {
    type Out = ();

    fn visit<P: Playable>(self, variant: &'static Variant) {
        let rules = RulesOf::<P>::default();
        let mut random = SplitMix64::new(42);
        let positions: Vec<_> =
            (0..24).filter_map(|plies| random_position::<P::Game>(&rules, plies, &mut random)).collect();
        let texts: Vec<String> = positions.iter().map(P::Game::write_position).collect();
        check(&edited(texts.into_iter().chain(variant.bench.iter().map(|text| (*text).into())).collect()), |text| {
            read_back::position::<P::Game>(&rules, &text);
        });
        let codes: Vec<String> = positions.iter().filter_map(P::Game::write_code).collect();
        if !codes.is_empty() {
            check(&edited(codes), |code| read_back::code::<P::Game>(&code));
        }
        for position in positions.iter().step_by(6) {
            check_moves::<P::Game>(position);
        }
    }
}

/// Only legal moves are read, whatever the text.
fn check_moves<G: Notation>(position: &G::Position) {
    let mut legal = Vec::new();
    G::legal_moves(position, &mut legal);
    check(&edited(legal.iter().map(|&mv| G::write_move(position, mv)).collect()), |text| {
        if let Ok(mv) = G::parse_move(position, &text) {
            assert!(legal.contains(&mv), "{text} in {}", G::write_position(position));
        }
        read_back::moves::<G>(position, &text);
    });
}

#[test]
fn positions_and_moves_are_read_back() {
    for variant in VARIANTS {
        games::visit(variant, Texts).expect("a registered variant");
    }
}

/// Lines of every protocol.
const LINES: &str = include_str!("lines.txt");

#[test]
fn no_line_is_too_strange_for_a_parser() {
    let lines: Vec<String> = LINES.lines().map(str::to_string).collect();
    let protocols = [Protocol::Uci, Protocol::Gomocup, Protocol::Gtp, Protocol::NBoard, Protocol::Cassio];
    let line = prop_oneof![8 => edited(lines).prop_map(String::into_bytes), 1 => any::<Vec<u8>>()];
    let games = [GameName::default(), GameName::of_variant("gomoku").expect("a game")];
    let session = (select(protocols.map(Some).into_iter().chain([None]).collect::<Vec<_>>()), select(games.to_vec()));
    check(&(session, vec(line, 1..12)), |((protocol, game), lines)| {
        let (mut parser, _) = parser_and_renderer(Settings { protocol, game, ..Settings::default() });
        for line in lines {
            let mut commands = Vec::new();
            parser.parse(&line, &mut commands);
            let errors = commands.iter().filter(|command| matches!(command, Command::Invalid(_))).count();
            assert!(errors <= 1, "{errors} errors of one line");
        }
    });
}

#[test]
fn values_of_obf_files_are_read_back() {
    let values = vec(("[a-h][1-8]", -64..=64_i16), 0..6);
    check(&("[XO-]{64} [XO]", values, ".{0,10}"), |(board, values, comment)| {
        let listed: String = values.iter().map(|(mv, discs)| format!(" {mv}:{discs:+};")).collect();
        let line = format!("{board};{listed} % {}", comment.replace('\n', " "));
        let known = values.into_iter().map(|(mv, discs)| (mv, Score(100 * discs))).collect();
        let expected =
            Problem { options: Vec::new(), setup: Setup::Text(board), moves: Vec::new(), known: Known::Values(known) };
        assert_eq!(obf::read_line(&line), Some(Ok(expected)));
    });
    let line = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X; G8:+18; H1:+12; --:-127; % 1";
    check(&edited(vec![line.into()]), |line| {
        if let Some(Ok(Problem { known: Known::Values(values), .. })) = obf::read_line(&line) {
            assert!(values.iter().all(|(_, value)| value.0.abs() <= 6400 && value.0 % 100 == 0), "{line}");
        }
    });
}

/// An attack of any shape, whether or not it wins anything.
fn attack() -> impl Strategy<Value = AttackNode> {
    let point = || (0..15_usize, 0..15_usize).prop_map(|(row, col)| Point::new(row, col));
    let leaf = point().prop_map(|mv| AttackNode { mv, defence: DefenceNode { replies: Vec::new(), other: None } });
    leaf.prop_recursive(5, 40, 4, move |inner| {
        let replies = vec((point(), inner.clone()), 0..4);
        (point(), replies, proptest::option::of(inner.prop_map(Box::new)))
            .prop_map(|(mv, replies, other)| AttackNode { mv, defence: DefenceNode { replies, other } })
    })
}

#[test]
fn proofs_are_read_back() {
    check(&attack(), |attack| {
        let text = written(&attack);
        let read = AttackNode::read(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(written(&read), text);
        let position = "15/15/15 x - 0".to_string();
        let problem = Problem {
            options: vec![("Rule", "renju".into()), ("BoardSize", "15".into())],
            setup: Setup::Text(position.clone()),
            moves: Vec::new(),
            known: Known::Win(true),
        };
        let line = wins::proof_line(&problem, &Proof { position, plies: 7, text: text.clone() });
        let entry = wins::read_line(&line).expect("a proof").expect("a right line");
        assert_eq!((entry.plies, entry.proof.as_ref()), (Some(7), Some(&text)));
    });
    let texts = ["h8(i9j10,k11l12,*m13)", "h8i9j10", "h8(a1b1,c1(d1e1,*f1),*g1)"].map(String::from).to_vec();
    check(&edited(texts), |text| read_back::attack(&text));
}

#[test]
fn certificates_are_read_back() {
    let class = "@a0 k8\n@a1 h8(i9j10,*k11)\n@n0 h8a1i8c1 j8(g8f8@a0,*@a1)\n@n1 h8o15 j8(b2@n0,b3@n0:3,*@a0)\n";
    check(&edited(vec![class.into()]), |text| read_back::class_proof(&text));
    let manifest = Manifest::unproven(Rules { size: 15, rule: Rule::Freestyle }).write();
    check(&edited(vec![manifest]), |text| read_back::manifest(&text));
}

#[test]
fn books_are_read_back() {
    let book = include_str!("../othello.book");
    let start: String = book.lines().take(12).map(|line| format!("{line}\n")).collect();
    check(&edited(vec![start]), |text| read_back::book(&text));
}

/// A file of weights with some bytes changed, which may end early; its checksum fits its bytes again, so that they are
/// read.
fn damaged(file: &[u8], changes: &[(Index, u8)], end: Option<Index>) -> Vec<u8> {
    let sum_at = |at: &usize| file[*at..].first_chunk() == Some(&checksum(&file[at + 8..]).to_le_bytes());
    let at = (6..64).find(sum_at).expect("a checksum");
    let mut file = file[..end.map_or(file.len(), |end| at + 8 + end.index(file.len() - at - 8))].to_vec();
    for (place, byte) in changes {
        let place = at + 8 + place.index((file.len() - at - 8).max(1));
        file.get_mut(place).into_iter().for_each(|old| *old = *byte);
    }
    let sum = checksum(&file[at + 8..]);
    file[at..at + 8].copy_from_slice(&sum.to_le_bytes());
    file
}

#[test]
fn damaged_weights_are_read_or_refused() {
    let classes = Patterns::default().classes().1;
    let change = || (vec((any::<Index>(), any::<u8>()), 0..4), proptest::option::of(any::<Index>()));
    for path in files("src/games", &["bin"]) {
        let file = std::fs::read(&path).expect("a file");
        let name = path.to_string_lossy().replace('\\', "/");
        check_some(WEIGHT_CASES, &change(), |(changes, end)| {
            let damaged = damaged(&file, &changes, end);
            match name.split_once("games/").map_or("", |(_, name)| name.split('-').next().unwrap_or_default()) {
                "othello/weights/network" => drop(OthelloNetwork::read(&damaged, classes)),
                "othello/weights/ordering" => drop(OrderingWeights::read(&damaged)),
                "gomoku/weights/network" => drop(GomokuNetwork::read(&damaged)),
                "gomoku/weights/policy" => drop(PolicyNetwork::read(&damaged)),
                "gomoku/weights/shapes" => drop(ShapeWeights::read(&damaged)),
                other => panic!("unknown weights {other}"),
            }
        });
    }
}
