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
mod errors;
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
