//! Memory of the system that is in no block yet.

use super::{HEADER, HUGE_PAGE};
#[cfg(target_os = "linux")]
use std::ptr::null_mut;

/// Memory that is in no block yet.
#[derive(Clone, Copy)]
pub struct Span {
    /// The address of the next block's header.
    pub next: *mut u8,
    pub end: *mut u8,
}

impl Span {
    pub const NONE: Self = Self { next: std::ptr::null_mut(), end: std::ptr::null_mut() };

    pub fn left(self) -> usize {
        (self.end as usize).saturating_sub(self.next as usize)
    }

    /// A new block behind the last one, where there is so much left.
    #[inline]
    pub fn append(&mut self, class: usize, size: usize) -> Option<*mut u8> {
        if self.left() < size {
            return None;
        }
        // SAFETY: the size is left, and no one's.
        unsafe {
            let header = self.next;
            self.next = header.add(size);
            header.cast::<usize>().write(class);
            Some(header.add(HEADER))
        }
    }
}

/// Takes new memory from the system, of the large kind where the kernel has it.
#[cfg(target_os = "linux")]
pub fn take(size: usize) -> Option<Span> {
    use libc::{MADV_HUGEPAGE, MAP_ANONYMOUS, MAP_FAILED, MAP_NORESERVE, MAP_PRIVATE, PROT_READ, PROT_WRITE};
    // SAFETY: new pages, which nobody else knows; the advice changes no content; what is skipped stays unused.
    unsafe {
        let flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
        let pages = libc::mmap(null_mut(), size, PROT_READ | PROT_WRITE, flags, -1, 0);
        if pages == MAP_FAILED {
            return None;
        }
        let skipped = pages.cast::<u8>().align_offset(HUGE_PAGE);
        libc::madvise(pages.add(skipped), size - skipped, MADV_HUGEPAGE);
        let start = pages.cast::<u8>();
        Some(Span { next: start.add(skipped + HEADER), end: start.add(size) })
    }
}

#[cfg(not(target_os = "linux"))]
pub fn take(_: usize) -> Option<Span> {
    None
}
