//! The options: declarations, values, and the check of a value.
//!
//! The options of all variants are kept together, so that what was set for a variant is still there when it is
//! selected.

use super::{skill, variety};
use crate::game::{OptionKind, OptionSpec};
pub use crate::games::NOTATION;
pub use crate::games::certificate::{CERTIFICATE, CERTIFICATE_FOLDER};
use crate::games::playable::Playable;
use crate::games::{self, DROPS, PRESETS, VARIANTS, Variant, Visitor};
use std::collections::BTreeMap;
use std::ops::RangeInclusive;

/// Option names that code refers to.
pub mod names {
    #![allow(missing_docs)]
    pub const HASH: &str = "Hash";
    pub const CLEAR_HASH: &str = "Clear Hash";
    pub const THREADS: &str = "Threads";
    pub const MULTI_PV: &str = "MultiPV";
    pub const PONDER: &str = "Ponder";
    pub const MOVE_OVERHEAD: &str = "Move Overhead";
    pub const VARIANT: &str = "UCI_Variant";
    pub const LOG_FILE: &str = "Debug Log File";
    pub const MAX_PLIES: &str = "MaxPlies";
    pub const SEED: &str = "Seed";
    pub const OWN_BOOK: &str = "OwnBook";
    pub const BOOK_FILE: &str = "Book File";
    pub const BOOK_VARIETY: &str = "Book Variety";
    pub const VARIETY: &str = "Variety";
    pub const SKILL_LEVEL: &str = "Skill Level";
    pub const SHOW_WDL: &str = "UCI_ShowWDL";
    pub const PERSONALITY: &str = "Personality";
}

/// The variant that is selected at start.
pub const DEFAULT_VARIANT: &str = "othello";
/// The largest hash table, in MiB.
pub const LARGEST_TABLE: u64 = 1 << 20;
/// The largest value of option `Threads`.
pub const LARGEST_THREADS: u64 = 512;
/// The player that searches.
pub const SEARCH: &str = "search";
/// The player that answers from a solved table.
pub const TABLE: &str = "table";
/// The player that moves at random.
pub const RANDOM: &str = "random";

const fn spin(name: &'static str, default: i64, min: i64, max: i64) -> OptionSpec {
    OptionSpec { name, kind: OptionKind::Spin { default, min, max } }
}

/// Options that every variant has; `UCI_Variant` and `Personality`, whose values depend on the registry, follow.
const COMMON: &[OptionSpec] = &[
    spin(names::HASH, 16, 1, LARGEST_TABLE as i64),
    OptionSpec { name: names::CLEAR_HASH, kind: OptionKind::Button },
    spin(names::THREADS, 1, 1, LARGEST_THREADS as i64),
    spin(names::MULTI_PV, 1, 1, 500),
    OptionSpec { name: names::PONDER, kind: OptionKind::Check { default: false } },
    spin(names::MOVE_OVERHEAD, 10, 0, 5_000),
    OptionSpec { name: names::SHOW_WDL, kind: OptionKind::Check { default: false } },
    spin(names::SKILL_LEVEL, skill::FULL as i64, 0, skill::FULL as i64),
    spin(names::MAX_PLIES, 400, 0, 10_000),
    spin(names::SEED, 0, 0, (1 << 31) - 1),
    OptionSpec { name: names::OWN_BOOK, kind: OptionKind::Check { default: false } },
    OptionSpec { name: names::BOOK_FILE, kind: OptionKind::Text { default: "", check: |_| Ok(()) } },
    spin(names::BOOK_VARIETY, 0, 0, variety::MAX_LOSS),
    spin(names::VARIETY, 0, 0, variety::MAX_LOSS),
    OptionSpec { name: NOTATION, kind: OptionKind::Combo { default: "own", values: &["own", DROPS] } },
    OptionSpec { name: names::LOG_FILE, kind: OptionKind::Text { default: "", check: |_| Ok(()) } },
];

