//! Assembly.

mod print;
mod tables;

pub use print::{PrintOptions, print};
