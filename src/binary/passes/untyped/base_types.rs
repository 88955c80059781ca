//! Base types of untyped chains: none is a pointer; a pointer type is wrapped in a structure of its own.

use super::{CHAINS, Pass};
use crate::binary::{Id, write};
use crate::error::Result;
use ::spirv::Op;

impl Pass<'_> {
    /// Declares the base types of the chains of functions, before the first function.
    pub(super) fn wrap_base_types(&mut self) -> Result<()> {
        let chains = self.words.instructions().filter(|inst| CHAINS.iter().any(|row| row.0 == inst.opcode()));
        let pointees: Vec<_> = chains.filter_map(|chain| Some(self.pointee(*chain.operands().get(2)?)?.0)).collect();
        pointees.into_iter().try_for_each(|pointee| self.base_type(pointee).map(drop))
    }

    /// Returns the base type of a chain over a pointee: a pointer in a structure, and any other type unchanged.
    pub(super) fn base_type(&mut self, pointee: Id) -> Result<Id> {
        let ty = self.id(pointee);
        if self.definitions.get(pointee).is_none_or(|pointee| pointee.opcode() != Op::TypePointer) {
            return Ok(ty);
        }
        if let Some(known) = self.wrapped.get(&ty) {
            return Ok(*known);
        }
        let structure = self.fresh();
        write::instruction(&mut self.out, Op::TypeStruct, &[structure, ty])?;
        self.wrapped.insert(ty, structure);
        Ok(structure)
    }
}
