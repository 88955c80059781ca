//! Reports accesses that may be to local memory to the host, which tracks what a group has written; and lines, with the
//! current work-item. For an access by an address that is not computed from an argument alone, the host determines
//! whether it is to memory of the launch.
//!
//! In functions without the work-item the host assumes the last step that began on its thread.

use super::made::Made;
use super::shell;
use super::sources::Sources;
use llvm_spirv::error::Result;
use llvm_spirv::llvm::{Builder, Opcode, Value};

/// Instruments the accesses of all functions except those of the prelude.
pub fn watch(made: Made<'_, '_>, sources: &Sources) -> Result<()> {
    let watched = |function: &Value<'_>| function.entry_block().is_some() && !function.name().starts_with("spirv.");
    made.module.functions().filter(watched).collect::<Vec<_>>().into_iter().try_for_each(|function| {
        let watch = Watch { made, builder: Builder::new(made.module), sources };
        let instructions: Vec<_> = function.blocks().flat_map(|block| block.instructions()).collect();
        let is_part = [".begin", ".step"].iter().any(|part| function.name().ends_with(part));
        if let Some(first) = instructions.first().filter(|_| is_part) {
            watch.turn(function, *first)?;
        }
        // What the functions around a kernel access is the host's own.
        let is_around = [".begin", ".group", ".region"].iter().any(|part| function.name().ends_with(part));
        let is_of_host = is_around || function.name().starts_with("item.");
        for inst in instructions {
            let is_argument = is_part && inst.parent_block() == function.entry_block();
            if !is_of_host && !is_argument {
                watch.placed(inst)?;
            }
            watch.instruction(inst)?;
        }
        Ok(())
    })
}

struct Watch<'w, 'm, 'c> {
    made: Made<'m, 'c>,
    builder: Builder<'m>,
    sources: &'w Sources,
}

impl<'m> Watch<'_, 'm, '_> {
    /// Reports the current work-item: null where a group begins.
    fn turn(&self, part: Value<'m>, first: Value<'m>) -> Result<()> {
        let Some(context) = part.param(0) else { return Ok(()) };
        let item = part.param(1).map_or_else(|| self.made.context.const_null(context.ty()), Ok)?;
        self.builder.position_before(first)?;
        self.builder.call(self.host("spirv_turn")?, &[context, item]).map(drop)
    }

