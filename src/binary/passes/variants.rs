//! Function variants: a module for several devices becomes the one for a given device (`SPV_INTEL_function_variants`).
//!
//! In: words and what is known of the device. Out: words in which each condition is decided: conditional instructions
//! are kept or removed, queries of the device are plain constants, and the extension is gone. A module without the
//! extension is unchanged.

mod conditions;

use crate::binary::{Capability, Decoration, Id, Instruction, Op, Words, header, long, write};
use crate::error::Result;
use crate::options::FunctionVariants;
use ::spirv::LinkageType;
use conditions::{Conditions, conditional};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;

/// The extension, which is removed once a module is resolved.
const EXTENSION: &str = "SPV_INTEL_function_variants";

/// The capabilities of the extension.
const OWN: [Capability; 2] = [Capability::SpecConditionalINTEL, Capability::FunctionVariantsINTEL];

/// Returns the module for a device; `overrides` are values of specialization constants, by `SpecId`.
pub fn resolve(words: &Words<'_>, device: &FunctionVariants, overrides: &BTreeMap<u32, u64>) -> Result<Vec<u32>> {
    let conditions = Conditions::new(words, device, overrides);
    let declared = declared(words, &conditions)?;
    let (kept, removed) = kept(words, absent(words, &conditions)?);
    let out = words.words().iter().take(header::WORDS).copied().collect();
    let variants = words.instructions().filter_map(|inst| Some(conditional(inst)?.0)).collect();
    let exported = FxHashSet::default();
    let mut resolver = Resolver { conditions, removed, declared, variants, exported, out };
    kept.into_iter().try_for_each(|inst| resolver.instruction(inst))?;
    Ok(resolver.out)
}

/// Rejects modules with undecided conditions, in which all variants would be kept.
pub fn check_resolved(words: &Words<'_>) -> Result<()> {
    let mut capabilities = words.instructions().take_while(|inst| inst.opcode() == Op::Capability);
    let own = OWN.map(|capability| [capability as u32]);
    if !capabilities.any(|inst| own.iter().any(|own| inst.operands() == own)) {
        return Ok(());
    }
    match words.instructions().find(|inst| !conditions::named(*inst).is_empty()) {
        Some(inst) => Err(inst
            .unsupported(format!("Instructions from {EXTENSION} are not convertible to LLVM IR"))
            .hint("`llvm-spirv -r --fnvar-spec-enable` resolves them for a device")),
        None => Ok(()),
    }
}

/// A capability or an extension: its opcode and operands.
type Declaration = (Op, Vec<u32>);

struct Resolver {
    conditions: Conditions,
    /// The ids that do not exist on the device.
    removed: FxHashSet<Id>,
    /// For each conditional declaration, whether it is still to be written.
    declared: FxHashMap<Declaration, bool>,
    /// The ids that have a condition, whether it holds or not.
    variants: FxHashSet<Id>,
    /// The export names that are taken, each with its linkage operands.
    exported: FxHashSet<Vec<u32>>,
    out: Vec<u32>,
}

impl Resolver {
    fn instruction(&mut self, inst: Instruction<'_>) -> Result<()> {
        match (inst.opcode(), inst.operands()) {
            (op @ (Op::Capability | Op::Extension), operands) => self.declaration((op, operands.to_vec())),
            (Op::EntryPoint, [model, function, ..]) => self.entry_point(inst, [*model, *function], 2),
            (Op::ConditionalEntryPointINTEL, [condition, model, function, ..]) => {
                match holds(&self.conditions, inst, *condition)? {
                    true => self.entry_point(inst, [*model, *function], 3),
                    false => Ok(()),
                }
            }
            (Op::ConditionalCopyObjectINTEL, [ty, id, pairs @ ..]) => self.copy(inst, [*ty, *id], pairs),
            (Op::GroupDecorate, operands) => {
                let there = self.there(operands);
                write::instruction(&mut self.out, Op::GroupDecorate, &there)
            }
            _ => match declaration(inst) {
                Some((_, declaration)) => self.declaration(declaration),
                None => self.other(inst),
            },
        }
    }

    /// Writes an unconditional declaration, and, once, each conditional one that is wanted.
    fn declaration(&mut self, declaration: Declaration) -> Result<()> {
        match self.declared.get_mut(&declaration).is_none_or(std::mem::take) {
            true => write::instruction(&mut self.out, declaration.0, &declaration.1),
            false => Ok(()),
        }
    }

    /// Writes the entry point whose name begins at operand `name`, with the interface variables that are kept.
    fn entry_point(&mut self, inst: Instruction<'_>, [model, function]: [u32; 2], name: usize) -> Result<()> {
        if self.removed.contains(&function) {
            return Ok(());
        }
        let interface = inst.string(name)?.1;
        let words = |range: std::ops::Range<usize>| inst.operands().get(range).unwrap_or_default();
        let variables = self.there(words(interface..inst.operands().len()));
        let operands = [&[model, function], words(name..interface), &variables].concat();
        write::instruction(&mut self.out, Op::EntryPoint, &operands)
    }

    /// Writes a copy of the first object whose condition holds.
    fn copy(&mut self, inst: Instruction<'_>, result: [u32; 2], pairs: &[u32]) -> Result<()> {
        for pair in pairs.chunks_exact(2) {
            let [condition, object] = pair else { continue };
            if holds(&self.conditions, inst, *condition)? {
                return write::instruction(&mut self.out, Op::CopyObject, &[&result, &[*object][..]].concat());
            }
        }
        let none = "At least one conditional of OpConditionalCopyObjectINTEL must be true. This could mean that all \
                    function variants have been removed.";
        Err(inst.error(none).hint("describe a device for which the module has a variant"))
    }

