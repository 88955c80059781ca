//! What the uses of a pointer want it to point to: the second step of the pointee rule (see [`super::pointers`]).
//!
//! In: a function body. Out: for arguments, phis, selects and casts of integers, the type that the first instruction in
//! program order loads, stores or steps over through it. The order of use lists says nothing here: it differs between
//! assembly and bitcode.

pub mod peer;

use crate::llvm::{Opcode, Type, Value};
use crate::state::Wants;

/// What each pointer of the body is wanted to point to.
pub fn wants<'m>(function: Value<'m>) -> Wants<'m> {
    let mut scan = Scan::default();
    for inst in function.blocks().flat_map(|block| block.instructions()) {
        if let Some(opcode) = inst.opcode() {
            scan.instruction(inst, opcode);
        }
    }
    scan.pass_on();
    scan.wants
}

/// One pass over the body.
#[derive(Default)]
struct Scan<'m> {
    wants: Wants<'m>,
    /// Phis, selects and casts, through which wants pass.
    joins: Vec<Value<'m>>,
    /// What is loaded from which variable.
    loads: Vec<(Value<'m>, Value<'m>)>,
    /// What is stored into which variable.
    stores: Vec<(Value<'m>, Value<'m>)>,
}

impl<'m> Scan<'m> {
    fn instruction(&mut self, inst: Value<'m>, opcode: Opcode) {
        let is_pointer = || inst.ty().is_pointer();
        match opcode {
            Opcode::LLVMAlloca if is_slot(inst) => drop(self.wants.slots.insert(inst, None)),
            Opcode::LLVMPHI | Opcode::LLVMSelect | Opcode::LLVMAddrSpaceCast | Opcode::LLVMBitCast if is_pointer() => {
                self.joins.push(inst)
            }
            Opcode::LLVMLoad if is_pointer() => {
                self.loads
                    .extend(inst.operand(0).filter(|slot| self.wants.slots.contains_key(slot)).map(|s| (inst, s)));
            }
            Opcode::LLVMStore => self.store(inst),
            _ => {}
        }
        if let Some((pointer, pointee)) = direct_want(inst, opcode).filter(|(pointer, _)| self.is_open(*pointer)) {
            self.wants.pointees.entry(pointer).or_insert(pointee);
        }
        self.wants.instructions += 1;
        if opcode == Opcode::LLVMCall {
            self.wants.calls.push(inst);
            self.atomic(inst);
        }
    }

    /// A call of an atomic: its pointers are to what it computes with.
    fn atomic(&mut self, call: Value<'m>) {
        let Some(pointee) = super::atomics::call_pointee(call) else { return };
        for pointer in call.operands().filter(|operand| operand.ty().is_pointer()) {
            if self.is_open(pointer) {
                self.wants.pointees.entry(pointer).or_insert(pointee);
            }
        }
    }

    fn store(&mut self, inst: Value<'m>) {
        let (Some(value), Some(slot)) = (inst.operand(0), inst.operand(1)) else { return };
        if let Some(first) = self.wants.slots.get_mut(&slot) {
            first.get_or_insert(value);
            self.stores.push((value, slot));
        }
    }

    /// Does the pointer not say itself what it points to?
    fn is_open(&self, pointer: Value<'m>) -> bool {
        let is_slot = |value: Value<'m>| value.operand(0).is_some_and(|slot| self.wants.slots.contains_key(&slot));
        use Opcode as O;
        match pointer.opcode() {
            Some(O::LLVMPHI | O::LLVMSelect | O::LLVMIntToPtr | O::LLVMAddrSpaceCast | O::LLVMBitCast) => true,
            Some(Opcode::LLVMLoad) => is_slot(pointer),
            _ => pointer.is_argument(),
        }
    }

    /// What is wanted of a loaded pointer is wanted of the variable and of what is stored there; what is wanted of a
    /// phi, select or cast is wanted of what goes into it.
    fn pass_on(&mut self) {
        for (load, slot) in std::mem::take(&mut self.loads) {
            self.pass(load, slot);
        }
        for (value, slot) in std::mem::take(&mut self.stores) {
            self.pass(slot, value);
        }
        for join in std::mem::take(&mut self.joins).into_iter().rev() {
            for operand in join.operands().filter(|operand| operand.ty().is_pointer()) {
                self.pass(join, operand);
            }
        }
    }

    fn pass(&mut self, from: Value<'m>, to: Value<'m>) {
        let is_open = self.is_open(to) || self.wants.slots.contains_key(&to);
        if let Some(pointee) = self.wants.pointees.get(&from).copied().filter(|_| is_open) {
            self.wants.pointees.entry(to).or_insert(pointee);
        }
    }
}

/// Is the variable only ever loaded and stored as the pointer that it was made for?
fn is_slot(alloca: Value<'_>) -> bool {
    let Some(held) = alloca.allocated_type().filter(|ty| ty.is_pointer()) else { return false };
    alloca.operand(0).and_then(|count| count.int_value()) == Some(1)
        && alloca.uses().all(|user| match user.opcode() {
            Some(Opcode::LLVMLoad) => user.ty() == held && !user.is_atomic(),
            Some(Opcode::LLVMStore) => {
                let stored = user.operand(0);
                stored != Some(alloca) && stored.is_some_and(|value| value.ty() == held) && !user.is_atomic()
            }
            Some(Opcode::LLVMCall) => {
                let callee = user.called_function().and_then(|callee| callee.intrinsic_name());
                callee.is_some_and(|name| name.starts_with("llvm.lifetime."))
            }
            _ => false,
        })
}

/// The pointer that an instruction goes through, and to what.
fn direct_want<'m>(inst: Value<'m>, opcode: Opcode) -> Option<(Value<'m>, Type<'m>)> {
    match opcode {
        Opcode::LLVMLoad => Some((inst.operand(0)?, inst.ty())),
        Opcode::LLVMStore => Some((inst.operand(1)?, inst.operand(0)?.ty())),
        Opcode::LLVMGetElementPtr => Some((inst.operand(0)?, inst.gep_source_type()?)),
        Opcode::LLVMCall if inst.called_function().is_none() && !inst.is_inline_asm() => {
            Some((inst.called_value()?, inst.call_function_type()?))
        }
        Opcode::LLVMAtomicRMW | Opcode::LLVMAtomicCmpXchg => Some((inst.operand(0)?, inst.operand(1)?.ty())),
        _ => None,
    }
}
