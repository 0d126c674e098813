//! Checkpoints of the training of a network: a file for each part of the trainer's state.

use super::network_trainer::NetworkTrainer;
use crate::adagrad::AdaGrad;
use crate::records;
use anyhow::{Result, ensure};
use std::path::{Path, PathBuf};

/// Maximum number of epochs of a run.
pub(super) const MAX_EPOCHS: u64 = 99;

/// Part of a checkpoint with the rows.
const ROWS: &str = "rows";
/// Part of a checkpoint with the optimiser state of the rows. The file name is that of earlier versions, so that their
/// runs can be resumed.
const ROW_OPTIMIZER: &str = "slopes";
/// Part of a checkpoint with the heads. It is written last, so that it exists only if the checkpoint is complete.
const HEADS: &str = "heads";

/// Writes the checkpoint after an epoch, which is counted from 1.
pub(super) fn save_checkpoint(folder: &Path, trainer: &NetworkTrainer, epoch: u64) -> Result<()> {
    records::save(&checkpoint_file(folder, epoch, ROWS), &trainer.rows)?;
    records::save(&checkpoint_file(folder, epoch, ROW_OPTIMIZER), &trainer.row_optimiser.squares)?;
    records::save(&checkpoint_file(folder, epoch, HEADS), &trainer.heads)
}

/// Reads the last checkpoint in a folder. Returns it with the number of completed epochs, or `None` if there is no
/// checkpoint. Fails if the checkpoint is incomplete or is for another number of classes.
pub(super) fn last_checkpoint(folder: &Path, class_count: usize) -> Result<Option<(NetworkTrainer, u64)>> {
    let exists = |&epoch: &u64| checkpoint_file(folder, epoch, HEADS).exists();
    let Some(epoch) = (1..=MAX_EPOCHS).rev().find(exists) else {
        return Ok(None);
    };
    let trainer = NetworkTrainer {
        rows: records::load(&checkpoint_file(folder, epoch, ROWS))?,
        row_optimiser: AdaGrad { squares: records::load(&checkpoint_file(folder, epoch, ROW_OPTIMIZER))? },
        heads: records::load(&checkpoint_file(folder, epoch, HEADS))?,
    };
    let is_complete = trainer.is_complete(class_count);
    ensure!(is_complete, "{}: the checkpoint after epoch {epoch} is incomplete", folder.display());
    Ok(Some((trainer, epoch)))
}

/// Path of a part of the checkpoint after an epoch.
fn checkpoint_file(folder: &Path, epoch: u64, part: &str) -> PathBuf {
    folder.join(format!("epoch-{epoch:02}-{part}.bin"))
}
