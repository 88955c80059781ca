//! Pipes of programs (`OpConstantPipeStorage`), as the Khronos translator has them.
//!
//! In LLVM IR: a global of the type `%spirv.ConstantPipeStorage`: the size of a packet, its alignment, and how many
//! there may be. What holds a pointer to it holds the storage itself in SPIR-V.

use crate::binary::builder::Id;
use crate::binary::{Instruction, Op};
use crate::concepts::base::opaque_types;
use crate::error::{Error, Result};
use crate::llvm::{Linkage, Type, Value};
use crate::state::{Forward, Operand, Reverse};

/// The structure that stands for a storage.
const STRUCT: &str = "spirv.ConstantPipeStorage";

/// The numbers of a storage.
const NUMBERS: usize = 3;

/// Width of each of them, and their alignment.
const WIDTH: u32 = 32;
const ALIGNMENT: u32 = 4;

/// The address space of the globals.
const SPACE: u32 = 1;

// --- LLVM to SPIR-V ---

/// The numbers of a storage that a global is.
fn numbers(global: Value<'_>) -> Option<[u32; NUMBERS]> {
    let name = global.value_type().filter(|_| global.is_global_variable())?;
    name.struct_name().filter(|name| *name == STRUCT)?;
    let initializer = global.initializer()?;
    let number = |index| u32::try_from(initializer.aggregate_element(index)?.int_value()?).ok();
    Some([number(0)?, number(1)?, number(2)?])
}

/// A global that is a storage: it is made where it is used, only its type already here. False if it is another one.
pub fn forward_type<'m>(f: &mut Forward<'m>, global: Value<'m>) -> Result<bool> {
    let is_storage = numbers(global).is_some();
    if is_storage {
        opaque_types::plain_type(f, Op::TypePipeStorage)?;
    }
    Ok(is_storage)
}

/// The storage that a global is, if it is one.
pub fn forward<'m>(f: &mut Forward<'m>, global: Value<'m>) -> Result<Option<Operand>> {
    let Some(numbers) = numbers(global) else { return Ok(None) };
    let ty = opaque_types::plain_type(f, Op::TypePipeStorage)?;
    let id = f.spv.global(Op::ConstantPipeStorage, Some(ty), &numbers)?;
    f.spv.name(id, global.name())?;
    Ok(Some(Operand { id, ty }))
}

/// The storage in what holds a pointer to it.
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

/// Returns the error of constituents or an initialiser that do not fit: a value of `OpTypePipeStorage` in memory has a
/// type in LLVM IR that has no constants.
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

/// The type of the globals, one for the module.
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
