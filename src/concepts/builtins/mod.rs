//! Calls of builtin functions (S3-34 to S3-53): the choice of the chapter that translates a declared function.
//!
//! In: declared functions, by name: OpenCL C's (`_Z4fmaxff`), those of SPIR-V friendly IR (`_Z16__spirv_ocl_fabsf`,
//! `_Z13__spirv_IsNanf`), and `printf`. Out: the instructions of the chapter that recognises the name. A function with
//! a body is never a builtin, whatever its name, and neither is one whose name no chapter recognises.
//!
//! A name is resolved once per module; [`Lower`] then holds the result.

pub(crate) mod args;
pub(crate) mod booleans;
pub(crate) mod declare;
pub(crate) mod generic;
pub(crate) mod generic_pointers;
mod operand_types;
pub(crate) mod relational;
mod signs;
#[cfg(test)]
pub(crate) mod testing;
#[cfg(test)]
mod tests;
mod wrapped;

pub use args::{argument, arguments, literal, pointer_to, value};
pub use booleans::{define as define_boolean, to_boolean};
pub use declare::{Effects, call, call_cached, call_function, function, named, place_declarations};
pub use generic::{
    define_or_emit, forward as forward_generic, opcode, require, reverse as reverse_generic, reverse_as,
};

use crate::binary::check;
use crate::concepts::base::constants;
pub use crate::concepts::base::mangled::mangled;
use crate::error::{Code, Error, Result};
use crate::llvm::Value;
use crate::state::{Builtin, Chapter, Forward, Hooks};
use llvm_spirv_mangling::{self as mangling, Name};
use std::rc::Rc;

/// The prefix of builtins that this translator adds itself.
pub const INTERNAL_PREFIX: &str = "__builtin_spirv_";

/// The chapter's hooks in the core chapters.
pub const CHAPTER: Chapter = Chapter { is_instructions: Some(is_builtin), ..Chapter::NONE };

// --- LLVM to SPIR-V ---

/// Returns whether a declared function has a name that only builtins have.
pub fn is_named_like_one(function: Value<'_>) -> bool {
    function.is_declaration() && function.name().contains("__spirv_")
}

/// Returns whether the declared function is a builtin.
pub fn is_builtin<'m>(f: &mut Forward<'m>, function: Value<'m>) -> Result<bool> {
    Ok(resolved(f, function).is_some())
}

/// Returns the builtin that a declared function is, if it is one.
pub fn resolved<'m>(f: &mut Forward<'m>, function: Value<'m>) -> Option<Rc<Builtin>> {
    if let Some(known) = f.builtins.get(&function) {
        return known.clone();
    }
    let mut builtin = resolve(f.hooks, function.name()).filter(|builtin| operand_types::fits(builtin, function));
    if let Some(builtin) = &mut builtin {
        builtin.has_types = operand_types::are_declared(builtin, function);
    }
    let builtin = builtin.map(Rc::new);
    f.builtins.insert(function, builtin.clone());
    builtin
}

fn resolve(hooks: &Hooks, symbol: &str) -> Option<Builtin> {
    // No builtin of OpenCL C is a template.
    let name = demangle(hooks, symbol).filter(|name| name.template.is_none() || name.base.starts_with("__"))?;
    let lower = hooks.resolve.iter().find_map(|resolve| resolve(&name))?;
    let is_test = booleans::is_test(hooks, &name.base);
    let takes_boolean = booleans::takes_boolean(hooks, &name.base, is_test);
    let types = hooks.operand_types.iter().find_map(|hook| hook(&name)).or_else(|| operand_types::of(&name));
    Some(Builtin { is_test, takes_boolean, types, has_types: false, name, lower })
}

/// Returns the parts of a symbol; an unmangled one must be the name of a builtin.
fn demangle(hooks: &Hooks, symbol: &str) -> Option<Name> {
    let symbol = mangling::without_number(symbol);
    match symbol.starts_with("_Z") {
        true => mangling::parse(symbol).ok().or_else(|| of_private(symbol)).or_else(|| without_parameters(symbol)),
        false => hooks.is_unmangled.iter().any(|hook| hook(symbol)).then(|| Name::plain(symbol)),
    }
}

/// Parses the name without the number of the private address space, which some front ends write although it is the default.
fn of_private(symbol: &str) -> Option<Name> {
    symbol.contains("U3AS0").then(|| mangling::parse(&symbol.replace("U3AS0", "")).ok()).flatten()
}

/// Returns the base name of a friendly builtin whose parameters cannot be parsed, such as structures or C++ templates;
/// the arguments alone then determine the operands.
fn without_parameters(symbol: &str) -> Option<Name> {
    let base =
        mangling::base_name(symbol).filter(|base| base.starts_with("__spirv_") || base.starts_with(INTERNAL_PREFIX))?;
    Some(Name::plain(base))
}

/// A call of a builtin.
pub fn forward<'m>(f: &mut Forward<'m>, inst: Value<'m>, callee: Value<'m>) -> Result<()> {
    let builtin = resolved(f, callee).ok_or_else(|| Error::internal(format!("{} is no builtin", callee.name())))?;
    let start = f.body.code.len();
    operand_types::check(&builtin, inst)?;
    // The string of a format is written down elsewhere, without the casts of its address.
    let formats = usize::from(builtin.name.base.ends_with("printf"));
    constants::forward_expressions(f, inst.call_args().skip(formats))?;
    (builtin.lower)(f, inst, &builtin.name)?;
    require_operands(f, start, &builtin.name.base)
}

/// Checks the operand counts of the emitted instructions: a declaration may have any parameters, so that a call may
/// lack operands of the instruction.
fn require_operands(f: &Forward<'_>, start: usize, base: &str) -> Result<()> {
    let written = f.body.code.get(start..).unwrap_or_default();
    check::operand_counts(written).map_err(|error| error.within(Code::BuiltinCall, format!("the arguments of {base}")))
}

/// Finds chains of instructions around builtin calls that become one instruction.
pub fn find_chains<'m>(f: &mut Forward<'m>, function: Value<'m>) -> Result<()> {
    booleans::find_chains(f);
    f.hooks.find_chains.iter().try_for_each(|hook| hook(f, function))
}
