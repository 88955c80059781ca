//! The core chapters, which depend on each other: types, constants, pointers, variables, functions, decorations.

pub mod constants;
pub mod contraction;
pub mod decorations;
pub(crate) mod emit;
pub mod functions;
pub mod globals;
pub mod kernels;
pub mod lengths;
pub mod linkage;
pub mod mangled;
pub mod modes;
pub mod opaque_types;
pub mod pair;
pub mod pointees;
pub mod pointers;
pub(crate) mod rows;
pub mod spec_nodes;
pub mod symbols;
pub mod types;
pub mod untyped_pointers;
pub mod values;
