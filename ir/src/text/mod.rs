//! Assembly.

mod print;

pub use print::{PrintOptions, print};
