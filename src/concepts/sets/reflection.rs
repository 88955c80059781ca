//! Reflection of kernels that were compiled to shaders (`NonSemantic.ClspvReflection`, with `SPV_KHR_non_semantic_info`
//! or SPIR-V 1.6): the mapping of arguments to descriptors, push constants and specialization constants.
//!
//! In LLVM IR: `!spirv.Reflection`, with a node for each instruction, `!{!"ArgumentStorageBuffer", !kernel, i32 0, i32
//! 0, i32 1, !info}`: the name, and operands that are nodes of other instructions, strings, constants, functions or
//! variables. A node with only a number in front of them is the revision of the set. A reference to one of several
//! equal instructions is to the last one in front of it.

use crate::binary::builder::{Id, Section};
use crate::binary::grammar::{self, Requirements};
use crate::binary::{Instruction, Op};
use crate::concepts::base::{constants, functions};
use crate::error::{Code, Error, Result};
use crate::llvm::Metadata;
use crate::state::{Chapter, Forward, Reverse, availability};
use rustc_hash::FxHashMap;

/// The named metadata.
pub const NAME: &str = "spirv.Reflection";
/// The name of the set, without the revision behind it.
const SET: &str = "NonSemantic.ClspvReflection";
/// The first revision with all instructions that are written for kernels, which most consumers support.
pub const REVISION: u32 = 5;
/// The feature of non-semantic instruction sets: the extension, or version 1.6.
const REQUIRES: Requirements =
    Requirements { capabilities: &[], extensions: &["SPV_KHR_non_semantic_info"], since: Some(6), until: None };

/// The words of an instruction in front of its operands: set and number.
const HEADS: usize = 2;

/// The chapter's hooks in the core chapters.
pub const CHAPTER: Chapter = Chapter { finish_module: Some(reverse), ..Chapter::NONE };

// --- LLVM to SPIR-V ---

/// Writes the instructions, when all functions, variables and constants that they refer to have ids.
pub fn forward<'m>(f: &mut Forward<'m>) -> Result<()> {
    let rows: Vec<_> = f.module.named_metadata_nodes(NAME).collect();
    let Some(first) = rows.first() else { return Ok(()) };
    let revision = first.operand(0).and_then(|number| number.as_value()?.int_value()).unwrap_or(REVISION.into());
    allow(f)?;
    let set = f.spv.ext_inst_set(&format!("{SET}.{revision}"));
    let mut known = FxHashMap::default();
    for row in rows {
        let Some(name) = row.operand(0).and_then(Metadata::as_string) else { continue };
        if let Some(id) = forward_row(f, set, name, row, &known)? {
            known.insert(row, id);
        }
    }
    Ok(())
}

/// Writes an instruction, given those that are written already; none if an operand was removed.
fn forward_row<'m>(
    f: &mut Forward<'m>,
    set: Id,
    name: &str,
    row: Metadata<'m>,
    known: &FxHashMap<Metadata<'m>, Id>,
) -> Result<Option<Id>> {
    let wrong = || Error::of(Code::Metadata, format!("metadata !{NAME}: {name} is no instruction of {SET}"));
    let rows = grammar::ext_set(SET).map(|set| set.instructions).unwrap_or_default();
    let number = rows.iter().find(|inst| inst.name == name).map(|inst| inst.number);
    let number = number.or_else(|| name.parse().ok()).ok_or_else(wrong)?;
    let void = f.spv.unique_type(Op::TypeVoid, &[])?;
    let mut words = vec![void, 0, set, number];
    for operand in row.operands().into_iter().skip(1) {
        let id = operand.map(|operand| forward_operand(f, operand, known)).transpose()?.flatten();
        let Some(id) = id else {
            f.warn(format!("{name} of {SET} is dropped: something that it is about is gone"));
            return Ok(None);
        };
        words.push(id);
    }
    let result = f.spv.fresh();
    if let Some(place) = words.get_mut(1) {
        *place = result;
    }
    f.spv.emit(Section::Remarks, Op::ExtInst, &words)?;
    Ok(Some(result))
}

fn forward_operand<'m>(
    f: &mut Forward<'m>,
    operand: Metadata<'m>,
    known: &FxHashMap<Metadata<'m>, Id>,
) -> Result<Option<Id>> {
    if let Some(text) = operand.as_string() {
        return f.spv.string(text).map(Some);
    }
    match operand.as_value() {
        Some(value) if value.is_function() => functions::signature(f, value).map(|signature| Some(signature.id)),
        Some(value) => constants::module_scope(f, value).map(|constant| Some(constant.id)),
        None => Ok(known.get(&operand).copied()),
    }
}

/// Declares the version or the extension for non-semantic instructions.
fn allow(f: &mut Forward<'_>) -> Result<()> {
    if availability::is_available(f, &REQUIRES) {
        return availability::require(f, &REQUIRES, || SET.to_owned());
    }
    let [name] = REQUIRES.extensions else { return Ok(()) };
    if f.options.extensions.refuse(name) {
        return availability::require(f, &REQUIRES, || SET.to_owned());
    }
    f.spv.require_extension(name);
    Ok(())
}

// --- SPIR-V to LLVM ---

/// Returns whether an instruction belongs to the set, whose instructions are translated last.
pub fn is_reflection(r: &Reverse<'_>, inst: Instruction<'_>) -> bool {
    inst.opcode() == Op::ExtInst && inst.operand(0).is_ok_and(|set| revision(r, set).is_some())
}

/// Returns the revision of an imported set, if it is this one.
fn revision(r: &Reverse<'_>, set: Id) -> Option<u32> {
    r.spv.ext_inst_set(set)?.name.strip_prefix(SET)?.strip_prefix('.')?.parse().ok()
}

/// Writes the nodes, after everything else is translated.
fn reverse(r: &mut Reverse<'_>) -> Result<()> {
    let all = r.spv.globals().chain(r.spv.remarks().iter().copied());
    let all: Vec<_> = all.filter(|inst| is_reflection(r, *inst)).collect();
    let Some(first) = all.first() else { return Ok(()) };
    let revision = revision(r, first.operand(0)?).unwrap_or(REVISION);
    let node = r.context.md_node(&[Some(r.context.md_int(32, revision.into())?)]);
    r.module.add_named_metadata(NAME, node)?;
    let mut known = FxHashMap::default();
    for inst in all {
        let node = reverse_row(r, inst, &known).map_err(|error| inst.place(error))?;
        known.insert(inst.result_id().unwrap_or_default(), node);
        r.module.add_named_metadata(NAME, node)?;
    }
    Ok(())
}

fn reverse_row<'m>(
    r: &Reverse<'m>,
    inst: Instruction<'m>,
    known: &FxHashMap<Id, Metadata<'m>>,
) -> Result<Metadata<'m>> {
    let number = inst.operand(1)?;
    let name = grammar::ext_set(SET).and_then(|set| set.instruction(number)).map(|row| row.name.to_owned());
    let mut operands = vec![Some(r.context.md_string(&name.unwrap_or_else(|| number.to_string())))];
    for id in inst.in_operands().get(HEADS..).unwrap_or_default() {
        let operand = match (known.get(id), r.spv.string(*id)) {
            (Some(node), _) => *node,
            (None, Some(text)) => r.context.md_string(text),
            (None, None) => r.context.md_value(r.value(*id)?)?,
        };
        operands.push(Some(operand));
    }
    Ok(r.context.md_node(&operands))
}
