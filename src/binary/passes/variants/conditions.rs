//! The conditions that hold on a device.
//!
//! In: the constants of a module. Out: the values of the boolean constants that can be computed at translation time.
//! Serves `SPV_INTEL_function_variants` and section 2.9 of the specification.

use crate::binary::{Decoration, Id, Instruction, Op, Words, passes::specialize};
use crate::options::FunctionVariants;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;

/// The boolean constants of a module.
pub(super) struct Conditions {
    values: FxHashMap<Id, bool>,
    /// The constants that become plain ones: queries of the device, and operands of conditions.
    plain: FxHashSet<Id>,
}

impl Conditions {
    /// Evaluates the constants by the device, and by `overrides` (by `SpecId`), which take precedence.
    pub fn new(words: &Words<'_>, device: &FunctionVariants, overrides: &BTreeMap<u32, u64>) -> Self {
        let ids = specialize::spec_ids(words);
        let mut values = FxHashMap::default();
        for inst in before_functions(words) {
            let Some(id) = inst.result_id() else { continue };
            let set = ids.get(&id).and_then(|number| overrides.get(number)).filter(|_| is_scalar(inst.opcode()));
            let value = set.map(|value| *value != 0).or_else(|| value(inst, device, &values));
            values.extend(value.map(|value| (id, value)));
        }
        let plain = plain(words, &values);
        Self { values, plain }
    }

    /// Returns whether the condition holds, or `None` for an id that is no boolean constant.
    pub fn get(&self, id: Id) -> Option<bool> {
        self.values.get(&id).copied()
    }

    /// Returns the value of a constant that becomes a plain one.
    pub fn plain(&self, id: Id) -> Option<bool> {
        self.get(id).filter(|_| self.plain.contains(&id))
    }
}

fn before_functions<'w>(words: &'w Words<'_>) -> impl Iterator<Item = Instruction<'w>> {
    words.instructions().take_while(|inst| inst.opcode() != Op::Function)
}

fn is_scalar(op: Op) -> bool {
    matches!(op, Op::SpecConstantTrue | Op::SpecConstantFalse) || asks_device(op)
}

fn asks_device(op: Op) -> bool {
    matches!(op, Op::SpecConstantTargetINTEL | Op::SpecConstantArchitectureINTEL | Op::SpecConstantCapabilitiesINTEL)
}

fn value(inst: Instruction<'_>, device: &FunctionVariants, known: &FxHashMap<Id, bool>) -> Option<bool> {
    match (inst.opcode(), inst.in_operands()) {
        (Op::ConstantTrue | Op::SpecConstantTrue, _) => Some(true),
        (Op::ConstantFalse | Op::SpecConstantFalse, _) => Some(false),
        (Op::SpecConstantTargetINTEL, [target, features @ ..]) => {
            Some(is(device.target, *target) && has(device.features.as_deref(), features))
        }
        (Op::SpecConstantArchitectureINTEL, operands) => architecture(operands, device),
        (Op::SpecConstantCapabilitiesINTEL, needed) => Some(has(device.capabilities.as_deref(), needed)),
        (Op::SpecConstantOp, [op, operands @ ..]) => operation(Op::from_u32(*op)?, operands, known),
        _ => None,
    }
}

/// Returns whether a property fits; an unspecified property of the device fits any.
fn is(device: Option<u32>, wanted: u32) -> bool {
    device.is_none_or(|device| device == wanted)
}

fn has(device: Option<&[u32]>, wanted: &[u32]) -> bool {
    device.is_none_or(|device| device.is_empty() || wanted.iter().all(|one| device.contains(one)))
}

fn architecture(operands: &[u32], device: &FunctionVariants) -> Option<bool> {
    let &[category, family, op, wanted] = operands else { return None };
    let compare = match Op::from_u32(op)? {
        Op::IEqual => u32::eq,
        Op::INotEqual => u32::ne,
        Op::ULessThan => u32::lt,
        Op::ULessThanEqual => u32::le,
        Op::UGreaterThan => u32::gt,
        Op::UGreaterThanEqual => u32::ge,
        _ => return None,
    };
    let fits = device.architecture.is_none_or(|device| compare(&device, &wanted));
    Some(fits && is(device.category, category) && is(device.family, family))
}

fn operation(op: Op, operands: &[u32], known: &FxHashMap<Id, bool>) -> Option<bool> {
    let value = |index: usize| known.get(operands.get(index)?).copied();
    match op {
        Op::LogicalNot => Some(!value(0)?),
        Op::LogicalOr => Some(value(0)? | value(1)?),
        Op::LogicalAnd => Some(value(0)? & value(1)?),
        Op::LogicalEqual => Some(value(0)? == value(1)?),
        Op::LogicalNotEqual => Some(value(0)? != value(1)?),
        _ => None,
    }
}

/// Collects the constants of conditions in one backward pass: operands precede their users.
fn plain(words: &Words<'_>, values: &FxHashMap<Id, bool>) -> FxHashSet<Id> {
    let mut found: FxHashSet<Id> = words.instructions().flat_map(named).collect();
    let constants: Vec<Instruction<'_>> = before_functions(words).collect();
    for (id, inst) in constants.into_iter().rev().filter_map(|inst| Some((inst.result_id()?, inst))) {
        if asks_device(inst.opcode()) {
            found.insert(id);
        }
        if found.contains(&id) && inst.opcode() == Op::SpecConstantOp {
            found.extend(inst.in_operands().iter().skip(1));
        }
    }
    found.retain(|id| values.contains_key(id));
    found
}

/// Returns the conditions that an instruction names.
pub(super) fn named(inst: Instruction<'_>) -> Vec<Id> {
    match (inst.opcode(), inst.operands()) {
        (
            Op::ConditionalCapabilityINTEL | Op::ConditionalExtensionINTEL | Op::ConditionalEntryPointINTEL,
            [condition, ..],
        ) => vec![*condition],
        (Op::ConditionalCopyObjectINTEL, [_, _, pairs @ ..]) => pairs.iter().step_by(2).copied().collect(),
        _ => conditional(inst).map(|(_, condition)| condition).into_iter().collect(),
    }
}

/// Returns the target and the condition of a decoration that makes its target conditional.
pub(super) fn conditional(inst: Instruction<'_>) -> Option<(Id, Id)> {
    match (inst.opcode(), inst.operands()) {
        (Op::Decorate | Op::DecorateId, [target, kind, condition]) if *kind == Decoration::ConditionalINTEL as u32 => {
            Some((*target, *condition))
        }
        _ => None,
    }
}
