//! A machine that searches for faults of the translator: random functions are run, translated to SPIR-V and back, and
//! run again; their results must be the same, bit for bit, and the SPIR-V valid. `docs/reference/differential.md`
//! describes its use.
//!
//! ```text
//! machine: random -> generate -> tree -> text      check (a process of its own): text -> forward -> spirv-val
//!             ^                    |                          |                            |
//!             |                    v                          v                            v
//!             +---- minimise <- verdicts <--- compare <--- jit(before)   jit(after) <- builtins <- reverse
//! ```

pub mod builtins;
pub mod check;
pub mod debug_info;
pub mod extensions;
pub mod generate;
pub mod intrinsics;
pub mod jit;
pub mod kernels;
pub mod llvm;
pub mod machine;
pub mod minimise;
pub mod pointers;
pub mod program;
mod tree;
mod types;
pub mod values;
