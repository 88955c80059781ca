//! Graph algorithms on the blocks of a function.

pub mod components;
pub mod dominators;
pub mod flow;
pub mod loops;
pub mod nests;
pub mod structured;
