//! Functions that compare and select. A comparison of scalars returns 1 or 0; one of vectors returns -1 or 0 in each
//! lane.

use super::call::Call;
use crate::error::Result;
use crate::llvm::{Opcode, Predicate, Value};

/// Comparisons of two numbers.
const COMPARISONS: &[(&str, Predicate)] = &[
    ("isequal", Predicate::Oeq),
    ("isnotequal", Predicate::Une),
    ("isgreater", Predicate::Ogt),
    ("isgreaterequal", Predicate::Oge),
    ("isless", Predicate::Olt),
    ("islessequal", Predicate::Ole),
    ("islessgreater", Predicate::One),
    ("isordered", Predicate::Ord),
    ("isunordered", Predicate::Uno),
];

/// Returns the result of such a function; `None` for any other call.
pub fn value<'m>(call: &Call<'_, 'm>) -> Result<Option<Value<'m>>> {
    let base = call.name.base.as_str();
    if let Some((_, predicate)) = COMPARISONS.iter().find(|row| row.0 == base) {
        return boolean(call, call.fcmp(*predicate, call.arg(0)?, call.arg(1)?)?).map(Some);
    }
    Ok(Some(match base {
        "isnan" => boolean(call, call.fcmp(Predicate::Uno, call.arg(0)?, call.arg(0)?)?)?,
        "isinf" => boolean(call, compared_size(call, Predicate::Oeq, f64::INFINITY)?)?,
        "isfinite" => boolean(call, compared_size(call, Predicate::Olt, f64::INFINITY)?)?,
        "isnormal" => {
            let least = match call.arg(0)?.ty().scalar().float_width() {
                64 => f64::MIN_POSITIVE,
                32 => f64::from(f32::MIN_POSITIVE),
                _ => 0.5f64.powi(14),
            };
            let is_finite = compared_size(call, Predicate::Olt, f64::INFINITY)?;
            let is_large = compared_size(call, Predicate::Oge, least)?;
            boolean(call, call.op(Opcode::And, is_finite, is_large)?)?
        }
        "signbit" => {
            let bits = call.as_bits(call.arg(0)?)?;
            boolean(call, call.icmp(Predicate::Slt, bits, call.int(bits.ty(), 0)?)?)?
        }
        "any" => lanes(call, Opcode::Or)?,
        "all" => lanes(call, Opcode::And)?,
        "bitselect" => {
            let (a, b, c) = (call.as_bits(call.arg(0)?)?, call.as_bits(call.arg(1)?)?, call.as_bits(call.arg(2)?)?);
            let differing = call.op(Opcode::And, call.op(Opcode::Xor, a, b)?, c)?;
            call.as_type(call.op(Opcode::Xor, a, differing)?, call.ty())?
        }
        "select" => {
            let condition = call.arg(2)?;
            let zero = call.int(condition.ty(), 0)?;
            let is_vector = condition.ty().is_vector();
            let predicate = if is_vector { Predicate::Slt } else { Predicate::Ne };
            call.select(call.icmp(predicate, condition, zero)?, call.arg(1)?, call.arg(0)?)?
        }
        _ => return Ok(None),
    }))
}

/// Converts a condition to the result type of the call.
fn boolean<'m>(call: &Call<'_, 'm>, condition: Value<'m>) -> Result<Value<'m>> {
    let extend = if call.ty().is_vector() { Opcode::SExt } else { Opcode::ZExt };
    call.emit.cast(extend, condition, call.ty())
}

fn compared_size<'m>(call: &Call<'_, 'm>, predicate: Predicate, number: f64) -> Result<Value<'m>> {
    let x = call.arg(0)?;
    let size = call.intrinsic("llvm.fabs", x.ty(), &[x])?;
    call.fcmp(predicate, size, call.float(x.ty(), number)?)
}

/// Combines the highest bits of all lanes by an operation.
fn lanes<'m>(call: &Call<'_, 'm>, op: Opcode) -> Result<Value<'m>> {
    let x = call.arg(0)?;
    let count = if x.ty().is_vector() { x.ty().count() as u32 } else { 1 };
    let mut all = call.emit.lane(x, 0)?;
    for index in 1..count {
        all = call.op(op, all, call.emit.lane(x, index)?)?;
    }
    let is_set = call.icmp(Predicate::Slt, all, call.int(all.ty(), 0)?)?;
    call.emit.cast(Opcode::ZExt, is_set, call.ty())
}
