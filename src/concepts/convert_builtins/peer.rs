//! Conversions as the Khronos translator has them: the sign of what an integer is converted from decides, and vectors are
//! converted by calls in OpenCL's spelling.

use super::{CONVERSIONS, Conversion, Kind, Plan};
use crate::concepts::builtins::mangled;
use crate::error::Result;
use crate::llvm::Opcode;
use crate::options::TargetEnv;
use crate::spirv::Instruction;
use crate::state::Reverse;

/// The instruction for a conversion, where `ours` is what we would write.
pub fn plan(conversion: &Conversion, ours: Plan) -> Plan {
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

/// A conversion of vectors that is a call; `cast` is what it is in LLVM IR.
pub fn plain<'m>(r: &Reverse<'m>, inst: Instruction<'m>, cast: Opcode) -> Result<Option<Conversion>> {
    let is_named = r.options.compatibility.strict && r.options.target_env != TargetEnv::SpvIr;
    if !is_named || !r.result_ty(inst)?.is_vector() || !super::is_conversion(inst.opcode()) {
        return Ok(None);
    }
    let to = mangled(r, inst.result_type().unwrap_or_default(), cast != Opcode::LLVMFPToUI);
    let is_unsigned = matches!(cast, Opcode::LLVMZExt | Opcode::LLVMUIToFP);
    let from = mangled(r, r.type_of(inst.operand(0)?)?, !is_unsigned);
    // What OpenCL C has no name for stays a cast.
    let pair = from.ok().zip(to.ok()).filter(|(from, to)| from.spelling().is_some() && to.spelling().is_some());
    Ok(pair.map(|(from, to)| Conversion { from, to, saturated: false, rounding: None }))
}
