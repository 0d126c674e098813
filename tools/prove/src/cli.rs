//! The command line.

use crate::assemble::assemble;
use crate::export::{ExportArguments, export};
use crate::nodes::{Node, Nodes};
use crate::proof_log::{self, ProofLog};
use crate::prover::Prover;
use crate::settings::{MAX_QUIET, Settings};
use anyhow::{Context, Result, anyhow, ensure};
use clap::{Args, Parser, Subcommand};
use quartet::game::{Game, Notation};
use quartet::games::gomoku::certificate::folder;
use quartet::games::gomoku::certificate::manifest::{self, Class, Content, Manifest};
use quartet::games::gomoku::certificate::symmetry::canonical_key;
use quartet::games::gomoku::rules::notation::{read_point, write_point};
use quartet::games::gomoku::threats::incremental::Threats;
use quartet::games::gomoku::threats::patterns::PatternTables;
use quartet::games::gomoku::{Gomoku, Point, Position, Rule, Rules};
use quartet::search::stop::StopToken;
use quartet_files::hex;
use sha2::{Digest, Sha256};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

/// Proves that the first player wins freestyle Gomoku, on 15x15 or another board.
#[derive(Parser, Debug)]
#[command(name = "quartet-prove", version)]
pub struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// Search for a proof that x wins a position.
    Search(SearchArguments),
    /// Build the file of a class from files of proven positions.
    Assemble(AssembleArguments),
    /// Write a certificate as a tree of moves, for RenLib, Rapfi and other programs.
    Export(ExportArguments),
}

#[derive(Args, Debug)]
struct SearchArguments {
    /// The moves from the empty board, such as h8o15.
    moves: String,
    /// The file of proven positions, which is read and appended to.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Other files of proven positions, which are only read.
    #[arg(long, value_name = "FILE", num_args = 1..)]
    known: Vec<PathBuf>,
    /// Files of proven positions of a smaller board, whose moves are tried first.
    #[arg(long, value_name = "FILE", num_args = 1..)]
    guesses: Vec<PathBuf>,
    /// Points along each side of the board.
    #[arg(long, value_name = "N", default_value_t = 15, value_parser = clap::value_parser!(u8).range(5..=22))]
    size: u8,
    /// The greatest number of quiet moves on a line.
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u8).range(0..=MAX_QUIET as i64))]
    quiet: u8,
    /// Nodes of the engine's search that proposes the last quiet move of a line; four times as many for each further
    /// one that may follow.
    #[arg(long, value_name = "N", default_value_t = 50_000)]
    guide_nodes: u64,
    /// Try these moves first in the first position, such as g9i7, instead of that of the engine's search.
    #[arg(long, value_name = "MOVES")]
    first_moves: Option<String>,
    /// Print progress to this depth.
    #[arg(long, value_name = "PLIES", default_value_t = 2)]
    verbose: u32,
}

#[derive(Args, Debug)]
struct AssembleArguments {
    /// The reply of the class, such as o15.
    reply: String,
    /// The files of proven positions.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// The folder of the certificate, which is made if there is none.
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,
    /// Points along each side of the board, if the certificate is new.
    #[arg(long, value_name = "N", default_value_t = 15, value_parser = clap::value_parser!(u8).range(5..=22))]
    size: u8,
    /// Threads for the check.
    #[arg(long, value_name = "N", default_value_t = 1)]
    threads: usize,
}

