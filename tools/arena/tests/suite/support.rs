//! What the tests share: folders, runs of the program, records.

use quartet_arena::record::{self, GameRecord};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

/// The match runner.
pub const ARENA: &str = env!("CARGO_BIN_EXE_quartet-arena");
/// The engine with faults.
pub const FAKE: &str = env!("CARGO_BIN_EXE_fake-engine");

/// A folder of a test's own, removed when it is over.
pub struct Folder(PathBuf);

impl Folder {
    pub fn new() -> Folder {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let name = format!("arena-{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        std::fs::create_dir_all(&path).expect("a folder");
        Folder(path)
    }

    pub fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// The engine itself, built if it is not there.
pub fn quartet() -> &'static Path {
    static BUILT: OnceLock<PathBuf> = OnceLock::new();
    BUILT.get_or_init(|| {
        let arena = Path::new(ARENA);
        let path = arena.with_file_name(format!("quartet{}", std::env::consts::EXE_SUFFIX));
        if !path.exists() {
            let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
            let target = arena.parent().and_then(Path::parent).expect("a target folder");
            let mut build = Command::new(env!("CARGO"));
            build.args(["build", "-q", "-p", "quartet", "--bin", "quartet"]).current_dir(root);
            build.arg("--target-dir").arg(target);
            if arena.parent().is_some_and(|folder| folder.ends_with("release")) {
                build.arg("--release");
            }
            assert!(build.status().expect("cargo").success());
        }
        path
    })
}

/// The command of a match with these words.
pub fn match_command(words: &[&str]) -> Command {
    let mut command = Command::new(ARENA);
    command.arg("match").args(words);
    command
}

/// Runs a match to its end.
pub fn run(words: &[&str]) -> Output {
    match_command(words).output().expect("the program starts")
}

/// Runs a match that must succeed; gives what it printed.
pub fn succeed(words: &[&str]) -> String {
    let output = run(words);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

/// Runs a match that must fail; gives the error.
pub fn fail(words: &[&str]) -> String {
    let output = run(words);
    assert_eq!(output.status.code(), Some(2), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stderr).expect("text")
}

/// The games of a record, by number.
pub fn games(path: &Path) -> Vec<GameRecord> {
    let mut games = record::read(path).expect("a record").games;
    games.sort_by_key(|game| game.id);
    games
}
