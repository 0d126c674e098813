//! Steps about the facts of positions, compared with the referee in random games: `query`, `moves`, `d`, `eval`, perft.

use super::Scope::Each;
use super::{Step, step};
use crate::check::board::Board;
use crate::check::context::TestContext;
use crate::check::step_result::{NotPassed, StepResult, cut, require};
use quartet::game::Notation;
use quartet::games::playable::{Playable, RulesOf};
use quartet::games::{Variant, Visitor};

/// The number of random games for each question.
const GAMES: usize = 3;
/// The maximum number of positions of a game that are asked about.
const POSITIONS: usize = 60;

pub(super) const STEPS: &[Step] = &[
    step("query-position", Each, "query", "query position, in random games", |t| ask(t, "query position", position)),
    step("query-moves", Each, "query", "query moves: the legal moves in the game's order, in random games", |t| {
        ask(t, "query moves", |board| respond(&board.referee.legal_moves().join(" ")))
    }),
    step("query-side", Each, "query", "query side, in random games", |t| {
        ask(t, "query side", |board| respond(side(board)))
    }),
    step("query-p1turn", Each, "query", "query p1turn, in random games", |t| {
        ask(t, "query p1turn", |board| respond(&(side(board) == "x").to_string()))
    }),
    step("query-ply", Each, "query", "query ply, in random games", |t| {
        ask(t, "query ply", |board| respond(&board.referee.ply().to_string()))
    }),
    step("query-gameover", Each, "query", "query gameover, in random games to their end", |t| {
        ask(t, "query gameover", |board| respond(&board.is_over().to_string()))
    }),
    step("query-result", Each, "query", "query result, in random games to their end", |t| {
        ask(t, "query result", |board| respond(result(board)))
    }),
    step("query-reason", Each, "query", "query reason, in random games to their end", |t| {
        ask(t, "query reason", |board| respond(reason(board)))
    }),
    step("query-line", Each, "query", "query line: the winning row, in random games to their end", |t| {
        ask(t, "query line", |board| match board.referee.winning_row() {
            line if line.is_empty() => respond("none"),
            line => respond(&line.join(" ")),
        })
    }),
    step("moves", Each, "moves", "moves: the legal moves in the game's order, in random games", |t| {
        ask(t, "moves", |board| format!("moves {}", board.referee.legal_moves().join(" ")).trim_end().to_string())
    }),
    step("display", Each, "d", "d: position, key, side, number of moves and result, in a random game", display),
    step("display-key", Each, "d", "d: equal keys for equal points and side to move, others for others", keys),
    step("eval-sum", Each, "eval", "eval: a line for each term, and their sum", |t| {
        for plies in [0, 5, 11, 24] {
            t.random_position(plies)?;
            evaluation(t)?;
        }
        Ok(())
    }),
    step("eval-over", Each, "eval", "eval of a game that is over: the only term is game_over", |t| {
        let over = Board::over(t.variant, &mut t.rng);
        t.set_up(&over)?;
        let said = evaluation(t)?;
        require!(said.len() == 2 && said[0].starts_with("eval game_over "), "{said:?}");
        Ok(())
    }),
    step("perft-total", Each, "go", "go perft: the total, from the start and in random positions", |t| {
        for plies in [0, 4, 15] {
            let board = t.random_position(plies)?;
            for depth in 1..=depth_of(t.variant) {
                let said = t.responses(&format!("go perft {depth}\nwait"))?;
                let expected = format!("Nodes searched: {}", leaves(&board, depth)?);
                require!(said.last() == Some(&expected), "{:?} at depth {depth}, expected '{expected}'", said.last());
            }
        }
        Ok(())
    }),
    step("perft-moves", Each, "go", "go perft: a line for each move with its count, in the order of moves", |t| {
        for plies in [0, 7] {
            let board = t.random_position(plies)?;
            let mut expected = Vec::new();
            for mv in board.referee.legal_moves() {
                let after = board.after(&mv).map_err(|why| NotPassed::Failed(format!("the referee: {why}")))?;
                expected.push(format!("{mv}: {}", leaves(&after, 1)?));
            }
            let mut said = t.responses("go perft 2\nwait")?;
            said.pop();
            let wrong = said.iter().zip(&expected).find(|(said, expected)| said != expected);
            require!(wrong.is_none(), "{wrong:?}, said and expected");
            require!(said.len() == expected.len(), "{} moves, expected {}", said.len(), expected.len());
        }
        Ok(())
    }),
    step("perft-zero", Each, "go", "go perft 0 is 1", |t| {
        let said = t.responses("go perft 0\nwait")?;
        require!(said == ["Nodes searched: 1"], "{said:?}");
        Ok(())
    }),
    step("perft-no-bestmove", Each, "go", "go perft gives no bestmove", |t| {
        let said = t.responses("go perft 1\nwait")?;
        require!(!said.iter().any(|line| line.starts_with("bestmove")), "a bestmove");
        t.expect_no_output()
    }),
    step("perft-stop", Each, "go", "go perft stopped: 'info string perft stopped', and no total", |t| {
        t.send("go perft 30\nisready")?;
        t.read_until_prefix("readyok")?;
        t.send("stop")?;
        let mut said = t.read_until_prefix("info string perft stopped")?;
        said.extend(t.responses("")?);
        require!(!said.iter().any(|line| line.starts_with("Nodes") || line.starts_with("bestmove")), "a total");
        Ok(())
    }),
];

fn respond(text: &str) -> String {
    format!("response {text}").trim_end().to_string()
}

fn position(board: &Board) -> String {
    respond(&board.referee.position())
}

