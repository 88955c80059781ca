//! Accesses to buffers stay within them, as shaders may be hostile: beyond, loads give 0 and stores do nothing.

use super::place::{self, Placed};
use super::super::shell::entry_end;
use crate::error::{Error, Result};
use super::Made;
use crate::llvm::{Builder, Value, Opcode};

/// Guards all accesses through addresses of buffers.
pub fn guard<'m>(made: Made<'m, '_>, step: Value<'m>, placed: &Placed<'m>) -> Result<()> {
    if placed.sizes.is_empty() {
        return Ok(());
    }
    let builder = Builder::new(made.module);
    builder.position_before(entry_end(step)?)?;
    let context = step.param(0).ok_or_else(|| Error::internal("a step without a context"))?;
    let spare = builder.call(place::function(made, "spirv.spare")?, &[context])?;
    let guard = Guard { made, builder, placed, spare };
    let instructions: Vec<_> = step.blocks().flat_map(|block| block.instructions()).collect();
    instructions.into_iter().try_for_each(|inst| guard.instruction(inst))
}

struct Guard<'g, 'm, 'c> {
    made: Made<'m, 'c>,
    builder: Builder<'m>,
    placed: &'g Placed<'m>,
    /// Memory that nobody reads.
    spare: Value<'m>,
}

impl<'m> Guard<'_, 'm, '_> {
    fn instruction(&self, inst: Value<'m>) -> Result<()> {
        let bytes = |value: Value<'m>| self.made.module.layout().store_size(value.ty()).unwrap_or(1);
        match inst.opcode() {
            Some(Opcode::LLVMLoad) => {
                if let Some(inside) = self.pointer(inst, 0, bytes(inst))? {
                    self.otherwise_zero(inst, inside)?;
                }
            }
            Some(Opcode::LLVMStore) => {
                let size = inst.operand(0).map_or(1, bytes);
                self.pointer(inst, 1, size)?;
            }
            Some(Opcode::LLVMCall) => {
                let name = inst.called_function().map_or("", |callee| callee.name());
                if name.starts_with("llvm.mem") {
                    self.copy(inst)?;
                } else {
                    let sizes = [Some(inst), inst.call_arg(0), inst.call_arg(3)].into_iter().flatten();
                    let size = sizes.filter(|value| !value.ty().is_void() && !value.ty().is_pointer()).map(bytes).max();
                    for index in 0..inst.call_arg_count() {
                        self.pointer(inst, index, size.unwrap_or(8))?;
                    }
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// The address of the buffer that a pointer is into.
    fn root(&self, mut pointer: Value<'m>) -> Option<(Value<'m>, Value<'m>)> {
        while pointer.is_op(Opcode::LLVMGetElementPtr) || pointer.is_op(Opcode::LLVMFreeze) {
            pointer = pointer.operand(0)?;
        }
        self.placed.sizes.get(&pointer).map(|size| (pointer, *size))
    }

    /// Replaces a pointer by that of spare memory where the access is not inside; returns whether it is.
    fn pointer(&self, inst: Value<'m>, index: u32, bytes: u64) -> Result<Option<Value<'m>>> {
        let Some(pointer) = inst.operand(index).filter(|operand| operand.ty().is_pointer()) else { return Ok(None) };
        let Some((base, size)) = self.root(pointer) else { return Ok(None) };
        self.builder.position_before(inst)?;
        let context = self.made.context;
        let bytes = context.const_int(context.int_type(64)?, bytes)?;
        let inside = self.builder.call(place::function(self.made, "spirv.inside")?, &[base, pointer, size, bytes])?;
        let safe = self.builder.select(inside, pointer, self.spare)?;
        inst.set_operand(index, safe)?;
        Ok(Some(inside))
    }

    fn otherwise_zero(&self, load: Value<'m>, inside: Value<'m>) -> Result<()> {
        let next = load.next_instruction().ok_or_else(|| Error::internal("a block without an end"))?;
        self.builder.position_before(next)?;
        let users: Vec<_> = load.uses().collect();
        let zero = self.made.context.const_null(load.ty())?;
        let value = self.builder.select(inside, load, zero)?;
        users.into_iter().try_for_each(|user| super::super::shell::replace_operands(user, load, value))
    }

    /// A copy that is not inside copies nothing.
    fn copy(&self, call: Value<'m>) -> Result<()> {
        let Some(mut length) = call.call_arg(2) else { return Ok(()) };
        for index in 0..2 {
            let pointer = call.call_arg(index).filter(|argument| argument.ty().is_pointer());
            let Some((pointer, (base, size))) = pointer.and_then(|pointer| Some((pointer, self.root(pointer)?))) else {
                continue;
            };
            self.builder.position_before(call)?;
            let context = self.made.context;
            let long = context.int_type(64)?;
            let wide = if length.ty() == long { length } else { self.builder.cast(Opcode::LLVMZExt, length, long)? };
            let inside = self.builder.call(place::function(self.made, "spirv.inside")?, &[base, pointer, size, wide])?;
            length = self.builder.select(inside, length, context.const_null(length.ty())?)?;
            call.set_operand(2, length)?;
        }
        Ok(())
    }
}
