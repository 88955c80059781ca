//! Atomics.

use crate::error::{Error, Result};
use crate::llvm::Value;
use crate::state::Forward;

/// An atomic `load`.
pub fn forward_load<'m>(_f: &mut Forward<'m>, _inst: Value<'m>) -> Result<()> {
    Err(Error::unsupported("atomics"))
}
/// An atomic `store`.
pub fn forward_store<'m>(_f: &mut Forward<'m>, _inst: Value<'m>) -> Result<()> {
    Err(Error::unsupported("atomics"))
}
/// `atomicrmw`.
pub fn forward_rmw<'m>(_f: &mut Forward<'m>, _inst: Value<'m>) -> Result<()> {
    Err(Error::unsupported("atomics"))
}
/// `cmpxchg`.
pub fn forward_compare_exchange<'m>(_f: &mut Forward<'m>, _inst: Value<'m>) -> Result<()> {
    Err(Error::unsupported("atomics"))
}
/// `fence`.
pub fn forward_fence<'m>(_f: &mut Forward<'m>, _inst: Value<'m>) -> Result<()> {
    Err(Error::unsupported("atomics"))
}
/// Which builtin a name is, if it is one of this concept's.
pub fn resolve(_name: &llvm_spirv_mangling::Name) -> Option<crate::state::Lower> {
    None
}
