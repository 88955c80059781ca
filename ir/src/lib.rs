#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

pub mod attributes;
mod bitcode;
mod body;
pub mod constants;
mod downgrade;
pub mod draft;
mod error;
mod few;
mod fold;
pub mod global;
mod graph;
mod handles;
pub mod instruction;
pub mod intrinsics;
pub mod layout;
mod make;
mod masks;
pub mod metadata;
pub mod module;
pub mod sorting;
mod text;
pub mod transform;
pub mod types;
mod upgrade;
mod verify;

pub use bitcode::{WriteOptions, is_bitcode, names, read, read_declarations, write};
pub use error::{Error, Problem, Result, Syntax};
pub use handles::{Block, Function, Instruction, Type, Value};
pub use module::Module;
pub use text::{PrintOptions, parse, print};
pub use verify::{Chapter, Fault, Place, verify, verify_described};
