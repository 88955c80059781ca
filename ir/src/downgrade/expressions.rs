//! Downgrades expressions of debug information: a variable gets no value in records whose expression has an operator that is too new.

use super::{Rules, What};
use crate::constants::ConstantKind;
use crate::metadata::{NodeKind, operator_arguments};
use crate::module::{DebugKind, LOCAL, METADATA, Module};
use crate::types::TypeKind;

const FRAGMENT: u64 = 0x1000;

/// Replaces the values of records with unsupported expressions by `undef`, and shortens these expressions.
pub(super) fn downgrade(m: &mut Module, rules: &Rules) {
    let mut lost = Vec::new();
    for number in 0..m.metadata.nodes.len() as u32 {
        if let Some(count) = fragment_of_lost(m, rules, number) {
            shorten(m, number, count);
            lost.push(number);
        }
    }
    if lost.is_empty() {
        return;
    }
    for i in 0..m.records.len() {
        let Some(&record) = m.records.get(i) else { break };
        let words = m.words(record.operands, record.count);
        let expression = words.get(2).map(|word| word & !METADATA);
        let Some(&value) = words.first().filter(|_| record.kind != DebugKind::Label) else { continue };
        if expression.is_some_and(|expression| lost.binary_search(&expression).is_ok()) {
            let none = no_value(m, value);
            m.operands.iter_mut().skip(record.operands as usize).take(1).for_each(|word| *word = none);
        }
    }
}

/// Returns the length of the fragment that ends an expression, if the expression has an operator that is too new.
fn fragment_of_lost(m: &Module, rules: &Rules, number: u32) -> Option<usize> {
    let node = m.metadata.get(number).filter(|node| node.kind == NodeKind::Expression)?;
    let mut rest = m.metadata.words(node).get(1..)?;
    let (mut is_lost, mut fragment) = (false, 0);
    while let Some((&operator, after)) = rest.split_first() {
        is_lost |= rules
            .find(|what| matches!(what, What::Operators(first, last) if (*first..=*last).contains(&operator)))
            .is_some();
        fragment = if operator == FRAGMENT { rest.len() } else { 0 };
        rest = after.get(operator_arguments(operator)..).unwrap_or(&[]);
    }
    is_lost.then_some(fragment)
}

/// Shortens an expression to its first word and its `last` last words.
fn shorten(m: &mut Module, number: u32, last: usize) {
    let Some(node) = m.metadata.nodes.get_mut(number as usize) else { return };
    let (start, count) = (node.start as usize, node.count as usize);
    node.count = 1 + last as u32;
    let words = m.metadata.words.get_mut(start..start + count).unwrap_or(&mut []);
    words.copy_within(count - last.min(count).., 1);
}

/// `undef` of the type of a value, as metadata.
fn no_value(m: &mut Module, value: u32) -> u32 {
    let is_node = value & LOCAL == 0 && value & METADATA != 0;
    let of_node = m.metadata.get(value & !METADATA).filter(|node| is_node && node.kind == NodeKind::Value);
    let ty = match of_node.and_then(|node| m.metadata.words(node).first()) {
        Some(&ty) => ty as u32,
        None if is_node => m.types.simple(TypeKind::Integer, 1),
        None => m.type_of(value),
    };
    let none = m.simple_constant(ConstantKind::Undef, ty);
    METADATA | m.metadata.push(NodeKind::Value, &[ty as u64, none as u64])
}
