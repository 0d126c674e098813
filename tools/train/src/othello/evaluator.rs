//! Options that select an evaluation.

use anyhow::{Context, Result};
use clap::Args;
use quartet::games::othello::eval::Evaluator;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Files of an evaluation.
#[derive(Args)]
pub(super) struct Evaluation {
    /// A file of weights.
    #[arg(long)]
    weights: Option<PathBuf>,
    /// A file of a network, which corrects the weights if they are given. Without both options, the evaluation is that
    /// of the engine.
    #[arg(long)]
    network: Option<PathBuf>,
}

impl Evaluation {
    /// Loads the evaluation.
    pub(super) fn load(&self) -> Result<Arc<Evaluator>> {
        evaluator(self.weights.as_deref(), self.network.as_deref())
    }
}

/// Loads an evaluation from a file of weights, a file of a network, or both. Without a file, it is that of the engine.
/// The error names the files.
pub(super) fn evaluator(weights: Option<&Path>, network: Option<&Path>) -> Result<Arc<Evaluator>> {
    if weights.is_none() && network.is_none() {
        return Ok(Arc::default());
    }
    let names: Vec<_> = [weights, network].into_iter().flatten().map(|file| file.display().to_string()).collect();
    let read = |file: &Path| std::fs::read(file).with_context(|| format!("cannot read {}", file.display()));
    let [weights, network] = [weights, network].map(|file| file.map(read).transpose());
    let evaluator = Evaluator::from_files(weights?.as_deref(), network?.as_deref());
    Ok(Arc::new(evaluator.with_context(|| names.join(" and "))?))
}
