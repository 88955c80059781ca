//! The functions that compiled code calls: those of libm, and the runner's own with C's calling convention.
#![allow(unsafe_code, reason = "called by compiled code")]

mod checks;
pub mod drive;
mod groups;
mod images;
mod levels;
mod math;
mod memory;
mod named;
pub mod pipes;
mod printing;
mod queues;
mod rounding;
mod sampling;

pub use images::{KINDS, channel_size};

/// Returns all functions that code may call, by name, with their addresses.
pub fn symbols() -> Vec<(String, usize)> {
    let mut symbols = vec![("spirv_drive".to_owned(), drive::spirv_drive as *const () as usize)];
    symbols.extend(checks::symbols());
    symbols.extend(math::symbols());
    symbols.extend(rounding::symbols());
    symbols.extend(groups::symbols());
    symbols.extend(memory::symbols());
    symbols.extend(images::symbols());
    symbols.extend(sampling::symbols());
    symbols.extend(pipes::symbols());
    symbols.extend(queues::symbols());
    symbols.extend(printing::symbols());
    symbols
}
