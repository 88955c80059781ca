//! The concepts: one file a chapter of SPIR-V, holding both directions of that chapter.
//!
//! Each file says what the chapter covers, how it looks in LLVM IR and what is lost on the way; then come its rows, then
//! what no row can say, forward and reverse.

mod rows;

pub mod arithmetic;
pub mod atomics;
pub mod aux_data;
pub mod availability;
pub mod barriers;
pub mod bfloat16;
pub mod bits;
pub mod builtin_variables;
pub mod builtins;
pub mod clock;
pub mod collectives;
pub mod compare;
pub mod composites;
pub mod constants;
pub mod contraction;
pub mod control_flow;
pub mod convert;
pub mod convert_builtins;
pub mod cooperative_matrix;
pub mod declarations;
pub mod decorations;
pub mod dot_products;
pub mod enqueue;
pub mod entry_points;
pub mod ext_inst;
pub mod fpga_registers;
pub mod function_attributes;
pub mod function_pointers;
pub mod functions;
pub mod gathers;
pub mod globals;
pub mod groups;
pub mod images;
pub mod inline_asm;
pub mod intrinsics;
pub mod kernel_arguments;
pub mod loops;
pub mod matrices;
pub mod max_error;
pub mod media_blocks;
pub mod memory;
pub mod memory_access;
pub mod memory_semantics;
pub mod module_info;
pub mod nodes;
pub mod opaque_types;
pub mod pipes;
pub mod pointees;
pub mod pointers;
pub mod small_numbers;
pub mod spec_constants;
pub mod stored_results;
pub mod symbols;
pub mod task_sequences;
pub mod types;
pub mod untyped_pointers;
pub mod values;
pub mod variable_length;
pub mod vector_compute;
