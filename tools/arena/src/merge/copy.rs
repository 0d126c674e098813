//! Lines of many files in the order of their games.
//!
//! Lines that follow each other in the output are spread over the files, and lines that follow each other in a file are
//! spread over the output. A window of the output is filled at a time: its lines are read file by file, neighbours in
//! one piece.

use super::index::Place;
use crate::verify::WrongGame;
use anyhow::{Context, Result, ensure};
use std::fs::File;
use std::io::{ErrorKind, Read, Seek, SeekFrom};
use std::path::PathBuf;

/// The length of a window in bytes, unless it has a single longer line.
const WINDOW: u64 = 64 << 20;

/// The lines of files.
pub(super) struct Lines {
    paths: Vec<PathBuf>,
    /// The files that are open, by index.
    open: Vec<Option<File>>,
}

impl Lines {
    /// The lines of these files.
    pub(super) fn of(paths: Vec<PathBuf>) -> Self {
        allow_open_files();
        Lines { open: paths.iter().map(|_| None).collect(), paths }
    }

    /// A game that is wrong, with its place.
    pub(super) fn wrong_game(&self, (game, place): &(u64, Place), what: String) -> WrongGame {
        let file = self.paths[place.file as usize].display().to_string();
        WrongGame { file, line: u64::from(place.line), game: *game, what }
    }

    /// Passes the lines of games, given by number and place, to `each` in this order.
    pub(super) fn copy(
        &mut self,
        places: &[(u64, Place)],
        mut each: impl FnMut(u64, &[u8]) -> Result<()>,
    ) -> Result<()> {
        let (mut rest, mut window) = (places, Vec::new());
        while !rest.is_empty() {
            let (now, later) = rest.split_at(self.fill(rest, &mut window)?);
            let mut start = 0;
            for &(id, place) in now {
                let end = start + place.length as usize;
                let line = window.get(start..end).unwrap_or_default();
                let is_it = line.starts_with(format!("{{\"id\":{id},").as_bytes()) && line.ends_with(b"\n");
                let path = self.paths[place.file as usize].display();
                ensure!(
                    is_it,
                    "{path}, line {}: it has changed since it was read, or is not as the arena writes it",
                    place.line
                );
                each(id, line)?;
                start = end;
            }
            rest = later;
        }
        Ok(())
    }

    /// Fills the window with the first lines; returns their number.
    fn fill(&mut self, places: &[(u64, Place)], window: &mut Vec<u8>) -> Result<usize> {
        let (mut ends, mut end) = (Vec::new(), 0);
        for (_, place) in places {
            if end > 0 && end + u64::from(place.length) > WINDOW {
                break;
            }
            end += u64::from(place.length);
            ends.push(end as usize);
        }
        window.resize(end as usize, 0);
        let mut order: Vec<usize> = (0..ends.len()).collect();
        order.sort_unstable_by_key(|&number| (places[number].1.file, places[number].1.offset));
        let is_next = |&one: &usize, &other: &usize| {
            let (one, other) = (places[one].1, places[other].1);
            one.file == other.file && one.offset + u64::from(one.length) == other.offset
        };
        let mut piece = Vec::new();
        for neighbours in order.chunk_by(is_next) {
            let Some(first) = neighbours.first().map(|&number| places[number].1) else { continue };
            piece.resize(neighbours.iter().map(|&number| places[number].1.length as usize).sum(), 0);
            self.read(first, &mut piece)?;
            let mut from = 0;
            for &number in neighbours {
                let (to, length) = (ends[number], places[number].1.length as usize);
                window[to - length..to].copy_from_slice(&piece[from..from + length]);
                from += length;
            }
        }
        Ok(ends.len())
    }

    /// Reads the bytes that begin at a place.
    fn read(&mut self, place: Place, bytes: &mut [u8]) -> Result<()> {
        let file = place.file as usize;
        let cannot_read = || format!("cannot read line {} of {}", place.line, self.paths[file].display());
        if self.open[file].is_none() {
            let opened = match File::open(&self.paths[file]) {
                // The system allows fewer open files than there are: the others are closed.
                Err(error) if error.kind() != ErrorKind::NotFound => {
                    self.open.iter_mut().for_each(|open| *open = None);
                    File::open(&self.paths[file])
                }
                opened => opened,
            };
            self.open[file] = Some(opened.with_context(cannot_read)?);
        }
        let Some(source) = &mut self.open[file] else { return Ok(()) };
        source.seek(SeekFrom::Start(place.offset)).and_then(|_| source.read_exact(bytes)).with_context(cannot_read)
    }
}

/// Raises the number of files that this process may have open as far as the system allows.
fn allow_open_files() {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
        let Rlimit { maximum, .. } = getrlimit(Resource::Nofile);
        // Without more open files it takes longer.
        let _ = setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quartet::random::SplitMix64;

    /// Lines of 20 files, spread at random, in the order of their numbers; the twin is the list of lines itself.
    #[test]
    fn lines_come_in_the_order_of_their_games() {
        let folder = tempfile::tempdir().unwrap();
        let mut random = SplitMix64::new(6);
        let lines: Vec<String> =
            (0..3000).map(|id| format!("{{\"id\":{id},{}}}\n", "x".repeat(random.below(400)))).collect();
        let mut files = vec![String::from("a header\n"); 20];
        let mut places = Vec::new();
        for (id, line) in lines.iter().enumerate() {
            let file = random.below(files.len());
            let (offset, length) = (files[file].len() as u64, line.len() as u32);
            places.push((id as u64, Place { attempt: 0, file: file as u32, line: 0, length, offset }));
            files[file].push_str(line);
        }
        let paths: Vec<PathBuf> = (0..files.len()).map(|file| folder.path().join(file.to_string())).collect();
        paths.iter().zip(&files).for_each(|(path, text)| std::fs::write(path, text).unwrap());
        let mut copied = Vec::new();
        let copy = |paths: Vec<PathBuf>, places: &[_], copied: &mut Vec<String>| {
            Lines::of(paths).copy(places, |_, line| {
                copied.push(String::from_utf8(line.to_vec())?);
                Ok(())
            })
        };
        copy(paths.clone(), &places, &mut copied).unwrap();
        assert_eq!(copied, lines);
        // A file that was replaced by another one in the meantime.
        std::fs::write(&paths[3], files[3].replacen("a header", "another header", 1)).unwrap();
        let error = copy(paths, &places, &mut copied).unwrap_err().to_string();
        assert!(error.contains("has changed since it was read"), "{error}");
    }
}
