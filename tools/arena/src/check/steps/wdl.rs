//! Steps about win, draw and loss probabilities (`UCI_ShowWDL`).

use super::Scope::Each;
use super::{SEARCHED, SOLVED, Step, step};
use crate::check::context::TestContext;
use crate::check::info::Info;
use crate::check::step_result::{StepResult, require};

const SECTION: &str = "Info lines";

pub(super) const STEPS: &[Step] = &[
    step("wdl-off", Each, "Options", "without UCI_ShowWDL no line has probabilities", |t| {
        let lines = lines(t, false)?;
        require!(lines.iter().all(|info| info.wdl.is_none()), "probabilities without UCI_ShowWDL");
        Ok(())
    }),
    step("wdl-on", Each, SECTION, "with UCI_ShowWDL every line has probabilities", |t| {
        let lines = lines(t, true)?;
        require!(lines.iter().all(|info| info.wdl.is_some()), "a line without probabilities");
        Ok(())
    }),
    step("wdl-rises", SEARCHED, SECTION, "a better line has no lower win and no higher loss probability", |t| {
        let lines = lines(t, true)?;
        for pair in lines.windows(2).filter(|pair| pair[1].multipv > pair[0].multipv) {
            let (Some(better), Some(worse)) = (pair[0].wdl, pair[1].wdl) else { continue };
            require!(better[0] >= worse[0] && better[2] <= worse[2], "{better:?} before {worse:?}");
        }
        Ok(())
    }),
    step("wdl-certain", SOLVED, SECTION, "exact values have a probability of 1", |t| {
        for info in lines(t, true)? {
            let sign = info.value.rank().signum();
            let expected = [sign > 0, sign == 0, sign < 0].map(|certain| if certain { 1000 } else { 0 });
            require!(info.wdl == Some(expected), "{:?} where {expected:?} should be", info.wdl);
        }
        Ok(())
    }),
];

/// All lines of a search with a high `MultiPV`.
fn lines(t: &mut TestContext<'_>, show_wdl: bool) -> StepResult<Vec<Info>> {
    t.option("UCI_ShowWDL")?;
    let board = t.random_position(5)?;
    t.set("MultiPV", 500)?;
    t.set("UCI_ShowWDL", show_wdl)?;
    Ok(t.search("go depth 2")?.checked(&board)?.infos)
}
