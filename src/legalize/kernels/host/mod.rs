//! The facts that the host is told of kernels (`NonSemantic.ClspvReflection`), and those that it says besides their arguments.
//!
//! Where the options ask for it, the module is as clvk and other hosts of clspv read it: samplers of the program are the set 0,
//! each once for all kernels, and arguments the set behind it; push constants begin with what kernels ask about the grid, at the
//! same offsets in all of them, then come questions about images, then arguments. What is too long for push constants is a
//! uniform block whose offsets go on behind them, so that the host needs one array of bytes for both.
//!
//! Variables of the program that outlive a kernel are one buffer in the set behind that of arguments, which the host fills with
//! what they begin with.
//!
//! `plan` has the numbers that all kernels share, `data` the bytes of variables, `grid` the questions, `told` what is known of a kernel, `rows` writes it.

mod data;
mod grid;
mod plan;
mod rows;
mod told;

pub use data::Data;
pub use grid::{Answers, Grid};
pub use plan::Plan;
pub use rows::write;
pub use told::{Argument, Placed, Question, Told};
