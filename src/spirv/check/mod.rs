//! What a binary must obey to be taken apart without surprises.
//!
//! [`rules`] lists the rules; `layout`, `operands`, `ids` and `functions` check them while `index` goes through a module.
//! The rest of the validation rules is left to SPIRV-Tools.

pub(super) mod functions;
pub(super) mod ids;
pub mod layout;
pub(super) mod operands;
pub mod rules;
