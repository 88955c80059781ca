//! The limit on the number of instructions that legalization creates. A few lines of IR (a product of large matrices, a
//! masked operation of a thousand lanes, an expression of a thousand parts used a thousand times) could otherwise fill
//! all memory.

use crate::error::{Code, Error, Result};
use crate::llvm::Builder;

/// The number of instructions that legalization may create in any module (a product of two matrices of 32 by 32 becomes
/// as many, which take 64 MiB), and, in `EACH`, the number added for each rewritten instruction (64 lanes of 64
/// instructions).
const MOST: u64 = 250_000;
const EACH: u64 = 4096;

/// The number of instructions that this thread had created at the start, and the number of instructions rewritten
/// since.
#[derive(Debug)]
pub struct Growth {
    before: u64,
    rewritten: u64,
}

impl Growth {
    /// Starts counting, with nothing rewritten yet.
    pub fn new() -> Self {
        Self { before: Builder::made(), rewritten: 0 }
    }

    /// Counts another instruction to be rewritten, and raises the limit of the builder.
    pub fn allow_one(&mut self, builder: &Builder<'_>) {
        self.rewritten += 1;
        builder.stop_after(self.most());
    }

    fn most(&self) -> u64 {
        self.before + MOST + EACH * self.rewritten
    }

    /// Fails if more instructions were created than the limit allows.
    pub fn check(&self) -> Result<()> {
        if Builder::made() <= self.most() {
            return Ok(());
        }
        Err(Error::of(Code::Limit, format!("types that SPIR-V lacks become more than {MOST} instructions"))
            .hint("shorter vectors or narrower integers become fewer"))
    }
}
