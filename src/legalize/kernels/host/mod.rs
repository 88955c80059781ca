//! The facts about kernels that reflection passes to the host (`NonSemantic.ClspvReflection`), and the values that the
//! host passes besides arguments.
//!
//! With reflection, the module has the interface that clvk and other hosts of clspv expect. Samplers of the program are
//! in set 0, shared by all kernels, and arguments in the next set. Push constants begin with the facts about the grid
//! that kernels query, at the same offsets in all kernels, followed by facts about images, and then by arguments.
//! Arguments that exceed the push constants are in a uniform block whose offsets continue those of the push constants,
//! so that the host needs one array of bytes for both.
//!
//! Variables of the program that outlive a kernel are parts of one buffer, in the set after that of arguments. The host
//! fills the buffer with their initial values.
//!
//! `plan` has the decisions that all kernels share, `data` the initial bytes of variables, `grid` the facts about the
//! grid, `told` the facts about a kernel, and `rows` writes them.

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
