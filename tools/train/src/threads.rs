//! Work on numbered things, a thread for each part of them.
//!
//! Must not know: what is done.

use anyhow::{Result, anyhow};
use quartet::search::parallel;
use std::ops::Range;

/// What `work` gives for the things of these numbers, in their order, when so many threads do an even part each.
pub(crate) fn in_parts<T: Send>(
    numbers: Range<u64>,
    threads: usize,
    work: impl Fn(Range<u64>) -> Result<Vec<T>> + Sync,
) -> Result<Vec<T>> {
    let share = (numbers.end - numbers.start).div_ceil(threads.max(1) as u64).max(1);
    let (work, end) = (&work, numbers.end);
    let parts = numbers.step_by(share as usize).map(|begin| begin..(begin + share).min(end));
    let found = std::thread::scope(|scope| {
        let threads: Vec<_> = parts
            .map(|part| {
                // Deep lines need the stack that searching threads of the engine have.
                let builder = std::thread::Builder::new().stack_size(parallel::STACK_SIZE);
                builder.spawn_scoped(scope, move || work(part))
            })
            .collect();
        threads
            .into_iter()
            .map(|part| part?.join().map_err(|_| anyhow!("a thread failed"))?)
            .collect::<Result<Vec<_>>>()
    })?;
    Ok(found.into_iter().flatten().collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_is_worked_on_once_and_in_order() {
        for (count, threads) in [(0, 2), (1, 3), (7, 2), (7, 3), (8, 4), (3, 0)] {
            let found = in_parts(5..5 + count, threads, |part| Ok(part.collect()));
            assert_eq!(found.ok(), Some((5..5 + count).collect::<Vec<_>>()));
        }
        assert!(in_parts(0..4, 2, |part| if part.contains(&3) { Err(anyhow!("no")) } else { Ok(vec![0]) }).is_err());
    }
}
