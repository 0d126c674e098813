//! Steps about the tools: `bench`, `solve`, `help`, `debug`, the log file, the command line.

use super::Scope::{Each, In, Once};
use super::{COMMAND_LINE, SOLVED, Step, step};
use crate::check::context::{End, TestContext};
use crate::check::step_result::{NotPassed, StepResult, cut, is_error, require};

/// The results of the solved games, as `protocol.md` states them.
const LGAME: &str = "info string solved lgame positions 18368 win 8048 loss 232 draw 10088 immobile 120 winatonce 6144 \
                     canonical 2296 canonicalwin 1006 canonicalloss 29 canonicaldraw 1261";
const RHOMBUS: &str = "info string solved rhombus stones 10 positions 72072 win 38608 loss 32436 draw 1028 maxdistance 20 \
                       paper 38608 32436 1028";

pub(super) const STEPS: &[Step] = &[
    step(
        "bench-form",
        Once,
        "bench",
        "bench: a line for each position, '<N> nodes <M> nps' at the end, no bestmove",
        |t| {
            let said = t.responses("bench 1\nwait")?;
            bench_total(&said)?;
            let odd = said[..said.len() - 1].iter().find(|line| !line.starts_with("info string bench "));
            require!(odd.is_none(), "'{}' inside a bench", cut(odd.map(String::as_str).unwrap_or_default()));
            Ok(())
        },
    ),
    step("bench-stop", Once, "bench", "bench stopped: 'info string bench stopped', no total", |t| {
        t.send("bench 100\nisready")?;
        t.read_until_prefix("readyok")?;
        t.send("stop")?;
        t.read_until_prefix("info string bench stopped")?;
        t.expect_silence("")
    }),
    step("bench-keeps", Each, "bench", "bench does not change the position", |t| {
        let board = t.random_position(5)?;
        t.responses("bench 1\nwait")?;
        let said = t.response("query position")?;
        require!(said == format!("response {}", board.referee.position()), "'{said}' after bench");
        Ok(())
    }),
    step("solve-figures", SOLVED, "solve", "solve: the figures of the table, first the line of the document", |t| {
        let said = t.responses("solve\nwait")?;
        let expected = if t.variant == "lgame" { LGAME } else { RHOMBUS };
        let first = said.first().map(String::as_str).unwrap_or_default();
        require!(first == expected, "'{}', expected '{expected}'", cut(first));
        require!(
            said.iter().all(|line| line.starts_with("info string ") && !is_error(line)),
            "a line that is no info string"
        );
        require!(said.iter().any(|line| line.starts_with("info string start ")), "no line 'start'");
        Ok(())
    }),
    step("solve-layers", In(&["rhombus"]), "solve", "solve: a line for each number of stones from 10 to 0", |t| {
        let said = t.responses("solve\nwait")?;
        for (line, stones) in said.iter().zip((0..=10).rev()) {
            require!(line.starts_with(&format!("info string solved rhombus stones {stones} ")), "'{}'", cut(line));
        }
        Ok(())
    }),
    step(
        "solve-firstmove",
        SOLVED,
        "solve",
        "solve: the value of each first move is that of the referee's table",
        |t| {
            let said = t.responses("solve\nwait")?;
            let mut board = crate::check::board::Board::start(t.variant);
            for (mv, score) in board.referee.exact_moves().unwrap_or_default() {
                // The value of the move in plies from the position after it, from the mover's point of view.
                let value = match score.distance() {
                    None => "draw".to_string(),
                    Some(plies) if score.is_win() => format!("win {}", plies.saturating_sub(1)),
                    Some(plies) => format!("loss {}", plies.saturating_sub(1)),
                };
                let head = format!("info string firstmove {mv} ");
                let found = said.iter().find_map(|line| line.strip_prefix(&head));
                let outcome = |text: &str| text.split(' ').next().map(str::to_string);
                require!(found.and_then(outcome) == outcome(&value), "{found:?} for {mv}, expected '{value}'");
            }
            Ok(())
        },
    ),
    step("solve-verify", SOLVED, "solve", "solve verify ends with 'info string verified <variant>'", |t| {
        let said = t.responses("solve verify\nwait")?;
        let expected = format!("info string verified {}", t.variant);
        require!(said.last() == Some(&expected), "{:?}, expected '{expected}'", said.last());
        Ok(())
    }),
    step("solve-keeps", SOLVED, "solve", "solve does not change the position and has no bestmove", |t| {
        let board = t.random_position(5)?;
        let said = t.responses("solve\nwait")?;
        require!(!said.iter().any(|line| line.starts_with("bestmove")), "a bestmove");
        let said = t.response("query position")?;
        require!(said == format!("response {}", board.referee.position()), "'{said}' after solve");
        Ok(())
    }),
    step("help", Once, "help", "help names every command of the document", |t| {
        let said = t.responses("help")?.join("\n");
        let commands = [
            "uci",
            "ugi",
            "isready",
            "variant",
            "setoption",
            "ucinewgame",
            "position",
            "go",
            "stop",
            "ponderhit",
            "wait",
            "moves",
            "d",
            "eval",
            "proof",
            "query",
            "solve",
            "bench",
            "debug",
            "register",
            "help",
            "quit",
        ];
        let is_named = |command: &&&str| said.split_whitespace().any(|word| word == **command);
        let missing: Vec<_> = commands.iter().filter(|command| !is_named(command)).collect();
        require!(missing.is_empty(), "{missing:?} missing");
        Ok(())
    }),
    step("debug", Each, "debug, register", "debug on adds info strings and nothing else, debug off ends that", |t| {
        let board = t.random_position(3)?;
        let said = t.responses("debug on")?;
        require!(said.iter().all(|line| line.starts_with("info string ")), "{said:?} to 'debug on'");
        t.search("go depth 2")?.checked(&board)?;
        t.responses("debug off")?;
        t.expect_silence("position startpos\nucinewgame")
    }),
    step("log-file", Once, "Command line", "Debug Log File mirrors every line in and out, with a time", log_file),
    step("log-file-wrong", Once, "Options", "a log file that cannot be written is refused", |t| {
        t.option("Debug Log File")?;
        t.expect_error("setoption name Debug Log File value /no/such/folder/x")
    }),
    step("book-wrong", Once, "Books", "a book that cannot be read is refused, and nothing changes", |t| {
        t.option("Book File")?;
        t.expect_error("setoption name Book File value /no/such/folder/x")?;
        t.expect_error("book")?;
        let said = t.response("query option Book File")?;
        require!(said == "response", "'{said}' after a book that cannot be read");
        Ok(())
    }),
    step("one-shot", Each, COMMAND_LINE, "commands as words are executed, status 0", |t| {
        let end = one_shot(t, &["go", "depth", "2"])?;
        require!(end.status == Some(0), "exit status {:?}", end.status);
        require!(super::order::order(&end.lines) == ["bestmove"], "{:?}", end.lines);
        Ok(())
    }),
    step("one-shot-then", Each, COMMAND_LINE, "'then' begins a new line", |t| {
        let end = one_shot(t, &["query", "side", "then", "go", "then", "moves"])?;
        require!(super::order::order(&end.lines) == ["response", "bestmove", "moves"], "{:?}", end.lines);
        require!(end.status == Some(0), "exit status {:?}", end.status);
        Ok(())
    }),
    step("one-shot-error", Each, COMMAND_LINE, "an error line gives status 1", |t| {
        let end = one_shot(t, &["go", "depth", "x"])?;
        require!(end.lines.len() == 1 && is_error(&end.lines[0]), "{:?}", end.lines);
        require!(end.status == Some(1), "exit status {:?}", end.status);
        Ok(())
    }),
    step("one-shot-variant", Each, COMMAND_LINE, "--variant selects the game silently", |t| {
        let end = one_shot(t, &["query", "position"])?;
        let expected = format!("response {}", crate::check::board::Board::start(t.variant).referee.position());
        require!(end.lines == [expected.clone()], "{:?}, expected '{expected}'", end.lines);
        Ok(())
    }),
    step("command-line-wrong", Once, COMMAND_LINE, "a wrong command line gives status 2, and nothing on stdout", |t| {
        for arguments in [&["--nonsense"][..], &["--variant"], &["--variant", "chess"]] {
            t.launch_with(arguments)?;
            let end = t.end_of_input()?;
            require!(end.status == Some(2) && end.lines.is_empty(), "{:?}, {:?}", end.status, end.lines);
        }
        Ok(())
    }),
    step("command-line-facts", Once, COMMAND_LINE, "--help and --version print and exit, status 0", |t| {
        for argument in ["--help", "--version"] {
            t.launch_with(&[argument])?;
            let end = t.end_of_input()?;
            require!(end.status == Some(0) && !end.lines.is_empty(), "{:?}, {:?}", end.status, end.lines);
        }
        Ok(())
    }),
];

