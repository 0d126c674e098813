//! `solve` and `solve verify`: the figures of the solved games, the verification, and both as jobs.

use super::client::{Client, count, errors, number_after, script};
use quartet::game::{Game, Notation};
use quartet::games::lgame::LGame;
use quartet::retrograde::Indexed;
use std::collections::{BTreeMap, HashSet};

/// The output of `solve` in a game, without `info string `.
fn report(game: &str) -> Vec<String> {
    let lines = script(&format!("variant {game}\nsolve\n"));
    assert!(errors(&lines).is_empty(), "{lines:?}");
    let text = |line: &String| line.strip_prefix("info string ").map(str::to_string);
    let found: Option<Vec<_>> = lines[1..].iter().map(text).collect();
    found.expect("info strings only")
}

/// The lines that begin with a word.
fn beginning<'a>(lines: &'a [String], head: &str) -> Vec<&'a str> {
    lines.iter().filter(|line| line.starts_with(head)).map(String::as_str).collect()
}

/// Lines `<what> <n> bothsides <m>` as a map.
fn histogram(lines: &[String], what: &str) -> BTreeMap<usize, usize> {
    let entry = |line: &&str| match line.split(' ').collect::<Vec<_>>()[..] {
        [_, key, "bothsides", positions] => Some((key.parse().ok()?, positions.parse().ok()?)),
        _ => None,
    };
    beginning(lines, &format!("{what} ")).iter().filter_map(entry).collect()
}

#[test]
fn rhombus_layers_are_reported_with_the_figures_of_the_paper() {
    let lines = report("rhombus");
    let expected = [
        "10 positions 72072 win 38608 loss 32436 draw 1028 maxdistance 20 paper 38608 32436 1028",
        "9 positions 90090 win 86620 loss 2458 draw 1012 maxdistance 19 paper 86620 3138 332",
        "8 positions 90090 win 9430 loss 78480 draw 2180 maxdistance 20 paper 10922 79038 130",
        "7 positions 60060 win 59776 loss 280 draw 4 maxdistance 21 paper 59334 694 32",
        "6 positions 34320 win 560 loss 33744 draw 16 maxdistance 22 paper 1704 32616 0",
        "5 positions 12870 win 12870 loss 0 draw 0 maxdistance 15 paper 12870 0 0",
        "4 positions 4290 win 0 loss 4290 draw 0 maxdistance 16 paper 0 4290 0",
        "3 positions 858 win 858 loss 0 draw 0 maxdistance 15 paper 858 0 0",
        "2 positions 156 win 0 loss 156 draw 0 maxdistance 16 paper 0 156 0",
        "1 positions 13 win 13 loss 0 draw 0 maxdistance 15 paper 13 0 0",
        "0 positions 1 win 0 loss 1 draw 0 maxdistance 16 paper 0 13 0",
    ];
    assert_eq!(lines[..11], expected.map(|layer| format!("solved rhombus stones {layer}")));
    // A note for each layer that differs from the paper, and none for the others.
    let noted: Vec<_> = lines.iter().filter_map(|line| line.strip_prefix("note stones ")?.split(':').next()).collect();
    assert_eq!(noted, ["9", "8", "7", "6", "0"]);
    assert!(lines[11].contains(" 3470 ") && lines[11].contains(" 680 "), "{}", lines[11]);
    // The values of positions with one side to move, over all layers.
    let total: i64 = beginning(&lines, "value ").iter().map(|line| number_after(line, "positions")).sum();
    assert_eq!(total, 364_820);
    assert_eq!(beginning(&lines, "value draw"), ["value draw positions 4240"]);
    assert_eq!(beginning(&lines, "longest ").len(), beginning(&lines, "longest loss 22 position ").len());
    assert_eq!(beginning(&lines, "start"), ["start loss 16"]);
    let first = beginning(&lines, "firstmove ");
    let fast = ["a1", "e1", "b2", "d2", "b4", "d4", "a5", "e5"].map(|mv| format!("firstmove {mv} loss 14"));
    let slow = ["c1", "a3", "c3", "e3", "c5"].map(|mv| format!("firstmove {mv} loss 16"));
    assert_eq!(first.len(), 13);
    assert!(fast.iter().chain(&slow).all(|line| first.contains(&line.as_str())), "{first:?}");
    assert_eq!(beginning(&lines, "time ").len(), 1);
}

