//! Initialisers and linkage of variables as the Khronos translator has them (`Compatibility::strict`).
//!
//! Variables of work-groups keep what they are said to start with; a structure of which nothing is known is one of
//! members of which nothing is known, unless that structure has come up already.

use super::super::{constants, types, untyped_pointers, vector_compute};
use crate::error::Result;
use crate::llvm::{Linkage, Type, UnnamedAddr, Value};
use crate::spirv::Instruction;
use crate::spirv::builder::Id;
use crate::state::{Forward, Reverse};
use ::spirv::{Decoration, LinkageType, Op, StorageClass};

/// What the optimiser must keep: lists that are variables where vector compute says so of them.
const LISTS: [&str; 2] = ["llvm.used", "llvm.compiler.used"];

// --- LLVM to SPIR-V ---

/// Is it a list of what the optimiser must keep that is translated?
pub fn is_kept_list(f: &Forward<'_>, global: Value<'_>) -> bool {
    f.options.compatibility.strict
        && LISTS.contains(&global.name())
        && vector_compute::is_variable(&f.options.extensions, global)
}

/// The initialiser of a variable that has one in LLVM IR.
pub fn initializer<'m>(f: &mut Forward<'m>, value: Value<'m>) -> Result<Option<Id>> {
    if !value.is_undef() {
        return constants::stored(f, value).map(Some);
    }
    if !value.ty().is_struct() || f.globals.contains_key(&value) {
        return Ok(None);
    }
    let mut members = Vec::new();
    for index in 0..value.ty().field_count() {
        if let Some(member) = value.aggregate_element(index) {
            members.push(constants::module_scope(f, member)?.id);
        }
    }
    let ty = types::forward(f, value.ty())?;
    f.spv.unique_constant(Op::ConstantComposite, ty, &members).map(Some)
}

// --- SPIR-V to LLVM ---

/// The initialiser of a variable that has none in SPIR-V.
pub fn reverse_initializer<'m>(
    r: &Reverse<'m>,
    inst: Instruction<'m>,
    ty: Type<'m>,
    linkage: Option<LinkageType>,
) -> Result<Value<'m>> {
    let class = inst.in_operands().first().copied();
    match linkage {
        Some(LinkageType::Export) => r.context.const_null(ty),
        _ if class == Some(StorageClass::CrossWorkgroup as u32) => r.context.const_null(ty),
        _ => r.context.poison(ty),
    }
}

/// Exported without an initialiser is common, imported with one is for the optimiser.
pub fn reverse_linkage(inst: Instruction<'_>, global: Value<'_>, linkage: Option<LinkageType>) -> Result<()> {
    match (linkage, untyped_pointers::initializer(inst).is_some()) {
        (_, true) if LISTS.contains(&global.name()) => global.set_linkage(Linkage::LLVMAppendingLinkage),
        (Some(LinkageType::Export), false) => global.set_linkage(Linkage::LLVMCommonLinkage),
        (Some(LinkageType::Import), true) => global.set_linkage(Linkage::LLVMAvailableExternallyLinkage),
        _ => Ok(()),
    }
}

/// Nobody asks for the address of a text.
pub fn reverse_address<'m>(r: &Reverse<'m>, id: Id, global: Value<'m>, ty: Type<'m>) -> Result<()> {
    let is_text = ty.is_array() && ty.element().is_some_and(|element| element.is_int_of(8));
    match is_text && r.spv.decoration(id, Decoration::Constant).is_some() {
        true => global.set_unnamed_addr(UnnamedAddr::LLVMGlobalUnnamedAddr),
        false => Ok(()),
    }
}
