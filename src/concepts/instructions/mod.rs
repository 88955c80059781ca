//! The core instructions, with a file for each class of section 3 of the SPIR-V specification.

pub mod arithmetic;
pub mod atomics;
pub mod barriers;
pub mod bits;
pub mod collectives;
pub mod compare;
pub mod composites;
pub mod control_flow;
pub mod convert;
pub mod convert_builtins;
pub mod distances;
pub mod enqueue;
pub mod groups;
pub mod images;
pub(crate) mod layout;
pub mod loop_arrays;
pub mod loops;
pub mod memory;
pub mod memory_access;
pub mod memory_semantics;
pub mod pipes;
