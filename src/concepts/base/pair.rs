//! The two numbers of an intrinsic that compares or combines them.

use super::emit::{arg, argument, boolean, op};
use super::{constants, types};
use crate::binary::Id;
use crate::error::Result;
use crate::llvm::{Type, Value};
use crate::state::Forward;
use ::spirv::Op;

/// The two numbers of an intrinsic, with their types.
pub struct Pair<'m> {
    pub a: Id,
    pub b: Id,
    /// The LLVM type of both numbers.
    pub shape: Type<'m>,
    /// The SPIR-V type of both numbers.
    pub ty: Id,
    /// The boolean type of a comparison of both numbers.
    pub boolean: Id,
}

impl<'m> Pair<'m> {
    /// Returns the first two operands of an instruction.
    pub fn of(f: &mut Forward<'m>, inst: Value<'m>) -> Result<Self> {
        let shape = argument(inst, 0)?.ty();
        let (a, b) = (arg(f, inst, 0)?, arg(f, inst, 1)?);
        Ok(Self { a, b, shape, ty: types::forward(f, shape)?, boolean: boolean(f, shape)? })
    }

    /// Emits the comparison whether a number is negative.
    pub fn negative(&self, f: &mut Forward<'m>, x: Id) -> Result<Id> {
        let zero = constants::splat(f, self.shape, 0)?;
        op(f, Op::SLessThan, self.boolean, &[x, zero])
    }

    /// Emits the test whether both numbers are negative.
    pub fn both_negative(&self, f: &mut Forward<'m>, x: Id, y: Id) -> Result<Id> {
        let both = op(f, Op::BitwiseAnd, self.ty, &[x, y])?;
        self.negative(f, both)
    }
}
