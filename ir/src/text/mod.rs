//! Assembly.

mod labels;
mod lex;
mod parse;
mod print;
mod tables;

pub use parse::parse;
pub use print::{PrintOptions, print};
