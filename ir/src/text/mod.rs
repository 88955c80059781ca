//! Assembly: the parser and the printer.

mod labels;
mod lex;
mod parse;
mod print;
mod tables;

pub use parse::parse;
pub(crate) use print::{Part, print_part};
pub use print::{PrintOptions, print};
