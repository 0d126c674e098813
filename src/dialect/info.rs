//! The words of [`Info`], which all dialects share.

use crate::session::Info;

/// The text of an info, in one line.
pub(super) fn info_text(info: &Info) -> String {
    match info {
        Info::NoMate(mate) => format!("no mate in {mate}"),
        Info::NoMateYet { mate, time, nodes } => {
            format!("no mate in {mate} found yet, time {} nodes {nodes}", time.as_millis())
        }
        Info::ProofNotShortest => "proof not shortest".into(),
        Info::Confidence(percent) => format!("selectivity {percent}%"),
        Info::PerftStopped => "perft stopped".into(),
        Info::BenchProcessor(name) => format!("bench processor {name}"),
        Info::BenchStopped => "bench stopped".into(),
        Info::ProofStopped => "proof stopped".into(),
        Info::SolveLine(line) => line.clone(),
        Info::SolveVerified(variant) => format!("verified {variant}"),
        Info::SolveStopped => "solve stopped".into(),
        Info::OptionSet { name, value } => format!("option {name} is {value}"),
        Info::SearchStarts { threads, hash, lines } => {
            format!("search with Threads {threads} Hash {hash} MultiPV {lines}")
        }
    }
}
