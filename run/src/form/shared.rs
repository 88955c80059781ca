//! The values on which all work-items of a group agree, across a barrier. Each work-item stores such a value in its
//! frame; before a region lets them go on, it copies the value of the first one, so that no work-item reads a value
//! already overwritten for the next barrier. If work-items take turns, there is no copy, and each reads its own.

use super::made::Made;
use super::shell;
use crate::abi::Item;
use crate::errors;
use llvm_spirv::error::Result;
use llvm_spirv::llvm::{Builder, Opcode, Predicate, Type, Value};
use std::mem::offset_of;

/// The offset of the address of the copies in a work-item.
const COPIES: u64 = offset_of!(Item, copies) as u64;

/// A value: its offset in the frame, and among the copies.
struct Slot<'m> {
    ty: Type<'m>,
    begin: u64,
    offset: u64,
}

/// The values of a step that are copied.
#[derive(Default)]
pub struct Shared<'m> {
    slots: Vec<Slot<'m>>,
    size: u64,
    /// The address of the copies, and whether there are any.
    copies: Option<(Value<'m>, Value<'m>)>,
}

impl<'m> Shared<'m> {
    /// Creates a variable of a step for a kept value, initialized with it when the step resumes.
    pub fn variable(
        &mut self,
        made: Made<'m, '_>,
        step: Value<'m>,
        ty: Type<'m>,
        (begin, room): (u64, Value<'m>),
    ) -> Result<Value<'m>> {
        let builder = Builder::new(made.module);
        builder.position_before(shell::entry_end(step)?)?;
        let (copies, are_there) = self.copies(made, &builder, step)?;
        let (size, alignment) = (made.module.layout().abi_size(ty), made.module.layout().abi_alignment(ty));
        let (Some(size), Some(alignment)) = (size, alignment) else {
            return Err(errors::internal("a value without a size"));
        };
        let offset = self.size.next_multiple_of(u64::from(alignment.max(1)));
        (self.size, _) = (offset + size, self.slots.push(Slot { ty, begin, offset }));
        let copy = at(made, &builder, copies, offset)?;
        let from = builder.select(are_there, copy, room)?;
        let variable = builder.alloca(ty, None)?;
        builder.store(builder.load(ty, from)?, variable)?;
        Ok(variable)
    }

    fn copies(&mut self, made: Made<'m, '_>, builder: &Builder<'m>, step: Value<'m>) -> Result<(Value<'m>, Value<'m>)> {
        if let Some(known) = self.copies {
            return Ok(known);
        }
        let item = step.param(1).ok_or_else(|| errors::internal("a step without a work-item"))?;
        let pointer = made.context.pointer_type(0)?;
        let copies = builder.load(pointer, at(made, builder, item, COPIES)?)?;
        let none = made.context.const_null(pointer)?;
        let are_there = builder.compare_int(Predicate::Ne, copies, none)?;
        Ok(*self.copies.insert((copies, are_there)))
    }

    /// Inserts the copies into the region of the kernel.
    pub fn finish(&self, made: Made<'m, '_>, step: Value<'m>) -> Result<()> {
        if self.slots.is_empty() {
            return Ok(());
        }
        step.split_variables()?;
        let region = shell::function(made.module, &format!("{}.region", step.name().trim_end_matches(".step")))?;
        let context = region.param(0).ok_or_else(|| errors::internal("a region without a context"))?;
        let item = region.entry_block().into_iter().flat_map(|block| block.instructions());
        let item = item.into_iter().find(|inst| inst.is_op(Opcode::Alloca));
        let item = item.ok_or_else(|| errors::internal("a region without a work-item"))?;
        let builder = Builder::new(made.module);
        builder.position_before(shell::entry_end(region)?)?;
        let byte = made.context.int_type(8)?;
        let copies = builder.alloca(made.context.array_type(byte, self.size)?, None)?;
        copies.set_alignment(16)?;
        let first = shell::function(made.module, "spirv.frame.first")?;
        for slot in &self.slots {
            let before = made.context.const_int(made.context.int_type(64)?, slot.begin)?;
            let place = builder.call(first, &[context, before])?;
            builder.store(builder.load(slot.ty, place)?, at(made, &builder, copies, slot.offset)?)?;
        }
        builder.store(copies, at(made, &builder, item, COPIES)?).map(drop)
    }
}

fn at<'m>(made: Made<'m, '_>, builder: &Builder<'m>, base: Value<'m>, offset: u64) -> Result<Value<'m>> {
    let offset = made.context.const_int(made.context.int_type(64)?, offset)?;
    builder.gep(made.context.int_type(8)?, base, &[offset], false)
}
