//! A heap for a program that makes one translation and ends: blocks one behind the other, in large pages.
//!
//! LLVM makes each instruction by an allocation of its own. The C library's `malloc` takes a tenth of a translation for that,
//! and looks for the best place among those that were given back, while what is made together is best kept together.
//! Here a block is taken from the list of free blocks of its size, or from behind the last one; nothing is ever joined or
//! given back to the system. It serves the thread that asked for it by [`open`], once it has: all others, and large blocks,
//! are served by the C library. A library leaves its host's heap as it is: only the program sends its allocations here
//! (`replaced.rs`).

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::{Cell, UnsafeCell};
use std::ptr::null_mut;
use std::sync::atomic::{AtomicBool, Ordering};

/// What stands in front of each block: its class, or [`OTHER`]. Twice that is the alignment.
const HEADER: usize = size_of::<usize>();
const ALIGN: usize = 2 * HEADER;
/// The class of blocks that the C library made; its own begins an alignment earlier.
const OTHER: usize = 0;
/// Small sizes, header included, have a class for each multiple of the alignment.
const SMALL_CLASSES: usize = 128;
/// The others eight for each power of two, from this one on.
const FIRST_POWER: u32 = 10;
/// From this size on the C library is asked, which joins what was given back: a table that grows leaves little behind then.
const LARGE: usize = 64 << 10;
const CLASSES: usize = SMALL_CLASSES + 8 * (LARGE.ilog2() - FIRST_POWER) as usize;
/// What small blocks get at least at a time.
const REFILL: usize = 32 << 10;
/// What is taken from the system at a time; addresses, until they are used.
const CHUNK: usize = 64 << 20;
/// How large the pages are that are asked for.
pub const HUGE_PAGE: usize = 2 << 20;

struct Heap {
    /// For each class the block that was given back last; it begins with the address of the one before.
    free: [*mut u8; CLASSES],
    /// Where small blocks come from: a part of the chunk, or a large block that was given back.
    small: Room,
    /// What was taken from the system.
    chunk: Room,
}

/// Memory that is in no block yet.
#[derive(Clone, Copy)]
struct Room {
    /// Where the header of the next block goes.
    next: *mut u8,
    end: *mut u8,
}

struct Shared(UnsafeCell<Heap>);

// SAFETY: only the thread for which `IS_OWNER` is set looks inside, and it is set for no second one.
unsafe impl Sync for Shared {}

static HEAP: Shared =
    Shared(UnsafeCell::new(Heap { free: [null_mut(); CLASSES], small: Room::NONE, chunk: Room::NONE }));
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

/// Is a block of this size the C library's to make?
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

/// What stands in front of a block. The optimiser knows what an allocator promises, and concludes that whoever got a block has
/// never written there: it may not see where the block comes from, nor bring this to a place where that is seen.
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
    // SAFETY: there is a header in front of each block; blocks of a class are the owner's, and large enough for an address.
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

/// A block of another size with the same content, as far as it fits; null, and the old one as it was, where there is no memory.
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

/// The class of a size, header included and less than [`LARGE`], and the size of its blocks.
#[inline]
fn class_of(size: usize) -> (usize, usize) {
    let class = size.div_ceil(ALIGN);
    if class < SMALL_CLASSES { (class, class * ALIGN) } else { large_class_of(size) }
}

fn large_class_of(size: usize) -> (usize, usize) {
    let power = (size - 1).ilog2();
    let eighths = ((size - 1) >> (power - 3)) + 1;
    (SMALL_CLASSES + 8 * (power - FIRST_POWER) as usize + eighths - 9, eighths << (power - 3))
}

/// The size of the blocks of a class, header included.
fn size_of_class(class: usize) -> usize {
    match class.checked_sub(SMALL_CLASSES) {
        None => class * ALIGN,
        Some(large) => (large % 8 + 9) << (large / 8 + FIRST_POWER as usize - 3),
    }
}

impl Room {
    const NONE: Self = Self { next: null_mut(), end: null_mut() };

    fn left(self) -> usize {
        (self.end as usize).saturating_sub(self.next as usize)
    }

