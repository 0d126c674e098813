//! Vector arithmetic of the trainers.

/// Dot product of `left` and the start of `right`. The length of `left` is a multiple of 8.
///
/// Eight partial sums let the compiler vectorise the loop, as it must not reorder floating-point additions by itself.
#[inline]
pub(crate) fn dot_product(left: &[f32], right: &[f32]) -> f32 {
    let mut lanes = [0.0; 8];
    for (left, right) in left.as_chunks::<8>().0.iter().zip(right.as_chunks::<8>().0) {
        for (lane, (left, right)) in lanes.iter_mut().zip(left.iter().zip(right)) {
            *lane += left * right;
        }
    }
    lanes.iter().sum()
}

/// Adds `factor * vector` to `target`. If the lengths differ, the excess elements of the longer slice are ignored.
#[inline]
pub(crate) fn add_scaled(target: &mut [f32], factor: f32, vector: &[f32]) {
    for (sum, value) in target.iter_mut().zip(vector) {
        *sum += factor * value;
    }
}
