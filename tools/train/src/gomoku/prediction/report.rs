//! The tables of the command.

use super::positions::RecordedPosition;
use super::scores::Searched;
use super::statistics::{Estimate, ScoredResult, correlation, expected_points, mean, scale};
use quartet_arena::player::ScoreKind;
use quartet_arena::report::tables::{right, table};
use std::fmt::Write;

/// Stones on the board at the end of each stage but the last.
const STAGES: [usize; 4] = [11, 23, 35, 47];

/// An engine on the positions that no engine holds decided.
struct Predictions<'a> {
    name: &'a str,
    results: Vec<ScoredResult>,
    /// Expected points of the side to move.
    expected: Vec<f64>,
}

/// All tables. `scores` has the scores of all positions by each engine.
pub(super) fn report(names: &[&str], positions: &[RecordedPosition], scores: &[Vec<Searched>]) -> String {
    let mut text = decided(names, positions, scores);
    let is_open = |index: &usize| scores.iter().all(|scores| estimate_of(&scores[*index]).is_some());
    let open: Vec<usize> = (0..positions.len()).filter(is_open).collect();
    let _ = writeln!(text, "\n{} positions that no engine holds decided", open.len());
    let predictions: Option<Vec<Predictions<'_>>> =
        names.iter().zip(scores).map(|(name, scores)| predictions(name, positions, scores, &open)).collect();
    let Some(predictions) = predictions else {
        return text + "Their scores and results determine no scale: more games are needed.\n";
    };
    let stones: Vec<usize> = open.iter().map(|&index| positions[index].stones).collect();
    text += &accuracy(&predictions, &stones);
    text
}

/// The score of a search that found no forced win or loss.
fn estimate_of(searched: &Searched) -> Option<f64> {
    searched.score.filter(|score| score.kind == ScoreKind::Cp).map(|score| score.value as f64)
}

fn predictions<'a>(
    name: &'a str,
    positions: &[RecordedPosition],
    scores: &[Searched],
    open: &[usize],
) -> Option<Predictions<'a>> {
    let result = |&index: &usize| {
        let RecordedPosition { cluster, points, .. } = positions[index];
        Some(ScoredResult { cluster, score: estimate_of(&scores[index])?, points })
    };
    let results = open.iter().map(result).collect::<Option<Vec<_>>>()?;
    let expected = expected_points(&results)?;
    Some(Predictions { name, results, expected })
}

/// The positions that each engine holds decided, its nodes and its time.
fn decided(names: &[&str], positions: &[RecordedPosition], scores: &[Vec<Searched>]) -> String {
    let mut table = table(&["engine", "positions", "no score", "decided", "correct", "mean nodes", "mean ms"]);
    for (name, scores) in names.iter().zip(scores) {
        let mates = scores.iter().zip(positions).filter_map(|(searched, position)| {
            let score = searched.score.filter(|score| score.kind == ScoreKind::Mate)?;
            Some(if score.value > 0 { position.points == 1.0 } else { position.points == 0.0 })
        });
        let mates: Vec<bool> = mates.collect();
        let per_search = |sum: f64| format!("{:.0}", sum / scores.len() as f64);
        table.add_row([
            (*name).to_string(),
            scores.len().to_string(),
            scores.iter().filter(|searched| searched.score.is_none()).count().to_string(),
            mates.len().to_string(),
            mates.iter().filter(|&&is_right| is_right).count().to_string(),
            per_search(scores.iter().filter_map(|searched| searched.nodes).sum::<u64>() as f64),
            per_search(scores.iter().map(|searched| searched.ms).sum()),
        ]);
    }
    right(table)
}

/// Brier scores and correlations, of all positions and by stage.
fn accuracy(predictions: &[Predictions<'_>], stones: &[usize]) -> String {
    let mut table = table(&["stones", "positions", "engine", "scale", "Brier score", "difference", "correlation"]);
    for (name, first, last) in stages() {
        let here: Vec<usize> = (0..stones.len()).filter(|&index| (first..=last).contains(&stones[index])).collect();
        if here.is_empty() {
            continue;
        }
        let mut baseline: Option<Vec<f64>> = None;
        for engine in predictions {
            let results: Vec<ScoredResult> = here.iter().map(|&index| engine.results[index]).collect();
            let expected: Vec<f64> = here.iter().map(|&index| engine.expected[index]).collect();
            let errors: Vec<f64> =
                results.iter().zip(&expected).map(|(result, expected)| (expected - result.points).powi(2)).collect();
            let difference = baseline.as_ref().and_then(|baseline| {
                let differences: Vec<f64> = errors.iter().zip(baseline).map(|(own, first)| own - first).collect();
                mean(&results, &differences)
            });
            table.add_row([
                name.clone(),
                here.len().to_string(),
                engine.name.to_string(),
                scale(&results).map_or("-".into(), |scale| format!("{scale:.0}")),
                written(mean(&results, &errors).map(Estimate::not_negative), 4, false),
                written(difference, 4, true),
                written(correlation(&results, &expected), 2, false),
            ]);
            baseline.get_or_insert(errors);
        }
    }
    right(table)
}

/// Names and bounds of the stages by stones on the board; the first one is the whole game.
fn stages() -> Vec<(String, usize, usize)> {
    let firsts = std::iter::once(0).chain(STAGES.map(|last| last + 1));
    let lasts = STAGES.map(Some).into_iter().chain([None]);
    let stage = |(first, last): (usize, Option<usize>)| match last {
        Some(last) => (format!("{first}-{last}"), first, last),
        None => (format!("{first} and more"), first, usize::MAX),
    };
    std::iter::once(("all".into(), 0, usize::MAX)).chain(firsts.zip(lasts).map(stage)).collect()
}

/// An estimate with its interval.
fn written(estimate: Option<Estimate>, digits: usize, is_signed: bool) -> String {
    let Some(Estimate { value, interval }) = estimate else { return "-".into() };
    let number = |value: f64| if is_signed { format!("{value:+.digits$}") } else { format!("{value:.digits$}") };
    match interval {
        Some((low, high)) => format!("{} [{}, {}]", number(value), number(low), number(high)),
        None => number(value),
    }
}
