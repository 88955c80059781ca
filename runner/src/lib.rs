//! Runs kernels of SPIR-V modules on the processor.
//!
//! ```text
//! .spv -> friendly IR -> cpu form -> LLVM's JIT -> work-groups over all cores
//! ```
//!
//! In: a module, and what a command line says of the launch. Out: buffers. What a kernel does to memory it does to this
//! process: the program runs it in a child.

pub mod arguments;
pub mod arrays;
mod bound;
mod context;
mod host;
mod images;
mod jit;
mod launch;
mod machine;
mod memory;
pub mod numbers;
mod order;
pub mod program;
mod queue;
mod sections;
mod wrong;

pub use launch::{Address, Argument, Grid, Image, Pipe, Place, launch, launch_with, time};
pub use program::Program;

use llvm_spirv::error::{Code, Error, Result};

/// A sentence in place of a result: an error is made of it where its class is known.
pub(crate) type Sentence<T> = std::result::Result<T, String>;

/// Makes errors of sentences.
pub(crate) trait Classed<T> {
    /// The sentence as an error of a class.
    fn classed(self, code: Code) -> Result<T>;
}

impl<T> Classed<T> for Sentence<T> {
    fn classed(self, code: Code) -> Result<T> {
        self.map_err(|text| Error::of(code, text))
    }
}
