//! The blocks that were given back, by class, and where new ones come from.

use super::classes::{CLASSES, SMALL_CLASSES, class_of, size_of_class};
use super::span::{Span, take};
use super::{HEADER, HUGE_PAGE};
use std::ptr::null_mut;

/// The least amount of memory taken at a time for small blocks.
const REFILL: usize = 32 << 10;
/// The amount taken from the system at a time; addresses, until they are used.
const CHUNK: usize = 64 << 20;

/// A heap of one thread.
pub struct Heap {
    /// For each class the block that was given back last; it begins with the address of the one before.
    pub free: [*mut u8; CLASSES],
    /// The memory from which small blocks are taken: a part of the chunk, or a large block that was given back.
    small: Span,
    /// The memory taken from the system.
    chunk: Span,
}

impl Heap {
    /// A heap without memory.
    pub const EMPTY: Self = Self { free: [null_mut(); CLASSES], small: Span::NONE, chunk: Span::NONE };

    /// A new block; null where there is no memory.
    #[inline]
    pub fn append(&mut self, class: usize, size: usize) -> *mut u8 {
        if class >= SMALL_CLASSES {
            return self.append_large(class, size);
        }
        let block = self.small.append(class, size);
        match block {
            Some(block) => block,
            None if self.refill() => self.append(class, size),
            None => null_mut(),
        }
    }

    #[cold]
    fn append_large(&mut self, class: usize, size: usize) -> *mut u8 {
        let take_chunk = || [CHUNK, size + 2 * HUGE_PAGE].into_iter().find_map(take);
        if self.chunk.left() < size {
            self.chunk = take_chunk().unwrap_or(self.chunk);
        }
        self.chunk.append(class, size).unwrap_or_default()
    }

    /// Memory for small blocks; false where there is no memory. A table that has outgrown its place leaves one.
    #[cold]
    fn refill(&mut self) -> bool {
        let (first, _) = class_of(REFILL);
        let given_back = (first..CLASSES).find(|class| self.free.get(*class).is_some_and(|block| !block.is_null()));
        let class = given_back.unwrap_or(first);
        let block = self.reuse(class).unwrap_or_else(|| self.append_large(class, size_of_class(class)));
        if block.is_null() {
            return false;
        }
        // SAFETY: from the header of this block to its end.
        unsafe {
            let next = block.sub(HEADER);
            self.small = Span { next, end: next.add(size_of_class(class)) };
        }
        true
    }

    /// A block of this class that was given back.
    #[inline]
    pub fn reuse(&mut self, class: usize) -> Option<*mut u8> {
        let first = self.free.get_mut(class).filter(|first| !first.is_null())?;
        let block = *first;
        // SAFETY: a free block is no one's, and begins with an address.
        *first = unsafe { block.cast::<*mut u8>().read() };
        Some(block)
    }
}
