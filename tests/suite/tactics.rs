//! Gomoku's search misses no win within its depth and allows none: depth-limited searches are compared with `go mate`,
//! which considers every move.

use super::client::{Client, count, number_after};
use quartet::random::SplitMix64;

/// A game of shallow searches mixed with random moves, at the position after some of its moves.
struct Table {
    client: Client,
    moves: Vec<String>,
}

impl Table {
    fn new(rule: &str) -> Table {
        let mut client = Client::start(&["--variant", "gomoku"]);
        client.send(&format!("setoption name Rule value {rule}\nsetoption name BoardSize value 15"));
        Table { client, moves: Vec::new() }
    }

    fn set(&mut self, extra: Option<&str>) {
        let list: Vec<&str> = self.moves.iter().map(String::as_str).chain(extra).collect();
        let tail = if list.is_empty() { String::new() } else { format!(" moves {}", list.join(" ")) };
        self.client.send(&format!("position startpos{tail}"));
    }

    fn legal(&mut self) -> Vec<String> {
        let line = self.client.ask("moves", "moves");
        line.split(' ').skip(1).map(str::to_string).collect()
    }

    /// Whether the side to move wins within this number of its own moves.
    fn wins_within(&mut self, moves: u32) -> bool {
        self.client.send(&format!("go mate {moves}"));
        let lines = self.client.until("bestmove ");
        count(&lines, "info string no mate") == 0
    }

    /// The best move of a search after `ucinewgame`, and whether it claims a win.
    fn search(&mut self, depth: u32) -> (String, bool) {
        self.client.send(&format!("ucinewgame\ngo depth {depth}"));
        let lines = self.client.until("bestmove ");
        let last = lines.iter().rfind(|line| line.starts_with("info depth")).expect("an info line");
        let best = lines.last().and_then(|line| line.split(' ').nth(1)).expect("a move");
        (best.to_string(), last.contains(" score mate ") && !last.contains(" score mate -"))
    }
}

/// A legal move within two points of a stone.
fn near_move(moves: &[String], legal: &[String], random: &mut SplitMix64) -> Option<String> {
    let place = |mv: &str| Some((i32::from(mv.bytes().next()?), mv.get(1..)?.parse::<i32>().ok()?));
    let near = |mv: &&String| {
        moves.iter().any(|stone| match (place(mv), place(stone)) {
            (Some(a), Some(b)) => (a.0 - b.0).abs() <= 2 && (a.1 - b.1).abs() <= 2,
            _ => false,
        })
    };
    let list: Vec<_> = legal.iter().filter(near).collect();
    list.get(random.below(list.len())).map(|mv| (*mv).clone())
}

#[test]
fn no_win_in_five_plies_is_missed_and_none_in_three_is_allowed() {
    let (mut won, mut defended) = (0, 0);
    for (seed, rule) in (1..).zip(["freestyle", "standard", "renju", "freestyle"]) {
        let mut random = SplitMix64::new(seed);
        let mut table = Table::new(rule);
        for ply in 0..40 {
            table.set(None);
            let legal = table.legal();
            if legal.is_empty() {
                break;
            }
            let mut best = table.search(2).0;
            if ply >= 6 {
                let winning = table.wins_within(3);
                let (deeper, claimed) = table.search(6);
                assert!(claimed || !winning, "{rule}: a win in five plies is missed after {:?}", table.moves);
                won += usize::from(winning);
                table.set(Some(&deeper));
                if !claimed && !table.legal().is_empty() && table.wins_within(2) {
                    // This is acceptable only if every move loses.
                    for mv in &legal {
                        table.set(Some(mv));
                        assert!(table.wins_within(2), "{rule}: {deeper} loses, {mv} does not, after {:?}", table.moves);
                    }
                    defended += 1;
                }
            }
            if ply < 4 || random.below(4) == 0 {
                best = near_move(&table.moves, &legal, &mut random).unwrap_or(best);
            }
            table.moves.push(best);
        }
    }
    assert!(won >= 8, "only {won} wins were there to be found");
    assert!(defended >= 1, "no lost position was met");
}

/// A search that is stopped when all moves searched so far lose plays one of the others and claims no loss.
#[test]
fn a_stopped_search_claims_no_more_than_it_knows() {
    let mut client = Client::start(&["--variant", "gomoku"]);
    client.send("setoption name BoardSize value 15\nposition startpos moves i9 o3 k12 k14 h8 e4 h9");
    for nodes in (500..12_000).step_by(500) {
        client.send(&format!("ucinewgame\ngo nodes {nodes}"));
        let lines = client.until("bestmove ");
        assert!(lines.iter().all(|line| !line.contains(" mate -32") && !line.contains("(none)")), "{lines:?}");
    }
}

/// When all candidates lose, the one that resists longest is played, not a distant move that was never searched.
#[test]
fn a_stopped_search_that_finds_only_losses_resists_longest() {
    let mut client = Client::start(&["--variant", "gomoku"]);
    let game = "h12 g13 k9 h6 e9 g11 g10 h9 f9 e8 d9 c9 e10 f10 d11 g8 g12 f11 d10";
    client.send(&format!("setoption name BoardSize value 15\nposition startpos moves {game}"));
    for nodes in [8_000, 10_000, 14_000] {
        client.send(&format!("ucinewgame\ngo nodes {nodes}"));
        let lines = client.until("bestmove ");
        let last = lines.last().expect("a move");
        assert!(!last.starts_with("bestmove a1"), "{lines:?}");
        assert!(lines.iter().any(|line| line.contains(" cp -10000 ")), "not the case in question: {lines:?}");
    }
}

/// A win is reported with its line to the end as soon as it is found, before shorter wins are ruled out.
#[test]
fn a_win_is_reported_with_its_whole_line() {
    let mut client = Client::start(&["--variant", "gomoku"]);
    client.send("setoption name BoardSize value 15");
    for game in [
        "g9 g12 j10 k12 h12 i9 i8 h11 d8 i11 i10 g11 j11 g14 g10 h10 f12 j8 k7 f13 j13 j12 g7",
        "a14 b10 a9 b11 c13 a15 e11 f10 d10 e8 d8 d9 c10 f9 f12 c9 e9 f8 f7 g10 h11 e10 c12 b12 b9",
        "n9 m12 m8 j8 j9 m11 n12 l7 i9 h9 m10 i8 h8 k11 g10 n11 l11 k12 k10 l13 k14 j11 i10 m14 n15 j10 l12 j12 j13 \
         h11 i11 i13 h14 l8 l10 f10 l5 h12 g11 g12 i12 d12 n7 m6 e12 e13 i14 j14 c11 f13 g13 d13 e11 f12 f11 d11 d14",
    ] {
        client.send(&format!("ucinewgame\nposition startpos moves {game}\ngo nodes 60000"));
        let lines = client.until("bestmove ");
        let last = lines.iter().rfind(|line| line.contains(" mate ")).unwrap_or_else(|| panic!("no win: {lines:?}"));
        let (head, pv) = last.split_once(" pv ").expect("a line");
        let moves = usize::try_from(number_after(head, "mate")).expect("a win, not a loss");
        assert_eq!(pv.split(' ').count(), 2 * moves - 1, "{last}");
        client.send(&format!("position startpos moves {game} {pv}\nd"));
        let result = client.until("result ");
        assert!(result.last().is_some_and(|line| line.ends_with("win five")), "{last}: {result:?}");
    }
}
