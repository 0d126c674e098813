//! Steps about the list of options and about `setoption`.

use super::Scope::{Each, Once};
use super::{Step, step};
use crate::check::context::TestContext;
use crate::check::info::{EngineOption, Kind};
use crate::check::step_result::{NotPassed, StepResult, cut, require};
use std::collections::BTreeSet;

pub(super) const STEPS: &[Step] = &[
    step("option-syntax", Once, "Options", "every option line has one of UCI's forms", |t| {
        for line in t.responses("uci")?.iter().filter(|line| line.starts_with("option")) {
            EngineOption::parse(line).map_err(|why| NotPassed::Failed(format!("{why}, in '{}'", cut(line))))?;
        }
        Ok(())
    }),
    step("option-names-differ", Once, "Options", "no two options have the same name, regardless of case", |t| {
        let mut names = BTreeSet::new();
        let twice = t.all_options()?.iter().find(|option| !names.insert(option.name.to_lowercase()));
        require!(twice.is_none(), "'{}' is there twice", twice.map(|option| &option.name[..]).unwrap_or_default());
        Ok(())
    }),
    step("spin-default-in-range", Once, "Options", "the default of every spin is in its range", |t| {
        for option in t.all_options()? {
            let Kind::Spin { min, max } = option.kind else { continue };
            let is_in = option.default.parse().is_ok_and(|value: i64| (min..=max).contains(&value));
            require!(is_in, "{}: default {} is not in {min}..{max}", option.name, option.default);
        }
        Ok(())
    }),
    step("combo-default-listed", Once, "Options", "the default of every combo is one of its values", |t| {
        for option in t.all_options()? {
            let Kind::Combo(values) = &option.kind else { continue };
            require!(
                values.contains(&option.default),
                "{}: default {} is not in {values:?}",
                option.name,
                option.default
            );
        }
        Ok(())
    }),
    step("combo-values-differ", Once, "Options", "a combo lists each value once", |t| {
        for option in t.all_options()? {
            let Kind::Combo(values) = &option.kind else { continue };
            let distinct: BTreeSet<_> = values.iter().map(|value| value.to_lowercase()).collect();
            require!(distinct.len() == values.len(), "{}: a value of {values:?} is there twice", option.name);
        }
        Ok(())
    }),
    step("check-default", Once, "Options", "the default of every check is true or false", |t| {
        for option in t.all_options()?.iter().filter(|option| option.kind == Kind::StepResult) {
            require!(matches!(&option.default[..], "true" | "false"), "{}: default {}", option.name, option.default);
        }
        Ok(())
    }),
    step(
        "options-required",
        Once,
        "Options",
        "the options of every variant are there, with their types and defaults",
        required,
    ),
    step("option-variant-combo", Once, "Options", "UCI_Variant lists the variants", |t| {
        let option = t.option("UCI_Variant")?;
        let names: Vec<_> = quartet::games::VARIANTS.iter().map(|variant| variant.name.to_string()).collect();
        let Kind::Combo(values) = &option.kind else {
            return Err(NotPassed::Failed("UCI_Variant is no combo".into()));
        };
        require!(names.iter().any(|name| values.contains(name)), "UCI_Variant lists none of {names:?}");
        Ok(())
    }),
    step("option-default-set", Each, "setoption", "every option accepts its default silently", |t| {
        for option in settable(t)? {
            if option.kind != Kind::Button {
                t.set(&option.name, &option.default)?;
            }
        }
        Ok(())
    }),
    step("option-combo-values", Each, "setoption", "every combo option accepts each of its values silently", |t| {
        for option in settable(t)? {
            let Kind::Combo(values) = &option.kind else { continue };
            for value in values {
                t.set(&option.name, value)?;
            }
        }
        Ok(())
    }),
    step("option-check-values", Each, "setoption", "every check option accepts true and false silently", |t| {
        for option in settable(t)?.into_iter().filter(|option| option.kind == Kind::StepResult) {
            t.set(&option.name, "true")?;
            t.set(&option.name, "false")?;
        }
        Ok(())
    }),
    step("option-button", Each, "setoption", "every button can be pressed silently", |t| {
        for option in settable(t)?.into_iter().filter(|option| option.kind == Kind::Button) {
            t.expect_silence(&format!("setoption name {}", option.name))?;
        }
        Ok(())
    }),
    step("option-name-case", Each, "setoption", "option names in any case", |t| {
        for option in settable(t)?.into_iter().filter(|option| matches!(option.kind, Kind::Spin { .. })) {
            t.set(&option.name.to_uppercase(), &option.default)?;
            t.set(&option.name.to_lowercase(), &option.default)?;
        }
        Ok(())
    }),
    step("option-value-case", Each, "setoption", "combo and check values in any case", |t| {
        for option in settable(t)?.into_iter().filter(|option| matches!(option.kind, Kind::Combo(_) | Kind::StepResult))
        {
            t.set(&option.name, option.default.to_uppercase())?;
        }
        Ok(())
    }),
    step("option-blanks", Each, "Lines", "any blanks between the words of setoption", |t| {
        t.option("Move Overhead")?;
        t.expect_silence("setoption \t name  Move \t Overhead   value \t 20  ")
    }),
    step("option-unknown", Each, "setoption", "an unknown option is refused", |t| {
        t.expect_error("setoption name No Such Option value 3")
    }),
    step("option-no-name", Each, "setoption", "setoption without its words is refused", |t| {
        ["setoption", "setoption name", "setoption Hash 3", "setoption value 3"]
            .iter()
            .try_for_each(|line| t.expect_error(line))
    }),
    step("option-check-wrong", Each, "setoption", "a check option accepts only true and false", |t| {
        for option in settable(t)?.into_iter().filter(|option| option.kind == Kind::StepResult) {
            t.expect_error(&format!("setoption name {} value maybe", option.name))?;
            t.expect_error(&format!("setoption name {}", option.name))?;
        }
        Ok(())
    }),
    step("option-combo-wrong", Each, "setoption", "a combo option accepts only its values", |t| {
        for option in t.all_options()?.iter().filter(|option| matches!(option.kind, Kind::Combo(_))) {
            t.expect_error(&format!("setoption name {} value nosuchvalue", option.name))?;
        }
        Ok(())
    }),
    step("option-keeps-position", Each, "setoption", "options that do not change the rules leave the position", |t| {
        let board = t.random_position(6)?;
        for name in ["Hash value 2", "Threads value 2", "MultiPV value 3", "Ponder value true", "Clear Hash"] {
            t.responses(&format!("setoption name {name}"))?;
        }
        let said = t.response("query position")?;
        require!(said == format!("response {}", board.referee.position()), "'{said}' after setoption");
        Ok(())
    }),
];

