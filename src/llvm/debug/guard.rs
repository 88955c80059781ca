//! Shapes of debug information that LLVM's verifier does not check: nodes whose class does not fit a field; and scopes
//! within themselves, calls inlined into themselves, or types composed of themselves, which are cyclic.

use crate::llvm::{Metadata, MetadataKind as Kind};
use llvm_ir::draft::Draft;
use llvm_ir::metadata::is_valid;

/// The flag of a vector type.
const VECTOR: u64 = 1 << 11;

fn is_type(kind: Kind) -> bool {
    use Kind::*;
    matches!(
        kind,
        BasicType | DerivedType | CompositeType | SubroutineType | StringType | SubrangeType | FixedPointType
    )
}

fn is_local_scope(kind: Kind) -> bool {
    matches!(kind, Kind::Subprogram | Kind::LexicalBlock | Kind::LexicalBlockFile)
}

/// Returns whether nodes of this kind have a tag.
fn has_tag(kind: Kind) -> bool {
    use Kind::*;
    let is_other =
        matches!(kind, Tuple | Location | Expression | GlobalVariableExpression | AssignId | Macro | MacroFile);
    kind.has_fields() && !is_other
}

/// Returns the operand index of the scope of a node, if it has one.
fn scope_place(kind: Kind) -> Option<usize> {
    use Kind::*;
    match kind {
        DerivedType | CompositeType => Some(5),
        SubrangeType => Some(4),
        Subprogram | LexicalBlock | LexicalBlockFile | Namespace => Some(1),
        Module => Some(2),
        _ => None,
    }
}

/// Returns the operand index of the node that the verifier visits next, besides the scope: the call of an inlined
/// location, or the base type of a derived type without a size.
fn next_place(node: Metadata<'_>) -> Option<usize> {
    match node.kind() {
        Kind::Location => Some(4),
        Kind::DerivedType if node.0.number_at(7).unwrap_or(0) == 0 => Some(6),
        _ => None,
    }
}

fn at(node: Metadata<'_>, place: usize) -> Option<Metadata<'_>> {
    node.0.reference_at(place).map(Metadata)
}

/// Returns whether the operands have the classes that the verifier assumes without a check.
fn has_classes(node: Metadata<'_>) -> bool {
    let is = |place: usize, fits: fn(Kind) -> bool| at(node, place).is_some_and(|node| fits(node.kind()));
    let is_none_or = |place: usize, fits: fn(Kind) -> bool| at(node, place).is_none_or(|node| fits(node.kind()));
    match node.kind() {
        Kind::Location => is_none_or(4, |kind| kind == Kind::Location) && is(3, is_local_scope),
        Kind::LexicalBlock | Kind::LexicalBlockFile => is(1, is_local_scope),
        Kind::LocalVariable => is_none_or(5, is_type),
        Kind::GlobalVariable => is_none_or(6, is_type),
        Kind::GlobalVariableExpression => {
            let is_expression =
                |node: Metadata<'_>| node.kind() == Kind::Expression && is_valid(&node.expression_words());
            is_none_or(1, |kind| kind == Kind::GlobalVariable) && at(node, 2).is_none_or(is_expression)
        }
        Kind::Subrange => {
            let count = at(node, 1).and_then(Metadata::as_value);
            count.is_none_or(|count| !count.is_constant() || !count.int_words().is_empty())
        }
        Kind::CompositeType if node.0.word(10) & VECTOR != 0 => {
            let elements = at(node, 11).filter(|elements| elements.kind() == Kind::Tuple);
            let has_tags = |of: Option<Metadata<'_>>| of.is_some_and(|of| has_tag(of.kind()));
            elements.is_none_or(|elements| elements.operands().into_iter().all(has_tags))
        }
        _ => true,
    }
}

/// Returns whether following `next` from one of the nodes leads into a cycle.
fn goes_round<'m>(nodes: &[Metadata<'m>], next: impl Fn(Metadata<'m>) -> Option<Metadata<'m>>) -> bool {
    // The first node of the way on which each node with a successor was met, plus one.
    let mut met: Vec<u32> = Vec::new();
    for &first in nodes {
        let (mut node, way) = (first, first.0.number() + 1);
        while let Some(on) = next(node).filter(|on| on.kind().has_fields()) {
            let place = node.0.number() as usize;
            if met.len() <= place {
                met.resize(place + 1, 0);
            }
            match met.get_mut(place) {
                Some(before) if *before == 0 => *before = way,
                Some(before) if *before == way => return true,
                _ => break,
            }
            node = on;
        }
    }
    false
}

/// Returns whether a module has debug information of such a shape.
pub(super) fn misleads(draft: &Draft) -> bool {
    // Finding the reachable nodes takes longer, and most modules have no such node at all.
    do_mislead(draft.all_metadata().map(Metadata)) && do_mislead(draft.reachable_metadata().map(Metadata))
}

fn do_mislead<'m>(nodes: impl Iterator<Item = Metadata<'m>>) -> bool {
    let next = |node| at(node, next_place(node)?);
    let scope = |node: Metadata<'m>| at(node, scope_place(node.kind())?);
    // Few nodes have a node that follows.
    let (mut with_next, mut with_scope) = (Vec::new(), Vec::new());
    for node in nodes {
        if !has_classes(node) {
            return true;
        }
        with_next.extend(next(node).map(|_| node));
        with_scope.extend(scope(node).map(|_| node));
    }
    goes_round(&with_next, next) || goes_round(&with_scope, scope)
}
