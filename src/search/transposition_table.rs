//! The transposition table: lock-free, shared by all workers, the same layout for every game.
//!
//! A slot is two atomic words, the entry and the key xor the entry (Hyatt and Mann, "A lock-less transposition table",
//! 2002): a torn pair fails the key check and counts as a miss. Both bounds are kept, as exact endgame searches need.
//! The 64 bits of an entry are, from the lowest: lower 16 · upper 16 · move 16 · depth 8 · generation 5 · selectivity
//! 3.
//!
//! Replacement: an entry of the same position, else an empty slot, else the entry of the bucket with the smallest
//! depth, each generation of age counting as 8 plies less. An entry of the same position is kept if it is of this
//! generation, deeper by 3 plies or more and not superseded by an exact score or a sufficient draft.
//!
//! Independent of: any game, the search that uses it.

use crate::memory_hints::{prefer_large_pages, prefetch};
use crate::score::{Bound, Score};
use crate::sync::{AtomicU8, AtomicU64, Ordering};

/// Slots of a bucket, which is one cache line.
const BUCKET_SIZE: usize = 4;
/// Number of generations before the counter wraps.
const GENERATIONS: u8 = 32;
/// The packed move that stands for no move.
pub const NO_MOVE: u16 = u16::MAX;

/// How deep a value was searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Draft {
    /// Remaining depth in plies; 128 more in exact searches, whose values are valid at any heuristic depth.
    pub depth: u8,
    /// Selectivity of the search, 0..=7; 0 if it used no heuristic pruning.
    pub selectivity: u8,
}

impl Draft {
    /// Whether a value of this draft can be used where one of draft `wanted` is asked for.
    pub fn suffices_for(self, wanted: Draft) -> bool {
        self.depth >= wanted.depth && self.selectivity <= wanted.selectivity
    }
}

/// The table's entry for a position. Distances of proven scores count from the position itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// Lower bound of the value.
    pub lower: Score,
    /// Upper bound of the value.
    pub upper: Score,
    /// The packed best move, or [`NO_MOVE`].
    pub mv: u16,
    /// How deep the value was searched.
    pub draft: Draft,
}

impl Entry {
    fn pack(self, generation: u8) -> u64 {
        u64::from(self.lower.0 as u16)
            | u64::from(self.upper.0 as u16) << 16
            | u64::from(self.mv) << 32
            | u64::from(self.draft.depth) << 48
            | u64::from(generation & (GENERATIONS - 1)) << 56
            | u64::from(self.draft.selectivity & 7) << 61
    }

    fn unpack(bits: u64) -> Entry {
        Entry {
            lower: Score(bits as u16 as i16),
            upper: Score((bits >> 16) as u16 as i16),
            mv: (bits >> 32) as u16,
            draft: Draft { depth: (bits >> 48) as u8, selectivity: (bits >> 61) as u8 },
        }
    }
}

fn generation_of(bits: u64) -> u8 {
    (bits >> 56) as u8 & (GENERATIONS - 1)
}

/// Sixteen bytes, so that a bucket is one cache line.
#[repr(align(16))]
struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

/// The transposition table.
pub struct TranspositionTable {
    slots: Box<[Slot]>,
    /// Index of the first slot that starts a cache line.
    first: usize,
    /// Number of buckets from there on.
    buckets: usize,
    generation: AtomicU8,
}

impl Default for TranspositionTable {
    /// A table of one bucket, for idle workers.
    fn default() -> Self {
        let slots = (0..BUCKET_SIZE).map(|_| Slot { check: AtomicU64::new(0), data: AtomicU64::new(0) }).collect();
        TranspositionTable { slots, first: 0, buckets: 1, generation: AtomicU8::new(0) }
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
        let table = TranspositionTable { slots, first, buckets, generation: AtomicU8::new(0) };
        if touch {
            table.clear(threads);
        }
        Ok(table)
    }

