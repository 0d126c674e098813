//! The positions of the lessons: the engine finds the moves that they ask for, and no others.

use crate::browser::engine::{Engine, Game};
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};

/// A position of a lesson.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Step {
    id: String,
    #[serde(default)]
    position: Option<String>,
    #[serde(default)]
    moves: Vec<String>,
    #[serde(default)]
    rule: Option<String>,
    solutions: BTreeSet<String>,
    /// All moves that win in at most so many plies are solutions.
    #[serde(default)]
    wins: Option<u32>,
    /// The best move of a search of so many plies is the solution.
    #[serde(default)]
    best: Option<u32>,
}

impl Step {
    /// The lines that lead to the position.
    fn lines(&self, variant: &str) -> Vec<String> {
        let size = if variant == "gomoku" { "&size=15" } else { "" };
        let rule = self.rule.as_ref().map_or_else(String::new, |rule| format!("&rule={rule}"));
        let position = self.position.as_ref().map_or_else(String::new, |text| format!("&position={text}"));
        let moves = if self.moves.is_empty() { String::new() } else { format!("&moves={}", self.moves.join(",")) };
        let rule = if variant == "gomoku" && rule.is_empty() { "&rule=freestyle".into() } else { rule };
        Game::of(&format!("variant={variant}{size}{rule}{position}{moves}")).lines()
    }
}

#[test]
fn the_engine_agrees_with_the_lessons() {
    let lessons: BTreeMap<String, Vec<Step>> =
        serde_json::from_str(include_str!("../../page/lessons/lessons.json")).expect("lessons");
    assert_eq!(lessons.keys().collect::<Vec<_>>(), ["gomoku", "lgame", "othello", "rhombus"]);
    let mut engine = Engine::start();
    engine.ask(&["ugi".into()], "ugiok");
    for (variant, steps) in &lessons {
        for step in steps {
            let found = match (step.wins, step.best) {
                (Some(plies), None) => wins(&mut engine, &step.lines(variant), plies),
                (None, Some(depth)) => best(&mut engine, &step.lines(variant), depth),
                _ => panic!("{}: either wins or best", step.id),
            };
            assert_eq!(found, step.solutions, "{variant} {}", step.id);
        }
    }
}

/// The moves that win in at most so many plies.
fn wins(engine: &mut Engine, lines: &[String], plies: u32) -> BTreeSet<String> {
    let infos = search(engine, lines, 500, plies.max(2));
    let score = |info: &str| word_after(info, "score mate").and_then(|word| word.parse::<i32>().ok());
    let is_win = |info: &&String| score(info).is_some_and(|mate| (1..=plies as i32).contains(&mate));
    infos.iter().filter(is_win).filter_map(|info| word_after(info, "pv")).map(String::from).collect()
}

/// The best move of a search of so many plies.
fn best(engine: &mut Engine, lines: &[String], depth: u32) -> BTreeSet<String> {
    let infos = search(engine, lines, 1, depth);
    infos.last().and_then(|info| word_after(info, "pv")).map(String::from).into_iter().collect()
}

/// The info lines of a search that have a line of moves.
fn search(engine: &mut Engine, lines: &[String], count: u32, depth: u32) -> Vec<String> {
    let go = ["ucinewgame".into(), format!("setoption name MultiPV value {count}"), format!("go depth {depth}")];
    let answers = engine.ask(&[lines, &go].concat(), "bestmove");
    answers.into_iter().filter(|line| line.starts_with("info depth") && line.contains(" pv ")).collect()
}

/// The word after these ones in a line.
fn word_after<'a>(line: &'a str, words: &str) -> Option<&'a str> {
    line.split_once(&format!(" {words} "))?.1.split(' ').next()
}
