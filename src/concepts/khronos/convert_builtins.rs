//! Conversions in the Khronos translator's form: the signedness of the source type of an integer conversion decides,
//! and vectors are converted by calls in OpenCL's spelling.

use crate::binary::Instruction;
use crate::concepts::builtins::mangled;
use crate::concepts::instructions::convert_builtins::{self, CONVERSIONS, Conversion, Kind, Plan};
use crate::error::Result;
use crate::llvm::Opcode;
use crate::options::BuiltinSpelling;
use crate::state::{Lower, Reverse, lower};
use llvm_spirv_mangling as mangling;

/// Returns the lowering of a conversion.
pub fn resolve(name: &mangling::Name) -> Option<Lower> {
    let conversion = convert_builtins::parse(name)?;
    let plan = plan(&conversion, convert_builtins::plan(&conversion)?);
    lower(move |f, inst, _| convert_builtins::forward(f, inst, plan))
}

/// Returns the instruction for a conversion; `ours` is that of the core chapter.
fn plan(conversion: &Conversion, ours: Plan) -> Plan {
    let source = Kind::of(&conversion.from).filter(|_| is_between_integers(conversion) && ours.op.is_some());
    let op = CONVERSIONS.iter().find(|row| Some(row.1) == source && Some(row.2) == source).map(|row| row.0);
    match op.filter(|_| !conversion.saturated) {
        Some(op) => Plan { op: Some(op), ..ours },
        None => ours,
    }
}

fn is_between_integers(conversion: &Conversion) -> bool {
    [&conversion.from, &conversion.to].iter().all(|ty| !ty.is_float())
}

/// Translates conversions of vectors without saturation and rounding mode to calls; `cast` is the LLVM instruction.
/// Returns whether it did.
pub fn reverse<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>, cast: Opcode) -> Result<bool> {
    let Some(conversion) = plain(r, inst, cast)? else { return Ok(false) };
    let spelling = mangling::spell(&conversion.to);
    convert_builtins::reverse_named(r, inst, &conversion, &spelling).map(|()| true)
}

/// Returns the conversion of vectors that is a call.
fn plain<'m>(r: &Reverse<'m>, inst: Instruction<'m>, cast: Opcode) -> Result<Option<Conversion>> {
    let is_named = r.options.builtin_spelling != BuiltinSpelling::SpvIr;
    if !is_named
        || !r.result_ty(inst)?.is_vector()
        || !crate::concepts::instructions::convert_builtins::is_conversion(inst.opcode())
    {
        return Ok(None);
    }
    let to = mangled(r, inst.result_type().unwrap_or_default(), cast != Opcode::FpToUi);
    let is_unsigned = matches!(cast, Opcode::ZExt | Opcode::UiToFp);
    let from = mangled(r, r.type_of(inst.operand(0)?)?, !is_unsigned);
    // What OpenCL C has no name for stays a cast.
    let pair = from.ok().zip(to.ok()).filter(|(from, to)| from.spelling().is_some() && to.spelling().is_some());
    Ok(pair.map(|(from, to)| Conversion { from, to, saturated: false, rounding: None }))
}
