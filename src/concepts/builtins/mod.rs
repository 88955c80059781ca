//! Calls of builtin functions (S3-34 to S3-53): which concept a declared function belongs to.
//!
//! In: declared functions, by name: OpenCL C's (`_Z4fmaxff`), those of SPIR-V friendly IR (`_Z16__spirv_ocl_fabsf`,
//! `_Z13__spirv_IsNanf`), and `printf`. Out: the instructions of the concept that knows the name. A function that the
//! module defines is none of ours, whatever it is called, and neither is one that no concept knows.
//!
//! A name is looked at once a module; [`Lower`] then holds what it turned out to be.

mod arbitrary_precision;
mod args;
mod bit_fields;
mod booleans;
pub(crate) mod declare;
mod generic;
mod generic_pointers;
mod operand_types;
mod relational;
mod signs;
#[cfg(test)]
pub(crate) mod testing;
#[cfg(test)]
mod tests;

pub use args::{argument, arguments, literal, pointer_to, value};
pub use booleans::{define as define_truth, truth};
pub use declare::{
    Effects, call, call_cached, call_function, function, mangled, mangled_pointee, named, place_declarations,
};
pub use generic::{
    define_or_emit, forward as forward_generic, opcode, require, reverse as reverse_generic, reverse_as, wrong_result,
};

use super::{
    atomics, barriers, bfloat16, builtin_variables, clock, collectives, convert_builtins, cooperative_matrix,
    dot_products, enqueue, ext_inst, fpga_registers, groups, images, media_blocks, pipes, small_numbers,
    spec_constants, task_sequences,
};
use crate::error::{Code, Error, Result};
use crate::llvm::Value;
use crate::spirv::{Instruction, check};
use crate::state::{Builtin, Forward, Lower, Reverse};
use ::spirv::Op;
use llvm_spirv_mangling::{self as mangling, Name};
use std::rc::Rc;

/// The concepts that know builtins, in the order in which they are asked.
const CONCEPTS: &[fn(&Name) -> Option<Lower>] = &[
    ext_inst::resolve,
    atomics::resolve,
    barriers::resolve,
    builtin_variables::resolve,
    groups::resolve,
    images::resolve,
    collectives::resolve,
    media_blocks::resolve,
    pipes::resolve,
    enqueue::resolve,
    convert_builtins::resolve,
    bfloat16::resolve,
    relational::resolve,
    generic_pointers::resolve,
    spec_constants::resolve,
    bit_fields::resolve,
    cooperative_matrix::resolve,
    small_numbers::resolve,
    dot_products::resolve,
    clock::resolve,
    arbitrary_precision::resolve,
    task_sequences::resolve,
    generic::resolve,
];

// --- LLVM to SPIR-V ---

/// Is the declared function a builtin?
pub fn is_builtin<'m>(f: &mut Forward<'m>, function: Value<'m>) -> Result<bool> {
    Ok(resolved(f, function).is_some())
}

/// What the declared function is, if it is a builtin.
pub fn resolved<'m>(f: &mut Forward<'m>, function: Value<'m>) -> Option<Rc<Builtin>> {
    if let Some(known) = f.builtins.get(&function) {
        return known.clone();
    }
    let builtin = resolve(function.name()).filter(|builtin| operand_types::fits(builtin, function)).map(Rc::new);
    f.builtins.insert(function, builtin.clone());
    builtin
}

fn resolve(symbol: &str) -> Option<Builtin> {
    // No builtin of OpenCL C is a template.
    let name = demangle(symbol).filter(|name| name.template.is_none() || name.base.starts_with("__"))?;
    let lower = CONCEPTS.iter().find_map(|resolve| resolve(&name))?;
    let (is_test, takes_truth) = (booleans::is_test(&name.base), booleans::takes_truth(&name.base));
    let types = operand_types::of(&name);
    Some(Builtin { is_test, takes_truth, types, name, lower })
}

/// The parts of a symbol; few that are not mangled are builtins.
fn demangle(symbol: &str) -> Option<Name> {
    let symbol = without_number(symbol);
    match symbol.starts_with("_Z") {
        true => mangling::parse(symbol).ok().or_else(|| of_private(symbol)).or_else(|| without_parameters(symbol)),
        false => is_unmangled(symbol).then(|| Name::plain(symbol)),
    }
}

