//! `quartet-arena wins`: collects Gomoku positions with forced wins from self-play, as a file for `solve-file`.
//!
//! Each game contributes the first position in which a win is found, unless enough wins of that length have been
//! collected. The same seed gives the same file on every machine.
//!
//! `cargo run --release -p quartet-arena -- wins --out tests/wins.txt`

use anyhow::{Result, anyhow, ensure};
use clap::Args;
use quartet::engine::{Engines, GoParameters, Setup, TextLine, engines};
use quartet::random::SplitMix64;
use quartet::solve_file::problem::{Known, Problem};
use quartet::solve_file::solve::{self, SolveSettings};
use quartet_files::Output;
use std::collections::HashMap;
use std::fmt::Write;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};

const RULES: [&str; 3] = ["freestyle", "standard", "renju"];
/// The first lines of a file, which identify the format.
const HEADING: &str = "# Forced wins from games of ";
/// The width of the board in points.
const SIZE: usize = 15;
/// Random stones near the centre at the start of a game.
const RANDOM_PLIES: usize = 5;
/// Their maximum distance from the centre.
const SPREAD: usize = 2;
/// The maximum length of a game in plies.
const LONGEST_GAME: usize = 120;
/// The collection ends after this number of consecutive games without a new position.
const MAX_FUTILE_GAMES: usize = 10_000;

