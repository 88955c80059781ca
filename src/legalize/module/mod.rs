//! Passes over the variables, functions and instructions of a module, whatever its addressing is.

pub mod address_spaces;
pub mod cache_controls;
mod cycles;
pub mod ends;
pub mod equivalents;
pub mod initialise;
pub mod long_constants;
pub mod long_control;
pub mod survey;