    /// Clears all entries, with `threads` threads.
    pub fn clear(&self, threads: usize) {
        self.generation.store(0, Ordering::Relaxed);
        // Less than 4 MiB is not worth another thread.
        let threads = threads.clamp(1, 1 + (self.buckets >> 16));
        let chunk_size = self.slots.len().div_ceil(threads);
        std::thread::scope(|scope| {
            let mut chunks = self.slots.chunks(chunk_size);
            let own = chunks.next();
            for chunk in chunks {
                let spawned = std::thread::Builder::new().spawn_scoped(scope, move || clear_chunk(chunk));
                if spawned.is_err() {
                    clear_chunk(chunk);
                }
            }
            own.map(clear_chunk);
        });
    }

    /// Starts a new generation.
    pub fn age(&self) {
        let next = self.generation.load(Ordering::Relaxed).wrapping_add(1);
        self.generation.store(next & (GENERATIONS - 1), Ordering::Relaxed);
    }

    #[inline]
    fn bucket(&self, key: u64) -> &[Slot] {
        let index = ((u128::from(key) * self.buckets as u128) >> 64) as usize;
        let start = self.first + BUCKET_SIZE * index;
        &self.slots[start..start + BUCKET_SIZE]
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
        let bucket = self.bucket(key);
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

/// Merges the move and the bounds of `old`, an entry of the same position, into `new`. Returns whether the new entry
/// should replace the old one.
fn merge(new: &mut Entry, old: Entry) -> bool {
    if new.mv == NO_MOVE {
        new.mv = old.mv;
    }
    if new.draft == old.draft {
        // Contradictory bounds come from different game histories or an interrupted iteration: the newer ones win.
        let (lower, upper) = (new.lower.max(old.lower), new.upper.min(old.upper));
        if lower <= upper {
            (new.lower, new.upper) = (lower, upper);
        }
        return true;
    }
    let is_exact = new.lower == new.upper;
    is_exact || new.draft.suffices_for(old.draft) || i32::from(new.draft.depth) + 3 > i32::from(old.draft.depth)
}

fn clear_chunk(chunk: &[Slot]) {
    for slot in chunk {
        slot.data.store(0, Ordering::Relaxed);
        slot.check.store(0, Ordering::Relaxed);
    }
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
    use proptest::prelude::*;

    fn table() -> TranspositionTable {
        TranspositionTable::new(1, 1, true).expect("one MiB")
    }
    const DRAFT: Draft = Draft { depth: 5, selectivity: 1 };

    #[test]
    fn entries_round_trip_through_64_bits() {
        let config = ProptestConfig { failure_persistence: None, ..ProptestConfig::default() };
        let any = (any::<[i16; 2]>(), any::<u16>(), any::<u8>(), 0..8_u8, 0..GENERATIONS);
        proptest!(config, |(([lower, upper], mv, depth, selectivity, generation) in any)| {
            let entry = Entry { lower: Score(lower), upper: Score(upper), mv, draft: Draft { depth, selectivity } };
            assert_eq!(Entry::unpack(entry.pack(generation)), entry);
            assert_eq!(generation_of(entry.pack(generation)), generation);
        });
    }

    #[test]
    fn a_more_selective_or_shallower_draft_never_suffices() {
        for (depth, wanted_depth) in [(12, 12), (13, 12), (140, 12), (12, 13), (12, 140)] {
            for (selectivity, wanted_selectivity) in [(0, 0), (0, 1), (1, 0), (3, 5), (5, 3), (7, 0)] {
                let wanted = Draft { depth: wanted_depth, selectivity: wanted_selectivity };
                let suffices = Draft { depth, selectivity }.suffices_for(wanted);
                let is_as_good = depth >= wanted_depth && selectivity <= wanted_selectivity;
                assert_eq!(suffices, is_as_good, "{depth} {selectivity} for {wanted:?}");
            }
        }
    }

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
        let table = TranspositionTable::new(9, 3, true).expect("nine MiB");
        for key in 0..10_000u64 {
            table.store(key.wrapping_mul(0x9E37_79B9_7F4A_7C15), Score(1), Bound::Exact, 1, DRAFT);
        }
        assert!(table.hashfull() > 0);
        table.clear(3);
        assert_eq!(table.hashfull(), 0);
        assert!((0..10_000u64).all(|key| table.probe(key.wrapping_mul(0x9E37_79B9_7F4A_7C15)).is_none()));
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
