//! Runs that end early: killed, interrupted, with a full disk.

use crate::support::{
    self, ARENA, FAKE, Folder, TIMEOUT, as_str, fail, games, length, match_command, succeed, wait_for_length,
};
use quartet::random::SplitMix64;
use quartet_arena::record::{self, GameRecord};
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::Instant;

/// A match that is long enough to be interrupted often.
fn words(out: &Path) -> Vec<String> {
    let engine = |seed| {
        [
            "--engine".into(),
            format!("name=fake{seed}"),
            format!("cmd={FAKE}"),
            format!("args=seed={seed}"),
            "depth=1".into(),
        ]
    };
    let mut words: Vec<String> = (0..3).flat_map(engine).collect();
    let rest = ["--variant", "lgame", "--rule", "MaxPlies=30", "--games", "80", "--concurrency", "2", "--quiet"];
    words.extend(rest.map(str::to_string));
    words.extend(["--out".into(), out.display().to_string(), "--resume".into()]);
    words
}

/// The same match with another number of games between every two engines.
fn of_games(words: Vec<String>, games: u32) -> Vec<String> {
    words.into_iter().map(|word| if word == "80" { games.to_string() } else { word }).collect()
}

/// The parts of a game that must not depend on interruptions.
pub(crate) fn essence(games: Vec<GameRecord>) -> Vec<(u64, u64, String, String, Vec<String>)> {
    let moves = |game: &GameRecord| game.moves.iter().map(|mv| mv.text.clone()).collect();
    games.iter().map(|game| (game.id, game.pair, game.first.clone(), game.second.clone(), moves(game))).collect()
}

#[test]
fn killed_twenty_times_it_loses_nothing_and_plays_nothing_twice() {
    let folder = Folder::new();
    let (whole, broken) = (folder.file("whole.jsonl"), folder.file("broken.jsonl"));
    succeed(&as_str(&words(&whole)));
    let step = length(&whole) / 25;
    let mut random = SplitMix64::new(4);
    for _ in 0..20 {
        let goal = length(&broken) + 1 + random.below(step as usize) as u64;
        let mut child = match_command(&as_str(&words(&broken))).spawn().expect("it starts");
        wait_for_length(&mut child, &broken, goal);
        child.kill().expect("killed");
        child.wait().expect("gone");
    }
    succeed(&as_str(&words(&broken)));
    assert_eq!(essence(games(&broken)), essence(games(&whole)));
}

#[test]
fn an_incomplete_line_is_dropped_wherever_it_ends() {
    let folder = Folder::new();
    let out = folder.file("games.jsonl");
    let short = of_games(words(&out), 2);
    succeed(&as_str(&short));
    let (text, expected) = (std::fs::read(&out).expect("a record"), essence(games(&out)));
    let last = text[..text.len() - 1].iter().rposition(|&byte| byte == b'\n').expect("several lines") + 1;
    for end in [0, 1, 100, last, last + 1, last + 50, text.len() - 1] {
        std::fs::write(&out, &text[..end]).expect("a file");
        succeed(&as_str(&short));
        assert_eq!(essence(games(&out)), expected, "cut at {end}");
    }
}

#[test]
fn a_record_is_not_mixed_with_another() {
    let folder = Folder::new();
    let out = folder.file("games.jsonl");
    let short = of_games(words(&out), 2);
    succeed(&as_str(&short));
    let anew: Vec<&str> = short.iter().map(String::as_str).filter(|&word| word != "--resume").collect();
    assert!(fail(&anew).contains("exists"));
    let mut text = std::fs::read_to_string(&out).expect("a record");
    let second = text.lines().nth(2).expect("a game").to_string();
    text.push_str(&format!("{second}\n"));
    std::fs::write(&out, text).expect("a file");
    assert!(fail(&as_str(&short)).contains("it is there for the second time"));
    std::fs::write(&out, "no record\n").expect("a file");
    assert!(fail(&as_str(&short)).contains("line 1"));
}

