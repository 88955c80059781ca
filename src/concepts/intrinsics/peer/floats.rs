//! Floating-point intrinsics.

use super::super::floats::through_pointer;
use crate::concepts::types;
use crate::error::Result;
use crate::llvm::Value;
use crate::state::Forward;
use ::spirv::{Op, OpenclStd100Op as Cl};

/// An instruction that returns its second result through a pointer: the structure of both is made at once.
pub fn both<'m>(f: &mut Forward<'m>, inst: Value<'m>, instruction: Cl) -> Result<()> {
    let (first, second) = through_pointer(f, inst, instruction)?;
    let ty = types::forward(f, inst.ty())?;
    f.define(inst, Op::CompositeConstruct, ty, &[first, second]).map(drop)
}
