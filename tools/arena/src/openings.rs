//! Openings: the positions from which games begin.

mod games;
mod generate;

pub use generate::random;

use crate::settings::OpeningSettings;
use anyhow::{Context, Result, bail, ensure};
use quartet::engine::Setup;
use quartet::random::SplitMix64;
use quartet_files::{hex, one_line};
pub use quartet_records::formats::arena_record::{parse_setup, setup_text};
use quartet_rules::Referee;
use quartet_rules::points::point_name;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, HashSet};

/// An opening: a setup and moves from there.
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

    /// The opening as [`opening_line`] writes it.
    pub fn line(&self) -> String {
        opening_line(&setup_text(&self.setup), &self.moves)
    }
}

/// An opening as a line of a list: the setup as [`setup_text`] writes it, and the moves.
pub fn opening_line(setup: &str, moves: &[String]) -> String {
    format!("{setup} {}\n", moves.join(" "))
}

/// A fingerprint of the openings of a match, which shows whether they have changed since the record was started.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Fingerprint {
    /// The number of openings.
    pub count: usize,
    /// The SHA-256 of all of them in order, a line each, as hex digits. Records of older versions have another hash,
    /// which is ignored.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sha256: Option<String>,
}

/// The fingerprint of a list of openings.
pub fn fingerprint(openings: &[Opening]) -> Fingerprint {
    fingerprint_of(openings.iter().map(Opening::line))
}

/// As [`fingerprint`], of openings that are lines as [`opening_line`] writes them.
pub fn fingerprint_of(lines: impl Iterator<Item = impl AsRef<[u8]>>) -> Fingerprint {
    let (mut hash, mut count) = (Sha256::new(), 0);
    for line in lines {
        hash.update(line);
        count += 1;
    }
    Fingerprint { count, sha256: Some(hex(&hash.finalize())) }
}

/// The number of different positions that the openings lead to.
pub fn different(openings: &[Opening], referee: &mut dyn Referee) -> Result<usize> {
    let mut positions = HashSet::new();
    for opening in openings {
        referee.begin(&opening.setup, &opening.moves)?;
        positions.insert(referee.position());
    }
    Ok(positions.len())
}

/// The openings of the settings in the order in which they are played, for these options of the rules.
pub fn load(
    settings: &OpeningSettings,
    referee: &mut dyn Referee,
    options: &BTreeMap<String, String>,
) -> Result<Vec<Opening>> {
    let mut openings = match (&settings.file, &settings.generator) {
        (Some(_), Some(_)) => bail!("openings from a file and from a generator, expected one of them"),
        (None, None) => vec![Opening::start()],
        (None, Some(generator)) => generate::generate(generator, referee, options)?,
        (Some(path), None) => {
            let content = quartet_files::read_bytes(path)?;
            let about = || format!("openings in {}", path.display());
            let mut openings = match games::format(&content, settings.plies) {
                Some(format) => games::read(format, &content, referee, options, settings.plies).with_context(about)?,
                None => {
                    let text = quartet_files::decode(&content);
                    let text = text.with_context(|| format!("cannot read {}", path.display()))?;
                    parse(&text, referee).with_context(about)?
                }
            };
            let plies = settings.plies.unwrap_or(usize::MAX);
            openings.iter_mut().for_each(|opening| opening.moves.truncate(plies));
            if settings.plies.is_some() {
                // Games that begin alike give the same opening.
                let mut seen = HashSet::new();
                openings.retain(|opening| seen.insert((setup_text(&opening.setup), opening.moves.clone())));
            }
            openings
        }
    };
    if let Some(seed) = settings.shuffle {
        shuffle(&mut openings, seed);
    }
    let (start, count) = (settings.start.unwrap_or(1), openings.len());
    ensure!((1..=count).contains(&start), "opening {start} of {count} as the first one, expected 1 to {count}");
    Ok(openings)
}

/// Parses a list of openings, one in each line; empty lines and those that begin with `#` or `%` are skipped. A line
/// is a position text (in Othello also the 64-character form of OBF files), or `startpos`, `fen …`, `code …`, each with
/// an optional `moves …`, or just moves from the start position, in Othello and Gomoku also without spaces between
/// them, in Gomoku also as offsets from the centre, `dx,dy, dx,dy, …`.
pub fn parse(text: &str, referee: &mut dyn Referee) -> Result<Vec<Opening>> {
    let mut openings = Vec::new();
    for (index, line) in text.lines().enumerate() {
        // A setup may contain text that is copied into tables and records.
        let line = one_line(line.trim());
        if line.is_empty() || line.starts_with(['#', '%']) {
            continue;
        }
        openings.push(parse_line(&line, referee).with_context(|| format!("line {}", index + 1))?);
    }
    if openings.is_empty() {
        bail!("no opening, expected at least one line");
    }
    Ok(openings)
}

/// The number of squares in the first word of an OBF line.
const OBF_SQUARES: usize = 64;

