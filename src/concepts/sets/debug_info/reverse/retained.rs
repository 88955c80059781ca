//! The types that a unit lists: its enumerations, and those that nothing names.

use super::super::is_type_instruction;
use super::super::reached::{Reached, all_targets, roots, targets};
use super::super::rows::{number, tag};
use super::Reader;
use crate::binary::{Id, Instruction};
use crate::error::Result;
use crate::llvm::debug::{Class, Number};

impl<'m> Reader<'_, 'm> {
    /// Makes all types, and lists enumerations and types that no node refers to.
    pub(super) fn listed_types(&mut self, all: &[Instruction<'m>]) -> Result<()> {
        let mut named = Reached::default();
        let mut types = Vec::new();
        for inst in all {
            let (Some((set, which)), Some(id)) = (self.numbered(*inst), inst.result_id()) else { continue };
            let is_part = self.d.owners.contains_key(&id) || self.d.inner_arrays.contains_key(&id);
            if is_part || self.d.twins.contains_key(&id) {
                continue;
            }
            if is_type_instruction(set, which) {
                types.extend(self.make(id)?);
            } else if which > number::TEMPLATE_PACK && which != number::LOCAL_VARIABLE {
                self.named_by(id, &mut named);
            }
        }
        // There may be many, and no type names one.
        let in_locals = self.d.locals.iter().flat_map(|local| [local.scope, local.ty]).flatten();
        in_locals.for_each(|node| named.add(node, all_targets));
        self.d.plain_types.iter().for_each(|ty| named.add(*ty, all_targets));
        for ty in &types {
            let node = ty.debug_node();
            if node.class == Class::CompositeType && node.number(Number::Tag) == tag::ENUMERATION {
                self.d.listed[3].push(*ty);
                named.add(*ty, targets);
            }
        }
        types.retain(|ty| !named.has(*ty));
        let is_last = self.has_shader_set();
        self.d.retained = match self.r.options.policy.reads_functions_as_builder {
            true => Vec::new(),
            false => roots(types, is_last),
        };
        Ok(())
    }

    fn named_by(&self, id: Id, named: &mut Reached<'m>) {
        if let Some(made) = self.d.made.node(id) {
            named.add(made, all_targets);
        }
    }
}
