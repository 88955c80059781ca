//! The facts that the host is told of kernels (`NonSemantic.ClspvReflection`), and those that it says besides their arguments.
//!
//! Where the options ask for it, the module is as clvk and other hosts of clspv read it: samplers of the program are the set 0,
//! each once for all kernels, and arguments the set behind it; push constants begin with what kernels ask about the grid, at the
//! same offsets in all of them, then come questions about images, then arguments. What is too long for push constants is a
//! uniform block whose offsets go on behind them, so that the host needs one array of bytes for both.
//!
//! `plan` has the numbers that all kernels share, `grid` the questions, `told` what is known of a kernel, `rows` writes it.

mod grid;
mod plan;
mod rows;
mod told;

pub use grid::{Answers, Grid};
pub use plan::Plan;
pub use rows::write;
pub use told::{Argument, Placed, Question, Told};
