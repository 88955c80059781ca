//! The keys of types and constants of shaders, which are distinguished by signs, strides and decorations of members.

use super::{Tag, View, number};
use ::spirv::StorageClass;
use llvm_spirv::binary::{Decoration, Id, Instruction, Op};
use llvm_spirv::error::Result;
use llvm_spirv::internals::DebugInfoSet as Set;

impl<'w> View<'_, 'w> {
    /// Returns the key of a debug instruction by its name alone, so that the keys of instructions that refer to it do
    /// not depend on its other operands.
    pub(super) fn description(&self, instruction: Instruction<'_>) -> u64 {
        let is_string = |id: &Id| self.module.definition(*id).is_some_and(|i| i.opcode() == Op::String);
        let name = instruction.operand(2).ok().filter(is_string).map(|id| self.key(id));
        number((Tag::Description, instruction.operand(1).unwrap_or_default(), name))
    }

    /// Returns the number in its set of a debug instruction in code, and the key of its subject.
    pub(crate) fn described(&self, instruction: Instruction<'_>) -> Option<(u32, u64)> {
        let is_one = instruction.opcode() == Op::ExtInst && self.is_debug_info(instruction);
        let [_, number, about @ ..] = instruction.in_operands() else { return None };
        is_one.then(|| (*number, about.first().map_or(0, |id| self.key(*id))))
    }

    /// Returns whether an extended instruction is one of debug information.
    pub(super) fn is_debug_info(&self, instruction: Instruction<'_>) -> bool {
        let set = instruction.operand(0).ok().and_then(|set| self.module.ext_inst_set(set));
        set.is_some_and(|set| Set::of(&set.name).is_some())
    }

    /// Returns the key of a pointer type; with logical addressing it includes the pointee.
    pub(super) fn pointer(&self, ty: Instruction<'w>) -> Result<u64> {
        let class = ty.operand(0)?;
        match self.is_logical && ty.opcode() == Op::TypePointer {
            true => Ok(number((Tag::Pointer, class, self.pointee_key(class, ty.operand(1)?), self.stride(ty)))),
            false => Ok(number((Tag::Pointer, class))),
        }
    }

    /// Returns the key of a pointee. A structure in physical memory may contain the pointer itself, and is identified
    /// by its name and its layout.
    fn pointee_key(&self, class: u32, pointee: Id) -> u64 {
        let is_physical = class == StorageClass::PhysicalStorageBuffer as u32;
        let structure = self.module.definition(pointee).filter(|ty| is_physical && ty.opcode() == Op::TypeStruct);
        structure.map_or_else(
            || self.key(pointee),
            |ty| number((Tag::Structure, self.module.name(pointee), ty.in_operands().len(), self.layout(pointee, ty))),
        )
    }

    /// Assigns the keys of pointers to structures in physical memory, which may be used before they are defined.
    pub(super) fn name_pointers(&mut self) -> Result<()> {
        for instruction in self.module.globals().filter(|i| i.opcode() == Op::TypePointer) {
            let pointee = self.module.definition(instruction.operand(1)?);
            let id = instruction.result_id().filter(|_| pointee.is_some_and(|ty| ty.opcode() == Op::TypeStruct));
            let is_physical = instruction.operand(0)? == StorageClass::PhysicalStorageBuffer as u32;
            if let Some(id) = id.filter(|_| is_physical && self.is_logical) {
                let key = self.pointer(instruction)?;
                self.set(id, key);
            }
        }
        Ok(())
    }

    /// Returns the key of the pointee of an instruction's result, if it is a typed pointer.
    pub fn pointee(&self, instruction: Instruction<'_>) -> Option<u64> {
        let pointer = self.module.definition(instruction.result_type()?)?;
        match (pointer.opcode(), pointer.in_operands()) {
            (Op::TypePointer, [_, pointee]) => Some(self.key(*pointee)),
            _ => None,
        }
    }

    /// Returns the key of an integer type; with logical addressing it includes the sign.
    pub(super) fn integer(&self, ty: Instruction<'w>) -> Result<u64> {
        let width = ty.operand(0)?;
        Ok(if self.is_logical { number((Tag::Integer, width, ty.operand(1)?)) } else { number((Tag::Integer, width)) })
    }

    /// Returns the key of a structure type; packed ones are distinct.
    pub(super) fn structure(&self, id: Id, ty: Instruction<'w>) -> u64 {
        let members: Vec<u64> = ty.in_operands().iter().map(|id| self.key(*id)).collect();
        let is_packed = self.module.decoration(id, Decoration::CPacked).is_some();
        number((Tag::Structure, members, self.layout(id, ty), is_packed))
    }

    /// Returns the decorations of the members of a structure, which are part of its key with logical addressing.
    fn layout(&self, id: Id, structure: Instruction<'w>) -> Vec<(u32, u32, &'w [u32])> {
        let members = if self.is_logical { structure.in_operands().len() as u32 } else { 0 };
        let of_member =
            |member| self.module.member_decorations(id, member).map(move |one| (member, one.raw, one.operands));
        let mut all: Vec<_> = (0..members).flat_map(of_member).collect();
        all.sort_unstable();
        all
    }

    /// Returns the stride of an array, if it is part of its key.
    pub(super) fn stride(&self, array: Instruction<'w>) -> Option<&'w [u32]> {
        let id = array.result_id().filter(|_| self.is_logical)?;
        self.module.decoration(id, Decoration::ArrayStride)
    }

    /// Returns the key of the type of an instruction; for integers in shaders, and vectors of them, without the sign.
    pub(super) fn unsigned_key(&self, instruction: Instruction<'w>) -> u64 {
        let ty = self.type_of(instruction).filter(|_| self.is_logical);
        let component = ty.filter(|ty| ty.opcode() == Op::TypeVector).and_then(|ty| ty.operand(0).ok());
        let scalar = component.map_or(ty, |component| self.module.definition(component));
        let width = scalar.filter(|ty| ty.opcode() == Op::TypeInt).and_then(|ty| ty.operand(0).ok());
        let count = component.and(ty).and_then(|ty| ty.operand(1).ok());
        width.map_or_else(|| self.type_key(instruction), |width| number((Tag::Integer, width, count)))
    }

    /// Returns whether it is an `OpBitcast` in a shader from a constant to an integer of the same width: keys of
    /// constants ignore the sign.
    pub(super) fn is_constant_cast(&self, instruction: Instruction<'w>, operand: Id) -> bool {
        let constant = self.module.definition(operand).filter(|i| i.opcode() == Op::Constant);
        instruction.opcode() == Op::Bitcast
            && self.is_logical
            && constant.is_some_and(|constant| self.unsigned_key(constant) == self.unsigned_key(instruction))
    }

    /// Returns the key of a constant of a shader: integers are identified by their bits, since instructions ignore the
    /// sign of the type.
    pub(super) fn unsigned_constant(&self, instruction: Instruction<'w>) -> u64 {
        let operands = instruction.in_operands();
        let ty = match self.is_array(instruction) {
            true => number((Tag::Array, operands.len())),
            false => self.unsigned_key(instruction),
        };
        match instruction.opcode() {
            Op::ConstantComposite => number((ty, operands.iter().map(|id| self.key(*id)).collect::<Vec<_>>())),
            _ => match (operands, self.narrow_width(instruction)) {
                // Signed numbers fill the word with their sign.
                ([word], Some(width)) => number((ty, [word & !(u32::MAX << width)])),
                _ => number((ty, operands)),
            },
        }
    }

    /// Returns the type of an instruction's result.
    fn type_of(&self, instruction: Instruction<'w>) -> Option<Instruction<'w>> {
        instruction.result_type().and_then(|ty| self.module.definition(ty))
    }

    /// Returns whether the result of an instruction is an array, whose type follows from its elements.
    fn is_array(&self, instruction: Instruction<'w>) -> bool {
        self.type_of(instruction).is_some_and(|ty| ty.opcode() == Op::TypeArray)
    }

    /// Returns the width of an integer of less than 32 bits.
    fn narrow_width(&self, instruction: Instruction<'w>) -> Option<u32> {
        let ty = self.type_of(instruction).filter(|ty| ty.opcode() == Op::TypeInt)?;
        ty.operand(0).ok().filter(|width| *width < u32::BITS)
    }
}