/// The node count of a bench that was not stopped.
pub(super) fn bench_total(said: &[String]) -> StepResult<u64> {
    let last = said.last().map(String::as_str).unwrap_or_default();
    match last.split(' ').collect::<Vec<_>>()[..] {
        [nodes, "nodes", speed, "nps"] if speed.parse::<u64>().is_ok() => {
            nodes.parse().map_err(|_| NotPassed::Failed(format!("'{last}' begins with no number")))
        }
        _ => Err(NotPassed::Failed(format!("'{}' is not '<N> nodes <M> nps'", cut(last)))),
    }
}

/// Starts the engine with commands on its command line and waits for it to exit.
fn one_shot(t: &mut TestContext<'_>, words: &[&str]) -> StepResult<End> {
    let variant = t.variant;
    t.launch_with(&[&["--variant", variant], words].concat())?;
    t.end()
}

fn log_file(t: &mut TestContext<'_>) -> StepResult {
    t.option("Debug Log File")?;
    let path = std::env::temp_dir().join(format!("quartet-check-{}-{}", std::process::id(), t.rng.next()));
    t.set("Debug Log File", path.display())?;
    t.responses("query gameover")?;
    t.set("Debug Log File", "<empty>")?;
    t.responses("query side")?;
    let text = std::fs::read_to_string(&path);
    let _ = std::fs::remove_file(&path);
    let text = text.map_err(|why| NotPassed::Failed(format!("{}: {why}", path.display())))?;
    let mut lines = Vec::new();
    for line in text.lines() {
        let stamped = line.split_once(' ').filter(|(stamp, _)| stamp.parse::<f64>().is_ok());
        let Some((_, rest)) = stamped else { return Err(NotPassed::Failed(format!("'{}' has no time", cut(line)))) };
        lines.push(rest);
    }
    let expected = [">> query gameover", "<< response false", ">> isready", "<< readyok"];
    let is_mirrored = lines.windows(expected.len()).any(|window| window == expected);
    require!(is_mirrored, "{lines:?} do not hold {expected:?}");
    require!(!lines.contains(&">> query side"), "a line after the end of the log");
    Ok(())
}
