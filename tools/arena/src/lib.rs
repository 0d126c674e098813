//! Matches between engines: what their results say, and reports of them.

pub mod report;
pub mod stats;
