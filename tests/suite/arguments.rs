//! The command line: variants, commands, errors, help.

use quartet::games::common::processor::{LEVEL_VARIABLE, Processor};
use std::io::Write;
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
        (&["--variant", "flipello", "moves"], "moves P@d6 P@c5 P@f4 P@e3\n"),
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
        (&["-gtpx"], "unknown option '-g'"),
        (&["-l"], "--level needs a value"),
        (&["-l", "0"], "--level '0', expected a positive number"),
        (&["--nodes", "many"], "--nodes 'many', expected a positive number"),
        (&["-t", "0"], "value '0' of option 'Threads'"),
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

/// The output for these arguments and this input.
fn output(arguments: &[&str], input: &str) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_quartet"));
    let child = command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
    let mut child = child.expect("the program starts");
    child.stdin.take().expect("a pipe").write_all(input.as_bytes()).expect("it reads");
    text(&child.wait_with_output().expect("it ends").stdout)
}

#[test]
fn a_protocol_is_selected_in_several_ways() {
    for (name, input, expected) in [
        ("gtp", "4 name\n", "=4 Quartet\n\n"),
        ("nboard", "ping 2\n", "pong 2\n"),
        ("cassio", "ENGINE-PROTOCOL init\n", "ready.\n"),
    ] {
        for arguments in [&["--protocol", name][..], &[&format!("--{name}")], &[&format!("-{name}")], &[name]] {
            assert_eq!(output(arguments, input), expected, "{arguments:?}");
        }
        // Each is recognised by its first line as well.
        let opening = if name == "nboard" { "nboard 2\n" } else { "" };
        assert!(output(&[], &format!("{opening}{input}")).ends_with(expected), "{name}");
    }
}

#[test]
fn limits_and_threads_are_options_of_the_program() {
    let depth = |arguments: &[&str]| {
        let text = output(&[&["--nboard"], arguments].concat(), "hint 1\n");
        text.lines().rfind(|line| line.starts_with("search ")).map(|line| line.rsplit(' ').next().map(str::to_string))
    };
    assert_eq!(depth(&["-l", "3"]), Some(Some("3".into())));
    assert_eq!(depth(&["-l4", "-t", "1"]), Some(Some("4".into())));
    assert_eq!(depth(&["--level", "5", "-n", "2"]), Some(Some("5".into())));
    assert_eq!(output(&["-t", "3"], "query option Threads\n"), "response 3\n");
    assert_eq!(output(&["--threads", "2"], "query option Threads\n"), "response 2\n");
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
    let version = String::from_utf8(run(&["--version"]).stdout).expect("text");
    let lines: Vec<_> = version.lines().collect();
    assert_eq!(lines[0], format!("quartet {}", env!("CARGO_PKG_VERSION")));
    assert_eq!(lines[2], format!("processor {}", Processor::detect().name()));
    assert!(lines[1].starts_with("commit ") && lines.len() == 3, "{version}");
}

#[test]
fn arguments_of_gomocup_managers_are_accepted() {
    let output = run(&["--force-utf8"]);
    assert_eq!((output.status.code(), output.stderr.len()), (Some(0), 0));
}

#[test]
fn a_variable_chooses_the_instruction_set() {
    let with = |level: &str, word: &str| {
        let output = Command::new(env!("CARGO_BIN_EXE_quartet"))
            .arg(word)
            .env(LEVEL_VARIABLE, level)
            .stdin(Stdio::null())
            .output()
            .expect("it ends");
        let lines = |bytes: &[u8]| text(bytes).lines().map(str::to_string).collect::<Vec<_>>();
        (output.status.code(), lines(&output.stdout), lines(&output.stderr))
    };
    let mut totals = Vec::new();
    for level in Processor::levels().into_iter().map(Processor::name) {
        assert_eq!(with(level, "--version").1[2], format!("processor {level}"));
        let help = with(level, "--help").1;
        assert!(help.last().is_some_and(|line| line.ends_with(&format!("(now in use: {level})"))), "{help:?}");
        let bench = with(level, "bench").1;
        let [.., processor, total] = &bench[..] else { panic!("{bench:?}") };
        assert_eq!(processor, &format!("info string bench processor {level}"));
        totals.push(total.split(' ').next().map(str::to_string));
    }
    assert!(totals.iter().all(|nodes| *nodes == totals[0]), "{totals:?}");
    let (status, printed, errors) = with("x86-64-v1", "moves");
    assert_eq!((status, printed.len(), errors.len()), (Some(2), 0, 1));
    assert!(errors[0].starts_with("error: QUARTET_LEVEL is 'x86-64-v1', expected one of "), "{errors:?}");
}
