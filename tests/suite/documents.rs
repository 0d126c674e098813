//! The documents and comments of the whole repository: links have targets, and no line is too wide.

use super::repository::files;
use std::collections::HashSet;
use std::path::Path;

/// The widest line of a comment or of prose, in columns.
const COLUMNS: usize = 120;
/// The maximum length of the README, in lines.
const FRONT_PAGE: usize = 150;

/// The lines of a Markdown text outside fenced blocks, with their numbers from 1.
fn prose(text: &str) -> Vec<(usize, &str)> {
    let mut fenced = false;
    let mut lines = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        if line.trim_start().starts_with("```") {
            fenced = !fenced;
        } else if !fenced {
            lines.push((number, line));
        }
    }
    lines
}

/// The lines of a source or settings file that are comments, with their numbers from 1.
fn comments(text: &str) -> Vec<(usize, &str)> {
    let is_comment = |line: &str| line.starts_with("//") || (line.starts_with('#') && !line.starts_with("#["));
    (1..).zip(text.lines()).filter(|(_, line)| is_comment(line.trim_start())).collect()
}

/// Whether a line belongs to a table, whose rows cannot be broken.
fn is_table(line: &str) -> bool {
    line.trim_start().trim_start_matches(['/', '!']).trim_start().starts_with('|')
}

/// The anchors of the headings of a Markdown text, formed as GitHub does.
fn anchors(text: &str) -> HashSet<String> {
    let headings = prose(text).into_iter().filter(|(_, line)| line.starts_with('#'));
    let kept = |c: char| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_');
    headings
        .map(|(_, line)| line.trim_start_matches('#').trim().to_lowercase())
        .map(|heading| heading.chars().filter(|c| kept(*c)).collect::<String>().replace(' ', "-"))
        .collect()
}

/// The targets of the inline links of a line.
fn targets(line: &str) -> Vec<&str> {
    line.split("](").skip(1).filter_map(|rest| rest.split(')').next()).collect()
}

#[test]
fn every_link_leads_somewhere() {
    let documents = files("", &["md"]);
    assert!(documents.len() > 5, "{documents:?}");
    let mut broken = Vec::new();
    let mut links = 0;
    for document in documents {
        let text = std::fs::read_to_string(&document).expect("a text");
        for (number, line) in prose(&text) {
            for target in targets(line).into_iter().filter(|target| !target.contains("://")) {
                links += 1;
                let (file, anchor) = target.split_once('#').map_or((target, None), |(file, name)| (file, Some(name)));
                let file = match file {
                    "" => document.clone(),
                    _ => document.parent().expect("a folder").join(file),
                };
                let has = |anchor| std::fs::read_to_string(&file).is_ok_and(|text| anchors(&text).contains(anchor));
                if !file.exists() || !anchor.is_none_or(has) {
                    broken.push(format!("{}:{number}: {target}", document.display()));
                }
            }
        }
    }
    assert!(broken.is_empty() && links > 50, "{links} links, {broken:#?}");
}

#[test]
fn the_readme_is_short() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md");
    let lines = std::fs::read_to_string(path).expect("a text").lines().count();
    assert!(lines <= FRONT_PAGE, "{lines} lines");
}

#[test]
fn no_line_of_prose_is_too_wide() {
    let is_wide = |line: &str| line.chars().count() > COLUMNS && !is_table(line);
    let mut wide = Vec::new();
    for path in files("", &["md", "rs", "toml"]) {
        let text = std::fs::read_to_string(&path).expect("a text");
        let is_document = path.extension().is_some_and(|ending| ending == "md");
        let lines = if is_document { prose(&text) } else { comments(&text) };
        let found = lines.into_iter().filter(|(_, line)| is_wide(line));
        wide.extend(found.map(|(number, _)| format!("{}:{number}", path.display())));
    }
    assert!(wide.is_empty(), "{} lines: {wide:#?}", wide.len());
}
