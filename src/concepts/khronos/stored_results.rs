//! Structures with a carry, long products and ranges (`OpBuildNDRange`) on the way back, if they are only stored, in
//! the Khronos translator's form: intrinsics whose carry is inserted into a literal structure, and calls that return
//! through a pointer (`sret`).
//!
//! In the native mode all of these are calls that return the structure. The result of a task sequence that is a
//! structure is always returned through a pointer.

use crate::binary::{Function, Instruction};
use crate::concepts::base::mangled;
use crate::concepts::builtins::declare::{self, Effects};
use crate::concepts::instructions::enqueue::ranges;
use crate::error::Result;
use crate::llvm::{AttributeKind, AttributePlace, Opcode, Type, Value};
use crate::options::BuiltinSpelling;
use crate::state::Reverse;
use ::spirv::Op;
use llvm_spirv_mangling as mangling;
use rustc_hash::{FxHashMap, FxHashSet};

/// The address space of the pointer through which a task returns a structure.
const GENERIC: u32 = 4;

/// Notes the results of a function whose only use is one store.
pub fn scan<'m>(r: &mut Reverse<'m>, function: Function<'m>) -> Result<()> {
    let instructions = || function.blocks.iter().flat_map(|block| block.instructions());
    let structures = instructions().filter(|inst| is_structure(inst.opcode()));
    let mut uses: FxHashMap<_, _> = structures.filter_map(|inst| Some((inst.result_id()?, 0usize))).collect();
    if uses.is_empty() {
        return Ok(());
    }
    let mut stored = FxHashSet::default();
    for inst in instructions() {
        r.spv.visit_ids(inst, |id| {
            if let Some(count) = uses.get_mut(&id).filter(|_| Some(id) != inst.result_id()) {
                *count += 1;
            }
        })?;
        if inst.opcode() == Op::Store {
            stored.extend(inst.operand(1));
        }
    }
    r.body.results.only_stored =
        uses.into_iter().filter(|(id, n)| *n == 1 && stored.contains(id)).map(|(id, _)| id).collect();
    Ok(())
}

fn is_structure(op: Op) -> bool {
    intrinsic(op).is_some() || matches!(op, Op::UMulExtended | Op::SMulExtended | Op::BuildNDRange)
}

/// Translates `OpIAddCarry` or `OpISubBorrow` if its result is only stored, and any long product, range or structure of
/// a task sequence, and the stores of those. Returns false for other instructions.
pub fn reverse<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<bool> {
    if inst.opcode() == Op::Store {
        return reverse_store(r, inst);
    }
    if inst.opcode() == Op::TaskSequenceGetALTERA && r.result_ty(inst)?.is_struct() {
        return through_memory(r, inst).map(|()| true);
    }
    if !is_structure(inst.opcode()) {
        return Ok(false);
    }
    let id = inst.result_id().unwrap_or_default();
    if !r.body.results.only_stored.contains(&id) {
        return if intrinsic(inst.opcode()).is_none() { through_memory(r, inst).map(|()| true) } else { Ok(false) };
    }
    if let Some(intrinsic) = intrinsic(inst.opcode()) {
        let value = with_carry(r, inst, intrinsic)?;
        r.set(id, value);
    }
    // A product or range is made where it is stored.
    Ok(true)
}

fn intrinsic(op: Op) -> Option<&'static str> {
    match op {
        Op::IAddCarry => Some("llvm.uadd.with.overflow"),
        Op::ISubBorrow => Some("llvm.usub.with.overflow"),
        _ => None,
    }
}

/// Emits the intrinsic, and returns a structure of the number and its carry, which is extended to the width of the number.
fn with_carry<'m>(r: &Reverse<'m>, inst: Instruction<'m>, intrinsic: &str) -> Result<Value<'m>> {
    let (a, b) = (r.operand(inst, 0)?, r.operand(inst, 1)?);
    let ty = a.ty();
    let pair = r.context.struct_type(&[ty, flag_type(r, ty)?], false)?;
    let both = r.builder.call_intrinsic(intrinsic, pair, &[a, b])?;
    let (number, flag) = (r.builder.extract_value(both, &[0])?, r.builder.extract_value(both, &[1])?);
    let carry = r.builder.cast(Opcode::ZExt, flag, ty)?;
    let nothing = r.context.poison(r.context.struct_type(&[ty, ty], false)?)?;
    let first = r.builder.insert_value(nothing, number, &[0])?;
    r.builder.insert_value(first, carry, &[1])
}

