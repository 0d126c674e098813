//! Runs that are cut off: killed, interrupted, out of room on the disk.

use crate::support::{ARENA, FAKE, Folder, fail, games, match_command, succeed};
use quartet::random::SplitMix64;
use quartet_arena::record::GameRecord;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Nothing takes this long unless it hangs.
const PATIENCE: Duration = Duration::from_secs(60);

/// A match that is long enough to be cut off often.
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

fn as_str(words: &[String]) -> Vec<&str> {
    words.iter().map(String::as_str).collect()
}

/// What must not depend on how often a run was cut off.
fn essence(games: Vec<GameRecord>) -> Vec<(u64, u64, String, String, Vec<String>)> {
    let moves = |game: &GameRecord| game.moves.iter().map(|mv| mv.text.clone()).collect();
    games.iter().map(|game| (game.id, game.pair, game.first.clone(), game.second.clone(), moves(game))).collect()
}

fn length(path: &Path) -> u64 {
    std::fs::metadata(path).map_or(0, |data| data.len())
}

#[test]
fn killed_twenty_times_it_loses_nothing_and_plays_nothing_twice() {
    let folder = Folder::new();
    let (whole, broken) = (folder.file("whole.jsonl"), folder.file("broken.jsonl"));
    succeed(&as_str(&words(&whole)));
    let step = length(&whole) / 25;
    let mut lots = SplitMix64::new(4);
    for _ in 0..20 {
        let goal = length(&broken) + 1 + lots.below(step as usize) as u64;
        let mut child = match_command(&as_str(&words(&broken))).spawn().expect("it starts");
        let begun = Instant::now();
        while length(&broken) < goal {
            assert_eq!(child.try_wait().expect("a child"), None, "it ended early");
            assert!(begun.elapsed() < PATIENCE);
            std::thread::yield_now();
        }
        child.kill().expect("killed");
        child.wait().expect("gone");
    }
    succeed(&as_str(&words(&broken)));
    assert_eq!(essence(games(&broken)), essence(games(&whole)));
}

#[test]
fn a_torn_line_is_dropped_wherever_it_is_torn() {
    let folder = Folder::new();
    let out = folder.file("games.jsonl");
    let short: Vec<String> =
        words(&out).iter().map(|word| if word == "80" { "2".into() } else { word.clone() }).collect();
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
    let all = words(&out);
    let short: Vec<String> = all.iter().map(|word| if word == "80" { "2".into() } else { word.clone() }).collect();
    succeed(&as_str(&short));
    let error = fail(&as_str(&all));
    assert!(error.contains("other settings: settings.games was 2, is 80"), "{error}");
    let anew: Vec<&str> = short.iter().map(String::as_str).filter(|&word| word != "--resume").collect();
    assert!(fail(&anew).contains("exists"));
    let mut text = std::fs::read_to_string(&out).expect("a record");
    let second = text.lines().nth(1).expect("a game").to_string();
    text.push_str(&format!("{second}\n"));
    std::fs::write(&out, text).expect("a file");
    assert!(fail(&as_str(&short)).contains("second time"));
    std::fs::write(&out, "no record\n").expect("a file");
    assert!(fail(&as_str(&short)).contains("line 1"));
}

#[test]
fn two_runs_do_not_write_one_record() {
    let folder = Folder::new();
    let out = folder.file("games.jsonl");
    let mut first = match_command(&as_str(&words(&out))).spawn().expect("it starts");
    let begun = Instant::now();
    while length(&out) < 20_000 {
        assert_eq!(first.try_wait().expect("a child"), None, "it ended early");
        assert!(begun.elapsed() < PATIENCE);
        std::thread::yield_now();
    }
    let error = fail(&as_str(&words(&out)));
    assert!(error.contains("is being written by another match"), "{error}");
    assert_eq!(first.try_wait().expect("a child"), None, "it was over anyway");
    // The lock goes with the process.
    first.kill().expect("killed");
    first.wait().expect("gone");
    succeed(&as_str(&words(&out)));
    assert_eq!(games(&out).len(), 240);
}

/// The shell's limit on the size of files stands in for a full disk.
#[cfg(unix)]
#[test]
fn a_full_disk_ends_the_match() {
    let folder = Folder::new();
    let out = folder.file("games.jsonl");
    let mut limited = Command::new("sh");
    limited.args(["-c", "trap '' XFSZ; ulimit -f 16; exec \"$0\" \"$@\"", ARENA, "match"]).args(words(&out));
    let output = limited.output().expect("a shell");
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert!(error.contains("cannot write"), "{error}");
    // With room again it goes on from whole lines.
    assert!(std::fs::read(&out).expect("a record").ends_with(b"\n"));
    let before = games(&out).len();
    assert!(before > 0);
    succeed(&as_str(&words(&out)));
    assert_eq!(games(&out).len(), 240);
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_it_with_a_table() {
    let folder = Folder::new();
    let out = folder.file("games.jsonl");
    let loud: Vec<String> = words(&out).into_iter().filter(|word| word != "--quiet").collect();
    let mut command = match_command(&as_str(&loud));
    let child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("it starts");
    let begun = Instant::now();
    while length(&out) < 20_000 {
        assert!(begun.elapsed() < PATIENCE);
        std::thread::yield_now();
    }
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill");
    assert!(killed.success());
    let output = child.wait_with_output().expect("it ends");
    assert!(output.status.success());
    let table = String::from_utf8(output.stdout).expect("text");
    assert!(table.starts_with("lgame: ") && table.contains("fake2"), "{table}");
    let played = games(&out).len();
    assert!((1..240).contains(&played), "{played} games");
    succeed(&as_str(&words(&out)));
    assert_eq!(games(&out).len(), 240);
}
