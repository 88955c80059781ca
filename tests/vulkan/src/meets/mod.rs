//! Compute shaders with random control flow whose invocations synchronize: at barriers, where all of a workgroup
//! arrive; and in operations of subgroups, where any arrive, by maximal reconvergence.
//!
//! ```text
//! build: a program -> text: GLSL -> glslangValidator -> the runner, in order and out of order; -r and forward; Lavapipe
//!          |                                                                 |
//!          +-> evaluate: statements under masks of invocations --- the same words
//! ```
//!
//! Lavapipe of Mesa 22.3 gives wrong values behind loops that invocations leave at different times
//! (`tests/vulkan/README.md`), so that it does not run shaders with such loops.

mod build;
mod check;
mod evaluate;
mod program;
mod text;

pub use check::{Outcome, Search};

use program::Program;

/// The number of invocations of a subgroup, which is that of Lavapipe.
pub const SUBGROUP: usize = 8;
/// The number of workgroups.
pub const GROUPS: usize = 2;
/// The number of results of each invocation.
pub const REGISTERS: usize = 4;

/// Returns the GLSL of a case.
#[must_use]
pub fn source(seed: u64, case: u64) -> String {
    text::shader(&build::program(seed, case))
}

/// Returns the expected words of a case.
#[must_use]
pub fn expected(seed: u64, case: u64) -> Vec<u32> {
    words(&build::program(seed, case))
}

fn words(program: &Program) -> Vec<u32> {
    (0..GROUPS as u32).flat_map(|group| evaluate::returned(program, group)).collect()
}
