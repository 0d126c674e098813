//! `calibrate`: fits the constants by which the engine converts scores into win, draw and loss probabilities
//! (`UCI_ShowWDL`) to the results in records of matches, and evaluates the built-in ones.
//!
//! Mate scores and scores of searches as deep as there are empty points are exact and are left out, and so are games
//! that did not end by the rules.
//!
//! When the evaluation of a game has changed, its constants are fitted again by
//!
//! ```text
//! quartet-arena match --variant othello --games 600 --out games.jsonl --engine name=a cmd=target/release/quartet \
//!     --engine name=b cmd=target/release/quartet --each nodes=100000 --random-openings 8:300:1
//! quartet-arena calibrate games.jsonl
//! ```
//!
//! and entered in its implementation of [`calibration`](quartet::games::playable::Playable::calibration).

use crate::collection::Collection;
use crate::openings::parse_setup;
use crate::player::ScoreKind;
use crate::record::GameRecord;
use crate::report::tables::{right, table};
use crate::stats::Outcome;
use crate::stats::logistic::{Sample, Spread, fit, log_loss};
use crate::verify::print_wrong_games;
use anyhow::{Context, Result, ensure};
use clap::Args;
use quartet::score::Score;
use quartet::wdl::Wdl;
use quartet_rules::points::rows;
use quartet_rules::{Referee, referee};
use std::io::{ErrorKind, Write};
use std::path::PathBuf;
use std::process::ExitCode;

/// The number of classes of expected points in the reliability table.
const CLASSES: usize = 10;
/// The number of stages of the game, by empty points, in the table of stages.
const STAGES: usize = 6;
/// A stage needs at least this number of scores from decided games.
const LEAST_DECIDED: usize = 100;

/// The arguments of `calibrate`.
#[derive(Args, Clone, Debug)]
pub struct CalibrateArgs {
    /// Records of matches of one variant between engines of full strength; a game in several of them counts once.
    #[arg(required = true)]
    pub files: Vec<PathBuf>,
    /// Use only the scores of this engine.
    #[arg(long, value_name = "NAME")]
    pub engine: Option<String>,
}

/// A scored position with the probabilities of this build.
#[derive(Clone, Copy, Debug)]
struct ScoredMove {
    sample: Sample,
    /// The probabilities that this build assigns.
    wdl: Wdl,
    /// Whether it is in the test set of the comparison of models.
    held_out: bool,
}

/// Reads, fits and prints. The exit status is 1 if wrong games were left out.
pub fn run(arguments: &CalibrateArgs) -> Result<ExitCode> {
    let mut scored = Vec::new();
    let records = Collection::read(&arguments.files)?;
    print_wrong_games(&records.wrong);
    let games: Vec<&GameRecord> = records.parts.iter().flat_map(|part| &part.games).collect();
    let variant = games.first().context("no games")?.variant.clone();
    ensure!(games.iter().all(|game| game.variant == variant), "games of several variants, expected one");
    for game in games.iter().copied().filter(|game| game.failure.is_none() && !game.reason.starts_with("adjudicated")) {
        let mut referee = referee(&game.variant, &game.options)?;
        scored.extend(positions(game, &mut *referee, arguments.engine.as_deref())?);
    }
    let head = format!("{variant}: {} games, {} scores that are neither proven nor exact\n", games.len(), scored.len());
    let notes = records.notes().into_iter().map(|note| note + "\n");
    let head = notes.collect::<String>() + &head;
    let text = [head, models(&scored)?, stages(&scored), reliability(&scored)].join("\n");
    match std::io::stdout().write_all(text.as_bytes()) {
        // A closed stdout, as by `head`, is not an error.
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(error.into()),
        _ => Ok(records.exit_status()),
    }
}

/// The scored positions of a game.
fn positions(game: &GameRecord, referee: &mut dyn Referee, engine: Option<&str>) -> Result<Vec<ScoredMove>> {
    let here = || format!("game {}", game.id);
    referee.begin(&parse_setup(&game.opening.setup), &game.opening.moves).with_context(here)?;
    let mut found = Vec::new();
    for made in &game.moves {
        let empties = empty_points(&referee.position());
        let points = Outcome::of(game.result, referee.side()).points();
        let estimate = made.score.filter(|score| score.kind == ScoreKind::Cp);
        let reaches_the_end = made.depth.is_none_or(|depth| depth as usize >= empties);
        if let Some(score) = estimate.filter(|_| !reaches_the_end && engine.is_none_or(|name| name == made.engine)) {
            let sample = Sample { score: score.value as f64, empties: empties as f64, points };
            let wdl = referee.calibration().chances(Score::cp(score.value as i32));
            found.push(ScoredMove { sample, wdl, held_out: game.pair % 2 == 1 });
        }
        referee.play(&made.text).with_context(here)?;
    }
    Ok(found)
}

