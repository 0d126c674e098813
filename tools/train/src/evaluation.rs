//! Which evaluation of Othello plays and searches.
//!
//! Must not know: what it is used for.

use anyhow::{Context, Result};
use clap::Args;
use quartet::games::othello::eval::Evaluator;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The files of an evaluation.
#[derive(Args)]
pub struct Evaluation {
    /// A file of weights; by default the program's own, and its own network.
    #[arg(long)]
    weights: Option<PathBuf>,
    /// A file of a network that corrects them.
    #[arg(long, requires = "weights")]
    network: Option<PathBuf>,
}

impl Evaluation {
    /// Reads the files.
    pub fn load(&self) -> Result<Arc<Evaluator>> {
        let Some(weights) = &self.weights else { return Ok(Arc::default()) };
        evaluator(weights, self.network.as_deref())
    }
}

/// The evaluator with the weights of a file and the network of another, if there is one.
pub fn evaluator(weights: &Path, network: Option<&Path>) -> Result<Arc<Evaluator>> {
    let read = |file: &Path| std::fs::read(file).with_context(|| format!("cannot read {}", file.display()));
    let network = network.map(read).transpose()?;
    let evaluator = Evaluator::from_files(&read(weights)?, network.as_deref());
    Ok(Arc::new(evaluator.with_context(|| weights.display().to_string())?))
}
