//! Upgrades of old modules, as LLVM performs them when it reads a module: one file for each rule.

mod arguments;
mod attributes;
mod calls;
mod compact;
pub(crate) mod expressions;
mod flags;
mod intrinsics;
mod layout;
mod lifetimes;
mod masked;
mod names;
mod order;
mod records;
mod splices;
mod tbaa;

pub(crate) use intrinsics::attributes_of_intrinsic;
pub(crate) use order::by_function;

use crate::module::Module;

/// Upgrades a module that was read to LLVM 22.
pub(crate) fn module(m: &mut Module) {
    layout::upgrade(m);
    flags::upgrade(m);
    attributes::upgrade(m);
    calls::upgrade(m);
    masked::upgrade(m);
    arguments::upgrade(m);
    names::upgrade(m);
    lifetimes::upgrade(m);
    splices::upgrade(m);
    tbaa::upgrade(m);
    intrinsics::upgrade(m);
    crate::metadata::forget_removed(m);
}
