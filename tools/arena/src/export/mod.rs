//! `export`: games of any format in any other.
//!
//! Games that cannot be read, or that a format cannot represent, are left out, with a message on stderr.

mod own_output;
mod source;
#[cfg(test)]
mod tests;

use anyhow::{Context, Result, bail, ensure};
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use own_output::earlier_export;
use quartet_files::{Output, is_same_file, read_bytes};
use quartet_records::arguments::FormatArguments;
use quartet_records::{Companion, Format, Game, GameFile, write};
use source::{Numbered, Source};
use std::collections::BTreeMap;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

/// The arguments of `export`.
#[derive(Args, Clone, Debug)]
pub struct ExportArgs {
    /// The games: the record of a match, or a file of any other format.
    pub games: PathBuf,
    /// What the file does not say.
    #[command(flatten)]
    pub input: FormatArguments,
    /// The format to write.
    #[arg(long, value_parser = formats(), value_name = "FORMAT")]
    pub format: Format,
    /// The file to write (for psq, rec and saved-game the beginning of the name of each game's file; for wthor the names
    /// of players and tournaments are written beside it); by default the standard output. An existing file is
    /// overwritten only if it is an earlier export in the same format, and never if it is being read.
    #[arg(long, value_name = "FILE", required_if_eq_any([("format", "psq"), ("format", "rec"), ("format", "saved-game")]))]
    pub out: Option<PathBuf>,
    /// Overwrite any other file as well. ggf, obf, rec and renlib always need it, because their files do not show which
    /// program wrote them.
    #[arg(long)]
    pub force: bool,
}

/// The parser of a format's name on the command line.
fn formats() -> impl TypedValueParser<Value = Format> {
    let values = Format::ALL.iter().map(|format| PossibleValue::new(format.name()).help(format.description()));
    PossibleValuesParser::new(values).try_map(|name| Format::from_name(&name).context("no such format"))
}

/// The variant of a format; `None` if it has several.
fn variant(format: Format) -> Option<&'static str> {
    match format {
        Format::Transcript | Format::Wthor => Some("othello"),
        Format::Psq | Format::Rec => Some("gomoku"),
        _ => None,
    }
}

/// Whether a file of the format has only one game.
fn is_of_one_game(format: Format) -> bool {
    matches!(format, Format::Psq | Format::Rec | Format::SavedGame)
}

/// The games that are written, and the numbers of those that are left out, by reason.
#[derive(Default)]
struct Selection {
    games: Vec<Numbered>,
    left_out: BTreeMap<String, Vec<u64>>,
}

/// Writes the games, in the order of their numbers.
pub fn run(arguments: &ExportArgs) -> Result<()> {
    let ExportArgs { games: path, input, format, out, force } = arguments;
    let file = GameFile::open(path, input.from, &input.hints())?;
    let source = Source::of(&file).with_context(|| path.display().to_string())?;
    let total = source.total();
    if let (Some(wanted), Some(first)) = (variant(*format), source.games.first())
        && source.games.iter().all(|numbered| numbered.game.variant.name != wanted)
    {
        let variant = first.game.variant.name;
        bail!("{} holds games of {variant}, expected {wanted} for this format", path.display());
    }
    source.report_unreadable(path);
    let selection = select(*format, source);
    let target = Target { format: *format, force: *force, sources: file.paths() };
    match out {
        Some(stem) if is_of_one_game(*format) => target.write_each(stem, &selection.games)?,
        Some(file) => target.write_all(file, &selection.games)?,
        None => print(path, &written(*format, &selection.games).bytes)?,
    }
    report_left_out(&selection.left_out, total);
    Ok(())
}

/// The games that the format can represent.
fn select(format: Format, source: Source) -> Selection {
    let mut selection = Selection { games: Vec::new(), left_out: source.unplayable };
    for numbered in source.games {
        let name = numbered.game.variant.name;
        let why = match variant(format) {
            Some(wanted) if wanted != name => Some(format!("of another variant, {name}")),
            _ => write(format, std::slice::from_ref(&numbered.game)).left_out.pop().map(|(_, why)| why),
        };
        match why {
            Some(why) => selection.left_out.entry(why).or_default().push(numbered.number),
            None => selection.games.push(numbered),
        }
    }
    selection
}

/// One file of all games.
fn written(format: Format, games: &[Numbered]) -> quartet_records::Written {
    let games: Vec<Game> = games.iter().map(|numbered| numbered.game.clone()).collect();
    write(format, &games)
}

/// How files are written.
struct Target<'a> {
    format: Format,
    force: bool,
    /// The files that are being read.
    sources: &'a [PathBuf],
}

impl Target<'_> {
    /// Writes a file of all games, and the files that belong beside it. None is written unless all can be.
    fn write_all(&self, path: &Path, games: &[Numbered]) -> Result<()> {
        let written = written(self.format, games);
        let is_own = |content: &[u8]| earlier_export(self.format, path, content).is_some();
        self.output(&is_own).check(path)?;
        let earlier = match path.is_file() {
            true => earlier_export(self.format, path, &read_bytes(path)?),
            false => None,
        };
        let beside = |act: fn(&Output<'_>, &Path, &[u8]) -> Result<()>| {
            written.companions.iter().try_for_each(|Companion { extension, bytes }| {
                let is_own =
                    |content: &[u8]| earlier.as_ref().and_then(|file| file.companion(extension)) == Some(content);
                act(&self.output(&is_own), &path.with_extension(extension), bytes)
            })
        };
        beside(|output, path, _| output.check(path))?;
        self.output(&is_own).write(path, &written.bytes)?;
        beside(|output, path, bytes| output.write(path, bytes))
    }

    /// Writes a file for each game, named by the stem, a hyphen and the number. None is written unless all can be.
    fn write_each(&self, stem: &Path, games: &[Numbered]) -> Result<()> {
        let stem = stem.with_extension("");
        let extension = self.format.extensions().first().copied().unwrap_or_default();
        let each = |act: fn(&Output<'_>, &Path, &[u8]) -> Result<()>| {
            games.iter().try_for_each(|numbered| {
                let path = PathBuf::from(format!("{}-{}.{extension}", stem.display(), numbered.number));
                let is_own = |content: &[u8]| earlier_export(self.format, &path, content).is_some();
                let written = write(self.format, std::slice::from_ref(&numbered.game));
                act(&self.output(&is_own), &path, &written.bytes)
            })
        };
        each(|output, path, _| output.check(path))?;
        each(|output, path, bytes| output.write(path, bytes))
    }

    fn output<'a>(&'a self, is_own: &'a dyn Fn(&[u8]) -> bool) -> Output<'a> {
        Output { kind: "earlier export in this format", is_own, force: Some(self.force), sources: self.sources }
    }
}

/// Writes to stdout, unless that is the file of the games itself.
fn print(games: &Path, content: &[u8]) -> Result<()> {
    ensure!(!is_same_file(Path::new("/dev/stdout"), games), "the standard output is {} itself", games.display());
    match std::io::stdout().write_all(content) {
        // A closed stdout, as by `head`, is not an error.
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(error).context("cannot write the standard output"),
        _ => Ok(()),
    }
}

/// Reports which games were left out, and why.
fn report_left_out(left_out: &BTreeMap<String, Vec<u64>>, games: usize) {
    /// The maximum number of games that are listed by number.
    const LISTED: usize = 10;
    for (why, ids) in left_out {
        let listed: Vec<String> = ids.iter().take(LISTED).map(u64::to_string).collect();
        let more = ids.len().saturating_sub(LISTED);
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        eprintln!("left out {} of {games} games ({}{more}): {why}", ids.len(), listed.join(", "));
    }
}
