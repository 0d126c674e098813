//! The transposition table: lock-free, shared by all workers, the same layout for every game.
//!
//! A slot is two atomic words, the entry and the key xor the entry (Hyatt and Mann, "A lock-less transposition table",
//! 2002): a torn pair fails the key check and counts as a miss. Both bounds are kept, as exact endgame searches need.
//!
//! Replacement: an entry of the same position, else an empty slot, else the entry of the bucket with the smallest
//! depth, each generation of age counting as 8 plies less. An entry of the same position is kept if it is of this
//! generation, deeper by 3 plies or more and not superseded by an exact score or a sufficient draft.
//!
//! Independent of: any game, the search that uses it.

mod entry;

pub use entry::{Draft, Entry, NO_MOVE};

use crate::memory_hints::{prefer_large_pages, prefetch};
use crate::score::{Bound, Score};
use crate::sync::{AtomicU8, AtomicU64, Ordering};
use entry::{GENERATIONS, generation_of, merge};

/// Slots of a bucket, which is one cache line.
const BUCKET_SIZE: usize = 4;
/// Buckets of a region, the unit of clearing.
const REGION_SIZE: usize = 8;

/// Sixteen bytes, so that a bucket is one cache line.
#[repr(align(16))]
struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

impl Slot {
    fn clear(&self) {
        self.data.store(0, Ordering::Relaxed);
        self.check.store(0, Ordering::Relaxed);
    }
}

/// The transposition table.
pub struct TranspositionTable {
    slots: Box<[Slot]>,
    /// Index of the first slot that starts a cache line.
    first: usize,
    /// Number of buckets from there on.
    buckets: usize,
    /// A bit for each region of [`REGION_SIZE`] buckets: whether it may hold an entry. Clearing a large table after a
    /// small search takes little time.
    written: Box<[AtomicU64]>,
    generation: AtomicU8,
}

impl Default for TranspositionTable {
    /// A table of one bucket, for idle workers.
    fn default() -> Self {
        let slots = (0..BUCKET_SIZE).map(|_| Slot { check: AtomicU64::new(0), data: AtomicU64::new(0) }).collect();
        TranspositionTable { slots, first: 0, buckets: 1, written: no_regions(1), generation: AtomicU8::new(0) }
    }
}

/// The system does not have the memory asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OutOfMemory;

impl TranspositionTable {
    /// An empty table of `megabytes` MiB (at least one bucket). If `touch` is set, `threads` threads touch its pages
    /// now; else searches do when they first need them.
    pub fn new(megabytes: usize, threads: usize, touch: bool) -> Result<TranspositionTable, OutOfMemory> {
        let buckets = ((megabytes << 20) / (BUCKET_SIZE * size_of::<Slot>())).max(1);
        // The allocator provides zeroed memory lazily only for small alignments, so the table aligns its buckets
        // itself.
        let slots =
            zeroed_slots(buckets.checked_add(1).and_then(|count| count.checked_mul(BUCKET_SIZE)).ok_or(OutOfMemory)?)?;
        let first = slots.as_ptr().align_offset(BUCKET_SIZE * size_of::<Slot>()).min(BUCKET_SIZE);
        let table =
            TranspositionTable { slots, first, buckets, written: no_regions(buckets), generation: AtomicU8::new(0) };
        if touch {
            table.in_parts(&table.slots, threads, |_, slots| slots.iter().for_each(Slot::clear));
        }
        Ok(table)
    }

    /// Clears all entries, with `threads` threads.
    pub fn clear(&self, threads: usize) {
        self.generation.store(0, Ordering::Relaxed);
        self.in_parts(&self.written, threads, |first, words| {
            for (index, word) in (first..).zip(words) {
                let regions = word.swap(0, Ordering::Relaxed);
                (0..64).filter(|bit| regions >> bit & 1 != 0).for_each(|bit| self.clear_region(64 * index + bit));
            }
        });
    }

    fn clear_region(&self, region: usize) {
        let buckets = REGION_SIZE * region..(REGION_SIZE * (region + 1)).min(self.buckets);
        let slots = self.first + BUCKET_SIZE * buckets.start..self.first + BUCKET_SIZE * buckets.end;
        self.slots[slots].iter().for_each(Slot::clear);
    }

