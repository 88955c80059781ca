//! LLVM IR to LLVM IR: what SPIR-V cannot say without an extension becomes what it can.
//!
//! In: a module. Out: the same module, without integers of other widths than 1, 8, 16, 32 and 64, vectors of other
//! lengths than 2, 3, 4, 8 and 16 or of pointers, `bfloat`, arrays of nothing as values, booleans in memory, casts of
//! the bits of booleans, selects of structs, and functions with variable arguments. What it computes stays the same,
//! bit for bit; layouts in memory too. Lost: names of values in several parts, and `nuw`, `nsw`, `exact` where a width changes.
//!
//! `passes` lists the passes in order. `kit` has the tools that all share, `types` rewrites values of illegal types, `module`
//! variables, address spaces and long constants, `logical` what logical addressing lacks; `hlsl`, `kernels` and `khronos`
//! are for one kind of input or one mode each.

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
