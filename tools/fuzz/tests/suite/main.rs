//! The tests of the fuzzer: sessions of the engine are without fault, and every planted fault is found.

mod faults;
mod smoke;
mod soak;

use quartet::session::Protocol;
use quartet_arena::process::Launch;
use quartet_fuzz::fuzz::{Settings, Target};
use std::time::Duration;

/// The engine with a fault.
fn faulty(fault: &str) -> Launch {
    Launch { program: env!("CARGO_BIN_EXE_fuzz-faulty").into(), arguments: vec![fault.into()], ..Launch::default() }
}

/// Sessions with these lines in all.
fn settings(target: Target, protocol: Option<Protocol>, variant: Option<&str>, lines: usize) -> Settings {
    Settings {
        target,
        seed: 1,
        time: None,
        lines: Some(lines),
        session_lines: 60,
        games: quartet_fuzz::fuzz::games(protocol, variant).expect("a game"),
        timeout: Duration::from_secs(120),
    }
}

/// The engine with a fault behind pipes.
fn pipes(fault: &str) -> Target {
    Target::Pipes { engine: faulty(fault), memory: 1 << 30 }
}
