//! A game in a file, to be gone on with later.

use anyhow::{Context, Result};
use quartet_files::{Output, without_mark};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::Path;

/// A game as it is saved: JSON.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Saved {
    /// The variant's name.
    pub variant: String,
    /// Options of the rules.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
    /// The position text it began with; the start position if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub setup: Option<String>,
    /// All moves from there.
    pub moves: Vec<String>,
}

impl Saved {
    /// Reads a file.
    pub fn read(path: &Path) -> Result<Saved> {
        let text = quartet_files::read_text(path)?;
        serde_json::from_str(&text).with_context(|| format!("{} is no saved game", path.display()))
    }

    /// Writes a file; one that exists is written over only if it is a saved game.
    pub fn write(&self, path: &Path) -> Result<()> {
        let text = serde_json::to_string_pretty(self)? + "\n";
        let is_own = |content: &[u8]| serde_json::from_slice::<Saved>(without_mark(content)).is_ok();
        Output { kind: "saved game", is_own: &is_own, force: None, sources: &[] }.write(path, text.as_bytes())
    }
}
