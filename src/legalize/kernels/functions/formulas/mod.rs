//! Functions of `double` that GLSL.std.450 lacks, within the accuracy limits of OpenCL C: straight-line code, which
//! suits scalars and vectors alike.
//!
//! In: a call of a function that has a formula in the `.txt` files. Out: the value of the formula. `text` parses the
//! formulas, and `evaluate` evaluates one by the operations of a machine: that of `emitted` emits LLVM IR, and that of
//! the tests computes.
//!
//! A formula is `name(parameters) { a = x * x; b, c = other(a); return b, c; }`, with the operators of C: `?:`, `|`,
//! `&`, comparisons, shifts (`>>>` keeps the sign), sums, products, and signs. Literals with a point are floating-point
//! numbers, others are 64-bit integers. A call with several results as an argument stands for several arguments.

mod emitted;
mod evaluate;
#[cfg(test)]
mod tests;
mod text;

pub use emitted::value;
