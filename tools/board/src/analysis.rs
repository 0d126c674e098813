//! The analysis of a whole game, in a process of its own: this program, started with the word [`ANALYSE`].
//!
//! The process reads an `Order` as JSON from stdin and writes a line of JSON for each thing it has to tell: a
//! `Progress` for each position that has been searched, then the `Finished` analysis, or a `Failure`.

use crate::allowed::Caps;
use crate::records::GameRecord;
use anyhow::{Context, Result, ensure};
use quartet::game::Side;
use quartet::search::stop::StopToken;
use quartet_analysis::annotate::annotated;
use quartet_analysis::game_analysis::{GameAnalyst, PositionValue};
use quartet_analysis::report::GameReport;
use quartet_analysis::settings::{Limit, Settings};
use quartet_analysis::value::Value;
use serde::{Deserialize, Serialize};
use std::io::{Read, Write};

/// The subcommand with which this program is the analyst.
pub const ANALYSE: &str = "analyse";

/// The most milliseconds for a position.
const LONGEST: u64 = 600_000;

/// A game to be analysed.
#[derive(Serialize, Deserialize, Clone, Debug)]
#[serde(deny_unknown_fields)]
pub struct Order {
    /// The game; its main line is analysed.
    pub game: GameRecord,
    /// Milliseconds for each position; without it the depth that is usual for the game.
    #[serde(default)]
    pub movetime: Option<u64>,
    /// Othello: positions with at most this many empty squares are solved.
    pub exact: u32,
    /// Search threads.
    pub threads: u64,
    /// The size of the hash table in MiB.
    pub hash: u64,
}

/// How far the analysis is.
#[derive(Serialize, Debug)]
struct Progress {
    /// The number of positions that have been searched, the last ones of the game first.
    done: usize,
    /// The number of positions.
    of: usize,
    /// The number of moves before the position that was searched now.
    ply: usize,
    /// The side to move there, `x` or `o`.
    side: char,
    /// Its value for the side to move.
    value: Value,
    /// The expected score of the first player there, from 0 to 1, and whether it is exact.
    expected: (f64, bool),
}

/// The finished analysis.
#[derive(Serialize, Debug)]
struct Finished {
    /// The game with symbols, values, comments and the best lines as variations.
    game: GameRecord,
    /// What was found out.
    report: GameReport,
    /// The expected score of the first player before each move and after the last one, from 0 to 1, and whether it is
    /// exact.
    expected: Vec<(f64, bool)>,
    /// The mean accuracy of each player in per cent; `None` for one without a move of their own.
    accuracy: [Option<f64>; 2],
}

/// Why there is no analysis.
#[derive(Serialize, Debug)]
struct Failure {
    error: String,
}

impl Order {
    /// Fails if the page asks for more than it may.
    pub fn check(&self, caps: &Caps) -> Result<()> {
        ensure!((1..=caps.threads).contains(&self.threads), "threads, expected 1 to {}", caps.threads);
        ensure!((1..=caps.hash).contains(&self.hash), "hash, expected 1 to {} MiB", caps.hash);
        ensure!(self.exact <= 60, "exact, expected at most 60 empty squares");
        ensure!(self.movetime.is_none_or(|time| (1..=LONGEST).contains(&time)), "movetime, expected 1 to {LONGEST} ms");
        Ok(())
    }

    fn settings(&self) -> Settings {
        let limit = self.movetime.map_or(Limit::Default, Limit::Movetime);
        Settings { limit, exact_empties: self.exact, threads: self.threads as usize, hash: self.hash as usize }
    }
}

/// Carries out the order on stdin.
pub fn run() {
    let mut stdout = std::io::stdout().lock();
    let mut text = String::new();
    let order = std::io::stdin().read_to_string(&mut text).context("no order");
    if let Err(error) = order.and_then(|_| analyse(&text, &mut stdout)) {
        let _ = tell(&mut stdout, &Failure { error: format!("{error:#}") });
    }
}

fn analyse(order: &str, output: &mut impl Write) -> Result<()> {
    let order: Order = serde_json::from_str(order).context("not an order")?;
    let game = order.game.game()?;
    let of = game.tree.main_line().count() + 1;
    let mut analyst = GameAnalyst::new(&game, &order.settings(), StopToken::default())?;
    let mut done = 0;
    let mut on_position = |PositionValue { ply, side, value, expected }| {
        done += 1;
        let expected = (if side == Side::X { expected } else { 1.0 - expected }, value.is_exact());
        let _ = tell(output, &Progress { done, of, ply, side: side.letter(), value, expected });
    };
    let report = analyst.analyse("game", 1, &game, &mut on_position)?.context("stopped")?;
    let accuracy = [report.summaries[0].accuracy(), report.summaries[1].accuracy()];
    let (expected, game) = (report.expected_of_x(), GameRecord::of(&annotated(&game, &report)?));
    tell(output, &Finished { game, report, expected, accuracy })
}

fn tell(output: &mut impl Write, told: &impl Serialize) -> Result<()> {
    writeln!(output, "{}", serde_json::to_string(told)?)?;
    Ok(output.flush()?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn order(moves: &[&str]) -> Value {
        json!({ "game": { "variant": "rhombus", "moves": moves }, "exact": 0, "threads": 1, "hash": 1 })
    }

    #[test]
    fn progress_comes_before_the_annotated_game() {
        let mut output = Vec::new();
        analyse(&order(&["a1", "c3"]).to_string(), &mut output).expect("an analysis");
        let lines: Vec<Value> = output
            .split(|byte| *byte == b'\n')
            .filter(|line| !line.is_empty())
            .map(|line| serde_json::from_slice(line).expect("JSON"))
            .collect();
        let finished = &lines[3];
        for (line, done) in lines[..3].iter().zip(1..) {
            assert_eq!((&line["done"], &line["of"], &line["ply"]), (&json!(done), &json!(3), &json!(3 - done)));
            assert_eq!(line["expected"], finished["expected"][3 - done], "{line}");
        }
        assert_eq!((&lines[0]["side"], &lines[2]["value"]), (&json!("x"), &finished["report"]["moves"][0]["before"]));
        assert_eq!(finished["report"]["moves"][0]["move"], "a1");
        assert_eq!(finished["expected"].as_array().map(Vec::len), Some(3));
        assert!(finished["game"]["moves"][0]["notes"]["evaluation"]["mate"].is_number(), "{finished}");
    }

    #[test]
    fn too_much_is_refused() {
        let caps = Caps { hash: 64, threads: 2 };
        let check = |key: &str, value: u64| {
            let mut order = order(&[]);
            order[key] = value.into();
            serde_json::from_value::<Order>(order).expect("an order").check(&caps)
        };
        assert!(check("hash", 64).is_ok() && check("threads", 2).is_ok() && check("movetime", 1000).is_ok());
        for (key, value) in
            [("hash", 65), ("hash", 0), ("threads", 3), ("exact", 61), ("movetime", 0), ("movetime", 1 << 40)]
        {
            let error = check(key, value).expect_err(key).to_string();
            assert!(error.starts_with(key), "{error}");
        }
        assert!(analyse(&order(&["a1", "a1"]).to_string(), &mut Vec::new()).is_err());
    }
}
