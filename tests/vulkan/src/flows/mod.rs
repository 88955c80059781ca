//! Functions of shaders with random control flow: loops in loops, switches that fall through, early returns, `break`
//! and `continue` over several levels, irreducible graphs, blocks that are never executed; with phis of integers,
//! booleans, floating-point numbers, vectors and pointers; and the host's computation of their results.
//!
//! A *case* is one function. It follows from seed and number alone. A module holds many cases, and its entry point
//! calls each of them in each invocation.
//!
//! ```text
//! graph -> build: a program -> text: LLVM IR -> check: forward, and through LLVM's optimiser; -r and forward
//!                    |                                                                 |                  |
//!                    |                                                            interpret (all)    gpu (a share)
//!                    +-> evaluate: what each invocation returns ---- the same words -<-+------------------+
//! ```

mod build;
mod check;
mod evaluate;
mod graph;
mod program;
mod text;

pub use check::{Failure, Search, Shared, run};
pub use text::module;

use program::Program;

/// The invocations. Each is a separate workgroup: Lavapipe of Mesa 22.3 gives invocations that leave a loop before
/// others of their workgroup values of a later round (`tests/vulkan/README.md` has a module of `spirv-as` that shows
/// it).
pub const LANES: usize = 16;

/// Returns the expected output words of a module with these cases, those of a case together.
pub fn expected(seed: u64, cases: &[u64]) -> Vec<u32> {
    let programs: Vec<Program> = programs(seed, cases);
    let lanes = |program| (0..LANES as u32).map(move |lane| evaluate::returned(program, lane));
    programs.iter().flat_map(lanes).collect()
}

fn programs(seed: u64, cases: &[u64]) -> Vec<Program> {
    cases.iter().map(|case| build::program(seed, *case)).collect()
}