/// An option as it is listed for clients.
#[derive(Clone, Debug)]
pub struct OptionDeclaration {
    /// Its name.
    pub name: &'static str,
    /// Type, default and range.
    pub kind: DeclarationKind,
}

/// [`OptionKind`] whose combo values may be known only at run time.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub enum DeclarationKind {
    Check { default: bool },
    Spin { default: i64, min: i64, max: i64 },
    Combo { default: &'static str, values: Vec<&'static str> },
    Text { default: &'static str, check: fn(&str) -> Result<(), &'static str> },
    Button,
}

impl From<OptionKind> for DeclarationKind {
    fn from(kind: OptionKind) -> Self {
        match kind {
            OptionKind::Check { default } => DeclarationKind::Check { default },
            OptionKind::Spin { default, min, max } => DeclarationKind::Spin { default, min, max },
            OptionKind::Combo { default, values } => DeclarationKind::Combo { default, values: values.to_vec() },
            OptionKind::Text { default, check } => DeclarationKind::Text { default, check },
            OptionKind::Button => DeclarationKind::Button,
        }
    }
}

impl DeclarationKind {
    fn default_text(&self) -> String {
        match self {
            DeclarationKind::Check { default } => default.to_string(),
            DeclarationKind::Spin { default, .. } => default.to_string(),
            DeclarationKind::Combo { default, .. } | DeclarationKind::Text { default, .. } => (*default).to_string(),
            DeclarationKind::Button => String::new(),
        }
    }

    /// The canonical spelling of a value; the error says what was expected.
    fn accept(&self, text: &str) -> Result<String, String> {
        match self {
            DeclarationKind::Check { .. } => {
                let word = text.to_ascii_lowercase();
                if matches!(word.as_str(), "true" | "false") { Ok(word) } else { Err("true or false".into()) }
            }
            DeclarationKind::Spin { min, max, .. } => match text.parse::<i64>() {
                Ok(number) if (*min..=*max).contains(&number) => Ok(number.to_string()),
                _ => Err(format!("a whole number from {min} to {max}")),
            },
            DeclarationKind::Combo { values, .. } => {
                let value = values.iter().find(|value| value.to_lowercase() == text.to_lowercase());
                value.map(|value| (*value).to_string()).ok_or_else(|| format!("one of {}", values.join(" ")))
            }
            DeclarationKind::Text { check, .. } => {
                let text = if text == "<empty>" { "" } else { text };
                check(text).map(|()| text.to_string()).map_err(str::to_string)
            }
            DeclarationKind::Button => Ok(String::new()),
        }
    }
}

/// What one variant adds to the options.
struct VariantOptions {
    options: &'static [OptionSpec],
    personalities: Vec<&'static str>,
}

struct CollectOptions;

impl Visitor for CollectOptions {
    type Out = VariantOptions;
    fn visit<P: Playable>(self, _: &'static Variant) -> VariantOptions {
        let mut personalities = vec![SEARCH];
        if P::SOLVED_TABLE.is_some() {
            personalities.insert(0, TABLE);
        }
        personalities.extend(P::ONE_PLY_PLAYERS.iter().map(|player| player.name));
        personalities.push(RANDOM);
        VariantOptions { options: P::OPTIONS, personalities }
    }
}

