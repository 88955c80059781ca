//! Pointers without a pointee (`SPV_KHR_untyped_pointers`), on the way back.
//!
//! In LLVM IR: a pointer like any other. Variables and access chains name their type as an operand; only names of
//! builtins need the pointee of other pointers, which is the type that is first loaded or stored through the pointer.
//! The way forward is a pass over the finished module, `crate::binary::passes::untyped`.
//!
//! Lost: nothing; on the way forward the options decide which pointers are untyped.

use super::mangled::{mangled, mangled_pointee};
use crate::binary::{Id, Instruction};
use crate::error::{Code, Error, Result};
use crate::state::Reverse;
use ::spirv::{Class, Op};
use llvm_spirv_mangling::Type;
use rustc_hash::FxHashMap;

/// The number of casts that are followed from a pointer to its origin.
const MAX_CASTS: usize = 16;

/// Returns the access chain instruction with a typed base that corresponds to an untyped one.
pub fn typed_chain(op: Op) -> Option<Op> {
    Some(match op {
        Op::UntypedAccessChainKHR => Op::AccessChain,
        Op::UntypedInBoundsAccessChainKHR => Op::InBoundsAccessChain,
        Op::UntypedPtrAccessChainKHR => Op::PtrAccessChain,
        Op::UntypedInBoundsPtrAccessChainKHR => Op::InBoundsPtrAccessChain,
        _ => return None,
    })
}

/// Returns the type of a variable, whose pointer may be typed or untyped.
pub fn variable_type(r: &Reverse<'_>, inst: Instruction<'_>) -> Result<Id> {
    match inst.opcode() {
        Op::UntypedVariableKHR => inst.operand(1),
        _ => r.pointee(inst.result_type().unwrap_or_default()),
    }
}

/// Returns the initialiser of a variable, whose pointer may be typed or untyped.
pub fn initializer(inst: Instruction<'_>) -> Option<Id> {
    inst.in_operands().get(1 + usize::from(inst.opcode() == Op::UntypedVariableKHR)).copied()
}

/// Returns whether a type is a pointer type without a pointee.
pub fn is_untyped(r: &Reverse<'_>, ty: Id) -> bool {
    r.spv.definition(ty).is_some_and(|ty| ty.opcode() == Op::TypeUntypedPointerKHR)
}

/// Returns the pointee of a value: by its type, by its origin, or by its first use.
pub fn pointee(r: &Reverse<'_>, value: Id) -> Option<Id> {
    let mut source = value;
    for _ in 0..MAX_CASTS {
        let ty = r.type_of(source).ok()?;
        if !is_untyped(r, ty) {
            return r.pointee(ty).ok();
        }
        let inst = r.spv.definition(source)?;
        match inst.opcode() {
            Op::UntypedVariableKHR => return inst.operand(1).ok(),
            Op::UntypedVariableLengthArrayINTEL => return inst.operand(0).ok(),
            Op::Bitcast | Op::CopyObject | Op::PtrCastToGeneric | Op::GenericCastToPtr => {
                source = inst.operand(0).ok()?;
            }
            op => return typed_chain(op).and_then(|op| selected(r, op, inst)).or_else(|| used_as(r, value)),
        }
    }
    None
}

impl Reverse<'_> {
    /// Returns the SPIR-V type of what a value points to.
    pub fn pointee_of(&self, value: Id) -> Result<Id> {
        let pointee = pointee(self, value);
        pointee.ok_or_else(|| {
            Error::of(Code::SpirvInstruction, format!("%{value}, whose type does not say what it points to"))
        })
    }
}

/// Returns the pointee of an access chain without a typed base.
fn selected(r: &Reverse<'_>, op: Op, inst: Instruction<'_>) -> Option<Id> {
    let (ty, rest) = inst.in_operands().split_first()?;
    let bases = if matches!(op, Op::PtrAccessChain | Op::InBoundsPtrAccessChain) { 2 } else { 1 };
    rest.get(bases..)?.iter().try_fold(*ty, |ty, index| member(r, ty, *index))
}

/// Returns the type of the member or element that an index selects from a type.
fn member(r: &Reverse<'_>, ty: Id, index: Id) -> Option<Id> {
    let definition = r.spv.definition(ty)?;
    let at = match definition.opcode() {
        Op::TypeStruct => usize::try_from(r.constant(index).ok()?).ok()?,
        _ => 0,
    };
    definition.in_operands().get(at).copied()
}

fn used_as(r: &Reverse<'_>, value: Id) -> Option<Id> {
    r.untyped_uses.types.get(&value).copied()
}

/// Notes for each untyped pointer the type of what is first loaded or stored through it.
pub fn prepare(r: &mut Reverse<'_>) {
    if !r.spv.has_untyped_pointers() {
        return;
    }
    let mut uses = FxHashMap::default();
    let spv = r.spv;
    for inst in spv.functions().flat_map(|function| function.blocks).flat_map(|block| block.instructions()) {
        if let Some((pointer, ty)) = access(r, inst) {
            uses.entry(pointer).or_insert(ty);
        }
    }
    r.untyped_uses.types = uses;
}

/// Returns the pointer through which an instruction reads or writes, and the type that it reads or writes.
fn access(r: &Reverse<'_>, inst: Instruction<'_>) -> Option<(Id, Id)> {
    let pointer = *inst.in_operands().first()?;
    let ty = match inst.opcode() {
        Op::Load => inst.result_type(),
        Op::Store => r.type_of(inst.operand(1).ok()?).ok(),
        Op::SubgroupBlockReadINTEL => scalar(r, inst.result_type()?),
        Op::SubgroupBlockWriteINTEL => scalar(r, r.type_of(inst.operand(1).ok()?).ok()?),
        _ => atomic_type(r, inst),
    };
    Some((pointer, ty?))
}

fn scalar(r: &Reverse<'_>, ty: Id) -> Option<Id> {
    let definition = r.spv.definition(ty)?;
    if definition.opcode() == Op::TypeVector { definition.operand(0).ok() } else { Some(ty) }
}

/// Returns the type that an atomic instruction reads or writes.
pub fn atomic_type(r: &Reverse<'_>, inst: Instruction<'_>) -> Option<Id> {
    match inst.opcode() {
        Op::AtomicStore => r.type_of(inst.operand(3).ok()?).ok(),
        Op::AtomicFlagTestAndSet | Op::AtomicFlagClear => None,
        _ if inst.info().class == Class::Atomic => inst.result_type(),
        _ => None,
    }
}

/// Returns the pointee of an untyped pointer, as far as it can be inferred.
pub fn hidden_pointee(r: &Reverse<'_>, value: Id) -> Option<Id> {
    let ty = r.type_of(value).ok()?;
    if is_untyped(r, ty) { pointee(r, value) } else { None }
}

/// Returns the type for an operand in a builtin's mangled name; an untyped pointer has the pointee that can be inferred, else bytes.
pub fn mangled_operand(r: &Reverse<'_>, operand: Id, signed: bool) -> Result<Type> {
    let ty = r.type_of(operand)?;
    match hidden_pointee(r, operand) {
        Some(pointee) => Ok(Type::pointer(r.ty(ty)?.address_space(), mangled_pointee(r, pointee, signed))),
        None => mangled(r, ty, signed),
    }
}
