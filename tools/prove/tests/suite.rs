//! From a search to a file that is checked by the rules alone.

use quartet::game::{Game, Notation};
use quartet::games::gomoku::certificate::class_proof::ClassProof;
use quartet::games::gomoku::certificate::folder::check_class;
use quartet::games::gomoku::certificate::symmetry::canonical_key;
use quartet::games::gomoku::threats::incremental::Threats;
use quartet::games::gomoku::threats::patterns::PatternTables;
use quartet::games::gomoku::{Gomoku, Position, Rule, Rules};
use quartet::search::stop::StopToken;
use quartet_prove::assemble::assemble;
use quartet_prove::nodes::{Node, Nodes, nodes_of_class};
use quartet_prove::proof_log::{self, ProofLog};
use quartet_prove::prover::Prover;
use quartet_prove::settings::Settings;
use std::io::Write;
use std::path::Path;

const RULES: Rules = Rules { size: 15, rule: Rule::Freestyle };

fn position(moves: &str) -> Position {
    position_on(RULES, moves)
}

fn position_on(rules: Rules, moves: &str) -> Position {
    let mut position = Gomoku::start(&rules);
    for mv in Gomoku::parse_token(&position, moves).expect("legal moves") {
        position.play(mv);
    }
    position
}

/// Searches for a proof and returns whether one was found; what is proven is appended to the file.
fn prove(moves: &str, quiet: usize, file: &Path) -> (bool, u64) {
    prove_position(&position(moves), quiet, file, &[])
}

/// The same, with guesses.
fn prove_position(position: &Position, quiet: usize, file: &Path, guesses: &[Node]) -> (bool, u64) {
    let (log, known) = ProofLog::open(file).expect("a file that can be written");
    let (patterns, mut threats) = (PatternTables::default(), Threats::default());
    let settings = Settings { verbose: 0, ..Settings::default() };
    let mut prover = Prover::new(position, &mut threats, &patterns, log, known, settings);
    guesses.iter().for_each(|node| prover.guess(node));
    (prover.prove(quiet).expect("a file that can be written"), prover.statistics().searches)
}

fn nodes(file: &Path) -> Nodes {
    let nodes = proof_log::read(file).expect("a file of proven positions");
    nodes.into_iter().map(|node| (canonical_key(&node.position), node)).collect()
}

#[test]
fn a_proof_is_found_kept_assembled_and_checked() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("proven");
    // A win by threats alone is no node.
    assert!(!prove("h8a1i7o1", 0, &file).0);
    assert_eq!(nodes(&file).len(), 0);
    assert!(prove("h8a1i7o1", 1, &file).0);
    let known = nodes(&file);
    assert_eq!(known.len(), 1);
    // What is known is not searched again, nor are images of it; a line that was cut off is dropped.
    let mut cut_off = std::fs::File::options().append(true).open(&file).expect("a file");
    cut_off.write_all(b"n 15/15").expect("a file that can be written");
    assert_eq!(prove("h8o1g7a1", 1, &file), (true, 0));
    assert_eq!(nodes(&file).len(), 1);

    let proof = assemble(RULES, &position("h8a1i7o1"), &known).expect("all that is needed");
    let read = ClassProof::read(RULES, &proof.write()).expect("a file of the right form");
    assert_eq!((&read.attacks, &read.nodes), (&proof.attacks, &proof.nodes));
    let plies = check_class(&read, 2, &StopToken::default(), &|_| ());
    assert!(matches!(plies, Ok(17..)), "{plies:?}");
    let again = nodes_of_class(&read);
    assert_eq!((again[0].mv, &again[0].position), (read.nodes[0].mv, &read.nodes[0].position));
    assert!(assemble(RULES, &position("h8a1i7o1h7b1"), &known).is_err());

    // Without the answer to all other replies, some are not answered.
    let mut damaged = read;
    damaged.nodes[0].other = None;
    let error = check_class(&damaged, 1, &StopToken::default(), &|_| ()).unwrap_err();
    assert!(error.starts_with("node @n0: reply ") && error.contains("there is no answer"), "{error}");
}

#[test]
fn proofs_of_a_smaller_board_are_guesses() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name| folder.path().join(name);
    assert!(prove("h8a1i7o1", 1, &path("small")).0);
    let moved: Vec<Node> = nodes(&path("small")).values().map(|node| node.moved(17, 1)).collect();
    let larger = position_on(Rules { size: 17, ..RULES }, "i9b2j8p2");
    assert_eq!(moved[0].position.board(), larger.board());
    let (is_proven, searches) = prove_position(&larger, 1, &path("larger"), &[]);
    let (is_guessed, fewer) = prove_position(&larger, 1, &path("guessed"), &moved);
    assert!(is_proven && is_guessed && fewer < searches / 2, "{fewer} searches after {searches}");
    // What is written is proven on the larger board.
    let known = nodes(&path("guessed"));
    let proof = assemble(Rules { size: 17, ..RULES }, &larger, &known).expect("all that is needed");
    assert!(check_class(&proof, 2, &StopToken::default(), &|_| ()).is_ok());
}