fn side(board: &Board) -> &'static str {
    if board.referee.side() == quartet::game::Side::X { "x" } else { "o" }
}

fn result(board: &Board) -> &'static str {
    use quartet_rules::GameResult;
    board.referee.ending().map_or("none", |ending| match ending.result {
        GameResult::FirstWins => "p1win",
        GameResult::SecondWins => "p2win",
        GameResult::Draw => "draw",
    })
}

fn reason(board: &Board) -> &'static str {
    board.referee.ending().map_or("none", |ending| ending.reason.word())
}

/// Asks in positions of random games, including the last position of each.
fn ask(t: &mut TestContext<'_>, question: &str, expected: fn(&Board) -> String) -> StepResult {
    for _ in 0..GAMES {
        let mut board = Board::start(t.variant);
        let (mut lines, mut answers) = (Vec::new(), Vec::new());
        loop {
            lines.push(format!("{}\n{question}", board.line()));
            answers.push(expected(&board));
            if !board.play_any(&mut t.rng) {
                break;
            }
        }
        // The last positions of a long game, and its first ones.
        let skipped = lines.len().saturating_sub(POSITIONS);
        let middle = lines.len().min(POSITIONS / 2);
        lines.drain(middle..middle + skipped);
        answers.drain(middle..middle + skipped);
        let said = t.responses_to_each(&lines)?;
        for ((line, said), expected) in lines.iter().zip(said).zip(answers) {
            let asked = line.lines().next().unwrap_or_default();
            require!(said == expected, "'{}', expected '{}', after '{asked}'", cut(&said), cut(&expected));
        }
    }
    Ok(())
}

/// The text of a line of `d` after its first word.
fn field<'a>(said: &'a [String], name: &str) -> StepResult<&'a str> {
    let head = format!("{name} ");
    let found: Vec<_> = said.iter().filter_map(|line| line.strip_prefix(&head)).collect();
    require!(found.len() == 1, "'{name} …' comes {} times in d", found.len());
    Ok(found[0])
}

fn display(t: &mut TestContext<'_>) -> StepResult {
    let mut board = Board::start(t.variant);
    loop {
        t.set_up(&board)?;
        let said = t.responses("d")?;
        let moves = board.referee.legal_moves().len().to_string();
        let expected = [("position", board.referee.position()), ("side", side(&board).into()), ("legal moves", moves)];
        for (name, expected) in expected {
            let found = field(&said, name)?;
            require!(found == expected, "{name} {found}, expected {expected}");
        }
        let key = field(&said, "key")?;
        require!(key.len() == 16 && key.chars().all(|c| c.is_ascii_hexdigit()), "key {key}");
        if board.is_over() {
            let (found, expected) = (field(&said, "result")?, format!("{} {}", result(&board), reason(&board)));
            require!(found == expected, "result {found}, expected {expected}");
            return Ok(());
        }
        require!(!said.iter().any(|line| line.starts_with("result")), "a result of a game that goes on");
        (0..5).for_each(|_| _ = board.play_any(&mut t.rng));
    }
}

fn keys(t: &mut TestContext<'_>) -> StepResult {
    let board = Board::ongoing(t.variant, 9, &mut t.rng);
    let text = board.referee.position();
    let (head, _) = text.rsplit_once(' ').unwrap_or((&text, ""));
    let mut key = |line: &str| -> StepResult<String> {
        t.expect_silence(line)?;
        let said = t.responses("d")?;
        field(&said, "key").map(str::to_string)
    };
    let first = key(&board.line())?;
    for line in [format!("position fen {text}"), format!("position fen {head} 3")] {
        let same = key(&line)?;
        require!(same == first, "key {same} after '{line}', but {first} after '{}'", board.line());
    }
    let other = key("position startpos")?;
    require!(other != first, "the start position has the key of {text}");
    Ok(())
}

/// Asks for the evaluation and returns its lines.
fn evaluation(t: &mut TestContext<'_>) -> StepResult<Vec<String>> {
    let said = t.responses("eval")?;
    let mut values = Vec::new();
    for line in &said {
        let words: Vec<_> = line.split(' ').collect();
        let value = match words[..] {
            ["eval", _, value] => value.parse::<i64>().ok(),
            _ => None,
        };
        let Some(value) = value else {
            return Err(NotPassed::Failed(format!("'{}' is not 'eval <term> <value>'", cut(line))));
        };
        values.push(value);
    }
    let total = values.pop();
    require!(said.last().is_some_and(|line| line.starts_with("eval total ")), "the last line is not the total");
    require!(total == Some(values.iter().sum()), "the total is {total:?}, the terms are {values:?}");
    Ok(said)
}

/// The greatest perft depth that is quick.
fn depth_of(variant: &str) -> u32 {
    if variant == "othello" || variant == "rhombus" { 4 } else { 2 }
}

/// The referee's perft.
struct Perft<'a> {
    text: &'a str,
    depth: u32,
}

impl Visitor for Perft<'_> {
    type Out = Option<u64>;

    fn visit<P: Playable>(self, _: &'static Variant) -> Option<u64> {
        let mut position = P::Game::parse_position(&RulesOf::<P>::default(), self.text).ok()?;
        quartet::game::perft::<P::Game, ()>(&mut position, self.depth, &mut || Ok(())).ok()
    }
}

fn leaves(board: &Board, depth: u32) -> StepResult<u64> {
    let text = board.referee.position();
    let count = quartet::games::visit(board.referee.variant(), Perft { text: &text, depth }).flatten();
    count.ok_or_else(|| NotPassed::Failed(format!("the referee cannot count from {text}")))
}
