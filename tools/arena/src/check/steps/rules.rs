//! Steps about the end of games: draws by rule, and answers when a game is over.

use super::Scope::Each;
use super::{SOLVED, Step, step};
use crate::check::board::Board;
use crate::check::context::TestContext;
use crate::check::step_result::{NotPassed, StepResult, cut, require};
use quartet_rules::{Ending, GameResult};

const DRAWS: &str = "Draws by rule";
const END: &str = "End of a search";

pub(super) const STEPS: &[Step] = &[
    step("draw-repetition", SOLVED, DRAWS, "the third occurrence of a position is a draw", |t| {
        let board = repeated(t, 2)?;
        t.set_up(&board)?;
        facts(t, "draw", "repetition")?;
        no_moves(t)
    }),
    step("draw-repetition-second", SOLVED, DRAWS, "the second occurrence is not a draw", |t| {
        let board = repeated(t, 1)?;
        t.set_up(&board)?;
        facts(t, "none", "none")?;
        let said = t.response("query moves")?;
        require!(said == format!("response {}", board.referee.legal_moves().join(" ")), "'{}'", cut(&said));
        Ok(())
    }),
    step("draw-repetition-last", SOLVED, DRAWS, "one ply before the third occurrence the game continues", |t| {
        let whole = repeated(t, 2)?;
        let moves = whole.referee.moves().to_vec();
        let board = opening(t)?.follow(&moves[..moves.len() - 1]).map_err(NotPassed::Failed)?;
        t.set_up(&board)?;
        facts(t, "none", "none")?;
        let last = &moves[moves.len() - 1];
        let result = t.search(&format!("go searchmoves {last} depth 1"))?.checked(&board)?;
        let value = result.last().value;
        require!(
            value == crate::check::info::Value::Cp(0),
            "{value:?} for the move that completes the third occurrence"
        );
        Ok(())
    }),
    step("draw-counted-anew", SOLVED, DRAWS, "occurrences count from the position given", |t| {
        let board = repeated(t, 2)?;
        t.set_up(&board)?;
        t.expect_silence(&format!("position fen {}", board.referee.position()))?;
        facts(t, "none", "none")
    }),
    step("draw-illegal-behind", SOLVED, DRAWS, "a move after a draw by rule is refused", |t| {
        t.random_position(3)?;
        let board = repeated(t, 2)?;
        let mv = opening(t)?.referee.legal_moves().swap_remove(0);
        t.expect_error(&format!("{} {mv}", board.line()))
    }),
    step("draw-answer", SOLVED, DRAWS, "go after a draw by rule: the line of a drawn game, bestmove (none)", |t| {
        let board = repeated(t, 2)?;
        t.set_up(&board)?;
        over_answer(t, "cp 0")
    }),
    step("draw-maxplies", SOLVED, DRAWS, "MaxPlies: the game is drawn when its ply number is reached", |t| {
        t.option("MaxPlies")?;
        let board = t.random_position(9)?;
        let ply = i64::from(board.referee.ply());
        for (limit, result, reason) in [(ply, "draw", "maxplies"), (ply + 1, "none", "none"), (1, "draw", "maxplies")] {
            t.set("MaxPlies", limit)?;
            facts(t, result, reason)?;
        }
        no_moves(t)?;
        over_answer(t, "cp 0")
    }),
    step("draw-maxplies-never", SOLVED, DRAWS, "MaxPlies 0: never", |t| {
        t.option("MaxPlies")?;
        let board = t.random_position(9)?;
        let text = board.referee.position();
        let (head, _) = text.rsplit_once(' ').unwrap_or((&text, ""));
        t.expect_silence(&format!("position fen {head} 5000"))?;
        facts(t, "draw", "maxplies")?;
        t.set("MaxPlies", 0)?;
        t.expect_silence(&format!("position fen {head} 5000"))?;
        facts(t, "none", "none")
    }),
    step("draw-perft", SOLVED, "go", "perft ignores draws by rule", |t| {
        let board = repeated(t, 2)?;
        t.set_up(&board)?;
        let said = t.responses("go perft 1\nwait")?;
        let moves = Board::set_up(t.variant, &board.referee.position(), &[])
            .map_err(|why| NotPassed::Failed(why.to_string()))?;
        let expected = format!("Nodes searched: {}", moves.referee.legal_moves().len());
        require!(said.last() == Some(&expected), "{:?}, expected '{expected}'", said.last());
        Ok(())
    }),
    step("over-facts", Each, "query", "a game that is over has its result, its reason, and no moves", |t| {
        for _ in 0..3 {
            let (board, ending) = over(t)?;
            let result = match ending.result {
                GameResult::FirstWins => "p1win",
                GameResult::SecondWins => "p2win",
                GameResult::Draw => "draw",
            };
            t.set_up(&board)?;
            facts(t, result, ending.reason.word())?;
            no_moves(t)?;
        }
        Ok(())
    }),
    step("over-answer", Each, END, "go in a game that is over: one info line with its score, bestmove (none)", |t| {
        for _ in 0..3 {
            let (board, ending) = over(t)?;
            t.set_up(&board)?;
            over_answer(t, &score(&board, ending))?;
        }
        Ok(())
    }),
    step("over-held", Each, END, "the bestmove of an endless search is held back in a game that is over too", |t| {
        let (board, _) = over(t)?;
        t.set_up(&board)?;
        for go in ["go infinite", "go", "go ponder"] {
            t.start_endless(go)?;
            t.expect_no_bestmove()?;
            t.send("stop")?;
            let best = t.end_of_search()?.best;
            require!(best == "bestmove (none)", "'{best}'");
        }
        Ok(())
    }),
    step("over-searchmoves", Each, END, "searchmoves in a game that is over is refused", |t| {
        let (board, _) = over(t)?;
        t.set_up(&board)?;
        let mv = Board::start(t.variant).referee.legal_moves().swap_remove(0);
        t.expect_error(&format!("go depth 1 searchmoves {mv}"))
    }),
    step(
        "over-perft",
        Each,
        "go",
        "perft of a game that is over: no leaves, or one in games scored by a margin",
        |t| {
            let (board, ending) = over_by_itself(t)?;
            t.set_up(&board)?;
            let expected = format!("Nodes searched: {}", u8::from(ending.margin.is_some()));
            let said = t.responses("go perft 2\nwait")?;
            require!(said == [expected.clone()], "{said:?}, expected '{expected}'");
            Ok(())
        },
    ),
    step("over-then-search", Each, END, "after a game that is over, the next is searched", |t| {
        let (board, _) = over(t)?;
        t.set_up(&board)?;
        t.search("go depth 3")?;
        let board = t.random_position(4)?;
        t.search("go depth 2")?.checked(&board).map(drop)
    }),
];

