//! Runs kernels of SPIR-V modules on the processor.
//!
//! ```text
//! .spv -> friendly IR -> cpu form -> LLVM's JIT -> work-groups over all cores
//! ```
//!
//! In: a module, and the launch from the command line. Out: buffers. A kernel runs in the memory of this process, so
//! the program runs it in a child process.

mod abi;
pub mod arguments;
pub mod arrays;
mod bound;
mod context;
pub mod form;
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

pub use jit::Effort;
pub use launch::{Address, Argument, Grid, Image, Pipe, Place, launch, launch_with, time};
pub use program::Program;

use llvm_spirv::error::{Code, Error, Result};

/// A result with an error message, which becomes an error once its class is known.
pub(crate) type Sentence<T> = std::result::Result<T, String>;

/// Converts error messages to errors.
pub(crate) trait Classed<T> {
    /// Returns the message as an error of a class.
    fn classed(self, code: Code) -> Result<T>;
}

impl<T> Classed<T> for Sentence<T> {
    fn classed(self, code: Code) -> Result<T> {
        self.map_err(|text| Error::of(code, text))
    }
}