    /// Calls the host to validate an access by address.
    fn placed(&self, inst: Value<'m>) -> Result<()> {
        let long = self.made.context.int_type(64)?;
        let size = |value: Option<Value<'m>>| {
            let size = value.and_then(|value| self.made.module.layout().store_size(value.ty()));
            self.made.context.const_int(long, size.unwrap_or(1))
        };
        let (operands, bytes): (&[u32], _) = match inst.opcode() {
            Some(Opcode::Load) => (&[0], size(Some(inst))?),
            Some(Opcode::Store) => (&[1], size(inst.operand(0))?),
            Some(Opcode::AtomicRmw | Opcode::CmpXchg) => (&[0], size(inst.operand(1))?),
            Some(Opcode::Call) => {
                let name = inst.called_function().map_or("", |callee| callee.name());
                let (true, Some(length)) = (name.starts_with("llvm.mem"), inst.call_arg(2)) else { return Ok(()) };
                self.builder.position_before(inst)?;
                let wide = length.ty() == long;
                (&[0, 1], if wide { length } else { self.builder.cast(Opcode::ZExt, length, long)? })
            }
            _ => return Ok(()),
        };
        for index in operands {
            let Some(pointer) = inst.operand(*index).filter(|pointer| is_by_address(*pointer)) else { continue };
            self.at(inst)?;
            self.builder.position_before(inst)?;
            let place = self.builder.call(self.host("spirv_placed")?, &[pointer, bytes])?;
            inst.set_operand(*index, place)?;
        }
        Ok(())
    }

    fn instruction(&self, inst: Value<'m>) -> Result<()> {
        let operand = |index| inst.operand(index).filter(|operand| may_be_local(*operand));
        let size = |value: Value<'m>| self.made.module.layout().store_size(value.ty()).unwrap_or(1);
        let value_size = inst.operand(1).map_or(1, size);
        match inst.opcode() {
            Some(Opcode::Load) => operand(0).map_or(Ok(()), |from| self.loaded(inst, from)),
            Some(Opcode::Store) => self.told("spirv_written", operand(1), inst.operand(0).map_or(1, size), inst),
            Some(Opcode::AtomicRmw | Opcode::CmpXchg) => {
                self.told("spirv_read", operand(0), value_size, inst)?;
                self.told("spirv_written", operand(0), value_size, inst)
            }
            Some(Opcode::Call) => self.call(inst),
            _ => Ok(()),
        }
    }

    /// Reports each component of a vector load separately, since LLVM merges separate loads of a source. Every fourth
    /// component is left out: it may be the padding of a vector of three.
    fn loaded(&self, load: Value<'m>, from: Value<'m>) -> Result<()> {
        let size = |ty| self.made.module.layout().store_size(ty).unwrap_or(1);
        let (ty, component) = (load.ty(), size(load.ty().scalar()));
        if !ty.is_vector() || component * ty.count() != size(ty) {
            return self.told("spirv_read", Some(from), size(ty), load);
        }
        (0..ty.count()).filter(|number| number % 4 != 3).try_for_each(|number| {
            self.builder.position_before(load)?;
            let offset = self.made.context.const_int(self.made.context.int_type(64)?, number * component)?;
            let place = self.builder.gep(self.made.context.int_type(8)?, from, &[offset], false)?;
            self.told("spirv_read", Some(place), component, load)
        })
    }

    fn call(&self, call: Value<'m>) -> Result<()> {
        let Some(callee) = call.called_function() else { return Ok(()) };
        let name = callee.name();
        let size = self.made.module.layout().store_size(call.ty()).unwrap_or(4);
        let long = |value: Value<'m>| -> Result<Value<'m>> {
            let ty = self.made.context.int_type(64)?;
            if value.ty() == ty { Ok(value) } else { self.builder.cast(Opcode::ZExt, value, ty) }
        };
        let kind = ["llvm.memcpy", "llvm.memmove", "llvm.memset"].iter().find(|kind| name.starts_with(**kind));
        match (kind, call.call_arg(0), call.call_arg(1), call.call_arg(2)) {
            (Some(&"llvm.memset"), Some(to), _, Some(length)) => {
                self.at(call)?;
                self.builder.call(self.host("spirv_written")?, &[to, long(length)?]).map(drop)
            }
            (Some(_), Some(to), Some(from), Some(length)) => {
                self.at(call)?;
                self.builder.call(self.host("spirv_copied")?, &[to, from, long(length)?]).map(drop)
            }
            // Functions of the host that give numbers leave another where a pointer says.
            _ if callee.entry_block().is_none() && call.ty().float_width() > 0 => {
                let pointers: Vec<_> = call.call_args().filter(|argument| may_be_local(*argument)).collect();
                pointers.into_iter().try_for_each(|to| self.told("spirv_written", Some(to), size.max(4), call))
            }
            // What a builtin accesses has no line of its own.
            _ => self.at(call),
        }
    }

    /// Reports an access.
    fn told(&self, what: &str, pointer: Option<Value<'m>>, bytes: u64, inst: Value<'m>) -> Result<()> {
        let Some(pointer) = pointer else { return Ok(()) };
        self.at(inst)?;
        let bytes = self.made.context.const_int(self.made.context.int_type(64)?, bytes)?;
        self.builder.call(self.host(what)?, &[pointer, bytes]).map(drop)
    }

    /// Reports the line of an instruction, before it.
    fn at(&self, inst: Value<'m>) -> Result<()> {
        self.builder.position_before(inst)?;
        let position = self.sources.position(inst);
        if position == 0 {
            return Ok(());
        }
        let number = self.made.context.const_int(self.made.context.int_type(64)?, position)?;
        self.builder.call(self.host("spirv_line")?, &[number]).map(drop)
    }

    fn host(&self, name: &str) -> Result<Value<'m>> {
        shell::function(self.made.module, name)
    }
}

/// Returns whether a pointer may point into local memory: it points neither to a variable of the work-item nor into its
/// frame.
fn may_be_local(mut pointer: Value<'_>) -> bool {
    while pointer.is_op(Opcode::GetElementPtr) {
        let Some(base) = pointer.operand(0) else { return true };
        pointer = base;
    }
    let is_frame = pointer.called_function().is_some_and(|callee| callee.name() == "spirv.frame");
    pointer.ty().is_pointer() && !pointer.is_constant() && !pointer.is_op(Opcode::Alloca) && !is_frame
}

/// Returns whether nothing is known about the memory behind a pointer: it is not a variable, not the host's, and the
/// access has no bounds check.
fn is_by_address(mut pointer: Value<'_>) -> bool {
    if !pointer.ty().is_pointer() {
        return false;
    }
    while pointer.is_op(Opcode::GetElementPtr) || pointer.is_op(Opcode::Freeze) {
        let Some(base) = pointer.operand(0) else { return true };
        pointer = base;
    }
    let is_of_host = |value: Value<'_>| {
        value
            .called_function()
            .is_some_and(|callee| callee.name().starts_with("spirv.") || callee.name().starts_with("spirv_"))
    };
    let is_kept_inside = pointer.is_op(Opcode::Select) && pointer.operand(2).is_some_and(is_of_host);
    let is_known = pointer.is_op(Opcode::Alloca) || pointer.is_global_value() || is_of_host(pointer);
    !is_known && !is_kept_inside
}
