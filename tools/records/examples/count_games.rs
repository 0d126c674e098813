//! Reads files of games in any format and prints how many games they have, what cannot be read, and the time it took.
//!
//! Each file is also written in its own format and read again; games that differ are counted.

use anyhow::{Context, Result};
use quartet_records::formats::wthor::Names;
use quartet_records::{Format, Game, Hints, ReadError, read, write};
use std::path::Path;
use std::time::Instant;

fn main() -> Result<()> {
    for file in std::env::args().skip(1) {
        count(Path::new(&file)).with_context(|| file.clone())?;
    }
    Ok(())
}

fn count(path: &Path) -> Result<()> {
    let content = std::fs::read(path)?;
    let format = Format::detect(path, &content).context("its format is not known")?;
    let hints = Hints::default().for_file(format, path)?;
    let begin = Instant::now();
    let (games, errors): (Vec<_>, Vec<_>) = read(format, &content, &hints).partition(Result::is_ok);
    let seconds = begin.elapsed().as_secs_f64();
    let games: Vec<Game> = games.into_iter().flatten().collect();
    let moves: usize = games.iter().map(|game| game.tree.len()).sum();
    let written = write(format, &games);
    let names = Names::read(written.companion("jou"), written.companion("trn"))?;
    let hints = Hints { names, ..Hints::default() };
    let again: Vec<Game> = read(format, &written.bytes, &hints).flatten().collect();
    let kept = games.iter().enumerate().filter(|(index, _)| written.left_out.iter().all(|(left, _)| left != index));
    let different = kept.zip(&again).filter(|((_, game), again)| game != again).count();
    println!(
        "{}: {format}, {} games with {moves} moves and {} errors in {seconds:.3} s; {} written, {different} of them different",
        path.display(),
        games.len(),
        errors.len(),
        again.len()
    );
    for error in errors.into_iter().filter_map(Result::err).take(3) {
        println!("  {}", ReadError { partial: None, ..error });
    }
    for (index, why) in written.left_out.iter().take(3) {
        println!("  game {} cannot be written: {why}", index + 1);
    }
    Ok(())
}
