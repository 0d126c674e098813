//! The check of the real engine, which passes, and of broken ones, which fail the right steps.

use crate::support::{ARENA, quartet};
use quartet_arena::check::context::Settings;
use quartet_arena::check::runner::{StepStatus, plan, query_capabilities, run_steps};
use quartet_arena::check::steps;
use quartet_arena::fault::Cancel;
use quartet_arena::process::Launch;
use std::collections::BTreeSet;
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::time::Duration;

/// Each fault with the game of the check and the steps that have to detect it.
const CAUGHT: &[(&str, &str, &[&str])] = &[
    ("two-bestmoves", "othello", &["bestmove-once", "go-depth"]),
    ("no-bestmove", "othello", &["bestmove-once"]),
    ("illegal-bestmove", "gomoku", &["bestmove-legal", "bestmove-heads-pv"]),
    ("shouted-bestmove", "gomoku", &["bestmove-legal"]),
    ("illegal-pv", "rhombus", &["info-pv-legal"]),
    ("pv-without-bestmove", "othello", &["bestmove-heads-pv"]),
    ("no-info", "othello", &["info-final"]),
    ("no-multipv", "lgame", &["info-form"]),
    ("fractions", "othello", &["info-form"]),
    ("double-spaces", "othello", &["info-form", "line-output"]),
    ("blank-at-end", "rhombus", &["line-output", "moves"]),
    ("bound-at-end", "othello", &["info-exact"]),
    ("nodes-fall", "gomoku", &["info-grows"]),
    ("mate-too-long", "rhombus", &["values-solved", "go-mate", "multipv-values"]),
    ("always-ponder", "othello", &["ugi-bare-bestmove", "bestmove-heads-pv"]),
    ("never-ponder", "othello", &["uci-ponder-move"]),
    ("null-move", "gomoku", &["over-answer", "over-held"]),
    ("over-with-pv", "othello", &["over-answer"]),
    ("ranks-swapped", "othello", &["multipv-complete"]),
    ("rank-missing", "rhombus", &["multipv-count", "multipv-distinct"]),
    ("searchmoves-ignored", "gomoku", &["go-searchmoves", "go-any-order"]),
    ("too-deep", "othello", &["go-depth"]),
    ("too-many-nodes", "othello", &["go-nodes"]),
    ("too-slow", "gomoku", &["go-movetime"]),
    ("clock-ignored", "gomoku", &["go-clock", "go-clock-none"]),
    ("chances-untold", "gomoku", &["wdl-on"]),
    ("skill-ignored", "othello", &["skill-errs"]),
    ("seed-ignored", "gomoku", &["skill-seed", "random-seed"]),
    ("mate-not-refuted", "rhombus", &["go-mate-none"]),
    ("late-ready", "othello", &["isready-search", "storm-isready"]),
    ("infinite-ends", "gomoku", &["go-infinite"]),
    ("plain-go-ends", "othello", &["go-plain"]),
    ("ponder-ends", "lgame", &["go-ponder"]),
    ("stop-ignored", "othello", &["stop-latency"]),
    ("stop-late", "gomoku", &["stop-latency", "stop-latency-first"]),
    ("stop-answered-idle", "othello", &["stop-idle"]),
    ("ponderhit-ignored", "othello", &["ponderhit-lets-go"]),
    ("ponderhit-stops", "gomoku", &["ponderhit-time", "ponderhit-infinite"]),
    ("queue-overtaken", "othello", &["queue-held"]),
    ("queue-backwards", "othello", &["queue-order"]),
    ("queue-lost", "lgame", &["queue-order", "queue-stop"]),
    ("wait-ignored", "othello", &["wait-stop", "wait-endless"]),
    ("quit-ignored", "othello", &["quit-idle"]),
    ("quit-mute", "rhombus", &["quit-search"]),
    ("end-cuts-search", "othello", &["eof-queue"]),
    ("wrong-status", "lgame", &["quit-idle", "eof-idle"]),
    ("hangs", "othello", &["go-often"]),
    ("dies", "othello", &["go-often"]),
    ("floods", "othello", &["bestmove-once"]),
    ("crlf-unknown", "othello", &["line-crlf", "line-mixed"]),
    ("cr-unknown", "othello", &["line-cr"]),
    ("tabs-unknown", "othello", &["line-blanks", "position-blanks"]),
    ("last-line-lost", "othello", &["line-unfinished"]),
    ("dies-on-long-line", "othello", &["long-line", "long-blanks"]),
    ("dies-on-bytes", "othello", &["bytes-no-text", "bytes-in-arguments"]),
    ("front-words-unknown", "othello", &["words-in-front"]),
    ("front-words-everywhere", "othello", &["own-words-first"]),
    ("greets", "othello", &["unbidden-start"]),
    ("chats", "othello", &["unbidden-idle", "bestmove-once"]),
    ("errors-silent", "othello", &["no-command", "go-no-number", "position-malformed"]),
    ("errors-twice", "gomoku", &["no-command", "option-unknown"]),
    ("errors-reset", "lgame", &["position-bad-text", "position-all-or-nothing"]),
    ("bad-go-searches", "othello", &["go-error-no-search"]),
    ("wrong-moves-skipped", "gomoku", &["position-all-or-nothing"]),
    ("no-uciok", "othello", &["uci-answer"]),
    ("no-name", "othello", &["id-name"]),
    ("default-out-of-range", "othello", &["spin-default-in-range"]),
    ("default-unlisted", "othello", &["combo-default-listed"]),
    ("option-malformed", "othello", &["option-syntax"]),
    ("option-missing", "othello", &["options-required"]),
    ("options-unchecked", "othello", &["spin-too-great", "option-combo-wrong"]),
    ("option-case", "othello", &["option-name-case"]),
    ("log-ignored", "othello", &["log-file"]),
    ("newgame-ignored", "othello", &["newgame-nodes"]),
    ("newgame-resets", "rhombus", &["newgame-keeps"]),
    ("hash-never-cleared", "gomoku", &["clear-hash"]),
    ("wrong-perft", "lgame", &["perft-total"]),
    ("perft-with-bestmove", "othello", &["perft-no-bestmove"]),
    ("wrong-side", "gomoku", &["query-side"]),
    ("wrong-order-of-moves", "othello", &["moves"]),
    ("repetition-unknown", "rhombus", &["draw-repetition"]),
    ("winner-unknown", "gomoku", &["query-result"]),
    ("key-constant", "othello", &["display-key"]),
    ("wrong-eval", "gomoku", &["eval-sum"]),
    ("variant-short", "rhombus", &["variant-answer"]),
    ("bench-unsteady", "othello", &["bench-nodes"]),
    ("wrong-figures", "rhombus", &["solve-figures"]),
    ("not-verified", "lgame", &["solve-verify"]),
];

