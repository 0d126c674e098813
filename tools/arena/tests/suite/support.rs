//! Helpers for all tests: folders, runs of the program, records.

use quartet_arena::record::{self, GameRecord};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

/// The match runner.
pub(crate) const ARENA: &str = env!("CARGO_BIN_EXE_quartet-arena");
/// The fake engine.
pub(crate) const FAKE: &str = env!("CARGO_BIN_EXE_fake-engine");

/// A temporary folder, which is removed when dropped.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new() -> Folder {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let name = format!("arena-{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        std::fs::create_dir_all(&path).expect("a folder");
        Folder(path)
    }

    pub(crate) fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// The engine's executable. Cargo provides only the paths of a package's own executables, so the engine is built here,
/// in the target directory and with the profile of this test's executable. If it is up to date, this is quick: packages
/// have the features that the whole workspace needs, as in a test of all.
pub(crate) fn quartet() -> &'static Path {
    static ENGINE: OnceLock<PathBuf> = OnceLock::new();
    ENGINE.get_or_init(|| {
        let test = std::env::current_exe().expect("the path of this test");
        let folder = test.ancestors().nth(2).expect("target/<profile>/deps/<test>").to_path_buf();
        let (target, name) = (folder.parent().expect("target"), folder.file_name().expect("a profile"));
        let profile = if name == "debug" { "test".into() } else { name.to_os_string() };
        let built = Command::new(std::env::var_os("CARGO").unwrap_or("cargo".into()))
            .args(["build", "--quiet", "--workspace", "--bin", "quartet", "--manifest-path"])
            .arg(concat!(env!("CARGO_MANIFEST_DIR"), "/../../Cargo.toml"))
            .arg("--target-dir")
            .arg(target)
            .arg("--profile")
            .arg(profile)
            .status();
        assert!(built.expect("cargo runs").success(), "the engine cannot be built");
        folder.join(format!("quartet{}", std::env::consts::EXE_SUFFIX))
    })
}

/// The command of a match with these words.
pub(crate) fn match_command(words: &[&str]) -> Command {
    let mut command = Command::new(ARENA);
    command.arg("match").args(words);
    command
}

/// Runs a match to its end.
pub(crate) fn run(words: &[&str]) -> Output {
    match_command(words).output().expect("the program starts")
}

/// Runs a match that must succeed; returns its output.
pub(crate) fn succeed(words: &[&str]) -> String {
    let output = run(words);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

/// Runs a match that must fail as wrong usage does; returns its stderr output.
pub(crate) fn fail(words: &[&str]) -> String {
    fail_with(2, words)
}

/// Runs a match that must fail with this exit status; returns its stderr output.
pub(crate) fn fail_with(status: i32, words: &[&str]) -> String {
    let output = run(words);
    assert_eq!(output.status.code(), Some(status), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stderr).expect("text")
}

/// Words of a command line as texts.
pub(crate) fn as_str(words: &[String]) -> Vec<&str> {
    words.iter().map(String::as_str).collect()
}

/// Longer than anything in these tests takes unless it hangs.
pub(crate) const TIMEOUT: Duration = Duration::from_secs(60);

/// The length of a file in bytes; 0 if there is none.
pub(crate) fn length(path: &Path) -> u64 {
    std::fs::metadata(path).map_or(0, |data| data.len())
}

/// Waits until a file has this number of bytes; fails if the program that writes it ends before.
pub(crate) fn wait_for_length(child: &mut Child, path: &Path, bytes: u64) {
    let started = Instant::now();
    while length(path) < bytes {
        assert_eq!(child.try_wait().expect("a child"), None, "it ended early");
        assert!(started.elapsed() < TIMEOUT);
        std::thread::yield_now();
    }
}

/// Sends a signal, such as `-TERM`, to processes.
#[cfg(unix)]
pub(crate) fn signal(signal: &str, processes: &[u32]) {
    let mut kill = Command::new("kill");
    let sent = kill.arg(signal).args(processes.iter().map(u32::to_string)).status().expect("kill");
    assert!(sent.success());
}

/// The games of a record, by number.
pub(crate) fn games(path: &Path) -> Vec<GameRecord> {
    let mut games = record::read(path).expect("a record").games;
    games.sort_by_key(|game| game.id);
    games
}
