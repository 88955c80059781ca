//! Room for LLVM to recurse in.
//!
//! LLVM's parser of assembly goes down a level of stack for each level of brackets, its writers do so for each constant that
//! a constant is made of, and an overflow ends the process. In: how many levels there are, and the work to do. Out: what the
//! work gives, done here or on a thread that has the stack for it.

use crate::error::{Code, Error, Result};

/// So many levels need no more than the stack of any thread.
pub const SHALLOW: usize = 400;

/// What a level costs at most; LLVM 22 takes up to 2.8 KiB.
const LEVEL_BYTES: usize = 4 << 10;

/// For everything else.
const BASE_BYTES: usize = 8 << 20;

/// More would take a gigabyte, and are for the caller to refuse.
pub const MAX_LEVELS: usize = 250_000;

/// Does the work where there is room for so many levels.
pub fn with<T: Send>(levels: usize, work: impl FnOnce() -> Result<T> + Send) -> Result<T> {
    if levels <= SHALLOW {
        return work();
    }
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(BASE_BYTES + levels * LEVEL_BYTES);
        let running = thread.spawn_scoped(scope, work);
        let running = running.map_err(|e| Error::io(format!("no stack for {levels} levels: {e}")))?;
        running.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

/// The error for expressions of more levels than that.
pub fn too_deep() -> Error {
    Error::of(Code::Limit, format!("constant expressions that nest deeper than {MAX_LEVELS} levels"))
}
