//! Steps about the output of searches: the form of the lines, and that their contents are true.

use super::Scope::{Each, In};
use super::{DECIDED, SEARCHED, SOLVED, Step, step};
use crate::check::board::Board;
use crate::check::context::TestContext;
use crate::check::info::Value;
use crate::check::search::{
    ParsedSearch, best_move_heads_the_pv, best_move_is_legal, final_lines_are_exact, lines_of_play_are_legal,
    value_of_score,
};
use crate::check::step_result::{StepResult, require};

pub(super) const STEPS: &[Step] = &[
    step("bestmove-once", Each, "go", "exactly one bestmove for each go", |t| each(t, |_, _| Ok(()))),
    step("bestmove-legal", Each, "End of a search", "the bestmove is legal, in its canonical spelling", |t| {
        each(t, best_move_is_legal)
    }),
    step(
        "bestmove-heads-pv",
        Each,
        "End of a search",
        "bestmove and ponder are the first moves of the final pv",
        |t| each(t, |result, _| best_move_heads_the_pv(result)),
    ),
    step("info-form", Each, "Info lines", "every result line has exactly the form of the document", |t| {
        each(t, |result, _| {
            require!(!result.infos.is_empty(), "no result line");
            Ok(())
        })
    }),
    step("info-final", Each, "go", "a result line of rank 1 comes before every bestmove", |t| each(t, |_, _| Ok(()))),
    step("info-exact", Each, "Info lines", "the last line of a completed search is not a bound", |t| {
        for plies in [0, 5, 10, 15, 20] {
            t.random_position(plies)?;
            final_lines_are_exact(&t.search("go depth 3")?.result()?)?;
        }
        Ok(())
    }),
    step("info-pv-legal", Each, "Info lines", "every pv can be played, in canonical spelling", |t| {
        each(t, lines_of_play_are_legal)
    }),
    step("info-grows", Each, "Info lines", "depth, nodes and time of rank 1 never decrease during a search", |t| {
        each(t, |result, _| {
            let first: Vec<_> = result.infos.iter().filter(|info| info.multipv == 1).collect();
            let falls = first.windows(2).find(|pair| {
                pair[0].depth > pair[1].depth || pair[0].nodes > pair[1].nodes || pair[0].time > pair[1].time
            });
            require!(falls.is_none(), "depth, nodes or time falls: {falls:?}");
            Ok(())
        })
    }),
    step("info-rank-one", Each, "Info lines", "without MultiPV every result line is of rank 1", |t| {
        each(t, |result, _| {
            require!(result.infos.iter().all(|info| info.multipv == 1), "a rank other than 1");
            Ok(())
        })
    }),
    step("info-depths", SEARCHED, "Info lines", "a search to a depth prints every depth up to it", |t| {
        let board = t.random_position(6)?;
        let result = t.search("go depth 5")?.checked(&board)?;
        let missing = (1..=result.last().depth).find(|depth| !result.infos.iter().any(|info| info.depth == *depth));
        require!(missing.is_none(), "no line of depth {missing:?}");
        Ok(())
    }),
    step(
        "info-selective",
        Each,
        "Info lines",
        "seldepth is not below the depth of a completed search, nor time above the clock",
        |t| {
            let board = t.random_position(6)?;
            let started = std::time::Instant::now();
            let result = t.search("go depth 3")?.checked(&board)?;
            let took = started.elapsed().as_millis() as i64;
            let last = result.last();
            require!(last.time <= took + 1, "time {}, but it took {took} ms", last.time);
            require!(last.seldepth >= 1, "seldepth {}", last.seldepth);
            Ok(())
        },
    ),
    step("stopped-early", Each, "End of a search", "stopped at once: still a final line with a legal move", |t| {
        let board = t.random_position(8)?;
        for go in ["go infinite", "go", "go ponder", "go depth 100"] {
            t.send(&format!("{go}\nstop"))?;
            let result = t.end_of_search()?.result()?;
            best_move_is_legal(&result, &board)?;
            best_move_heads_the_pv(&result)?;
            lines_of_play_are_legal(&result, &board)?;
        }
        Ok(())
    }),
    step("stopped-line", SEARCHED, "End of a search", "a search that is stopped prints its best line once more", |t| {
        let board = t.random_position(6)?;
        let started = t.start_endless("go infinite")?;
        t.send("isready")?;
        t.read_until_prefix("readyok")?;
        t.send("stop")?;
        let end = t.end_of_search()?;
        require!(end.info_lines().next().is_some(), "no line between 'stop' and bestmove, after {}", started.len());
        let result = end.result()?;
        best_move_heads_the_pv(&result)?;
        lines_of_play_are_legal(&result, &board)
    }),
    step("values-solved", SOLVED, "Solved games", "values and best moves are those of the referee's table", |t| {
        for plies in [0, 2, 5, 9, 14, 20, 26] {
            let mut board = t.random_position(plies)?;
            let result = t.search("go depth 1")?.checked(&board)?;
            exact(&mut board, &result)?;
        }
        Ok(())
    }),
    step(
        "table-line",
        SOLVED,
        "Solved games",
        "table answers: depth 1, seldepth the length of the pv, nodes the root moves",
        |t| {
            for plies in [0, 4, 10, 18] {
                let board = t.random_position(plies)?;
                let result = t.search("go depth 1")?.checked(&board)?;
                let (last, moves) = (result.last(), board.referee.legal_moves().len() as i64);
                let fits = last.depth == 1 && last.seldepth == last.pv.len() as i64;
                require!(fits, "depth {}, seldepth {}, pv of {}", last.depth, last.seldepth, last.pv.len());
                require!(last.nodes == moves && last.tbhits == moves, "nodes {}, tbhits {}", last.nodes, last.tbhits);
            }
            Ok(())
        },
    ),
    step("mate-pv", SOLVED, "Solved games", "the pv of a proven win or loss leads to its end", |t| {
        for plies in [1, 3, 8, 12, 15] {
            let board = t.random_position(plies)?;
            let result = t.search("go depth 1")?.checked(&board)?;
            if let Value::Mate(_) = result.last().value {
                let end = board.follow(&result.last().pv).map_err(crate::check::step_result::NotPassed::Failed)?;
                require!(end.is_over(), "the pv of {:?} does not end the game", result.last().value);
            }
        }
        Ok(())
    }),
    step("win-at-once", DECIDED, "Info lines", "an immediate win is found, with mate 1", win_at_once),
    step(
        "margin-exact",
        In(&["othello"]),
        "othello",
        "an endgame is solved to the exact margin, and ends by itself",
        |t| {
            for _ in 0..4 {
                let board = endgame(t);
                t.set_up(&board)?;
                let (result, expected) = (t.search("go depth 60")?.checked(&board)?, 100 * margin(&board));
                require!(result.last().value == Value::Cp(expected), "{:?}, expected {expected}", result.last().value);
            }
            Ok(())
        },
    ),
];

