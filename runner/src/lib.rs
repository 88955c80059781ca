//! Runs kernels of SPIR-V modules on the processor.
//!
//! ```text
//! .spv -> friendly IR -> cpu form -> LLVM's JIT -> work-groups over all cores
//! ```
//!
//! In: a module, and what a command line says of the launch. Out: buffers. What a kernel does to memory it does to this
//! process: the program runs it in a child.

pub mod arguments;
mod bound;
mod context;
mod host;
mod jit;
mod launch;
mod machine;
mod memory;
mod npy;
mod order;
pub mod program;
mod queue;
mod sections;
mod wrong;

pub use launch::{Address, Argument, Grid, Image, Pipe, Place, launch, launch_with, time};
pub use program::Program;

/// Says what went wrong, in a sentence.
pub type Result<T> = std::result::Result<T, String>;