#[test]
fn more_games_go_on_where_fewer_ended() {
    let folder = Folder::new();
    let (out, whole) = (folder.file("games.jsonl"), folder.file("whole.jsonl"));
    succeed(&as_str(&of_games(words(&out), 2)));
    let started = std::fs::read_to_string(&out).expect("a record");
    // The target of a link is resumed in place.
    #[cfg(unix)]
    let path = {
        let link = folder.file("link.jsonl");
        std::os::unix::fs::symlink("games.jsonl", &link).expect("a link");
        link
    };
    #[cfg(not(unix))]
    let path = out.clone();
    succeed(&as_str(&of_games(words(&path), 4)));
    let goes_on = std::fs::read_to_string(&out).expect("a record");
    let games_of = |text: &str| text.split_once('\n').map(|(_, games)| games.to_string()).expect("a header");
    assert!(games_of(&goes_on).starts_with(&games_of(&started)), "the games so far are kept as they were");
    succeed(&as_str(&of_games(words(&whole), 4)));
    assert_eq!(essence(games(&out)), essence(games(&whole)));
    let header = |path: &Path| record::read(path).expect("a record").header;
    assert_eq!((header(&out), header(&out).settings.games), (header(&whole), 4));
    // No temporary file is left.
    let names = std::fs::read_dir(out.parent().expect("a folder")).expect("a folder");
    assert!(names.flatten().all(|file| file.file_name().to_string_lossy().ends_with(".jsonl")));
    let error = fail(&as_str(&of_games(words(&out), 2)));
    assert!(error.contains("--games was 4, is 2 (--games, which may grow, --concurrency, "), "{error}");
    assert_eq!(std::fs::read_to_string(&out).expect("a record"), goes_on);
}

