//! Instructions whose operands are constants, folded as the Khronos translator does (`Compatibility::strict`).
//!
//! Otherwise each instruction stays one: whoever reads the code finds what was said.

use super::operations::{extract, insert};
use crate::error::Result;
use crate::llvm::{Opcode, Value};
use crate::spirv::Instruction;
use crate::state::Reverse;

/// The first operands of an instruction, if they are constants to be folded.
fn operands<'m>(r: &Reverse<'m>, inst: Instruction<'m>, count: usize) -> Result<Option<Vec<Value<'m>>>> {
    if !r.options.compatibility.strict {
        return Ok(None);
    }
    let all = (0..count).map(|index| r.operand(inst, index)).collect::<Result<Vec<_>>>()?;
    let are_plain = all.iter().all(|value| value.is_constant() && !value.is_constant_expression());
    Ok(Some(all).filter(|_| are_plain))
}

/// An arithmetic or bitwise instruction on constants.
pub fn folded_binary<'m>(r: &Reverse<'m>, inst: Instruction<'m>, opcode: Opcode) -> Result<Option<Value<'m>>> {
    let Some(all) = operands(r, inst, 2)? else { return Ok(None) };
    let folded = match all.as_slice() {
        [a, b] if a.ty() == b.ty() => r.context.const_binary(opcode, *a, *b).ok(),
        _ => None,
    };
    Ok(folded.filter(|value| !value.is_constant_expression()))
}

/// `OpSelect` of constants by a constant condition.
pub fn folded_select<'m>(r: &Reverse<'m>, inst: Instruction<'m>) -> Result<Option<Value<'m>>> {
    let Some(all) = operands(r, inst, 3)? else { return Ok(None) };
    let condition = all.first().and_then(|condition| condition.int_value());
    Ok(condition.and_then(|condition| all.get(if condition == 0 { 2 } else { 1 })).copied())
}

/// `OpCompositeExtract` of a constant.
pub fn folded_part<'m>(r: &Reverse<'m>, inst: Instruction<'m>) -> Result<Option<Value<'m>>> {
    let path = inst.in_operands().get(1..).unwrap_or_default();
    match operands(r, inst, 1)?.as_deref() {
        Some([whole]) => extract(*whole, path).map(Some),
        _ => Ok(None),
    }
}

/// `OpCompositeInsert` of a constant into a constant.
pub fn folded_insertion<'m>(r: &Reverse<'m>, inst: Instruction<'m>) -> Result<Option<Value<'m>>> {
    let path = inst.in_operands().get(2..).unwrap_or_default();
    match operands(r, inst, 2)?.as_deref() {
        Some([object, into]) => insert(r, *object, *into, path).map(Some),
        _ => Ok(None),
    }
}
