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
pub(super) struct Evaluation {
    /// A file of weights.
    #[arg(long)]
    weights: Option<PathBuf>,
    /// A file of a network, which corrects the weights if there are any; without both, it is the program's own.
    #[arg(long)]
    network: Option<PathBuf>,
}

impl Evaluation {
    /// Reads the files.
    pub(super) fn load(&self) -> Result<Arc<Evaluator>> {
        evaluator(self.weights.as_deref(), self.network.as_deref())
    }
}

/// The evaluator with the weights of a file and the network of another, if they are given; without both, the program's
/// own.
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
