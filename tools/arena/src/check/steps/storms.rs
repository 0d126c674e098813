//! Steps that send much, fast, or at random: nothing is lost, doubled or mixed up, and nothing hangs or dies.

use super::Scope::{Each, Once};
use super::{Step, step};
use crate::check::trial::{Check, Trial, demand};

pub(super) const STEPS: &[Step] = &[
    step("storm-stop", Each, "While a job runs", "go and stop without a gap: each go has its bestmove", |t| {
        t.send(&format!("{}\nwait\nisready", ["go infinite\nstop"; 40].join("\n")))?;
        let said = t.until("readyok")?;
        let count = said.iter().filter(|line| line.starts_with("bestmove ")).count();
        demand!(count == 40, "{count} bestmoves to 40 searches");
        Ok(())
    }),
    step("storm-isready", Each, "isready", "many isready during a search: each has its readyok", |t| {
        let lines = t.begin_endless("go infinite")?;
        t.send(&["isready"; 60].join("\n"))?;
        for _ in 0..60 {
            t.until("readyok")?;
        }
        t.stopped(lines).map(drop)
    }),
    step("storm-queue", Each, "While a job runs", "a long queue is carried out whole, in order", |t| {
        let questions = ["query side\ngo depth 1"; 40].join("\n");
        t.send(&format!("go depth 2\n{questions}\nwait\nisready"))?;
        let said = t.until("readyok")?;
        let mut order = super::order::order(&said);
        order.pop();
        let expected = [&["bestmove"][..], &["response", "bestmove"].repeat(40)].concat();
        demand!(order == expected, "{} answers, expected {}", order.len(), expected.len());
        Ok(())
    }),
    step("storm-games", Once, "variant", "games in turn, each searched and stopped", |t| {
        for variant in quartet::games::VARIANTS.iter().cycle().take(12) {
            t.answers(&format!("variant {}", variant.name))?;
            t.search_and_stop("go infinite")?.moves()?;
        }
        Ok(())
    }),
    step("random-lines", Each, "Lines", "random lines of the protocol's words: no crash, no hang", random_lines),
    step("random-bytes", Each, "Lines", "random bytes: no crash, no hang", |t| {
        for _ in 0..40 {
            let length = 1 + t.random.below(60);
            let mut bytes: Vec<u8> = (0..length).map(|_| (t.random.next() >> 32) as u8).collect();
            bytes.retain(|byte| !matches!(byte, b'\n' | b'\r'));
            bytes.push(b'\n');
            t.send_bytes(&bytes)?;
        }
        t.send("stop\nisready")?;
        t.until_fits("readyok", |line| line == "readyok")?;
        let end = t.end_of_input()?;
        demand!(end.status == Some(0), "exit status {:?}", end.status);
        Ok(())
    }),
];

/// Words for random lines; none that takes long, or writes files.
const WORDS: [&str; 61] = [
    "go",
    "depth",
    "2",
    "-1",
    "infinite",
    "wld",
    "stop",
    "position",
    "startpos",
    "moves",
    "f5",
    "h8",
    "c3",
    "fen",
    "x",
    "-",
    "0",
    "setoption",
    "name",
    "value",
    "Hash",
    "3",
    "MultiPV",
    "variant",
    "lgame",
    "gomoku",
    "rhombus",
    "othello",
    "d",
    "eval",
    "query",
    "result",
    "isready",
    "uci",
    "ugi",
    "ucinewgame",
    "ponder",
    "ponderhit",
    "nodes",
    "300",
    "searchmoves",
    "mate",
    "perft",
    "1",
    "movetime",
    "4",
    "debug",
    "on",
    "off",
    "help",
    "wtime",
    "50",
    "btime",
    "Rule",
    "renju",
    "BoardSize",
    "7",
    "Personality",
    "random",
    "wait",
    "\u{4e94}\u{5b50}\u{68cb}",
];

fn random_lines(t: &mut Trial) -> Check {
    for _ in 0..150 {
        let length = 1 + t.random.below(6);
        let line: Vec<_> = (0..length).map(|_| WORDS[t.random.below(WORDS.len())]).collect();
        let blanks = if t.random.below(8) == 0 { "\t " } else { " " };
        t.send(&line.join(blanks))?;
        if t.random.below(2) == 0 {
            t.send("stop")?;
        }
    }
    t.send("stop\nisready")?;
    t.until_fits("readyok", |line| line == "readyok")?;
    let end = t.end_of_input()?;
    demand!(end.status == Some(0), "exit status {:?}", end.status);
    Ok(())
}
