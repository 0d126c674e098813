//! Positions to learn from, and the files that keep them.
//!
//! Must not know: how positions are found, what is done with them.

use anyhow::{Context, Result, anyhow, ensure};
use bytemuck::{Pod, Zeroable};
use quartet::game::Side;
use quartet::games::othello::Position;
use quartet::games::othello::bits::transform;
use quartet::random::mix;
use std::path::{Path, PathBuf};

/// No label is further from 0, in centidiscs.
const MOST_LABEL: i16 = 6400;
/// One position in this many is kept out of the fit, to measure the error on.
const HELD_OUT: u64 = 50;

/// A position: the discs of the side to move and of its opponent.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Pod, Zeroable)]
#[repr(C)]
pub struct Board {
    own: u64,
    opponent: u64,
}

impl Board {
    /// The one of the eight images of a position that stands for all of them.
    pub fn canonical(position: &Position) -> Board {
        let image = |symmetry| Board {
            own: transform(position.own(), symmetry),
            opponent: transform(position.opponent(), symmetry),
        };
        (1..8).map(image).fold(image(0), Board::min)
    }

    /// Whether no square has two discs.
    pub fn is_sound(self) -> bool {
        self.own & self.opponent == 0
    }

    /// How many squares are empty.
    pub fn empties(self) -> u32 {
        (!(self.own | self.opponent)).count_ones()
    }

    /// As the game knows it; whose name the side to move has makes no difference.
    pub fn position(self) -> Position {
        Position::new(self.own, self.opponent, Side::X, 60_u32.saturating_sub(self.empties()))
    }

    /// Whether this position is kept out of the fit; the same in every run.
    pub fn is_held_out(self) -> bool {
        self.lot(0).is_multiple_of(HELD_OUT)
    }

    /// A number by lot, always the same for the same position and seed.
    pub fn lot(self, seed: u64) -> u64 {
        mix(mix(mix(seed) ^ self.own) ^ self.opponent)
    }
}

/// The file in which a folder keeps positions with so many empty squares,
pub fn boards_file(folder: &Path, empties: u32) -> PathBuf {
    folder.join(format!("positions-{empties:02}.bin"))
}

/// and that of their labels.
pub fn labels_file(folder: &Path, empties: u32) -> PathBuf {
    folder.join(format!("labels-{empties:02}.bin"))
}

/// The positions with so many empty squares that a folder keeps.
pub fn boards(folder: &Path, empties: u32) -> Result<Vec<Board>> {
    let file = boards_file(folder, empties);
    let boards: Vec<Board> = load(&file)?;
    let wrong = boards.iter().position(|board| !board.is_sound() || board.empties() != empties);
    ensure!(
        wrong.is_none(),
        "{}: record {} is no position with {empties} empty squares",
        file.display(),
        wrong.map_or(0, |index| index + 1)
    );
    Ok(boards)
}

/// Their labels in centidiscs, in the same order; none if there are none yet.
pub fn labels(folder: &Path, empties: u32) -> Result<Vec<i16>> {
    let file = labels_file(folder, empties);
    let labels: Vec<i16> = load(&file)?;
    let range = -MOST_LABEL..=MOST_LABEL;
    match labels.iter().find(|label| !range.contains(*label)) {
        Some(wrong) => Err(anyhow!("{}: a label of {wrong} centidiscs, expected {range:?}", file.display())),
        None => Ok(labels),
    }
}

/// The records of a file, none if there is no such file.
pub fn load<T: Pod>(path: &Path) -> Result<Vec<T>> {
    if !path.exists() {
        return Ok(Vec::new());
    }
    let bytes = std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    let size = size_of::<T>();
    ensure!(
        bytes.len().is_multiple_of(size),
        "{}: {} bytes are no whole number of records of {size} bytes",
        path.display(),
        bytes.len()
    );
    let record =
        |chunk| bytemuck::try_pod_read_unaligned(chunk).map_err(|error| anyhow!("{}: {error}", path.display()));
    bytes.chunks(size).map(record).collect()
}

/// Writes a file of records; it is there completely or not at all.
pub fn save<T: Pod>(path: &Path, records: &[T]) -> Result<()> {
    save_bytes(path, bytemuck::cast_slice(records))
}

/// The same for any content.
pub fn save_bytes(path: &Path, bytes: &[u8]) -> Result<()> {
    let unfinished = path.with_extension("unfinished");
    let write = || std::fs::write(&unfinished, bytes);
    write()
        .and_then(|()| std::fs::rename(&unfinished, path))
        .with_context(|| format!("cannot write {}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use quartet::game::Game;
    use quartet::games::othello::Othello;

    fn board() -> Board {
        let position = Othello::parse_position(&(), "8/3x4/2xxoo2/2oxx3/2xooo2/5o2/8/8 o").expect("a position");
        for symmetry in 1..8 {
            assert_eq!(Board::canonical(&Othello::transform(&position, symmetry)), Board::canonical(&position));
        }
        Board::canonical(&position)
    }

    #[test]
    fn images_are_one_board_and_files_keep_it() {
        let boards = vec![board(); 3];
        let file = std::env::temp_dir().join(format!("quartet-train-{}.bin", std::process::id()));
        save(&file, &boards).expect("written");
        let read: Vec<Board> = load(&file).expect("read");
        // A file that is cut off is an error, not a shorter list.
        std::fs::write(&file, [0; 17]).expect("written");
        let broken = load::<Board>(&file);
        std::fs::remove_file(&file).expect("removed");
        assert_eq!(read, boards);
        assert!(broken.is_err());
        assert_eq!(load::<Board>(&file).expect("no file is no records"), []);
    }

    /// What `read` says of files with these bytes; the error names the file.
    fn told<T>(name: &str, bytes: &[u8], read: impl Fn(&Path) -> Result<T>) -> Result<T, String> {
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
        let good = board();
        let read = |boards: &[Board], empties| {
            told(&format!("positions-{empties:02}.bin"), bytemuck::cast_slice(boards), |folder| {
                super::boards(folder, empties)
            })
        };
        assert_eq!(read(&[good; 2], good.empties()), Ok(vec![good; 2]));
        assert!(read(&[good; 2], good.empties() + 1).is_err_and(|error| error.contains("record 1 ")));
        let double = Board { own: good.own | good.opponent, ..good };
        assert!(read(&[good, double], good.empties()).is_err_and(|error| error.contains("record 2 ")));
        let labels_of = |folder: &Path| labels(folder, 20);
        let read = |labels: &[i16]| told("labels-20.bin", bytemuck::cast_slice(labels), labels_of);
        assert_eq!(read(&[-6400, 0, 6400]), Ok(vec![-6400, 0, 6400]));
        assert!(read(&[0, 6401]).is_err_and(|error| error.contains("6401")));
        assert!(told("labels-20.bin", &[0; 3], labels_of).is_err_and(|error| error.contains("3 bytes")));
    }
}
