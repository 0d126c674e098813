//! The engines that can be started.

use anyhow::{Result, bail};
use quartet_arena::settings::{EngineSettings, Protocol};
use serde::Serialize;

/// The name of the engine that is this program itself.
pub const QUARTET: &str = "quartet";

/// The longest name of an engine, in bytes.
const LONGEST_NAME: usize = 40;

/// The engines of the command line, besides Quartet.
pub struct Catalogue {
    others: Vec<EngineSettings>,
}

/// An engine as the page is told about it.
#[derive(Serialize)]
struct Entry<'a> {
    name: &'a str,
    protocol: Option<Protocol>,
    variants: &'a [&'a str],
    /// Whether the whole of Quartet's protocol can be used: queries, analysis, levels.
    native: bool,
}

impl Catalogue {
    /// A catalogue of Quartet and these engines; fails if a name occurs twice or cannot be part of an engine's id.
    pub fn new(others: Vec<EngineSettings>) -> Result<Catalogue> {
        let mut names = vec![QUARTET];
        for engine in &others {
            let name = engine.name.as_str();
            if name.is_empty() || name.len() > LONGEST_NAME || name.contains(':') {
                bail!("engine name '{name}', expected 1 to {LONGEST_NAME} bytes without a colon");
            }
            if names.contains(&name) {
                bail!("two engines have the name '{name}', expected different names");
            }
            names.push(name);
        }
        Ok(Catalogue { others })
    }

    /// Whether there is an engine of this name.
    pub fn has(&self, name: &str) -> bool {
        name == QUARTET || self.other(name).is_some()
    }

    /// The settings of an engine of the command line.
    pub fn other(&self, name: &str) -> Option<&EngineSettings> {
        self.others.iter().find(|engine| engine.name == name)
    }

    /// All engines as JSON: a list of objects with `name`, `protocol`, `variants` and `native`.
    pub fn to_json(&self) -> Result<String> {
        let all = Protocol::Uci.variants();
        let own = Entry { name: QUARTET, protocol: None, variants: all, native: true };
        let others = self.others.iter().map(|engine| Entry {
            name: &engine.name,
            protocol: Some(engine.protocol),
            variants: engine.protocol.variants(),
            native: false,
        });
        let entries: Vec<Entry<'_>> = std::iter::once(own).chain(others).collect();
        Ok(serde_json::to_string(&entries)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn engine(name: &str) -> EngineSettings {
        EngineSettings { name: name.into(), protocol: Protocol::Nboard, ..EngineSettings::default() }
    }

    #[test]
    fn names_are_different_and_can_be_part_of_an_id() {
        let catalogue = Catalogue::new(vec![engine("edax"), engine("NTest 5")]).expect("two engines");
        assert!(catalogue.has("quartet") && catalogue.has("NTest 5") && !catalogue.has("ntest"));
        for wrong in [vec!["edax", "edax"], vec!["quartet"], vec!["a:b"], vec![""]] {
            assert!(Catalogue::new(wrong.iter().map(|name| engine(name)).collect()).is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn the_page_is_told_which_games_an_engine_plays() {
        let catalogue = Catalogue::new(vec![engine("edax")]).expect("an engine");
        let json = catalogue.to_json().expect("JSON");
        assert!(
            json.contains(r#"{"name":"edax","protocol":"nboard","variants":["othello"],"native":false}"#),
            "{json}"
        );
    }
}
