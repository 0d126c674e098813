//! Steps about `Skill Level`.

use super::Scope::Each;
use super::repeat::lots_begin_anew;
use super::{Step, step};
use crate::check::board::Board;
use crate::check::context::TestContext;
use crate::check::search::{ParsedSearch, best_move_is_legal, lines_of_play_are_legal};
use crate::check::step_result::{NotPassed, StepResult, cut, require};

const SECTION: &str = "Skill Level";

pub(super) const STEPS: &[Step] = &[
    step("skill-legal", Each, SECTION, "a weakened player keeps to the limits and rules with every go", |t| {
        set(t, 0)?;
        let board = t.random_position(5)?;
        let only = board.referee.legal_moves().into_iter().next().unwrap_or_default();
        for go in ["go depth 3", "go nodes 300", "go movetime 20", "go wtime 500 btime 500", "go depth 0"] {
            is_legal(&t.search(go)?.result()?, &board)?;
        }
        let best = t.search(&format!("go depth 2 searchmoves {only}"))?.moves()?.0;
        require!(best == only, "{best}, but {only} was asked for");
        Ok(())
    }),
    step("skill-held", Each, SECTION, "a weakened player's endless search runs until stop", |t| {
        set(t, 0)?;
        let board = t.random_position(5)?;
        for go in ["go infinite", "go ponder depth 2"] {
            t.start_endless(go)?;
            t.expect_no_bestmove()?;
            let best = t.stop(Vec::new())?.moves()?.0;
            require!(board.referee.legal_moves().contains(&best), "{best} is not legal");
        }
        Ok(())
    }),
    step("skill-honest", Each, SECTION, "a weakened player's lines have their true values", |t| {
        t.option("MultiPV")?;
        t.set("MultiPV", 3)?;
        t.random_position(5)?;
        let mut values = Vec::new();
        for level in [20, 0] {
            set(t, level)?;
            t.expect_silence("ucinewgame")?;
            let group = t.search("go depth 1")?.result()?.last_group().to_vec();
            values.push(group.iter().map(|info| info.value).collect::<Vec<_>>());
        }
        require!(values[0] == values[1], "{:?} at level 0, {:?} at full strength", values[1], values[0]);
        Ok(())
    }),
    step("skill-errs", Each, SECTION, "a weakened player does not always play the best line", |t| {
        set(t, 0)?;
        t.expect_silence("position startpos")?;
        for _ in 0..24 {
            let result = t.search("go depth 1")?.result()?;
            if result.last().pv[0] != result.best {
                return Ok(());
            }
        }
        Err(NotPassed::Failed("24 moves of level 0, all of the best line".into()))
    }),
    step("skill-seed", Each, SECTION, "errors restart when Seed is set, and with every new game", |t| {
        t.option("Seed")?;
        set(t, 0)?;
        lots_begin_anew(t)
    }),
];

/// Sets the level; the step is skipped if there is no such option.
fn set(t: &mut TestContext<'_>, level: u32) -> StepResult {
    t.option("Skill Level")?;
    t.set("Skill Level", level)
}

/// Requires that the best move, the ponder move and all principal variations are legal.
fn is_legal(result: &ParsedSearch, board: &Board) -> StepResult {
    best_move_is_legal(result, board)?;
    lines_of_play_are_legal(result, board)?;
    let line: Vec<_> = std::iter::once(&result.best).chain(&result.ponder).cloned().collect();
    board.follow(&line).map(drop).map_err(|why| NotPassed::Failed(format!("'{}': {why}", cut(&line.join(" ")))))
}
