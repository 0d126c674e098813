//! `export`: a certificate as a tree of moves, in a file that other programs read.

use crate::proof_game::{Extent, ProofGame};
use anyhow::{Context, Result, anyhow, bail, ensure};
use clap::Args;
use quartet::game::{Game, Notation};
use quartet::games::gomoku::certificate::class_proof::ClassProof;
use quartet::games::gomoku::certificate::folder::{read_class, read_manifest};
use quartet::games::gomoku::certificate::manifest::{Class, FILE_NAME, Manifest};
use quartet::games::gomoku::rules::notation::write_point;
use quartet::games::gomoku::{Gomoku, Point};
use quartet_files::Output;
use quartet_records::{Format, write};
use std::path::PathBuf;

/// The most moves of a tree, variations included. It needs less than a gigabyte of memory.
pub const MOST_MOVES: usize = 4_000_000;

/// The arguments of `export`.
#[derive(Args, Clone, Debug)]
pub struct ExportArguments {
    /// The folder of the certificate.
    pub folder: PathBuf,
    /// Only this reply to the first move, such as o15, or another of its class; can be repeated [default: a reply of
    /// each class that is proven].
    #[arg(long = "class", value_name = "REPLY", conflicts_with = "moves")]
    pub classes: Vec<String>,
    /// Only what follows these moves from the empty board, such as h8o15i7a1.
    #[arg(long, value_name = "MOVES")]
    pub moves: Option<String>,
    /// Only this many plies, counted from the empty board.
    #[arg(long, value_name = "N", default_value_t = u32::MAX, hide_default_value = true)]
    pub plies: u32,
    /// The file: a library of RenLib (.lib) or SGF (.sgf).
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
    /// Overwrite the file if it exists.
    #[arg(long)]
    pub force: bool,
}

/// Writes the tree.
pub fn export(arguments: &ExportArguments) -> Result<()> {
    let ExportArguments { folder, out, .. } = arguments;
    let format = Format::from_extension(out).filter(|format| matches!(format, Format::Renlib | Format::Sgf));
    let format = format.with_context(|| format!("{}: unknown format, expected .lib or .sgf", out.display()))?;
    let manifest = read_manifest(folder).map_err(|what| anyhow!("{what}"))?;
    let mut sources = vec![folder.join(FILE_NAME)];
    sources.extend(manifest.classes.iter().map(|class| folder.join(class.file_name())));
    let output = Output { kind: "earlier output", is_own: &|_| false, force: Some(arguments.force), sources: &sources };
    output.check(out)?;

    let game = tree(arguments, &manifest)?;
    let moves = game.tree.len();
    let written = write(format, &[game]);
    if let Some((_, why)) = written.left_out.first() {
        bail!("{}: {why}", out.display());
    }
    output.write(out, &written.bytes)?;
    println!("{}: {moves} moves, {} bytes", out.display(), written.bytes.len());
    Ok(())
}

/// The tree of the classes that are asked for.
fn tree(arguments: &ExportArguments, manifest: &Manifest) -> Result<quartet_records::Game> {
    let ExportArguments { folder, classes, moves, plies, .. } = arguments;
    let line = moves.as_deref().map_or(Ok(Vec::new()), |moves| read_line(manifest, moves))?;
    let replies = match line.get(1) {
        Some(&reply) => vec![reply],
        None => asked_replies(manifest, classes)?,
    };
    ensure!(*plies > OPENING_PLIES, "--plies {plies}, expected at least {}", OPENING_PLIES + 1);
    let extent = Extent { line, last_ply: *plies, most_moves: MOST_MOVES };
    let mut game = ProofGame::new(manifest.rules, extent)?;
    game.comment(&legend(manifest, *plies));
    for reply in replies {
        let class = class_of(manifest, reply)?;
        let proof: ClassProof = read_class(folder, manifest, class).map_err(|what| anyhow!("{what}"))?;
        let added = game.add(&[manifest.first, reply], &summary(manifest), &proof);
        added.with_context(|| class.file_name())?;
    }
    Ok(game.finish())
}

/// The first move and the reply.
const OPENING_PLIES: u32 = 2;

/// Moves from the empty board, the first that of the certificate.
fn read_line(manifest: &Manifest, text: &str) -> Result<Vec<Point>> {
    let line = Gomoku::parse_token(&Gomoku::start(&manifest.rules), text).map_err(|error| anyhow!("{error}"))?;
    let first = line.first().copied().filter(|first| *first != manifest.first);
    ensure!(first.is_none(), "--moves {text} does not begin with {}", write_point(manifest.first));
    Ok(line)
}

/// The replies with these names, or one of each class.
fn asked_replies(manifest: &Manifest, names: &[String]) -> Result<Vec<Point>> {
    if names.is_empty() {
        return Ok(manifest.classes.iter().map(|class| class.reply).collect());
    }
    let mut start = Gomoku::start(&manifest.rules);
    start.play(manifest.first);
    names.iter().map(|name| Gomoku::parse_move(&start, name).map_err(|error| anyhow!("{error}"))).collect()
}

/// The class of a reply.
fn class_of(manifest: &Manifest, reply: Point) -> Result<&Class> {
    manifest
        .class_of(reply)
        .with_context(|| format!("the certificate does not prove a win after {}", write_point(reply)))
}

/// What is shown and how, for the start position.
fn legend(manifest: &Manifest, plies: u32) -> String {
    let (rule, size) = (manifest.rules.rule.name(), manifest.rules.size);
    let mut lines = vec![
        format!("A proof that Black wins {rule} Gomoku on {size}x{size}."),
        "W55: Black wins by ply 55.".into(),
        "*: this reply stands for others with the same answer; its comment says how many there are.".into(),
        "A': it goes on as after the reply A.".into(),
        "After a four, replies that are not shown lose to a five at once.".into(),
    ];
    if plies < u32::MAX {
        lines.push(format!("Lines end by ply {plies}."));
    }
    lines.join("\n")
}

/// What is proven, for the first move.
fn summary(manifest: &Manifest) -> String {
    let Manifest { classes, open, plies, .. } = manifest;
    let (proven, all) = (classes.len(), classes.len() + open.len());
    format!(
        "Black wins by ply {plies} after {proven} of {all} classes of replies.\n\
         Mirror images and rotations of the replies are left out; after the other classes nothing is proven yet."
    )
}
