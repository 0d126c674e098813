//! The options of commands whose games or labels can be made on many machines that share a folder.
//!
//! The units of a command, such as its batches of games, have numbers from 0. Shard K of N makes those that are K
//! modulo N, unless the folder has them already. The command without `--shard` then finds all of them there, makes what
//! is missing, and goes on.

use anyhow::{Result, anyhow};
use clap::Args;
use quartet::shard::Shard;

/// Options for shards.
#[derive(Args, Clone, Debug, Default)]
#[group(skip)]
pub(crate) struct Settings {
    /// Make only shard K of N of the games or labels, with K from 0; `auto`: that of this task of a Slurm or HyperQueue
    /// array or of an indexed Kubernetes job. All shards have the same folder; the same command without this option
    /// then goes on from there.
    #[arg(long, value_name = "K/N")]
    shard: Option<String>,
    /// The number of shards, where the scheduler does not tell it, or where only some of them are run again.
    #[arg(long, value_name = "N", requires = "shard")]
    shards: Option<u64>,
}

impl Settings {
    /// The shard to make; `None` for the whole command.
    pub(crate) fn shard(&self) -> Result<Option<Shard>> {
        let parse = |text: &String| Shard::parse(text, self.shards, |name| std::env::var(name).ok());
        self.shard.as_ref().map(parse).transpose().map_err(|why| anyhow!("{why}"))
    }
}

/// Whether a unit is to be made.
pub(crate) fn contains(shard: Option<Shard>, unit: u64) -> bool {
    shard.is_none_or(|shard| shard.contains(unit))
}
