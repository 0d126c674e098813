//! Random permutation of samples.

use quartet::random::SplitMix64;

/// Permutes the items uniformly at random (Fisher–Yates shuffle).
pub(crate) fn shuffle<T>(items: &mut [T], random: &mut SplitMix64) {
    for index in (1..items.len()).rev() {
        items.swap(index, random.below(index + 1));
    }
}
