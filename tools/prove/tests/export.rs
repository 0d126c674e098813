//! The certificate as a tree of moves: what is in the file is compared with the rules.

use quartet::game::{Game as _, Notation, Side};
use quartet::games::gomoku::certificate::class_proof::ClassProof;
use quartet::games::gomoku::certificate::folder::read_manifest;
use quartet::games::gomoku::rules::fives::five_points;
use quartet::games::gomoku::rules::notation::write_point;
use quartet::games::gomoku::{Gomoku, Point, Position, Rule, Rules};
use quartet_prove::export::{ExportArguments, export};
use quartet_prove::proof_game::{Extent, ProofGame};
use quartet_records::{Format, Game, Hints, NodeId, read};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The rules of the games of this file.
const RULES: Rules = Rules { size: 15, rule: Rule::Freestyle };
/// A position with two open threes of x, who is to move.
const OPENING: &str = "h8a1h9c1h10e1j8g1j9a15j10c15";
/// After a quiet move o can block only one of them.
const TWO_THREES: &str = "@a0 h11\n@a1 j11\n@n0 h8a1h9c1h10e1j8g1j9a15j10c15 o15(h6h7h11h12@a1,*@a0)\n";

fn certificate() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("freestyle-15")
}

/// All that is asked for with `--moves` and `--plies`.
fn arguments(moves: Option<&str>, plies: u32, out: &Path) -> ExportArguments {
    let (folder, moves) = (certificate(), moves.map(str::to_string));
    ExportArguments { folder, classes: Vec::new(), moves, plies, out: out.into(), force: false }
}

fn read_game(file: &Path) -> Game {
    let content = std::fs::read(file).expect("a file that was written");
    let format = Format::detect(file, &content).expect("a known format");
    let hints = Hints { options: BTreeMap::from([("Rule".into(), "freestyle".into())]), ..Hints::default() };
    let mut games = read(format, &content, &hints);
    games.next().expect("a game").unwrap_or_else(|error| panic!("{error}"))
}

/// Exports to a file of this name, and reads it.
fn exported(name: &str, change: impl FnOnce(&mut ExportArguments)) -> Game {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join(name);
    let mut arguments = arguments(None, u32::MAX, &file);
    change(&mut arguments);
    export(&arguments).unwrap_or_else(|error| panic!("{error:#}"));
    read_game(&file)
}

fn error_of(change: impl FnOnce(&mut ExportArguments)) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let mut arguments = arguments(None, u32::MAX, &folder.path().join("tree.lib"));
    change(&mut arguments);
    format!("{:#}", export(&arguments).expect_err("an error"))
}

/// A walk through a tree that knows only the rules, and what the labels and comments mean.
struct Walk<'a> {
    game: &'a Game,
    position: Position,
    /// The last ply of the tree.
    last_ply: u32,
    /// The number of lines that end with a five of x, and of those that end with a label.
    fives: usize,
    labelled: usize,
}

