//! Play by a certificate: what is announced, and when the certificate is not used.

use super::client::{errors, number_after, script};

/// The output after the certificate was loaded and these lines were sent.
fn output(lines: &str) -> Vec<String> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tools/prove/freestyle-15");
    let head = format!(
        "variant gomoku\nsetoption name BoardSize value 15\nsetoption name Certificate Folder value {folder}\n"
    );
    script(&format!("{head}{lines}\n"))[1..].to_vec()
}

/// The last line of this rank before the move, and the move.
fn answer(lines: &[String], rank: usize) -> (&str, &str) {
    let line = lines.iter().rfind(|line| line.contains(&format!("multipv {rank} "))).expect("a line");
    let best = lines.iter().rfind(|line| line.starts_with("bestmove")).expect("a move");
    (line, best.split(' ').nth(1).expect("a move"))
}

fn is_from_certificate(lines: &[String]) -> bool {
    lines.iter().any(|line| line.contains("depth 1 ") && line.contains("score mate 27 ") && line.contains("tbhits 1 "))
}

const POSITION: &str = "position startpos moves h8 o15";

#[test]
fn a_proven_win_is_answered_at_once() {
    for go in ["go depth 3", "go nodes 5", "go movetime 1", "go mate 27", "go searchmoves i7 a1 depth 2"] {
        let lines = output(&format!("{POSITION}\n{go}"));
        assert!(is_from_certificate(&lines), "{go}: {lines:?}");
        let (line, best) = answer(&lines, 1);
        assert_eq!(best, "i7", "{go}");
        let pv = line.split(" pv ").nth(1).expect("a pv");
        assert_eq!(pv.split(' ').count(), 53, "the pv goes to the end of the game");
    }
}

/// All classes of replies are proven.
#[test]
fn the_empty_board_is_won() {
    let lines = output("solve\ngo depth 1\nposition startpos moves h8\nsolve");
    let (line, best) = answer(&lines, 1);
    assert!(line.contains("score mate 34 ") && line.contains("tbhits 1 "), "{line}");
    assert_eq!(best, "h8");
    for said in ["classes 35 open 0", "x begins at h8 and wins by ply 67", "position win 67", "position loss 66"] {
        assert!(lines.iter().any(|line| line.contains(said)), "{said}: {lines:?}");
    }
}

/// The replies to the first move that resist longest come first.
#[test]
fn answers_to_all_first_replies_are_told() {
    let lines = output("position startpos moves h8\nproof");
    let plies: Vec<i64> =
        lines.iter().filter(|line| line.starts_with("proof reply ")).map(|line| number_after(line, "plies")).collect();
    assert_eq!((plies.len(), plies[0]), (224, 65));
    assert!(plies.is_sorted_by(|a, b| a >= b), "{plies:?}");
}

#[test]
fn the_same_in_any_orientation_and_without_the_moves() {
    let corner = output("position fen 15/15/15/15/15/15/15/7x7/15/15/15/15/15/15/o14 x - 2\ngo depth 2");
    assert!(is_from_certificate(&corner), "{corner:?}");
    let mirrored = output("position startpos moves h8 a1\ngo depth 2");
    assert!(is_from_certificate(&mirrored), "{mirrored:?}");
}

#[test]
fn there_are_reasons_not_to_use_it() {
    for (settings, go) in [
        ("setoption name Certificate value false", "go depth 2"),
        ("setoption name Skill Level value 19", "go depth 2"),
        ("setoption name Personality value textbook", "go depth 2"),
        ("setoption name Rule value standard", "go depth 2"),
        ("setoption name BoardSize value 16", "go depth 2"),
        ("isready", "go searchmoves a1 j8 depth 2"),
        ("isready", "go mate 26 nodes 100"),
    ] {
        let lines = output(&format!("{settings}\n{POSITION}\n{go}"));
        assert!(errors(&lines).is_empty() && !is_from_certificate(&lines), "{settings}, {go}: {lines:?}");
        assert!(lines.iter().any(|line| line.starts_with("bestmove ")));
    }
}

#[test]
fn further_lines_are_searched() {
    let lines = output(&format!("setoption name MultiPV value 3\n{POSITION}\ngo depth 3"));
    let (first, best) = answer(&lines, 1);
    assert!(first.contains("score mate 27 ") && best == "i7", "{lines:?}");
    for rank in [2, 3] {
        let (line, _) = answer(&lines, rank);
        assert!(number_after(line, "depth") == 3 && !line.contains(" pv i7"), "{line}");
    }
}

#[test]
fn a_lost_position_is_searched_and_has_its_score() {
    let lines = output(&format!("{POSITION} i7\ngo depth 4"));
    let found: Vec<_> = lines.iter().filter(|line| line.contains(" multipv 1 ")).collect();
    assert!(found.len() >= 4 && found.iter().all(|line| line.contains(" score mate -26 ")), "{lines:?}");
    assert!(number_after(found[found.len() - 1], "nodes") > 100, "{found:?}");
}

#[test]
fn the_statement_says_what_is_claimed() {
    let lines = output(&format!("{POSITION}\nsolve\nsolve verify"));
    assert!(lines[0].starts_with("info string certificate rule freestyle size 15 first h8 plies "), "{lines:?}");
    for said in ["not claimed", "Victor Allis", "position win 53"] {
        assert!(lines.iter().any(|line| line.contains(said)), "{said}: {lines:?}");
    }
    assert_eq!(errors(&lines).len(), 1, "a certificate is verified by a command of its own");
}

#[test]
fn a_folder_without_a_certificate_is_refused() {
    let lines = script("variant gomoku\nsetoption name Certificate Folder value no/such/folder\nisready\n");
    assert!(errors(&lines).len() == 1 && lines[1].contains("MANIFEST"), "{lines:?}");
    assert_eq!(lines[2], "readyok");
}
