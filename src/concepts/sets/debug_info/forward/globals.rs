//! Global variables and entry points, forward.

use super::{Writer, is_main};
use crate::concepts::sets::debug_info::codes;
use crate::concepts::sets::debug_info::rows::number;
use crate::error::Result;
use crate::llvm::Metadata;
use crate::llvm::debug::Link;
use crate::state::slots::debug_info::Role;

use crate::binary::builder::Id;

impl<'m> Writer<'_, 'm> {
    /// Notes the variable or constant for each description of a global variable.
    pub(super) fn find_holders(&mut self, units: &[Metadata<'m>]) -> Result<()> {
        let module = self.f.module;
        for global in module.globals() {
            let Some(operand) = self.f.globals.get(&global).copied() else { continue };
            for expression in global.debug_globals() {
                self.expression_of_global(expression, global.ty().address_space());
                if let Some(variable) = expression.debug_node().link(Link::Variable) {
                    self.d.holders.entry(variable).or_insert(operand.id);
                }
            }
        }
        for unit in units {
            for expression in unit.debug_node().entries(Link::Globals).into_iter().flatten() {
                self.constant_holder(expression)?;
                if let Some(variable) = expression.debug_node().link(Link::Variable) {
                    self.d.listed.entry(variable).or_insert(*unit);
                }
            }
        }
        Ok(())
    }

    /// Counts an expression of a global variable as lost, unless the reader restores it from the storage class.
    fn expression_of_global(&mut self, expression: Metadata<'m>, space: u32) {
        let words = expression.debug_node().link(Link::Expression).map(Metadata::expression_words).unwrap_or_default();
        let is_counted = !words.is_empty() && words != codes::in_space(space);
        if is_counted && !self.f.options.policy.drops_constant_variables {
            self.lose("expressions of global variables");
        }
    }

    /// A variable that was optimised away to a number.
    pub(super) fn constant_holder(&mut self, expression: Metadata<'m>) -> Result<()> {
        let node = expression.debug_node();
        let (Some(variable), Some(words)) = (node.link(Link::Variable), node.link(Link::Expression)) else {
            return Ok(());
        };
        if self.d.holders.contains_key(&variable) {
            return Ok(());
        }
        match *words.expression_words() {
            [_, ..] if self.f.options.policy.drops_constant_variables && !self.set().is_of_shaders() => {}
            [0x10 | 0x11, value, 0x9f] => {
                let id = self.constant(value)?;
                self.d.holders.insert(variable, id);
            }
            [] => {}
            _ => self.lose("expressions of global variables"),
        }
        Ok(())
    }

    /// The global variables, in order.
    pub(super) fn globals(&mut self) -> Result<()> {
        let module = self.f.module;
        for global in module.globals() {
            let all: Vec<_> = global.debug_globals();
            for expression in all {
                let Some(variable) = expression.debug_node().link(Link::Variable) else { continue };
                self.write((variable, Role::Full))?;
            }
        }
        Ok(())
    }

    /// An entry point of each kernel, where the set has them.
    pub(super) fn entry_points(&mut self, functions: &[(Metadata<'m>, Id, bool)]) -> Result<()> {
        if !self.set().is_of_shaders() {
            return Ok(());
        }
        let marks = self.f.options.policy.reads_functions_as_builder;
        for (function, ..) in functions.iter().filter(|function| function.2 || marks && is_main(&function.0)) {
            let unit = function.debug_node().link(Link::Unit);
            let Some(unit) = unit else { continue };
            let fields = unit.debug_node();
            let function = self.write((*function, Role::Full))?;
            let unit = self.write((unit, Role::Full))?;
            let (producer, flags) =
                (self.text(fields.bytes(Link::Producer))?, self.text(fields.bytes(Link::UnitFlags))?);
            let words = vec![number::ENTRY_POINT, function, unit, producer, flags];
            self.unique(words)?;
        }
        Ok(())
    }
}