/// Runs the program. Status 0: proven; 1: not proven within the budgets, or wrong.
pub fn run(arguments: &Arguments) -> Result<ExitCode> {
    let is_fine = match &arguments.command {
        Command::Search(arguments) => search(arguments)?,
        Command::Assemble(arguments) => write_class(arguments).map(|()| true)?,
        Command::Export(arguments) => export(arguments).map(|()| true)?,
    };
    Ok(if is_fine { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

fn read_moves(rules: Rules, text: &str) -> Result<Position> {
    let mut position = Gomoku::start(&rules);
    for mv in Gomoku::parse_token(&position, text).map_err(|error| anyhow!("{error}"))? {
        position.play(mv);
    }
    Ok(position)
}

fn rules(size: u8) -> Rules {
    Rules { size: size.into(), rule: Rule::Freestyle }
}

/// A node of a smaller board, with the first move in its place; `None` if it is not of a smaller one.
fn guess(rules: Rules, node: &Node) -> Option<Node> {
    let first = |size| Manifest::unproven(Rules { size, ..rules }).first.row();
    let size = node.position.board().size();
    (size <= rules.size).then(|| node.moved(rules.size, first(rules.size) - first(size)))
}

/// Moves of the side to move, each instead of the others.
fn read_points(position: &Position, text: &str) -> Result<Vec<Point>> {
    let mut points = Vec::new();
    let mut rest = text;
    while let Some((point, tail)) = read_point(rest) {
        ensure!(Gomoku::is_legal(position, point), "--first-moves {text}: {} is not legal", write_point(point));
        points.push(point);
        rest = tail;
    }
    ensure!(rest.is_empty(), "--first-moves {text}, expected moves such as g9i7");
    Ok(points)
}

fn search(arguments: &SearchArguments) -> Result<bool> {
    let rules = rules(arguments.size);
    let position = read_moves(rules, &arguments.moves)?;
    let (log, mut known) = ProofLog::open(&arguments.out)?;
    for path in arguments.known.iter().filter(|path| **path != arguments.out) {
        known.extend(proof_log::read(path)?);
    }
    let first_moves = arguments.first_moves.as_deref().map_or(Ok(Vec::new()), |text| read_points(&position, text))?;
    let SearchArguments { guide_nodes, verbose, .. } = *arguments;
    let settings = Settings { guide_nodes, first_moves, verbose, ..Settings::default() };
    let (patterns, mut threats, started) = (PatternTables::default(), Threats::default(), Instant::now());
    let mut prover = Prover::new(&position, &mut threats, &patterns, log, known, settings);
    for path in &arguments.guesses {
        proof_log::read(path)?.iter().filter_map(|node| guess(rules, node)).for_each(|node| prover.guess(&node));
    }
    let is_proven = prover.prove(arguments.quiet.into())?;
    let (statistics, seconds) = (prover.statistics(), started.elapsed().as_secs_f64());
    println!("{is_proven} {} proven in {seconds:.1} s; {statistics:?}", prover.proven());
    Ok(is_proven)
}

fn write_class(arguments: &AssembleArguments) -> Result<()> {
    let manifest_path = arguments.out.join(manifest::FILE_NAME);
    let mut manifest = if manifest_path.exists() {
        folder::read_manifest(&arguments.out).map_err(|what| anyhow!("{what}"))?
    } else {
        Manifest::unproven(rules(arguments.size))
    };
    let start = read_moves(manifest.rules, &write_point(manifest.first))?;
    let reply = Gomoku::parse_move(&start, &arguments.reply).map_err(|error| anyhow!("{error}"))?;
    let mut nodes = Nodes::new();
    for path in &arguments.files {
        nodes.extend(proof_log::read(path)?.into_iter().map(|node| (canonical_key(&node.position), node)));
    }
    let proof = assemble(manifest.rules, &manifest.position(reply), &nodes)?;
    let plies = folder::check_class(&proof, arguments.threads, &StopToken::default(), &|_| ());
    let plies = plies.map_err(|what| anyhow!("{what}"))?;
    let text = proof.write();
    let content = Content { nodes: proof.nodes.len(), attacks: proof.attacks.len(), plies, bytes: text.len() };
    let class = Class { reply, content, sha256: hex(&Sha256::digest(&text)) };
    std::fs::create_dir_all(&arguments.out)?;
    write_file(&arguments.out.join(class.file_name()), &text)?;
    println!("{}: {content:?}", class.file_name());
    manifest.add(class);
    write_file(&manifest_path, &manifest.write())
}

/// Writes a file in one piece, or not at all.
fn write_file(path: &Path, text: &str) -> Result<()> {
    let unfinished = path.with_extension("unfinished");
    std::fs::write(&unfinished, text).with_context(|| format!("cannot write {}", unfinished.display()))?;
    std::fs::rename(&unfinished, path).with_context(|| format!("cannot write {}", path.display()))
}
