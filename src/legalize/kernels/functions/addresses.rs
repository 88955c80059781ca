//! `to_global` and similar functions: they return the pointer if it leads to memory of the requested kind, else null.

use super::call::Call;
use crate::error::{Code, Error, Result};
use crate::legalize::kernels::spaces;
use crate::llvm::{Opcode, Value};
use rustc_hash::FxHashSet;

/// The functions, each with the address space that it requests.
const ROWS: [(&str, u32); 3] =
    [("to_global", spaces::GLOBAL), ("to_local", spaces::LOCAL), ("to_private", spaces::FUNCTION)];

/// Returns the replacement of a call of such a function; `None` for any other call.
pub fn replace<'m>(call: &Call<'_, 'm>) -> Result<Option<Option<Value<'m>>>> {
    let name = call.name.base.strip_prefix("__").unwrap_or(&call.name.base);
    let Some((_, wanted)) = ROWS.iter().find(|row| row.0 == name) else { return Ok(None) };
    let several = || {
        Error::of(Code::AddressSpace, format!("{name} of a pointer that may lead to several kinds of memory"))
            .hint("write the function twice, once for each address space")
    };
    let pointer = call.arg(0)?;
    let is_it = space(pointer).ok_or_else(several)? == *wanted;
    let value = match is_it {
        true if pointer.ty() == call.ty() => pointer,
        true => call.emit.builder.cast(Opcode::AddrSpaceCast, pointer, call.ty())?,
        false => call.place.context.const_null(call.ty())?,
    };
    Ok(Some(Some(value)))
}

/// Returns the address space of all variables and buffers that a pointer may lead to; `None` if they have different
/// ones.
fn space(pointer: Value<'_>) -> Option<u32> {
    let (mut seen, mut work, mut found) = (FxHashSet::default(), vec![pointer], None);
    while let Some(pointer) = work.pop() {
        if !seen.insert(pointer) {
            continue;
        }
        let space = match pointer.any_opcode() {
            Some(Opcode::Phi) => {
                work.extend(pointer.operands());
                continue;
            }
            Some(Opcode::Select) => {
                work.extend(pointer.operands().skip(1));
                continue;
            }
            Some(Opcode::GetElementPtr | Opcode::AddrSpaceCast) => {
                work.extend(pointer.operand(0));
                continue;
            }
            _ if pointer.is_constant() && pointer.is_null() => continue,
            _ => match pointer.ty().address_space() {
                spaces::BUFFER => spaces::GLOBAL,
                spaces::PRIVATE => spaces::CONSTANT,
                // In memory are addresses of buffers alone.
                spaces::GENERIC if pointer.is_op(Opcode::Load) => spaces::GLOBAL,
                spaces::GENERIC => return None,
                space => space,
            },
        };
        if found.is_some_and(|found| found != space) {
            return None;
        }
        found = Some(space);
    }
    found
}
