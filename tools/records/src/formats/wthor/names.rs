//! The files of names beside WTHOR's games: players (`.jou`) and tournaments (`.trn`).
//!
//! Both have a header like the games, whose second count is the number of names, and then the names in Latin-1, ended
//! by a zero and padded: 20 bytes for a player, 26 for a tournament. Games refer to names by their index. The first
//! name stands for an unknown player or tournament.

use super::header::{self, Header};
use anyhow::{Context, Result, ensure};
use std::collections::{BTreeSet, HashMap, HashSet};
use std::path::{Path, PathBuf};

/// The size of a player's name in a file, in bytes, with the zero at its end.
pub(super) const PLAYER: usize = 20;
/// The size of a tournament's name in a file, in bytes, with the zero at its end.
pub(super) const TOURNAMENT: usize = 26;
/// The name of the files that belong to all files of games in a folder.
const COMMON: &str = "wthor";
/// The name for unknown players and tournaments.
const UNKNOWN: &str = "???";

/// The names of players and tournaments that games refer to by their numbers.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Names {
    /// The players, by number.
    pub players: Vec<String>,
    /// The tournaments, by number.
    pub tournaments: Vec<String>,
}

impl Names {
    /// The names of these files, each of which may be missing. Fails with what is wrong and in which of them.
    pub fn read(players: Option<&[u8]>, tournaments: Option<&[u8]>) -> Result<Names> {
        let read = |content: Option<&[u8]>, size, what| {
            let names = content.map_or_else(|| Ok(Vec::new()), |content| read(content, size));
            names.with_context(|| format!("not a WTHOR file of {what}"))
        };
        Ok(Names {
            players: read(players, PLAYER, "players")?,
            tournaments: read(tournaments, TOURNAMENT, "tournaments")?,
        })
    }

    /// The names for a file of games: those of the `.jou` and `.trn` files beside it that are named like it, else those
    /// of `WTHOR.JOU` and `WTHOR.TRN` beside it, in any case. None where there are no such files; fails if a file
    /// cannot be read or is of another kind.
    pub fn beside(games: &Path) -> Result<Names> {
        let players = read_file(games, "jou", PLAYER)?;
        Ok(Names { players, tournaments: read_file(games, "trn", TOURNAMENT)? })
    }

    /// The files that [`Names::beside`] reads. Fails if the folder cannot be listed.
    pub fn files_beside(games: &Path) -> Result<Vec<PathBuf>> {
        let files = ["jou", "trn"].map(|extension| find(games, extension));
        files.into_iter().filter_map(Result::transpose).collect()
    }
}

/// The names in the file with this extension beside a file of games.
fn read_file(games: &Path, extension: &str, size: usize) -> Result<Vec<String>> {
    let Some(path) = find(games, extension)? else { return Ok(Vec::new()) };
    let read = || read(&std::fs::read(&path)?, size);
    read().with_context(|| format!("not a WTHOR file of names: {}", path.display()))
}

/// The file of names with this extension beside a file of games. Of several, which differ only in case, the first by
/// name.
fn find(games: &Path, extension: &str) -> Result<Option<PathBuf>> {
    let folder = games.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let stem = games.file_stem().and_then(|stem| stem.to_str()).unwrap_or(COMMON);
    let wanted = [format!("{stem}.{extension}"), format!("{COMMON}.{extension}")];
    let mut found: Option<(usize, PathBuf)> = None;
    for entry in folder.read_dir().with_context(|| format!("cannot list {}", folder.display()))? {
        let name = entry?.file_name();
        let is_name = |wanted: &String| name.to_str().is_some_and(|name| name.eq_ignore_ascii_case(wanted));
        if let Some(rank) = wanted.iter().position(is_name) {
            let candidate = (rank, folder.join(&name));
            found = Some(found.map_or(candidate.clone(), |best| best.min(candidate)));
        }
    }
    Ok(found.map(|(_, path)| path))
}

/// The names in a file, each in this number of bytes.
fn read(content: &[u8], size: usize) -> Result<Vec<String>> {
    let (bytes, names) = content
        .split_first_chunk()
        .with_context(|| format!("it has {} bytes, expected a header of {}", content.len(), header::SIZE))?;
    let count = usize::from(Header::read(bytes).names);
    ensure!(
        names.len() == count * size,
        "it has {} bytes, expected {} for the {count} names that its header promises",
        content.len(),
        header::SIZE + count * size
    );
    Ok(names.chunks_exact(size).map(name).collect())
}

/// A name in its bytes. Control characters become spaces, so that it stays a single line.
fn name(bytes: &[u8]) -> String {
    let text = bytes.split(|&byte| byte == 0).next().unwrap_or_default();
    let text: String = text.iter().map(|&byte| char::from(byte)).collect();
    text.replace(char::is_control, " ").trim().to_string()
}

/// The name with this number, if it is known.
pub(super) fn known(names: &[String], number: u16) -> Option<&String> {
    names.get(usize::from(number)).filter(|name| !name.is_empty() && *name != UNKNOWN)
}

