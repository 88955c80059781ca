//! Values that pass through a register (`SPV_INTEL_fpga_reg`).
//!
//! In LLVM IR: what front ends make of `__builtin_intel_fpga_reg`: an annotation of an integer or a pointer, with that
//! text. Lost: other scalars are integers of their width in between. Where the extension is not allowed the value is
//! passed on, as it is for other annotations.

use super::availability;
use super::builtins::{self, pointer_to};
use super::decorations::{annotations, peer};
use super::values;
use crate::error::Result;
use crate::llvm::{Opcode, Value};
use crate::spirv::grammar::{self, Kind};
use crate::spirv::{Capability, Instruction, Op};
use crate::state::{Forward, Reverse};
use llvm_spirv_mangling::Type;

/// What the annotation says.
const TEXT: &str = "__builtin_intel_fpga_reg";

const OP: Op = Op::FPGARegALTERA;

// --- LLVM to SPIR-V ---

/// Does a call of an annotation ask for a register that there may be?
pub fn is_register(f: &Forward<'_>, inst: Value<'_>) -> bool {
    annotations::has_text(inst, TEXT) && availability::is_allowed(f, Kind::Capability, Capability::FPGARegALTERA as u32)
}

/// `llvm.annotation`: anything else that it says is about nothing that SPIR-V could name.
pub fn lower<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    let value = values::child(inst, 0)?;
    if !is_register(f, inst) {
        let operand = values::operand(f, value)?;
        return f.bind(inst, operand);
    }
    builtins::require(f, grammar::info_or_unknown(OP as u16))?;
    let operand = match value.ty().is_pointer() {
        true => pointer_to(f, value, &Type::Char)?,
        false => values::operand(f, value)?,
    };
    f.define(inst, OP, operand.ty, &[operand.id]).map(drop)
}

// --- SPIR-V to LLVM ---

/// An annotation, of the bits where the value is no integer; the name in SPIR-V for what is no scalar.
pub fn reverse<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<()> {
    let value = r.value(inst.operand(0)?)?;
    let ty = value.ty();
    let passed = match ty.float_width() {
        _ if ty.is_pointer() => peer::annotate_as(r, "llvm.ptr.annotation", value, TEXT)?,
        _ if ty.is_int() => peer::annotate_as(r, "llvm.annotation", value, TEXT)?,
        0 => return builtins::reverse_generic(r, inst),
        width => {
            let integer = r.context.int_type(width)?;
            let bits = r.builder.cast(Opcode::LLVMBitCast, value, integer)?;
            let bits = peer::annotate_as(r, "llvm.annotation", bits, TEXT)?;
            r.builder.cast(Opcode::LLVMBitCast, bits, ty)?
        }
    };
    r.define(inst, passed)
}
