//! Scopes and orders that are not constant, to SPIR-V in the Khronos translator's form: calls of functions that are
//! added to the module, with an `OpSwitch` over the possible values.

pub mod translate;

use crate::binary::Id;
use crate::concepts::base::{constants, types, values};
use crate::concepts::instructions::memory;
use crate::concepts::instructions::memory_semantics::{OCL_ORDER, OCL_SCOPE, ORDERS, SCOPES};
use crate::error::Result;
use crate::llvm::Value;
use crate::state::{Forward, Helper};
use ::spirv::{FunctionControl, Op, Scope, StorageClass};

/// Returns the scope for a `memory_scope`; values that are none become the device scope.
pub fn scope<'m>(f: &mut Forward<'m>, value: Value<'m>) -> Result<Id> {
    let rows: Vec<_> = SCOPES.iter().map(|row| (row.0, row.2 as u32)).collect();
    let default = rows.iter().position(|row| row.1 == Scope::Device as u32);
    call(f, value, OCL_SCOPE, &rows, default)
}

/// Returns the semantics for a `memory_order`; values that are none become sequentially consistent.
pub fn order<'m>(f: &mut Forward<'m>, value: Value<'m>) -> Result<Id> {
    let rows: Vec<_> = ORDERS.iter().map(|row| (row.0, row.2.bits())).collect();
    let default = rows.iter().position(|row| row.0 == crate::concepts::instructions::memory_semantics::SEQ_CST);
    call(f, value, OCL_ORDER, &rows, default)
}

fn call<'m>(
    f: &mut Forward<'m>,
    value: Value<'m>,
    name: &'static str,
    rows: &[(u32, u32)],
    default: Option<usize>,
) -> Result<Id> {
    let key = values::operand(f, value)?.id;
    let helper = Helper { name, class: StorageClass::Function, bits: 32, volatile: false };
    let function = match f.helpers.functions.get(&helper) {
        Some(id) => *id,
        None => {
            let id = f.spv.fresh();
            f.helpers.functions.insert(helper, id);
            let body = std::mem::take(&mut f.body);
            let written = write(f, id, name, rows, default);
            let written_body = std::mem::replace(&mut f.body, body);
            written?;
            f.helpers.code.extend(written_body.code);
            id
        }
    };
    f.body.callees.insert(function);
    let word = types::int(f, 32)?;
    Ok(f.emit_value(Op::FunctionCall, word, &[function, key])?.id)
}

/// Writes the function: a switch over `rows`, pairs of a value and its result.
fn write(f: &mut Forward<'_>, function: Id, name: &str, rows: &[(u32, u32)], default: Option<usize>) -> Result<()> {
    let word = types::int(f, 32)?;
    let ty = types::function(f, word, &[word])?;
    f.spv.name(function, name)?;
    f.emit(Op::Function, &[word, function, FunctionControl::NONE.bits(), ty])?;
    let key = f.emit_value(Op::FunctionParameter, word, &[])?.id;
    f.spv.name(key, "key")?;
    let (entry, exit) = (f.spv.fresh(), f.spv.fresh());
    f.emit(Op::Label, &[entry])?;
    let result = memory::temporary(f, word)?.id;
    f.spv.name(result, "result")?;
    let variables = std::mem::take(&mut f.body.variables);
    f.body.code.extend(variables);
    let labels: Vec<_> = rows.iter().map(|_| f.spv.fresh()).collect();
    let default = default.and_then(|index| labels.get(index).copied()).unwrap_or(exit);
    let mut operands = vec![key, default];
    operands.extend(rows.iter().zip(&labels).flat_map(|(row, label)| [row.0, *label]));
    f.emit(Op::Switch, &operands)?;
    for ((_, number), label) in rows.iter().zip(&labels) {
        f.emit(Op::Label, &[*label])?;
        let number = constants::word(f, *number)?;
        f.emit(Op::Store, &[result, number])?;
        f.emit(Op::Branch, &[exit])?;
    }
    f.emit(Op::Label, &[exit])?;
    let value = f.emit_value(Op::Load, word, &[result])?.id;
    f.emit(Op::ReturnValue, &[value])?;
    f.emit(Op::FunctionEnd, &[])
}