/// Gives numbers to names, in the order in which they come.
pub(super) struct Numbers {
    /// The size of a name in the file, in bytes.
    size: usize,
    /// Numbers without a name that games refer to.
    reserved: BTreeSet<u16>,
    /// The numbers of names.
    by_name: HashMap<String, u16>,
    /// The names as they are written, by number.
    written: Vec<Vec<u8>>,
    /// The same names as a set.
    spellings: HashSet<Vec<u8>>,
}

impl Numbers {
    /// Numbers for names in this number of bytes, which are never one of the reserved.
    pub(super) fn new(size: usize, reserved: BTreeSet<u16>) -> Self {
        let (written, spellings) = (vec![UNKNOWN.into()], HashSet::from([UNKNOWN.into()]));
        Numbers { size, reserved, by_name: HashMap::new(), written, spellings }
    }

    /// The number of a name; `None` if all are taken. A name that is too long, or has characters beyond Latin-1, is
    /// written so that it differs from all others.
    pub(super) fn number(&mut self, name: &str) -> Option<u16> {
        if let Some(&number) = self.by_name.get(name) {
            return Some(number);
        }
        while self.reserved.contains(&u16::try_from(self.written.len()).ok()?) {
            self.written.push(UNKNOWN.into());
        }
        // The number of names has to fit into the header.
        let number = u16::try_from(self.written.len()).ok().filter(|&number| number < u16::MAX)?;
        let spelling = self.spell(name);
        self.spellings.insert(spelling.clone());
        self.written.push(spelling);
        self.by_name.insert(name.into(), number);
        Some(number)
    }

    /// The bytes of a name: shortened, with `?` for what Latin-1 does not have, and numbered if it is like another.
    fn spell(&self, name: &str) -> Vec<u8> {
        let latin: Vec<u8> = name.chars().map(|c| u8::try_from(c).unwrap_or(b'?')).collect();
        let shortened = |suffix: &str| {
            let length = latin.len().min(self.size - 1 - suffix.len());
            let start = latin.get(..length).unwrap_or_default().trim_ascii_end();
            [start, suffix.as_bytes()].concat()
        };
        let spellings = std::iter::once(shortened("")).chain((2..).map(|copy| shortened(&format!("~{copy}"))));
        spellings.into_iter().find(|spelling| !self.spellings.contains(spelling)).unwrap_or_default()
    }

    /// The content of the file of names; `None` if there are none.
    pub(super) fn file(&self) -> Option<Vec<u8>> {
        if self.by_name.is_empty() {
            return None;
        }
        let header = Header { names: u16::try_from(self.written.len()).ok()?, ..Header::default() };
        let mut bytes = header.bytes().to_vec();
        for name in &self.written {
            bytes.extend(name);
            bytes.resize(bytes.len() + self.size - name.len(), 0);
        }
        Some(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_and_foreign_names_stay_different() {
        let mut numbers = Numbers::new(PLAYER, BTreeSet::from([2, 3]));
        let long = ["an engine with a long name 1", "an engine with a long name 2"];
        let given: Vec<_> = ["棋", "道", "é", long[0], long[1], "é"].map(|name| numbers.number(name)).into();
        assert_eq!(given, [1, 4, 5, 6, 7, 5].map(Some));
        let file = numbers.file().expect("names");
        let names = Names::read(Some(&file), None).expect("a file of players").players;
        let expected = ["???", "?", "???", "???", "?~2", "é", "an engine with a lo", "an engine with a~2"];
        assert_eq!(names, expected);
        assert_eq!((known(&names, 0), known(&names, 5)), (None, Some(&"é".to_string())));
        assert_eq!(Numbers::new(PLAYER, BTreeSet::new()).file(), None);
    }

    #[test]
    fn what_is_wrong_with_a_file_of_names_is_said() {
        let mut numbers = Numbers::new(TOURNAMENT, BTreeSet::new());
        numbers.number("Meijin");
        let file = numbers.file().expect("names");
        for (wrong, why) in [(&file[..15], "it has 15 bytes"), (&file[..40], "expected 68 for the 2 names")] {
            let error = Names::read(None, Some(wrong)).map_err(|error| format!("{error:#}"));
            assert!(error.as_ref().is_err_and(|error| error.contains(why)), "{error:?}");
        }
    }

    #[test]
    fn names_are_found_beside_the_games() {
        let folder = tempfile::tempdir().expect("a folder");
        let write = |name: &str, player: &str| {
            let mut numbers = Numbers::new(PLAYER, BTreeSet::new());
            numbers.number(player);
            std::fs::write(folder.path().join(name), numbers.file().expect("names")).expect("written");
        };
        let players = |games: &str| Names::beside(&folder.path().join(games)).expect("readable").players;
        assert_eq!(players("a.wtb"), Vec::<String>::new());
        write("WTHOR.JOU", "common");
        write("b.Jou", "of b");
        assert_eq!((players("A.WTB")[1].as_str(), players("B.wtb")[1].as_str()), ("common", "of b"));
        std::fs::write(folder.path().join("a.jou"), "no names").expect("written");
        let error = Names::beside(&folder.path().join("a.wtb")).map_err(|error| format!("{error:#}"));
        assert!(error.as_ref().is_err_and(|error| error.contains("a.jou: it has 8 bytes")), "{error:?}");
    }
}
