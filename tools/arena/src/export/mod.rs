//! `export`: games of any format in any other.
//!
//! Games that cannot be read, or that a format cannot represent, are left out, with a message on stderr.

mod changed_names;
mod own_output;
mod source;
#[cfg(test)]
mod tests;

use anyhow::{Context, Result, bail, ensure};
use changed_names::changed_names;
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use own_output::EarlierExport;
use quartet_files::{Output, is_same_file, one_line};
use quartet_records::arguments::FormatArguments;
use quartet_records::{Companion, Format, Game, GameFile, Written, write};
use source::Source;
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
    /// The file to write (for psq, rec and saved-game the beginning of the name of each game's file; for wthor the
    /// names of players and tournaments are written beside it); by default the standard output. An existing file is
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

/// Whether a file of the format has only one game.
fn is_of_one_game(format: Format) -> bool {
    matches!(format, Format::Psq | Format::Rec | Format::SavedGame)
}

/// Writes the games, in the order of their numbers.
pub fn run(arguments: &ExportArgs) -> Result<()> {
    let ExportArgs { games: path, input, format, out, force } = arguments;
    let file = GameFile::open(path, input.from, &input.hints())?;
    let source = Source::of(&file).with_context(|| path.display().to_string())?;
    let variants = format.variants();
    let is_other = |game: &Game| !variants.contains(&game.variant.name);
    if let Some(first) = source.games.first().filter(|_| source.games.iter().all(is_other)) {
        let (found, wanted) = (first.variant.name, variants.join(" or "));
        bail!("{} holds games of {found}, expected {wanted} for this format", path.display());
    }
    source.report_unreadable(path);
    let (files, left_out) = convert(*format, &source);
    if !source.games.is_empty() && files.iter().all(|file| file.written.bytes.is_empty()) {
        report_left_out(&left_out, source.total());
        bail!("no game of {} can be written as {format}", path.display());
    }
    match out {
        Some(out) => write_files(&files, *format, out, *force, file.paths())?,
        None => print(path, files.first().map_or(&[], |file| &file.written.bytes))?,
    }
    report_left_out(&left_out, source.total());
    // Only WTHOR shortens names.
    if let (Format::Wthor, Some(file)) = (format, files.first()) {
        report_changed_names(&changed_names(*format, &source.games, &file.written));
    }
    Ok(())
}

/// The numbers of games that are left out, by reason.
type LeftOut = BTreeMap<String, Vec<u64>>;

/// A file that is to be written.
struct Exported {
    /// The number of the game, for formats of one game.
    number: Option<u64>,
    written: Written,
}

impl Exported {
    /// The path of the file: for formats of one game the stem of the output, a hyphen and the number.
    fn path(&self, format: Format, out: &Path) -> PathBuf {
        let Some(number) = self.number else { return out.to_path_buf() };
        let extension = format.extensions().first().copied().unwrap_or_default();
        PathBuf::from(format!("{}-{number}.{extension}", out.with_extension("").display()))
    }
}

/// The games in a format, as far as it can represent them.
fn convert(format: Format, source: &Source) -> (Vec<Exported>, LeftOut) {
    let mut left_out = source.unplayable.clone();
    let mut convert = |number: Option<u64>, games: &[Game], numbers: &[u64]| {
        let written = write(format, games);
        for (index, why) in &written.left_out {
            left_out.entry(why.clone()).or_default().extend(numbers.get(*index));
        }
        (number.is_none() || written.left_out.is_empty()).then_some(Exported { number, written })
    };
    let games = source.games.chunks(1).zip(source.numbers.chunks(1));
    let files = match is_of_one_game(format) {
        true => games.filter_map(|(game, number)| convert(number.first().copied(), game, number)).collect(),
        false => convert(None, &source.games, &source.numbers).into_iter().collect(),
    };
    (files, left_out)
}

/// Writes the files, and those that belong beside them. None is written unless all can be.
fn write_files(files: &[Exported], format: Format, out: &Path, force: bool, sources: &[PathBuf]) -> Result<()> {
    let paths: Vec<PathBuf> = files.iter().map(|file| file.path(format, out)).collect();
    let earlier: Vec<Option<EarlierExport>> = paths.iter().map(|path| EarlierExport::read(format, path)).collect();
    let each = |act: fn(&Output<'_>, &Path, &[u8]) -> Result<()>| {
        files.iter().zip(paths.iter().zip(&earlier)).try_for_each(|(Exported { written, .. }, (path, earlier))| {
            let act = |path: &Path, bytes: &[u8], earlier: Option<&[u8]>| {
                let is_own = |content: &[u8]| earlier == Some(content);
                let kind = "earlier export in this format";
                act(&Output { kind, is_own: &is_own, force: Some(force), sources }, path, bytes)
            };
            act(path, &written.bytes, earlier.as_ref().map(|file| &*file.content))?;
            written.companions.iter().try_for_each(|Companion { extension, bytes }| {
                let earlier = earlier.as_ref().and_then(|file| file.written.companion(extension));
                act(&path.with_extension(extension), bytes, earlier)
            })
        })
    };
    each(|output, path, _| output.check(path))?;
    each(|output, path, bytes| output.write(path, bytes))
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

/// Reports which names were changed.
fn report_changed_names(names: &BTreeMap<String, String>) {
    if let Some((before, after)) = names.first_key_value() {
        eprintln!("{} names were changed, such as '{}' to '{}'", names.len(), one_line(before), one_line(after));
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
