//! The engine inside this process.

use anyhow::{Context, Result, anyhow};
use crossbeam_channel::unbounded;
use quartet::engine::{Engines, GoParameters, Job, JobEvent, TextLine, engines};
use quartet::score::Bound;
use quartet::search::stop::StopToken;
use quartet_rules::Referee;
use std::collections::BTreeMap;
use std::time::Instant;

/// An engine with the options of given rules.
pub struct Analyst {
    engines: Engines,
}

impl Analyst {
    /// An engine for the referee's variant; the options are those of the rules.
    pub fn new(referee: &dyn Referee, options: &BTreeMap<String, String>) -> Result<Self> {
        let mut engines = Engines::new(engines::create_engine).context("no memory for a search")?;
        engines.select(referee.variant().name).map_err(|why| anyhow!(why))?;
        for (name, value) in options {
            engines.set_option(name, Some(value)).map_err(|why| anyhow!(why))?;
        }
        Ok(Analyst { engines })
    }

    /// Sets an option of the engine.
    pub fn set_option(&mut self, name: &str, value: impl ToString) -> Result<()> {
        self.engines.set_option(name, Some(&value.to_string())).map(drop).map_err(|why| anyhow!(why))
    }

    /// Forgets what earlier searches have found.
    pub fn new_game(&mut self) {
        self.engines.new_game();
    }

    /// The `lines` best moves (all moves if there are fewer) with their lines, best first, from the deepest iteration
    /// that was finished for all of them.
    pub fn search(&mut self, referee: &dyn Referee, parameters: GoParameters, lines: usize) -> Result<Vec<TextLine>> {
        let mut iterations = self.iterations(referee, parameters, lines, &StopToken::default())?;
        iterations.pop().context("no iteration was finished")
    }

    /// The lines of each iteration that was finished for all of them, by increasing depth, from a search that `stop`
    /// can end before its limits. The last ones of an iteration count.
    pub fn iterations(
        &mut self,
        referee: &dyn Referee,
        parameters: GoParameters,
        lines: usize,
        stop: &StopToken,
    ) -> Result<Vec<Vec<TextLine>>> {
        let lines = lines.min(referee.legal_moves().len()).max(1);
        let parameters = GoParameters { multi_pv: Some(lines as u64), ..parameters };
        self.engines.engine().set_position(referee.setup(), referee.moves()).map_err(|why| anyhow!(why))?;
        let (sender, events) = unbounded();
        let emit = Box::new(move |event| drop(sender.send(event)));
        // A search raises its own token at its limits.
        let started = self.engines.start(&Job::Search(parameters), Instant::now(), stop.child(), emit);
        started.map_err(|why| anyhow!(why))?;
        let reports = events.iter().take_while(|event| *event != JobEvent::Done).filter_map(|event| match event {
            // Bounds are reported while an iteration is searched again with another window.
            JobEvent::Line(line) if line.bound == Bound::Exact => Some(line),
            _ => None,
        });
        let complete = complete_iterations(reports, lines);
        let outcome = self.engines.finish();
        outcome.panic.map_or(Ok(complete), |panic| Err(anyhow!("the search panicked: {panic}")))
    }
}

/// The last report of each depth in which all lines have the same depth. Values of different depths cannot be compared,
/// and a stopped search reports an iteration that is incomplete. A report begins with the line of rank 1.
fn complete_iterations(reports: impl Iterator<Item = TextLine>, lines: usize) -> Vec<Vec<TextLine>> {
    let (mut report, mut complete): (Vec<TextLine>, Vec<Vec<TextLine>>) = (Vec::new(), Vec::new());
    for line in reports {
        if line.rank == 1 {
            report.clear();
        }
        report.push(line);
        if report.len() == lines && report.iter().all(|line| line.depth == report[0].depth) {
            complete.pop_if(|earlier| earlier[0].depth == report[0].depth);
            complete.push(report.clone());
        }
    }
    complete
}

#[cfg(test)]
mod tests {
    use super::*;
    use quartet::score::Score;
    use quartet::search::observer::SearchStats;

    fn line(rank: usize, depth: u16, mv: &str) -> TextLine {
        let (score, bound, effort) = (Score(0), Bound::Exact, SearchStats::default());
        TextLine {
            rank,
            depth,
            seldepth: depth,
            score,
            bound,
            is_solved: false,
            confidence: None,
            wdl: None,
            pv: vec![mv.into()],
            stats: effort,
        }
    }

    #[test]
    fn lines_of_a_stopped_iteration_are_not_mixed_with_the_last_complete_one() {
        let reports = [line(1, 8, "a1"), line(2, 8, "b1"), line(1, 9, "b1"), line(2, 8, "a1"), line(1, 9, "b1")];
        let iterations = complete_iterations(reports.into_iter(), 2);
        let moves: Vec<String> = iterations.into_iter().flatten().flat_map(|line| line.pv).collect();
        assert_eq!(moves, ["a1", "b1"]);
        assert!(complete_iterations([line(1, 1, "a1")].into_iter(), 2).is_empty());
        let twice = [line(1, 1, "a1"), line(1, 2, "a1"), line(1, 2, "b1")];
        assert_eq!(complete_iterations(twice.into_iter(), 1), [[line(1, 1, "a1")], [line(1, 2, "b1")]]);
    }
}
