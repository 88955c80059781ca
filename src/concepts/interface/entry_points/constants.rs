//! Entry points and execution modes in the form of MLIR's conversion to its LLVM dialect, if the options choose it (S2-82 to S2-85).
//!
//! In LLVM IR: an entry point is an ordinary function, and each of its execution modes an external constant
//! `__spv__<function>_execution_mode_info_<mode>`, `{ i32 mode }` or, with operands, `{ i32 mode, [n x i32] operands }`.
//! Lost: model, name and interface of entry points.

use crate::binary::{Instruction, Op};
use crate::conventions::calling::{SPIR_FUNC, SPIR_KERNEL};
use crate::error::Result;
use crate::llvm::{Linkage, Value};
use crate::state::Reverse;

/// Writes the constants, and makes the entry points ordinary functions.
pub fn reverse(r: &mut Reverse<'_>) -> Result<()> {
    for inst in r.spv.execution_modes() {
        mode(r, *inst).map_err(|error| inst.place(error))?;
    }
    for inst in r.spv.entry_points() {
        let function = r.operand(*inst, 1).map_err(|error| inst.place(error))?;
        if function.call_conv() == SPIR_KERNEL {
            function.set_call_conv(SPIR_FUNC)?;
        }
    }
    Ok(())
}

fn mode<'m>(r: &Reverse<'m>, inst: Instruction<'m>) -> Result<()> {
    let (function, mode) = (r.operand(inst, 0)?, inst.operand(1)?);
    let mut operands = Vec::new();
    for word in inst.in_operands().get(2..).unwrap_or_default() {
        operands.push(match inst.opcode() {
            Op::ExecutionModeId => r.constant(*word)?,
            _ => u64::from(*word),
        });
    }
    let value = constant(r, mode, &operands)?;
    let name = format!("__spv__{}_execution_mode_info_{mode}", name_of(r, inst, function)?);
    let global = r.module.add_global(&name, value.ty(), 0)?;
    global.set_initializer(value)?;
    global.set_global_constant(true)?;
    global.set_linkage(Linkage::External)
}

fn constant<'m>(r: &Reverse<'m>, mode: u32, operands: &[u64]) -> Result<Value<'m>> {
    let word = r.context.int_type(32)?;
    let mut members = vec![r.context.const_int(word, mode.into())?];
    if !operands.is_empty() {
        let values = operands.iter().map(|operand| r.context.const_int(word, *operand));
        members.push(r.context.const_array(word, &values.collect::<Result<Vec<_>>>()?)?);
    }
    let types: Vec<_> = members.iter().map(|member| member.ty()).collect();
    r.context.const_struct(r.context.struct_type(&types, false)?, &members)
}

/// Returns the name of the function, or else of its entry point.
fn name_of<'m>(r: &Reverse<'m>, inst: Instruction<'m>, function: Value<'m>) -> Result<String> {
    if !function.name().is_empty() {
        return Ok(function.name().to_owned());
    }
    let id = inst.operand(0)?;
    let entry = r.spv.entry_points().iter().find(|entry| entry.operand(1) == Ok(id));
    entry.map_or_else(|| Ok(id.to_string()), |entry| Ok(entry.string(2)?.0))
}
