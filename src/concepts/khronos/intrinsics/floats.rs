//! Floating-point intrinsics with two results.

use crate::binary::builder::Id;
use crate::concepts::base::emit::are_parts_enough;
use crate::concepts::base::types;
use crate::concepts::intrinsics::floats::through_pointer;
use crate::error::Result;
use crate::llvm::Value;
use crate::state::Forward;
use ::spirv::{Op, OpenClStd as Cl};

/// Translates `llvm.frexp`: `extractvalue` of a member uses the member's value directly.
pub fn frexp<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    let (first, second) = through_pointer(f, inst, Cl::frexp)?;
    if are_parts_enough(f, inst, [first, second])? {
        return Ok(());
    }
    structure(f, inst, [first, second])
}

/// `llvm.modf`.
pub fn modf<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    let (first, second) = through_pointer(f, inst, Cl::modf)?;
    structure(f, inst, [first, second])
}

/// Builds the structure of both members with one `OpCompositeConstruct`.
fn structure<'m>(f: &mut Forward<'m>, inst: Value<'m>, members: [Id; 2]) -> Result<()> {
    let ty = types::forward(f, inst.ty())?;
    f.define(inst, Op::CompositeConstruct, ty, &members).map(drop)
}
