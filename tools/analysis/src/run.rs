//! The analysis of many games, one after another.

use crate::game_analysis::GameAnalyst;
use crate::input::InputGame;
use crate::journal::Journal;
use crate::report::GameReport;
use crate::settings::Settings;
use anyhow::{Context, Result};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use quartet::search::stop::StopToken;
use std::collections::HashMap;

/// Analyses the games, except those that have a report already, and adds each report to the journal. Returns all
/// reports in the order of the games; fewer than games if `stop` was raised. `finished` is called with each report, in
/// this order.
pub fn run(
    games: &[InputGame],
    settings: &Settings,
    earlier: Vec<GameReport>,
    mut journal: Option<&mut Journal>,
    stop: &StopToken,
    finished: &mut dyn FnMut(&GameReport),
) -> Result<Vec<GameReport>> {
    let mut known: HashMap<(String, usize), GameReport> =
        earlier.into_iter().map(|report| ((report.file.clone(), report.game), report)).collect();
    let mut take =
        |input: &InputGame| known.remove(&(input.file.clone(), input.number)).filter(|report| is_of(report, input));
    let reports: Vec<Option<GameReport>> = games.iter().map(&mut take).collect();
    let to_do = games.iter().zip(&reports).filter(|(_, report)| report.is_none());
    let progress = progress_bar(to_do.map(|(input, _)| input.game.tree.main_line().count() as u64 + 1).sum());
    let mut analyst: Option<(&InputGame, GameAnalyst)> = None;
    let mut all = Vec::new();
    for (input, report) in games.iter().zip(reports) {
        if let Some(report) = report {
            progress.suspend(|| finished(&report));
            all.push(report);
            continue;
        }
        let same_rules = |(other, _): &(&InputGame, GameAnalyst)| {
            other.game.variant == input.game.variant && other.game.options == input.game.options
        };
        let about = || format!("{}, game {}", input.file, input.number);
        let (_, current) = match analyst.take().filter(same_rules) {
            Some(current) => analyst.insert(current),
            None => analyst.insert((input, GameAnalyst::new(&input.game, settings, stop.clone())?)),
        };
        progress.set_message(about());
        let report = current.analyse(&input.file, input.number, &input.game, &mut |_| progress.inc(1));
        let Some(report) = report.with_context(about)? else { break };
        if let Some(journal) = &mut journal {
            journal.add(&report)?;
        }
        progress.suspend(|| finished(&report));
        all.push(report);
    }
    progress.finish_and_clear();
    Ok(all)
}

/// Whether the report is of this game: the file may have changed since.
fn is_of(report: &GameReport, input: &InputGame) -> bool {
    let moves = report.moves.iter().map(|made| made.mv.as_str());
    report.variant == input.game.variant.name
        && report.options == input.game.options
        && moves.eq(input.game.tree.main_moves())
        && input.game.setup.as_ref().is_none_or(|setup| *setup == report.start)
}

/// A progress bar of positions on stderr, if that is a terminal.
fn progress_bar(positions: u64) -> ProgressBar {
    let style = "{msg} [{bar:30}] {pos}/{len} positions, {eta} left";
    let bar = ProgressBar::with_draw_target(Some(positions), ProgressDrawTarget::stderr());
    bar.with_style(ProgressStyle::with_template(style).expect("a valid template").progress_chars("=> "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::{Selection, read_files};
    use crate::settings::Limit;

    #[test]
    fn games_with_a_report_are_not_analysed_again() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("games.txt");
        std::fs::write(&path, "f5d6\nf5f6\n").expect("written");
        let games = read_files(&[path], &Selection::default()).expect("games").games;
        let settings = Settings { limit: Limit::Depth(2), exact_empties: 0, threads: 1, hash: 1 };
        let analyse = |earlier: Vec<GameReport>| {
            let mut finished = Vec::new();
            let stop = StopToken::default();
            let reports = run(&games, &settings, earlier, None, &stop, &mut |report| finished.push(report.clone()));
            assert_eq!(reports.expect("reports"), finished);
            finished
        };
        let all = analyse(Vec::new());
        let known = GameReport { event: Some("known".into()), ..all[1].clone() };
        assert_eq!(analyse(vec![known.clone()]), [all[0].clone(), known.clone()]);
        let changed = GameReport { moves: Vec::new(), ..known };
        assert_eq!(analyse(vec![changed]), all);
        let stop = StopToken::default();
        stop.stop();
        assert!(run(&games, &settings, Vec::new(), None, &stop, &mut |_| {}).expect("no reports").is_empty());
    }
}
