//! The hooks that a program sets around LLVM's reader of a module.
//!
//! LLVM's reader crashes on some damaged files, and asks for all memory on others. A program that reads in a process of
//! its own bounds and marks the time in the reader; a library, which shares the process of its host, does not.

use std::sync::OnceLock;

/// The functions to call before and after LLVM reads a module.
#[derive(Clone, Copy, Debug)]
pub struct Observer {
    /// Called with the size of the file in bytes, before the reader runs.
    pub before: fn(usize),
    /// Called when the reader has returned.
    pub after: fn(),
}

static OBSERVER: OnceLock<Observer> = OnceLock::new();

/// Sets the observer of LLVM's reader, for all threads of this process. The first observer stays.
#[cfg(feature = "internals")]
pub fn observe(observer: Observer) {
    OBSERVER.get_or_init(|| observer);
}

/// Runs LLVM's reader of a file of `size` bytes.
pub(super) fn observed<T>(size: usize, read: impl FnOnce() -> T) -> T {
    let Some(observer) = OBSERVER.get() else { return read() };
    (observer.before)(size);
    let value = read();
    (observer.after)();
    value
}
