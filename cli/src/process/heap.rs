//! A heap for a program that makes one translation and ends: blocks one behind the other, in large pages.
//!
//! LLVM makes each instruction by an allocation of its own. The C library's `malloc` takes a tenth of a translation for
//! that, and looks for the best place among those that were given back, while what is made together is best kept
//! together. Here a block is taken from the list of free blocks of its size, or from behind the last one; nothing is
//! ever joined or given back to the system. It serves the thread that asked for it by [`open`], once it has: all
//! others, and large blocks, are served by the C library. A library leaves its host's heap as it is: only the program
//! sends its allocations here (`replaced.rs`).

mod classes;
mod global;
mod lists;
mod span;
#[cfg(test)]
mod tests;

pub use global::Allocator;

use classes::{LARGE, class_of, size_of_class};
use lists::Heap;
use std::cell::{Cell, UnsafeCell};
use std::sync::atomic::{AtomicBool, Ordering};

/// The size of the header of each block: its class, or [`OTHER`]. Twice that is the alignment.
const HEADER: usize = size_of::<usize>();
const ALIGN: usize = 2 * HEADER;
/// The class of blocks that the C library made; its own begins an alignment earlier.
const OTHER: usize = 0;
/// The size of the huge pages that are requested.
pub const HUGE_PAGE: usize = 2 << 20;

struct Shared(UnsafeCell<Heap>);

// SAFETY: only the thread for which `IS_OWNER` is set looks inside, and it is set for no second one.
unsafe impl Sync for Shared {}

static HEAP: Shared = Shared(UnsafeCell::new(Heap::EMPTY));
static IS_OPEN: AtomicBool = AtomicBool::new(false);

thread_local! {
    static IS_OWNER: Cell<bool> = const { Cell::new(false) };
}

/// From now on, this thread's allocations come from here, if the program sends them here at all.
pub fn open() {
    let is_supported = cfg!(all(target_os = "linux", target_pointer_width = "64"));
    if is_supported && !IS_OPEN.swap(true, Ordering::Relaxed) {
        IS_OWNER.set(true);
    }
}

/// Returns whether a block of this size is allocated by the C library.
#[inline]
fn is_for_others(size: usize) -> bool {
    !IS_OWNER.get() || size >= LARGE - HEADER
}

/// A block of at least so many bytes, aligned for all that has no need of its own; null where there is no memory.
#[inline]
pub fn allocate(size: usize) -> *mut u8 {
    if is_for_others(size) {
        return other(size);
    }
    let (class, size) = class_of(size + HEADER);
    // SAFETY: this is the owner, and nobody else has a reference.
    unsafe {
        let heap = &mut *HEAP.0.get();
        heap.reuse(class).unwrap_or_else(|| heap.append(class, size))
    }
}

/// Returns the header of a block. The optimiser knows what an allocator promises, and concludes that whoever got a
/// block has never written there: it may not see where the block comes from, nor bring this to a place where that is
/// seen.
///
/// # Safety
/// The block has a header.
#[inline]
unsafe fn class_before(block: *mut u8) -> usize {
    // SAFETY: as said above.
    unsafe { std::hint::black_box(block).cast::<usize>().sub(1).read() }
}

/// Takes a block back.
///
/// # Safety
/// It is one that [`allocate`] or [`resize`] gave, or null, and nobody uses it any more.
#[inline(never)]
pub unsafe fn free(block: *mut u8) {
    if block.is_null() {
        return;
    }
    // SAFETY: there is a header in front of each block; blocks of a class are the owner's, and large enough for an
    // address.
    unsafe {
        match class_before(block) {
            OTHER => libc::free(block.sub(ALIGN).cast()),
            class if IS_OWNER.get() => {
                if let Some(first) = (*HEAP.0.get()).free.get_mut(class) {
                    block.cast::<*mut u8>().write(*first);
                    *first = block;
                }
            }
            // Another thread cannot give it to the owner; the end of the process is near.
            _ => {}
        }
    }
}

/// A block of another size with the same content, as far as it fits; null, and the old one as it was, where there is no
/// memory.
///
/// # Safety
/// As for [`free`].
#[inline(never)]
unsafe fn resize(block: *mut u8, size: usize) -> *mut u8 {
    // SAFETY: as in `free`; the new block does not overlap the old one, and both have as many bytes as are copied.
    unsafe {
        let class = class_before(block);
        if class == OTHER && is_for_others(size) {
            return headed(libc::realloc(block.sub(ALIGN).cast(), size.saturating_add(ALIGN)).cast());
        }
        let held = if class == OTHER {
            libc::malloc_usable_size(block.sub(ALIGN).cast()) - ALIGN
        } else {
            size_of_class(class) - HEADER
        };
        if size <= held {
            return block;
        }
        let new = allocate(size);
        if !new.is_null() {
            block.copy_to_nonoverlapping(new, held);
            free(block);
        }
        new
    }
}

/// A block from the C library.
#[cold]
fn other(size: usize) -> *mut u8 {
    // SAFETY: asks for memory.
    unsafe { headed(libc::malloc(size.saturating_add(ALIGN)).cast()) }
}

/// Makes a block of ours out of one that the C library allocated.
///
/// # Safety
/// It is null, or has room for what stands in front.
unsafe fn headed(block: *mut u8) -> *mut u8 {
    if block.is_null() {
        return block;
    }
    // SAFETY: as said above.
    unsafe {
        block.cast::<usize>().add(1).write(OTHER);
        block.add(ALIGN)
    }
}
