//! Pipes with program scope (`OpConstantPipeStorage`), in the representation of the Khronos translator.
//!
//! In LLVM IR: a global of the type `%spirv.ConstantPipeStorage`: packet size, packet alignment, and capacity. A
//! variable with a pointer to the global has the storage itself as its initialiser in SPIR-V.

use crate::binary::builder::Id;
use crate::binary::{Instruction, Op};
use crate::concepts::base::opaque_types;
use crate::error::{Error, Result};
use crate::llvm::{Linkage, Type, Value};
use crate::state::{Forward, Operand, Reverse};

/// The name of the structure for a storage.
const STRUCT: &str = "spirv.ConstantPipeStorage";

/// The number of members of the structure.
const NUMBERS: usize = 3;

/// The width of each member.
const WIDTH: u32 = 32;
const ALIGNMENT: u32 = 4;

/// The address space of the globals.
const SPACE: u32 = 1;

// --- LLVM to SPIR-V ---

/// Returns the members of a global that is a storage; none for other globals.
fn numbers(global: Value<'_>) -> Option<[u32; NUMBERS]> {
    let name = global.value_type().filter(|_| global.is_global_variable())?;
    name.struct_name().filter(|name| *name == STRUCT)?;
    let initializer = global.initializer()?;
    let number = |index| u32::try_from(initializer.aggregate_element(index)?.int_value()?).ok();
    Some([number(0)?, number(1)?, number(2)?])
}

/// Declares the type for a global that is a storage, which is emitted at its use. Returns false for other globals.
pub fn forward_type<'m>(f: &mut Forward<'m>, global: Value<'m>) -> Result<bool> {
    let is_storage = numbers(global).is_some();
    if is_storage {
        opaque_types::plain_type(f, Op::TypePipeStorage)?;
    }
    Ok(is_storage)
}

/// Emits the storage for a global; none for other globals.
pub fn forward<'m>(f: &mut Forward<'m>, global: Value<'m>) -> Result<Option<Operand>> {
    let Some(numbers) = numbers(global) else { return Ok(None) };
    let ty = opaque_types::plain_type(f, Op::TypePipeStorage)?;
    let id = f.spv.global(Op::ConstantPipeStorage, Some(ty), &numbers)?;
    f.spv.name(id, global.name())?;
    Ok(Some(Operand { id, ty }))
}

/// Returns the storage that is stored in place of a pointer to it.
pub fn stored_value(value: Value<'_>, operand: Operand) -> Option<Id> {
    numbers(value).map(|_| operand.id)
}

// --- SPIR-V to LLVM ---

/// `OpConstantPipeStorage`: a global under its name.
pub fn reverse<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<()> {
    let id = inst.result_id().unwrap_or_default();
    let ty = structure(r)?;
    let word = r.context.int_type(WIDTH)?;
    let numbers = inst.in_operands().iter().map(|number| r.context.const_int(word, u64::from(*number)));
    let numbers = numbers.collect::<Result<Vec<_>>>()?;
    let global = r.module.add_global(r.spv.name(id).unwrap_or_default(), ty, SPACE)?;
    global.set_initializer(r.context.const_struct(ty, &numbers)?)?;
    global.set_linkage(Linkage::LinkOnceOdr)?;
    global.set_alignment(ALIGNMENT)?;
    r.set(id, global);
    Ok(())
}

/// Returns the error for constituents or an initialiser of type `OpTypePipeStorage`, whose LLVM type in memory has no constants.
pub fn explained(r: &Reverse<'_>, constants: &[Id]) -> Option<Error> {
    let is_storage = |id: &Id| r.spv.definition(*id).is_some_and(|inst| inst.opcode() == Op::ConstantPipeStorage);
    constants.iter().any(is_storage).then(no_constant)
}

fn no_constant() -> Error {
    Error::unsupported(
        "OpConstantPipeStorage in an initialiser of type OpTypePipeStorage: LLVM IR has no constants of that type",
    )
    .hint("use it in a function, as an operand of OpCreatePipeFromPipeStorage")
}

/// Returns the structure type of the globals, one for the module.
fn structure<'m>(r: &Reverse<'m>) -> Result<Type<'m>> {
    let types = r.module.globals().filter_map(Value::value_type);
    let mut known = types.filter(|ty| ty.struct_name() == Some(STRUCT));
    if let Some(ty) = known.next() {
        return Ok(ty);
    }
    let (ty, word) = (r.context.named_struct(STRUCT), r.context.int_type(WIDTH)?);
    r.context.set_body(ty, &[word; NUMBERS], false)?;
    Ok(ty)
}
