//! The lines of Piskvork's files.

/// The first word of a `.psq` file.
pub(super) const HEAD: &str = "Piskvorky ";

/// The first line of a `.psq` file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Head {
    /// The number of columns and of rows.
    pub(super) size: (usize, usize),
    /// The levels of the players, which index a table of times: 0 for a person, the greatest is 11.
    pub(super) levels: (u32, u32),
    /// Which player moved first, 0 or 1.
    pub(super) first: u8,
}

/// Reads the first line, as `scanf` does: white space is allowed before each number.
pub(super) fn head(line: &str) -> Option<Head> {
    let rest = line.trim().strip_prefix(HEAD)?;
    let mut fields = rest.splitn(3, ',');
    let (columns, rows) = fields.next()?.split_once('x')?;
    let (first_level, second_level) = fields.next()?.split_once(':')?;
    Some(Head {
        size: (columns.trim().parse().ok()?, rows.trim().parse().ok()?),
        levels: (first_level.trim().parse().ok()?, second_level.trim().parse().ok()?),
        first: fields.next()?.trim().parse().ok().filter(|&first| first <= 1)?,
    })
}

/// A line with a move: column, row, and the time in milliseconds, which may be missing.
pub(super) fn mv(line: &str) -> Option<(i64, i64, u64)> {
    let mut numbers = line.splitn(3, ',').map(|number| number.trim().parse::<i64>());
    let (column, row) = (numbers.next()?.ok()?, numbers.next()?.ok()?);
    let time = numbers.next().unwrap_or(Ok(0)).ok()?;
    Some((column, row, u64::try_from(time).unwrap_or_default()))
}

/// The line with the number of how a game ended.
pub(super) fn code(line: &str) -> Option<i64> {
    line.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_told_apart() {
        let head_of = |size, levels, first| Some(Head { size, levels, first });
        assert_eq!(head("Piskvorky 20x20, 11:11, 0\r"), head_of((20, 20), (11, 11), 0));
        assert_eq!(head("Piskvorky 15x 16,0: 3,1"), head_of((15, 16), (0, 3), 1));
        for wrong in ["Piskvorky", "Piskvorky 20x20", "Piskvorky 20x20, 11:11, 2", "piskvorky 20x20, 1:1, 0", ""] {
            assert_eq!(head(wrong), None, "{wrong}");
        }
        assert_eq!(
            (mv("1,2,345\r"), mv(" 1 , 2"), mv("1,2,-5")),
            (Some((1, 2, 345)), Some((1, 2, 0)), Some((1, 2, 0)))
        );
        for wrong in ["", "1", "a,b,c", "1,2,x", "1,2,3,4", "pbrain,1"] {
            assert_eq!(mv(wrong), None, "{wrong}");
        }
        assert_eq!((code("-2"), code(" 15\r"), code("x")), (Some(-2), Some(15), None));
    }
}
