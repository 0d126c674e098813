//! With one thread a search depends only on position and options: it repeats nodes, lines and moves exactly.

use super::client::{Client, count, errors, number_after, script};

/// The output of a search without its times.
fn timeless(lines: Vec<String>) -> Vec<String> {
    let strip = |line: String| {
        let mut words = Vec::new();
        let mut skip = false;
        for word in line.split(' ') {
            if !std::mem::take(&mut skip) && !matches!(word, "nps" | "time") {
                words.push(word);
            } else {
                skip = matches!(word, "nps" | "time");
            }
        }
        words.join(" ")
    };
    lines.into_iter().map(strip).collect()
}

const GAMES: [(&str, &str, &str); 6] = [
    ("lgame", "startpos", "go depth 3"),
    ("rhombus", "fen x-x-x/-x-x-/1-1-1/-o-o-/o-o-o x 0,0 10", "go depth 9"),
    ("othello", "startpos moves f5d6c3d3c4", "go depth 9"),
    ("othello", "fen xxxxxxx1/xxoxox2/ooooxo2/o1xxxo2/2xxxo2/2xxooo1/2xooo2/2xxxxx1 x - 38", "go nodes 60000"),
    ("gomoku", "startpos moves h8i9i8 g8", "go depth 6"),
    ("gomoku", "startpos moves h9 f6 g10 f7 g9 f5 f8 e7", "go nodes 20000"),
];

#[test]
fn a_search_after_ucinewgame_is_as_in_a_new_process() {
    for (game, position, go) in GAMES {
        let position = position.replace("h8i9i8", "h8 i9 i8");
        let search =
            format!("variant {game}\nsetoption name Personality value search\nposition {position}\n{go}\nwait\n");
        let fresh = timeless(script(&search));
        assert_eq!(count(&fresh, "bestmove "), 1, "{fresh:?}");
        let mut client = Client::start(&[]);
        client.send(
            "variant gomoku\ngo depth 4\nwait\nvariant othello\ngo depth 6\nwait\nvariant rhombus\ngo depth 2\nwait",
        );
        for _ in 0..3 {
            client.send(&format!(
                "variant {game}\nsetoption name Personality value search\nposition {position}\ngo depth 2\nwait"
            ));
            client.send(&format!("ucinewgame\nisready\n{go}"));
            client.until("readyok");
            let again = timeless(client.until("bestmove "));
            assert_eq!(again, fresh[1..], "{game}");
        }
    }
}

#[test]
fn a_node_limit_is_met_to_the_node() {
    for (game, nodes) in [("othello", 1), ("othello", 12_345), ("gomoku", 777), ("gomoku", 5_001)] {
        let lines = script(&format!("variant {game}\ngo nodes {nodes}\n"));
        let last = lines.iter().rfind(|line| line.starts_with("info depth")).expect("an info line");
        assert_eq!(number_after(last, "nodes"), nodes, "{last}");
    }
}

/// A search restricted by `searchmoves` does not give the value of the position, and must not store it in the table.
#[test]
fn searching_some_moves_does_not_spoil_the_table() {
    // Above the empty squares that are solved without this table. The best reply to b7 is b4, the worst one a7.
    let position = "position fen --OXXXXX--XXXOXX-OOOOXXXO-OOOXXX-OXOXXXX-OOXXOX---XOOX----X-O-X- x";
    let search = format!("{position}\ngo depth 60\n");
    let restricted = format!("{position} moves b7\ngo depth 60 searchmoves a7\nwait\n");
    let score = |lines: Vec<String>| {
        let last = lines.iter().rfind(|line| line.starts_with("info depth 18 ")).expect("solved").clone();
        number_after(&last, "cp")
    };
    assert_eq!(score(script(&search)), 1400);
    assert_eq!(score(script(&(restricted + &search))), 1400);
}

/// What a search ends with: nodes, selective depth, score, move and the last variation; of `bench`, the nodes.
fn signature(commands: &str) -> String {
    let lines = script(&format!("{}\n", commands.replace("; ", "\n")));
    if commands.starts_with("bench") {
        let last = lines.last().expect("a total");
        assert!(last.ends_with(" nps") && last.contains(" nodes "), "{last}");
        return last.split(' ').next().unwrap_or_default().to_string();
    }
    assert!(errors(&lines).is_empty(), "{lines:?}");
    let info = lines.iter().rfind(|line| line.starts_with("info depth")).expect("an info line");
    let score: Vec<_> = info.split(" score ").nth(1).unwrap_or_default().split(' ').take(2).collect();
    let (_, variation) = info.split_once(" pv ").expect("a variation");
    let best = lines.iter().find_map(|line| line.strip_prefix("bestmove ")).expect("a move");
    let mv = best.split(' ').next().unwrap_or_default();
    let numbers = [number_after(info, "nodes"), number_after(info, "seldepth")];
    format!("{} {} {} {mv} {variation}", numbers[0], numbers[1], score.join(" "))
}

#[test]
fn searches_have_their_signatures() {
    let expected = include_str!("../signatures.txt");
    let actual: Vec<String> = expected
        .lines()
        .map(|line| match line.rsplit_once(" = ") {
            Some((commands, _)) => format!("{commands} = {}", signature(commands)),
            None => line.to_string(),
        })
        .collect();
    assert_eq!(actual, expected.lines().collect::<Vec<_>>(), "if the change is meant, note it in tests/signatures.txt");
}
