//! Records of variables, backward: `DebugDeclare` and `DebugValue`.

use super::super::rows::number;
use super::super::{expressions, indexes};
use super::Reader;
use super::together::can_be_attached;
use crate::binary::{Id, Op};
use crate::error::Result;
use crate::llvm::Metadata;
use crate::llvm::debug::{Class, Link, Number, RecordKind};

impl<'m> Reader<'_, 'm> {
    /// A record in front of the next instruction.
    pub(super) fn record(
        &mut self,
        is_declare: bool,
        [variable, value, expression]: [Id; 3],
        rest: &[u32],
    ) -> Result<()> {
        let Some(variable) = self.make(variable)? else { return Ok(()) };
        if self.d.subprogram.is_none() && !self.r.options.policy.locates_in_any_function {
            return Ok(());
        }
        let is_local = variable.debug_class() == Class::Local;
        let Some(scope) = variable.debug_scope().filter(|_| is_local) else { return Ok(()) };
        let said = self.make(expression)?.filter(|node| node.debug_class() == Class::Expression);
        let said = said.and_then(|said| self.part(variable, said, rest));
        let is_known = said.is_some();
        let is_nowhere = matches!(self.defined(value), Some((_, number::NONE, _)));
        let Some(expression) = said.or_else(|| self.r.context.debug_expression(&[])) else { return Ok(()) };
        let Some(place) = self.place_of_record(scope)? else { return Ok(()) };
        let variable = if place.debug_inlined_at().is_some() { variable } else { self.parameter(variable)? };
        let nowhere = (is_declare && is_nowhere && self.r.options.policy.ignores_variables_without_address)
            .then(|| self.r.context.const_null(self.r.context.pointer_type(0)?))
            .transpose()?;
        let held = nowhere.or(self.r.find_value(value)).filter(|held| is_known && !held.is_function());
        let kind = match held {
            _ if !is_declare => RecordKind::Value,
            Some(held) if !held.ty().is_pointer() => RecordKind::DeclareValue,
            _ => RecordKind::Declare,
        };
        let killed = match kind {
            RecordKind::Declare => self.r.context.pointer_type(0)?,
            _ => self.r.context.int_type(32)?,
        };
        self.d.named.insert(variable);
        self.r.builder.record(kind, held, [variable, expression, place], killed);
        Ok(())
    }

    /// Returns the location for a record of a variable in a scope: the one in effect, or one at the beginning of the
    /// function. A variable of another function, which passes have inlined without its scope, gets an inlined location.
    fn place_of_record(&mut self, scope: Metadata<'m>) -> Result<Option<Metadata<'m>>> {
        let (function, subprogram) = (self.function_of(scope), self.d.subprogram);
        let place = self.place()?;
        let function_here = place.and_then(Metadata::debug_scope).and_then(|scope| self.function_of(scope));
        if place.is_some() && function_here == function {
            return Ok(place);
        }
        if function == subprogram || subprogram.is_none() {
            return self.location_of([0, 0], scope, None).map(Some);
        }
        if !function.is_some_and(can_be_attached) {
            self.lose("records outside of their function");
            return Ok(None);
        }
        let call = match place {
            Some(place) => Some(place),
            None => self.beginning()?,
        };
        self.location_of([0, 0], scope, call).map(Some)
    }

    /// Returns a variable for the current function: a second variable with one argument number becomes a local one,
    /// since LLVM allows one.
    fn parameter(&mut self, variable: Metadata<'m>) -> Result<Metadata<'m>> {
        let mut node = variable.debug_node();
        let number = node.number(Number::Arg);
        let Some(subprogram) = self.d.subprogram.filter(|_| number != 0) else { return Ok(variable) };
        if *self.d.parameters.entry((subprogram, number)).or_insert(variable) == variable {
            return Ok(variable);
        }
        node.set(Number::Arg, 0);
        self.d.named.insert(variable);
        self.r.context.debug_node(&node)
    }

    /// Returns the expression with a fragment for the part that indexes select; none if the part is unknown.
    fn part(&self, variable: Metadata<'m>, said: Metadata<'m>, rest: &[Id]) -> Option<Metadata<'m>> {
        if rest.is_empty() {
            return Some(said);
        }
        let indexes: Vec<_> = rest.iter().map(|id| self.index(*id)).collect::<Option<_>>()?;
        let ty = variable.debug_node().link(Link::Base);
        let bits = indexes::bits(ty, &indexes)?;
        match indexes::known_size(ty) {
            // LLVM has no part that is all of a variable.
            Some(size) if bits.size == size => return Some(said),
            Some(size) if bits.offset + bits.size > size => return None,
            _ => {}
        }
        let words = said.expression_words();
        let is_whole = words.len().checked_sub(3).and_then(|place| words.get(place)) != Some(&expressions::FRAGMENT);
        let words = [&words[..], &[expressions::FRAGMENT, bits.offset, bits.size]].concat();
        is_whole.then(|| self.r.context.debug_expression(&words)).flatten()
    }

    /// Returns the value of a constant index.
    fn index(&self, id: Id) -> Option<u64> {
        let inst = self.r.spv.definition(id)?;
        match (inst.opcode(), inst.in_operands()) {
            (Op::ConstantNull, _) => Some(0),
            (Op::Constant, [word]) => Some((*word).into()),
            _ => None,
        }
    }
}
