//! Casts between pointers, copies and constant samplers: ids that stand for other ids.

use super::View;
use llvm_spirv::binary::{Id, Instruction, Op};

impl<'w> View<'_, 'w> {
    /// Records the source of a cast between pointers, or of a copy; returns whether the instruction is a cast between
    /// pointers.
    pub(super) fn note_cast(&mut self, instruction: Instruction<'w>) -> bool {
        let (Some(id), Some(result_type)) = (instruction.result_id(), instruction.result_type()) else { return false };
        if let Some(sampler) = self.sampler(instruction) {
            self.put_behind(id, sampler);
            return true;
        }
        let operand = match (instruction.opcode(), instruction.in_operands()) {
            (Op::Bitcast | Op::CopyObject | Op::PtrCastToGeneric, [operand]) => *operand,
            (Op::SpecConstantOp, [opcode, operand]) if *opcode == Op::Bitcast as u32 => *operand,
            _ => return false,
        };
        if self.is_constant_cast(instruction, operand) {
            self.put_behind(id, operand);
            return true;
        }
        let source = self.module.definition(operand).and_then(Instruction::result_type);
        let is_copy = instruction.opcode() == Op::CopyObject;
        let is_cast = self.is_pointer(result_type) && source.is_some_and(|ty| self.key(ty) == self.key(result_type));
        let is_generic = instruction.opcode() == Op::PtrCastToGeneric && self.is_in_builtin(operand);
        if is_copy || is_cast || is_generic {
            self.put_behind(id, operand);
        }
        is_cast && instruction.opcode() != Op::PtrCastToGeneric && !is_copy
    }

    /// Returns whether it is an `OpCopyLogical` between types with equal keys, which may become one type.
    pub fn copies_equal_types(&self, instruction: Instruction<'_>) -> bool {
        let source = instruction.operand(0).ok().and_then(|id| self.module.definition(id));
        let is_alike = |source: Instruction<'_>| self.type_key(source) == self.type_key(instruction);
        instruction.opcode() == Op::CopyLogical && source.is_some_and(is_alike)
    }

    fn put_behind(&mut self, id: Id, operand: Id) {
        if let Some(slot) = self.behind.get_mut(id as usize) {
            *slot = operand;
        }
    }

    /// Returns whether a variable holds a constant sampler.
    pub fn holds_sampler(&self, variable: Instruction<'_>) -> bool {
        let initialiser = variable.operand(1).ok().and_then(|id| self.module.definition(id));
        initialiser.is_some_and(|i| i.opcode() == Op::ConstantSampler)
    }

    /// Returns the constant sampler that an instruction loads from a variable.
    fn sampler(&self, load: Instruction<'_>) -> Option<Id> {
        let pointer = (load.opcode() == Op::Load).then(|| load.operand(0).ok()).flatten()?;
        let variable = self.module.definition(pointer).filter(|i| i.opcode() == Op::Variable)?;
        let initialiser = variable.operand(1).ok()?;
        let constant = self.module.definition(initialiser)?;
        (constant.opcode() == Op::ConstantSampler).then_some(initialiser)
    }
}
