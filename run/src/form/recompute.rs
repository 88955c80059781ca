//! Recomputes, after each point, values that only depend on the work-item and its arguments, instead of keeping them in
//! the frame: LLVM can then see how such an address changes from one work-item to the next.

use super::shell;
use llvm_spirv::error::Result;
use llvm_spirv::llvm::{Block, Builder, Module, Opcode, Value};

/// Moves instructions without side effects, whose operands are all available in the first block, to its end.
pub fn recompute<'m>(module: &'m Module<'_>, step: Value<'m>) -> Result<()> {
    let (builder, first) = (Builder::new(module), step.entry_block());
    let mut is_done = false;
    while !is_done {
        is_done = true;
        let instructions: Vec<_> =
            step.blocks().filter(|block| Some(*block) != first).flat_map(Block::instructions).collect();
        for inst in instructions {
            if is_plain(inst) && inst.operands().all(|operand| is_first(operand, first)) {
                builder.position_before(shell::entry_end(step)?)?;
                inst.replace_uses(builder.copy(inst)?)?;
                inst.erase()?;
                is_done = false;
            }
        }
    }
    Ok(())
}

fn is_first<'m>(operand: Value<'m>, first: Option<Block<'m>>) -> bool {
    !operand.is_instruction() || operand.parent_block() == first
}

/// Returns whether an instruction may be executed speculatively: it neither traps nor accesses memory.
fn is_plain(inst: Value<'_>) -> bool {
    use Opcode::{AShr, Add, And, GetElementPtr, ICmp, LShr, Mul, Or, SExt, Select, Shl, Sub, Trunc, Xor, ZExt};
    matches!(
        inst.opcode(),
        Some(
            AShr | Add | And | GetElementPtr | ICmp | LShr | Mul | Or | SExt | Select | Shl | Sub | Trunc | Xor | ZExt
        )
    )
}
