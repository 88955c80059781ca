//! The allocator of the program: small blocks from lists by size, the others from the system.
//!
//! A translation allocates and frees hundreds of thousands of small blocks; the system's allocator took 7 % of its
//! instructions. If memory runs out, the program ends with an error that says so, since it cannot go on. Only the
//! program contains this module: a library leaves allocation to its host.
#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::io::Write;
use std::ptr::null_mut;

/// The unit of the sizes of small blocks, and their greatest alignment.
const STEP: usize = 16;
/// The number of sizes of small blocks.
const SIZES: usize = 32;
/// The number of bytes that are allocated from the system at once for small blocks.
const PIECE: usize = 1 << 16;

/// The system's allocator with lists of small blocks in front of it; it ends the program if memory runs out.
struct Memory;

#[global_allocator]
static MEMORY: Memory = Memory;

/// The free small blocks of a thread. Those of a thread that ends are lost: a batch has as many threads as there are
/// cores, from its start to its end.
struct Small {
    /// The first free block of each size, which begins with the address of the next.
    free: [Cell<*mut u8>; SIZES],
    /// The rest of the piece from which blocks are cut.
    rest: Cell<*mut u8>,
    left: Cell<usize>,
}

thread_local! {
    static SMALL: Small = const {
        Small { free: [const { Cell::new(null_mut()) }; SIZES], rest: Cell::new(null_mut()), left: Cell::new(0) }
    };
}

/// Returns the number of the list for blocks of a layout, if they are small.
#[inline(always)]
fn list(layout: Layout) -> Option<usize> {
    let list = layout.size().wrapping_sub(1) / STEP;
    (list < SIZES && layout.align() <= STEP).then_some(list)
}

impl Small {
    #[inline(always)]
    fn take(&self, list: usize) -> *mut u8 {
        let Some(free) = self.free.get(list) else { return null_mut() };
        let first = free.get();
        if first.is_null() {
            return self.cut((list + 1) * STEP);
        }
        // SAFETY: a free block of at least `STEP` bytes, aligned to that, begins with the address of the next, written by `give`.
        free.set(unsafe { first.cast::<*mut u8>().read() });
        first
    }

    #[inline(always)]
    fn give(&self, list: usize, block: *mut u8) {
        let Some(free) = self.free.get(list) else { return };
        // SAFETY: a block of at least `STEP` bytes, aligned to that, which its owner has given back.
        unsafe { block.cast::<*mut u8>().write(free.get()) };
        free.set(block);
    }

    /// Cuts a block off the piece, or off a new one; the rest of the old one is less than a block, and lost.
    fn cut(&self, size: usize) -> *mut u8 {
        if self.left.get() < size {
            // SAFETY: the size is not zero, and the alignment is a power of two.
            let piece = some(unsafe { System.alloc(Layout::from_size_align_unchecked(PIECE, STEP)) });
            self.rest.set(piece);
            self.left.set(PIECE);
        }
        let block = self.rest.get();
        // SAFETY: the piece has `left` bytes from `rest` on, and `size` is not more.
        self.rest.set(unsafe { block.add(size) });
        self.left.set(self.left.get() - size);
        block
    }
}

// SAFETY: blocks of the system, which are returned only where there is memory, or parts of such blocks, which are cut off once and are
// in a list only while they are free. A layout decides whether its block is small, and is the same when the block is given back.
unsafe impl GlobalAlloc for Memory {
    #[inline]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        match list(layout) {
            Some(list) => SMALL.with(|small| small.take(list)),
            // SAFETY: as the caller promises.
            None => some(unsafe { System.alloc(layout) }),
        }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        match list(layout) {
            Some(list) => {
                let block = SMALL.with(|small| small.take(list));
                // SAFETY: a block of at least this size.
                unsafe { block.write_bytes(0, layout.size()) };
                block
            }
            // SAFETY: as the caller promises.
            None => some(unsafe { System.alloc_zeroed(layout) }),
        }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: the caller promises that the size is one that the alignment allows.
        let new = unsafe { Layout::from_size_align_unchecked(size, layout.align()) };
        match (list(layout), list(new)) {
            // SAFETY: as the caller promises.
            (None, None) => some(unsafe { System.realloc(block, layout, size) }),
            (old, new) if old == new => block,
            _ => {
                // SAFETY: as the caller promises; both blocks have at least the smaller size, and are two.
                unsafe {
                    let moved = self.alloc(new);
                    moved.copy_from_nonoverlapping(block, layout.size().min(size));
                    self.dealloc(block, layout);
                    moved
                }
            }
        }
    }

    #[inline]
    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        match list(layout) {
            Some(list) => SMALL.with(|small| small.give(list, block)),
            // SAFETY: as the caller promises.
            None => unsafe { System.dealloc(block, layout) },
        }
    }
}

#[inline(always)]
fn some(block: *mut u8) -> *mut u8 {
    if block.is_null() {
        ended();
    }
    block
}

#[cold]
fn ended() -> ! {
    let why = "error[E0004]: out of memory\n  = help: more is needed than there is, or than a limit allows (ulimit -d, ulimit -v)\n";
    // The standard error has no buffer; where it is closed, the words are lost.
    let _ = std::io::stderr().write_all(why.as_bytes());
    std::process::exit(1)
}
