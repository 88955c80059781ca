//! The allocations of the whole program, which go to the heap of the library: Rust's, and those of C++, which is
//! LLVM's.
//!
//! This is a part of the program and of nothing else: replacing C++'s `operator new` is for whoever owns the process.
//! C++ lets a program define these functions, by their names as mangled where `size_t` is `unsigned long`; its library
//! calls them for the forms that are not listed, but for those with an alignment, which it pairs by itself.
#![allow(unsafe_code)]

use llvm_spirv_cli::process::heap;

#[global_allocator]
static ALLOCATOR: heap::Allocator = heap::Allocator;

/// `operator new(std::size_t)`.
#[inline]
fn new(size: usize) -> *mut u8 {
    let block = heap::allocate(size);
    if block.is_null() { out_of_memory() } else { block }
}

/// LLVM, which is built without exceptions, would end the process in the same words.
#[cold]
fn out_of_memory() -> ! {
    const MESSAGE: &[u8] = b"LLVM ERROR: out of memory\n";
    // SAFETY: bytes that are there, to a descriptor of which nothing is known; nothing is left to do where it is
    // closed.
    unsafe { libc::write(libc::STDERR_FILENO, MESSAGE.as_ptr().cast(), MESSAGE.len()) };
    std::process::abort()
}

macro_rules! operators {
    (new: $($new:ident)*; delete: $($delete:ident($($rest:ident)*))*) => {
        // SAFETY (of all): the symbols are those that C++ leaves to programs, each with the signature that it has
        // there.
        $(#[allow(non_snake_case, missing_docs)]
        #[unsafe(no_mangle)]
        extern "C" fn $new(size: usize) -> *mut u8 {
            new(size)
        })*
        $(#[allow(non_snake_case, missing_docs)]
        #[unsafe(no_mangle)]
        unsafe extern "C" fn $delete(block: *mut u8 $(, $rest: usize)*) {
            // SAFETY: C++ gives back what it got from one of the operators above, all of which are replaced together.
            unsafe { heap::free(block) }
        })*
    };
}

operators! {
    // new, new[]
    new: _Znwm _Znam;
    // delete and delete[], without and with the size
    delete: _ZdlPv() _ZdaPv() _ZdlPvm(_size) _ZdaPvm(_size)
}