    /// A new block behind the last one, where there is so much left.
    #[inline]
    fn append(&mut self, class: usize, size: usize) -> Option<*mut u8> {
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

impl Heap {
    /// A new block; null where there is no memory.
    #[inline]
    fn append(&mut self, class: usize, size: usize) -> *mut u8 {
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

    /// Room for small blocks; false where there is no memory. A table that has outgrown its place leaves one.
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
            self.small = Room { next, end: next.add(size_of_class(class)) };
        }
        true
    }

    /// A block of this class that was given back.
    #[inline]
    fn reuse(&mut self, class: usize) -> Option<*mut u8> {
        let first = self.free.get_mut(class).filter(|first| !first.is_null())?;
        let block = *first;
        // SAFETY: a free block is no one's, and begins with an address.
        *first = unsafe { block.cast::<*mut u8>().read() };
        Some(block)
    }
}

/// Takes new memory from the system, of the large kind where the kernel has it.
#[cfg(target_os = "linux")]
fn take(size: usize) -> Option<Room> {
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
        Some(Room { next: start.add(skipped + HEADER), end: start.add(size) })
    }
}

#[cfg(not(target_os = "linux"))]
fn take(_: usize) -> Option<Room> {
    None
}

/// A block from the C library.
#[cold]
fn other(size: usize) -> *mut u8 {
    // SAFETY: asks for memory.
    unsafe { headed(libc::malloc(size.saturating_add(ALIGN)).cast()) }
}

/// What the C library made, as one of our blocks.
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

/// The same heap for Rust.
#[derive(Debug)]
pub struct Allocator;

// SAFETY: blocks are as large and as aligned as they are asked for, and nobody else's until they are given back; those with an
// alignment of their own come from the system's allocator and go there.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_are_as_large_as_they_must_be_and_not_much_larger() {
        let sizes = (1..100_000)
            .chain((17..25).flat_map(|power| [-1, 0, 1].map(|more| (1_usize << power).saturating_add_signed(more))));
        for size in sizes.filter(|size| *size < LARGE) {
            let (class, held) = class_of(size);
            assert!(
                class < CLASSES && held >= size && held <= size.max(ALIGN) + size / 8 + ALIGN,
                "{size}: {class}, {held}"
            );
            assert_eq!((size_of_class(class), held % ALIGN), (held, 0), "{size}");
            assert!(size == 1 || class >= class_of(size - 1).0, "{size}");
        }
    }

    /// Blocks with their sizes, each filled with a byte of its own.
    fn check(blocks: &[(*mut u8, usize, u8)]) {
        for (block, size, byte) in blocks {
            assert!((*block as usize).is_multiple_of(ALIGN));
            // SAFETY: blocks of this size that were filled.
            let content = unsafe { std::slice::from_raw_parts(*block, *size) };
            assert!(content.iter().all(|found| found == byte));
        }
    }

    /// Makes blocks, makes them larger and smaller, and gives some back, over and over.
    fn churn() {
        let mut blocks = Vec::new();
        for round in 0..1000_usize {
            let size = [24, 1, 200, 2040, 2500, 5000, 40_000][round % 7] + round % 13;
            let (block, byte) = (allocate(size), round as u8);
            // SAFETY: new blocks of the sizes asked for; those that are given back are forgotten.
            unsafe {
                block.write_bytes(byte, size);
                blocks.push((block, size, byte));
                if round % 3 == 0 {
                    let (block, size, byte) = blocks.swap_remove(round * 7 % blocks.len());
                    let new = resize(block, size * 3);
                    new.add(size).write_bytes(byte, size * 2);
                    blocks.push((new, size * 3, byte));
                }
                while blocks.len() > 60 {
                    let block = blocks.swap_remove(round * 5 % blocks.len());
                    check(&[block]);
                    free(block.0);
                }
            }
        }
        check(&blocks);
        // SAFETY: the rest, once.
        blocks.into_iter().for_each(|(block, ..)| unsafe { free(block) });
    }

    #[test]
    fn blocks_keep_their_content_whichever_thread_has_them() {
        let early = allocate(100);
        // SAFETY: a block of that size.
        unsafe { early.write_bytes(7, 100) };
        churn();
        open();
        churn();
        check(&[(early, 100, 7)]);
        // SAFETY: made before, by the C library, and grown by the heap; what belongs to the owner may end with another thread.
        unsafe {
            let late = resize(early, 5000);
            check(&[(late, 100, 7)]);
            let late = late as usize;
            assert!(std::thread::spawn(move || free(late as *mut u8)).join().is_ok());
        }
        assert!(std::thread::spawn(churn).join().is_ok());
        let (large, more) = (allocate(LARGE), allocate(2 * LARGE));
        // SAFETY: blocks of that size, given back once.
        unsafe {
            large.write_bytes(9, LARGE);
            let larger = resize(large, LARGE + 5);
            check(&[(larger, LARGE, 9)]);
            free(larger);
            free(more);
        }
    }
}
