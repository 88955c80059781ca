//! What the uses of a pointer want it to point to: the second step of the pointee rule (see [`super::pointers`]).
//!
//! In: a function body. Out: for arguments, phis, selects and casts of integers, the type that the first instruction in
//! program order loads, stores or steps over through it. The order of use lists says nothing here: it differs between
//! assembly and bitcode.

use crate::llvm::{Opcode, Type, Value};
use rustc_hash::FxHashMap;

/// What each pointer of the body is wanted to point to.
pub fn wants<'m>(function: Value<'m>) -> FxHashMap<Value<'m>, Type<'m>> {
    let mut wants = FxHashMap::default();
    let mut joins = Vec::new();
    for inst in function.blocks().flat_map(|block| block.instructions()) {
        match inst.opcode() {
            Some(Opcode::LLVMPHI | Opcode::LLVMSelect | Opcode::LLVMAddrSpaceCast) if inst.ty().is_pointer() => {
                joins.push(inst);
            }
            Some(opcode) => {
                if let Some((pointer, pointee)) = direct_want(inst, opcode).filter(|(pointer, _)| is_open(*pointer)) {
                    wants.entry(pointer).or_insert(pointee);
                }
            }
            None => {}
        }
    }
    for join in joins.into_iter().rev() {
        pass_on(join, &mut wants);
    }
    wants
}

/// The pointer that an instruction goes through, and to what.
fn direct_want<'m>(inst: Value<'m>, opcode: Opcode) -> Option<(Value<'m>, Type<'m>)> {
    match opcode {
        Opcode::LLVMLoad => Some((inst.operand(0)?, inst.ty())),
        Opcode::LLVMStore => Some((inst.operand(1)?, inst.operand(0)?.ty())),
        Opcode::LLVMGetElementPtr => Some((inst.operand(0)?, inst.gep_source_type()?)),
        Opcode::LLVMAtomicRMW | Opcode::LLVMAtomicCmpXchg => Some((inst.operand(0)?, inst.operand(1)?.ty())),
        _ => None,
    }
}

/// Does the pointer not say itself what it points to?
fn is_open(pointer: Value<'_>) -> bool {
    pointer.is_argument()
        || matches!(
            pointer.opcode(),
            Some(Opcode::LLVMPHI | Opcode::LLVMSelect | Opcode::LLVMIntToPtr | Opcode::LLVMAddrSpaceCast)
        )
}

/// What is wanted of a phi, select or cast is wanted of what goes into it.
fn pass_on<'m>(join: Value<'m>, wants: &mut FxHashMap<Value<'m>, Type<'m>>) {
    let Some(pointee) = wants.get(&join).copied() else { return };
    for operand in join.operands().filter(|operand| operand.ty().is_pointer() && is_open(*operand)) {
        wants.entry(operand).or_insert(pointee);
    }
}
