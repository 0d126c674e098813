//! The engine plays the same games by every protocol that it speaks, at a fixed number of nodes.

use crate::support::{Folder, games, quartet, succeed};

/// The moves of each game of a match between the engine by UCI and the engine by another protocol, whose words these
/// are.
fn moves(variant: &str, rules: &[&str], other: &[&str]) -> Vec<Vec<String>> {
    let folder = Folder::new();
    let out = folder.file("games.jsonl");
    let cmd = format!("cmd={}", quartet().display());
    let mut words = vec!["--variant", variant, "--games", "2", "--quiet", "--out", out.to_str().expect("text")];
    for rule in rules {
        words.extend(["--rule", rule]);
    }
    words.extend(["--engine", "name=uci", &cmd, "proto=uci", "nodes=3000"]);
    words.extend(["--engine", "name=other", &cmd]);
    words.extend(other);
    succeed(&words);
    let games = games(&out);
    assert!(games.iter().all(|game| game.failure.is_none()), "{games:?}");
    games.iter().map(|game| game.moves.iter().map(|mv| mv.text.clone()).collect()).collect()
}

#[test]
fn othello_is_the_same_by_uci_gtp_and_nboard() {
    let by_uci = moves("othello", &[], &["proto=uci", "nodes=3000"]);
    assert!(by_uci.iter().all(|moves| moves.len() > 50));
    assert_eq!(moves("othello", &[], &["proto=gtp", "args=--nodes 3000"]), by_uci);
    assert_eq!(moves("othello", &[], &["proto=nboard", "args=--nodes 3000", "depth=127"]), by_uci);
}

#[test]
fn gomoku_is_the_same_by_uci_gtp_and_gomocup() {
    let rules = ["BoardSize=15", "Rule=standard"];
    let by_uci = moves("gomoku", &rules, &["proto=uci", "nodes=3000"]);
    assert!(by_uci.iter().all(|moves| moves.len() >= 9));
    // Gomocup's default is a larger hash table.
    let gomocup = ["proto=gomocup", "nodes=3000", "option.hash_size=16384"];
    assert_eq!(moves("gomoku", &rules, &gomocup), by_uci);
    let rules = ["BoardSize=15", "Rule=freestyle"];
    let by_uci = moves("gomoku", &rules, &["proto=uci", "nodes=3000"]);
    assert_eq!(moves("gomoku", &rules, &["proto=gtp", "args=--variant gomoku --nodes 3000"]), by_uci);
}
