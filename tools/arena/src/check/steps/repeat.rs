//! Steps about reproducibility: searches after `ucinewgame`, random choices after `Seed`.

use super::Scope::{Each, Once};
use super::{SEARCHED, Step, step};
use crate::check::board::Board;
use crate::check::context::TestContext;
use crate::check::step_result::{NotPassed, StepResult, require};

const SECTION: &str = "ucinewgame, uginewgame";
/// The number of attempts to find a position that shows a difference.
const POSITIONS: usize = 5;

pub(super) const STEPS: &[Step] = &[
    step("newgame-nodes", Each, SECTION, "after ucinewgame a search is the same, node for node", |t| {
        let board = t.random_position(8)?;
        let first = fingerprint(t, &board)?;
        for word in ["ucinewgame", "uginewgame"] {
            t.expect_silence(word)?;
            let again = fingerprint(t, &board)?;
            require!(again == first, "{again:?} after {word}, {first:?} before");
        }
        Ok(())
    }),
    step("fresh-nodes", Each, SECTION, "a new process searches the same, node for node", |t| {
        let board = t.random_position(8)?;
        let first = fingerprint(t, &board)?;
        t.start()?;
        t.set_up(&board)?;
        let again = fingerprint(t, &board)?;
        require!(again == first, "{again:?} in a fresh process, {first:?} before");
        Ok(())
    }),
    step("newgame-after-others", Each, SECTION, "searches before ucinewgame have no influence", |t| {
        let board = Board::ongoing(t.variant, 8, &mut t.rng);
        t.set_up(&board)?;
        let first = fingerprint(t, &board)?;
        for plies in [2, 9, 15] {
            t.random_position(plies)?;
            t.search("go depth 3")?;
        }
        t.expect_silence("ucinewgame")?;
        t.set_up(&board)?;
        let again = fingerprint(t, &board)?;
        require!(again == first, "{again:?} after other searches and ucinewgame, {first:?} before");
        Ok(())
    }),
    step("clear-hash", SEARCHED, "Options", "after Clear Hash a search uses nothing of the one before", |t| {
        t.option("Clear Hash")?;
        // In some positions the table has few useful entries.
        for _ in 0..POSITIONS {
            t.expect_silence("setoption name Clear Hash")?;
            let board = t.random_position(8)?;
            let (_, fresh, _) = fingerprint(t, &board)?;
            let (_, known, _) = fingerprint(t, &board)?;
            if 10 * known >= 9 * fresh {
                continue;
            }
            t.expect_silence("setoption name Clear Hash")?;
            let (_, cleared, _) = fingerprint(t, &board)?;
            // Clear Hash may keep move-ordering history, which saves far fewer nodes than the hash table.
            require!(2 * cleared >= fresh + known, "{cleared} nodes, {fresh} at first, {known} with a full table");
            return Ok(());
        }
        Err(NotPassed::Skipped("it makes little use of its hash table".into()))
    }),
    step("newgame-keeps", Each, SECTION, "position and options survive ucinewgame", |t| {
        t.option("MultiPV")?;
        t.set("MultiPV", 2)?;
        let board = t.random_position(5)?;
        t.expect_silence("ucinewgame")?;
        let said = t.response("query position")?;
        require!(said == format!("response {}", board.referee.position()), "'{said}' after ucinewgame");
        let expected = board.referee.legal_moves().len().min(2);
        let lines = t.search("go depth 1")?.checked(&board)?.last_group().len();
        require!(lines == expected, "{lines} lines after ucinewgame, expected {expected}");
        Ok(())
    }),
    step("options-nodes", Each, "Options", "setting options to their current values changes no search", |t| {
        let board = t.random_position(8)?;
        let first = fingerprint(t, &board)?;
        for option in t.all_options()?.iter().filter(|option| !option.default.is_empty()) {
            if !matches!(&option.name[..], "UCI_Variant" | "Debug Log File" | "Personality") {
                t.set(&option.name, &option.default)?;
            }
        }
        t.expect_silence("ucinewgame")?;
        t.set_up(&board)?;
        let again = fingerprint(t, &board)?;
        require!(again.1 == first.1, "{again:?} after defaults, {first:?} before");
        Ok(())
    }),
    step("random-line", Each, "One-ply players", "Personality random: one line of depth 1, a legal move", |t| {
        t.option("Personality")?;
        t.set("Personality", "random")?;
        let board = t.random_position(5)?;
        for go in ["go depth 10", "go movetime 100000", "go nodes 1"] {
            let result = t.search(go)?.checked(&board)?;
            let last = result.last();
            require!(result.infos.len() == 1 && last.depth == 1 && last.pv.len() == 1, "{:?}", result.infos);
        }
        Ok(())
    }),
    step("random-seed", Each, "Options", "random choices restart when Seed is set, and with every new game", |t| {
        t.option("Personality")?;
        t.option("Seed")?;
        t.set("Personality", "random")?;
        lots_begin_anew(t)
    }),
    step("bench-nodes", Once, "bench", "bench repeats its number of nodes with any options and position", |t| {
        let first = bench(t)?;
        t.expect_silence("position startpos")?;
        t.responses("setoption name MultiPV value 3\nsetoption name MaxPlies value 7\nsetoption name Hash value 2")?;
        let again = bench(t)?;
        require!(again == first, "{again} nodes, {first} before");
        Ok(())
    }),
];

/// Depth, nodes and best line of a search.
fn fingerprint(t: &mut TestContext<'_>, board: &Board) -> StepResult<(i64, i64, Vec<String>)> {
    let depth = if t.variant == "othello" { 7 } else { 5 };
    let result = t.search(&format!("go depth {depth}"))?.checked(board)?;
    let last = result.last();
    Ok((last.depth, last.nodes, last.pv.clone()))
}

/// Random choices repeat after the same seed and in a new game, and differ after another seed.
pub(super) fn lots_begin_anew(t: &mut TestContext<'_>) -> StepResult {
    t.random_position(4)?;
    t.set("Seed", 7)?;
    let first = random_moves(t)?;
    t.set("Seed", 7)?;
    let again = random_moves(t)?;
    require!(again == first, "{again:?} after the same Seed, {first:?} before");
    t.expect_silence("ucinewgame")?;
    let again = random_moves(t)?;
    require!(again == first, "{again:?} in a new game, {first:?} before");
    t.set("Seed", 8)?;
    let other = random_moves(t)?;
    require!(other != first, "{other:?} after another Seed too");
    Ok(())
}

/// Random moves.
fn random_moves(t: &mut TestContext<'_>) -> StepResult<Vec<String>> {
    (0..12).map(|_| Ok(t.search("go depth 1")?.moves()?.0)).collect()
}

/// The node count of a small bench.
fn bench(t: &mut TestContext<'_>) -> StepResult<u64> {
    let said = t.responses("bench 2\nwait")?;
    super::tools::bench_total(&said)
}
