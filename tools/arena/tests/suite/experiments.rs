//! The experiments of the source documents: records, resuming, plots.

use crate::support::{ARENA, Folder, games, quartet};
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

/// Small versions of the experiments, with the plots of each.
const EXPERIMENTS: [(&[&str], &[&str]); 4] = [
    (&["school", "--games", "1"], &["school"]),
    (&["solved", "--games", "2", "--sights", "0"], &["solved-lgame", "solved-rhombus"]),
    (
        &["ladder", "lgame", "--depths", "1", "--games", "2"],
        &["lgame-kept", "lgame-length", "lgame-pentanomial", "lgame-rating", "lgame-time"],
    ),
    (
        &["tune", "--iterations", "1", "--pairs", "1", "--games", "2"],
        &["tune-1-flips", "tune-1-mobility", "tune-3-flips", "tune-3-mobility", "tune-6-flips", "tune-6-mobility"],
    ),
];

fn run(words: &[&str], more: &[&str]) -> Output {
    let mut command = Command::new(ARENA);
    command.arg("experiments").args(words).args(more).arg("--engine").arg(quartet());
    command.output().expect("the program starts")
}

fn succeed(words: &[&str], more: &[&str]) -> String {
    let output = run(words, more);
    assert!(output.status.success(), "{words:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

/// A game without its times.
fn essence(path: &Path) -> Vec<String> {
    let moves = |game: &quartet_arena::record::GameRecord| {
        game.moves.iter().map(|mv| format!("{} {}", mv.engine, mv.text)).collect::<Vec<_>>().join(", ")
    };
    games(path).iter().map(|game| format!("{} {} {}: {}", game.id, game.first, game.second, moves(game))).collect()
}

/// The output without the table of times and speeds.
fn timeless(text: &str) -> String {
    let paragraphs = text.split("\n\n").filter(|paragraph| !paragraph.contains("ms/move"));
    paragraphs.collect::<Vec<_>>().join("\n\n")
}

#[test]
fn each_experiment_can_be_resumed_anywhere() {
    for (words, _) in EXPERIMENTS {
        let folder = Folder::new();
        let out = folder.file("games.jsonl");
        let path = out.to_str().expect("text");
        let said = succeed(words, &["--out", path]);
        let (whole, expected) = (std::fs::read(&out).expect("a record"), essence(&out));
        let again = run(words, &["--out", path]);
        assert!(String::from_utf8_lossy(&again.stderr).contains("exists"), "{words:?} writes over its record");
        // A killed run leaves complete lines and possibly an incomplete one.
        for end in [whole.len() / 2, whole.len()] {
            std::fs::write(&out, &whole[..end]).expect("a file");
            let resumed = succeed(words, &["--out", path, "--resume"]);
            assert_eq!(timeless(&resumed), timeless(&said), "{words:?} cut at {end}");
            assert_eq!(essence(&out), expected, "{words:?} cut at {end}");
            let kept = whole[..end].iter().rposition(|&byte| byte == b'\n').map_or(0, |last| last + 1);
            assert_eq!(std::fs::read(&out).expect("a record")[..kept], whole[..kept], "{words:?} cut at {end}");
        }
        let other = run(words, &["--out", path, "--resume", "--seed", "5"]);
        let error = String::from_utf8_lossy(&other.stderr).into_owned();
        assert!(other.status.code() == Some(2) && error.contains("--seed was 1, is 5"), "{error}");
    }
}

#[test]
fn the_simulation_of_orders_needs_no_engine() {
    let folder = Folder::new();
    let plots = folder.file("plots");
    let words = ["order", "--tests", "20", "--workers", "2,8", "--engine", "none", "--plots"];
    let run = || {
        let mut command = Command::new(ARENA);
        command.arg("experiments").args(words).arg(&plots).output().expect("the program starts")
    };
    let (output, again) = (run(), run());
    let table = String::from_utf8(output.stdout).expect("text");
    assert!(output.status.success() && table.lines().count() == 5, "{table}");
    assert!(table.contains("equal times, in order") && again.stdout == table.as_bytes(), "{table}");
    assert!(["svg", "png"].iter().all(|end| plots.join("order").with_extension(end).exists()));
}

#[cfg(unix)]
#[test]
fn an_interrupt_reports_the_games_of_the_whole_experiment() {
    for (words, scheduled) in [
        (&["school", "--games", "100000"][..], 500_000),
        (&["ladder", "lgame", "--depths", "1", "--games", "200"], 200),
        (&["tune", "--iterations", "300", "--pairs", "8", "--games", "100"], 3 * 300 * 16 + 5 * 100),
    ] {
        let folder = Folder::new();
        let out = folder.file("games.jsonl");
        let mut command = Command::new(ARENA);
        command.arg("experiments").args(words).arg("--out").arg(&out).arg("--engine").arg(quartet());
        let child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("it starts");
        let started = Instant::now();
        while std::fs::metadata(&out).map_or(0, |file| file.len()) < 10_000 {
            assert!(started.elapsed() < Duration::from_secs(60), "{words:?}");
            std::thread::yield_now();
        }
        assert!(Command::new("kill").args(["-TERM", &child.id().to_string()]).status().expect("kill").success());
        let output = child.wait_with_output().expect("it ends");
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(3), "{words:?}: {error}");
        let told = format!("interrupted after {} of {scheduled} games\nto resume: ", games(&out).len());
        assert!(error.contains(&told) && error.ends_with(" --resume\n"), "{words:?}: {error}");
    }
}

#[test]
fn a_record_can_be_reported() {
    let folder = Folder::new();
    let out = folder.file("games.jsonl");
    succeed(EXPERIMENTS[1].0, &["--out", out.to_str().expect("text")]);
    let output = Command::new(ARENA).arg("report").arg(&out).output().expect("the program starts");
    let text = String::from_utf8(output.stdout).expect("text");
    for expected in ["lgame: ", "rhombus: ", "perfect", "sees 0 plies"] {
        assert!(text.contains(expected), "{text}");
    }
}

/// System fonts are not used, so this also works on machines without fonts.
#[test]
fn each_draws_its_plots() {
    for (words, plots) in EXPERIMENTS {
        let folder = Folder::new();
        let directory = folder.file("plots");
        succeed(words, &["--plots", directory.to_str().expect("text")]);
        let files = std::fs::read_dir(&directory).expect("plots").map(|file| file.expect("a file").file_name());
        let mut files: Vec<_> = files.map(|name| name.to_str().expect("text").to_string()).collect();
        files.sort_unstable();
        let expected: Vec<_> = plots.iter().flat_map(|name| [format!("{name}.png"), format!("{name}.svg")]).collect();
        assert_eq!(files, expected, "{words:?}");
        let text = std::fs::read_to_string(directory.join(format!("{}.svg", plots[0]))).expect("a plot");
        assert!(text.starts_with("<svg") && text.contains("<text"), "{words:?}");
        // Another file in the place of a plot is an error before any game is played, and the file is kept.
        let foreign = directory.join(format!("{}.svg", plots[0]));
        std::fs::write(&foreign, "mine").expect("a file");
        let output = run(words, &["--plots", directory.to_str().expect("text")]);
        assert!(output.status.code() == Some(2) && output.stdout.is_empty(), "{words:?}");
        assert_eq!(std::fs::read_to_string(&foreign).expect("a file"), "mine");
    }
}
