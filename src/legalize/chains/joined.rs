//! Chains by call that a `phi` or `select` chooses from: one chain, whose indices are chosen.

use super::Rebuild;
use super::chosen::is_choice;
use super::opaque::chosen_from;
use super::places::is_chain_call;
use crate::concepts::shaders::notes;
use crate::error::{Error, Result};
use crate::llvm::{Opcode, Value};

impl<'m> Rebuild<'_, 'm> {
    /// Has each phi or select of chains by call that lead to the same member choose indices.
    pub fn join_chains(&mut self, function: Value<'m>) -> Result<()> {
        let all = function.blocks().flat_map(|block| block.instructions());
        let mut choices: Vec<_> = all.filter(|inst| inst.ty().is_pointer() && is_choice(*inst)).collect();
        choices.retain(|choice| !self.may_be_chosen_at(*choice));
        for choice in choices {
            let chains: Vec<_> = chosen_from(choice).collect();
            let Some(first) = chains.first().copied() else { continue };
            if chains.iter().all(|chain| is_chain_call(*chain) && self.is_alike(first, *chain)) {
                self.join(choice, &chains)?;
            }
        }
        self.erase()
    }

    /// Returns whether two chains differ in the indices of arrays only.
    fn is_alike(&mut self, one: Value<'m>, other: Value<'m>) -> bool {
        if one == other {
            return true;
        }
        let (mut args, mut others) = (one.call_args(), other.call_args());
        let (Some(base), other_base) = (args.next(), others.next()) else { return false };
        let mut memory = self.places.pointee(base);
        if one.called_function() != other.called_function() || Some(base) != other_base {
            return false;
        }
        args.zip(others).all(|(index, other)| {
            let Some(ty) = memory else { return false };
            memory = self.places.part(ty, index.int_value().filter(|_| index.is_constant()));
            index == other || !ty.is_struct() || notes::is_any_matrix(ty)
        })
    }

    /// Puts one chain in the place of a phi or select of chains that are alike.
    fn join(&mut self, choice: Value<'m>, chains: &[Value<'m>]) -> Result<()> {
        let first = *chains.first().ok_or_else(|| Error::internal("a choice of nothing"))?;
        let mut indices = Vec::new();
        for position in 1..first.call_args().count() {
            let chosen: Vec<_> = chains.iter().filter_map(|chain| chain.call_args().nth(position)).collect();
            indices.push(self.chosen_index(choice, &chosen)?);
        }
        match (choice.is_op(Opcode::LLVMPHI), choice.parent_block()) {
            (true, Some(block)) => self.emit.builder.position_after_phis(block)?,
            _ => self.emit.builder.position_before(choice)?,
        }
        let joined = self.emit.builder.copy(first)?;
        for (position, index) in (1..).zip(indices) {
            joined.set_operand(position, index)?;
        }
        choice.replace_uses(joined)?;
        self.replaced.push(choice);
        Ok(())
    }

    /// Returns the index that is chosen as a pointer is.
    fn chosen_index(&mut self, choice: Value<'m>, indices: &[Value<'m>]) -> Result<Value<'m>> {
        let no_index = || Error::internal("chains of different lengths");
        let (first, last) = indices.first().zip(indices.last()).ok_or_else(no_index)?;
        if indices.iter().all(|index| index == first) {
            return Ok(*first);
        }
        self.emit.builder.position_before(choice)?;
        if !choice.is_op(Opcode::LLVMPHI) {
            return self.emit.select(choice.operand(0).ok_or_else(no_index)?, *first, *last);
        }
        let phi = self.emit.builder.phi(first.ty())?;
        for (index, (_, block)) in indices.iter().zip(choice.incoming()) {
            self.emit.builder.add_incoming(phi, *index, block)?;
        }
        Ok(phi)
    }
}
