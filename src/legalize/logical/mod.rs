//! Passes for logical addressing: chains, structured control flow, copies, layouts.

pub mod chains;
pub mod copies;
pub mod halves;
pub mod inlined;
pub mod inputs;
pub mod layouts;
pub mod lines;
pub mod reshaped;
pub mod structure;
pub mod undecorated;
