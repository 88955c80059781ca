//! The types that a unit lists: its enumerations, and those that nothing names.

use super::super::is_type_instruction;
use super::super::rows::{number, tag};
use super::Reader;
use crate::binary::{Id, Instruction};
use crate::error::Result;
use crate::llvm::Metadata;
use crate::llvm::debug::{Class, Link, Node, Number};
use rustc_hash::FxHashSet;

/// The nodes that are named by what is made so far.
#[derive(Default)]
struct Named<'m>(FxHashSet<Metadata<'m>>);

impl<'m> Named<'m> {
    /// Adds a node and all that it leads to.
    fn add(&mut self, node: Metadata<'m>, targets: fn(Metadata<'m>) -> Vec<Metadata<'m>>) {
        let mut open = Vec::new();
        let mut next = Some(node);
        while let Some(node) = next {
            if self.0.insert(node) {
                open.extend(targets(node));
            }
            next = open.pop();
        }
    }

    /// Adds a type and all that it refers to; `met` is called with each node that was added before.
    fn add_all(&mut self, ty: Metadata<'m>, mut met: impl FnMut(Metadata<'m>)) {
        let mut open = vec![ty];
        while let Some(node) = open.pop() {
            if self.0.insert(node) {
                open.extend(targets(node));
            } else if node != ty {
                met(node);
            }
        }
    }
}

/// Returns what a node names.
fn all_targets<'m>(metadata: Metadata<'m>) -> Vec<Metadata<'m>> {
    let node = metadata.debug_node();
    match node.class {
        Class::Unit => Vec::new(),
        Class::Tuple | Class::Other => metadata.operands().into_iter().flatten().collect(),
        _ => Link::ALL.iter().filter_map(|link| node.link(*link)).collect(),
    }
}

/// Returns what a node names, without the composite that a member is in.
fn targets<'m>(metadata: Metadata<'m>) -> Vec<Metadata<'m>> {
    let node = metadata.debug_node();
    let around = node.link(Link::Scope).filter(|_| is_member(&node));
    all_targets(metadata).into_iter().filter(|target| Some(*target) != around).collect()
}

fn is_member(node: &Node<'_>) -> bool {
    let is_tagged = matches!(node.number(Number::Tag), tag::MEMBER | tag::VARIABLE | tag::INHERITANCE);
    is_tagged && node.class == Class::DerivedType || node.class == Class::Function && !super::super::is_definition(node)
}

impl<'m> Reader<'_, 'm> {
    /// Makes the types, and lists enumerations and what nothing names.
    pub(super) fn listed_types(&mut self, all: &[Instruction<'m>]) -> Result<()> {
        let mut named = Named::default();
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
        types.retain(|ty| !named.0.contains(ty));
        let is_last = self.has_shader_set();
        self.d.retained = match self.r.options.policy.reads_functions_as_builder {
            true => Vec::new(),
            false => roots(types, is_last),
        };
        Ok(())
    }

    fn named_by(&self, id: Id, named: &mut Named<'m>) {
        if let Some(made) = self.d.made.node(id) {
            named.add(made, all_targets);
        }
    }
}

/// Returns the types that none of the others names; of those that name each other in a circle the first, or the last
/// where a set has composites behind their members.
fn roots(types: Vec<Metadata<'_>>, is_last: bool) -> Vec<Metadata<'_>> {
    let (mut all, mut inner) = (Named::default(), FxHashSet::default());
    types.iter().for_each(|ty| all.add(*ty, targets));
    for node in &all.0 {
        inner.extend(targets(*node).into_iter().filter(|target| target != node));
    }
    let (mut reached, mut kept) = (Named::default(), FxHashSet::default());
    let is_composite = |ty: &Metadata<'_>| ty.debug_class() == Class::CompositeType;
    let outer = types.iter().filter(|ty| !inner.contains(*ty));
    let mut circles: Vec<_> = types.iter().filter(|ty| is_composite(ty)).collect();
    if is_last {
        circles.reverse();
    }
    for ty in outer.chain(circles).chain(&types) {
        if !reached.0.contains(ty) {
            kept.insert(*ty);
            // What was kept before and this one leads to needs no entry of its own.
            reached.add_all(*ty, |hit| {
                kept.remove(&hit);
            });
        }
    }
    let mut seen = FxHashSet::default();
    types.into_iter().filter(|ty| kept.contains(ty) && seen.insert(*ty)).collect()
}
