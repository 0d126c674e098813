//! Openings: where games begin.
//!
//! Must not know: engines, matches.

use crate::referee::Referee;
use crate::settings::OpeningSettings;
use anyhow::{Context, Result, bail};
use quartet::engine::Setup;
use quartet::random::{SplitMix64, mix};
use serde::{Deserialize, Serialize};
use std::collections::HashSet;

/// Where a game begins: a setup and moves from there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opening {
    /// The position.
    pub setup: Setup,
    /// The moves played from it, in canonical spelling.
    pub moves: Vec<String>,
}

impl Opening {
    /// The start position.
    pub fn start() -> Self {
        Opening { setup: Setup::Start, moves: Vec::new() }
    }
}

/// A setup as the protocol's `position` has it: `startpos`, `fen …` or `code …`.
pub fn setup_text(setup: &Setup) -> String {
    match setup {
        Setup::Start => "startpos".into(),
        Setup::Text(text) => format!("fen {text}"),
        Setup::Code(text) => format!("code {text}"),
    }
}

/// Which openings a match was begun with; tells whether a file has been changed since.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Fingerprint {
    /// How many there are.
    pub count: usize,
    /// A hash of all of them in order, as 16 hex digits.
    pub digest: String,
}

/// The fingerprint of a list of openings.
pub fn fingerprint(openings: &[Opening]) -> Fingerprint {
    let mut hash = 0;
    for opening in openings {
        let text = format!("{} {}\n", setup_text(&opening.setup), opening.moves.join(" "));
        hash = text.bytes().fold(hash, |hash, byte| mix(hash ^ u64::from(byte)));
    }
    Fingerprint { count: openings.len(), digest: format!("{hash:016x}") }
}

/// The openings that the settings ask for, in the order in which they are played.
pub fn load(settings: &OpeningSettings, referee: &mut dyn Referee) -> Result<Vec<Opening>> {
    let mut openings = match &settings.file {
        None => vec![Opening::start()],
        Some(path) => {
            let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
            parse(&text, referee).with_context(|| format!("openings in {}", path.display()))?
        }
    };
    if let Some(seed) = settings.shuffle {
        shuffle(&mut openings, seed);
    }
    Ok(openings)
}

/// Reads a list of openings, one a line; empty lines and those that begin with `#` do not count. A line is a position text, or
/// `startpos`, `fen …`, `code …`, each with `moves …` behind it if wanted, or just moves from the start position.
pub fn parse(text: &str, referee: &mut dyn Referee) -> Result<Vec<Opening>> {
    let mut openings = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        openings.push(parse_line(line, referee).with_context(|| format!("line {}", index + 1))?);
    }
    if openings.is_empty() {
        bail!("no opening, expected at least one line");
    }
    Ok(openings)
}

/// Reads one opening and has the referee look at it.
fn parse_line(line: &str, referee: &mut dyn Referee) -> Result<Opening> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let split = words.iter().position(|&word| word == "moves");
    let (head, tokens) = match split {
        Some(at) => (&words[..at], &words[at + 1..]),
        None => (&words[..], &[][..]),
    };
    let (setup, tokens) = match head {
        [] | ["startpos"] => (Setup::Start, tokens),
        ["fen", text @ ..] => (Setup::Text(text.join(" ")), tokens),
        ["code", text @ ..] => (Setup::Code(text.join(" ")), tokens),
        [rows, ..] if rows.contains('/') => (Setup::Text(head.join(" ")), tokens),
        moves if split.is_none() => (Setup::Start, moves),
        _ => bail!("'{line}', expected a position before 'moves'"),
    };
    let tokens: Vec<String> = tokens.iter().map(|token| token.to_string()).collect();
    referee.begin(&setup, &tokens)?;
    if let Some(ending) = referee.ending() {
        bail!("the game is over after the opening ({})", ending.reason.word());
    }
    Ok(Opening { setup, moves: referee.moves().to_vec() })
}

/// Openings of `plies` random moves from the start position, each legal move alike; as many different ones, mirror images
/// counting as the same, as asked for. An error if they cannot be found.
pub fn random(referee: &mut dyn Referee, plies: usize, count: usize, seed: u64) -> Result<Vec<Opening>> {
    /// How many are tried for each that is wanted.
    const TRIES: usize = 100;
    let mut lots = SplitMix64::new(seed);
    let (mut openings, mut seen) = (Vec::new(), HashSet::new());
    for _ in 0..TRIES * count.max(1) {
        if openings.len() == count {
            break;
        }
        referee.begin(&Setup::Start, &[])?;
        for _ in 0..plies {
            let moves = referee.legal_moves();
            let Some(mv) = moves.get(lots.below(moves.len())) else { break };
            referee.play(mv)?;
        }
        if referee.ending().is_none() && seen.insert(referee.symmetric_key()) {
            openings.push(Opening { setup: Setup::Start, moves: referee.moves().to_vec() });
        }
    }
    let found = openings.len();
    if found < count {
        bail!("only {found} different openings of {plies} plies found, expected {count}");
    }
    Ok(openings)
}

/// Shuffles by a seed (Fisher and Yates).
pub fn shuffle<T>(list: &mut [T], seed: u64) {
    let mut lots = SplitMix64::new(seed);
    for last in (1..list.len()).rev() {
        list.swap(last, lots.below(last + 1));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::referee::referee;

    fn othello() -> Box<dyn Referee> {
        referee("othello", &Default::default()).expect("a referee")
    }

    #[test]
    fn all_forms_of_a_line() {
        let text = "# comment\n\nstartpos\nstartpos moves f5\nf5d6c3\nf5 D6\n\
            8/8/8/3ox3/3xo3/8/8/8 x - 0 moves f5\nfen 8/8/8/3ox3/3xo3/8/8/8\n";
        let openings = parse(text, &mut *othello()).expect("openings");
        let moves: Vec<String> = openings.iter().map(|opening| opening.moves.join(" ")).collect();
        assert_eq!(moves, ["", "f5", "f5 d6 c3", "f5 d6", "f5", ""]);
        assert_eq!(setup_text(&openings[4].setup), "fen 8/8/8/3ox3/3xo3/8/8/8 x - 0");
    }

    #[test]
    fn wrong_openings_are_errors_with_their_line() {
        for text in ["", "f5\na1", "fen 8/8 x", "what moves f5", "oooooooo/8/8/8/8/8/8/8 x"] {
            assert!(parse(text, &mut *othello()).is_err(), "{text}");
        }
        let error = format!("{:#}", parse("f5\na1", &mut *othello()).expect_err("illegal"));
        assert!(error.starts_with("line 2: "), "{error}");
    }

    #[test]
    fn random_openings_differ_and_follow_the_seed() {
        let openings = random(&mut *othello(), 4, 30, 7).expect("openings");
        assert_eq!(openings, random(&mut *othello(), 4, 30, 7).expect("openings"));
        assert!(openings.iter().all(|opening| opening.moves.len() == 4));
        assert_eq!(random(&mut *othello(), 1, 1, 7).expect("the only one").len(), 1);
        // All first moves are mirror images of each other.
        assert!(random(&mut *othello(), 1, 2, 7).is_err());
    }

    #[test]
    fn shuffling_follows_the_seed() {
        let shuffled = |seed| {
            let mut list: Vec<u32> = (0..20).collect();
            shuffle(&mut list, seed);
            list
        };
        assert_eq!(shuffled(1), shuffled(1));
        assert_ne!(shuffled(1), shuffled(2));
    }
}
