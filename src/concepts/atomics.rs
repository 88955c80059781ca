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
