//! Tournaments whose encounters are known from the start.

/// Every engine meets every other one.
pub(super) fn round_robin(engines: usize) -> Vec<[usize; 2]> {
    (0..engines).flat_map(|one| (one + 1..engines).map(move |other| [one, other])).collect()
}

/// Each of the first engines, the seeds, meets each of the others.
pub(super) fn gauntlet(seeds: usize, engines: usize) -> Vec<[usize; 2]> {
    (0..seeds).flat_map(|one| (seeds..engines).map(move |other| [one, other])).collect()
}
