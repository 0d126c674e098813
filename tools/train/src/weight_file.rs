//! Files of weights and networks.

use anyhow::{Context, Result};
use quartet::games::common::weight_file::WeightFileError;
use std::path::Path;

/// Reads a file of weights or of a network. The error names the file.
pub(crate) fn read<T>(file: &Path, parse: impl FnOnce(&[u8]) -> Result<T, WeightFileError>) -> Result<T> {
    let bytes = std::fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
    parse(&bytes).with_context(|| file.display().to_string())
}