/// The settings for checks of an engine with a fault.
fn settings(fault: &str, timeout: Duration, silence: Duration) -> Settings {
    let engine = quartet().to_str().expect("a path that is text").to_string();
    let program = env!("CARGO_BIN_EXE_quartet-faulty").to_string();
    Settings {
        launch: Launch { program, arguments: vec![fault.into(), engine], ..Launch::default() },
        timeout,
        // Strict enough to detect faults, but lenient enough for a busy machine.
        stop_limit: timeout / 6,
        silence,
        seed: 1,
    }
}

/// The name of a step with its status and reason.
type Found = (&'static str, StepStatus, String);

/// The results of these steps.
fn carried_out(settings: &Settings, variant: &'static str, names: &[&str]) -> Vec<Found> {
    let chosen: Vec<_> = steps::all().filter(|step| names.contains(&step.name)).collect();
    // The start of the program may take long.
    let known = query_capabilities(&Settings { timeout: Duration::from_secs(20), ..settings.clone() });
    let outcomes = run_steps(&plan(&chosen, &[variant]), settings, &known.options, 2, &Cancel::default(), &|_| {});
    assert_eq!(outcomes.len(), names.len(), "one of {names:?} does not exist in {variant}");
    outcomes.into_iter().map(|outcome| (outcome.step, outcome.status, outcome.reason.unwrap_or_default())).collect()
}

#[test]
fn every_fault_is_caught_at_the_right_steps() {
    let escaped: Vec<_> = CAUGHT.iter().flat_map(|row| escaped(row).into_iter().map(|found| (row.0, found))).collect();
    assert!(escaped.is_empty(), "{escaped:#?}");
}

/// The steps of a row that do not detect its fault. On a busy machine an engine with an illegal answer may be silent
/// for longer than the checked time, so these steps are repeated with longer times.
fn escaped((fault, variant, names): &(&str, &'static str, &[&str])) -> Vec<Found> {
    let silences = [30, 300, 3000].map(Duration::from_millis);
    let mut missed = Vec::new();
    for silence in silences {
        missed = carried_out(&settings(fault, Duration::from_millis(300), silence), variant, names);
        missed.retain(|(_, status, _)| *status != StepStatus::Failed);
        if missed.is_empty() {
            break;
        }
    }
    missed
}

#[test]
fn without_a_fault_the_same_steps_are_passed() {
    for variant in ["gomoku", "lgame", "othello", "rhombus"] {
        let rows = CAUGHT.iter().filter(|(_, of, _)| *of == variant);
        let names: BTreeSet<_> = rows.flat_map(|(.., names)| names.iter().copied()).collect();
        let names: Vec<_> = names.into_iter().collect();
        let found = carried_out(&settings("none", Duration::from_secs(20), Duration::from_millis(30)), variant, &names);
        let failed: Vec<_> = found.iter().filter(|(_, status, _)| *status != StepStatus::Ok).collect();
        assert!(failed.is_empty(), "{variant}: {failed:#?}");
    }
}

#[test]
fn every_fault_has_a_row() {
    let listed = Command::new(env!("CARGO_BIN_EXE_quartet-faulty")).arg("--list").output().expect("it starts");
    let listed = String::from_utf8(listed.stdout).expect("text");
    let faults: BTreeSet<_> = listed.lines().filter(|name| *name != "none").collect();
    let rows: BTreeSet<_> = CAUGHT.iter().map(|(fault, ..)| *fault).collect();
    assert_eq!(faults, rows);
}

/// A shell script as an engine.
#[cfg(unix)]
fn script(text: &str) -> String {
    format!("sh -c '{text}'")
}

#[test]
fn a_program_that_cannot_be_started_is_reported_in_one_line() {
    for engine in ["nonexist", "/no/such/engine", env!("CARGO_MANIFEST_DIR"), "Cargo.toml"] {
        let output = Command::new(env!("CARGO_BIN_EXE_quartet-arena")).args(["check", "--engine", engine]).output();
        let output = output.expect("it starts");
        let error = String::from_utf8(output.stderr).expect("text");
        assert!(output.status.code() == Some(2) && output.stdout.is_empty(), "{engine}: {error}");
        assert!(error.starts_with("error: cannot start '") && error.lines().count() == 1, "{engine}: {error}");
    }
}

#[cfg(unix)]
#[test]
fn a_foreign_engine_fails_once_at_the_cause() {
    let uci = "while read -r word rest; do case $word in uci) echo id name Foreign; echo uciok;; isready) echo readyok;; \
        position|go|quit) ;; *) echo \"Unknown command: $word $rest\";; esac; done";
    let cases = [
        (uci, "does not know \u{27}variant gomoku\u{27}", "but \u{27}Unknown command: variant gomoku\u{27}"),
        ("exit 3", "isready", "ended with exit status: 3"),
        ("cat >/dev/null", "waiting for \u{27}readyok\u{27}", "no answer"),
    ];
    for (text, cause, detail) in cases {
        let (said, status) = check(&["--engine", &script(text), "--timeout", "500"]);
        assert_eq!(status, Some(1), "{said}");
        assert!(said.lines().count() < 30, "{} lines: {said}", said.lines().count());
        assert_eq!(said.matches("FAILED").count(), 1, "{said}");
        for expected in [cause, detail, "0 ok, 1 failed, 0 skipped, ", " not tried in "] {
            assert!(said.contains(expected), "no {expected} in {said}");
        }
    }
}

#[cfg(unix)]
#[test]
fn a_game_that_cannot_be_selected_fails_once() {
    let engine = quartet().display();
    let text = format!("sed -u s/^variant.rhombus/variant.xx/ | {engine}");
    let words = ["--engine", &script(&text), "--step", "moves", "--step", "query-side"];
    let (said, status) = check(&words);
    assert_eq!(status, Some(1), "{said}");
    for expected in ["rhombus  entry ", "6 ok, 1 failed, 0 skipped, 2 not tried in "] {
        assert!(said.contains(expected), "no {expected} in {said}");
    }
}

#[test]
fn progress_is_shown_without_escape_codes_off_a_terminal() {
    let engine = format!("'{}'", quartet().display());
    let mut command = Command::new(env!("CARGO_BIN_EXE_quartet-arena"));
    command.args([
        "check",
        "--json",
        "--variant",
        "othello",
        "--step",
        "query-*",
        "--step",
        "moves",
        "--engine",
        &engine,
    ]);
    let output = command.output().expect("it starts");
    let shown = String::from_utf8(output.stderr).expect("text");
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let steps = report["steps"].as_array().expect("steps").len();
    assert!(
        steps > 3 && shown.ends_with(&format!("{steps} of {steps} steps\n")) && !shown.contains('\u{1b}'),
        "{shown:?}"
    );
}

/// The output of the program, and its exit status.
fn check(arguments: &[&str]) -> (String, Option<i32>) {
    let output = Command::new(env!("CARGO_BIN_EXE_quartet-arena")).arg("check").args(arguments).output();
    let output = output.expect("it starts");
    (String::from_utf8(output.stdout).expect("text"), output.status.code())
}

#[test]
fn the_engine_passes_every_step_in_every_game() {
    let engine = format!("'{}'", quartet().display());
    let (said, status) = check(&["--engine", &engine, "--json", "--timeout", "20000", "--stop-limit", "1000"]);
    let report: serde_json::Value = serde_json::from_str(&said).expect("JSON");
    let steps = report["steps"].as_array().expect("steps");
    let failed: Vec<_> = steps.iter().filter(|step| step["verdict"] == "failed").collect();
    assert!(failed.is_empty(), "{failed:#?}");
    assert!(steps.len() > 500 && report["summary"]["skipped"] == 0, "{}", report["summary"]);
    assert_eq!(status, Some(0));
}

#[test]
fn a_failure_is_shown_with_its_transcript_and_exit_status() {
    let engine = format!("'{}' two-bestmoves '{}'", env!("CARGO_BIN_EXE_quartet-faulty"), quartet().display());
    let (said, status) =
        check(&["--engine", &engine, "--variant", "othello", "--step", "bestmove-once", "--step", "help"]);
    assert_eq!(status, Some(1), "{said}");
    for text in ["bestmove-once in othello", ">> go depth 3", "<< bestmove ", "1 ok, 1 failed, 0 skipped"] {
        assert!(said.contains(text), "no '{text}' in\n{said}");
    }
    assert_eq!(check(&["--engine", "x", "--step", "no-such-step"]).1, Some(2));
    assert_eq!(check(&["--engine", "x", "--variant", "chess"]).1, Some(2));
    let (said, status) = check(&["--list"]);
    assert!(said.contains("bestmove-once") && status == Some(0));
}

#[cfg(unix)]
#[test]
fn an_interrupt_reports_the_finished_steps() {
    let mut command = Command::new(ARENA);
    command.args(["check", "--variant", "lgame", "--jobs", "1", "--engine"]).arg(quartet());
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
    let mut rows = BufReader::new(child.stdout.take().expect("stdout")).lines();
    assert!(rows.next().expect("a row").expect("text").starts_with("lgame "));
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill").success());
    let said: Vec<String> = rows.map_while(Result::ok).collect();
    let output = child.wait_with_output().expect("it ends");
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(3), "{error}");
    let told = error.lines().find_map(|line| line.strip_prefix("interrupted after ")).expect("an interrupt");
    let done = 1 + said.iter().filter(|line| line.starts_with("lgame ")).count();
    assert!(told.starts_with(&format!("{done} of ")) && told.ends_with(" steps"), "{error}");
    assert!(said.last().expect("a summary").contains(" ok, "), "{said:?}");
}
