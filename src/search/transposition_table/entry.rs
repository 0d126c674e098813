//! The table's entry for a position, and its 64 bits: from the lowest, lower 16 · upper 16 · move 16 · depth 8 ·
//! generation 5 · selectivity 3.

use crate::score::Score;

/// Number of generations before the counter wraps.
pub(super) const GENERATIONS: u8 = 32;
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
    /// The bits of the entry in a generation.
    pub(super) fn pack(self, generation: u8) -> u64 {
        u64::from(self.lower.0 as u16)
            | u64::from(self.upper.0 as u16) << 16
            | u64::from(self.mv) << 32
            | u64::from(self.draft.depth) << 48
            | u64::from(generation & (GENERATIONS - 1)) << 56
            | u64::from(self.draft.selectivity & 7) << 61
    }

    /// The entry with these bits.
    pub(super) fn unpack(bits: u64) -> Entry {
        Entry {
            lower: Score(bits as u16 as i16),
            upper: Score((bits >> 16) as u16 as i16),
            mv: (bits >> 32) as u16,
            draft: Draft { depth: (bits >> 48) as u8, selectivity: (bits >> 61) as u8 },
        }
    }
}

/// The generation in the bits of an entry.
pub(super) fn generation_of(bits: u64) -> u8 {
    (bits >> 56) as u8 & (GENERATIONS - 1)
}

/// Merges the move and the bounds of `old`, an entry of the same position, into `new`. Returns whether the new entry
/// should replace the old one.
pub(super) fn merge(new: &mut Entry, old: Entry) -> bool {
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

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

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
}
