//! The keys of types and constants of shaders, which signs, strides and decorations of members tell apart.

use super::{Tag, View, number};
use crate::binary::{Decoration, Id, Instruction, Op};
use crate::error::Result;

impl<'w> View<'_, 'w> {
    /// Returns the key of a type of pointers: with logical addressing it is known by its pointee, too.
    pub(super) fn pointer(&self, ty: Instruction<'w>) -> Result<u64> {
        let class = ty.operand(0)?;
        match self.is_logical && ty.opcode() == Op::TypePointer {
            true => Ok(number((Tag::Pointer, class, self.key(ty.operand(1)?)))),
            false => Ok(number((Tag::Pointer, class))),
        }
    }

    /// Returns the key of a type of integers: with logical addressing it is known by its sign, too.
    pub(super) fn integer(&self, ty: Instruction<'w>) -> Result<u64> {
        let width = ty.operand(0)?;
        Ok(if self.is_logical { number((Tag::Integer, width, ty.operand(1)?)) } else { number((Tag::Integer, width)) })
    }

    /// Returns the key of a type of structures.
    pub(super) fn structure(&self, id: Id, ty: Instruction<'w>) -> u64 {
        let members: Vec<u64> = ty.in_operands().iter().map(|id| self.key(*id)).collect();
        number((Tag::Structure, members, self.layout(id, ty)))
    }

    /// Returns the decorations of the members of a structure: with logical addressing it is known by them, too.
    fn layout(&self, id: Id, structure: Instruction<'w>) -> Vec<(u32, u32, &'w [u32])> {
        let members = if self.is_logical { structure.in_operands().len() as u32 } else { 0 };
        let of_member =
            |member| self.module.member_decorations(id, member).map(move |one| (member, one.raw, one.operands));
        let mut all: Vec<_> = (0..members).flat_map(of_member).collect();
        all.sort_unstable();
        all
    }

    /// Returns the stride of an array, where it is known by that, too.
    pub(super) fn stride(&self, array: Instruction<'w>) -> Option<&'w [u32]> {
        let id = array.result_id().filter(|_| self.is_logical)?;
        self.module.decoration(id, Decoration::ArrayStride)
    }

    /// Returns the key of the type of an instruction; of integers in shaders, and vectors of them, without the sign.
    pub(super) fn unsigned_key(&self, instruction: Instruction<'w>) -> u64 {
        let ty = instruction.result_type().and_then(|ty| self.module.definition(ty)).filter(|_| self.is_logical);
        let component = ty.filter(|ty| ty.opcode() == Op::TypeVector).and_then(|ty| ty.operand(0).ok());
        let scalar = component.map_or(ty, |component| self.module.definition(component));
        let width = scalar.filter(|ty| ty.opcode() == Op::TypeInt).and_then(|ty| ty.operand(0).ok());
        let count = component.and(ty).and_then(|ty| ty.operand(1).ok());
        width.map_or_else(|| self.type_key(instruction), |width| number((Tag::Integer, width, count)))
    }

    /// Returns the key of a constant of a shader: of integers their bits, since instructions do not mind the sign of the
    /// type.
    pub(super) fn unsigned_constant(&self, instruction: Instruction<'w>) -> u64 {
        let operands = instruction.in_operands();
        let ty = self.unsigned_key(instruction);
        match instruction.opcode() {
            Op::ConstantComposite => number((ty, operands.iter().map(|id| self.key(*id)).collect::<Vec<_>>())),
            _ => number((ty, operands)),
        }
    }
}
