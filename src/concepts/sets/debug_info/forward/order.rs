//! Types in the order in which LLVM's finder of debug information meets them, for the Khronos translator's order.

use super::Writer;
use crate::error::Result;
use crate::llvm::Metadata;
use crate::llvm::debug::{Class, Link};
use crate::state::slots::debug_info::{Pending, Role};
use rustc_hash::FxHashSet;

impl<'m> Writer<'_, 'm> {
    /// Writes the imported entities of the units, and the types that units, functions and records lead to.
    pub(super) fn types_in_order(&mut self, units: &[Metadata<'m>]) -> Result<()> {
        for unit in units {
            for entity in unit.debug_node().entries(Link::Imports).into_iter().flatten() {
                self.import(entity)?;
            }
        }
        let mut seen = FxHashSet::default();
        for root in self.roots(units) {
            let mut open = vec![root];
            while let Some(metadata) = open.pop() {
                if !seen.insert(metadata) {
                    continue;
                }
                let node = metadata.debug_node();
                if super::super::is_type(node.class) {
                    self.write((metadata, Role::Full))?;
                }
                let lists = lists(node.class).iter().flat_map(|link| node.entries(*link)).flatten();
                let links = links(node.class).iter().filter_map(|link| node.link(*link));
                let next: Vec<_> = links.chain(lists).collect();
                open.extend(next.into_iter().rev());
            }
        }
        Ok(())
    }

    /// Returns the units, and each function in front of what it names.
    fn roots(&self, units: &[Metadata<'m>]) -> Vec<Metadata<'m>> {
        let named = |start: usize, end: usize| {
            let pending = self.d.pending.get(start..end).unwrap_or_default();
            pending.iter().filter_map(|pending| match pending.0 {
                Pending::Node((node, _)) => Some(node),
                Pending::Expression(_) => None,
            })
        };
        let starts = &self.d.starts;
        let ends = starts.iter().copied().skip(1).chain([self.d.pending.len()]);
        let mut roots = units.to_vec();
        // Functions that nothing describes come first.
        roots.extend(named(0, starts.first().copied().unwrap_or(self.d.pending.len())));
        for ((function, start), end) in self.d.functions.iter().zip(starts).zip(ends) {
            roots.push(function.0);
            roots.extend(named(*start, end));
        }
        roots
    }
}

/// Returns the nodes that a class leads to.
fn links(class: Class) -> &'static [Link] {
    match class {
        Class::GlobalExpression => &[Link::Variable],
        Class::Global => &[Link::Scope, Link::Base],
        Class::Function => &[Link::Scope, Link::Unit, Link::Base, Link::Declaration],
        Class::DerivedType | Class::CompositeType => &[Link::Scope, Link::Base],
        Class::Local => &[Link::Scope, Link::Base],
        Class::TemplateType | Class::TemplateValue => &[Link::Base],
        Class::Imported => &[Link::Entity],
        Class::Location => &[Link::Scope, Link::InlinedAt],
        Class::Block | Class::BlockFile | Class::Namespace => &[Link::Scope],
        _ => &[],
    }
}

/// Returns the lists of nodes that a class leads to.
fn lists(class: Class) -> &'static [Link] {
    match class {
        Class::Unit => &[Link::Globals, Link::Enums, Link::RetainedTypes, Link::Imports],
        Class::Function => &[Link::Templates, Link::Retained],
        Class::FunctionType => &[Link::Elements],
        Class::CompositeType => &[Link::Elements, Link::Templates],
        _ => &[],
    }
}