/// Searches of several kinds in several positions.
fn each(t: &mut TestContext<'_>, check: fn(&ParsedSearch, &Board) -> StepResult) -> StepResult {
    for (plies, go) in
        [(0, "go depth 3"), (7, "go depth 2"), (12, "go nodes 800"), (20, "go movetime 15"), (30, "go depth 1")]
    {
        let board = t.random_position(plies)?;
        check(&t.search(go)?.result()?, &board)?;
    }
    Ok(())
}

/// The value is the referee's exact value, and the best move has it.
fn exact(board: &mut Board, result: &ParsedSearch) -> StepResult {
    let moves = board.referee.exact_moves().unwrap_or_default();
    let best = moves.first().map(|(_, score)| value_of_score(*score));
    require!(
        best == Some(result.last().value),
        "{:?} in {}, expected {best:?}",
        result.last().value,
        board.referee.position()
    );
    let of_best = moves.iter().find(|(mv, _)| *mv == result.best).map(|(_, score)| value_of_score(*score));
    require!(of_best == best, "bestmove {} has the value {of_best:?}, expected {best:?}", result.best);
    Ok(())
}

/// Finds a position with an immediately winning move in random games.
fn win_at_once(t: &mut TestContext<'_>) -> StepResult {
    loop {
        let over = Board::over(t.variant, &mut t.rng);
        let moves = over.referee.moves();
        let mut board = Board::start(t.variant);
        board = board.follow(&moves[..moves.len() - 1]).map_err(crate::check::step_result::NotPassed::Failed)?;
        let mover = quartet_rules::GameResult::win_of(board.referee.side());
        if over.referee.ending().map(|ending| ending.result) != Some(mover) {
            continue;
        }
        t.set_up(&board)?;
        let result = t.search("go depth 2")?.checked(&board)?;
        require!(result.last().value == Value::Mate(1), "{:?} where a move wins", result.last().value);
        let after = board.after(&result.best).is_ok_and(|after| after.is_over());
        require!(after, "{} does not win at once", result.best);
        return Ok(());
    }
}

/// A random position with few empty squares.
fn endgame(t: &mut TestContext<'_>) -> Board {
    loop {
        let mut board = Board::start(t.variant);
        while board.rows().bytes().filter(u8::is_ascii_digit).map(|digit| usize::from(digit - b'0')).sum::<usize>() > 5
        {
            if !board.play_any(&mut t.rng) {
                break;
            }
        }
        if !board.is_over() {
            return board;
        }
    }
}

/// The margin of the side to move with best play, by exhaustive search.
fn margin(board: &Board) -> i64 {
    if let Some(ending) = board.referee.ending() {
        let first = i64::from(ending.margin.unwrap_or_default());
        return if board.referee.side() == quartet::game::Side::X { first } else { -first };
    }
    let moves = board.referee.legal_moves();
    moves.iter().filter_map(|mv| board.after(mv).ok()).map(|after| -margin(&after)).max().unwrap_or_default()
}
