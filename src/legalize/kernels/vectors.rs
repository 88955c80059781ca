//! Vectors that are built at once from all their components, by one `OpCompositeConstruct` in place of an insertion for
//! each.

use crate::concepts::shaders::composites::PART;
use crate::concepts::shaders::vectors::folded;
use crate::error::Result;
use crate::legalize::kit::instruction::operand;
use crate::llvm::{Module, Opcode, Value};

/// Marks the insertions of components whose vectors nothing uses but the next insertion.
pub fn run<'m>(module: &'m Module<'m>) -> Result<()> {
    let all = module.functions().flat_map(|function| function.blocks()).flat_map(|block| block.instructions());
    for inst in all.filter(|inst| inst.is_op(Opcode::InsertElement)).collect::<Vec<_>>() {
        for part in parts(inst)? {
            part.set_metadata(PART, module.context().md_node(&[]))?;
        }
    }
    Ok(())
}

/// Returns the insertions into all components but the last, if an instruction inserts this one; else none.
fn parts(last: Value<'_>) -> Result<Vec<Value<'_>>> {
    let (mut parts, mut at, mut index) = (Vec::new(), last, last.ty().count());
    loop {
        index = index.saturating_sub(1);
        if operand(at, 2)?.int_value() != Some(index) {
            return Ok(Vec::new());
        }
        at = operand(at, 0)?;
        match () {
            () if folded(at, index as usize).is_some() => return Ok(parts),
            () if at.is_op(Opcode::InsertElement) && at.has_one_use() => parts.push(at),
            () => return Ok(Vec::new()),
        }
    }
}
