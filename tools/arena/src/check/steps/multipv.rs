//! Steps about `MultiPV`.

use super::Scope::Each;
use super::{SOLVED, Step, step};
use crate::check::board::Board;
use crate::check::context::TestContext;
use crate::check::search::{ParsedSearch, value_of_score};
use crate::check::step_result::{StepResult, require};
use std::collections::BTreeSet;

const SECTION: &str = "Info lines";

pub(super) const STEPS: &[Step] = &[
    step(
        "multipv-count",
        Each,
        SECTION,
        "the requested number of lines, or one for each move if there are fewer",
        |t| {
            for lines in [1, 2, 5, 500] {
                let (result, board) = search(t, lines, "go depth 2")?;
                let expected = board.referee.legal_moves().len().min(lines);
                let found = result.last_group().len();
                require!(found == expected, "{found} lines with MultiPV {lines}, expected {expected}");
            }
            Ok(())
        },
    ),
    step("multipv-complete", Each, SECTION, "every iteration prints its lines together, rank 1 first", |t| {
        let (result, board) = search(t, 4, "go depth 3")?;
        let lines = board.referee.legal_moves().len().min(4);
        for (index, info) in result.infos.iter().filter(|info| !info.bound).enumerate() {
            let expected = index % lines + 1;
            require!(info.multipv == expected, "rank {} where {expected} should be", info.multipv);
        }
        for group in result.infos.chunks(lines) {
            require!(group.iter().all(|info| info.depth == group[0].depth), "two depths among lines of one iteration");
        }
        Ok(())
    }),
    step("multipv-order", Each, SECTION, "the lines of an iteration come in the order of their values", |t| {
        let (result, _) = search(t, 500, "go depth 2")?;
        let falls = result.last_group().windows(2).find(|pair| pair[0].value.rank() < pair[1].value.rank());
        require!(falls.is_none(), "a better line after a worse one: {falls:?}");
        Ok(())
    }),
    step("multipv-distinct", Each, SECTION, "no two lines of an iteration begin with the same move", |t| {
        let (result, board) = search(t, 500, "go depth 1")?;
        let moves: BTreeSet<_> = result.last_group().iter().map(|info| info.pv[0].clone()).collect();
        let legal: BTreeSet<_> = board.referee.legal_moves().into_iter().collect();
        require!(moves == legal, "{} first moves, expected all {}", moves.len(), legal.len());
        Ok(())
    }),
    step("multipv-bestmove", Each, "End of a search", "bestmove is that of rank 1", |t| {
        let (result, _) = search(t, 3, "go depth 3")?;
        require!(result.last_group()[0].pv[0] == result.best, "bestmove {}", result.best);
        Ok(())
    }),
    step("multipv-searchmoves", Each, "Solved games", "with searchmoves, lines of these moves only", |t| {
        let board = t.random_position(5)?;
        t.set("MultiPV", 500)?;
        let few: BTreeSet<_> = board.referee.legal_moves().into_iter().take(3).collect();
        let list: Vec<_> = few.iter().cloned().collect();
        let result = t.search(&format!("go depth 2 searchmoves {}", list.join(" ")))?.checked(&board)?;
        let found: BTreeSet<_> = result.last_group().iter().map(|info| info.pv[0].clone()).collect();
        require!(found == few, "lines of {found:?}, expected {few:?}");
        Ok(())
    }),
    step("multipv-back", Each, SECTION, "MultiPV 1 gives one line again", |t| {
        search(t, 3, "go depth 2")?;
        let (result, _) = search(t, 1, "go depth 2")?;
        require!(result.infos.iter().all(|info| info.multipv == 1), "more than one line");
        Ok(())
    }),
    step(
        "multipv-stop",
        Each,
        SECTION,
        "an endless search with several lines stops with rank 1 and its best move",
        |t| {
            t.option("MultiPV")?;
            let board = t.random_position(5)?;
            t.set("MultiPV", 3)?;
            let result = t.search_and_stop("go infinite")?.result()?;
            crate::check::search::best_move_is_legal(&result, &board)?;
            crate::check::search::best_move_heads_the_pv(&result)
        },
    ),
    step(
        "multipv-values",
        SOLVED,
        "Solved games",
        "with all lines, the value of every move is that of the referee's table",
        |t| {
            for plies in [0, 3, 8, 13, 19] {
                t.set("MultiPV", 500)?;
                let mut board = t.random_position(plies)?;
                let result = t.search("go depth 1")?.checked(&board)?;
                let exact = board.referee.exact_moves().unwrap_or_default();
                for info in result.last_group() {
                    let expected =
                        exact.iter().find(|(mv, _)| *mv == info.pv[0]).map(|(_, score)| value_of_score(*score));
                    require!(
                        expected == Some(info.value),
                        "{} has {:?}, expected {expected:?}",
                        info.pv[0],
                        info.value
                    );
                }
                require!(
                    result.last_group().len() == exact.len(),
                    "{} lines of {}",
                    result.last_group().len(),
                    exact.len()
                );
            }
            Ok(())
        },
    ),
];

/// A search with this number of lines in a random position.
fn search(t: &mut TestContext<'_>, lines: usize, go: &str) -> StepResult<(ParsedSearch, Board)> {
    t.option("MultiPV")?;
    let board = t.random_position(5)?;
    t.set("MultiPV", lines)?;
    let result = t.search(go)?.checked(&board)?;
    Ok((result, board))
}
