//! Saturating conversions of floating-point numbers to integers of a width that SPIR-V lacks, as the Khronos translator
//! treats them: if the result is only widened, the number is converted to the wide integer and clamped to the range.

use crate::concepts::intrinsics::rows;
use crate::conventions::rules::Rule;
use crate::error::{Error, Result};
use crate::legalize::kit::emit::Emit;
use crate::legalize::kit::kinds::is_legal_width;
use crate::llvm::{Module, Opcode, Predicate, Value};

/// An intrinsic, and the cast that widens its result.
struct Row {
    intrinsic: &'static str,
    cast: Opcode,
    is_signed: bool,
}

impl Row {
    /// Returns the row of a function that is such an intrinsic.
    fn of(function: Value<'_>) -> Option<Self> {
        let row = rows::of(function)?;
        let Rule::SaturatedConversion(is_signed) = row.rule else { return None };
        let cast = if is_signed { Opcode::SExt } else { Opcode::ZExt };
        Some(Self { intrinsic: row.name, cast, is_signed })
    }
}

/// Rewrites all such conversions.
pub fn run<'m>(module: &'m Module<'m>, emit: &Emit<'m>) -> Result<()> {
    for function in module.functions().filter(|function| function.is_declaration()) {
        let Some(row) = Row::of(function) else { continue };
        for call in function.uses().filter(|user| user.called_function() == Some(function)).collect::<Vec<_>>() {
            if let Some(cast) = widened(call, &row) {
                convert(emit, &row, call, cast)?;
            }
        }
    }
    Ok(())
}

/// Returns the cast that is the only use of a call with a result of an illegal width, if SPIR-V has the width that it
/// casts to.
fn widened<'m>(call: Value<'m>, row: &Row) -> Option<Value<'m>> {
    let is_illegal = call.ty().is_int() && !is_legal_width(call.ty().int_width());
    let cast = call.uses().next().filter(|_| is_illegal && call.has_one_use())?;
    (cast.is_op(row.cast) && is_legal_width(cast.ty().int_width())).then_some(cast)
}

fn convert<'m>(e: &Emit<'m>, row: &Row, call: Value<'m>, cast: Value<'m>) -> Result<()> {
    let (ty, source) = (cast.ty(), call.call_arg(0).ok_or_else(|| Error::internal("a conversion of nothing"))?);
    let most = u64::MAX >> (64 - call.ty().int_width().min(64)) >> u32::from(row.is_signed);
    e.builder.position_before(call)?;
    let number = e.builder.call_intrinsic(row.intrinsic, ty, &[source])?;
    let limit = |predicate, limit: u64, inside| {
        let limit = e.int(ty, limit)?;
        e.select(e.compare(predicate, number, limit)?, limit, inside)
    };
    let value = match row.is_signed {
        true => {
            let below = limit(Predicate::Sge, most, number)?;
            limit(Predicate::Sle, !most, below)?
        }
        false => limit(Predicate::Uge, most, number)?,
    };
    cast.replace_uses(value)?;
    cast.erase()?;
    call.erase()
}