fn flag_type<'m>(r: &Reverse<'m>, ty: Type<'m>) -> Result<Type<'m>> {
    let bit = r.context.bool_type();
    if ty.is_vector() { r.context.vector_type(bit, ty.count() as u32) } else { Ok(bit) }
}

/// Translates an `OpStore` of a product or range that has no other use: the call itself stores it.
fn reverse_store<'m>(r: &mut Reverse<'m>, store: Instruction<'m>) -> Result<bool> {
    let object = store.operand(1)?;
    let Some(inst) = r.spv.definition(object).filter(|_| r.body.results.only_stored.contains(&object)) else {
        return Ok(false);
    };
    if intrinsic(inst.opcode()).is_some() {
        return Ok(false);
    }
    let place = r.operand(store, 0)?;
    call_into(r, inst, place)?;
    Ok(true)
}

/// Translates a product or range with other uses: the call stores it in a variable next to it, and the value is loaded from there.
fn through_memory<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<()> {
    const ALIGNMENT: u32 = 8;
    let ty = r.result_ty(inst)?;
    let place = r.builder.alloca(ty, None)?;
    place.set_alignment(ALIGNMENT)?;
    let result = match inst.opcode() {
        Op::TaskSequenceGetALTERA => r.builder.cast(Opcode::AddrSpaceCast, place, r.context.pointer_type(GENERIC)?)?,
        _ => place,
    };
    call_into(r, inst, result)?;
    let value = r.builder.load(ty, place)?;
    r.define(inst, value)
}

/// The call that stores a product or range.
fn call_into<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>, place: Value<'m>) -> Result<()> {
    let (symbol, operands) = match inst.opcode() {
        Op::BuildNDRange => range(r, inst)?,
        Op::TaskSequenceGetALTERA => task_result(r, inst)?,
        _ => product(r, inst)?,
    };
    let args: Vec<_> = std::iter::once(place).chain(operands).collect();
    let types: Vec<_> = args.iter().map(|arg| arg.ty()).collect();
    let ty = r.context.function_type(r.context.void_type(), &types, false)?;
    let function = declare::named(r, &symbol, ty, Effects::Any)?;
    let call = declare::call_function(r, function, &args)?;
    let (first, result) = (AttributePlace::Param(0), r.result_ty(inst)?);
    for value in [function, call] {
        value.add_type_attribute(first, AttributeKind::StructRet.name(), result)?;
    }
    Ok(())
}

/// Returns the function for the result of a task sequence, and its operand, the sequence.
fn task_result<'m>(r: &Reverse<'m>, inst: Instruction<'m>) -> Result<(String, Vec<Value<'m>>)> {
    let sequence = mangled::mangled(r, r.type_of(inst.operand(0)?)?, true)?;
    Ok((mangling::write("__spirv_TaskSequenceGetINTEL", &[sequence]), vec![r.operand(inst, 0)?]))
}

/// The function for a product, and its operands.
fn product<'m>(r: &Reverse<'m>, inst: Instruction<'m>) -> Result<(String, Vec<Value<'m>>)> {
    let name = if inst.opcode() == Op::UMulExtended { "__spirv_UMulExtended" } else { "__spirv_SMulExtended" };
    let operand = mangled::mangled(r, r.type_of(inst.operand(0)?)?, true)?;
    let symbol = mangling::write(name, &[operand.clone(), operand]);
    Ok((symbol, vec![r.operand(inst, 0)?, r.operand(inst, 1)?]))
}

/// Returns the function for a range, and its operands: OpenCL C's, whose first argument is the offset, or the friendly
/// one, whose integers are signed.
fn range<'m>(r: &Reverse<'m>, inst: Instruction<'m>) -> Result<(String, Vec<Value<'m>>)> {
    let friendly = r.options.builtin_spelling == BuiltinSpelling::SpvIr;
    let (row, mut args) = (ranges::row(r, inst)?, ranges::operands(r, inst)?);
    if !friendly {
        args.rotate_right(1);
    }
    let params: Vec<_> = args.iter().map(|size| ranges::size_type(size.ty(), friendly)).collect();
    let base = if friendly { ranges::friendly_name(row.1) } else { row.0.to_owned() };
    Ok((mangling::write(&base, &params), args))
}
