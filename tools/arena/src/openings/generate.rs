//! Generated openings: random ones, optionally balanced, and all openings of a length.

use super::Opening;
use crate::settings::{Balance, Generator};
use anyhow::{Result, bail};
use quartet::engine::{GoParameters, Setup};
use quartet::random::SplitMix64;
use quartet::score::Score;
use quartet_analysis::Analyst;
use quartet_rules::Referee;
use std::collections::{BTreeMap, HashSet};

/// The openings of a generator for these options of the rules.
pub(super) fn generate(
    generator: &Generator,
    referee: &mut dyn Referee,
    options: &BTreeMap<String, String>,
) -> Result<Vec<Opening>> {
    match *generator {
        Generator::All { plies } => all(referee, plies),
        Generator::Random { plies, count, seed, balance: None } => random(referee, plies, count, seed),
        Generator::Random { plies, count, seed, balance: Some(balance) } => {
            let mut analyst = Analyst::new(referee, options)?;
            collect(referee, plies, count, seed, |referee| is_balanced(referee, &mut analyst, balance))
        }
    }
}

/// Openings of `plies` uniformly random moves from the start position, all different up to symmetry. Fails if the
/// requested number cannot be found.
pub fn random(referee: &mut dyn Referee, plies: usize, count: usize, seed: u64) -> Result<Vec<Opening>> {
    collect(referee, plies, count, seed, |_| Ok(true))
}

/// Random openings that satisfy a condition.
fn collect(
    referee: &mut dyn Referee,
    plies: usize,
    count: usize,
    seed: u64,
    mut is_good: impl FnMut(&mut dyn Referee) -> Result<bool>,
) -> Result<Vec<Opening>> {
    /// The maximum number of attempts for each opening.
    const TRIES: usize = 1_000;
    let mut rng = SplitMix64::new(seed);
    let (mut openings, mut seen) = (Vec::new(), HashSet::new());
    for _ in 0..TRIES * count {
        if openings.len() == count {
            break;
        }
        referee.begin(&Setup::Start, &[])?;
        for _ in 0..plies {
            let moves = referee.legal_moves();
            let Some(mv) = moves.get(rng.below(moves.len())) else { break };
            referee.play(mv)?;
        }
        if referee.ending().is_none() && seen.insert(referee.symmetric_key()) && is_good(referee)? {
            openings.push(Opening { setup: Setup::Start, moves: referee.moves().to_vec() });
        }
    }
    let found = openings.len();
    if found < count || count == 0 {
        bail!("only {found} different openings of {plies} plies found, expected {}", count.max(1));
    }
    Ok(openings)
}

/// Whether a position is balanced: a draw in a solved game, otherwise within the window by a search.
fn is_balanced(referee: &mut dyn Referee, analyst: &mut Analyst, balance: Balance) -> Result<bool> {
    if let Some(moves) = referee.exact_moves() {
        return Ok(moves.first().is_some_and(|(_, best)| *best == Score::DRAW));
    }
    let parameters = GoParameters { depth: Some(u64::from(balance.depth)), ..GoParameters::default() };
    let lines = analyst.search(referee, parameters, 1)?;
    Ok(lines.first().is_some_and(|line| i64::from(line.score.0).abs() <= balance.window))
}

/// All different openings of this number of plies, up to symmetry, in the order in which they are found.
fn all(referee: &mut dyn Referee, plies: usize) -> Result<Vec<Opening>> {
    /// The maximum number of openings.
    const MOST: usize = 1_000_000;
    let mut level = vec![Opening::start()];
    for _ in 0..plies {
        let (mut next, mut seen) = (Vec::new(), HashSet::new());
        for opening in &level {
            referee.begin(&opening.setup, &opening.moves)?;
            for mv in referee.legal_moves() {
                referee.begin(&opening.setup, &opening.moves)?;
                referee.play(&mv)?;
                if referee.ending().is_none() && seen.insert(referee.symmetric_key()) {
                    next.push(Opening { setup: Setup::Start, moves: referee.moves().to_vec() });
                }
            }
            if next.len() > MOST {
                bail!("more than {MOST} openings of {plies} plies, expected fewer plies");
            }
        }
        level = next;
    }
    if level.is_empty() { bail!("no game lasts {plies} plies") } else { Ok(level) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quartet_rules::referee;

    fn open(variant: &str) -> Box<dyn Referee> {
        referee(variant, &BTreeMap::new()).expect("a referee")
    }

    #[test]
    fn random_openings_differ_and_follow_the_seed() {
        let mut othello = open("othello");
        let openings = random(&mut *othello, 4, 30, 7).expect("openings");
        assert_eq!(openings, random(&mut *othello, 4, 30, 7).expect("openings"));
        assert!(openings.iter().all(|opening| opening.moves.len() == 4));
        assert_eq!(random(&mut *othello, 1, 1, 7).expect("the only one").len(), 1);
        // All first moves are mirror images of each other.
        assert!(random(&mut *othello, 1, 2, 7).is_err());
    }

    #[test]
    fn all_openings_of_a_length() {
        let counts = |variant, plies| all(&mut *open(variant), plies).expect("openings").len();
        // The known numbers of Othello positions up to symmetry.
        assert_eq!([0, 1, 2, 3, 4].map(|plies| counts("othello", plies)), [1, 1, 3, 14, 60]);
        // The corner, the middle of a side, a corner of the oblique square, the centre.
        assert_eq!(counts("rhombus", 1), 4);
    }

    #[test]
    fn balanced_openings_are_within_the_window() {
        let generator =
            |plies| Generator::Random { plies, count: 5, seed: 3, balance: Some(Balance { window: 100, depth: 4 }) };
        let mut rhombus = open("rhombus");
        for opening in generate(&generator(8), &mut *rhombus, &BTreeMap::new()).expect("openings") {
            rhombus.begin(&opening.setup, &opening.moves).expect("legal");
            assert_eq!(rhombus.exact_moves().expect("solved")[0].1, Score::DRAW);
        }
        assert_eq!(generate(&generator(6), &mut *open("othello"), &BTreeMap::new()).expect("openings").len(), 5);
    }
}
