//! LLVM IR to LLVM IR: constructs that SPIR-V cannot express without an extension are replaced by others that it can.
//!
//! In: a module. Out: the same module, without integers of other widths than 1, 8, 16, 32 and 64, vectors of other
//! lengths than 2, 3, 4, 8 and 16 or of pointers, `bfloat`, zero-length arrays as values, booleans in memory, bitcasts
//! of booleans, selects of structs, and functions with variable arguments. Results stay the same, bit for bit, and so
//! do layouts in memory. Lost: names of values that are split into several parts, and `nuw`, `nsw` and `exact` where a
//! width changes.
//!
//! `passes` lists the passes in order. `kit` has the tools that all passes share. `types` rewrites values of illegal
//! types, `module` rewrites variables, address spaces and long constants, and `logical` rewrites constructs that
//! logical addressing does not allow. `hlsl`, `kernels` and `khronos` each serve one kind of input or one mode.

mod hlsl;
mod kernels;
mod khronos;
mod kit;
mod logical;
mod module;
mod passes;
mod types;

pub(crate) use passes::{INTERFACE, Job, REWRITES};
pub use passes::{Pass, passes};
