//! The formats, how a file's is detected, and the entry points for reading and writing.

use crate::error::ReadError;
use crate::formats::{arena_record, ggf, obf, pgn, piskvork, renlib, saved_game, sgf, transcript, wthor};
use crate::game::Game;
use anyhow::Result;
use quartet::games::{VARIANTS, Variant};
use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;

/// The games of a file, read one after another; each is a game or the reason why it cannot be read.
pub type Games<'a> = Box<dyn Iterator<Item = Result<Game, ReadError>> + 'a>;

/// What the caller knows about a file that does not say it itself.
#[derive(Clone, Debug, Default)]
pub struct Hints {
    /// The variant, for formats that several variants share.
    pub variant: Option<&'static Variant>,
    /// Options of the rules, for formats that do not state them.
    pub options: BTreeMap<String, String>,
    /// The names of players and tournaments, for WTHOR.
    pub names: wthor::Names,
}

impl Hints {
    /// These hints for a file of this format at this path, with what the files beside it say: for WTHOR the names, as
    /// [`Names::beside`](wthor::Names::beside) finds them. Fails if such a file cannot be read.
    pub fn for_file(&self, format: Format, path: &Path) -> Result<Hints> {
        let mut hints = self.clone();
        if format == Format::Wthor {
            hints.names = wthor::Names::beside(path)?;
        }
        Ok(hints)
    }
}

/// A file format.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Format {
    /// The arena's records of matches: JSON lines.
    ArenaRecord,
    /// Text similar to PGN for chess: all variants, with variations.
    Pgn,
    /// OBF, a position of Othello in each line, with exact values of its moves.
    Obf,
    /// A library of RenLib: a tree of renju positions.
    Renlib,
    /// GGF, the Generic Game Format of GGS: Othello.
    Ggf,
    /// A `.psq` file of Piskvork, Gomocup's manager: a game of gomoku.
    Psq,
    /// A `.rec` file of Gomotur: a game of gomoku on 20x20 points.
    Rec,
    /// A saved game of the arena's `play`.
    SavedGame,
    /// SGF, the Smart Game Format: Othello, gomoku and renju, with variations.
    Sgf,
    /// WTHOR, the format of the game archive of the Fédération Française d'Othello.
    Wthor,
    /// A game in each line: an optional position, then moves, then in Othello optionally Black's margin.
    Transcript,
}

/// What the module of a format tells about it.
pub(crate) struct Definition {
    /// The name on the command line: lower-case letters, digits and hyphens.
    pub(crate) name: &'static str,
    /// What the format is, in half a line.
    pub(crate) description: &'static str,
    /// The extensions of its files in lower case, the usual one first.
    pub(crate) extensions: &'static [&'static str],
    /// Whether a content is of this format, from its first bytes. False for contents that may well be of another one.
    pub(crate) recognizes: fn(&[u8]) -> bool,
    /// Reads the games of a file.
    pub(crate) read: for<'a> fn(&'a [u8], &'a Hints) -> Games<'a>,
    /// Writes games.
    pub(crate) write: fn(&[Game]) -> Written,
}

