//! Indices into local memory. A 32-bit unsigned index of an in-bounds address is less than 2^31, as no group has more
//! local memory; extending it by its sign is therefore correct, and lets LLVM see how it changes from one work-item to
//! the next.

use super::made::Made;
use llvm_spirv::error::Result;
use llvm_spirv::llvm::{Builder, Opcode, Value};

/// The bytes of local memory that signed indices can reach.
pub const MOST_BYTES: u64 = 1 << 31;

/// Sign-extends the indices of in-bounds addresses.
pub fn extend<'m>(made: Made<'m, '_>, step: Value<'m>) -> Result<()> {
    let builder = Builder::new(made.module);
    let instructions: Vec<_> = step.blocks().flat_map(|block| block.instructions()).collect();
    for gep in instructions.into_iter().filter(|inst| is_into_local(*inst)) {
        for (number, index) in (0..).zip(gep.operands().collect::<Vec<_>>()).skip(1) {
            let narrow = index.operand(0).filter(|_| index.is_op(Opcode::ZExt));
            if let Some(narrow) = narrow.filter(|narrow| narrow.ty().is_int_of(32)) {
                builder.position_before(gep)?;
                gep.set_operand(number, builder.cast(Opcode::SExt, narrow, index.ty())?)?;
            }
        }
    }
    Ok(())
}

/// Returns whether an address is an in-bounds address within a variable in local memory.
fn is_into_local(gep: Value<'_>) -> bool {
    let mut pointer = gep;
    while pointer.is_gep() && pointer.is_instruction() && pointer.is_in_bounds() {
        let Some(base) = pointer.operand(0) else { return false };
        pointer = base;
    }
    pointer != gep && pointer.called_function().is_some_and(|callee| callee.name() == "spirv.local")
}
