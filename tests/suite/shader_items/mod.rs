//! The items of the dialect's manuals on shaders, as tables: an instruction in a shader, its LLVM IR, and the same
//! instruction from that.

mod conversion;
mod dialect;
mod entry_points;
mod mlir;
mod module;
mod modules;
mod names;
mod operations;
mod project;
mod rows;
mod values;
