//! The documents against the program: every transcript in `protocol.md` and `README.md` is run over pipes, and the
//! documented commands and options are those of the program.
//!
//! A transcript is a fenced block with info string `transcript`. Its lines are `> input`, `< output` with `*` for any
//! text, `<` for an empty line, and `< ...` for any number of lines, as few as possible. A first line `$ quartet …`
//! gives the arguments. The input ends after the last line of input. There must be no further output, and the exit
//! status must be as expected.

use super::client::{Client, TIMEOUT, script};
use std::collections::BTreeSet;
use std::path::Path;

/// A step of a transcript.
enum Step {
    Send(String),
    Expect(String),
    Skip,
}

/// A transcript.
struct Transcript {
    /// The position of the block in the document.
    place: String,
    arguments: Vec<String>,
    /// The steps, with line numbers of the document.
    steps: Vec<(usize, Step)>,
}

/// The text of a document in the root of the repository.
fn document(name: &str) -> String {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(name)).expect("the document")
}

/// The transcripts of a document; the error names an invalid line.
fn transcripts(name: &str, text: &str) -> Result<Vec<Transcript>, String> {
    let mut found: Vec<Transcript> = Vec::new();
    let mut inside = false;
    for (number, line) in (1..).zip(text.lines()) {
        if !inside {
            if line.trim() == "```transcript" {
                inside = true;
                let place = format!("{name}, transcript {} at line {number}", found.len() + 1);
                found.push(Transcript { place, arguments: Vec::new(), steps: Vec::new() });
            }
            continue;
        }
        let Some(block) = found.last_mut() else { continue };
        if line == "```" {
            inside = false;
        } else if line == "< ..." {
            block.steps.push((number, Step::Skip));
        } else if line == "<" {
            block.steps.push((number, Step::Expect(String::new())));
        } else if let Some(text) = line.strip_prefix("> ") {
            block.steps.push((number, Step::Send(text.into())));
        } else if let Some(text) = line.strip_prefix("< ") {
            block.steps.push((number, Step::Expect(text.into())));
        } else if let Some(words) = line.strip_prefix("$ quartet").filter(|_| block.steps.is_empty()) {
            block.arguments = words.split_whitespace().map(str::to_string).collect();
        } else {
            return Err(format!("{}, line {number}: '{line}' is no line of a transcript", block.place));
        }
    }
    if inside { Err(format!("{name}: the last transcript has no end")) } else { Ok(found) }
}

/// Whether a text matches a pattern, in which each `*` stands for any text.
fn fits(pattern: &str, text: &str) -> bool {
    let mut pieces = pattern.split('*');
    let first = pieces.next().unwrap_or_default();
    let Some(mut rest) = text.strip_prefix(first) else { return false };
    let Some(last) = pieces.next_back() else { return rest.is_empty() };
    for piece in pieces {
        let Some((_, tail)) = rest.split_once(piece) else { return false };
        rest = tail;
    }
    rest.ends_with(last)
}

/// Prints the current step if the test panics, for example because the program hangs.
struct Place(String);

impl Drop for Place {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("{}", self.0);
        }
    }
}

/// Runs a transcript; the error describes the first difference.
fn run(block: &Transcript) -> Result<(), String> {
    let mut place = Place(block.place.clone());
    let arguments: Vec<&str> = block.arguments.iter().map(String::as_str).collect();
    let mut client = Client::start(&arguments);
    let (mut skip, mut erred) = (false, false);
    let mut inputs = block.steps.iter().filter(|(_, step)| matches!(step, Step::Send(_))).count();
    for (number, step) in &block.steps {
        place.0 = format!("{}, line {number}", block.place);
        if inputs == 0 {
            client.close_input();
        }
        match step {
            Step::Send(line) => {
                client.send(line);
                inputs -= 1;
            }
            Step::Skip => skip = true,
            Step::Expect(pattern) => {
                let mut passed = Vec::new();
                loop {
                    let Some(line) = client.next_within(TIMEOUT) else {
                        let passed = if passed.is_empty() { "nothing".into() } else { passed.join("\n  ") };
                        return Err(format!("{}: expected '{pattern}', the output ended after\n  {passed}", place.0));
                    };
                    erred |= line.starts_with("info string error: ");
                    if fits(pattern, &line) {
                        break;
                    }
                    if !skip {
                        return Err(format!("{}: expected '{pattern}', found '{line}'", place.0));
                    }
                    passed.push(line);
                }
                skip = false;
            }
        }
    }
    let (rest, status) = client.finish();
    if let Some(line) = rest.first().filter(|_| !skip) {
        return Err(format!("{}: expected the end of output, found '{line}'", block.place));
    }
    // The exit status is 1 if a command on the command line gave an error, otherwise 0.
    let one_shot = commands(&block.arguments).next().is_some();
    let wanted = i32::from(one_shot && erred);
    match status.code() {
        Some(code) if code == wanted => Ok(()),
        _ => Err(format!("{}: expected exit status {wanted}, found {status}", block.place)),
    }
}

