//! The word that was probably meant.

/// The known word that takes the fewest edits to reach, if those are at most half of its letters.
pub fn nearest<'a>(word: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let word = word.to_lowercase();
    let distances = known.map(|known| (distance(&word, &known.to_lowercase()), known));
    let (edits, nearest) = distances.min_by_key(|(edits, _)| *edits)?;
    (2 * edits <= nearest.chars().count()).then_some(nearest)
}

/// The number of letters to insert, delete, replace, or exchange with the next one (Damerau 1964; the restricted form, optimal
/// string alignment).
fn distance(one: &str, other: &str) -> usize {
    let (one, other): (Vec<char>, Vec<char>) = (one.chars().collect(), other.chars().collect());
    // Between the first letters of both, as many as the indices say.
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
    fn what_is_far_from_everything_has_no_nearest() {
        let known = || ["bench", "help", "gomoku"].into_iter();
        assert_eq!(nearest("bnech", known()), Some("bench"));
        assert_eq!(nearest("HELPP", known()), Some("help"));
        assert_eq!(nearest("gomuku", known()), Some("gomoku"));
        assert_eq!(nearest("weather", known()), None);
    }
}
