//! LLVM's intrinsics, to core SPIR-V and OpenCL.std; none needs an extension.
//!
//! In: calls of `llvm.*`. Out: one instruction where [`rows`] has one, else a short sequence (`bits`, `integers`,
//! `floats`, `classes`, `reductions`, `constrained`), or a call of a function that the translation adds (`memory`).
//! There is no way back: the instructions come back as what they are. Lost: hints (`assume`, `prefetch`, `expect`,
//! aliasing scopes, debug records), and `trap`, which SPIR-V does not have.

pub(super) mod bits;
mod classes;
mod constrained;
mod emit;
pub mod extensions;
mod floats;
mod helpers;
mod integers;
pub mod memory;
mod misc;
pub mod peer;
mod reductions;
mod rows;
#[cfg(test)]
mod tests;

pub use emit::{argument, define_pair, ext as extended};
pub use floats::extreme as float_extreme;

use super::{clock, functions, gathers, max_error};
use crate::error::{Code, Error, Result, Subject};
use crate::llvm::Value;
use crate::spirv::builder::Section;
use crate::state::{Forward, Lowering};

// --- LLVM to SPIR-V ---

/// A call of an intrinsic.
pub fn forward<'m>(f: &mut Forward<'m>, inst: Value<'m>, callee: Value<'m>) -> Result<()> {
    match lowering(f, callee) {
        Some(lowering) => lower(f, inst, lowering),
        None if is_imported(f, callee) => functions::forward_call(f, inst, callee),
        None => Err(unsupported(callee)),
    }
}

/// Is the function LLVM's own, be it one that LLVM knows or not?
pub fn is_intrinsic(function: Value<'_>) -> bool {
    function.intrinsic_id() != 0 || function.name().starts_with("llvm.")
}

/// Is an intrinsic that nothing is known of a function of another module, as the options may ask?
pub fn is_imported<'m>(f: &mut Forward<'m>, intrinsic: Value<'m>) -> bool {
    let allowed = &f.options.compatibility.unknown_intrinsics;
    allowed.iter().any(|prefix| intrinsic.name().starts_with(prefix.as_str())) && lowering(f, intrinsic).is_none()
}

/// What a call of an intrinsic turns into; its name is looked at once a module.
fn lowering<'m>(f: &mut Forward<'m>, callee: Value<'m>) -> Option<Lowering> {
    let id = callee.intrinsic_id();
    if id == 0 {
        return max_error::lowering(callee.name()).or_else(|| gathers::lowering(callee.name()));
    }
    if let Some(known) = f.intrinsics.get(&id) {
        return *known;
    }
    let strict = f.options.compatibility.strict;
    let allowed = &f.options.extensions;
    let by_name = |name| {
        // The peer knows of no clocks.
        let clock = || (!strict).then(|| clock::lowering(name, allowed)).flatten();
        let by_extension = extensions::lowering(name, allowed).or_else(clock);
        by_extension.or_else(|| strict.then(|| peer::lowering(name)).flatten()).or_else(|| rows::lowering(name))
    };
    let lowering = callee.intrinsic_name().and_then(by_name);
    f.intrinsics.insert(id, lowering);
    lowering
}

fn lower<'m>(f: &mut Forward<'m>, inst: Value<'m>, lowering: Lowering) -> Result<()> {
    match lowering {
        Lowering::Extended(instruction, count) => emit::define_extended(f, inst, instruction, count),
        Lowering::Core(op, count) if inst.ty().is_void() => emit::core(f, inst, op, count),
        Lowering::Core(op, count) => emit::define_core(f, inst, op, count).map(drop),
        Lowering::Argument => misc::argument_value(f, inst),
        Lowering::Nothing => Ok(()),
        Lowering::Custom(lower) => lower(f, inst),
    }
}

fn unsupported(callee: Value<'_>) -> Error {
    let what = format!("the intrinsic {}", callee.name());
    let error = match callee.intrinsic_name().and_then(clock::extension) {
        Some(extension) => Error::needs_extension(what, extension),
        None => Error::of(Code::Intrinsic, what),
    };
    error.about(Subject::Intrinsic { name: callee.name().to_owned() })
}

/// Puts the functions that were added behind all others.
pub fn finish(f: &mut Forward<'_>) -> Result<()> {
    helpers::finish(f)?;
    let code = std::mem::take(&mut f.helpers.code);
    f.spv.append(Section::Definitions, &code);
    Ok(())
}