#[test]
fn lgame_has_the_published_figures() {
    let lines = report("lgame");
    assert_eq!(
        lines[0],
        "solved lgame positions 18368 win 8048 loss 232 draw 10088 immobile 120 winatonce 6144 canonical 2296 \
         canonicalwin 1006 canonicalloss 29 canonicaldraw 1261"
    );
    assert_eq!(lines[1], "placements 48 positions 18368 bothsides 36736");
    let moves = [
        "0 bothsides 240",
        "13 bothsides 1440",
        "26 bothsides 2400",
        "39 bothsides 2880",
        "52 bothsides 4880",
        "65 bothsides 3456",
        "78 bothsides 3920",
        "91 bothsides 3072",
        "104 bothsides 2016",
        "117 bothsides 3200",
        "130 bothsides 3696",
        "143 bothsides 1536",
        "156 bothsides 1248",
        "169 bothsides 896",
        "182 bothsides 480",
        "195 bothsides 512",
        "221 bothsides 864",
        "total 3265600 average 8889 hundredths maximum 221",
    ];
    assert_eq!(beginning(&lines, "moves "), moves.map(|rest| format!("moves {rest}")));
    let values = [
        "loss 0 positions 120",
        "win 1 positions 6144",
        "loss 2 positions 24",
        "win 3 positions 216",
        "loss 4 positions 24",
        "win 5 positions 648",
        "loss 6 positions 40",
        "win 7 positions 88",
        "loss 8 positions 24",
        "win 9 positions 952",
        "draw positions 10088",
    ];
    assert_eq!(beginning(&lines, "value "), values.map(|rest| format!("value {rest}")));
    // Every class has eight positions, so none of them is symmetric.
    let longest = beginning(&lines, "longest win 9 position ");
    assert_eq!((longest.len(), beginning(&lines, "longest ").len()), (952 / 8, 952 / 8));
    for line in longest {
        let (text, code) = line["longest win 9 position ".len()..].split_once(" code ").expect("a code");
        assert_eq!(LGame::parse_position(&(), text), LGame::parse_code(code), "{line}");
    }
    assert_eq!(beginning(&lines, "start"), ["start draw"]);
    assert_eq!(beginning(&lines, "firstmove ").len(), 65);
    assert!(lines.contains(&"firstmove b1c1d1d2+a1c3 draw".into()));
    assert!(lines.contains(&"firstmove b1c1d1d2 loss 2".into()));
    assert_eq!(beginning(&lines, "time ").len(), 1);
}

/// Counts independently, by generating moves: terminal positions, positions that reach them in one move, and moves that
/// allow the opponent to.
#[test]
fn lgame_has_the_published_threats() {
    let lines = report("lgame");
    let size = <LGame as Indexed>::SIZE;
    let after: Vec<HashSet<usize>> = (0..size)
        .map(|index| {
            let position = LGame::position(index);
            let mut moves = Vec::new();
            LGame::legal_moves(&position, &mut moves);
            let play = |&mv| {
                let mut next = position;
                LGame::play(&mut next, mv);
                LGame::index(&next)
            };
            moves.iter().map(play).collect()
        })
        .collect();
    let wins_at_once: Vec<bool> = after.iter().map(|next| next.iter().any(|&to| after[to].is_empty())).collect();
    let mut losing = BTreeMap::new();
    for next in after.iter().filter(|next| !next.is_empty()) {
        *losing.entry(next.iter().filter(|&&to| wins_at_once[to]).count()).or_insert(0) += 2;
    }
    assert_eq!(histogram(&lines, "losingmoves"), losing);
    assert_eq!(losing.values().sum::<usize>(), 36_736 - 240);
    // The lost positions include those lost in 0 plies and those in which every move loses at once.
    let predecessors = histogram(&lines, "predecessors");
    assert_eq!(predecessors.values().sum::<usize>(), 2 * 232);
    let total: usize = predecessors.iter().map(|(count, positions)| count * positions).sum();
    assert_eq!(beginning(&lines, "predecessors total"), [format!("predecessors total {total}")]);
}

