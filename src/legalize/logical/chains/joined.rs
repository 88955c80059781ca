//! Chains by call that a `phi` or `select` chooses from: they become one chain with chosen indices.
//!
//! The index of a descriptor is never chosen; `descriptors` rewrites phis of such chains.

use super::Rebuild;
use super::chosen::is_choice_of_pointers;
use super::descriptors::is_descriptor_array;
use super::opaque::chosen_from;
use super::places::is_chain_call;
use crate::conventions::notes;
use crate::error::{Error, Result};
use crate::llvm::{Opcode, Value};

impl<'m> Rebuild<'_, 'm> {
    /// Replaces phis and selects of chains by call that lead to the same member by phis and selects of indices.
    pub fn join_chains(&mut self, function: Value<'m>) -> Result<()> {
        let all = function.blocks().flat_map(|block| block.instructions());
        let mut choices: Vec<_> = all.filter(|inst| is_choice_of_pointers(*inst)).collect();
        choices.retain(|choice| !self.may_be_chosen_at(*choice));
        for choice in choices {
            let chains: Vec<_> = chosen_from(choice).collect();
            let Some(first) = chains.first().copied() else { continue };
            if chains.iter().all(|chain| is_chain_call(*chain) && self.is_alike(first, *chain)) {
                self.join(choice, &chains, 1)?;
            }
        }
        self.erase()
    }

    /// Returns whether two chains differ only in the indices of arrays that are no descriptors.
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
        if is_descriptor_array(base) && args.clone().next() != others.clone().next() {
            return false;
        }
        args.zip(others).all(|(index, other)| {
            let Some(ty) = memory else { return false };
            memory = self.places.part(ty, index.int_value().filter(|_| index.is_constant()));
            index == other || !ty.is_struct() || notes::is_any_matrix(ty)
        })
    }

    /// Replaces a phi or select of calls of one function by one call. `from` is the position of the first argument in
    /// which the calls differ.
    pub(super) fn join(&mut self, choice: Value<'m>, calls: &[Value<'m>], from: usize) -> Result<()> {
        let first = *calls.first().ok_or_else(|| Error::internal("a choice of nothing"))?;
        let mut args = Vec::new();
        for position in from..first.call_args().count() {
            let chosen: Vec<_> = calls.iter().filter_map(|call| call.call_args().nth(position)).collect();
            args.push(self.chosen_arg(choice, &chosen)?);
        }
        match (choice.is_op(Opcode::Phi), choice.parent_block()) {
            (true, Some(block)) => self.emit.builder.position_after_phis(block)?,
            _ => self.emit.builder.position_before(choice)?,
        }
        let joined = self.emit.builder.copy(first)?;
        for (position, arg) in (from as u32..).zip(args) {
            joined.set_operand(position, arg)?;
        }
        choice.replace_uses(joined)?;
        self.replaced.push(choice);
        Ok(())
    }

    /// Returns an argument of the joined call: a phi or select of the arguments of the single calls.
    fn chosen_arg(&mut self, choice: Value<'m>, args: &[Value<'m>]) -> Result<Value<'m>> {
        let no_arg = || Error::internal("calls of different lengths");
        let (first, last) = args.first().zip(args.last()).ok_or_else(no_arg)?;
        if args.iter().all(|arg| arg == first) {
            return Ok(*first);
        }
        self.emit.builder.position_before(choice)?;
        if !choice.is_op(Opcode::Phi) {
            return self.emit.select(choice.operand(0).ok_or_else(no_arg)?, *first, *last);
        }
        let phi = self.emit.builder.phi(first.ty())?;
        for (arg, (_, block)) in args.iter().zip(choice.incoming()) {
            self.emit.builder.add_incoming(phi, *arg, block)?;
        }
        Ok(phi)
    }
}
