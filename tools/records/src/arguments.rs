//! Command-line arguments of tools that read games.

use crate::format::{Format, Hints};
use anyhow::{Context, Result};
use clap::Args;
use quartet::games::{self, Variant};

/// What the files of games do not say themselves.
#[derive(Args, Clone, Debug, Default)]
pub struct FormatArguments {
    /// The format of all files; by default it is detected.
    #[arg(long, value_name = "FORMAT", value_parser = parse_format)]
    pub from: Option<Format>,
    /// The game, for formats that do not say it: othello, gomoku, lgame or rhombus.
    #[arg(long, value_name = "NAME", value_parser = parse_variant)]
    pub variant: Option<&'static Variant>,
    /// An option of the rules, for formats that do not say it: Rule, BoardSize or MaxPlies.
    #[arg(long, value_name = "NAME=VALUE", value_parser = parse_rule)]
    pub rule: Vec<(String, String)>,
}

impl FormatArguments {
    /// What the reader of a format is told.
    pub fn hints(&self) -> Hints {
        Hints { variant: self.variant, options: self.rule.iter().cloned().collect(), ..Hints::default() }
    }
}

/// The format of this name. The error names all formats.
pub fn parse_format(name: &str) -> Result<Format> {
    Format::from_name(name).with_context(|| format!("unknown format, expected one of {}", Format::names()))
}

/// The variant of this name. The error names all variants.
pub fn parse_variant(name: &str) -> Result<&'static Variant> {
    let known = || games::VARIANTS.iter().map(|variant| variant.name).collect::<Vec<_>>().join(" ");
    games::find(name).with_context(|| format!("unknown variant, expected one of {}", known()))
}

/// An option of the rules, `NAME=VALUE`.
pub fn parse_rule(text: &str) -> Result<(String, String)> {
    let (name, value) = text.split_once('=').context("expected NAME=VALUE")?;
    Ok((name.into(), value.into()))
}
