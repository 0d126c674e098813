//! Folders of positions and their labels, with a file of positions and a file of labels for each number of empty
//! squares.

use super::board::Board;
use crate::records::load;
use anyhow::{Result, anyhow, ensure};
use std::path::{Path, PathBuf};

/// Largest absolute value of a label, in centidiscs.
const MAX_LABEL: i16 = 6400;

/// Path of the file of positions with a number of empty squares.
pub(super) fn boards_file(folder: &Path, empties: u32) -> PathBuf {
    folder.join(format!("positions-{empties:02}.bin"))
}

/// Path of the file of labels of the positions with a number of empty squares.
pub(super) fn labels_file(folder: &Path, empties: u32) -> PathBuf {
    folder.join(format!("labels-{empties:02}.bin"))
}

/// Path of the file of labels of a block of these positions; blocks have numbers from 0.
pub(super) fn block_file(folder: &Path, empties: u32, block: usize) -> PathBuf {
    folder.join(format!("labels-{empties:02}-{block:04}.bin"))
}

/// Reads the positions with a number of empty squares; none if the folder has no such file. Fails if a position is
/// invalid.
pub(super) fn boards(folder: &Path, empties: u32) -> Result<Vec<Board>> {
    let file = boards_file(folder, empties);
    let boards: Vec<Board> = load(&file)?;
    let invalid = boards.iter().position(|board| !board.is_valid() || board.empties() != empties);
    ensure!(
        invalid.is_none(),
        "{}: record {} is not a position with {empties} empty squares",
        file.display(),
        invalid.map_or(0, |index| index + 1)
    );
    Ok(boards)
}

/// Reads the labels in centidiscs of the positions with a number of empty squares, in the order of [`boards`]; none if
/// the positions have not been labelled yet. Fails if a label is out of range.
pub(super) fn labels(folder: &Path, empties: u32) -> Result<Vec<i16>> {
    load_labels(&labels_file(folder, empties))
}

/// Reads a file of labels in centidiscs; none if it does not exist. Fails if a label is out of range.
pub(super) fn load_labels(file: &Path) -> Result<Vec<i16>> {
    let labels: Vec<i16> = load(file)?;
    let range = -MAX_LABEL..=MAX_LABEL;
    match labels.iter().find(|label| !range.contains(*label)) {
        Some(label) => Err(anyhow!("{}: a label of {label} centidiscs, expected {range:?}", file.display())),
        None => Ok(labels),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quartet::game::Side;
    use quartet::games::othello::Position;

    /// Result of `read` for a folder with a single file. Asserts that an error names the file.
    fn read_from<T>(name: &str, bytes: &[u8], read: impl Fn(&Path) -> Result<T>) -> Result<T, String> {
        let folder = std::env::temp_dir().join(format!("quartet-train-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        std::fs::write(folder.join(name), bytes).expect("written");
        let read = read(&folder).map_err(|error| format!("{error:#}"));
        std::fs::remove_dir_all(&folder).expect("removed");
        assert!(read.as_ref().err().is_none_or(|error| error.contains(name)), "{:?}", read.err());
        read
    }

    #[test]
    fn positions_and_labels_are_checked() {
        let good = Board::canonical(&Position::new(1 << 9, 1 << 10, Side::X, 0));
        let read = |boards: &[Board], empties| {
            read_from(&format!("positions-{empties:02}.bin"), bytemuck::cast_slice(boards), |folder| {
                super::boards(folder, empties)
            })
        };
        assert_eq!(read(&[good; 2], good.empties()), Ok(vec![good; 2]));
        assert!(read(&[good; 2], good.empties() + 1).is_err_and(|error| error.contains("record 1 ")));
        let double = bytemuck::cast::<[u64; 2], Board>([3, 1 << 0]);
        assert!(read(&[good, double], good.empties()).is_err_and(|error| error.contains("record 2 ")));
        let labels_of = |folder: &Path| labels(folder, 20);
        let read = |labels: &[i16]| read_from("labels-20.bin", bytemuck::cast_slice(labels), labels_of);
        assert_eq!(read(&[-6400, 0, 6400]), Ok(vec![-6400, 0, 6400]));
        assert!(read(&[0, 6401]).is_err_and(|error| error.contains("6401")));
        assert!(read_from("labels-20.bin", &[0; 3], labels_of).is_err_and(|error| error.contains("3 bytes")));
    }
}