/// The personalities of a variant, the default first.
pub(super) fn personalities(variant: &'static Variant) -> Vec<&'static str> {
    games::visit(variant, CollectOptions).map(|found| found.personalities).unwrap_or_default()
}

/// The range of a spin option, by its printed name; empty if there is none.
pub fn spin_range(name: &str) -> RangeInclusive<i64> {
    match Options::default().declaration(name).map(|option| &option.kind) {
        Some(DeclarationKind::Spin { min, max, .. }) => *min..=*max,
        _ => RangeInclusive::new(1, 0),
    }
}

/// All options with their values.
#[derive(Clone, Debug)]
pub struct Options {
    declared: Vec<OptionDeclaration>,
    values: BTreeMap<String, String>,
    /// The player of each variant, by variant name.
    personalities: BTreeMap<&'static str, String>,
    /// Names and values that take precedence over the ones set, as long as a preset is selected.
    overrides: &'static [(&'static str, &'static str)],
}

/// The names that `UCI_Variant` lists if `notation` is the value of [`NOTATION`].
fn variant_names(notation: &str) -> Vec<&'static str> {
    let applies = |(option, value): (&str, &str)| option == NOTATION && value == notation;
    let presets = PRESETS.iter().filter(|preset| preset.condition.is_none_or(applies));
    VARIANTS.iter().map(|variant| variant.listed).chain(presets.map(|preset| preset.name)).collect()
}

impl Default for Options {
    fn default() -> Self {
        let mut declared: Vec<OptionDeclaration> =
            COMMON.iter().map(|spec| OptionDeclaration { name: spec.name, kind: spec.kind.into() }).collect();
        let kind = DeclarationKind::Combo { default: DEFAULT_VARIANT, values: variant_names("own") };
        declared.push(OptionDeclaration { name: names::VARIANT, kind });
        let mut players: Vec<&'static str> = vec![SEARCH];
        for variant in VARIANTS {
            let Some(found) = games::visit(variant, CollectOptions) else { continue };
            players.extend(found.personalities);
            for spec in found.options {
                if declared.iter().all(|known| known.name != spec.name) {
                    declared.push(OptionDeclaration { name: spec.name, kind: spec.kind.into() });
                }
            }
        }
        let mut seen = Vec::new();
        players.retain(|player| {
            !seen.contains(player) && {
                seen.push(*player);
                true
            }
        });
        let kind = DeclarationKind::Combo { default: SEARCH, values: players };
        declared.push(OptionDeclaration { name: names::PERSONALITY, kind });
        let values = declared.iter().map(|option| (option.name.to_lowercase(), option.kind.default_text())).collect();
        let personalities = VARIANTS
            .iter()
            .filter_map(|variant| Some((variant.name, personalities(variant).first()?.to_string())))
            .collect();
        Options { declared, values, personalities, overrides: &[] }
    }
}

/// A checked option value, not set yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting {
    /// The option's printed name.
    pub name: &'static str,
    /// The value in canonical spelling.
    pub value: String,
}

impl Options {
    /// All options, in the order in which they are listed.
    pub fn declared(&self) -> &[OptionDeclaration] {
        &self.declared
    }

    /// Checks a name and value, both in any case; the error says what was expected.
    pub fn check(&self, name: &str, value: Option<&str>) -> Result<Setting, String> {
        let wanted = name.to_lowercase();
        let option = self.declared.iter().find(|option| option.name.to_lowercase() == wanted);
        let option = option.ok_or_else(|| format!("unknown option '{name}', expected one that 'uci' lists"))?;
        let text = match (&option.kind, value) {
            (DeclarationKind::Button | DeclarationKind::Text { .. }, None) => "",
            (_, None) => return Err(format!("option '{}' needs 'value'", option.name)),
            (_, Some(value)) => value,
        };
        let accepted = option.kind.accept(text);
        let value =
            accepted.map_err(|wanted| format!("value '{text}' of option '{}', expected {wanted}", option.name))?;
        Ok(Setting { name: option.name, value })
    }

    /// Sets a checked value. A personality is set for `current` if that has it, else for every variant that has it.
    pub fn set(&mut self, setting: &Setting, current: &'static Variant) {
        if setting.name != names::PERSONALITY {
            self.values.insert(setting.name.to_lowercase(), setting.value.clone());
            if setting.name == NOTATION {
                self.list_variants(&setting.value);
            }
            return;
        }
        let has = |variant: &'static Variant| personalities(variant).contains(&setting.value.as_str());
        for variant in VARIANTS {
            if has(variant) && (variant == current || !has(current)) {
                self.personalities.insert(variant.name, setting.value.clone());
            }
        }
    }