/// The number of empty points of a position text.
fn empty_points(position: &str) -> usize {
    rows(position).iter().flatten().filter(|&&letter| letter == '.').count()
}

/// The samples of the scored positions that satisfy a condition.
fn samples<'a>(scored: impl IntoIterator<Item = &'a ScoredMove>) -> Vec<Sample> {
    scored.into_iter().map(|scored| scored.sample).collect()
}

/// The models: constants fitted to all samples, and the loss on odd pairs with constants fitted to the even ones.
fn models(scored: &[ScoredMove]) -> Result<String> {
    let (held_out, trained): (Vec<_>, Vec<_>) = scored.iter().partition(|scored| scored.held_out);
    let tests = samples(held_out.iter().copied());
    let (training, all) = (samples(trained), samples(scored));
    let mut table = table(&["model", "spread, in units of the score", "log loss, held out"]);
    table.add_row(["even chances", "", &format!("{:.4}", log_loss(&tests, |_| 0.5))]);
    let compiled = held_out.iter().map(|scored| log_loss(&[scored.sample], |_| scored.wdl.expected_score()));
    table.add_row(["compiled in", "", &format!("{:.4}", compiled.sum::<f64>() / tests.len() as f64)]);
    for (name, coefficients) in [("constant", 1), ("by empty points", 2)] {
        let undetermined = || format!("{} scores determine no spread", training.len());
        let trained = fit(&training, coefficients).with_context(undetermined)?;
        let spread = fit(&all, coefficients).with_context(undetermined)?;
        let loss = log_loss(&tests, |sample| trained.expected(sample));
        table.add_row([name, &formula(&spread), &format!("{loss:.4}")]);
    }
    Ok(right(table))
}

/// The spread as text.
fn formula(Spread(coefficients): &Spread) -> String {
    let term = |(power, value): (usize, &f64)| match power {
        0 => format!("{value:.1}"),
        _ => format!("{value:+.2} · empty points"),
    };
    coefficients.iter().enumerate().map(term).collect::<Vec<_>>().join(" ")
}

/// The constant spread of each stage, whose trend a model should follow, as a table.
fn stages(scored: &[ScoredMove]) -> String {
    let most = scored.iter().map(|scored| scored.sample.empties as usize).max().unwrap_or(0);
    let width = (most + 1).div_ceil(STAGES);
    let mut table = table(&["empty points", "scores", "spread"]);
    for low in (0..STAGES).map(|stage| stage * width) {
        let is_here = |scored: &&ScoredMove| (low..low + width).contains(&(scored.sample.empties as usize));
        let here = samples(scored.iter().filter(is_here));
        let decided = here.iter().filter(|sample| sample.points != 0.5).count();
        let spread = if decided < LEAST_DECIDED { None } else { fit(&here, 1) };
        let spread = spread.map_or("-".into(), |spread| formula(&spread));
        table.add_row([format!("{low}-{}", low + width - 1), here.len().to_string(), spread]);
    }
    right(table)
}

/// Built-in probabilities next to the observed frequencies.
fn reliability(scored: &[ScoredMove]) -> String {
    let mut classes = vec![Vec::new(); CLASSES];
    for scored in scored {
        let class = (scored.wdl.expected_score() * CLASSES as f64) as usize;
        classes[class.min(CLASSES - 1)].push(*scored);
    }
    let mut table = table(&["compiled in", "scores", "win", "draw", "loss", "won", "drawn", "lost"]);
    for (class, members) in classes.iter().enumerate().filter(|(_, members)| !members.is_empty()) {
        let count = members.len() as f64;
        let mean = |of: fn(&ScoredMove) -> f64| format!("{:.0}", members.iter().map(of).sum::<f64>() / count);
        let observed = |points: f64| {
            let hits = members.iter().filter(|scored| scored.sample.points == points).count();
            format!("{:.0}", 1000.0 * hits as f64 / count)
        };
        let percent = |class: usize| 100 * class / CLASSES;
        table.add_row([
            format!("{}-{} %", percent(class), percent(class + 1)),
            members.len().to_string(),
            mean(|scored| f64::from(scored.wdl.win)),
            mean(|scored| f64::from(scored.wdl.draw)),
            mean(|scored| f64::from(scored.wdl.loss)),
            observed(1.0),
            observed(0.5),
            observed(0.0),
        ]);
    }
    right(table)
}
