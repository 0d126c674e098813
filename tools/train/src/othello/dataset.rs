//! A folder of positions and their labels, a file of each for every number of empty squares.

use super::board::Board;
use crate::records::load;
use anyhow::{Result, anyhow, ensure};
use std::path::{Path, PathBuf};

/// The largest absolute value of a label, in centidiscs.
const MAX_LABEL: i16 = 6400;

/// The file of the positions with this many empty squares.
pub(super) fn boards_file(folder: &Path, empties: u32) -> PathBuf {
    folder.join(format!("positions-{empties:02}.bin"))
}

/// The file of the labels of the positions with this many empty squares.
pub(super) fn labels_file(folder: &Path, empties: u32) -> PathBuf {
    folder.join(format!("labels-{empties:02}.bin"))
}

/// The positions of a folder with this many empty squares; none if it has no such file.
pub(super) fn boards(folder: &Path, empties: u32) -> Result<Vec<Board>> {
    let file = boards_file(folder, empties);
    let boards: Vec<Board> = load(&file)?;
    let wrong = boards.iter().position(|board| !board.is_sound() || board.empties() != empties);
    ensure!(
        wrong.is_none(),
        "{}: record {} is not a position with {empties} empty squares",
        file.display(),
        wrong.map_or(0, |index| index + 1)
    );
    Ok(boards)
}

/// The labels of these positions in centidiscs, in the order of [`boards`]; none if they have not been labelled yet.
pub(super) fn labels(folder: &Path, empties: u32) -> Result<Vec<i16>> {
    let file = labels_file(folder, empties);
    let labels: Vec<i16> = load(&file)?;
    let range = -MAX_LABEL..=MAX_LABEL;
    match labels.iter().find(|label| !range.contains(*label)) {
        Some(wrong) => Err(anyhow!("{}: a label of {wrong} centidiscs, expected {range:?}", file.display())),
        None => Ok(labels),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quartet::game::Side;
    use quartet::games::othello::Position;

    /// What `read` returns for a folder with this one file; an error must name the file.
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
