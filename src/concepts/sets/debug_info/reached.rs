//! The nodes that are reachable from others, and those of a list that no other node in it reaches.

use super::rows::tag;
use crate::llvm::Metadata;
use crate::llvm::debug::{Class, Link, Node, Number};
use rustc_hash::FxHashSet;

/// A set of nodes, with all nodes that they reach.
#[derive(Default)]
pub struct Reached<'m>(FxHashSet<Metadata<'m>>);

impl<'m> Reached<'m> {
    /// Returns whether the set contains a node.
    pub fn has(&self, node: Metadata<'m>) -> bool {
        self.0.contains(&node)
    }

    /// Adds a node and all nodes that it reaches.
    pub fn add(&mut self, node: Metadata<'m>, targets: fn(Metadata<'m>) -> Vec<Metadata<'m>>) {
        let mut open = Vec::new();
        let mut next = Some(node);
        while let Some(node) = next {
            if self.0.insert(node) {
                open.extend(targets(node));
            }
            next = open.pop();
        }
    }

    /// Adds a type and all nodes that it reaches; `met` is called with each node that was added before.
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

/// Returns the nodes that a node refers to.
pub fn all_targets<'m>(metadata: Metadata<'m>) -> Vec<Metadata<'m>> {
    let node = metadata.debug_node();
    match node.class {
        Class::Unit => Vec::new(),
        Class::Tuple | Class::Other => metadata.operands().into_iter().flatten().collect(),
        _ => Link::ALL.iter().filter_map(|link| node.link(*link)).collect(),
    }
}

/// Returns the nodes that a node refers to, except the composite that contains a member.
pub fn targets<'m>(metadata: Metadata<'m>) -> Vec<Metadata<'m>> {
    let node = metadata.debug_node();
    let around = node.link(Link::Scope).filter(|_| is_member(&node));
    all_targets(metadata).into_iter().filter(|target| Some(*target) != around).collect()
}

fn is_member(node: &Node<'_>) -> bool {
    let is_tagged = matches!(node.number(Number::Tag), tag::MEMBER | tag::VARIABLE | tag::INHERITANCE);
    is_tagged && node.class == Class::DerivedType || node.class == Class::Function && !super::is_definition(node)
}

/// Returns the types that no other type in the list refers to; of those in a cycle the first, or the last if a set has
/// composites behind their members.
pub fn roots(types: Vec<Metadata<'_>>, is_last: bool) -> Vec<Metadata<'_>> {
    let (mut all, mut inner) = (Reached::default(), FxHashSet::default());
    types.iter().for_each(|ty| all.add(*ty, targets));
    for node in &all.0 {
        inner.extend(targets(*node).into_iter().filter(|target| target != node));
    }
    let (mut reached, mut kept) = (Reached::default(), FxHashSet::default());
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
