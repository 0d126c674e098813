//! The licences of the packages inside the programs, by [cargo-about](https://embarkstudios.github.io/cargo-about/).

use crate::source::Source;
use anyhow::{Result, bail, ensure};
use std::io::ErrorKind;
use std::process::Command;

/// The licences of all packages that the programs are built from, as text.
///
/// # Errors
///
/// If cargo-about is not installed, or finds a package without a licence that `about.toml` accepts.
pub fn collect(source: &Source, target: &str) -> Result<Vec<u8>> {
    let folder = source.root.join("tools/release");
    let mut command = Command::new("cargo-about");
    command.current_dir(&source.root).args(["about", "generate", "--workspace", "--frozen", "--fail"]);
    command.args(["--target", target, "--config"]).arg(folder.join("about.toml")).arg(folder.join("about.hbs"));
    match command.stderr(std::process::Stdio::inherit()).output() {
        Ok(output) => {
            ensure!(output.status.success(), "cargo-about: {}", output.status);
            Ok(output.stdout)
        }
        Err(error) if error.kind() == ErrorKind::NotFound => {
            bail!("cargo-about is not installed, expected 'cargo install --locked cargo-about --features cli' before")
        }
        Err(error) => bail!("cannot start cargo-about: {error}"),
    }
}
