//! Declarations and calls of builtins on the way back.
//!
//! In: a base name, the types as the name says them, values. Out: a call of `_Z...`, declared on first use. LLVM adds a
//! number to a name that the module defines itself, which the way forward takes off again.

use crate::conventions::calling::SPIR_FUNC;
use crate::error::Result;
use crate::llvm::{AttributePlace, Type, Value};
use crate::options::BuiltinSpelling;
use crate::state::Reverse;
use llvm_spirv_mangling as mangling;

/// The side effects of a call of a builtin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effects {
    /// No side effects: `memory(none)`.
    None,
    /// No side effects, and the call always returns: `memory(none) willreturn`.
    Returns,
    /// Reads memory through its arguments: `memory(argmem: read)`.
    Reads,
    /// Any side effects.
    Any,
    /// Any side effects, together with other work-items: `convergent`.
    Convergent,
}

// --- SPIR-V to LLVM ---

/// A call of the builtin `base`, mangled by `params`.
pub fn call<'m>(
    r: &mut Reverse<'m>,
    base: &str,
    result: Type<'m>,
    params: &[mangling::Type],
    args: &[Value<'m>],
    effects: Effects,
) -> Result<Value<'m>> {
    let function = function(r, base, result, params, args, effects)?;
    call_function(r, function, args)
}

/// Emits a call of a cached function, for hot paths: `make` declares the function (see [`function`]) at the first use of `key`.
pub fn call_cached<'m>(
    r: &mut Reverse<'m>,
    key: &[u32],
    args: &[Value<'m>],
    make: impl FnOnce(&mut Reverse<'m>) -> Result<Value<'m>>,
) -> Result<Value<'m>> {
    let function = match r.builtin_calls.get(key) {
        Some(function) => function,
        None => {
            let function = make(r)?;
            r.builtin_calls.insert(key, function);
            function
        }
    };
    call_function(r, function, args)
}

/// Emits a call of a declared builtin.
pub fn call_function<'m>(r: &mut Reverse<'m>, function: Value<'m>, args: &[Value<'m>]) -> Result<Value<'m>> {
    let call = r.builder.call(function, args)?;
    call.set_call_conv(SPIR_FUNC)?;
    r.hooks.reverse_call.iter().try_for_each(|hook| hook(r, function, call))?;
    Ok(call)
}

/// The declaration of the builtin `base`, mangled by `params`, for arguments of the types of `args`.
pub fn function<'m>(
    r: &mut Reverse<'m>,
    base: &str,
    result: Type<'m>,
    params: &[mangling::Type],
    args: &[Value<'m>],
    effects: Effects,
) -> Result<Value<'m>> {
    let types: Vec<_> = args.iter().map(|arg| arg.ty()).collect();
    let ty = r.context.function_type(result, &types, false)?;
    named(r, &mangling::write(base, params), ty, effects)
}

/// Returns the declaration of a builtin by its symbol. One symbol can have two types where SPIR-V distinguishes types
/// that C does not; LLVM then numbers the second one.
pub fn named<'m>(r: &mut Reverse<'m>, symbol: &str, ty: Type<'m>, effects: Effects) -> Result<Value<'m>> {
    let function = r.declare_builtin(symbol, |r| add(r, symbol, ty, effects))?;
    if function.function_type() == Some(ty) {
        return Ok(function);
    }
    r.declare_builtin(&format!("{symbol} {ty}"), |r| add(r, symbol, ty, effects))
}

/// Moves the declarations of builtins behind the function that calls them first, in Khronos mode.
pub fn place_declarations<'m>(r: &mut Reverse<'m>, function: Value<'m>) -> Result<()> {
    let declared = std::mem::take(&mut r.body.declared);
    if !r.options.policy.declares_builtins_behind_callers || r.options.builtin_spelling != BuiltinSpelling::SpvIr {
        return Ok(());
    }
    declared.into_iter().rev().try_for_each(|builtin| builtin.move_behind(function))
}

fn add<'m>(r: &Reverse<'m>, symbol: &str, ty: Type<'m>, effects: Effects) -> Result<Value<'m>> {
    const READS_ARGUMENTS: u64 = 1;
    let function = r.module.add_function(symbol, ty)?;
    function.set_call_conv(SPIR_FUNC)?;
    let place = AttributePlace::Function;
    function.add_attribute(place, "nounwind", 0)?;
    match effects {
        Effects::None => function.add_attribute(place, "memory", 0)?,
        Effects::Returns => {
            function.add_attribute(place, "willreturn", 0)?;
            function.add_attribute(place, "memory", 0)?;
        }
        Effects::Reads => function.add_attribute(place, "memory", READS_ARGUMENTS)?,
        Effects::Any => {}
        Effects::Convergent => function.add_attribute(place, "convergent", 0)?,
    }
    Ok(function)
}
