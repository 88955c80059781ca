//! Values that pass through a register (`SPV_INTEL_fpga_reg`).
//!
//! In LLVM IR: the annotation that front ends emit for `__builtin_intel_fpga_reg`, of an integer or a pointer, with
//! that text. Lost: other scalars are cast to integers of their width and back. If the extension is not allowed, the
//! value is used directly, as with other annotations.

use crate::binary::grammar::{self, Kind};
use crate::binary::{Capability, Instruction, Op};
use crate::concepts::base::decorations::annotation_calls::annotate_as;
use crate::concepts::base::decorations::annotations;
use crate::concepts::base::values;
use crate::concepts::builtins::{self, pointer_to};
use crate::concepts::intrinsics::rows;
use crate::error::Result;
use crate::llvm::{Opcode, Value};
use crate::state::{Chapter, Forward, Lowering, Reverse, Role, availability};
use llvm_spirv_mangling::Type;

/// The text of the annotation.
const TEXT: &str = "__builtin_intel_fpga_reg";

const OP: Op = Op::FPGARegALTERA;

/// The chapter's instructions, and its hooks in the core chapters.
pub const CHAPTER: Chapter = Chapter {
    instructions: &[(&[Op::FPGARegALTERA], reverse)],
    forward_annotation: Some(|f, inst| if is_register(f, inst) { lower(f, inst).map(|()| true) } else { Ok(false) }),
    lower_intrinsic: Some(|_, name| (rows::role(name) == Some(Role::Annotation)).then_some(Lowering::Custom(lower))),
    ..Chapter::NONE
};

// --- LLVM to SPIR-V ---

/// Returns whether a call of an annotation requests a register, and the capability is allowed.
pub fn is_register(f: &Forward<'_>, inst: Value<'_>) -> bool {
    annotations::has_text(inst, TEXT) && availability::is_allowed(f, Kind::Capability, Capability::FPGARegALTERA as u32)
}

/// Translates `llvm.annotation`. Annotations with another text are dropped: they annotate a value that need not have an id in SPIR-V.
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

/// Translates `OpFPGARegINTEL` to an annotation; a float is bitcast to an integer for it. A value that is no scalar
/// becomes a call of the friendly builtin.
pub fn reverse<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<()> {
    let value = r.value(inst.operand(0)?)?;
    let ty = value.ty();
    let passed = match ty.float_width() {
        _ if ty.is_pointer() || ty.is_int() => annotate_as(r, value, TEXT)?,
        0 => return builtins::reverse_generic(r, inst),
        width => {
            let integer = r.context.int_type(width)?;
            let bits = r.builder.cast(Opcode::BitCast, value, integer)?;
            let bits = annotate_as(r, bits, TEXT)?;
            r.builder.cast(Opcode::BitCast, bits, ty)?
        }
    };
    r.define(inst, passed)
}