/// The arguments of `wins`.
#[derive(Args, Clone, Debug)]
pub struct WinsArgs {
    /// The file to write; an existing file is overwritten only if it is an earlier file of wins.
    #[arg(long)]
    out: PathBuf,
    /// Overwrite any other file as well.
    #[arg(long)]
    force: bool,
    /// Positions to collect.
    #[arg(long, default_value_t = 240)]
    count: usize,
    /// The maximum number of positions of one length.
    #[arg(long, default_value_t = 20)]
    each: usize,
    /// Shortest and longest win wanted, in plies.
    #[arg(long, default_values_t = [5, 41], num_args = 2)]
    plies: Vec<u16>,
    /// Nodes for each move of a game.
    #[arg(long, default_value_t = 4_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Nodes for finding a win.
    #[arg(long, default_value_t = 300_000, value_parser = clap::value_parser!(u64).range(1..))]
    effort: u64,
    /// Seed of the random openings.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

impl WinsArgs {
    /// Fails if the number of positions cannot be reached, or the file cannot be written.
    fn check(&self) -> Result<()> {
        // A win ends with a move of the winner, so its number of plies is odd.
        let lengths = (self.plies[0]..=self.plies[1]).filter(|plies| plies % 2 == 1).count();
        let most = lengths.saturating_mul(self.each);
        ensure!(
            self.count <= most,
            "{} positions are wanted, but {} of each of the {lengths} lengths from {} to {} plies make {most}",
            self.count,
            self.each,
            self.plies[0],
            self.plies[1]
        );
        let folder = self.out.parent().filter(|folder| !folder.as_os_str().is_empty());
        let is_there = folder.is_none_or(Path::is_dir);
        ensure!(is_there, "cannot write {}: there is no such folder", self.out.display());
        Ok(())
    }
}

/// Collects positions and writes them to a file.
pub fn run(arguments: &WinsArgs) -> Result<()> {
    arguments.check()?;
    let is_own = |content: &[u8]| content.starts_with(HEADING.as_bytes());
    let output = Output { kind: "earlier file of wins", is_own: &is_own, force: Some(arguments.force), sources: &[] };
    output.check(&arguments.out)?;
    let mut engines = Engines::new(engines::create_engine).ok_or_else(|| anyhow!("no memory for the default table"))?;
    engines.select("gomoku").map_err(|why| anyhow!(why))?;
    engines.set_option("Hash", Some("1")).map_err(|why| anyhow!(why))?;
    let mut rng = SplitMix64::new(arguments.seed);
    let shows_progress = std::io::stderr().is_terminal();
    let (mut found, mut counts) = (Vec::new(), HashMap::<u16, usize>::new());
    let mut last = 0;
    for game in 0.. {
        if found.len() >= arguments.count || game - last > MAX_FUTILE_GAMES {
            break;
        }
        let rule = RULES[game % RULES.len()];
        let Some((moves, plies)) = play(&mut engines, rule, arguments, &mut rng)? else { continue };
        let count = counts.entry(plies).or_default();
        if *count < arguments.each && (arguments.plies[0]..=arguments.plies[1]).contains(&plies) {
            *count += 1;
            last = game;
            found.push((plies, format!("rule {rule} size {SIZE} {}; win {plies}", moves.concat())));
            if shows_progress {
                eprint!("\r{} games, {} positions", game + 1, found.len());
            }
        }
    }
    if shows_progress {
        eprintln!();
    }
    if found.len() < arguments.count {
        eprintln!("no other in {MAX_FUTILE_GAMES} games: {} positions instead of {}", found.len(), arguments.count);
    }
    found.sort();
    let mut text = format!(
        "{HEADING}{} nodes a move, found within {} nodes, seed {}.\n",
        arguments.nodes, arguments.effort, arguments.seed
    );
    for (_, line) in &found {
        writeln!(text, "{line}")?;
    }
    output.write(&arguments.out, text.as_bytes())
}

/// Plays a game up to the first win that is found; returns the moves before it and its length in plies.
fn play(
    engines: &mut Engines,
    rule: &str,
    arguments: &WinsArgs,
    rng: &mut SplitMix64,
) -> Result<Option<(Vec<String>, u16)>> {
    let mut moves: Vec<String> = Vec::new();
    for _ in 0..RANDOM_PLIES {
        let mut place = || SIZE / 2 - SPREAD + rng.below(2 * SPREAD + 1);
        let mv = format!("{}{}", char::from(b'a' + place() as u8), place() + 1);
        moves.push(mv);
        if solve::set_position(engines, &problem(rule, &moves)).is_err() {
            moves.pop();
        }
    }
    let win = GoParameters { mate_plies: Some(999), nodes: Some(arguments.effort), ..GoParameters::default() };
    let step = GoParameters { nodes: Some(arguments.nodes), ..GoParameters::default() };
    while moves.len() < LONGEST_GAME {
        let Some(line) = search(engines, rule, &moves, &step)? else { break };
        if line.score.is_loss() {
            break;
        }
        if line.score.is_win() || line.score.0 > 0 {
            let proof = search(engines, rule, &moves, &win)?;
            if let Some(plies) = proof.and_then(|line| line.score.distance().filter(|_| line.score.is_win())) {
                return Ok(Some((moves, plies)));
            }
        }
        let Some(mv) = line.pv.first() else { break };
        moves.push(mv.clone());
    }
    Ok(None)
}

fn problem(rule: &str, moves: &[String]) -> Problem {
    let options = vec![("Rule", rule.to_string()), ("BoardSize", SIZE.to_string())];
    Problem { options, setup: Setup::Start, moves: moves.to_vec(), known: Known::Nothing }
}

fn search(engines: &mut Engines, rule: &str, moves: &[String], parameters: &GoParameters) -> Result<Option<TextLine>> {
    let settings = SolveSettings { parameters: parameters.clone(), with_proof: false };
    let solution = solve::solve(engines, &problem(rule, moves), &settings, &mut |_| ());
    Ok(solution.map_err(|why| anyhow!(why))?.line)
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Parser)]
    struct Cli {
        #[command(flatten)]
        wins: WinsArgs,
    }

    #[test]
    fn impossible_collections_are_refused_at_once() {
        let out = std::env::temp_dir().join(format!("quartet-wins-{}.txt", std::process::id()));
        let check = |extra: &[&str]| {
            let begin = ["wins", "--out", out.to_str().expect("a name")];
            let arguments = Cli::try_parse_from(begin.iter().chain(extra)).map_err(|error| error.to_string())?;
            arguments.wins.check().map_err(|error| format!("{error:#}"))
        };
        assert_eq!(check(&[]), Ok(()));
        assert_eq!(check(&["--plies", "5", "7", "--each", "3", "--count", "6"]), Ok(()));
        for extra in [
            &["--plies", "5", "7", "--each", "3", "--count", "7"][..],
            &["--plies", "9", "7"],
            &["--plies", "6", "6"],
            &["--each", "0"],
        ] {
            assert!(check(extra).is_err_and(|error| error.contains("positions are wanted")), "{extra:?}");
        }
        for extra in [["--nodes", "0"], ["--effort", "0"]] {
            assert!(check(&extra).is_err_and(|error| error.contains("is not in")), "{extra:?}");
        }
        let nowhere = out.join("wins.txt");
        let check = Cli::parse_from(["wins", "--out", nowhere.to_str().expect("a name")]).wins.check();
        assert!(check.is_err_and(|error| error.to_string().contains("cannot write")));
    }
}
