//! The line with which each run of a match begins.

use crate::machine;
use quartet::shard::restarts;
use serde::{Deserialize, Serialize};
use std::time::SystemTime;

/// The start of a run: where and when the games after its line were played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Start {
    /// The number of earlier starts, or of restarts by the scheduler if that is greater.
    pub attempt: u64,
    /// The time, in UTC.
    pub time: String,
    /// The name of the machine.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub host: Option<String>,
    /// The model of the processor.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub processor: Option<String>,
    /// The processor's level of x86-64, or another architecture.
    pub level: String,
    /// The version of Quartet that ran the match.
    pub quartet: String,
}

/// A start as a line of a record.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct StartLine {
    /// The start.
    pub start: Start,
}

impl Start {
    /// The start of a run on this machine, now, after this number of earlier ones.
    pub(super) fn now(earlier: u64) -> Self {
        Start {
            attempt: earlier.max(restarts(|name| std::env::var(name).ok())),
            time: humantime::format_rfc3339_seconds(SystemTime::now()).to_string(),
            host: machine::host(),
            processor: machine::processor(),
            level: machine::processor_level(),
            quartet: env!("CARGO_PKG_VERSION").into(),
        }
    }
}
