//! Functions of `double` that GLSL.std.450 does not have, within the limits of OpenCL C: lists of instructions without branches, so that
//! they are for numbers and for vectors alike.
//!
//! In: a call of a function that a formula of the `.txt` files has the name of. Out: the value of the formula. `text` reads the formulas,
//! `evaluate` makes instructions of one, by a machine: that of `emitted` builds LLVM IR, that of the tests computes.
//!
//! A formula is `name(parameters) { a = x * x; b, c = other(a); return b, c; }`, with the operators of C: `?:`, `|`, `&`, comparisons,
//! shifts (`>>>` keeps the sign), sums, products, and signs. Literals with a point are numbers, others integers of 64 bits. What a call
//! returns beyond one value are arguments, too, where it is one.

mod emitted;
mod evaluate;
#[cfg(test)]
mod tests;
mod text;

pub use emitted::value;
