//! Splitting work over threads.
//!
//! Knows nothing of the work itself.

use anyhow::Result;
use quartet::search::parallel;
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::ops::Range;

/// A pool of `threads` threads, at least one, with the stack size of the engine's search threads, which recurse deeply.
pub(crate) fn thread_pool(threads: usize) -> Result<ThreadPool> {
    Ok(ThreadPoolBuilder::new().num_threads(threads.max(1)).stack_size(parallel::STACK_SIZE).build()?)
}

/// Splits `range` evenly into one contiguous part for each thread, applies `work` to the parts in parallel, and
/// concatenates the results in order. The parts, and thus the result, depend on the number of threads but not on their
/// timing.
pub(crate) fn map_parts<T: Send>(
    range: Range<u64>,
    threads: usize,
    work: impl Fn(Range<u64>) -> Result<Vec<T>> + Sync,
) -> Result<Vec<T>> {
    let size = (range.end - range.start).div_ceil(threads.max(1) as u64).max(1);
    let end = range.end;
    let parts: Vec<_> = range.step_by(size as usize).map(|start| start..(start + size).min(end)).collect();
    let results = thread_pool(threads)?.install(|| parts.into_par_iter().map(&work).collect::<Result<Vec<_>>>())?;
    Ok(results.into_iter().flatten().collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use anyhow::anyhow;

    #[test]
    fn every_number_is_processed_once_and_in_order() {
        for (count, threads) in [(0, 2), (1, 3), (7, 2), (7, 3), (8, 4), (3, 0)] {
            let results = map_parts(5..5 + count, threads, |part| Ok(part.collect()));
            assert_eq!(results.ok(), Some((5..5 + count).collect::<Vec<_>>()));
        }
        assert!(map_parts(0..4, 2, |part| if part.contains(&3) { Err(anyhow!("no")) } else { Ok(vec![0]) }).is_err());
    }
}
