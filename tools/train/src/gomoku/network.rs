//! A network for weights that are made already: it learns what games say beyond them.
//!
//! `quartet-train gomoku-network --weights weights.bin --games run1 --folder run2 --out network.bin`
//!
//! Must not know: how games were played, how the network learns.

use super::games::{self, RuleName};
use super::network_examples::{Example, Examples};
use super::network_trainer::{Learner, Number};
use super::read;
use crate::output::{FileKind, OutputFile};
use crate::progress::{Log, bar};
use crate::records::{load, save};
use crate::shuffle::shuffle;
use anyhow::{Result, ensure};
use clap::Args;
use quartet::game::Side;
use quartet::games::gomoku::Rule;
use quartet::games::gomoku::evaluation::network::Network;
use quartet::games::gomoku::threats::patterns::Patterns;
use quartet::games::gomoku::threats::weights::{Weights, role};
use quartet::random::{SplitMix64, mix};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Examples of a step.
const BATCH: usize = 256;
/// Stones from one group of errors to the next.
const GROUP: usize = 10;
/// Groups of errors.
const GROUPS: usize = 7;

/// What is made.
const NETWORK: FileKind = FileKind { name: "Gomoku network", is_own: |content| Network::read(content).is_ok() };

/// What a network is made with.
#[derive(Args)]
pub(crate) struct Settings {
    /// The weights that it corrects.
    #[arg(long)]
    weights: PathBuf,
    /// Folders of `gomoku generation` with games.
    #[arg(long, required = true, num_args = 1..)]
    games: Vec<PathBuf>,
    /// Where the state after each epoch and the log are kept; a run that was interrupted goes on from there.
    #[arg(long)]
    folder: PathBuf,
    /// A network whose part for the rule this one begins with, and whose others it keeps; without, it begins with
    /// nothing, and all rules get what is learned.
    #[arg(long)]
    begin: Option<PathBuf>,
    #[command(flatten)]
    out: OutputFile,
    /// The rule of the games.
    #[arg(long, default_value = "freestyle")]
    rule: RuleName,
    /// Steps through all positions.
    #[arg(long, default_value_t = 5)]
    epochs: usize,
    /// Initial learning rate; it falls linearly to 0.
    #[arg(long, default_value_t = 0.002)]
    rate: f32,
    /// How much what came after a position counts for it (λ): 0 is its own search alone, 1 the game's result alone.
    #[arg(long, default_value_t = 0.8)]
    trace: f32,
    /// Seed of all random numbers.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Learns.
pub(super) fn run(settings: &Settings) -> Result<()> {
    settings.out.check(&NETWORK, &[&Some(settings.weights.clone()), &settings.begin])?;
    let log = Log::begin(&settings.folder)?;
    let examples = settings.examples(&log)?;
    let (held, learned): (Vec<_>, Vec<_>) = examples.list().iter().partition(|example| example.is_held_out);
    log.line(&format!("{} positions, {} held out", learned.len(), held.len()))?;
    log.line(&format!("weights alone: {}", errors(&held, |_| 0.0)))?;
    let first = settings.begin.as_ref().map(|file| read(file, Network::read)).transpose()?;
    let (mut learner, done) = settings.begin(first.as_ref(), learned.len().div_ceil(BATCH))?;
    for epoch in done..settings.epochs {
        let start = Instant::now();
        settings.learn(&mut learner, &examples, learned.clone(), epoch);
        save(&state(&settings.folder, epoch), &learner.state())?;
        let errors = errors(&held, |example| learner.value(&examples.input(example)));
        log.line(&format!("epoch {} ({} s): {errors}", epoch + 1, start.elapsed().as_secs()))?;
    }
    settings.out.write(&NETWORK, &settings.network(first, &learner).write())
}

impl Settings {
    fn examples(&self, log: &Log) -> Result<Examples> {
        let weights = read(&self.weights, Weights::read)?;
        let (patterns, mut examples) = (Patterns::default(), Examples::default());
        for folder in &self.games {
            let games = games::finished(Rule::from(self.rule), folder)?;
            ensure!(!games.is_empty(), "no games under this rule in {}", folder.display());
            log.line(&format!("{}: {} games", folder.display(), games.len()))?;
            let progress = bar("positions", games.len() as u64);
            for game in &games {
                examples.add(game, &weights, &patterns, self.trace);
                progress.inc(1);
            }
            progress.finish();
        }
        Ok(examples)
    }

