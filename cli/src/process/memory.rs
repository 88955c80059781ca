//! Memory that runs out ends the program, with an error that says so: nothing is left to go on with.
//!
//! This is a part of the program and of nothing else: a library leaves its host's memory to the host.
#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::io::Write;

/// The memory of the system, as far as there is some.
struct Memory;

#[global_allocator]
static MEMORY: Memory = Memory;

// SAFETY: what the system returns, which is returned only where there is memory.
unsafe impl GlobalAlloc for Memory {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as the caller promises.
        some(unsafe { System.alloc(layout) })
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as the caller promises.
        some(unsafe { System.alloc_zeroed(layout) })
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: as the caller promises.
        some(unsafe { System.realloc(block, layout, size) })
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        // SAFETY: as the caller promises.
        unsafe { System.dealloc(block, layout) }
    }
}

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
