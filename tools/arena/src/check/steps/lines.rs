//! Steps about input lines: their ends, their words, their length, invalid text.

use super::Scope::{Each, Once};
use super::{Step, step};
use crate::check::context::TestContext;
use crate::check::step_result::{StepResult, cut, is_error, require};

const LONG: usize = 1 << 20;

pub(super) const STEPS: &[Step] = &[
    step("line-lf", Once, "Lines", "a line may end with LF", |t| raw(t, b"isready\nisready\n", &["readyok"; 2])),
    step("line-crlf", Once, "Lines", "a line may end with CR LF", |t| {
        raw(t, b"isready\r\nisready\r\n", &["readyok"; 2])
    }),
    step("line-cr", Once, "Lines", "a line may end with CR, and is answered at once", |t| {
        raw(t, b"isready\risready\r", &["readyok"; 2])
    }),
    step("line-mixed", Each, "Lines", "line ends may be mixed", |t| {
        raw(t, b"isready\n\r\nquery gameover\risready\r\n", &["readyok", "response false", "readyok"])
    }),
    step("line-unfinished", Each, "Lines", "the end of input ends the last line", |t| {
        t.send_bytes(b"query gameover")?;
        let end = t.end_of_input()?;
        require!(end.lines == ["response false"], "{:?}, expected the answer to the unfinished line", end.lines);
        Ok(())
    }),
    step("line-blanks", Each, "Lines", "words are separated by any run of spaces and tabs", |t| {
        raw(t, b"  \t isready  \n\t\tquery \t gameover\t \n", &["readyok", "response false"])
    }),
    step("line-empty", Once, "Lines", "empty lines are ignored", |t| t.expect_silence("\n\n   \n\t\n\r\n\n")),
    step("line-pieces", Once, "Lines", "a line may come in pieces", |t| {
        for piece in ["is", "rea", "dy"] {
            t.send_bytes(piece.as_bytes())?;
        }
        raw(t, b"\n", &["readyok"])
    }),
    step("line-output", Each, "Lines", "answers are text with single spaces and no trailing whitespace", output),
    step("words-in-front", Once, "Lines", "unknown words before a command of UCI are skipped", |t| {
        raw(t, b"joho isready\n", &["readyok"])?;
        let said = t.responses("one two three uci")?;
        require!(said.last().is_some_and(|line| line == "uciok"), "'one two three uci' is not answered by uciok");
        [
            "joho stop",
            "joho ponderhit",
            "joho ucinewgame",
            "joho uginewgame",
            "joho position startpos",
            "joho debug off",
        ]
        .iter()
        .try_for_each(|line| t.expect_silence(line))?;
        let best = t.search("joho go depth 1")?.best;
        require!(best.starts_with("bestmove "), "'joho go depth 1' is not a search");
        t.expect_silence("joho setoption name Clear Hash")
    }),
    step("words-in-front-quit", Once, "Lines", "unknown words before quit are skipped", |t| {
        t.send("joho quit")?;
        t.end().map(drop)
    }),
    step("own-words-first", Each, "Lines", "commands beyond UCI's count only as the first word of a line", |t| {
        let words = ["d", "moves", "eval", "query side", "solve", "bench 1", "help", "wait", "variant othello"];
        words.iter().try_for_each(|word| t.expect_error(&format!("joho {word}")))
    }),
    step("no-command", Each, "Lines", "a line without any command is an error", |t| {
        ["hello", "foo bar baz", "stopx", "goo", "isready2"].iter().try_for_each(|line| t.expect_error(line))
    }),
    step("command-case", Each, "Lines", "case matters in commands", |t| {
        ["ISREADY", "Uci", "Moves", "GO depth 1"].iter().try_for_each(|line| t.expect_error(line))
    }),
    step("words-behind", Each, "Lines", "words after a command that takes none are ignored", |t| {
        raw(t, b"isready and more\n", &["readyok"])?;
        t.expect_silence("stop it\nponderhit now\nucinewgame please\nuginewgame please\nregister later")?;
        let plain = t.responses("moves\nd")?;
        require!(t.responses("moves here\nd there")? == plain, "'moves here' is not answered as 'moves'");
        require!(t.responses("uci or what")?.last().is_some_and(|line| line == "uciok"), "'uci or what' has no uciok");
        Ok(())
    }),
    step("long-line", Each, "Lines", "a line of 1 MiB without a command gives one error", |t| {
        t.expect_error(&"x".repeat(LONG))
    }),
    step("long-words", Each, "Lines", "a line of 1 MiB of unknown words gives one error", |t| {
        t.expect_error(&"word ".repeat(LONG / 5))
    }),
    step("long-blanks", Each, "Lines", "a command after 1 MiB of blanks is found", |t| {
        let mut line = vec![b' '; LONG];
        line.extend(b"isready\n");
        raw(t, &line, &["readyok"])
    }),
    step("long-moves", Each, "Lines", "a list of moves of 4 MiB with a wrong one gives one error", |t| {
        t.expect_error(&format!("position startpos moves {}", "zz9 ".repeat(LONG)))
    }),
    step("long-option", Once, "Lines", "an option's name or value of 1 MiB gives one error", |t| {
        t.expect_error(&format!("setoption name {} value 1", "n".repeat(LONG)))?;
        t.expect_error(&format!("setoption name Hash value {}", "9".repeat(LONG)))
    }),
    step("bytes-no-text", Each, "Lines", "bytes that are not UTF-8 give one error", |t| {
        one_error(t, b"\xff\xfe\x80\xc3\n")?;
        one_error(t, b"\xf0\x28\x8c\x28 \xa0\xa1\n")
    }),
    step("bytes-in-arguments", Each, "Lines", "bytes that are not UTF-8 in arguments give one error", |t| {
        one_error(t, b"position fen \xff\xfe\n")?;
        one_error(t, b"position startpos moves \xff\n")?;
        one_error(t, b"setoption name \xff value 1\n")?;
        one_error(t, b"go depth \xff\n")
    }),
    step("bytes-in-front", Each, "Lines", "bytes that are not UTF-8 are an unknown word in front of a command", |t| {
        raw(t, b"\xff\xfe isready\n", &["readyok"])
    }),
    step("bytes-zero", Each, "Lines", "zero bytes and control characters give one error", |t| {
        one_error(t, b"\x00\x00\x00\n")?;
        one_error(t, b"\x1b[A\x07\x08\n")
    }),
    step("foreign-letters", Each, "Lines", "letters of any script give one error where they are no command", |t| {
        ["棋盤", "position fen 棋", "go тиефе 3", "position startpos moves é4"]
            .iter()
            .try_for_each(|line| t.expect_error(line))
    }),
];

