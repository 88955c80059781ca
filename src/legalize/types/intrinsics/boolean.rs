//! Intrinsics on bits of integers, applied to the single bit of a boolean.

use super::super::rewrite::Rewriter;
use super::arguments::argument;
use crate::conventions::rules::{Bits, Rule};
use crate::error::Result;
use crate::llvm::{Opcode, Value};

/// Returns the result of the intrinsic on booleans; `None` for intrinsics that are lowered as on other integers.
pub fn plain<'m>(w: &mut Rewriter<'m>, inst: Value<'m>, rule: Rule) -> Result<Option<Value<'m>>> {
    let a = argument(inst, 0)?;
    Ok(Some(match rule {
        Rule::Bits(Bits::Ones | Bits::Reverse) | Rule::Funnel(true) => a,
        Rule::Funnel(false) => argument(inst, 1)?,
        // Without a bit that is set, the one that there is counts.
        Rule::Bits(Bits::LeadingZeros | Bits::TrailingZeros) => {
            let one = w.emit.repeated_int(inst.ty(), 1)?;
            let inverted = w.emit.builder.binary(Opcode::Xor, a, one);
            w.made(inverted)?
        }
        _ => return Ok(None),
    }))
}
