//! Imports between modules point in one direction: cli → solve_file, dialect → session → engine → games → search,
//! retrograde → game and the modules that import nothing.

use super::repository::files;
use std::path::Path;

/// Each layer with the other layers that it may import.
const LAYERS: &[(&str, &[&str])] = &[
    ("random", &[]),
    ("memory_hints", &[]),
    ("file_identity", &[]),
    ("byte_order_mark", &[]),
    ("option_parsing", &[]),
    ("shard", &[]),
    ("whole_number", &[]),
    ("sync", &[]),
    ("score", &[]),
    ("wdl", &["score"]),
    ("game", &["score"]),
    ("retrograde", &["game", "score", "random"]),
    ("search", &["game", "wdl", "score", "random", "memory_hints", "sync"]),
    ("games", &["search", "retrograde", "game", "wdl", "score", "random", "memory_hints", "whole_number"]),
    ("engine", &["games", "search", "retrograde", "game", "wdl", "score", "random", "whole_number"]),
    ("session", &["engine", "search", "game", "score", "file_identity", "byte_order_mark"]),
    ("dialect", &["session", "engine", "game", "wdl", "score", "whole_number"]),
    (
        "solve_file",
        &[
            "engine",
            "games",
            "search",
            "score",
            "file_identity",
            "byte_order_mark",
            "option_parsing",
            "shard",
            "whole_number",
        ],
    ),
    ("cli", &["solve_file", "dialect", "session", "engine", "games", "file_identity", "option_parsing"]),
];

/// The layers named in the `crate::…` paths of a source text outside comments.
fn imported(text: &str) -> Vec<String> {
    let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
    let mut layers = Vec::new();
    for line in code {
        for part in line.split("crate::").skip(1) {
            let names = part.strip_prefix('{').map_or(part, |list| list.split('}').next().unwrap_or(list));
            let list: Vec<&str> = if part.starts_with('{') { names.split(',').collect() } else { vec![names] };
            for name in list {
                let end = name.trim().find(|c: char| !c.is_alphanumeric() && c != '_');
                layers.push(name.trim()[..end.unwrap_or(name.trim().len())].to_string());
            }
        }
    }
    layers
}

#[test]
fn imports_point_one_way() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let files = files("src", &["rs"]);
    assert!(files.len() > 20);
    let mut forbidden = Vec::new();
    for file in files {
        let place = file.strip_prefix(&root).expect("below src").to_string_lossy().replace('\\', "/");
        let layer = place.split('/').next().unwrap_or_default().trim_end_matches(".rs");
        let Some((_, allowed)) = LAYERS.iter().find(|(name, _)| *name == layer) else {
            assert!(matches!(layer, "main" | "lib"), "{place} belongs to no layer");
            continue;
        };
        let text = std::fs::read_to_string(&file).expect("a text");
        for name in imported(&text) {
            if name != layer && !allowed.contains(&name.as_str()) {
                forbidden.push(format!("{place} imports {name}"));
            }
        }
    }
    assert!(forbidden.is_empty(), "{forbidden:#?}");
}

/// Code that several games share is in `games` itself.
#[test]
fn games_do_not_import_each_other() {
    let names = ["lgame", "rhombus", "othello", "gomoku"];
    for name in names {
        for file in files(&format!("src/games/{name}"), &["rs"]) {
            let text = std::fs::read_to_string(&file).expect("a text");
            for other in names.iter().filter(|other| **other != name) {
                assert!(!text.contains(&format!("games::{other}")), "{} names {other}", file.display());
            }
        }
    }
}

/// Only the command line and `solve_file` use stdin and stdout directly.
#[test]
fn nothing_prints_past_the_session() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let files = files("src", &["rs"]);
    for file in files {
        let text = std::fs::read_to_string(&file).expect("a text");
        let outside = !["cli", "solve_file"].iter().any(|layer| file.starts_with(root.join(layer)));
        for word in ["println!", "print!", "stdin()", "stdout()"] {
            let used = text
                .lines()
                .any(|line| line.contains(word) && !line.contains("eprint") && !line.trim_start().starts_with("//"));
            assert!(!(used && outside), "{} uses {word}", file.display());
        }
    }
}
