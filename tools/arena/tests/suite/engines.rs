//! All subcommands accept an engine in the same form.

use crate::support::{ARENA, Folder, quartet};
use std::process::{Command, Output, Stdio};

/// Arguments for each subcommand that takes an engine, with `ENGINE` in its place.
const COMMANDS: [&[&str]; 4] = [
    &[
        "match",
        "--variant=lgame",
        "--engine",
        "name=a",
        "cmd=ENGINE",
        "--engine",
        "name=b",
        "cmd=ENGINE",
        "--each",
        "depth=1",
    ],
    &["check", "--variant=lgame", "--step=isready-idle", "--engine", "ENGINE"],
    &["experiments", "ladder", "lgame", "--depths=1", "--games=2", "--engine", "ENGINE"],
    &["play", "lgame", "--x", "cmd=ENGINE", "depth=1", "--o", "cmd=ENGINE", "depth=1"],
];

fn run(words: &[&str], engine: &str) -> Output {
    let words = words.iter().map(|word| word.replace("ENGINE", engine));
    Command::new(ARENA).args(words).stdin(Stdio::null()).output().expect("it starts")
}

#[test]
fn a_file_or_a_command_line_with_quotes() {
    let folder = Folder::new();
    let program = folder.file("my engine");
    std::fs::copy(quartet(), &program).expect("a copy");
    let path = program.to_str().expect("text");
    let escaped = path.replace(' ', "\\ ");
    for words in COMMANDS {
        for engine in [path, &format!("'{path}'"), &escaped] {
            let output = run(words, engine);
            let said = [&output.stdout[..], &output.stderr].concat();
            let said = String::from_utf8_lossy(&said);
            assert!(output.status.success(), "{} of {engine}: {said}", words[0]);
        }
    }
}

#[test]
fn a_wrong_command_line_is_one_error() {
    for words in COMMANDS {
        for (engine, why) in
            [("'no end", "quotation marks"), ("no-such-engine -x", "cannot start 'no-such-engine'"), ("", "empty")]
        {
            let output = run(words, engine);
            let error = String::from_utf8_lossy(&output.stderr);
            let errors = error.lines().filter(|line| line.starts_with("error: ")).count();
            // A scheduler may try a match on another machine.
            let status = if words[0] == "match" && engine.starts_with("no-such") { 4 } else { 2 };
            assert!(
                output.status.code() == Some(status) && errors == 1 && error.contains(why),
                "{} of {engine}: {error}",
                words[0]
            );
        }
    }
}