/// Some front ends number the private address space too, which goes without saying.
fn of_private(symbol: &str) -> Option<Name> {
    symbol.contains("U3AS0").then(|| mangling::parse(&symbol.replace("U3AS0", "")).ok()).flatten()
}

/// Parameters that are structures have no place in OpenCL's names, nor have templates of C++; what such a builtin of
/// SPIR-V takes is told by the arguments alone.
fn without_parameters(symbol: &str) -> Option<Name> {
    let base = mangling::base_name(symbol)
        .filter(|base| base.starts_with("__spirv_") || base.starts_with(small_numbers::PREFIX))?;
    Some(Name::plain(base))
}

/// Is it the name of a builtin that is not mangled?
fn is_unmangled(symbol: &str) -> bool {
    symbol == "printf"
        || generic_pointers::is_cast(symbol)
        || cooperative_matrix::is_unmangled(symbol)
        || symbol == images::TRANSLATE_SAMPLER
        || arbitrary_precision::is_builtin(symbol)
        || pipes::is_builtin(symbol)
        || enqueue::is_builtin(symbol)
}

/// The symbol without the number that LLVM adds to a name that is taken.
fn without_number(symbol: &str) -> &str {
    match symbol.rsplit_once('.') {
        Some((name, number)) if !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => symbol,
    }
}

/// A call of a builtin.
pub fn forward<'m>(f: &mut Forward<'m>, inst: Value<'m>, callee: Value<'m>) -> Result<()> {
    let builtin = resolved(f, callee).ok_or_else(|| Error::internal(format!("{} is no builtin", callee.name())))?;
    let start = f.body.code.len();
    operand_types::check(&builtin, inst)?;
    (builtin.lower)(f, inst, &builtin.name)?;
    require_operands(f, start, &builtin.name.base)
}

/// A declaration may have any parameters, whatever its name; its call may lack what the instruction needs.
fn require_operands(f: &Forward<'_>, start: usize, base: &str) -> Result<()> {
    let written = f.body.code.get(start..).unwrap_or_default();
    check::operand_counts(written)
        .map_err(|error| Error::of(Code::BuiltinCall, format!("the arguments of {base}: {}", error.message())))
}

/// Finds chains of instructions around builtin calls that become one instruction.
pub fn find_chains<'m>(f: &mut Forward<'m>, function: Value<'m>) -> Result<()> {
    booleans::find_chains(f);
    builtin_variables::find_chains(f, function)
}

// --- SPIR-V to LLVM ---

/// An instruction that LLVM has none for, as a call of a builtin.
pub fn reverse<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<()> {
    match inst.opcode() {
        Op::ExtInst => ext_inst::reverse(r, inst),
        Op::GenericCastToPtrExplicit => generic_pointers::reverse(r, inst),
        Op::GenericPtrMemSemantics => generic_pointers::reverse_semantics(r, inst),
        Op::Dot => relational::reverse_dot(r, inst),
        Op::GroupAsyncCopy | Op::GroupWaitEvents => groups::reverse(r, inst),
        op if dot_products::is_product(op) => dot_products::reverse(r, inst),
        Op::FPGARegALTERA => fpga_registers::reverse(r, inst),
        Op::ReadClockKHR => clock::reverse(r, inst),
        Op::SatConvertSToU | Op::SatConvertUToS => convert_builtins::reverse(r, inst),
        Op::ConvertFToBF16INTEL | Op::ConvertBF16ToFINTEL => bfloat16::reverse(r, inst),
        Op::BitFieldInsert | Op::BitFieldSExtract | Op::BitFieldUExtract => bit_fields::reverse(r, inst),
        op if barriers::is_barrier(op) => barriers::reverse(r, inst),
        op if atomics::is_atomic(op) => atomics::reverse(r, inst),
        op if images::is_image(op) => images::reverse(r, inst),
        op if collectives::is_collective(op) => collectives::reverse(r, inst),
        op if media_blocks::is_media_block(op) => media_blocks::reverse(r, inst),
        op if pipes::is_pipe(op) => pipes::reverse(r, inst),
        op if enqueue::is_enqueue(op) => enqueue::reverse(r, inst),
        op if r.options.compatibility.strict && arbitrary_precision::is_arbitrary(op) => {
            arbitrary_precision::reverse(r, inst)
        }
        op if booleans::has_boolean_result(op) => booleans::reverse(r, inst),
        _ => generic::reverse(r, inst),
    }
}
