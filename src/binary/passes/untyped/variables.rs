//! Variables: untyped, except for those used by instructions that require typed pointers; these are cast.

use super::{BITCAST, Pass};
use crate::binary::{Id, Instruction, write};
use crate::error::Result;
use ::spirv::{Op, StorageClass};

impl<'w> Pass<'w> {
    /// Writes a variable without its pointee, unless `Parameters` keeps the pointee.
    pub(super) fn variable(&mut self, inst: Instruction<'w>) -> Result<()> {
        let pointee = inst.result_type().and_then(|ty| self.pointer(ty)).map(|(_, pointee)| self.id(pointee));
        let Some(pointee) = pointee else { return self.copy(inst) };
        if let Some(id) = inst.result_id().filter(|id| self.parameters.variables.contains(id)) {
            self.out.extend_from_slice(inst.words());
            return self.kept_variable(inst, id);
        }
        let mut words = self.renamed(inst)?;
        words.insert(words.len().min(3), pointee);
        write::instruction(&mut self.out, Op::UntypedVariableKHR, &words)
    }

    /// Casts a variable that keeps its pointee: a module-scope variable by a constant, a local one at the beginning of
    /// the body.
    fn kept_variable(&mut self, inst: Instruction<'w>, id: Id) -> Result<()> {
        if inst.in_operands().first() == Some(&(StorageClass::Function as u32)) {
            self.to_cast.push(id);
            return Ok(());
        }
        let ty = self.definitions.type_of(id).map(|ty| self.id(ty)).unwrap_or_default();
        let cast = self.fresh();
        write::instruction(&mut self.out, Op::SpecConstantOp, &[ty, cast, BITCAST, id])?;
        self.same.insert(id, cast);
        Ok(())
    }

    /// Writes a variable-length array (`OpVariableLengthArrayINTEL`).
    pub(super) fn variable_length(&mut self, inst: Instruction<'w>) -> Result<()> {
        let [ty, id, length] = *inst.operands() else { return self.copy(inst) };
        let Some((_, element)) = self.pointer(ty) else { return self.copy(inst) };
        self.has_variable_lengths = true;
        let words = [self.id(ty), id, self.id(element), self.id(length)];
        write::instruction(&mut self.out, Op::UntypedVariableLengthArrayINTEL, &words)
    }
}
