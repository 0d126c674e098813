//! Positions to learn from, and the files that keep them.
//!
//! Must not know: how positions are found, what is done with them.

use anyhow::{Context, Result, anyhow};
use bytemuck::{Pod, Zeroable};
use quartet::game::Side;
use quartet::games::othello::Position;
use quartet::games::othello::bits::transform;
use quartet::random::mix;
use std::path::Path;

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

/// The records of a file, none if there is no such file.
pub fn load<T: Pod>(path: &Path) -> Result<Vec<T>> {
    if !path.exists() {
        return Ok(Vec::new());
    }
    let bytes = std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    let record =
        |chunk| bytemuck::try_pod_read_unaligned(chunk).map_err(|error| anyhow!("{}: {error}", path.display()));
    bytes.chunks(size_of::<T>()).map(record).collect()
}

/// Writes a file; it is there completely or not at all.
pub fn save<T: Pod>(path: &Path, records: &[T]) -> Result<()> {
    let unfinished = path.with_extension("unfinished");
    let write = || std::fs::write(&unfinished, bytemuck::cast_slice(records));
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
}
