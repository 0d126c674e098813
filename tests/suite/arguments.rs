//! The command line: variants, commands, errors, help.

use std::process::{Command, Output, Stdio};

/// Runs the program with empty input.
fn run(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_quartet"));
    command.args(arguments).stdin(Stdio::null()).output().expect("the program starts")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn a_first_word_that_is_a_variant_selects_it() {
    for (arguments, expected) in [
        (&["gomoku", "query", "option", "UCI_Variant"][..], "response gomoku\n"),
        (&["GOBANG", "query", "stones"], "response x 0 o 0\n"),
        (&["gomokufreestyle", "query", "option", "BoardSize"], "response 15\n"),
        (&["斜方棋", "query", "hand"], "response x 5 o 5\n"),
        (&["--variant", "lgame", "rhombus", "query", "hand"], "response x 5 o 5\n"),
        (&["--variant=lgame", "query", "stones"], "response x 4 o 4\n"),
        (&["lgame"], ""),
    ] {
        let output = run(arguments);
        assert_eq!((text(&output.stdout).as_str(), output.status.code()), (expected, Some(0)), "{arguments:?}");
    }
}

#[test]
fn any_other_first_word_is_refused() {
    for (arguments, message) in [
        (&["play"][..], "unknown command 'play'"),
        (&["info"], "unknown command 'info'"),
        (&["end"], "unknown command 'end'"),
        (&["joho", "isready"], "unknown command 'joho'"),
        (&["gomuku", "go", "depth", "2"], "did you mean 'gomoku'?"),
        (&["bnech"], "did you mean 'bench'?"),
        (&["solvefile", "x"], "did you mean 'solve-file'?"),
        (&["isready", "then", "positon", "startpos"], "did you mean 'position'?"),
        (&["d", "then"], "unknown command 'then'"),
        (&["--variants", "gomoku"], "did you mean '--variant'?"),
        (&["-x"], "unknown option '-x'"),
        (&["--variant"], "--variant needs a value"),
        (&["--variant", "chess"], "unknown variant 'chess'"),
        (&["--protocol", "xboard"], "unknown protocol 'xboard'"),
        (&["verify", "a", "b"], "'b' is one word too many (after verify)"),
        (&["solve-file", "a", "--thread", "2"], "did you mean '--threads'?"),
        (&["--protocol", "gomocup", "uci"], "unknown command 'uci'"),
    ] {
        let output = run(arguments);
        let errors = text(&output.stderr);
        assert_eq!((output.status.code(), text(&output.stdout).as_str()), (Some(2), ""), "{arguments:?}");
        assert!(errors.starts_with("error: ") && errors.contains(message), "{arguments:?}: {errors}");
    }
}

#[test]
fn help_can_follow_every_command() {
    for (arguments, expected) in [
        (&["--help"][..], "usage: quartet [OPTION]"),
        (&["-h"], "usage: quartet [OPTION]"),
        (&["gomoku", "--help"], "usage: quartet [OPTION]"),
        (&["solve-file", "--help"], "usage: quartet [VARIANT] solve-file FILE"),
        (&["solve-file", "FILE", "--wld", "-h"], "usage: quartet [VARIANT] solve-file FILE"),
        (&["verify", "--help"], "usage: quartet verify FILE"),
        (&["go", "--help"], "go perft N - "),
        (&["bench", "-h"], "bench [depth] [threads] [hash] - "),
        (&["ucinewgame", "--help"], "ucinewgame | uginewgame - "),
        (&["register", "--help"], "register - "),
    ] {
        let output = run(arguments);
        let reported = text(&output.stdout);
        assert!(output.status.success() && reported.contains(expected), "{arguments:?}: {reported}");
    }
    assert_eq!(run(&["--version"]).stdout, format!("quartet {}\n", env!("CARGO_PKG_VERSION")).into_bytes());
}

#[test]
fn arguments_of_gomocup_managers_are_accepted() {
    let output = run(&["--force-utf8"]);
    assert_eq!((output.status.code(), output.stderr.len()), (Some(0), 0));
}
