//! Initialisers and linkage of variables in the Khronos translator's form.
//!
//! Variables of work-groups keep their initialisers; an undefined structure becomes a composite of undefined members,
//! unless the undefined value is already in use.

use super::super::{
    base::{constants, types, untyped_pointers},
    extensions::{function_pointers, vector_compute},
    interface::entry_points::structors,
};
use super::pointees;
use crate::binary::Instruction;
use crate::binary::builder::Id;
use crate::error::Result;
use crate::llvm::{Linkage, Type, UnnamedAddr, Value};
use crate::state::{Forward, Operand, Reverse};
use ::spirv::{Decoration, LinkageType, Op, StorageClass};

/// The lists of globals that the optimiser must keep, which are translated if they are variables of vector compute.
const LISTS: [&str; 2] = ["llvm.used", "llvm.compiler.used"];

// --- LLVM to SPIR-V ---

/// Returns whether a global is a list that is translated: `llvm.used` of vector compute, or a list of constructors if
/// function pointers are allowed.
pub fn is_kept_list(f: &Forward<'_>, global: Value<'_>) -> bool {
    let is_used = LISTS.contains(&global.name()) && vector_compute::is_variable(f.options, global);
    is_used || (function_pointers::is_allowed(f) && structors::names_functions(global))
}

/// The initialiser of a variable that has one in LLVM IR.
pub fn initializer<'m>(f: &mut Forward<'m>, global: Value<'m>, value: Value<'m>) -> Result<Option<Id>> {
    if !value.is_undef() {
        return match pointees::content_type(f, global)? {
            Some(ty) => held(f, global, value, ty).map(Some),
            None => constants::stored(f, value).map(Some),
        };
    }
    let Some(members) = undefined_members(f, global, value)? else { return Ok(None) };
    let ty = types::forward(f, value.ty())?;
    f.spv.unique_constant(Op::ConstantComposite, ty, &members).map(Some)
}

/// Returns the members of an undefined initialiser that becomes a composite.
fn undefined_members<'m>(f: &mut Forward<'m>, global: Value<'m>, value: Value<'m>) -> Result<Option<Vec<Id>>> {
    if !has_undefined_members(f, global, value.ty()) || f.globals.contains_key(&value) {
        return Ok(None);
    }
    let count = if value.ty().is_struct() { value.ty().field_count().into() } else { value.ty().count() };
    let mut members = Vec::new();
    for index in 0..u32::try_from(count).unwrap_or_default() {
        if let Some(member) = value.aggregate_element(index) {
            members.push(constants::module_scope(f, member)?.id);
        }
    }
    Ok(Some(members))
}

/// Emits the undefined members of a variable's initialiser in front of the variable's type.
pub fn before_type<'m>(f: &mut Forward<'m>, global: Value<'m>) -> Result<Option<Operand>> {
    match global.initializer().filter(|value| value.is_undef() && value.ty().is_array()) {
        Some(value) => undefined_members(f, global, value).map(|_| None),
        None => Ok(None),
    }
}

/// Returns a pointer, or an array of pointers, as the initialiser of a variable of type `ty`.
fn held<'m>(f: &mut Forward<'m>, global: Value<'m>, value: Value<'m>, ty: Id) -> Result<Id> {
    let Some(element) = pointees::element_type(f, global)? else {
        let operand = constants::module_scope(f, value)?;
        return Ok(constants::constant_as(f, operand, ty)?.id);
    };
    let elements =
        value.operands().map(|part| constants::constituent_as(f, part, element)).collect::<Result<Vec<_>>>()?;
    constants::composite_as(f, ty, &elements)
}

/// The limit on the number of members of an `OpConstantComposite`.
const MOST: u64 = u16::MAX as u64 - 3;

/// Returns whether a variable with an undefined initialiser of type `ty` gets a composite of undefined members.
fn has_undefined_members(f: &Forward<'_>, global: Value<'_>, ty: Type<'_>) -> bool {
    let is_array = ty.is_array() && (1..=MOST).contains(&ty.count());
    match f.options.policy.initializes_undefined_constants_alone {
        true => global.is_global_constant() && (ty.is_struct() || is_array),
        false => ty.is_struct(),
    }
}

// --- SPIR-V to LLVM ---

/// Returns the LLVM initialiser of a variable without one in SPIR-V.
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

/// Sets the linkage: an exported variable without an initialiser is `common`, an imported one with an initialiser is
/// `available_externally`.
pub fn reverse_linkage<'m>(
    r: &Reverse<'m>,
    inst: Instruction<'m>,
    global: Value<'m>,
    linkage: Option<LinkageType>,
) -> Result<()> {
    set_linkage(inst, global, linkage)?;
    reverse_address(r, inst.result_id().unwrap_or_default(), global)
}

fn set_linkage(inst: Instruction<'_>, global: Value<'_>, linkage: Option<LinkageType>) -> Result<()> {
    match (linkage, untyped_pointers::initializer(inst).is_some()) {
        (_, true) if LISTS.contains(&global.name()) || structors::is_list(global) => {
            global.set_linkage(Linkage::Appending)
        }
        (Some(LinkageType::Export), false) => global.set_linkage(Linkage::Common),
        (Some(LinkageType::Import), true) => global.set_linkage(Linkage::AvailableExternally),
        _ => Ok(()),
    }
}

/// Marks constant byte arrays as `unnamed_addr`: the address of a string is not significant.
fn reverse_address<'m>(r: &Reverse<'m>, id: Id, global: Value<'m>) -> Result<()> {
    let ty = global.value_type().filter(|ty| ty.is_array());
    let is_text = ty.and_then(Type::element).is_some_and(|element| element.is_int_of(8));
    match is_text && r.spv.decoration(id, Decoration::Constant).is_some() {
        true => global.set_unnamed_addr(UnnamedAddr::Global),
        false => Ok(()),
    }
}