/// The arguments that are commands: those after the options, each of which has a value.
fn commands(arguments: &[String]) -> impl Iterator<Item = &String> {
    let options = arguments.iter().step_by(2).take_while(|word| word.starts_with("--")).count();
    arguments.iter().skip(2 * options)
}

#[test]
fn every_transcript_matches_the_output() {
    let mut failures = Vec::new();
    for (name, least) in [("protocol.md", 30), ("README.md", 1)] {
        match transcripts(name, &document(name)) {
            Ok(blocks) if blocks.len() < least => failures.push(format!("{name}: fewer than {least} transcripts")),
            Ok(blocks) => failures.extend(blocks.iter().filter_map(|block| run(block).err())),
            Err(error) => failures.push(error),
        }
    }
    assert!(failures.is_empty(), "\n{}\n", failures.join("\n"));
}

#[test]
fn a_transcript_that_differs_is_detected() {
    let verdict = |text: &str| transcripts("x", &format!("```transcript\n{text}\n```\n")).map(|blocks| run(&blocks[0]));
    assert_eq!(verdict("> isready\n< readyok"), Ok(Ok(())));
    assert_eq!(verdict("> go depth 2\n< ...\n< info depth 2 * pv *\n< ..."), Ok(Ok(())));
    assert_eq!(verdict("$ quartet --variant lgame go depth x\n< *error*"), Ok(Ok(())));
    for wrong in ["> isready\n< readyok\n< readyok", "> isready", "> isready\n< ready", "> moves\n< ...\n< response"] {
        let failure = verdict(wrong).expect("a transcript").expect_err(wrong);
        assert!(failure.starts_with("x, transcript 1 at line 1"), "{failure}");
    }
    assert!(verdict("isready").is_err());
    assert!(transcripts("x", "```transcript\n> isready\n").is_err());
    assert!(fits("a*b*c", "aXbYc") && fits("*", "") && fits("a*", "a") && fits("ab", "ab"));
    assert!(!fits("a*b*c", "aXc") && !fits("ab", "abc") && !fits("a*a", "a") && !fits("*b*b", "ab"));
}

/// Words in backticks.
fn quoted(text: &str) -> impl Iterator<Item = String> {
    text.split('`').skip(1).step_by(2).map(str::to_string)
}

/// The lines of a chapter.
fn chapter<'a>(text: &'a str, title: &str) -> Vec<&'a str> {
    let heading = format!("## {title}");
    text.lines().skip_while(|line| *line != heading).skip(1).take_while(|line| !line.starts_with("## ")).collect()
}

#[test]
fn every_command_has_a_section_and_every_section_a_command() {
    let text = document("protocol.md");
    let headings = chapter(&text, "Commands").into_iter().filter(|line| line.starts_with("### "));
    let written: BTreeSet<String> = headings.flat_map(quoted).collect();
    let mut listed = BTreeSet::new();
    for line in script("help\n") {
        let usage = line.split(" - ").next().unwrap_or_default();
        listed.extend(usage.split(" | ").filter_map(|way| way.split(' ').next()).map(str::to_string));
    }
    assert!(!listed.is_empty());
    assert_eq!(written, listed, "sections of protocol.md and commands of 'help'");
}

/// The first three cells of the table row for an `option` line, with the type without the values of a combo.
fn row(line: &str) -> String {
    let line = line.strip_prefix("option name ").unwrap_or(line);
    let (name, rest) = line.split_once(" type ").expect("a type");
    let words: Vec<&str> = rest.split(' ').collect();
    let kind = match words.as_slice() {
        ["spin", "default", _, "min", least, "max", greatest] => format!("spin {least}–{greatest}"),
        _ => words[0].to_string(),
    };
    let default = words.get(2).map(|default| format!(" `{default}`")).unwrap_or_default();
    format!("| `{name}` | {kind} |{default} |")
}

#[test]
fn every_option_has_a_row_and_every_row_an_option() {
    let text = document("protocol.md");
    let mut in_options = false;
    let mut written = BTreeSet::new();
    for line in text.lines() {
        in_options = line.starts_with("| option |") || in_options && line.starts_with('|');
        if in_options && line.starts_with("| `") {
            written.insert(line.split('|').take(4).collect::<Vec<_>>().join("|") + "|");
        }
    }
    let uci = script("uci\n");
    let listed: BTreeSet<String> =
        uci.iter().filter(|line| line.starts_with("option ")).map(|line| row(line)).collect();
    assert!(!listed.is_empty());
    assert_eq!(written, listed, "option tables of protocol.md and options of 'uci'");
}

#[test]
fn every_variant_has_a_row() {
    let text = document("protocol.md");
    let rows: Vec<_> = chapter(&text, "Variants").into_iter().filter(|line| line.starts_with("| [`")).collect();
    let named = |variant: &quartet::games::Variant| {
        let names = std::iter::once(variant.name).chain(variant.aliases.iter().copied());
        let cells: Vec<_> = names.map(|name| format!("`{name}`")).collect();
        rows.iter().any(|row| cells.iter().all(|cell| row.contains(cell)))
    };
    for variant in quartet::games::VARIANTS {
        assert!(named(variant), "no row with {} and its aliases", variant.name);
    }
    assert_eq!(rows.len(), quartet::games::VARIANTS.len());
}