impl Walk<'_> {
    fn point(&self, id: NodeId) -> Point {
        Gomoku::parse_move(&self.position, &self.game.tree.node(id).mv).expect("a legal move")
    }

    fn children(&self, id: NodeId) -> Vec<NodeId> {
        self.game.tree.children(id).collect()
    }

    fn label(&self, id: NodeId) -> &str {
        self.game.tree.node(id).notes.as_ref().and_then(|notes| notes.label.as_deref()).unwrap_or_default()
    }

    fn comment(&self, id: NodeId) -> &str {
        self.game.tree.node(id).notes.as_ref().and_then(|notes| notes.comment.as_deref()).unwrap_or_default()
    }

    /// Walks what follows a reply. Returns the greatest ply that is reached or promised.
    fn after_reply(&mut self, reply: NodeId) -> u32 {
        let [mv] = self.children(reply)[..] else { panic!("x has not one move") };
        let point = self.point(mv);
        let ply = self.position.play(point);
        let promised = self.label(mv).strip_prefix('W').map(|last| last.parse::<u32>().expect("a number"));
        let reached = if self.position.winner() == Some(Side::X) {
            self.fives += 1;
            self.position.ply()
        } else if self.comment(mv).starts_with("It goes on as after") || self.position.ply() + 2 > self.last_ply {
            self.labelled += 1;
            assert_eq!(self.children(mv), []);
            promised.expect("the end of the win")
        } else {
            self.after_attack(mv)
        };
        assert!(promised.is_none_or(|promised| reached <= promised), "{reached} after {promised:?}");
        self.position.take_back(point, ply);
        promised.unwrap_or(reached)
    }

    /// Walks the replies to a move of x: each is there, or counted, or loses to a five.
    fn after_attack(&mut self, attack: NodeId) -> u32 {
        let children = self.children(attack);
        assert_ne!(children, [], "no reply");
        let (fives, mut legal) = (five_points(&self.position, Side::X), Vec::new());
        Gomoku::legal_moves(&self.position, &mut legal);
        let (mut others, mut last, mut answers) = (None, 0, BTreeMap::new());
        for &child in &children {
            let reply = self.point(child);
            match self.label(child) {
                "*" => others = Some((child, reply)),
                _ => legal.retain(|mv| *mv != reply),
            }
            let answer = self.children(child).first().map(|&answer| self.game.tree.node(answer).mv.to_string());
            let label = self.label(child).trim_end_matches('\'').to_string();
            if !label.is_empty() {
                assert_eq!(answers.entry(label).or_insert(answer.clone()), &answer, "the answer after one label");
            }
            let ply = self.position.play(reply);
            assert_eq!(self.position.winner(), None, "o has made five");
            last = last.max(self.after_reply(child));
            self.position.take_back(reply, ply);
        }
        match others {
            Some((child, reply)) => {
                assert!(legal.contains(&reply));
                assert_eq!(self.comment(child), format!("Any of {} replies.", legal.len()));
            }
            None => assert!(legal.iter().all(|reply| fives.iter().any(|five| five != reply)), "a reply is missing"),
        }
        last
    }
}

/// Walks the whole tree after these first moves, each of which has no variation. Returns how many lines end with a
/// five and how many with a label.
fn walk(game: &Game, opening: &str, last_ply: u32) -> (usize, usize) {
    let mut walk = Walk { game, position: Gomoku::start(&RULES), last_ply, fives: 0, labelled: 0 };
    let mut id = NodeId::ROOT;
    for mv in Gomoku::parse_token(&walk.position, opening).expect("legal moves") {
        let [next] = walk.children(id)[..] else { panic!("variations after {id:?}") };
        assert_eq!(walk.point(next), mv, "{opening}");
        walk.position.play(mv);
        id = next;
    }
    match walk.position.side() {
        Side::X => walk.after_reply(id),
        Side::O => walk.after_attack(id),
    };
    (walk.fives, walk.labelled)
}

#[test]
fn every_reply_is_answered_to_the_five() {
    // After o15, after two images of it, the second with a reply that stands for others, and through an image of a
    // node.
    for moves in ["h8o15i7i6", "h8a15g7g6h6", "h8o1i9i10h10b2", "h8k8g7k7g9k5"] {
        let set = |arguments: &mut ExportArguments| arguments.moves = Some(moves.into());
        let game = exported("tree.lib", set);
        let (fives, _) = walk(&game, moves, u32::MAX);
        assert!(fives > 30, "{moves}: {fives} fives");
        // SGF states the rule, and has the same tree.
        assert_eq!(exported("tree.sgf", set).tree, game.tree, "{moves}");
    }
}

#[test]
#[ignore = "slow: a class with more than a million moves"]
fn every_reply_of_a_class_is_answered_to_the_five() {
    let game = exported("tree.lib", |arguments| arguments.classes = vec!["o15".into()]);
    println!("{} moves, {:?} lines to the five and to a label", game.tree.len(), walk(&game, "h8o15", u32::MAX));
}

