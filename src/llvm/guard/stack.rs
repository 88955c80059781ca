//! Room for LLVM to recurse in.
//!
//! LLVM's parser of assembly goes down a level of stack for each level of brackets, its writers do so for each constant
//! that a constant is made of (<https://github.com/llvm/llvm-project/issues/57393>), and an overflow ends the process.
//! Neither can be asked to grow its stack in between, so the stack is as large as the whole work needs. In: how many
//! levels there are, and the work to do. Out: the result of the work, done on this stack or on one that is large enough.

use crate::error::{Code, Error, Result};
pub use crate::llvm::levels::{MAX_LEVELS, too_deep};

/// So many levels need no more than the stack of any thread.
pub const SHALLOW: usize = 400;

/// The bytes of stack that a level takes at most; LLVM 22 takes up to 2.8 KiB.
const LEVEL_BYTES: usize = 4 << 10;

/// For everything else.
const BASE_BYTES: usize = 8 << 20;

/// Returns what the work returns, done on a stack that has room for so many levels. An error if there is no memory for
/// it.
pub fn with<T>(levels: usize, work: impl FnOnce() -> Result<T>) -> Result<T> {
    if levels <= SHALLOW {
        return work();
    }
    let size = levels.saturating_mul(LEVEL_BYTES).saturating_add(BASE_BYTES);
    // `stacker` panics without memory: whether there is some is tried out before. None of it is touched.
    let is_possible = Vec::<u8>::new().try_reserve_exact(size);
    is_possible.map_err(|e| Error::of(Code::CommandLine, format!("no stack for {levels} levels: {e}")))?;
    stacker::grow(size, work)
}