/// A position in which stones can be moved to and fro.
fn opening(t: &TestContext<'_>) -> StepResult<Board> {
    let board = match t.variant {
        "rhombus" => Board::set_up("rhombus", "x-x-x/-x-x-/1-1-1/-o-o-/o-o-o x 0,0 10", &[]),
        variant => Ok(Board::start(variant)),
    };
    board.map_err(|why| NotPassed::Failed(format!("the referee: {why}")))
}

/// A game in which the position has occurred this often.
fn repeated(t: &TestContext<'_>, times: usize) -> StepResult<Board> {
    let board = opening(t)?;
    let Some(cycle) = board.cycle() else { return Err(NotPassed::Skipped("no way back is known".into())) };
    let moves: Vec<_> = std::iter::repeat_n(cycle, times).flatten().collect();
    board.follow(&moves).map_err(NotPassed::Failed)
}

/// A random game that is over, and how it ended.
fn over(t: &mut TestContext<'_>) -> StepResult<(Board, Ending)> {
    let board = Board::over(t.variant, &mut t.rng);
    let ending = board.referee.ending();
    ending.map(|ending| (board, ending)).ok_or_else(|| NotPassed::Failed("a game without an end".into()))
}

/// A game that is over by its position, not by a draw rule.
fn over_by_itself(t: &mut TestContext<'_>) -> StepResult<(Board, Ending)> {
    use quartet::game::Reason;
    loop {
        let (board, ending) = over(t)?;
        if !matches!(ending.reason, Reason::Repetition | Reason::MaxPlies) {
            return Ok((board, ending));
        }
    }
}

/// The score of a game that is over, for the side to move.
fn score(board: &Board, ending: Ending) -> String {
    match (ending.result, ending.margin) {
        (_, Some(margin)) if board.referee.side() == quartet::game::Side::X => {
            format!("cp {}", 100 * i32::from(margin))
        }
        (_, Some(margin)) => format!("cp {}", -100 * i32::from(margin)),
        (GameResult::Draw, None) => "cp 0".into(),
        // The winner made the last move.
        (_, None) => "mate 0".into(),
    }
}

fn facts(t: &mut TestContext<'_>, result: &str, reason: &str) -> StepResult {
    let over = result != "none";
    let expected = [format!("response {over}"), format!("response {result}"), format!("response {reason}")];
    let said = t.responses("query gameover\nquery result\nquery reason")?;
    require!(said == expected, "{said:?}, expected {expected:?}");
    Ok(())
}

fn no_moves(t: &mut TestContext<'_>) -> StepResult {
    let said = t.responses("moves\nquery moves")?;
    require!(said == ["moves", "response"], "{said:?} though the game is over");
    Ok(())
}

fn over_answer(t: &mut TestContext<'_>, score: &str) -> StepResult {
    for go in ["go depth 3", "go movetime 100", "go nodes 10"] {
        let search = t.search(go)?;
        let expected = format!("info depth 0 score {score} nodes 0 nps 0 time 0");
        require!(search.lines == [expected.clone()], "{:?}, expected '{expected}'", search.lines);
        require!(search.best == "bestmove (none)", "'{}'", cut(&search.best));
    }
    Ok(())
}
