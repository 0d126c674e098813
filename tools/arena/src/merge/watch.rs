//! `merge --watch`: a match in shards while it is played, and the end of its sequential test.

use super::check::check;
use super::copy::Lines;
use super::index::Place;
use super::inputs::folders;
use super::parts::{LISTED, Parts, Update};
use crate::cli::progress::ratings_so_far;
use crate::fault::Cancel;
use crate::record::Header;
use crate::record::folder::Stop;
use crate::report::{self, Section};
use crate::sequential::{Judge, SequentialTest};
use crate::settings::MatchSettings;
use crate::standings::Standings;
use crate::verify::{Verification, WrongGame};
use anyhow::Result;
use crossbeam_channel::RecvTimeoutError;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use quartet::shard::Shard;
use quartet_interrupt::{Interrupted, SignalWatch, print_to_stderr, same_command_hint};
use std::io::{IsTerminal, Write};
use std::num::NonZeroU64;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// How many pairs the shards may be ahead of one that has not been started, on average, before that is a warning.
const AHEAD: u64 = 10;

/// The figures of the games so far.
struct View {
    settings: MatchSettings,
    verification: Verification,
    standings: Standings,
    judge: Option<Judge>,
}

impl View {
    fn new(header: &Header) -> Result<Self> {
        let (settings, verification) = (header.settings.clone(), Verification::new(header, None)?);
        let standings = Standings::new(settings.engines.iter().map(|engine| engine.name.as_str()));
        Ok(View { judge: Judge::new(&settings), settings, verification, standings })
    }

    /// Counts games, unless they are wrong; returns those that are.
    fn count(&mut self, lines: &mut Lines, places: &[(u64, Place)]) -> Result<Vec<WrongGame>> {
        let View { verification, standings, judge, .. } = self;
        check(lines, places, verification, |game| {
            standings.add(game);
            if let Some(judge) = judge {
                judge.add(game);
            }
        })
    }

    fn test(&self) -> Option<SequentialTest> {
        self.judge.as_ref().map(Judge::test)
    }
}

/// A match in shards that is being watched.
#[derive(Default)]
struct Watched {
    parts: Parts,
    /// The figures, once there is a header.
    view: Option<View>,
    /// The games that do not count. Their pairs are never complete.
    wrong: Vec<WrongGame>,
}

impl Watched {
    /// Reads what was written since the last time. Files and folders may be made later.
    fn look(&mut self, inputs: &[PathBuf]) -> Result<()> {
        let inputs: Vec<PathBuf> = inputs.iter().filter(|input| input.exists()).cloned().collect();
        let update = self.parts.update(&inputs)?;
        let header = self.parts.merged_header();
        let is_longer = |view: &View| header.as_ref().is_some_and(|header| header.settings != view.settings);
        let added = match update {
            // A shard that was started with more games gives the match a longer schedule.
            Update::Grown(added) if !self.view.as_ref().is_some_and(is_longer) => self.parts.index().places_of(&added),
            _ => {
                *self = Watched::default();
                self.parts.update(&inputs)?;
                self.parts.index().places()
            }
        };
        let Some(header) = self.parts.merged_header() else { return Ok(()) };
        let view = match &mut self.view {
            Some(view) => view,
            none => none.insert(View::new(&header)?),
        };
        // In the order of their numbers, few wait to be judged.
        self.wrong.extend(view.count(&mut Lines::of(self.parts.paths()), &added)?);
        Ok(())
    }

    /// Whether all games are there.
    fn is_complete(&self) -> bool {
        let scheduled = self.parts.scheduled();
        scheduled > 0 && self.parts.index().len() >= scheduled
    }

    /// The figures so far in lines.
    fn lines(&self) -> Vec<String> {
        let Some(view) = &self.view else { return vec!["no shard has been started".into()] };
        let test = view.test();
        let mut lines = vec![ratings_so_far(&view.standings, test.as_ref())];
        if let Some(test) = &test {
            lines.extend(test.later_line());
            lines.extend(self.holder(test));
        }
        let (started, shards) = (self.parts.started(), self.parts.shards());
        lines.push(format!("{started} of {shards} shards have been started"));
        lines.extend(self.parts.wrong().iter().chain(&self.wrong).take(LISTED).map(WrongGame::to_string));
        lines
    }

    /// Which shard the test waits for, if complete pairs wait for it.
    fn holder(&self, test: &SequentialTest) -> Option<String> {
        let next = test.next_pair.filter(|_| test.later_pairs > 0)?;
        let shards = self.parts.shards();
        let shard = Shard::new(next % shards, shards)?;
        let Some(path) = self.parts.record_of(shard.index()) else {
            let ahead = test.later_pairs / shards;
            let warning = if ahead >= AHEAD {
                format!(
                    ", and the others are {ahead} pairs ahead: with a sequential test, use no more shards than tasks that \
                     run at once"
                )
            } else {
                String::new()
            };
            return Some(format!("pair {next} is that of shard {shard}, which has not been started{warning}"));
        };
        Some(format!("pair {next} is that of shard {shard}, which last wrote {} ago: {}", age(path), path.display()))
    }
}

