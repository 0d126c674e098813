//! Random orders.

use quartet::random::SplitMix64;

/// Puts the items in a random order (Fisher and Yates, in Durstenfeld's version of 1964).
pub(crate) fn shuffle<T>(items: &mut [T], random: &mut SplitMix64) {
    for index in (1..items.len()).rev() {
        items.swap(index, random.below(index + 1));
    }
}
