//! Builtins that test which address space a generic pointer points to (OpenCL C 6.15.13 "Address Space Qualifier Functions").
//!
//! In LLVM IR: `__to_global`, `__to_local`, `__to_private`, which clang does not mangle, `get_fence`, and the friendly
//! `__spirv_GenericCastToPtrExplicit_To{Global|Local|Private}` (S3-45). In SPIR-V: `OpGenericCastToPtrExplicit` and
//! `OpGenericPtrMemSemantics`. `__spirv_GenericCastToPtr_To*` with the storage class as its second argument, as SYCL
//! declares it, is a cast. Outside of Khronos mode `OpGenericPtrMemSemantics` comes back as its friendly builtin, not
//! as `get_fence`: the flags of `get_fence` are encoded differently, so that each round trip would add a shift.

use super::{args, declare, generic};
use crate::binary::{Instruction, StorageClass};
use crate::concepts::base::{constants, pointers, types};
use crate::error::{Code, Error, Result};
use crate::llvm::{Opcode, Value};
use crate::options::BuiltinSpelling;
use crate::state::{Chapter, Forward, Lower, Reverse, lower};
use ::spirv::Op;
use llvm_spirv_mangling::{self as mangling, Name, Postfix, Type};

/// Name in OpenCL C, postfix, storage class.
const CASTS: &[(&str, &str, StorageClass)] = &[
    ("__to_global", "ToGlobal", StorageClass::CrossWorkgroup),
    ("__to_local", "ToLocal", StorageClass::Workgroup),
    ("__to_private", "ToPrivate", StorageClass::Function),
];

/// The number of bits by which memory semantics are shifted right to give the flags of `get_fence`.
const FENCE_SHIFT: u32 = 8;

/// Returns whether `symbol` is the unmangled name of one of these builtins.
pub fn is_cast(symbol: &str) -> bool {
    CASTS.iter().any(|row| row.0 == symbol)
}

/// The chapter's instructions, and its hooks in the core chapters.
pub const CHAPTER: Chapter = Chapter {
    instructions: &[(&[Op::GenericCastToPtrExplicit], reverse), (&[Op::GenericPtrMemSemantics], reverse_semantics)],
    resolve: Some(resolve),
    is_unmangled: Some(is_cast),
    ..Chapter::NONE
};

// --- LLVM to SPIR-V ---

/// Returns the lowering of a builtin to its instruction.
pub fn resolve(name: &Name) -> Option<Lower> {
    if name.base == "get_fence" && name.params.len() == 1 {
        return lower(|f, inst, _| get_fence(f, inst));
    }
    let by_class = |class: StorageClass, named| lower(move |f, inst, _| cast(f, inst, class, named));
    if let Some(row) = CASTS.iter().find(|row| row.0 == name.base) {
        return by_class(row.2, true);
    }
    let builtin = mangling::Builtin::parse(&name.base)?;
    let row = CASTS.iter().find(|row| builtin.postfix.other == [row.1])?;
    match (builtin.op, name.params.len()) {
        ("GenericCastToPtrExplicit", _) => by_class(row.2, false),
        ("GenericCastToPtr", 2) => lower(|f, inst, _| plain_cast(f, inst, row.2)),
        _ => None,
    }
}

/// Translates a cast without a test at run time. Its storage class argument repeats the result type.
fn plain_cast<'m>(f: &mut Forward<'m>, inst: Value<'m>, class: StorageClass) -> Result<()> {
    require_class(f, inst, class)?;
    let pointer = args::pointer_to(f, args::value(inst, 0)?, &Type::Char)?;
    let (op, ty, operands) = pointers::cast_between(f, pointer, inst.ty())?;
    f.define(inst, op, ty, &operands).map(drop)
}

/// Returns an error unless a cast returns a pointer of the storage class in its name.
fn require_class<'m>(f: &mut Forward<'m>, inst: Value<'m>, class: StorageClass) -> Result<()> {
    let returned = |f| pointers::storage_class(f, inst.ty().address_space());
    match inst.ty().is_pointer() && returned(f)? == class {
        true => Ok(()),
        false => Err(Error::of(Code::BuiltinCall, format!("a cast to {class:?} that returns {}", inst.ty()))),
    }
}

/// Translates a cast with a test. Pointer and result have the same pointee, bytes. In Khronos mode the argument of
/// OpenCL C's builtins (`named`) gets a bitcast.
fn cast<'m>(f: &mut Forward<'m>, inst: Value<'m>, class: StorageClass, named: bool) -> Result<()> {
    let mut pointer = args::pointer_to(f, args::value(inst, 0)?, &Type::Char)?;
    if named && f.options.policy.casts_arguments_of_address_space_casts {
        pointer = f.emit_value(Op::Bitcast, pointer.ty, &[pointer.id])?;
    }
    require_class(f, inst, class)?;
    let ty = types::forward(f, inst.ty())?;
    f.define(inst, Op::GenericCastToPtrExplicit, ty, &[pointer.id, class as u32]).map(drop)
}

fn get_fence<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    let pointer = args::pointer_to(f, args::value(inst, 0)?, &Type::Char)?;
    let ty = types::forward(f, inst.ty())?;
    let semantics = f.emit_value(Op::GenericPtrMemSemantics, ty, &[pointer.id])?;
    let shift = constants::word(f, FENCE_SHIFT)?;
    f.define(inst, Op::ShiftRightLogical, ty, &[semantics.id, shift]).map(drop)
}

// --- SPIR-V to LLVM ---

/// `OpGenericPtrMemSemantics`.
pub fn reverse_semantics<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<()> {
    if !r.options.prefers_opencl_names() {
        return generic::reverse(r, inst);
    }
    let (pointer, result) = (r.operand(inst, 0)?, r.result_ty(inst)?);
    let param =
        mangling::Pointer { constant: true, ..mangling::Pointer::new(pointer.ty().address_space(), Type::Void) };
    let fence = declare::call(r, "get_fence", result, &[param.into()], &[pointer], declare::Effects::None)?;
    let shift = r.context.const_int(result, FENCE_SHIFT.into())?;
    let semantics = r.builder.binary(Opcode::Shl, fence, shift)?;
    r.define(inst, semantics)
}

/// `OpGenericCastToPtrExplicit`.
pub fn reverse<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<()> {
    let class = inst.operand(1)?;
    let row = CASTS.iter().find(|row| row.2 as u32 == class);
    let (opencl, postfix, _) = row.ok_or_else(|| inst.error(format!("a cast to storage class {class}")))?;
    if r.options.builtin_spelling == BuiltinSpelling::SpvIr {
        return generic::reverse_as(r, inst, Postfix { other: vec![*postfix], ..Postfix::default() });
    }
    let pointer = r.operand(inst, 0)?;
    let result = r.result_ty(inst)?;
    let ty = r.context.function_type(result, &[pointer.ty()], false)?;
    let function = declare::named(r, opencl, ty, declare::Effects::None)?;
    let call = declare::call_function(r, function, &[pointer])?;
    r.define(inst, call)
}
