//! An engine with a fault, for the tests: Quartet, whose output a filter changes.
//!
//! `fuzz-faulty FAULT [ARGUMENT]...`, with the arguments that the fuzzer gives an engine. `none` has no fault.

use quartet::cli::{Streams, run_with, serve_streams};
use quartet::engine::{Engines, engines};
use quartet::session::Protocol;
use quartet_fuzz::connection::WholeLines;
use std::io::Write;
use std::process::ExitCode;

/// What becomes of a line; `errors` is the number of errors given so far.
type LineFault = fn(line: &str, errors: usize) -> Vec<String>;

/// The faults of single lines.
const FAULTS: [(&str, LineFault); 15] = [
    ("no-bestmove", |line, _| without(line, "bestmove ")),
    ("two-bestmoves", |line, _| twice(line, "bestmove ")),
    ("illegal-bestmove", |line, _| changed(line, "bestmove ", |_| "bestmove z9".into())),
    ("no-readyok", |line, _| without(line, "readyok")),
    ("two-readyok", |line, _| twice(line, "readyok")),
    ("illegal-pv", |line, _| changed(line, "info depth ", |line| format!("{line} z9"))),
    ("no-nps", |line, _| changed(line, "info depth ", |line| line.replace(" nps ", " "))),
    ("large-score", |line, _| changed(line, "info depth ", |line| line.replace("score cp ", "score cp 99999"))),
    ("error-changes-state", |line, errors| changed(line, "key ", |_| format!("key {errors:016x}"))),
    ("panics", |line, errors| {
        if errors > 0 {
            eprintln!("thread 'main' panicked at nothing");
        }
        vec![line.into()]
    }),
    ("reports-panic", |line, _| changed(line, "bestmove ", |line| format!("info string error: panicked\n{line}"))),
    ("exits", |line, errors| if errors > 5 { std::process::exit(0) } else { vec![line.into()] }),
    // The numbers of the checks themselves are longer.
    ("no-number", |line, _| {
        let text = line.find(' ').filter(|end| (2..5).contains(end)).and_then(|end| line.get(end..));
        changed(line, "=", |line| text.map_or_else(|| line.into(), |text| format!("={text}")))
    }),
    ("two-ok", |line, _| twice(line, "OK")),
    ("two-ready", |line, _| twice(line, "ready.")),
];

fn changed(line: &str, head: &str, change: impl Fn(&str) -> String) -> Vec<String> {
    vec![if line.starts_with(head) { change(line) } else { line.into() }]
}

fn without(line: &str, head: &str) -> Vec<String> {
    if line.starts_with(head) { Vec::new() } else { vec![line.into()] }
}

fn twice(line: &str, head: &str) -> Vec<String> {
    vec![line.to_string(); 1 + usize::from(line.starts_with(head))]
}

/// Serves as the engine does that gets these arguments.
fn serve(fault: LineFault, arguments: &[String]) {
    let value = |name: &str| arguments.iter().find_map(|argument| argument.strip_prefix(name));
    let protocol = Protocol::named(value("--protocol=").unwrap_or("uci")).expect("a known one");
    let mut engines = Engines::new(engines::create_engine).expect("memory");
    engines.select(value("--variant=").unwrap_or("othello")).expect("a known one");
    let limits = ["--level=", "--nodes="].map(|name| value(name).and_then(|text| text.parse().ok()));
    let mut errors = 0;
    // Lines are changed on their way to stdout.
    let sink = &mut WholeLines::new(|line| {
        errors += usize::from(line.starts_with("info string error: "));
        fault(&line, errors).iter().try_for_each(|line| writeln!(std::io::stdout(), "{line}"))
    });
    let streams = Streams { source: Box::new(std::io::stdin()), sink, identity: None, after_quit: Box::new(|| ()) };
    serve_streams(engines, (Some(protocol), limits[0], limits[1]), streams).expect("threads");
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (fault, rest) = arguments.split_first().expect("a fault");
    let no_fault: LineFault = |line, _| vec![line.into()];
    match fault.as_str() {
        "none" => return run_with(std::iter::once("quartet".into()).chain(rest.iter().map(Into::into))),
        "status" => {
            serve(no_fault, rest);
            return ExitCode::from(3);
        }
        "never-ends" => {
            serve(no_fault, rest);
            loop {
                std::thread::park();
            }
        }
        "leaks" => {
            let memory = vec![1_u8; 400 << 20];
            serve(no_fault, rest);
            drop(memory);
        }
        name => {
            let (_, fault) = FAULTS.iter().find(|(known, _)| *known == name).expect("a known fault");
            serve(*fault, rest);
        }
    }
    ExitCode::SUCCESS
}