/// The points of a word such as `h8i9`, each a letter and a number. Any other word is returned whole, for the referee
/// to reject.
fn single_points(word: &str) -> Vec<String> {
    let mut points: Vec<String> = Vec::new();
    for symbol in word.chars() {
        match points.last_mut() {
            Some(point) if !symbol.is_ascii_alphabetic() => point.push(symbol),
            _ => points.push(symbol.to_string()),
        }
    }
    points
}

/// The moves of a line of offsets from the centre; `None` if it is no such line.
fn points_at_offsets(line: &str, referee: &mut dyn Referee) -> Option<String> {
    let numbers: Option<Vec<i64>> =
        line.split([',', ' ']).filter(|word| !word.is_empty()).map(|n| n.parse().ok()).collect();
    let numbers = numbers.filter(|numbers| !numbers.is_empty() && numbers.len().is_multiple_of(2))?;
    referee.begin(&Setup::Start, &[]).ok()?;
    let centre = referee.position().split('/').count() as i64 / 2;
    let line = |offset: i64| usize::try_from(centre.checked_add(offset)?).ok();
    let point = |pair: &[i64]| point_name(line(pair[0])?, line(pair[1])?);
    let points: Option<Vec<String>> = numbers.chunks(2).map(point).collect();
    points.map(|points| points.join(" "))
}

/// Parses an opening and checks it with the referee.
fn parse_line(line: &str, referee: &mut dyn Referee) -> Result<Opening> {
    let gomoku = referee.variant().name == "gomoku";
    let offsets = if gomoku { points_at_offsets(line, referee) } else { None };
    let line = offsets.as_deref().unwrap_or(line);
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
        [rows, ..] if rows.contains('/') || rows.chars().count() == OBF_SQUARES && tokens.is_empty() => {
            (Setup::Text(head.join(" ")), tokens)
        }
        moves if split.is_none() => (Setup::Start, moves),
        _ => bail!("'{line}', expected a position before 'moves'"),
    };
    let tokens: Vec<String> = if gomoku {
        tokens.iter().flat_map(|token| single_points(token)).collect()
    } else {
        tokens.iter().map(|token| token.to_string()).collect()
    };
    referee.begin(&setup, &tokens)?;
    if let Some(ending) = referee.ending() {
        bail!("the game is over after the opening ({})", ending.reason.word());
    }
    Ok(Opening { setup, moves: referee.moves().to_vec() })
}

/// Shuffles with a seed (Fisher and Yates).
pub fn shuffle<T>(list: &mut [T], seed: u64) {
    let mut rng = SplitMix64::new(seed);
    for last in (1..list.len()).rev() {
        list.swap(last, rng.below(last + 1));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::Generator;
    use quartet_rules::referee;

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
    fn the_same_opening_in_another_notation_is_not_different() {
        let text = "f5 d6 c3\nstartpos moves f5\n8/8/8/3ox3/3xo3/8/8/8 x - 0 moves f5\nF5\nd3\nf5 d6 c4 d3 c3\nf5 d6 c3 d3 c4\n";
        let openings = parse(text, &mut *othello()).expect("openings");
        assert_eq!((openings.len(), different(&openings, &mut *othello()).expect("legal")), (7, 4));
    }

    #[test]
    fn forms_of_other_programs() {
        let obf = "% comment\n---------------------------OX------OXX-----O-------------------- X; % diagonal\n";
        let openings = parse(obf, &mut *othello()).expect("openings");
        assert!(setup_text(&openings[0].setup).starts_with("fen ---"));
        let wild = parse(&obf.replace("diagonal", "\u{1b}[2J"), &mut *othello()).expect("openings");
        assert!(setup_text(&wild[0].setup).ends_with("X; % [2J"), "{wild:?}");
        let mut gomoku = referee("gomoku", &Default::default()).expect("a referee");
        let openings = parse("h8i9j10\n0,0, 1,-1, -8,7\nh8 i9", &mut *gomoku).expect("openings");
        let moves: Vec<String> = openings.iter().map(|opening| opening.moves.join(" ")).collect();
        assert_eq!(moves, ["h8 i9 j10", "i9 j8 a16", "h8 i9"]);
        for wrong in ["0,0, 99,0", "1,2,3", "h8h8", "h8i99", "8h", "9223372036854775807,0"] {
            assert!(parse(wrong, &mut *gomoku).is_err(), "{wrong}");
        }
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
    fn any_opening_can_be_the_first() {
        let settings = |start| {
            let generator = Some(Generator::All { plies: 2 });
            OpeningSettings { generator, start, ..OpeningSettings::default() }
        };
        let load = |start| load(&settings(start), &mut *othello(), &BTreeMap::new());
        let rounds = |start| (0..4).map(|round| settings(start).index(round, 3)).collect::<Vec<_>>();
        assert_eq!((load(Some(3)).expect("openings").len(), rounds(None)), (3, vec![0, 1, 2, 0]));
        assert_eq!((rounds(Some(1)), rounds(Some(3))), (vec![0, 1, 2, 0], vec![2, 0, 1, 2]));
        for wrong in [0, 4] {
            let error = load(Some(wrong)).expect_err("out of range").to_string();
            assert!(error.contains("expected 1 to 3"), "{error}");
        }
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
