//! The items of the dialect's manuals on shaders, as tables: an instruction in a shader, the LLVM IR that it becomes, and
//! the same instruction from that.

mod dialect;
mod mlir;
mod module;
mod rows;
mod values;
