//! Stress steps: many lines in quick succession, and random lines. Nothing is lost, repeated or reordered, and the
//! engine neither hangs nor exits.

use super::Scope::{Each, Once};
use super::{Step, step};
use crate::check::context::TestContext;
use crate::check::step_result::{StepResult, require};

pub(super) const STEPS: &[Step] = &[
    step("storm-stop", Each, "While a job runs", "go and stop in quick succession: each go has its bestmove", |t| {
        t.send(&format!("{}\nwait\nisready", ["go infinite\nstop"; 40].join("\n")))?;
        let said = t.read_until_prefix("readyok")?;
        let count = said.iter().filter(|line| line.starts_with("bestmove ")).count();
        require!(count == 40, "{count} bestmoves to 40 searches");
        Ok(())
    }),
    step("storm-isready", Each, "isready", "many isready during a search: each has its readyok", |t| {
        let lines = t.start_endless("go infinite")?;
        t.send(&["isready"; 60].join("\n"))?;
        for _ in 0..60 {
            t.read_until_prefix("readyok")?;
        }
        t.stop(lines).map(drop)
    }),
    step("storm-queue", Each, "While a job runs", "a long queue is executed completely and in order", |t| {
        let questions = ["query side\ngo depth 1"; 40].join("\n");
        t.send(&format!("go depth 2\n{questions}\nwait\nisready"))?;
        let said = t.read_until_prefix("readyok")?;
        let mut order = super::order::order(&said);
        order.pop();
        let expected = [&["bestmove"][..], &["response", "bestmove"].repeat(40)].concat();
        require!(order == expected, "{} answers, expected {}", order.len(), expected.len());
        Ok(())
    }),
    step("storm-games", Once, "variant", "games in turn, each searched and stopped", |t| {
        for variant in quartet::games::VARIANTS.iter().cycle().take(12) {
            t.responses(&format!("variant {}", variant.name))?;
            t.search_and_stop("go infinite")?.moves()?;
        }
        Ok(())
    }),
    step("random-lines", Each, "Lines", "random lines of the protocol's words: no crash, no hang", random_lines),
    step("random-bytes", Each, "Lines", "random bytes: no crash, no hang", |t| {
        for _ in 0..40 {
            let length = 1 + t.rng.below(60);
            let mut bytes: Vec<u8> = (0..length).map(|_| (t.rng.next() >> 32) as u8).collect();
            bytes.retain(|byte| !matches!(byte, b'\n' | b'\r'));
            bytes.push(b'\n');
            t.send_bytes(&bytes)?;
        }
        t.send("stop\nisready")?;
        t.read_until("readyok", |line| line == "readyok")?;
        let end = t.end_of_input()?;
        require!(end.status == Some(0), "exit status {:?}", end.status);
        Ok(())
    }),
];

fn random_lines(t: &mut TestContext<'_>) -> StepResult {
    for _ in 0..150 {
        let line = quartet_hostile::random_line(&["wait"], 6, |bound| t.rng.below(bound));
        t.send(&line)?;
        if t.rng.below(2) == 0 {
            t.send("stop")?;
        }
    }
    t.send("stop\nisready")?;
    t.read_until("readyok", |line| line == "readyok")?;
    let end = t.end_of_input()?;
    require!(end.status == Some(0), "exit status {:?}", end.status);
    Ok(())
}