    /// Has `threads` threads work on a part of `all` each, which is given with the index of its first element.
    fn in_parts<T: Sync>(&self, all: &[T], threads: usize, work: impl Fn(usize, &[T]) + Sync) {
        // Less than 4 MiB is not worth another thread.
        let threads = threads.clamp(1, 1 + (self.buckets >> 16));
        let size = all.len().div_ceil(threads);
        std::thread::scope(|scope| {
            let mut parts = all.chunks(size).enumerate();
            let own = parts.next();
            for (index, part) in parts {
                let work = &work;
                let spawned = std::thread::Builder::new().spawn_scoped(scope, move || work(index * size, part));
                if spawned.is_err() {
                    work(index * size, part);
                }
            }
            if let Some((_, part)) = own {
                work(0, part);
            }
        });
    }

    /// Starts a new generation.
    pub fn age(&self) {
        let next = self.generation.load(Ordering::Relaxed).wrapping_add(1);
        self.generation.store(next & (GENERATIONS - 1), Ordering::Relaxed);
    }

    #[inline]
    fn bucket_index(&self, key: u64) -> usize {
        ((u128::from(key) * self.buckets as u128) >> 64) as usize
    }

    #[inline]
    fn bucket_at(&self, index: usize) -> &[Slot] {
        let start = self.first + BUCKET_SIZE * index;
        &self.slots[start..start + BUCKET_SIZE]
    }

    #[inline]
    fn bucket(&self, key: u64) -> &[Slot] {
        self.bucket_at(self.bucket_index(key))
    }

    /// Notes that the region of a bucket holds an entry.
    fn mark_written(&self, bucket: usize) {
        let region = bucket / REGION_SIZE;
        let (word, bit) = (&self.written[region / 64], 1 << (region % 64));
        // Reading first keeps the line shared between threads.
        if word.load(Ordering::Relaxed) & bit == 0 {
            word.fetch_or(bit, Ordering::Relaxed);
        }
    }

    /// Prefetches the bucket of `key`.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        prefetch(&self.bucket(key)[0]);
    }

    /// The entry of `key`, if there is one.
    #[inline]
    pub fn probe(&self, key: u64) -> Option<Entry> {
        self.bucket(key).iter().find_map(|slot| {
            let data = slot.data.load(Ordering::Relaxed);
            let check = slot.check.load(Ordering::Relaxed);
            (data != 0 && check ^ data == key).then(|| Entry::unpack(data))
        })
    }

    /// Stores a score. If the table holds an entry of the same draft for `key`, the two bounds are combined.
    pub fn store(&self, key: u64, score: Score, bound: Bound, mv: u16, draft: Draft) {
        let infinite = Score::INFINITE;
        let (lower, upper) = match bound {
            Bound::Exact => (score, score),
            Bound::Lower => (score, infinite),
            Bound::Upper => (-infinite, score),
        };
        let mut entry = Entry { lower, upper, mv, draft };
        let generation = self.generation.load(Ordering::Relaxed);
        let index = self.bucket_index(key);
        let bucket = self.bucket_at(index);
        let mut victim = &bucket[0];
        let mut min_value = i32::MAX;
        for slot in bucket {
            let data = slot.data.load(Ordering::Relaxed);
            if data == 0 || slot.check.load(Ordering::Relaxed) ^ data == key {
                if data != 0 && !merge(&mut entry, Entry::unpack(data)) && generation_of(data) == generation {
                    return;
                }
                victim = slot;
                break;
            }
            let age = i32::from(generation.wrapping_sub(generation_of(data)) & (GENERATIONS - 1));
            let value = i32::from((data >> 48) as u8) - 8 * age;
            if value < min_value {
                (victim, min_value) = (slot, value);
            }
        }
        self.mark_written(index);
        let data = entry.pack(generation);
        victim.data.store(data, Ordering::Relaxed);
        victim.check.store(key ^ data, Ordering::Relaxed);
    }

    /// Permille of a sample of slots that the current generation has filled.
    pub fn hashfull(&self) -> u32 {
        let generation = self.generation.load(Ordering::Relaxed);
        let sample = &self.slots[..self.slots.len().min(1000)];
        let used = sample.iter().filter(|slot| {
            let data = slot.data.load(Ordering::Relaxed);
            data != 0 && generation_of(data) == generation
        });
        (used.count() * 1000 / sample.len()) as u32
    }
}

/// A clear bit for each region of a table of `buckets` buckets.
fn no_regions(buckets: usize) -> Box<[AtomicU64]> {
    (0..buckets.div_ceil(64 * REGION_SIZE)).map(|_| AtomicU64::new(0)).collect()
}