/// How long ago a file was written, to a second.
fn age(path: &Path) -> String {
    let written = std::fs::metadata(path).and_then(|data| data.modified());
    let age = written.ok().and_then(|written| SystemTime::now().duration_since(written).ok()).unwrap_or_default();
    humantime::format_duration(Duration::from_secs(age.as_secs())).to_string()
}

/// Shows a match until all games are there or its test is decided; then prints its tables. The error is [`Interrupted`]
/// if a signal ends it.
pub(super) fn watch(inputs: &[PathBuf], interval: NonZeroU64) -> Result<()> {
    let cancel = Cancel::default();
    let signals = SignalWatch::new(cancel.canceller(), "interrupted".into())?;
    signals.job_started();
    let (mut watched, mut screen) = (Watched::default(), Screen::new());
    loop {
        watched.look(inputs)?;
        let (done, of) = (watched.parts.index().len(), watched.parts.scheduled());
        screen.show(done, of, &watched.lines());
        let decided = watched.view.as_ref().and_then(View::test).filter(|test| test.next_pair.is_none());
        if let Some(test) = &decided {
            let stop = Stop {
                verdict: test.status.state.to_string(),
                pair: test.pairs.saturating_sub(1),
                llr: test.status.llr,
            };
            folders(inputs).iter().try_for_each(|folder| stop.write(folder))?;
        }
        if decided.is_some() || watched.is_complete() {
            break;
        }
        if cancel.watched().recv_timeout(Duration::from_secs(interval.get())) == Err(RecvTimeoutError::Disconnected) {
            screen.bar.finish_and_clear();
            return Err(Interrupted { done, of, unit: "games", resume_hint: same_command_hint() }.into());
        }
    }
    screen.bar.finish_and_clear();
    if let Some(view) = &watched.view {
        let section = Section::of(&view.settings.variant, &view.standings, view.test().into_iter().collect());
        // A closed stdout is not an error.
        let _ = std::io::stdout().write_all(report::section(&section).as_bytes());
    }
    Ok(())
}

/// The output of the figures so far: in place at a terminal, elsewhere in lines whenever games were added.
struct Screen {
    bar: ProgressBar,
    is_terminal: bool,
    /// The number of games that were shown last.
    shown: Option<u64>,
}

impl Screen {
    fn new() -> Self {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
        let style = ProgressStyle::with_template("{bar:30} {pos}/{len} games, {elapsed} elapsed\n{msg}");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        Screen { bar, is_terminal: std::io::stderr().is_terminal(), shown: None }
    }

    fn show(&mut self, done: u64, of: u64, lines: &[String]) {
        if self.is_terminal {
            self.bar.set_length(of);
            self.bar.set_position(done);
            self.bar.set_message(lines.join("\n"));
        } else if self.shown != Some(done) {
            lines.iter().for_each(|line| print_to_stderr(line));
        }
        self.shown = Some(done);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::{Start, StartLine, example_header, played_example};
    use quartet_rules::GameResult::{self, FirstWins, SecondWins};
    use std::fs;

    /// A record of these games from this attempt.
    fn write(path: &Path, attempt: u64, games: &[(u64, GameResult)]) {
        let start = Start {
            attempt,
            time: String::new(),
            host: None,
            processor: None,
            level: String::new(),
            quartet: String::new(),
        };
        let mut lines = vec![serde_json::to_string(&example_header()), serde_json::to_string(&StartLine { start })];
        let names = |id: u64| if id.is_multiple_of(2) { ["a", "b"] } else { ["b", "a"] };
        lines.extend(games.iter().map(|&(id, result)| serde_json::to_string(&played_example(id, names(id), result))));
        let text: Vec<String> = lines.into_iter().map(|line| line.unwrap() + "\n").collect();
        fs::write(path, text.concat()).unwrap();
    }

    /// Wins, draws and losses of the first engine.
    fn results(watched: &Watched) -> (u64, u64, u64) {
        let tally = watched.view.as_ref().unwrap().standings.sample(0, 1).tally();
        (tally.wins, tally.draws, tally.losses)
    }

    /// Whatever order files appear in, the games are counted that `merge` would keep.
    #[test]
    fn a_lower_attempt_takes_the_place_of_a_higher_one() {
        let folder = tempfile::tempdir().unwrap();
        let [one, other] = ["one", "other"].map(|name| folder.path().join(name));
        let (inputs, mut watched) = ([one.clone(), other.clone()], Watched::default());
        watched.look(&inputs).unwrap();
        assert!(watched.view.is_none() && !watched.is_complete());
        write(&other, 1, &[(0, FirstWins), (1, SecondWins), (2, FirstWins)]);
        watched.look(&inputs).unwrap();
        assert_eq!(results(&watched), (3, 0, 0));
        write(&one, 0, &[(0, SecondWins)]);
        watched.look(&inputs).unwrap();
        assert_eq!(results(&watched), (2, 0, 1));
        // A file is appended to, then replaced by a shorter one.
        write(&one, 0, &[(0, SecondWins), (3, FirstWins), (4, FirstWins), (5, FirstWins)]);
        watched.look(&inputs).unwrap();
        assert_eq!(results(&watched), (3, 0, 3));
        assert!(watched.is_complete());
        write(&one, 0, &[(5, FirstWins)]);
        watched.look(&inputs).unwrap();
        assert_eq!((results(&watched), watched.is_complete()), ((3, 0, 1), false));
    }
}
