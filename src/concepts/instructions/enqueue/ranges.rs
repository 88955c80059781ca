//! `ndrange_1D`, `ndrange_2D`, `ndrange_3D` and `OpBuildNDRange` (S3-46).

use crate::binary::builder::Id;
use crate::binary::{Instruction, Op};
use crate::concepts::base::{constants, pointers, types, values};
use crate::concepts::builtins::{self, Effects, value};
use crate::error::{Code, Error, Result};
use crate::llvm::{AttributeKind, AttributePlace, Type as LlvmType, Value};
use crate::state::{Forward, Lower, Reverse, lower};
use ::spirv::MemoryAccess;
use llvm_spirv_mangling::{self as mangling, Name, Pointer, Postfix, Type};

/// Name in OpenCL C, postfix, dimensions.
const ROWS: &[(&str, &str, u64)] = &[("ndrange_1D", "1D", 1), ("ndrange_2D", "2D", 2), ("ndrange_3D", "3D", 3)];

// --- LLVM to SPIR-V ---

pub(super) fn resolve(name: &Name) -> Option<Lower> {
    if let Some(row) = ROWS.iter().find(|row| row.0 == name.base) {
        return lower(|f, inst, _| forward(f, inst, row.2, opencl_order));
    }
    let builtin = mangling::Builtin::parse(&name.base).filter(|builtin| builtin.op == "BuildNDRange")?;
    let row = ROWS.iter().find(|row| builtin.postfix.other == [row.1])?;
    lower(|f, inst, _| {
        forward(f, inst, row.2, |args| args.try_into().ok().map(|[g, l, o]: [_; 3]| (g, Some(l), Some(o))))
    })
}

/// Global size, local size, global offset.
type Parts<T> = (T, Option<T>, Option<T>);

/// Returns the arguments of OpenCL C in order: only the global size; global and local size; or offset, global and local size.
fn opencl_order(args: Vec<Value<'_>>) -> Option<Parts<Value<'_>>> {
    match args[..] {
        [global] => Some((global, None, None)),
        [global, local] => Some((global, Some(local), None)),
        [offset, global, local] => Some((global, Some(local), Some(offset))),
        _ => None,
    }
}

fn forward<'m>(
    f: &mut Forward<'m>,
    inst: Value<'m>,
    dimensions: u64,
    order: impl Fn(Vec<Value<'m>>) -> Option<Parts<Value<'m>>>,
) -> Result<()> {
    let returned = inst.ty().is_void();
    let args: Vec<_> = inst.call_args().skip(usize::from(returned)).collect();
    let (global, local, offset) =
        order(args).ok_or_else(|| Error::of(Code::BuiltinCall, "a range with the wrong number of arguments"))?;
    let mut operands = Vec::with_capacity(3);
    for part in [Some(global), local, offset] {
        operands.push(size(f, part, dimensions)?);
    }
    if !returned {
        let ty = types::forward(f, inst.ty())?;
        return f.define(inst, Op::BuildNDRange, ty, &operands).map(drop);
    }
    let range = range_type(inst)?;
    let ty = types::forward(f, range)?;
    let built = f.emit_value(Op::BuildNDRange, ty, &operands)?;
    let pointer = pointers::operand_to(f, value(inst, 0)?, range)?;
    let align = f.module.layout().abi_alignment(range).unwrap_or(1);
    f.emit(Op::Store, &[pointer.id, built.id, MemoryAccess::ALIGNED.bits(), align])
}

fn range_type<'m>(inst: Value<'m>) -> Result<LlvmType<'m>> {
    let callee = inst.called_function();
    let ty = callee.and_then(|callee| callee.type_attribute(AttributePlace::Param(0), AttributeKind::StructRet));
    ty.ok_or_else(|| Error::of(Code::Builtin, "a range that is returned through a pointer without sret"))
}

/// Returns one size operand: an integer, or the array that a pointer points to; 0 if the argument is missing.
fn size<'m>(f: &mut Forward<'m>, part: Option<Value<'m>>, dimensions: u64) -> Result<Id> {
    let width = super::super::compare::address_width(f);
    let word = types::int(f, width)?;
    let ty = if dimensions == 1 { word } else { types::array_of(f, word, dimensions)? };
    let Some(part) = part else {
        return if dimensions == 1 { constants::int_literal(f, ty, width, 0) } else { constants::null(f, ty) };
    };
    let operand = values::operand(f, part)?;
    if !part.ty().is_pointer() {
        return Ok(operand.id);
    }
    let class = pointers::storage_class(f, part.ty().address_space())?;
    let pointer = pointers::pointer_type(f, class, ty)?;
    let pointer = pointers::coerce(f, operand, pointer)?;
    Ok(f.emit_value(Op::Load, ty, &[pointer.id, MemoryAccess::ALIGNED.bits(), width / 8])?.id)
}

// --- SPIR-V to LLVM ---

pub(super) fn reverse<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<()> {
    let (args, base) = (operands(r, inst)?, friendly_name(row(r, inst)?.1));
    let params: Vec<_> = args.iter().map(|size| size_type(size.ty(), false)).collect();
    let result = r.result_ty(inst)?;
    let call = builtins::call(r, &base, result, &params, &args, Effects::None)?;
    r.define(inst, call)
}

/// Returns the sizes that `OpBuildNDRange` takes.
pub fn operands<'m>(r: &Reverse<'m>, inst: Instruction<'m>) -> Result<Vec<Value<'m>>> {
    inst.in_operands().iter().map(|id| r.value(*id)).collect()
}

/// Returns the row of the dimensions that the sizes have.
pub fn row<'m>(r: &Reverse<'m>, inst: Instruction<'m>) -> Result<&'static (&'static str, &'static str, u64)> {
    let dimensions = r.operand(inst, 0)?.ty().count().max(1);
    let row = ROWS.iter().find(|row| row.2 == dimensions);
    row.ok_or_else(|| inst.error(format!("a range of {dimensions} dimensions")))
}

/// Returns the friendly name for a postfix.
pub fn friendly_name(postfix: &'static str) -> String {
    let postfix = Postfix { other: vec![postfix], ..Postfix::default() };
    mangling::Builtin { postfix, ..mangling::Builtin::core("BuildNDRange") }.to_string()
}

/// Returns the mangled type of a size: integers by their type, arrays as pointers, which are to constants unless `signed`.
pub fn size_type(ty: LlvmType<'_>, signed: bool) -> Type {
    let element = ty.element().unwrap_or(ty);
    let word = match (element.int_width(), signed) {
        (32, false) => Type::UInt,
        (32, true) => Type::Int,
        (_, false) => Type::ULong,
        (_, true) => Type::Long,
    };
    match ty.is_array() {
        true => Pointer { constant: !signed, ..Pointer::new(0, word) }.into(),
        false => word,
    }
}
