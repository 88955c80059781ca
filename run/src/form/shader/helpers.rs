//! Helper fragments, from the beginning on or after a demotion: they continue for the derivatives of their quad, and
//! their writes have no effect.

use super::super::made::Made;
use super::super::shell::{self, entry_end};
use crate::errors;
use llvm_spirv::error::Result;
use llvm_spirv::llvm::{Builder, Opcode, Predicate, Value};

/// Lowers the instructions of a step that demote, or query helpers, to accesses of a variable, which may exist already.
/// Returns the variable if fragments of the step may be helpers.
pub fn demote<'m>(made: Made<'m, '_>, step: Value<'m>, known: Option<Value<'m>>) -> Result<Option<Value<'m>>> {
    let calls: Vec<_> = step.blocks().flat_map(|block| block.instructions()).filter(|inst| inst.is_call()).collect();
    let (mut flag, builder) = (known, Builder::new(made.module));
    let byte = made.context.int_type(8)?;
    for call in calls {
        let name = call.called_function().map_or("", |callee| callee.name());
        let asks = name.contains("__spirv_IsHelperInvocationEXT");
        if !asks && !name.contains("__spirv_DemoteToHelperInvocation") {
            continue;
        }
        let variable = match flag {
            Some(variable) => variable,
            None => variable(made, step)?,
        };
        flag = Some(variable);
        builder.position_before(call)?;
        if asks {
            call.replace_uses(is_helper(made, &builder, variable)?)?;
        } else {
            builder.store(made.context.const_int(byte, 1)?, variable)?;
        }
        call.erase()?;
    }
    Ok(flag)
}

/// Creates a variable that is 0 when a work-item begins.
fn variable<'m>(made: Made<'m, '_>, step: Value<'m>) -> Result<Value<'m>> {
    let (builder, byte) = (Builder::new(made.module), made.context.int_type(8)?);
    builder.position_before(entry_end(step)?)?;
    let variable = builder.alloca(byte, None)?;
    let body = entry_end(step)?.successor(0).and_then(|body| body.first_instruction());
    builder.position_before(body.ok_or_else(|| errors::internal("a step without a body"))?)?;
    builder.store(made.context.const_int(byte, 0)?, variable)?;
    Ok(variable)
}

fn is_helper<'m>(made: Made<'m, '_>, builder: &Builder<'m>, variable: Value<'m>) -> Result<Value<'m>> {
    let byte = made.context.int_type(8)?;
    let value = builder.load(byte, variable)?;
    builder.compare_int(Predicate::Ne, value, made.context.const_int(byte, 0)?)
}

/// Redirects the writes of helpers to memory that is never read.
pub fn hide<'m>(made: Made<'m, '_>, step: Value<'m>, variable: Value<'m>) -> Result<()> {
    let builder = Builder::new(made.module);
    builder.position_before(entry_end(step)?)?;
    let context = step.param(0).ok_or_else(|| errors::internal("a step without a context"))?;
    let spare = builder.call(shell::function(made.module, "spirv.spare")?, &[context])?;
    let instructions: Vec<_> = step.blocks().flat_map(|block| block.instructions()).collect();
    for inst in instructions {
        let Some((operand, otherwise)) = written(made, inst, spare)? else { continue };
        let Some(value) = inst.operand(operand) else { continue };
        builder.position_before(inst)?;
        let otherwise = otherwise.map_or_else(|| made.context.const_null(value.ty()), Ok)?;
        let hidden = builder.select(is_helper(made, &builder, variable)?, otherwise, value)?;
        inst.set_operand(operand, hidden)?;
    }
    Ok(())
}

/// Returns the operand of an instruction that writes outside the work-item, and its replacement for a helper (or null):
/// the address, the number of bytes, the image.
fn written<'m>(made: Made<'m, '_>, inst: Value<'m>, spare: Value<'m>) -> Result<Option<(u32, Option<Value<'m>>)>> {
    let seen = |operand: u32| inst.operand(operand).is_some_and(|place| !is_own(place));
    if inst.is_op(Opcode::Store) {
        return Ok(seen(1).then_some((1, Some(spare))));
    }
    let name = if inst.is_call() { inst.called_function().map_or("", |callee| callee.name()) } else { "" };
    if name.starts_with("llvm.mem") {
        let zero = inst.operand(2).map(|size| made.context.const_null(size.ty())).transpose()?;
        return Ok(seen(0).then_some((2, zero)));
    }
    if name.contains("__spirv_ImageWrite") {
        return Ok(Some((0, None)));
    }
    let is_atomic = name.contains("__spirv_Atomic") && !name.contains("__spirv_AtomicLoad");
    Ok((is_atomic && seen(0)).then_some((0, Some(spare))))
}

/// Returns whether memory is a variable of the work-item. The number of steps is bounded, since unreachable code may be
/// cyclic.
fn is_own(mut place: Value<'_>) -> bool {
    const MOST_STEPS: usize = 1 << 12;
    for _ in 0..MOST_STEPS {
        let base = match place.opcode() {
            Some(Opcode::GetElementPtr | Opcode::Freeze) => place.operand(0),
            Some(Opcode::Select) => place.operand(1),
            _ => return place.is_op(Opcode::Alloca),
        };
        let Some(base) = base else { return false };
        place = base;
    }
    false
}