/// The options that affect nothing but play.
fn settable<'a>(t: &TestContext<'a>) -> StepResult<Vec<&'a EngineOption>> {
    let is_settable =
        |option: &&EngineOption| !matches!(&option.name[..], "UCI_Variant" | "Notation" | "Debug Log File");
    Ok(t.all_options()?.iter().filter(is_settable).collect())
}

/// Name, type with range, and default of the options that every variant has.
const REQUIRED: [(&str, Kind, &str); 15] = [
    ("Hash", Kind::Spin { min: 1, max: 1_048_576 }, "16"),
    ("Clear Hash", Kind::Button, ""),
    ("Threads", Kind::Spin { min: 1, max: 512 }, "1"),
    ("MultiPV", Kind::Spin { min: 1, max: 500 }, "1"),
    ("Ponder", Kind::StepResult, "false"),
    ("Move Overhead", Kind::Spin { min: 0, max: 5000 }, "10"),
    ("UCI_ShowWDL", Kind::StepResult, "false"),
    ("Skill Level", Kind::Spin { min: 0, max: 20 }, "20"),
    ("MaxPlies", Kind::Spin { min: 0, max: 10_000 }, "400"),
    ("Seed", Kind::Spin { min: 0, max: 2_147_483_647 }, "0"),
    ("OwnBook", Kind::StepResult, "false"),
    ("Book File", Kind::Text, "<empty>"),
    ("Book Variety", Kind::Spin { min: 0, max: 1_000 }, "0"),
    ("Variety", Kind::Spin { min: 0, max: 1_000 }, "0"),
    ("Debug Log File", Kind::Text, "<empty>"),
];

fn required(t: &mut TestContext<'_>) -> StepResult {
    for (name, kind, default) in REQUIRED {
        let Some(option) = t.all_options()?.iter().find(|option| option.name == name) else {
            return Err(NotPassed::Failed(format!("option '{name}' is missing")));
        };
        let same = option.kind == kind && option.default == default;
        require!(same, "{name}: {:?} default '{}', expected {kind:?} default '{default}'", option.kind, option.default);
    }
    Ok(())
}
