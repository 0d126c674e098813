//! Steps about handshakes and about how an engine identifies itself.

use super::Scope::{Each, Once};
use super::{DECIDED, Step, step};
use crate::check::board::Board;
use crate::check::context::TestContext;
use crate::check::info::Value;
use crate::check::step_result::{StepResult, cut, require};

pub(super) const STEPS: &[Step] = &[
    step("uci-answer", Once, "uci, ugi", "uci: id lines, option lines, uciok as the last, and nothing else", |t| {
        handshake(t, "uci")
    }),
    step("ugi-answer", Once, "uci, ugi", "ugi: id lines, option lines, ugiok as the last, and nothing else", |t| {
        handshake(t, "ugi")
    }),
    step("id-name", Once, "uci, ugi", "exactly one 'id name', with a name", |t| id(t, "name")),
    step("id-author", Once, "uci, ugi", "exactly one 'id author', with a name", |t| id(t, "author")),
    step("uci-again", Once, "uci, ugi", "a handshake may be repeated, with the same answer", |t| {
        let first = t.responses("uci")?;
        let again = t.responses("ugi\nuci")?;
        require!(again.ends_with(&first), "the second 'uci' is not answered as the first");
        Ok(())
    }),
    step("no-handshake", Once, "uci, ugi", "everything works without a handshake", |t| {
        t.launch()?;
        let search = t.search("go depth 1")?;
        search.result().map(drop)
    }),
    step("handshake-keeps-position", Each, "uci, ugi", "a handshake changes neither game nor position", |t| {
        let board = t.random_position(6)?;
        t.responses("uci\nugi")?;
        let said = t.response("query position")?;
        require!(said == format!("response {}", board.referee.position()), "'{said}' after a handshake");
        Ok(())
    }),
    step("uci-queued", Each, "While a job runs", "a handshake during a search is answered after it", |t| {
        t.start_endless("go infinite")?;
        t.send("uci")?;
        t.expect_no_bestmove()?;
        t.send("stop")?;
        let lines = t.read_until_prefix("uciok")?;
        let best = lines.iter().position(|line| line.starts_with("bestmove"));
        let name = lines.iter().position(|line| line.starts_with("id name"));
        require!(best.is_some() && best < name, "the handshake is not answered after the bestmove");
        Ok(())
    }),
    step(
        "uci-ponder-move",
        Each,
        "uci, ugi",
        "after uci, bestmove has the second move of the pv as its ponder move",
        |t| {
            t.responses("ugi\nuci")?;
            ponder_move(t, true)
        },
    ),
    step("no-handshake-ponder-move", Each, "uci, ugi", "without a handshake bestmove is that of uci", |t| {
        ponder_move(t, true)
    }),
    step("ugi-bare-bestmove", Each, "uci, ugi", "after ugi, bestmove has no ponder move", |t| {
        t.responses("uci\nugi")?;
        ponder_move(t, false)
    }),
    step(
        "mate-unit",
        DECIDED,
        "uci, ugi",
        "mate scores count the winner's moves after uci, plies after ugi",
        mate_unit,
    ),
];

fn handshake(t: &mut TestContext<'_>, word: &str) -> StepResult {
    let mut said = t.responses(word)?;
    let last = said.pop().unwrap_or_default();
    require!(last == format!("{word}ok"), "the last line is '{}', expected '{word}ok'", cut(&last));
    let odd = said.iter().find(|line| !line.starts_with("id ") && !line.starts_with("option name "));
    require!(odd.is_none(), "'{}' inside the handshake", cut(odd.map(String::as_str).unwrap_or_default()));
    Ok(())
}

fn id(t: &mut TestContext<'_>, what: &str) -> StepResult {
    let head = format!("id {what} ");
    let said = t.responses("uci")?;
    let found: Vec<_> = said.iter().filter_map(|line| line.strip_prefix(&head)).collect();
    require!(found.len() == 1 && !found[0].trim().is_empty(), "'{head}…' comes {} times", found.len());
    Ok(())
}

fn ponder_move(t: &mut TestContext<'_>, expected: bool) -> StepResult {
    let board = t.random_position(4)?;
    let result = t.search("go depth 3")?.checked(&board)?;
    let second = result.last().pv.get(1).filter(|_| expected);
    require!(result.ponder.as_ref() == second, "ponder move {:?}, expected {second:?}", result.ponder);
    Ok(())
}

/// A position with a proven win in more than one move, the search that finds it, and its length in plies.
fn won(t: &mut TestContext<'_>) -> StepResult<(Board, &'static str)> {
    let (text, moves, go): (_, &[&str], _) = match t.variant {
        "gomoku" => {
            ("16/16/16/16/16/16/16/16/16/16/16/16/16/16/16/16 x", &["h8", "a1", "h9", "a2", "h10", "a3"], "go depth 8")
        }
        "lgame" => ("nxx1/1ox1/1ox1/1oon x", &["b1c1d1d2", "c3a4b4c4+d4b3"], "go depth 1"),
        _ => ("1-1-1/-1-1-/1-1-1/-1-1-/1-1-1 x", &["a1"], "go depth 1"),
    };
    let board = Board::set_up(t.variant, text, moves);
    let board = board.map_err(|why| crate::check::step_result::NotPassed::Failed(format!("the referee: {why}")))?;
    Ok((board, go))
}

fn mate_unit(t: &mut TestContext<'_>) -> StepResult {
    let (board, go) = won(t)?;
    t.responses("uci")?;
    t.set_up(&board)?;
    let moves = t.search(go)?.checked(&board)?.last().value;
    t.responses("ugi")?;
    let plies = t.search(go)?.checked(&board)?.last().value;
    let fits = matches!((moves, plies), (Value::Mate(n), Value::Mate(k)) if n > 1 && k == 2 * n - 1);
    require!(fits, "{moves:?} after uci and {plies:?} after ugi, expected a win in n and in 2n - 1");
    Ok(())
}
