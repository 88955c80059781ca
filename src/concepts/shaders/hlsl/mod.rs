//! Shaders in the form of clang's HLSL front end.
//!
//! In LLVM IR: intrinsics of LLVM's SPIR-V target (`rows`), handles of resources with types such as
//! `target("spirv.VulkanBuffer", [0 x float], 12, 1)`, constant buffers in `!hlsl.cbs`, and LLVM's convergence tokens.
//! Forward only: legalization turns handles, constant buffers and builtins into variables, the form in which this
//! project writes shaders; the remaining calls are of intrinsics that compute. On the way back their instructions are
//! this project's builtins.

mod bits;
mod images;
mod numbers;
pub mod rows;
mod waves;

use crate::concepts::sets::glsl_std_450::emit;
use crate::error::{Code, Error, Result};
use crate::llvm::Value;
use crate::state::{Chapter, Forward, Lowering, Scope};
use rows::Translation;

/// The hooks for the intrinsics.
pub const CHAPTER: Chapter = Chapter { scope: Scope::Logical, lower_intrinsic: Some(lowering), ..Chapter::NONE };

/// Returns the lowering of an intrinsic of LLVM's SPIR-V target.
fn lowering(_: &Forward<'_>, name: &str) -> Option<Lowering> {
    if name.strip_prefix(rows::PREFIX).is_some_and(|rest| rows::INTERNAL.contains(&rest)) {
        return Some(Lowering::Custom(internal));
    }
    Some(match rows::find(name)? {
        Translation::Core(op, count) => Lowering::Core(op, count),
        Translation::Custom(lower) => Lowering::Custom(lower),
        Translation::With(lower, op) => Lowering::WithOp(lower, op),
        Translation::Glsl(..) => Lowering::Custom(instruction),
        Translation::Input(_) | Translation::Resource => Lowering::Custom(left),
    })
}

/// An instruction of GLSL.std.450.
fn instruction<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    let row = inst.called_function().and_then(Value::intrinsic_name).and_then(rows::find);
    let Some(Translation::Glsl(instruction, count)) = row else {
        return Err(Error::internal("an intrinsic without its row"));
    };
    emit::by_arguments(f, inst, instruction, count as usize)
}

/// Refuses an intrinsic that only passes of LLVM's own backend write.
fn internal<'m>(_: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    let name = inst.called_function().map_or("", Value::name);
    let text = format!("the intrinsic {name}, which only the passes of LLVM's own SPIR-V backend write");
    Err(Error::of(Code::Intrinsic, text).hint("translate the module as it was before these passes"))
}

/// Refuses a handle or pointer that legalization could not turn into a variable.
fn left<'m>(_: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    let name = inst.called_function().map_or("", Value::name);
    Err(Error::of(
        Code::Intrinsic,
        format!("the intrinsic {name} of a resource that is not known before the shader runs"),
    ))
}
