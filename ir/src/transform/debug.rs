//! Updates debug records of variables whose memory becomes values, as LLVM does.

use crate::draft::{Declared, Metadata, Result, Value};
use crate::metadata::NodeKind;
use crate::module::DebugKind;

/// Returns the allocation size of a value's type in bits.
fn allocated_bits(value: Value<'_>) -> Option<u64> {
    value.ty().layout_size().filter(|size| !size.scalable).map(|size| size.allocated() * 8)
}

/// Returns whether a value covers all bits that a record of a variable's address describes.
fn covers(value: Value<'_>, record: &Declared<'_>, variable: Option<u64>) -> bool {
    let (Some(has), Some(needed)) = (allocated_bits(value), record.bits().or(variable)) else { return false };
    has >= needed
}

/// Inserts a `#dbg_value` record before a store: the variable has the stored value, or poison if the store does not cover it.
pub(crate) fn value_at_store(record: &Declared<'_>, store: Value<'_>, bits: Option<u64>) -> Result<()> {
    let Some(value) = store.operands().next() else { return Ok(()) };
    let is_said = record.is_deref() || !record.starts_with_deref() && covers(value, record, bits);
    let value = if is_said { value } else { value.draft.const_poison(value.ty())? };
    value_at(record, store, value)
}

/// Inserts a `#dbg_value` record before an instruction, for the variable of another record.
pub(crate) fn value_at<'d>(record: &Declared<'d>, before: Value<'d>, value: Value<'d>) -> Result<()> {
    let nodes = [record.variable, record.expression, record.blank_location()];
    before.add_record(DebugKind::Value, Some(value), &nodes)
}

/// Inserts a `#dbg_value` record behind the phis of a block: the variable of another record has the value of a phi.
pub(crate) fn value_at_phi<'d>(record: &Declared<'d>, phi: Value<'d>) -> Result<()> {
    if phi.declared().iter().any(|r| r.variable == record.variable && r.expression == record.expression) {
        return Ok(());
    }
    let mut behind = std::iter::successors(Some(phi), |i| i.next());
    let is_start = |i: &Value<'d>| {
        use crate::instruction::Opcode::*;
        matches!(i.opcode(), Some(Phi | LandingPad | CatchPad | CleanupPad))
    };
    let Some(first) = behind.find(|i| !is_start(i)).filter(|_| covers(phi, record, None)) else { return Ok(()) };
    if first.opcode() == Some(crate::instruction::Opcode::CatchSwitch) {
        return Ok(());
    }
    value_at(record, first, phi)?;
    first.last_record_first();
    Ok(())
}

/// Returns the scope around a lexical block.
fn outer(scope: Metadata<'_>) -> Option<Metadata<'_>> {
    let is_block = matches!(scope.kind(), NodeKind::LexicalBlock | NodeKind::LexicalBlockFile);
    if is_block { scope.reference_at(1) } else { None }
}

/// Returns the location that stands for two merged ones: their common scope, and the line and column if equal; `None` if they have no
/// common scope.
pub(crate) fn merged<'d>(a: Option<Metadata<'d>>, b: Option<Metadata<'d>>) -> Option<Metadata<'d>> {
    let (a, b) = (a?, b?);
    if a == b {
        return Some(a);
    }
    let (of_a, of_b) = (a.words(), b.words());
    let (&[flags, line, column, _, inlined, ..], &[_, line_b, column_b, _, inlined_b, ..]) =
        (of_a.as_slice(), of_b.as_slice())
    else {
        return None;
    };
    if inlined != inlined_b {
        return None;
    }
    let scopes = |location: Metadata<'d>| {
        // A chain of scopes is at most as long as a module; malformed cycles end here.
        std::iter::successors(location.reference_at(3), |scope| outer(*scope)).take(1 << 12)
    };
    let known: rustc_hash::FxHashSet<u32> = scopes(a).map(|scope| scope.number()).collect();
    let common = scopes(b).find(|scope| known.contains(&scope.number()))?;
    let is_line = line == line_b;
    let column = if is_line && column == column_b { column } else { 0 };
    let mut words = of_a;
    let new = [flags, if is_line { line } else { 0 }, column, common.reference(), inlined];
    words.iter_mut().zip(new).for_each(|(word, new)| *word = new);
    a.draft.md_node(NodeKind::Location, &words).ok()
}