    /// What to go on with, and how many epochs of so many steps are done.
    fn begin(&self, first: Option<&Network>, steps: usize) -> Result<(Learner, usize)> {
        let done = (0..self.epochs).take_while(|&epoch| state(&self.folder, epoch).exists()).count();
        let Some(last) = done.checked_sub(1) else {
            let parts = |first: &Network| Learner::begun(&self.roles().map(|role| &first.0[role]).collect::<Vec<_>>());
            return Ok((first.map_or_else(|| Learner::new(self.seed, self.roles().count()), parts), 0));
        };
        let file = state(&self.folder, last);
        let numbers: Vec<Number> = load(&file)?;
        ensure!(Learner::is_state(&numbers, self.roles().count()), "{}: the state is not whole", file.display());
        Ok((Learner::resumed(&numbers, done * steps), done))
    }

    /// The roles of the rule.
    fn roles(&self) -> RangeInclusive<usize> {
        let rule = Rule::from(self.rule);
        role(rule, Side::X)..=role(rule, Side::O)
    }

    /// The network with what was learned.
    fn network(&self, first: Option<Network>, learner: &Learner) -> Network {
        let mut parts = learner.parts().into_iter().cycle();
        match first {
            Some(mut network) => {
                network.0[self.roles()].iter_mut().zip(parts).for_each(|(role, part)| *role = part);
                network
            }
            None => Network(std::array::from_fn(|_| parts.next().unwrap_or_default())),
        }
    }

    /// Learns from every example once, in a random order.
    fn learn(&self, learner: &mut Learner, examples: &Examples, mut order: Vec<&Example>, epoch: usize) {
        let mut random = SplitMix64::new(mix(self.seed) ^ epoch as u64);
        shuffle(&mut order, &mut random);
        let progress = bar(&format!("epoch {}", epoch + 1), order.len() as u64);
        for (index, batch) in order.chunks(BATCH).enumerate() {
            for example in batch {
                learner.learn(&examples.input(example), example.before, example.target);
            }
            let done = (epoch as f32 + (index * BATCH) as f32 / order.len() as f32) / self.epochs as f32;
            learner.step(batch.len(), self.rate * (1.0 - done));
            progress.inc(batch.len() as u64);
        }
        progress.finish();
    }
}

/// The file of the state after an epoch.
fn state(folder: &Path, epoch: usize) -> PathBuf {
    folder.join(format!("epoch-{:02}.bin", epoch + 1))
}

/// Mean cross entropy and mean squared error of the chance to win, of all and by number of stones, when so much is
/// added to what the weights say.
fn errors(examples: &[&Example], mut added: impl FnMut(&Example) -> f32) -> String {
    let mut sums = [[0.0_f64; 3]; 1 + GROUPS];
    for example in examples {
        let found = 1.0 / (1.0 + (-f64::from(example.before + added(example))).exp());
        let (found, target) = (found.clamp(1e-6, 1.0 - 1e-6), f64::from(example.target));
        let loss = -target * found.ln() - (1.0 - target) * (1.0 - found).ln();
        for group in [0, 1 + (usize::from(example.stones) / GROUP).min(GROUPS - 1)] {
            let more = [1.0, loss, (found - target).powi(2)];
            sums[group].iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
        }
    }
    let text = |(group, [count, loss, square]): (usize, &[f64; 3])| {
        let name = group.checked_sub(1).map_or("all".into(), |group| format!("{}+", group * GROUP));
        format!("{name} {:.4} {:.4}", loss / count.max(1.0), square / count.max(1.0))
    };
    let groups: Vec<_> = sums.iter().enumerate().map(text).collect();
    format!("cross entropy and squared error by stones: {}", groups.join(", "))
}