impl Format {
    /// All formats. Contents are compared with them in this order, so that those with an unmistakable beginning come
    /// first.
    pub const ALL: &'static [Format] = &[
        Format::ArenaRecord,
        Format::SavedGame,
        Format::Pgn,
        Format::Renlib,
        Format::Psq,
        Format::Rec,
        Format::Ggf,
        Format::Obf,
        Format::Sgf,
        Format::Wthor,
        Format::Transcript,
    ];

    fn definition(self) -> &'static Definition {
        match self {
            Format::Obf => &obf::DEFINITION,
            Format::Renlib => &renlib::DEFINITION,
            Format::Ggf => &ggf::DEFINITION,
            Format::ArenaRecord => &arena_record::DEFINITION,
            Format::Pgn => &pgn::DEFINITION,
            Format::Psq => &piskvork::PSQ,
            Format::Rec => &piskvork::REC,
            Format::SavedGame => &saved_game::DEFINITION,
            Format::Sgf => &sgf::DEFINITION,
            Format::Wthor => &wthor::DEFINITION,
            Format::Transcript => &transcript::DEFINITION,
        }
    }

    /// The name on the command line: lower-case letters, digits and hyphens.
    pub fn name(self) -> &'static str {
        self.definition().name
    }

    /// What the format is, in half a line.
    pub fn description(self) -> &'static str {
        self.definition().description
    }

    /// The extensions of its files, in lower case and without the dot; the first one is for files that are written.
    pub fn extensions(self) -> &'static [&'static str] {
        self.definition().extensions
    }

    /// The names of the variants that files of this format may have.
    pub fn variants(self) -> Vec<&'static str> {
        match self {
            Format::Obf | Format::Ggf | Format::Transcript | Format::Wthor => vec!["othello"],
            Format::Psq | Format::Rec | Format::Renlib => vec!["gomoku"],
            Format::Sgf => vec!["othello", "gomoku"],
            Format::ArenaRecord | Format::Pgn | Format::SavedGame => VARIANTS.iter().map(|one| one.name).collect(),
        }
    }

    /// The names of all formats, divided by spaces, for messages.
    pub fn names() -> String {
        Self::ALL.iter().map(|format| format.name()).collect::<Vec<_>>().join(" ")
    }

    /// The format with this name, in any case.
    pub fn from_name(name: &str) -> Option<Format> {
        Self::ALL.iter().copied().find(|format| format.name().eq_ignore_ascii_case(name))
    }

    /// The format that a file has by its extension, in any case. Where several formats share an extension, the first
    /// of them.
    pub fn from_extension(path: &Path) -> Option<Format> {
        Self::ALL.iter().copied().find(|format| format.has_extension(path))
    }

    /// The format of a file: the one that both its extension and its content have; else by its content; else, for
    /// contents of no known format, by its extension.
    pub fn detect(path: &Path, content: &[u8]) -> Option<Format> {
        let recognizes = |format: &Format| (format.definition().recognizes)(content);
        let all = || Self::ALL.iter().copied();
        all()
            .find(|format| format.has_extension(path) && recognizes(format))
            .or_else(|| all().find(recognizes))
            .or_else(|| Self::from_extension(path))
    }

    fn has_extension(self, path: &Path) -> bool {
        let extension = path.extension().and_then(|extension| extension.to_str());
        extension.is_some_and(|own| self.extensions().iter().any(|known| known.eq_ignore_ascii_case(own)))
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What was written.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Written {
    /// The content of the file.
    pub bytes: Vec<u8>,
    /// Files that belong beside it with other extensions, such as those with the names of players in WTHOR.
    pub companions: Vec<Companion>,
    /// The indices of the games that the format cannot represent, with the reasons.
    pub left_out: Vec<(usize, String)>,
}

impl Written {
    /// The content of the companion with this extension, if there is one.
    pub fn companion(&self, extension: &str) -> Option<&[u8]> {
        let companion = self.companions.iter().find(|companion| companion.extension == extension);
        companion.map(|companion| companion.bytes.as_slice())
    }
}

/// A file that belongs beside another one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Companion {
    /// Its extension, without the dot. Otherwise it is named like the file that it belongs to.
    pub extension: &'static str,
    /// Its content.
    pub bytes: Vec<u8>,
}

/// Reads the games of a file. The content is that of the file, with its byte order mark if it has one.
pub fn read<'a>(format: Format, content: &'a [u8], hints: &'a Hints) -> Games<'a> {
    (format.definition().read)(content, hints)
}

/// Writes games.
pub fn write(format: Format, games: &[Game]) -> Written {
    (format.definition().write)(games)
}

/// Whether a file is as [`write()`] writes it: all its games can be read, and writing them gives the same content.
pub fn is_written(format: Format, content: &[u8]) -> bool {
    let hints = Hints::default();
    let games: Result<Vec<Game>, ReadError> = read(format, content, &hints).collect();
    games.is_ok_and(|games| {
        let written = write(format, &games);
        !games.is_empty() && written.left_out.is_empty() && written.bytes == content
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_extensions_are_lower_case_and_names_are_unique() {
        let is_plain = |text: &str| text.bytes().all(|b| matches!(b, b'a'..=b'z' | b'0'..=b'9' | b'-'));
        for &format in Format::ALL {
            assert_eq!(Format::from_name(&format.name().to_uppercase()), Some(format));
            assert!(
                is_plain(format.name()) && !format.name().is_empty() && !format.description().is_empty(),
                "{format}"
            );
            assert!(
                !format.extensions().is_empty() && format.extensions().iter().all(|text| is_plain(text)),
                "{format}"
            );
        }
        assert_eq!(Format::from_name("no such format"), None);
    }

    #[test]
    fn extensions_decide_between_formats_only_for_contents_of_neither() {
        assert_eq!(Format::from_extension(Path::new("a/B.TXT")), Some(Format::Transcript));
        assert_eq!(Format::from_extension(Path::new("txt")), None);
        assert_eq!(Format::detect(Path::new("games"), b"f5d6c3 -2\n"), Some(Format::Transcript));
        assert_eq!(Format::detect(Path::new("games"), b"nothing that is known"), None);
        assert_eq!(Format::detect(Path::new("games.txt"), b"nothing that is known"), Some(Format::Transcript));
    }

    #[test]
    fn empty_contents_have_no_games_and_no_errors() {
        for &format in Format::ALL {
            assert_eq!(write(format, &[]).left_out, []);
            assert_eq!(read(format, &write(format, &[]).bytes, &Hints::default()).count(), 0, "{format}");
        }
    }
}
