//! Parsing command line options: values, error messages, and suggestions for misspelt words.

use lexopt::{Arg, Parser, ValueExt};

/// The end of an error message about an unknown word: the nearest known word if there is one, else what was expected.
pub(crate) fn expected<'a>(word: &str, known: impl Iterator<Item = &'a str>, else_expected: &str) -> String {
    nearest(word, known).map_or_else(|| format!("expected {else_expected}"), |known| format!("did you mean '{known}'?"))
}

/// The error message about an unknown option.
pub(crate) fn unknown_option(argument: &Arg<'_>, known: &[&str]) -> String {
    let word = match argument {
        Arg::Short(letter) => format!("-{letter}"),
        Arg::Long(name) => format!("--{name}"),
        Arg::Value(word) => return format!("'{}' is one word too many", word.to_string_lossy()),
    };
    let expected = expected(&word, known.iter().copied(), &format!("one of {}", known.join(" ")));
    format!("unknown option '{word}', {expected}")
}

/// The value of an option.
pub(crate) fn option_value(parser: &mut Parser, option: &str) -> Result<String, String> {
    let value = parser.value().map_err(|_| format!("{option} needs a value"))?;
    value.string().map_err(describe)
}

/// The message of a parser error.
pub(crate) fn describe(error: lexopt::Error) -> String {
    error.to_string()
}

/// The known word with the smallest edit distance, if that is at most half its length.
fn nearest<'a>(word: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let word = word.to_lowercase();
    let distances = known.map(|known| (distance(&word, &known.to_lowercase()), known));
    let (edits, nearest) = distances.min_by_key(|(edits, _)| *edits)?;
    (2 * edits <= nearest.chars().count()).then_some(nearest)
}

/// The edit distance with transpositions of adjacent letters (Damerau 1964, optimal string alignment).
#[expect(clippy::indexing_slicing, reason = "rows and columns are within both lengths")]
fn distance(one: &str, other: &str) -> usize {
    let (one, other): (Vec<char>, Vec<char>) = (one.chars().collect(), other.chars().collect());
    // `edits[row][column]` is the distance between the first `row` and `column` letters.
    let mut edits = vec![vec![0; other.len() + 1]; one.len() + 1];
    for row in 0..=one.len() {
        for column in 0..=other.len() {
            edits[row][column] = if row == 0 || column == 0 {
                row + column
            } else {
                let replaced = edits[row - 1][column - 1] + usize::from(one[row - 1] != other[column - 1]);
                let least = replaced.min(edits[row - 1][column] + 1).min(edits[row][column - 1] + 1);
                let exchanges =
                    row > 1 && column > 1 && one[row - 1] == other[column - 2] && one[row - 2] == other[column - 1];
                if exchanges { least.min(edits[row - 2][column - 2] + 1) } else { least }
            };
        }
    }
    edits[one.len()][other.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edits_are_counted() {
        for (one, other, edits) in
            [("", "", 0), ("abc", "", 3), ("kitten", "sitting", 3), ("go", "g", 1), ("斜方", "斜", 1), ("ab", "ba", 1)]
        {
            assert_eq!((distance(one, other), distance(other, one)), (edits, edits), "{one} {other}");
        }
    }

    #[test]
    fn distant_words_have_no_nearest_one() {
        let known = || ["bench", "help", "gomoku"].into_iter();
        assert_eq!(nearest("bnech", known()), Some("bench"));
        assert_eq!(nearest("HELPP", known()), Some("help"));
        assert_eq!(nearest("gomuku", known()), Some("gomoku"));
        assert_eq!(nearest("weather", known()), None);
    }
}
