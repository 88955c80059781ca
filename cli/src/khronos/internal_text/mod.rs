//! The textual form of SPIR-V that the Khronos translator calls internal: one instruction a line, word count first.
//!
//! ```text
//! 119734787 65536 393230 10 0
//! 2 Capability Addresses
//! 5 ExtInstImport 1 "OpenCL.std"
//! 4 TypeInt 3 32 0
//! ```
//!
//! In: words, out: text (`write`), and back (`read`). Ids and most operands are plain numbers; opcodes, capabilities,
//! decorations and a few others are names (`names`). The reference is the form in the Khronos translator's tests;
//! `-spirv-text`, `-to-text` and `-to-binary` of Khronos mode use it.

mod names;
mod order;
mod read;
mod topological_sort;
mod write;

pub use names::{capability_name, decoration_name, opcode_name};
pub use read::{is_text, read, word_count};
pub use write::{Style, write};
