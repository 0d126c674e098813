//! Steps about what has to be the same again: searches behind `ucinewgame`, lots behind `Seed`.

use super::Scope::{Each, Once};
use super::{SEARCHED, Step, step};
use crate::check::board::Board;
use crate::check::trial::{Check, Stop, Trial, demand};

const SECTION: &str = "ucinewgame, uginewgame";
/// Tried until one tells something.
const POSITIONS: usize = 5;

pub(super) const STEPS: &[Step] = &[
    step("newgame-nodes", Each, SECTION, "behind ucinewgame a search is the same, node for node", |t| {
        let board = t.random_position(8)?;
        let first = fingerprint(t, &board)?;
        for word in ["ucinewgame", "uginewgame"] {
            t.silent(word)?;
            let again = fingerprint(t, &board)?;
            demand!(again == first, "{again:?} behind {word}, {first:?} before");
        }
        Ok(())
    }),
    step("fresh-nodes", Each, SECTION, "a fresh process searches the same, node for node", |t| {
        let board = t.random_position(8)?;
        let first = fingerprint(t, &board)?;
        t.start()?;
        t.set_up(&board)?;
        let again = fingerprint(t, &board)?;
        demand!(again == first, "{again:?} in a fresh process, {first:?} before");
        Ok(())
    }),
    step("newgame-after-others", Each, SECTION, "what was searched before ucinewgame has no influence", |t| {
        let board = Board::ongoing(t.variant, 8, &mut t.random);
        t.set_up(&board)?;
        let first = fingerprint(t, &board)?;
        for plies in [2, 9, 15] {
            t.random_position(plies)?;
            t.search("go depth 3")?;
        }
        t.silent("ucinewgame")?;
        t.set_up(&board)?;
        let again = fingerprint(t, &board)?;
        demand!(again == first, "{again:?} behind other searches and ucinewgame, {first:?} before");
        Ok(())
    }),
    step("clear-hash", SEARCHED, "Options", "behind Clear Hash a search finds nothing of the one before", |t| {
        t.option("Clear Hash")?;
        // In one position or another it finds little to use again.
        for _ in 0..POSITIONS {
            t.silent("setoption name Clear Hash")?;
            let board = t.random_position(8)?;
            let (_, fresh, _) = fingerprint(t, &board)?;
            let (_, known, _) = fingerprint(t, &board)?;
            if 10 * known >= 9 * fresh {
                continue;
            }
            t.silent("setoption name Clear Hash")?;
            let (_, cleared, _) = fingerprint(t, &board)?;
            // A fresh process may have other history, but far less than the table saves.
            demand!(2 * cleared >= fresh + known, "{cleared} nodes, {fresh} at first, {known} with a full table");
            return Ok(());
        }
        Err(Stop::Skipped("it makes little use of its hash table".into()))
    }),
    step("newgame-keeps", Each, SECTION, "position and options stay behind ucinewgame", |t| {
        t.option("MultiPV")?;
        t.set("MultiPV", 2)?;
        let board = t.random_position(5)?;
        t.silent("ucinewgame")?;
        let said = t.answer("query position")?;
        demand!(said == format!("response {}", board.referee.position()), "'{said}' behind ucinewgame");
        let expected = board.referee.legal_moves().len().min(2);
        let lines = t.search("go depth 1")?.judged(&board)?.last_group().len();
        demand!(lines == expected, "{lines} lines behind ucinewgame, expected {expected}");
        Ok(())
    }),
    step("options-nodes", Each, "Options", "options that are set to what they are change no search", |t| {
        let board = t.random_position(8)?;
        let first = fingerprint(t, &board)?;
        for option in t.all_options()?.iter().filter(|option| !option.default.is_empty()) {
            if !matches!(&option.name[..], "UCI_Variant" | "Debug Log File" | "Personality") {
                t.set(&option.name, &option.default)?;
            }
        }
        t.silent("ucinewgame")?;
        t.set_up(&board)?;
        let again = fingerprint(t, &board)?;
        demand!(again.1 == first.1, "{again:?} behind defaults, {first:?} before");
        Ok(())
    }),
    step("random-line", Each, "One-ply players", "Personality random: one line of depth 1, a legal move", |t| {
        t.option("Personality")?;
        t.set("Personality", "random")?;
        let board = t.random_position(5)?;
        for go in ["go depth 10", "go movetime 100000", "go nodes 1"] {
            let result = t.search(go)?.judged(&board)?;
            let last = result.last();
            demand!(result.infos.len() == 1 && last.depth == 1 && last.pv.len() == 1, "{:?}", result.infos);
        }
        Ok(())
    }),
    step("random-seed", Each, "Options", "lots begin anew when Seed is set, and with every new game", |t| {
        t.option("Personality")?;
        t.option("Seed")?;
        t.set("Personality", "random")?;
        lots_begin_anew(t)
    }),
    step(
        "bench-nodes",
        Once,
        "bench",
        "bench repeats its number of nodes, whatever the options and the position",
        |t| {
            let first = bench(t)?;
            t.silent("position startpos")?;
            t.answers("setoption name MultiPV value 3\nsetoption name MaxPlies value 7\nsetoption name Hash value 2")?;
            let again = bench(t)?;
            demand!(again == first, "{again} nodes, {first} before");
            Ok(())
        },
    ),
];

/// Depth, nodes and best line of a search.
fn fingerprint(t: &mut Trial, board: &Board) -> Check<(i64, i64, Vec<String>)> {
    let depth = if t.variant == "othello" { 7 } else { 5 };
    let result = t.search(&format!("go depth {depth}"))?.judged(board)?;
    let last = result.last();
    Ok((last.depth, last.nodes, last.pv.clone()))
}

/// What is chosen by lot is chosen again behind the same seed and in a new game, and otherwise behind another seed.
pub(super) fn lots_begin_anew(t: &mut Trial) -> Check {
    t.random_position(4)?;
    t.set("Seed", 7)?;
    let first = lots(t)?;
    t.set("Seed", 7)?;
    let again = lots(t)?;
    demand!(again == first, "{again:?} behind the same Seed, {first:?} before");
    t.silent("ucinewgame")?;
    let again = lots(t)?;
    demand!(again == first, "{again:?} in a new game, {first:?} before");
    t.set("Seed", 8)?;
    let other = lots(t)?;
    demand!(other != first, "{other:?} behind another Seed too");
    Ok(())
}

/// Moves by lot.
fn lots(t: &mut Trial) -> Check<Vec<String>> {
    (0..12).map(|_| Ok(t.search("go depth 1")?.moves()?.0)).collect()
}

/// The number of nodes of a small bench.
fn bench(t: &mut Trial) -> Check<u64> {
    let said = t.answers("bench 2\nwait")?;
    super::tools::bench_total(&said)
}
