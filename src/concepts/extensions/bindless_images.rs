//! Images, samplers and sampled images of handles (`SPV_INTEL_bindless_images`).
//!
//! In LLVM IR: calls of `__spirv_ConvertHandleToImageINTEL` and similar builtins, whose argument is an integer as wide as an address.

use crate::binary::Op;
use crate::concepts::builtins::{self, generic};
use crate::environment::Models;
use crate::error::{Code, Error, Result};
use crate::llvm::Value;
use crate::state::{Chapter, Forward, Lower, lower};
use llvm_spirv_mangling::Name;

/// The conversions of handles.
const CONVERSIONS: [Op; 3] =
    [Op::ConvertHandleToImageINTEL, Op::ConvertHandleToSamplerINTEL, Op::ConvertHandleToSampledImageINTEL];

/// The chapter's hook in the core chapters.
pub const CHAPTER: Chapter = Chapter { resolve: Some(resolve), ..Chapter::NONE };

fn resolve(name: &Name) -> Option<Lower> {
    let op = builtins::opcode(name.base.strip_prefix("__spirv_")?).filter(|op| CONVERSIONS.contains(op))?;
    lower(move |f, inst, name| {
        check(f, inst, op)?;
        generic::forward(f, inst, name, op)
    })
}

/// Checks that the handle is as wide as an address.
fn check(f: &Forward<'_>, inst: Value<'_>, op: Op) -> Result<()> {
    let width = builtins::value(inst, 0)?.ty().int_width();
    let model = f.spv.addressing_model();
    if width == Models::address_width(model) {
        return Ok(());
    }
    let rule = format!(
        "Parameter value must be a 32-bit scalar in case of Physical32 addressing model or a 64-bit scalar in case of \
         Physical64 addressing model\nType size: {width}\nAddressing model: {model:?}\n"
    );
    Err(Error::broken_rule(Code::InstructionRule, &format!("Op{op:?}"), &rule))
}
