//! Makes the contents of modules: types, constants, globals, intrinsics and metadata.

mod constants;
mod folds;
mod globals;
mod intrinsics;
mod metadata;
mod roles;
mod types;

pub use globals::Room;
pub use roles::Role;
pub(super) use roles::show_types;
