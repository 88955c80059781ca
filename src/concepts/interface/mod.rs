//! The interface of a module: entry points, builtin variables, kernel arguments, specialization constants.

pub mod builtin_variables;
pub mod declarations;
pub mod entry_points;
pub mod function_attributes;
pub mod kernel_arguments;
pub mod module_info;
pub mod spec_constants;