#[test]
fn the_length_of_the_win_is_that_of_the_manifest() {
    let game = exported("tree.lib", |arguments| arguments.plies = 4);
    let manifest = read_manifest(&certificate()).expect("a manifest");
    let [first] = game.tree.children(NodeId::ROOT).collect::<Vec<_>>()[..] else { panic!("not one first move") };
    let replies: Vec<NodeId> = game.tree.children(first).collect();
    assert_eq!(replies.len(), manifest.classes.len());
    for (reply, class) in replies.into_iter().zip(&manifest.classes) {
        assert_eq!(game.tree.node(reply).mv, write_point(class.reply));
        let [answer] = game.tree.children(reply).collect::<Vec<_>>()[..] else { panic!("not one answer") };
        let last = class.content.plies + 2;
        assert_eq!(
            game.tree.node(answer).notes.as_ref().and_then(|notes| notes.label.clone()),
            Some(format!("W{last}"))
        );
        assert!(game.tree.children(answer).next().is_none());
    }
}

#[test]
fn lines_are_cut_off_after_a_move_of_x() {
    let set = |arguments: &mut ExportArguments| (arguments.classes, arguments.plies) = (vec!["o15".into()], 6);
    let game = exported("tree.lib", set);
    let (fives, labelled) = walk(&game, "h8o15", 6);
    assert_eq!(fives, 0);
    assert!(labelled > 200, "{labelled}");
}

#[test]
fn what_cannot_be_exported_is_refused() {
    let moves = |text: &'static str| error_of(|arguments| arguments.moves = Some(text.into()));
    assert_eq!(moves("h8o15i8"), "o15.txt: after h8o15 the proof plays i7, not i8");
    assert_eq!(moves("h7"), "--moves h7 does not begin with h8");
    assert!(moves("h8h8").contains("h8"));
    assert_eq!(error_of(|arguments| arguments.plies = 2), "--plies 2, expected at least 3");
    assert!(error_of(|arguments| arguments.out = "tree.psq".into()).contains("expected .lib or .sgf"));
    assert!(error_of(|arguments| arguments.folder = "no such folder".into()).contains("MANIFEST"));
}

#[test]
fn a_file_is_overwritten_only_by_force() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("tree.sgf");
    std::fs::write(&file, "my notes").expect("a file");
    let mut arguments = arguments(None, 3, &file);
    let error = export(&arguments).expect_err("a file that exists").to_string();
    assert!(error.contains("--force"), "{error}");
    assert_eq!(std::fs::read_to_string(&file).expect("a file"), "my notes");
    arguments.force = true;
    export(&arguments).expect("a file that is written");
    let moves = read_game(&file).tree.len();
    assert_eq!(moves, 1 + 2 * read_manifest(&certificate()).expect("a manifest").classes.len());
}

#[test]
fn a_tree_has_no_more_moves_than_it_may() {
    let proof = |nodes: &str| ClassProof::read(RULES, nodes).expect("a class");
    let add = |nodes: &str, most_moves| {
        let extent = Extent { line: Vec::new(), last_ply: u32::MAX, most_moves };
        let mut game = ProofGame::new(RULES, extent).expect("rules");
        let opening = Gomoku::parse_token(&Gomoku::start(&RULES), OPENING).expect("legal moves");
        game.add(&opening, "", &proof(nodes)).map(|()| game.finish())
    };
    let game = add(TWO_THREES, 27).expect("a proof");
    assert_eq!((game.tree.len(), walk(&game, OPENING, u32::MAX)), (27, (2, 3)));
    let error = add(TWO_THREES, 26).expect_err("a move too many").to_string();
    assert!(error.starts_with("the tree has more than 26 moves"), "{error}");
    // A reply without an answer, a four that one reply blocks, and moves to points that are not empty.
    for (from, to, message) in [
        (",*@a0)", ")", format!("after {OPENING}o15 the proof has no answer to b1")),
        ("@a0 h11", "@a0 k11", format!("after {OPENING}o15o1k11 the proof has no answer to b1")),
        ("@a1 j11", "@a1 j10", format!("after {OPENING}o15h6: ")),
        (" o15(", " h8(", format!("after {OPENING}: ")),
    ] {
        let error = add(&TWO_THREES.replacen(from, to, 1), 99).expect_err(to).to_string();
        assert!(error.starts_with(&message), "{error}");
    }
}
