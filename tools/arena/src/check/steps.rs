//! The steps, one table for each subject.

pub mod bounds;
pub mod endings;
pub mod errors;
pub mod facts;
pub mod go;
pub mod handshake;
pub mod lines;
pub mod multipv;
pub mod notation;
pub mod options;
pub mod order;
pub mod repeat;
pub mod results;
pub mod rules;
pub mod skill;
pub mod stress;
pub mod tools;
pub mod variants;
pub mod wdl;

use super::context::TestContext;
use super::step_result::StepResult;

/// The games in which a step runs.
#[derive(Clone, Copy, Debug)]
pub enum Scope {
    /// In the first game that is checked.
    Once,
    /// In every game.
    Each,
    /// In these games only.
    In(&'static [&'static str]),
}

/// The solved games, in which positions can recur.
pub const SOLVED: Scope = Scope::In(&["lgame", "rhombus"]);
/// The games that are searched.
pub const SEARCHED: Scope = Scope::In(&["gomoku", "othello"]);
/// The games without a margin, which are just won, drawn or lost.
pub const DECIDED: Scope = Scope::In(&["gomoku", "lgame", "rhombus"]);

/// A requirement of the protocol and the procedure that checks it.
#[derive(Debug)]
pub struct Step {
    /// The name, in kebab case.
    pub name: &'static str,
    /// What the engine has to do, in one line.
    pub requirement: &'static str,
    /// The title of the section of `protocol.md` that states it.
    pub section: &'static str,
    /// The games in which it runs.
    pub scope: Scope,
    /// Checks it, in a fresh process with the game selected.
    pub run: fn(&mut TestContext<'_>) -> StepResult,
}

/// A step for a table.
const fn step(
    name: &'static str,
    scope: Scope,
    section: &'static str,
    requirement: &'static str,
    run: fn(&mut TestContext<'_>) -> StepResult,
) -> Step {
    Step { name, requirement, section, scope, run }
}

/// The section about command lines, which not every engine has.
pub const COMMAND_LINE: &str = "Command line";

/// All steps.
pub fn all() -> impl Iterator<Item = &'static Step> {
    let tables: [&'static [Step]; 19] = [
        handshake::STEPS,
        options::STEPS,
        bounds::STEPS,
        lines::STEPS,
        variants::STEPS,
        notation::STEPS,
        errors::STEPS,
        facts::STEPS,
        go::STEPS,
        results::STEPS,
        multipv::STEPS,
        wdl::STEPS,
        skill::STEPS,
        order::STEPS,
        endings::STEPS,
        repeat::STEPS,
        rules::STEPS,
        stress::STEPS,
        tools::STEPS,
    ];
    tables.into_iter().flatten()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn names_are_kebab_case_and_unique() {
        let mut names = BTreeSet::new();
        for step in all() {
            let is_kebab = step.name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-');
            assert!(is_kebab && names.insert(step.name), "{}", step.name);
            assert!(!step.requirement.is_empty() && !step.requirement.contains('\n'), "{}", step.name);
        }
        assert!(names.len() > 100, "{}", names.len());
    }

    #[test]
    fn every_section_is_in_the_document() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../protocol.md");
        let document = std::fs::read_to_string(path).expect("protocol.md");
        let titles: BTreeSet<_> = document
            .lines()
            .filter(|line| line.starts_with("##"))
            .map(|line| line.trim_start_matches(['#', ' ']).replace('`', ""))
            .collect();
        for step in all() {
            assert!(titles.contains(step.section), "{}: no section '{}'", step.name, step.section);
        }
    }
}
