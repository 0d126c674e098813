//! The command line.

use crate::archive::{Entry, write_archive};
use crate::source::Source;
use crate::{notices, programs};
use anyhow::{Context, Result};
use clap::Parser;
use quartet_files::sha256_of_file;
use std::path::{Path, PathBuf};

/// What the archive has besides the programs and the notices: files and folders of the repository, and their names in
/// the archive. The engine finds the certificate by its name.
const FILES: [(&str, &str); 5] = [
    ("README.md", "README.md"),
    ("CHANGELOG.md", "CHANGELOG.md"),
    ("LICENSE", "LICENSE"),
    ("protocol.md", "protocol.md"),
    ("tools/prove/freestyle-15", "freestyle-15"),
];

/// Builds quartet-VERSION-TARGET.tar.gz: the programs, their documents, the certificate of freestyle Gomoku, the
/// licences of everything inside, and the hashes of all files. The same commit gives the same bytes everywhere, if the
/// compiler is the same.
#[derive(Parser, Debug)]
#[command(name = "quartet-release", version)]
pub struct Arguments {
    /// The folder that gets the archive, and beside it a file with its hash.
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,
    /// The checkout to build from.
    #[arg(long, value_name = "FOLDER", default_value = ".")]
    source: PathBuf,
    /// The target triple; its standard library and linker have to be installed.
    #[arg(long, value_name = "TRIPLE", default_value_t = programs::host())]
    target: String,
    /// Take the programs from this folder instead of building them.
    #[arg(long, value_name = "FOLDER")]
    programs: Option<PathBuf>,
    /// Take the licences of other packages from this file instead of calling cargo-about.
    #[arg(long, value_name = "FILE")]
    notices: Option<PathBuf>,
}

/// Builds the archive, and prints its hash and name as `sha256sum` does.
///
/// # Errors
///
/// If the checkout differs from its commit, or something cannot be built, read or written.
pub fn run(arguments: &Arguments) -> Result<()> {
    let source = Source::open(&arguments.source)?;
    let folder = match &arguments.programs {
        Some(folder) => folder.clone(),
        None => programs::build(&source, &arguments.target)?,
    };
    let notices = match &arguments.notices {
        Some(path) => std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?,
        None => notices::collect(&source, &arguments.target)?,
    };
    let mut entries = Vec::new();
    for program in programs::NAMES {
        let name = programs::file_name(program, &arguments.target);
        entries.push(Entry::read(&folder.join(&name), &name, true)?);
    }
    entries.push(Entry { name: "NOTICES.txt".into(), bytes: notices, is_executable: false });
    for (path, name) in FILES {
        add(&source.root.join(path), name, &mut entries)?;
    }
    let name = format!("quartet-{}-{}", env!("CARGO_PKG_VERSION"), arguments.target);
    std::fs::create_dir_all(&arguments.out).with_context(|| format!("cannot create {}", arguments.out.display()))?;
    let path = arguments.out.join(format!("{name}.tar.gz"));
    write_archive(&path, &name, entries, source.time)?;
    let sum = format!("{}  {name}.tar.gz\n", sha256_of_file(&path)?);
    let sum_path = arguments.out.join(format!("{name}.tar.gz.sha256"));
    std::fs::write(&sum_path, &sum).with_context(|| format!("cannot write {}", sum_path.display()))?;
    print!("{sum}");
    Ok(())
}

/// Adds a file, or all files of a folder.
fn add(path: &Path, name: &str, entries: &mut Vec<Entry>) -> Result<()> {
    if !path.is_dir() {
        entries.push(Entry::read(path, name, false)?);
        return Ok(());
    }
    for entry in std::fs::read_dir(path).with_context(|| format!("cannot read {}", path.display()))? {
        let entry = entry?;
        add(&entry.path(), &format!("{name}/{}", entry.file_name().to_string_lossy()), entries)?;
    }
    Ok(())
}