    /// Copies an instruction unless it names a removed id; a constant of a condition becomes a plain one.
    fn other(&mut self, inst: Instruction<'_>) -> Result<()> {
        let plain = inst.result_id().and_then(|id| self.conditions.plain(id));
        match (plain, inst.operands()) {
            (Some(value), [ty, id, ..]) => {
                let op = if value { Op::ConstantTrue } else { Op::ConstantFalse };
                write::instruction(&mut self.out, op, &[*ty, *id])
            }
            _ if self.is_void(inst) || self.is_later_variant(inst) => Ok(()),
            _ => {
                self.out.extend_from_slice(inst.words());
                Ok(())
            }
        }
    }

    /// Returns whether the instruction annotates a removed id, is a `ConditionalINTEL` decoration, or gives a `SpecId`
    /// to a folded constant.
    fn is_void(&self, inst: Instruction<'_>) -> bool {
        let target = annotated(inst);
        let is_number = inst.operands().get(1) == Some(&(Decoration::SpecId as u32));
        target.is_some_and(|id| self.removed.contains(&id))
            || conditional(inst).is_some()
            || inst.opcode() == Op::Decorate
                && is_number
                && target.is_some_and(|id| self.conditions.plain(id).is_some())
    }

    /// Returns whether the instruction would export a further variant under a taken name. If several variants fit a
    /// device, the first one is exported, as it is also the one that `OpConditionalCopyObjectINTEL` selects.
    fn is_later_variant(&mut self, inst: Instruction<'_>) -> bool {
        let (Op::Decorate, [target, kind, name @ ..]) = (inst.opcode(), inst.operands()) else { return false };
        *kind == Decoration::LinkageAttributes as u32
            && name.last() == Some(&(LinkageType::Export as u32))
            && !self.exported.insert(name.to_vec())
            && self.variants.contains(target)
    }

    fn there(&self, ids: &[Id]) -> Vec<Id> {
        ids.iter().copied().filter(|id| !self.removed.contains(id)).collect()
    }
}

/// Returns the target of a name, a decoration or an execution mode.
fn annotated(inst: Instruction<'_>) -> Option<Id> {
    match inst.opcode() {
        Op::Name
        | Op::MemberName
        | Op::Decorate
        | Op::DecorateId
        | Op::DecorateString
        | Op::MemberDecorate
        | Op::MemberDecorateString
        | Op::ExecutionMode
        | Op::ExecutionModeId => inst.operands().first().copied(),
        _ => None,
    }
}

/// Returns the condition of a conditional declaration, and the declaration itself.
fn declaration(inst: Instruction<'_>) -> Option<(Id, Declaration)> {
    let op = match inst.opcode() {
        Op::ConditionalCapabilityINTEL => Op::Capability,
        Op::ConditionalExtensionINTEL => Op::Extension,
        _ => return None,
    };
    let (condition, operands) = inst.operands().split_first()?;
    Some((*condition, (op, operands.to_vec())))
}

/// Returns, for each conditional declaration, whether it is wanted. A declaration without a condition that holds is
/// not, even if it is also declared unconditionally: a module for several devices lists all that it may need, not what
/// this device needs.
fn declared(words: &Words<'_>, conditions: &Conditions) -> Result<FxHashMap<Declaration, bool>> {
    let mut extension = Vec::new();
    write::string(&mut extension, EXTENSION);
    let own = OWN.map(|capability| (Op::Capability, vec![capability as u32]));
    let mut found: FxHashMap<Declaration, bool> = own.into_iter().map(|own| (own, false)).collect();
    found.insert((Op::Extension, extension), false);
    for inst in words.instructions() {
        if let Some((condition, declaration)) = declaration(inst) {
            *found.entry(declaration).or_default() |= holds(conditions, inst, condition)?;
        }
    }
    Ok(found)
}

/// Returns the ids that are decorated with a condition that does not hold.
fn absent(words: &Words<'_>, conditions: &Conditions) -> Result<FxHashSet<Id>> {
    let mut found = FxHashSet::default();
    for inst in words.instructions() {
        match (inst.opcode(), inst.operands()) {
            (Op::GroupDecorate, [group, targets @ ..]) if found.contains(group) => found.extend(targets),
            _ => {
                if let Some((target, condition)) = conditional(inst)
                    && !holds(conditions, inst, condition)?
                {
                    found.insert(target);
                }
            }
        }
    }
    Ok(found)
}

/// Returns the instructions that are kept, and the ids that are removed: those of `absent` and all that its functions
/// define.
fn kept<'w>(words: &'w Words<'_>, mut absent: FxHashSet<Id>) -> (Vec<Instruction<'w>>, FxHashSet<Id>) {
    let (mut kept, mut in_function, mut in_parts) = (Vec::new(), false, false);
    for inst in words.instructions() {
        if in_function {
            absent.extend(inst.result_id());
            in_function = inst.opcode() != Op::FunctionEnd;
            continue;
        }
        in_parts = match inst.result_id() {
            Some(id) => absent.contains(&id),
            None => in_parts && long::is_continuation(inst.opcode()),
        };
        in_function = in_parts && inst.opcode() == Op::Function;
        if !in_parts {
            kept.push(inst);
        }
    }
    (kept, absent)
}

fn holds(conditions: &Conditions, inst: Instruction<'_>, condition: Id) -> Result<bool> {
    let unknown = || inst.unsupported(format!("the condition %{condition} is not known before the module runs"));
    conditions.get(condition).ok_or_else(unknown)
}

#[cfg(test)]
mod tests;
