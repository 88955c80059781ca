//! The state of a translation that belongs to one chapter: data only, in a file for each chapter, or a structure for a
//! chapter with a single field.

pub mod aliases;
pub mod annotations;
pub mod builtin_variables;
pub mod control_flow;
pub mod cooperative_matrix;
pub mod debug_info;
pub mod debug_progress;
pub mod declarations;
pub mod entry_points;
pub mod images;
pub mod inline_asm;
pub mod memory;
pub mod once;
pub mod pointees;
pub mod samplers;
pub mod shaders;
pub mod spec_constants;