/// All differences between the commands are reported by the names of the command line.
#[test]
fn differences_are_reported_by_name() {
    let folder = Folder::new();
    let (out, openings) = (folder.file("games.jsonl"), folder.file("openings.txt"));
    let started = of_games(words(&out), 2);
    succeed(&as_str(&started));
    std::fs::write(&openings, "startpos\n").expect("a file");
    let openings = openings.to_str().expect("text");
    for (more, expected) in [
        (vec!["--tournament", "gauntlet"], r#"--tournament was "roundrobin", is "gauntlet""#),
        (vec!["--adjudicate-plies", "9"], "--adjudicate-plies was not given, is 9"),
        (vec!["--adjudicate-draw", "9:2:1"], "--adjudicate-draw was not given, is {"),
        (vec!["--random-openings", "2:2:1"], "--random-openings, --all-openings or --balanced was not given, is {"),
        (vec!["--random-openings", "2:2:1"], "what the openings are (openings.count) was 1, is 2"),
        (vec!["--openings", openings], "--openings was not given, is "),
        (vec!["--shuffle", "3"], "--shuffle was not given, is 3"),
        (vec!["--rule", "MaxPlies=31"], r#"--rule MaxPlies was "30", is "31""#),
        (vec!["--each", "margin=5"], "margin of engine 'fake1' was 0, is 5"),
        (vec!["--each", "patience=5000"], "patience of engine 'fake0' was 60000, is 5000"),
        (vec!["--each", "tc=10+1"], r#"tc of engine 'fake2' was not given, is {"base":10000,"increment":1000}"#),
        (vec!["--each", "proto=ugi"], r#"proto of engine 'fake0' was "uci", is "ugi""#),
        (vec!["--each", "env.A=b"], r#"env.A of engine 'fake0' was not given, is "b""#),
        (vec!["--each", "option.Rule=x"], r#"option.NAME of engine 'fake0' was [], is [["Rule","x"]]"#),
        (vec!["--engine", "name=fourth", "cmd=x", "depth=1"], "the number of engines was "),
    ] {
        let error = fail(&[&as_str(&started)[..], &more].concat());
        assert!(error.contains(" was started with other settings: ") && error.contains(expected), "{error}");
        assert_eq!(error.lines().count(), 1, "{error}");
    }
    // Options that do not change the games.
    succeed(&[&as_str(&started)[..], &["--json"]].concat());
}

#[test]
fn two_runs_do_not_write_one_record() {
    let folder = Folder::new();
    let out = folder.file("games.jsonl");
    let mut first = match_command(&as_str(&words(&out))).spawn().expect("it starts");
    wait_for_length(&mut first, &out, 20_000);
    let error = fail(&as_str(&words(&out)));
    assert!(error.contains("is being written by another process"), "{error}");
    assert_eq!(first.try_wait().expect("a child"), None, "it was over anyway");
    // The lock is released when the process ends.
    first.kill().expect("killed");
    first.wait().expect("gone");
    succeed(&as_str(&words(&out)));
    assert_eq!(games(&out).len(), 240);
}

/// The shell's limit on file sizes simulates a full disk.
#[cfg(unix)]
#[test]
fn a_full_disk_ends_the_match() {
    let folder = Folder::new();
    let out = folder.file("games.jsonl");
    let mut limited = Command::new("sh");
    limited.args(["-c", "trap '' XFSZ; ulimit -f 16; exec \"$0\" \"$@\"", ARENA, "match"]).args(words(&out));
    let output = limited.output().expect("a shell");
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(5), "{error}");
    assert!(error.contains("cannot write"), "{error}");
    // Without the limit the match is resumed after the complete lines.
    assert!(std::fs::read(&out).expect("a record").ends_with(b"\n"));
    let before = games(&out).len();
    assert!(before > 0);
    succeed(&as_str(&words(&out)));
    assert_eq!(games(&out).len(), 240);
}

/// Sends a match a signal as soon as its record has this number of bytes; returns its output.
#[cfg(unix)]
fn interrupted(words: &[&str], out: &Path, bytes: u64, signal: &str) -> Output {
    let mut command = match_command(words);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
    wait_for_length(&mut child, out, bytes);
    support::signal(signal, &[child.id()]);
    child.wait_with_output().expect("it ends")
}

#[cfg(unix)]
#[test]
fn an_interrupted_match_says_how_to_resume() {
    // So many games that the match still runs when the signal arrives, however busy the machine is.
    let folder = Folder::new();
    for (signal, shown) in [("-INT", None), ("-TERM", Some("--quiet")), ("-HUP", Some("--json"))] {
        let out = folder.file(&format!("it's {signal}.jsonl"));
        let mut words: Vec<String> = of_games(words(&out), 200).into_iter().filter(|word| word != "--quiet").collect();
        words.extend(shown.map(str::to_string));
        let output = interrupted(&as_str(&words), &out, 20_000, signal);
        let (said, error) = (String::from_utf8(output.stdout), String::from_utf8(output.stderr));
        let (said, error) = (said.expect("text"), error.expect("text"));
        assert_eq!(output.status.code(), Some(3), "{error}");
        let played = games(&out).len();
        assert!((1..600).contains(&played), "{played} games");
        let message = format!("interrupted after {played} of 600 games\nto resume: ");
        let (_, command) = error.split_once(&message).unwrap_or_else(|| panic!("{error}"));
        match shown {
            None => assert!(said.starts_with(&format!("lgame: {played} games")) && said.contains("fake2"), "{said}"),
            Some("--json") => {
                let json: serde_json::Value = serde_json::from_str(&said).expect("JSON");
                assert_eq!((&json["cancelled"], &json["games"]), (&true.into(), &played.into()));
                assert_eq!(json["scheduled"], 600);
            }
            Some(_) => assert_eq!(said, ""),
        }
        // The suggested command resumes the match, in a shell and to the end.
        let went_on = Command::new("sh").args(["-c", command]).output().expect("a shell");
        assert!(went_on.status.success(), "{}", String::from_utf8_lossy(&went_on.stderr));
        assert_eq!(games(&out).len(), 600);
    }
}

/// `nohup` starts a program with HUP ignored, which must not change.
#[cfg(unix)]
#[test]
fn a_match_under_nohup_survives_its_terminal() {
    let folder = Folder::new();
    let out = folder.file("games.jsonl");
    let mut ignoring = Command::new("sh");
    ignoring.args(["-c", "trap '' HUP; exec \"$0\" \"$@\"", ARENA, "match"]).args(of_games(words(&out), 20));
    let mut child = ignoring.spawn().expect("a shell");
    wait_for_length(&mut child, &out, 5_000);
    support::signal("-HUP", &[child.id()]);
    assert!(child.wait().expect("it ends").success());
    assert_eq!(games(&out).len(), 60);
}

/// A signal while openings are generated.
#[cfg(target_os = "linux")]
#[test]
fn an_interrupt_before_the_first_game_ends_the_program() {
    let folder = Folder::new();
    let out = folder.file("games.jsonl");
    let mut words: Vec<String> = words(&out).into_iter().filter(|word| word != "--resume").collect();
    words.extend(["--random-openings", "4:1000000000:1"].map(str::to_string));
    let child = match_command(&as_str(&words)).stderr(Stdio::piped()).spawn().expect("it starts");
    let status = format!("/proc/{}/status", child.id());
    // Waits until the program handles INT, then sends the second signal.
    let catches = |text: String| {
        let caught = text.lines().find_map(|line| line.strip_prefix("SigCgt:")).expect("signals");
        u64::from_str_radix(caught.trim(), 16).expect("a number") & 2 != 0
    };
    let started = Instant::now();
    while !std::fs::read_to_string(&status).is_ok_and(catches) {
        assert!(started.elapsed() < TIMEOUT);
        std::thread::yield_now();
    }
    support::signal("-INT", &[child.id()]);
    let output = child.wait_with_output().expect("it ends");
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(error.starts_with("interrupted before the first game\nto resume: "), "{error}");
    assert!(error.ends_with(" --resume\n"), "{error}");
    assert_eq!((output.status.code(), out.exists()), (Some(3), false));
}
