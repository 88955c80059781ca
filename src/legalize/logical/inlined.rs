//! Inlining of calls, and splitting of local variables, so that later passes see no variables that contain pointers or
//! handles, and no parameters of such types.

use crate::error::Result;
use crate::legalize::kit::kinds::{MAX_DEPTH, has_handle};
use crate::llvm::{AttributeKind, AttributePlace, Linkage, Module, Type, Value, Visibility};
use crate::target::Target;

/// The number of calls that are inlined at most. It stops at recursion, which HLSL forbids and which is rejected later.
const MAX_INLINED: usize = 4096;

/// The address space of pointers to local variables, to which clang casts other pointers when it passes them to a
/// method.
const FLAT: u32 = 0;

/// Inlines calls with parameters of pointers or handles, and splits variables.
pub fn run(module: &Module<'_>, target: &Target<'_>, is_hlsl: bool) -> Result<()> {
    let defined: Vec<_> = module.functions().filter(|function| !function.is_declaration()).collect();
    let is_unoptimised =
        |function: &Value<'_>| function.has_attribute(AttributePlace::Function, AttributeKind::OptNone);
    if !is_hlsl && !defined.iter().any(is_unoptimised) {
        return Ok(());
    }
    for function in &defined {
        for kind in [AttributeKind::OptNone, AttributeKind::NoInline] {
            function.remove_attribute(AttributePlace::Function, kind)?;
        }
    }
    let mut inlined = 0;
    while let Some(call) = next_call(&defined).filter(|_| inlined < MAX_INLINED) {
        if !call.inline()? {
            break;
        }
        inlined += 1;
    }
    let is_library = is_library(module, target);
    for function in defined {
        if !is_exported(function, is_library) {
            function.set_linkage(Linkage::Internal)?;
        }
        match !function.is_used() && function.linkage() == Linkage::Internal {
            true => function.delete_global()?,
            false => {
                function.infer_address_spaces(FLAT)?;
                if holds_addresses(function) {
                    function.split_variables()?;
                }
            }
        }
    }
    Ok(())
}

/// The attribute of entry points, whose value is the stage.
const SHADER: &str = "hlsl.shader";

fn has_attribute(function: Value<'_>, name: &str) -> bool {
    function.string_attribute(AttributePlace::Function, name).is_some()
}

/// Returns whether other modules may call functions of this module: its triple says so, or it has no entry point.
fn is_library(module: &Module<'_>, target: &Target<'_>) -> bool {
    target.is_library() || !module.functions().any(|function| has_attribute(function, SHADER))
}

/// Returns whether a function is an entry point or exported by a library. Clang marks exported functions by an
/// attribute, or all others as hidden.
fn is_exported(function: Value<'_>, is_library: bool) -> bool {
    let is_local = matches!(function.linkage(), Linkage::Internal | Linkage::Private);
    let is_visible = !is_local && function.visibility() == Visibility::Default;
    is_library && is_visible || [SHADER, "hlsl.export"].iter().any(|name| has_attribute(function, name))
}

/// Returns whether a local variable of a function contains a pointer or a handle, as in unoptimised code.
fn holds_addresses(function: Value<'_>) -> bool {
    let variables = function.blocks().flat_map(|block| block.instructions()).filter_map(Value::allocated_type);
    variables.into_iter().any(|ty| ty.is_pointer() || has_handle(ty, MAX_DEPTH))
}

/// Returns the next call that is to be inlined.
fn next_call<'m>(defined: &[Value<'m>]) -> Option<Value<'m>> {
    let mut callees = defined.iter().copied().filter(|function| has_pointers(*function));
    callees.find_map(|callee| callee.uses().find(|user| user.called_function() == Some(callee)))
}

/// Returns whether a parameter or the result of a function is a pointer, a handle, a structure or an array; the latter
/// two may contain pointers.
fn has_pointers(function: Value<'_>) -> bool {
    let Some(ty) = function.function_type() else { return false };
    let is_one = |ty: Type<'_>| ty.is_pointer() || ty.target_name().is_some() || ty.is_struct() || ty.is_array();
    ty.function_params().into_iter().chain(ty.function_return()).any(is_one)
}