    /// Updates the listed variant names for a value of [`NOTATION`].
    fn list_variants(&mut self, notation: &str) {
        if let Some(listing) = self.declared.iter_mut().find(|option| option.name == names::VARIANT) {
            listing.kind = DeclarationKind::Combo { default: DEFAULT_VARIANT, values: variant_names(notation) };
        }
    }

    /// Lets these values, by printed names, take precedence over the ones set, which are kept.
    pub fn set_overrides(&mut self, overrides: &'static [(&'static str, &'static str)]) {
        self.overrides = overrides;
    }

    /// The declaration of an option, by its printed name.
    pub fn declaration(&self, name: &str) -> Option<&OptionDeclaration> {
        self.declared.iter().find(|option| option.name == name)
    }

    /// The effective value, by the option's name in any case; empty for a button.
    pub fn effective(&self, name: &str, current: &'static Variant) -> Result<String, String> {
        let known = self.declared.iter().find(|option| option.name.to_lowercase() == name.to_lowercase());
        let known = known.ok_or_else(|| format!("unknown option '{name}', expected one that 'uci' lists"))?;
        Ok(match known.name {
            names::PERSONALITY => self.personality(current).to_string(),
            name => self.text(name).unwrap_or_default(),
        })
    }

    /// The effective value of an option, by its printed name.
    pub fn text(&self, name: &str) -> Option<String> {
        let overridden =
            self.overrides.iter().find(|(overridden, _)| *overridden == name).map(|(_, value)| (*value).to_string());
        overridden.or_else(|| self.values.get(&name.to_lowercase()).cloned())
    }

    /// The value of a spin option; 0 for any other.
    pub fn number(&self, name: &str) -> u64 {
        self.text(name).and_then(|text| text.parse().ok()).unwrap_or(0)
    }

    /// Whether a check option is set.
    pub fn is_set(&self, name: &str) -> bool {
        self.text(name).is_some_and(|text| text == "true")
    }

    /// The player of a variant.
    pub fn personality(&self, variant: &'static Variant) -> &str {
        self.personalities.get(variant.name).map_or(SEARCH, String::as_str)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(options: &mut Options, name: &str, value: &str, current: &str) {
        let setting = options.check(name, Some(value)).expect("valid");
        options.set(&setting, games::find(current).expect("a variant"));
    }

    #[test]
    fn a_personality_is_set_here_or_wherever_it_exists() {
        let mut options = Options::default();
        let player = |options: &Options, name| options.personality(games::find(name).expect("a variant")).to_string();
        assert_eq!(player(&options, "lgame"), TABLE);
        set(&mut options, "personality", "RANDOM", "othello");
        assert_eq!(player(&options, "othello"), RANDOM);
        assert_eq!(player(&options, "gomoku"), SEARCH);
        set(&mut options, "Personality", "search", "lgame");
        assert_eq!(player(&options, "lgame"), SEARCH);
        assert_eq!(player(&options, "rhombus"), TABLE);
        set(&mut options, "Personality", "table", "gomoku");
        assert_eq!(player(&options, "lgame"), TABLE);
        assert_eq!(player(&options, "gomoku"), SEARCH);
    }

    #[test]
    fn values_are_checked_and_spelled_canonically() {
        let options = Options::default();
        assert_eq!(options.check("hAsH", Some("0064")).expect("valid").value, "64");
        assert_eq!(options.check("Rule", Some("RENJU")).expect("valid").value, "renju");
        for (name, value) in
            [("Hash", "0"), ("Hash", "1048577"), ("Hash", "abc"), ("Ponder", "yes"), ("Rule", "chess"), ("Nope", "1")]
        {
            assert!(options.check(name, Some(value)).is_err(), "{name} {value}");
        }
        assert!(options.check("Hash", None).is_err());
        assert!(options.check("Clear Hash", None).is_ok());
    }
}
