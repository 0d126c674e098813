//! Memory hints to the processor and the system: prefetching and large pages.

/// Prefetches a value into the cache.
#[inline(always)]
pub(crate) fn prefetch<T>(value: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: the instruction belongs to every x86-64 and has no effect but on caches.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(value).cast()) }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = value;
}

/// An empty vector with capacity for `count` items, in large pages if the system has any: random access to a large
/// table would otherwise suffer from TLB misses.
pub(crate) fn with_large_pages<T>(count: usize) -> Vec<T> {
    let mut empty = Vec::with_capacity(count);
    prefer_large_pages(empty.spare_capacity_mut());
    empty
}

/// Asks for large pages for memory that has not been touched yet. Only Linux is asked, and not under Miri.
pub(crate) fn prefer_large_pages<T>(memory: &mut [T]) {
    #[cfg(all(target_os = "linux", not(miri)))]
    {
        use std::ffi::{c_int, c_void};
        unsafe extern "C" {
            fn madvise(start: *mut c_void, bytes: usize, advice: c_int) -> c_int;
        }
        const LARGE_PAGE: usize = 2 << 20;
        const MADV_HUGEPAGE: c_int = 14;
        let start: *mut c_void = memory.as_mut_ptr().cast();
        let skipped = start.align_offset(LARGE_PAGE);
        let bytes = size_of_val(memory).saturating_sub(skipped) / LARGE_PAGE * LARGE_PAGE;
        if bytes > 0 {
            let start = start.wrapping_byte_add(skipped);
            // SAFETY: these bytes are inside `memory`, and the advice changes none of them. A refusal does no harm.
            unsafe { madvise(start, bytes, MADV_HUGEPAGE) };
        }
    }
    #[cfg(not(all(target_os = "linux", not(miri))))]
    let _ = memory;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_written_stays_whatever_pages_hold_it() {
        for count in [0, 1, 100, 3 << 20] {
            let mut room: Vec<u32> = with_large_pages(count);
            room.extend(0..count as u32);
            assert!(room.capacity() >= count);
            prefer_large_pages(&mut room);
            assert!(room.iter().copied().eq(0..count as u32));
        }
    }
}
