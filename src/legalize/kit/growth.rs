//! The limit of instructions that legalization makes: a few lines may ask for a product of large matrices, for a
//! thousand lanes under a mask, or a thousand times for an expression of a thousand parts, and fill all memory.

use crate::error::{Code, Error, Result};
use crate::llvm::Builder;

/// Instructions that a module may become, which is a product of two matrices of 32 by 32 and takes 64 MiB, and how many
/// more for each that is rewritten, which is 64 lanes of 64 instructions.
const MOST: u64 = 250_000;
const EACH: u64 = 4096;

/// The number of instructions made since the beginning, on this thread, and the number that may be made.
#[derive(Debug)]
pub struct Growth {
    before: u64,
    rewritten: u64,
}

impl Growth {
    /// Nothing made yet.
    pub fn new() -> Self {
        Self { before: Builder::made(), rewritten: 0 }
    }

    /// Another instruction is to be rewritten: it may become as many as the builder is told.
    pub fn allow_one(&mut self, builder: &Builder<'_>) {
        self.rewritten += 1;
        builder.stop_after(self.most());
    }

    fn most(&self) -> u64 {
        self.before + MOST + EACH * self.rewritten
    }

    /// Checks that no more instructions were made than may be.
    pub fn check(&self) -> Result<()> {
        if Builder::made() <= self.most() {
            return Ok(());
        }
        Err(Error::of(Code::Limit, format!("types that SPIR-V lacks become more than {MOST} instructions"))
            .hint("shorter vectors or narrower integers become fewer"))
    }
}
