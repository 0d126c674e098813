//! Which mutant is active, and which are reached.

use std::io::Write;
use std::sync::LazyLock;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

/// The numbers of mutants are below this.
const MOST: usize = 1 << 16;

static ACTIVE: LazyLock<usize> = LazyLock::new(|| {
    std::env::var("QUARTET_MUTANT").ok().and_then(|text| text.parse().ok()).unwrap_or(usize::MAX)
});

static TRACE: LazyLock<Option<Mutex<std::fs::File>>> = LazyLock::new(|| {
    let path = std::env::var_os("QUARTET_MUTANT_TRACE")?;
    std::fs::File::options().append(true).create(true).open(path).ok().map(Mutex::new)
});

static REACHED: [AtomicBool; MOST] = [const { AtomicBool::new(false) }; MOST];

/// Whether a mutant is active.
#[inline]
pub fn is_active(number: usize) -> bool {
    if TRACE.is_some() && !REACHED[number].load(Ordering::Relaxed) {
        note(number);
    }
    *ACTIVE == number
}

/// Notes that a mutant is reached, in one write: several processes append to the file.
#[cold]
fn note(number: usize) {
    if !REACHED[number].swap(true, Ordering::Relaxed) && let Some(trace) = &*TRACE {
        if let Ok(mut file) = trace.lock() {
            let _ = file.write_all(format!("{number}\n").as_bytes());
        }
    }
}