/// Sends bytes; requires exactly these lines as the answer.
fn raw(t: &mut TestContext<'_>, bytes: &[u8], expected: &[&str]) -> StepResult {
    t.send_bytes(bytes)?;
    for expected in expected {
        let line = t.line()?;
        require!(line == *expected, "'{}', expected '{expected}'", cut(&line));
    }
    t.expect_silence("")
}

/// Sends bytes; requires exactly one error.
fn one_error(t: &mut TestContext<'_>, bytes: &[u8]) -> StepResult {
    t.send_bytes(bytes)?;
    let line = t.line()?;
    require!(is_error(&line), "'{}', expected an error", cut(&line));
    t.expect_silence("")
}

fn output(t: &mut TestContext<'_>) -> StepResult {
    t.random_position(4)?;
    let mut said = t.responses("uci\nmoves\nquery position\nquery gameover\neval\nhello\nposition")?;
    let search = t.search("go depth 3")?;
    said.extend(search.lines);
    said.push(search.best);
    for line in &said {
        let clean = !line.contains("  ") && line.trim() == line && !line.chars().any(char::is_control);
        require!(clean && !line.is_empty(), "blanks in '{}'", cut(line));
        require!(!line.contains('\u{fffd}'), "bytes that are not UTF-8 in '{}'", cut(line));
    }
    Ok(())
}