/// Zeroed memory that the system provides lazily, so that a large table costs nothing before it is used.
fn zeroed_slots(count: usize) -> Result<Box<[Slot]>, OutOfMemory> {
    let layout = std::alloc::Layout::array::<Slot>(count).map_err(|_| OutOfMemory)?;
    // SAFETY: the layout is not empty (count ≥ 1).
    let start = unsafe { std::alloc::alloc_zeroed(layout) }.cast::<Slot>();
    if start.is_null() {
        return Err(OutOfMemory);
    }
    // SAFETY: all-zero bytes are a valid `Slot`, which is atomics only; the slice has exactly the allocated layout, so
    // `Box` frees it correctly.
    let mut slots = unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(start, count)) };
    prefer_large_pages(&mut slots);
    Ok(slots)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> TranspositionTable {
        TranspositionTable::new(1, 1, true).expect("one MiB")
    }
    const DRAFT: Draft = Draft { depth: 5, selectivity: 1 };

    /// An exact bound does not make the bound of a selective search exact.
    #[test]
    fn bounds_of_different_drafts_are_not_combined() {
        let (selective, exact) = (Draft { selectivity: 5, ..DRAFT }, Draft { selectivity: 0, ..DRAFT });
        let table = table();
        table.store(42, Score(10), Bound::Lower, 3, selective);
        table.store(42, Score(20), Bound::Upper, NO_MOVE, exact);
        let entry = table.probe(42).expect("stored");
        assert_eq!((entry.lower, entry.upper, entry.draft), (-Score::INFINITE, Score(20), exact));
    }

    #[test]
    fn equal_drafts_keep_both_bounds() {
        let table = table();
        table.store(42, Score(10), Bound::Lower, 3, DRAFT);
        table.store(42, Score(20), Bound::Upper, NO_MOVE, DRAFT);
        let entry = table.probe(42).expect("stored");
        assert_eq!((entry.lower, entry.upper, entry.mv), (Score(10), Score(20), 3));
    }

    /// A value less deep replaces a deeper one of its position if it is exact, or at most two plies less deep.
    #[test]
    fn much_deeper_bounds_are_kept() {
        let deep = Draft { depth: 20, selectivity: 0 };
        for (bound, depth, replaces) in [
            (Bound::Lower, 20, true),
            (Bound::Lower, 18, true),
            (Bound::Lower, 17, false),
            (Bound::Upper, 17, false),
            (Bound::Exact, 17, true),
        ] {
            let table = table();
            table.store(42, Score(10), Bound::Lower, 3, deep);
            table.store(42, Score(30), bound, 5, Draft { depth, selectivity: 3 });
            let entry = table.probe(42).expect("stored");
            assert_eq!((entry.mv, entry.draft.depth), if replaces { (5, depth) } else { (3, 20) }, "{bound:?} {depth}");
        }
    }

    #[test]
    fn a_torn_slot_is_a_miss() {
        let table = table();
        table.store(42, Score(10), Bound::Exact, 3, DRAFT);
        table.bucket(42)[0].data.fetch_xor(1, Ordering::Relaxed);
        assert_eq!(table.probe(42), None);
    }

    #[test]
    fn clearing_removes_all_entries_with_any_number_of_threads() {
        let spread = |key: u64| key.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        for (megabytes, threads, keys) in [(9, 3, 10_000), (9, 1, 3), (1, 2, 1), (0, 1, 3)] {
            let table = TranspositionTable::new(megabytes, threads, true).expect("memory");
            let keys: Vec<u64> = (0..keys).map(spread).chain([0, u64::MAX]).collect();
            for _ in 0..2 {
                for &key in &keys {
                    table.store(key, Score(1), Bound::Exact, 1, DRAFT);
                    assert!(table.probe(key).is_some());
                }
                assert!(table.hashfull() > 0);
                table.clear(threads);
                assert!(table.slots.iter().all(|slot| slot.data.load(Ordering::Relaxed) == 0));
            }
        }
    }

    #[test]
    fn deep_entries_outlive_shallow_ones_until_they_are_old() {
        let table = TranspositionTable::new(0, 1, false).expect("one bucket");
        for key in 0..4 {
            table.store(key, Score(1), Bound::Exact, 1, Draft { depth: 60, selectivity: 0 });
        }
        for key in 10..100 {
            table.store(key, Score(1), Bound::Exact, 1, DRAFT);
        }
        assert_eq!((0..4).filter(|&key| table.probe(key).is_some()).count(), 3);
        for _ in 0..20 {
            table.age();
        }
        for key in 200..208 {
            table.store(key, Score(1), Bound::Exact, 1, DRAFT);
        }
        assert_eq!((0..4).filter(|&key| table.probe(key).is_some()).count(), 0);
    }

    #[test]
    fn too_large_a_table_is_an_error() {
        assert!(matches!(TranspositionTable::new(usize::MAX >> 21, 1, false), Err(OutOfMemory)));
    }
}
