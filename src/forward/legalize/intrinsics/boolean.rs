//! Intrinsics that count or move the only bit of a boolean.

use super::super::rewrite::Rewriter;
use super::argument;
use crate::error::Result;
use crate::llvm::{Opcode, Value};

/// What the intrinsic gives; `None` for those that are as on all integers.
pub fn plain<'m>(w: &mut Rewriter<'m>, inst: Value<'m>, name: &str) -> Result<Option<Value<'m>>> {
    let a = argument(inst, 0)?;
    Ok(Some(match name {
        "llvm.ctpop" | "llvm.bitreverse" | "llvm.fshl" => a,
        "llvm.fshr" => argument(inst, 1)?,
        // Without a bit that is set, the one that there is counts.
        "llvm.ctlz" | "llvm.cttz" => {
            let one = w.emit.int(inst.ty(), 1)?;
            let inverted = w.emit.builder.binary(Opcode::LLVMXor, a, one);
            w.made(inverted)?
        }
        _ => return Ok(None),
    }))
}
