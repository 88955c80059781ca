//! Modules with 32-bit pointers: the cpu form has 64-bit ones, which is no matter as long as none is in memory that the module
//! lays out, and none is made of a number.

use crate::error::Error;
use crate::llvm::{Module, Opcode, Value};

/// The functions that need addresses of 32 bits, and why they are not on the cpu.
pub fn lacking(module: &Module<'_>) -> Vec<(String, Error)> {
    if module.layout().pointer_size(1) == 8 {
        return Vec::new();
    }
    let bodies = module.functions().filter(|function| function.entry_block().is_some());
    let needing = bodies.filter_map(|function| {
        let mut all = function.blocks().flat_map(|block| block.instructions());
        let what = all.find_map(needed)?;
        let error = Error::unsupported(format!("{what} in a module with 32-bit pointers, on the cpu"));
        Some((function.name().to_owned(), error))
    });
    needing.collect()
}

fn needed(inst: Value<'_>) -> Option<&'static str> {
    // A variable of its own is as large as what is in it.
    let place = match inst.opcode()? {
        Opcode::LLVMIntToPtr => return Some("an address that is a number"),
        Opcode::LLVMLoad if inst.ty().is_pointer() => inst.operand(0)?,
        Opcode::LLVMStore if inst.operand(0)?.ty().is_pointer() => inst.operand(1)?,
        _ => return None,
    };
    (!place.is_op(Opcode::LLVMAlloca) && !is_in_table(place)).then_some("an address in memory")
}

/// Returns whether a place is one of a global variable, by types and not by bytes: it is where the cpu form lays it out.
fn is_in_table(mut place: Value<'_>) -> bool {
    while place.gep_source_type().is_some_and(|ty| !ty.is_int()) {
        let Some(base) = place.operand(0) else { return false };
        place = base;
    }
    place.is_global_variable()
}
