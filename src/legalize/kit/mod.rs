//! The tools that passes share: instructions with folding, loops, limits of growth, kinds of types.

pub mod emit;
pub mod growth;
pub mod instruction;
pub mod kinds;
pub mod loops;
pub mod place;
