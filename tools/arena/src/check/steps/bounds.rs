//! Steps about the ranges of options.

use super::Scope::Each;
use super::{Step, step};
use crate::check::context::TestContext;
use crate::check::info::Kind;
use crate::check::step_result::{StepResult, require};

pub(super) const STEPS: &[Step] = &[
    step("spin-least", Each, "setoption", "every spin option accepts its minimum silently", |t| {
        for (name, min, _) in spins(t)? {
            t.set(name, min)?;
        }
        Ok(())
    }),
    step("spin-greatest", Each, "setoption", "every spin option accepts its maximum, unless that needs memory", |t| {
        for (name, _, max) in spins(t)?.into_iter().filter(|(name, ..)| !matches!(*name, "Hash" | "Threads")) {
            t.set(name, max)?;
        }
        Ok(())
    }),
    step("spin-too-small", Each, "setoption", "one less than the minimum is refused", |t| {
        for (name, min, _) in spins(t)? {
            t.expect_error(&format!("setoption name {name} value {}", min.saturating_sub(1)))?;
        }
        Ok(())
    }),
    step("spin-too-great", Each, "setoption", "one more than the maximum is refused", |t| {
        for (name, _, max) in spins(t)? {
            t.expect_error(&format!("setoption name {name} value {}", max.saturating_add(1)))?;
        }
        Ok(())
    }),
    step("spin-huge", Each, "setoption", "a number of many digits is refused", |t| {
        for (name, ..) in spins(t)? {
            t.expect_error(&format!("setoption name {name} value 99999999999999999999999999"))?;
        }
        Ok(())
    }),
    step("spin-no-number", Each, "setoption", "a spin option accepts only whole numbers", |t| {
        for (name, ..) in spins(t)? {
            for value in ["many", "1.5", "1e3", "0x10", "2 3"] {
                t.expect_error(&format!("setoption name {name} value {value}"))?;
            }
        }
        Ok(())
    }),
    step("spin-no-value", Each, "setoption", "a spin option without a value is refused", |t| {
        for (name, ..) in spins(t)? {
            t.expect_error(&format!("setoption name {name}"))?;
            t.expect_error(&format!("setoption name {name} value"))?;
        }
        Ok(())
    }),
    step("refused-keeps-option", Each, "Lines", "a refused value does not change the option", |t| {
        t.option("MultiPV")?;
        t.set("MultiPV", 2)?;
        for value in ["0", "501", "three", ""] {
            t.expect_error(&format!("setoption name MultiPV value {value}"))?;
        }
        let board = t.random_position(2)?;
        let expected = board.referee.legal_moves().len().min(2);
        let lines = t.search("go depth 1")?.result()?.last_group().len();
        require!(lines == expected, "{lines} lines after refused values of MultiPV, expected {expected}");
        Ok(())
    }),
];

/// Name, minimum and maximum of all spin options.
fn spins<'a>(t: &TestContext<'a>) -> StepResult<Vec<(&'a str, i64, i64)>> {
    let range = |option: &'a crate::check::info::EngineOption| match option.kind {
        Kind::Spin { min, max } => Some((option.name.as_str(), min, max)),
        _ => None,
    };
    Ok(t.all_options()?.iter().filter_map(range).collect())
}
