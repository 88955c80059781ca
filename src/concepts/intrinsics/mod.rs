//! LLVM's intrinsics, to core SPIR-V and OpenCL.std; none needs an extension.
//!
//! In: calls of `llvm.*`; each has its row in [`rows`]. Out: one instruction where the row has one, else a short
//! sequence (`bits`, `integers`, `floats`, `float_classes`, `reductions`, `constrained`), or a call of a function that the
//! translation adds (`memory`). There is no way back: the instructions come back as what they are. Lost: hints
//! (`assume`, `prefetch`, `expect`, aliasing scopes, debug records), and `trap`, which SPIR-V does not have.

pub(crate) mod bits;
mod constrained;
pub mod extensions;
pub(crate) mod float_classes;
pub(crate) mod floats;
mod helpers;
mod integers;
pub mod memory;
mod misc;
pub(crate) mod reductions;
pub(crate) mod rows;
#[cfg(test)]
mod tests;
pub mod variables;

use crate::binary::builder::Section;
use crate::concepts::base::decorations::fast_math;
use crate::concepts::base::{emit, functions};
use crate::error::{Code, Error, Result, Subject};
use crate::llvm::Value;
use crate::state::handlers::opcodes;
use crate::state::{Chapter, Forward, Lowering};
use ::spirv::Op;

/// The chapter's instructions, and its hooks in the core chapters.
pub const CHAPTER: Chapter = Chapter {
    instructions: &[(&opcodes!(rows::WITH_EXTENSIONS, |row| row.extension_opcode()), extensions::reverse)],
    intrinsic_role: Some(rows::role_of_call),
    is_instructions: Some(|f, function| Ok(is_intrinsic(function) && !is_imported(f, function))),
    ..Chapter::NONE
};

// --- LLVM to SPIR-V ---

/// A call of an intrinsic.
pub fn forward<'m>(f: &mut Forward<'m>, inst: Value<'m>, callee: Value<'m>) -> Result<()> {
    match lowering(f, callee) {
        Some(lowering) => lower(f, inst, lowering),
        None if is_imported(f, callee) => functions::forward_call(f, inst, callee),
        None => Err(unsupported(f, callee)),
    }
}

/// Returns whether the function is an intrinsic, whether or not this LLVM knows it.
pub fn is_intrinsic(function: Value<'_>) -> bool {
    function.name_bytes().starts_with(b"llvm.")
}

/// Returns whether an intrinsic without a lowering is imported as a function, as the options allow by prefix. An unused
/// one, whose calls legalisation has replaced, is not.
pub fn is_imported<'m>(f: &mut Forward<'m>, intrinsic: Value<'m>) -> bool {
    let allowed = &f.options.unknown_intrinsics;
    let is_allowed = allowed.iter().any(|prefix| intrinsic.name().starts_with(prefix.as_str()));
    is_allowed && intrinsic.uses().next().is_some() && lowering(f, intrinsic).is_none()
}

/// Returns the lowering of an intrinsic; its name is looked up once for a module.
fn lowering<'m>(f: &mut Forward<'m>, callee: Value<'m>) -> Option<Lowering> {
    let id = callee.intrinsic_id();
    if id == 0 {
        return by_chapter(f, callee.name());
    }
    if let Some(known) = f.intrinsics.by_number.get(&id) {
        return *known;
    }
    let by_name = |name| {
        let by_extension = rows::find(name).and_then(|row| extensions::lowering(row, f.options));
        by_extension.or_else(|| by_chapter(f, name)).or_else(|| rows::lowering(name))
    };
    let lowering = callee.intrinsic_name().and_then(by_name);
    f.intrinsics.by_number.insert(id, lowering);
    lowering
}

/// Returns another chapter's lowering of an intrinsic.
fn by_chapter(f: &Forward<'_>, name: &str) -> Option<Lowering> {
    f.hooks.lower_intrinsic.iter().find_map(|hook| hook(f, name))
}

fn lower<'m>(f: &mut Forward<'m>, inst: Value<'m>, lowering: Lowering) -> Result<()> {
    match lowering {
        Lowering::Extended(instruction, count) => emit::define_extended(f, inst, instruction, count),
        Lowering::Core(op, count) if inst.ty().is_void() => emit::core(f, inst, op, count),
        Lowering::Core(op, count) => {
            let result = emit::define_core(f, inst, op, count)?;
            match op {
                Op::FmaKHR => fast_math::forward_arithmetic(f, inst, result.id),
                _ => Ok(()),
            }
        }
        Lowering::Argument => misc::argument_value(f, inst),
        Lowering::Nothing => Ok(()),
        Lowering::Custom(lower) => lower(f, inst),
        Lowering::WithOp(lower, op) => lower(f, inst, op),
    }
}

fn unsupported(f: &Forward<'_>, callee: Value<'_>) -> Error {
    let what = format!("the intrinsic {}", callee.name());
    let extension = |name| f.hooks.intrinsic_extension.iter().find_map(|hook| hook(name));
    let error = match callee.intrinsic_name().and_then(extension) {
        Some(extension) => Error::needs_extension(what, extension),
        None => Error::of(Code::Intrinsic, what),
    };
    error.about(Subject::Intrinsic { name: callee.name().to_owned() })
}

/// Appends the added functions behind all others.
pub fn finish(f: &mut Forward<'_>) -> Result<()> {
    helpers::finish(f)?;
    let code = std::mem::take(&mut f.helpers.code);
    f.spv.append(Section::Definitions, &code);
    Ok(())
}
