//! Scopes of aliases (`SPV_INTEL_memory_access_aliasing`).
//!
//! In LLVM IR: `!alias.scope` and `!noalias` (LangRef "'noalias' and 'alias.scope' Metadata"). In SPIR-V: memory
//! operands of loads, stores and copies, and decorations of calls and atomic instructions, each with a list of scopes.
//! Lost: the names of scopes and domains, which SPIRV-Tools refuses; the scopes of calls that become other
//! instructions; without the extension, all scopes.

use crate::binary::builder::{Id, Section};
use crate::binary::{Instruction, grammar, write};
use crate::error::Result;
use crate::llvm::{Metadata, Value};
use crate::state::{Chapter, Forward, Reverse, availability};
use ::spirv::{Decoration, MemoryAccess, Op};

const EXTENSION: &str = "SPV_INTEL_memory_access_aliasing";

/// A kind of scope list: the metadata, the memory operand, and the decoration.
struct Kind {
    metadata: &'static str,
    operand: MemoryAccess,
    decoration: Decoration,
}

const KINDS: [Kind; 2] = [
    Kind {
        metadata: "alias.scope",
        operand: MemoryAccess::ALIAS_SCOPE_INTEL_MASK,
        decoration: Decoration::AliasScopeINTEL,
    },
    Kind { metadata: "noalias", operand: MemoryAccess::NO_ALIAS_INTEL_MASK, decoration: Decoration::NoAliasINTEL },
];

/// The chapter's hooks in the core chapters.
pub const CHAPTER: Chapter = Chapter {
    memory_operands: Some(forward),
    decorate_results: Some(decorate),
    reverse_memory_operands: Some(reverse),
    reverse_decorated: Some(reverse_decorations),
    ..Chapter::NONE
};

// --- LLVM to SPIR-V ---

/// Returns the memory operands of an access: their bits, and the lists of scopes in the order of the bits.
fn forward<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<Option<(MemoryAccess, Vec<Id>)>> {
    if !availability::allows(f.options, EXTENSION) {
        return Ok(None);
    }
    let (mut mask, mut lists) = (MemoryAccess::NONE, Vec::new());
    for kind in &KINDS {
        if let Some(id) = listed(f, inst, kind)? {
            mask |= kind.operand;
            lists.push(id);
        }
    }
    Ok((!lists.is_empty()).then_some((mask, lists)))
}

/// Decorates the calls and atomic instructions emitted for an instruction.
fn decorate<'m>(f: &mut Forward<'m>, inst: Value<'m>, start: usize) -> Result<()> {
    if !availability::allows(f.options, EXTENSION) {
        return Ok(());
    }
    let requires = &grammar::info_or_unknown(Op::DecorateId as u16).requires;
    let results: Vec<Id> =
        write::instructions(f.body.code.get(start..).unwrap_or_default()).filter_map(accessing).collect();
    for kind in KINDS.iter().filter(|_| !results.is_empty()) {
        let Some(list) = listed(f, inst, kind)? else { continue };
        if !availability::raise_to(f, requires) {
            continue;
        }
        for id in &results {
            f.spv.decorate_id(*id, kind.decoration as u32, &[list])?;
        }
    }
    Ok(())
}

/// The result of a call or an atomic instruction.
fn accessing(words: &[u32]) -> Option<Id> {
    let op = Op::from_u32(words.first()? & 0xffff)?;
    let has_result = op == Op::FunctionCall || grammar::info(op as u16)?.class == ::spirv::Class::Atomic;
    let has_result = has_result && !matches!(op, Op::AtomicStore | Op::AtomicFlagClear);
    has_result.then(|| words.get(2).copied()).flatten()
}

/// Emits `OpAliasScopeListDeclINTEL` for the scopes that an instruction lists, if any.
fn listed<'m>(f: &mut Forward<'m>, inst: Value<'m>, kind: &Kind) -> Result<Option<Id>> {
    let Some(list) = inst.metadata(kind.metadata) else { return Ok(None) };
    let mut scopes = Vec::new();
    for node in list.operands().into_iter().flatten() {
        let Some(domain) = node.operand(1) else { return Ok(None) };
        let domain = declare(f, domain, Op::AliasDomainDeclINTEL, &[])?;
        scopes.push(declare(f, node, Op::AliasScopeDeclINTEL, &[domain])?);
    }
    match scopes.is_empty() {
        true => Ok(None),
        false => declare(f, list, Op::AliasScopeListDeclINTEL, &scopes).map(Some),
    }
}

/// Returns the declaration for a node, emitted once.
fn declare<'m>(f: &mut Forward<'m>, node: Metadata<'m>, op: Op, operands: &[Id]) -> Result<Id> {
    if let Some(id) = f.aliases.get(&node) {
        return Ok(*id);
    }
    f.spv.require_extension(EXTENSION);
    let id = f.spv.fresh();
    let words: Vec<u32> = std::iter::once(id).chain(operands.iter().copied()).collect();
    f.spv.emit(Section::Aliases, op, &words)?;
    f.aliases.insert(node, id);
    Ok(id)
}

// --- SPIR-V to LLVM ---

/// Attaches the lists of an access, given its bits and the operands that follow them in the order of the bits.
fn reverse<'m>(r: &mut Reverse<'m>, value: Value<'m>, mask: MemoryAccess, lists: &[Id]) -> Result<()> {
    let said = KINDS.iter().filter(|kind| mask.contains(kind.operand));
    said.zip(lists).try_for_each(|(kind, id)| attach(r, value, kind, *id))
}

/// Attaches the lists that decorate an instruction.
fn reverse_decorations<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<()> {
    let Some(id) = inst.result_id() else { return Ok(()) };
    for kind in &KINDS {
        let list = r.spv.decoration(id, kind.decoration).and_then(|words| words.first().copied());
        let value = r.find_value(id).filter(|value| value.is_instruction());
        if let Some((value, list)) = value.zip(list) {
            attach(r, value, kind, list)?;
        }
    }
    Ok(())
}

fn attach<'m>(r: &mut Reverse<'m>, value: Value<'m>, kind: &Kind, list: Id) -> Result<()> {
    let mut scopes = Vec::new();
    for scope in declared(r, list, Op::AliasScopeListDeclINTEL)?.in_operands() {
        let domain = declared(r, *scope, Op::AliasScopeDeclINTEL)?.operand(0)?;
        declared(r, domain, Op::AliasDomainDeclINTEL)?;
        let domain = named(r, domain, &[]);
        scopes.push(Some(named(r, *scope, &[domain])));
    }
    value.set_metadata(kind.metadata, r.context.md_node(&scopes))
}

fn declared<'m>(r: &Reverse<'m>, id: Id, op: Op) -> Result<Instruction<'m>> {
    let found = r.spv.definition(id);
    let found = found.ok_or_else(|| crate::error::Error::invalid(format!("%{id} is not defined")))?;
    match found.opcode() == op {
        true => Ok(found),
        false => Err(found.error(format!("%{id} is no Op{op:?}, which should be named here"))),
    }
}

/// Returns the node of a scope or a domain, made once for each id.
fn named<'m>(r: &mut Reverse<'m>, id: Id, of: &[Metadata<'m>]) -> Metadata<'m> {
    *r.aliases.entry(id).or_insert_with(|| r.context.md_loop(of))
}
