//! Tests of the arena with real processes.

#[cfg(target_os = "linux")]
mod affinity;
mod check;
mod engines;
mod evidence;
mod experiments;
mod faults;
mod files;
mod matches;
mod merge;
mod play;
mod players;
mod pondering;
mod process;
mod progress;
mod protocols;
mod resume;
mod shards;
mod support;
mod tournaments;
mod tune;
mod verify;
mod wins;