#[test]
fn the_tables_are_proven() {
    for (game, positions, moves) in [("lgame", 18_368, 1_632_800), ("rhombus", 364_820, 1_840_645)] {
        let lines = script(&format!("variant {game}\nsolve verify\n"));
        assert_eq!(lines.len(), 4, "{lines:?}");
        assert_eq!([number_after(&lines[1], "positions"), number_after(&lines[1], "moves")], [positions, moves]);
        assert!(lines[2].starts_with("info string searched positions "), "{lines:?}");
        assert!(number_after(&lines[2], "decided") > 0 && number_after(&lines[2], "depth") >= 4, "{lines:?}");
        assert_eq!(lines[3], format!("info string verified {game}"));
    }
}

#[test]
fn without_a_table_there_is_one_error() {
    for game in ["othello", "gomoku"] {
        for command in ["solve", "solve verify"] {
            let lines = script(&format!("variant {game}\n{command}\nquery ply\n"));
            assert_eq!(errors(&lines).len(), 1, "{lines:?}");
            assert!(lines[1].contains(game) && lines[1].contains("expected one of lgame rhombus"), "{lines:?}");
            assert_eq!(lines[2..], ["response 0"]);
        }
    }
}

/// The report is the same with any position, and changes nothing.
#[test]
fn solve_does_not_depend_on_the_position() {
    let timeless = |lines: Vec<String>| -> Vec<String> {
        lines.into_iter().filter(|line| !line.starts_with("info string time ")).collect()
    };
    let plain = timeless(script("variant rhombus\nsolve\n"));
    let setup =
        "setoption name Personality value random\nsetoption name MaxPlies value 2\nsetoption name Threads value 2";
    let lines = script(&format!("variant rhombus\n{setup}\nposition startpos moves c3 a1\nsolve\nquery position\n"));
    let (last, lines) = lines.split_last().expect("lines");
    assert_eq!(timeless(lines.to_vec()), plain);
    assert_eq!(last, "response o-1-1/-1-1-/1-x-1/-1-1-/1-1-1 x 4,4 2");
}

#[test]
fn solve_is_a_job_without_a_bestmove() {
    let mut client = Client::start(&["--variant", "rhombus"]);
    client.send_raw(b"solve verify\nisready\nmoves\nstop\n");
    let lines = client.until("moves ");
    let place = |wanted: &str| lines.iter().position(|line| line == wanted).expect(wanted);
    assert!(place("readyok") < place("info string solve stopped"), "{lines:?}");
    assert_eq!(count(&lines, "info string verified"), 0, "{lines:?}");
    // A `stop` after queued lines also ends the jobs that they start.
    client.send_raw(b"solve verify\nquery side\nsolve verify\nsolve\nstop\n");
    let lines = client.until("info string solve stopped");
    assert_eq!(count(&lines, "response"), 0, "{lines:?}");
    let (rest, status) = client.finish();
    assert!(status.success());
    assert_eq!(rest[0], "response x");
    assert_eq!(rest.last().map(String::as_str), Some("info string solve stopped"));
    assert_eq!(count(&rest, "bestmove"), 0);
    assert_eq!(count(&rest, "info string verified"), 1, "{rest:?}");
    assert!(errors(&rest).is_empty(), "{rest:?}");
}

#[test]
fn solve_is_queued_and_finished_at_the_end_of_input() {
    let lines = script("variant rhombus\nsolve\nwait\nisready\nsolve verify\nquery side\nvariant lgame\nsolve");
    let place = |head: &str| lines.iter().position(|line| line.starts_with(head)).expect(head);
    let order =
        ["info string time ", "readyok", "info string consistent", "info string verified rhombus", "response x"];
    assert!(order.map(place).is_sorted(), "{lines:?}");
    assert!(place("response x") < place("info string solved lgame"), "{lines:?}");
    assert!(lines.last().is_some_and(|line| line.starts_with("info string time ")), "{lines:?}");
    // `quit` ends a job and drops the rest.
    let lines = script("variant lgame\nsolve verify\nsolve\nquit\n");
    assert_eq!(lines.last().map(String::as_str), Some("info string solve stopped"));
    assert_eq!(count(&lines, "info string solved"), 0, "{lines:?}");
}
