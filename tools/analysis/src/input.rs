//! The games to analyse.

use anyhow::{Result, bail};
use quartet_records::{Format, Game, GameFile, Hints};
use std::ops::RangeInclusive;
use std::path::PathBuf;

/// A game of a file.
#[derive(Clone, PartialEq, Debug)]
pub struct InputGame {
    /// The name of the file.
    pub file: String,
    /// The number of the game in the file, from 1.
    pub number: usize,
    /// The game.
    pub game: Game,
}

/// The games that were read, and what could not be read.
#[derive(Debug, Default)]
pub struct Input {
    /// The games in order.
    pub games: Vec<InputGame>,
    /// A line for each game that could not be read: file, game, place and reason.
    pub errors: Vec<String>,
}

/// Which games are read.
#[derive(Clone, Debug, Default)]
pub struct Selection {
    /// The format of all files; by default it is detected.
    pub format: Option<Format>,
    /// What the files do not say themselves.
    pub hints: Hints,
    /// The numbers of the games in each file; empty for all.
    pub numbers: Vec<RangeInclusive<usize>>,
    /// Whether the first moves of games that cannot be read to their end are games too.
    pub partial: bool,
}

/// Reads games from files. Fails if a file cannot be read at all, or its format is not known.
pub fn read_files(files: &[PathBuf], selection: &Selection) -> Result<Input> {
    let mut input = Input::default();
    for path in files {
        let name = path.display().to_string();
        let file = GameFile::open(path, selection.format, &selection.hints)?;
        for (index, game) in file.games().enumerate() {
            let number = index + 1;
            if !selection.numbers.is_empty() && !selection.numbers.iter().any(|range| range.contains(&number)) {
                continue;
            }
            let game = game.map_err(|error| {
                input.errors.push(format!("{name}: {error}"));
                error.partial.filter(|game| selection.partial && !game.tree.is_empty())
            });
            let game = game.map_or_else(|partial| partial.map(|game| *game), Some);
            input.games.extend(game.map(|game| InputGame { file: name.clone(), number, game }));
        }
    }
    Ok(input)
}

/// Reads a list of numbers and ranges such as `3,5-9`.
pub fn parse_numbers(text: &str) -> Result<Vec<RangeInclusive<usize>>> {
    let number = |text: &str| text.trim().parse().ok().filter(|&number: &usize| number > 0);
    let range = |part: &str| {
        let (from, to) = part.split_once('-').unwrap_or((part, part));
        Some(number(from)?..=number(to)?)
    };
    let ranges: Option<Vec<_>> = text.split(',').map(range).collect();
    match ranges {
        Some(ranges) if ranges.iter().all(|range| !range.is_empty()) => Ok(ranges),
        _ => bail!("'{text}', expected numbers from 1 such as 3,5-9"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bad_games_are_named_and_the_others_are_read() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("games.txt");
        std::fs::write(&path, "f5d6c3\nf5d6a1\nf5f6\n").expect("written");
        let read = |selection: &Selection| read_files(std::slice::from_ref(&path), selection).expect("games");
        let numbers = |input: &Input| input.games.iter().map(|game| game.number).collect::<Vec<_>>();
        let input = read(&Selection::default());
        assert_eq!((numbers(&input), input.errors.len()), (vec![1, 3], 1));
        assert!(input.errors[0].contains("games.txt: game 2, line 2, byte"), "{}", input.errors[0]);
        let input = read(&Selection { partial: true, ..Selection::default() });
        assert_eq!((numbers(&input), input.games[1].game.tree.len()), (vec![1, 2, 3], 2));
        let chosen = parse_numbers("1,3-9").expect("numbers");
        let input = read(&Selection { numbers: chosen, ..Selection::default() });
        assert_eq!((numbers(&input), input.errors.len()), (vec![1, 3], 0));
        let missing = [folder.path().join("none.txt")];
        assert!(
            format!("{:#}", read_files(&missing, &Selection::default()).expect_err("no file")).contains("none.txt")
        );
    }

    #[test]
    fn lists_of_numbers() {
        assert_eq!(parse_numbers("3, 5-9").expect("numbers"), [3..=3, 5..=9]);
        for wrong in ["", "0", "9-5", "1-", "a", "1,,2"] {
            assert!(parse_numbers(wrong).is_err(), "{wrong}");
        }
    }
}
