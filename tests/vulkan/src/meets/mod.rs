//! Compute shaders with random control flow whose invocations meet: at barriers, wherever all of a workgroup come; and in
//! operations of subgroups, wherever any come, by maximal reconvergence.
//!
//! ```text
//! build: a program -> text: GLSL -> glslangValidator -> the runner, in order and out of order; -r and forward; Lavapipe
//!            |                                                                 |
//!            +-> evaluate: statements under masks of invocations --- the same words
//! ```
//!
//! Lavapipe of Mesa 22.3 gives wrong values behind loops that invocations leave at different times (`tests/vulkan/README.md`): of
//! shaders with such loops it is not asked.

mod build;
mod check;
mod evaluate;
mod program;
mod text;

pub use check::{Outcome, Search};

use program::Program;

/// The invocations of a subgroup: as many as Lavapipe has.
pub const SUBGROUP: usize = 8;
/// The workgroups.
pub const GROUPS: usize = 2;
/// The numbers that each invocation leaves.
pub const REGISTERS: usize = 4;

/// Returns the GLSL of a case.
#[must_use]
pub fn source(seed: u64, case: u64) -> String {
    text::shader(&build::program(seed, case))
}

/// Returns the words that a case leaves.
#[must_use]
pub fn expected(seed: u64, case: u64) -> Vec<u32> {
    words(&build::program(seed, case))
}

fn words(program: &Program) -> Vec<u32> {
    (0..GROUPS as u32).flat_map(|group| evaluate::returned(program, group)).collect()
}
