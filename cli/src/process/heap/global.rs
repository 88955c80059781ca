//! The allocator as Rust's global allocator.

use super::{ALIGN, allocate, free, headed, is_for_others, resize};
use std::alloc::{GlobalAlloc, Layout, System};

/// This allocator as Rust's global allocator.
#[derive(Debug)]
pub struct Allocator;

// SAFETY: blocks are as large and as aligned as they are asked for, and nobody else's until they are given back; those
// with an alignment of their own come from the system's allocator and go there.
unsafe impl GlobalAlloc for Allocator {
    #[inline]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as the caller promises.
        if layout.align() > ALIGN { unsafe { System.alloc(layout) } } else { allocate(layout.size()) }
    }

    /// Large blocks are zero as the system gives them: tables of which little is used cost little.
    #[inline]
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        let size = layout.size();
        // SAFETY: as the caller promises; a block has as many bytes as it was asked for, null has none.
        unsafe {
            if layout.align() > ALIGN {
                return System.alloc_zeroed(layout);
            }
            if is_for_others(size) {
                return headed(libc::calloc(1, size.saturating_add(ALIGN)).cast());
            }
            let block = allocate(size);
            if !block.is_null() {
                block.write_bytes(0, size);
            }
            block
        }
    }

    #[inline]
    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        // SAFETY: as the caller promises: it came from where the alignment says.
        unsafe { if layout.align() > ALIGN { System.dealloc(block, layout) } else { free(block) } }
    }

    #[inline]
    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: as the caller promises: it came from where the alignment says.
        unsafe { if layout.align() > ALIGN { System.realloc(block, layout, size) } else { resize(block, size) } }
    }
}
