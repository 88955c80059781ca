//! The builtin functions of OpenCL C, which shaders lack. Each becomes a sequence of instructions, LLVM intrinsics
//! (which later passes legalize), or GLSL.std.450 instructions. Unknown functions are rejected by name.
//!
//! `rows` lists the functions that become one instruction; `floats` and `integers` rewrite those that become several,
//! and `doubles` and `formulas` those of `double`. `conversions`, `vectors`, `rounding`, `printf`, `memory`, `copies`,
//! `atomics`, `barriers`, `groups` and `workgroups` rewrite the functions that their names suggest.

mod addresses;
mod atomics;
mod barriers;
pub(super) mod call;
mod conversions;
mod copies;
mod doubles;
mod floats;
mod formulas;
mod friendly;
mod groups;
mod integers;
mod memory;
pub(super) mod orders;
mod printf;
mod relational;
mod rounding;
mod rows;
mod vectors;
mod workgroups;

use super::images::TRANSLATE;
use super::work_items::Size;
use crate::concepts::extensions::dot_products::Product;
use crate::error::{Code, Error, Result};
use crate::legalize::kit::place::Place;
use crate::llvm::{Opcode, Value};
use call::Call;
use llvm_spirv_mangling as mangling;
pub use printf::Printed;

/// The prefixes of functions that have no counterpart, each with a hint on alternatives.
const HINTS: &[(&str, &str)] = &[
    ("read_pipe", "Vulkan has no pipes: use a buffer and an atomic counter"),
    ("write_pipe", "Vulkan has no pipes: use a buffer and an atomic counter"),
    ("enqueue_", "a shader cannot start others: have the host dispatch them"),
];

/// The hint for all other functions.
const OTHER: &str = "write the function in OpenCL C, in terms of those that Vulkan has";

/// The hint for functions whose names are not mangled: they are the program's own.
const WITHOUT_BODY: &str = "it is a function of the program, without a body here: C99's `inline` leaves none, so write `static inline` or \
                            give clang -fgnu89-inline; or link the module that has it";

/// Returns whether a function calls `printf`.
pub fn prints(function: Value<'_>) -> bool {
    let mut all = function.blocks().flat_map(|block| block.instructions()).filter(|inst| inst.is_op(Opcode::Call));
    all.any(|inst| inst.called_function().is_some_and(|callee| callee.name() == printf::FUNCTION))
}

/// Replaces the calls of builtin functions.
pub fn replace<'m>(place: &Place<'m>, function: Value<'m>, size: &Size, printed: Option<&Printed<'m>>) -> Result<()> {
    let all: Vec<_> = function.blocks().flat_map(|block| block.instructions()).collect();
    for inst in all.into_iter().filter(|inst| inst.is_op(Opcode::Call)) {
        let Some(callee) = inst.called_function() else { continue };
        one(place, inst, callee, (size, printed))
            .map_err(|error| error.at_instruction(|| inst.print()).in_source(|| inst.source()))?;
    }
    Ok(())
}

/// Replaces a call of a builtin function.
fn one<'m>(place: &Place<'m>, inst: Value<'m>, callee: Value<'m>, known: (&Size, Option<&Printed<'m>>)) -> Result<()> {
    if let Some(name) = callee.intrinsic_name() {
        let call = Call::new(place, inst, mangling::Name::plain(name));
        return copies::intrinsic(&call, name);
    }
    let name =
        mangling::parse_symbol(callee.name()).unwrap_or_else(|_| mangling::Name::plain(plain_name(callee.name())));
    let name = friendly::renamed(&name).unwrap_or(name);
    // What the chapter of dot products takes as it is; what nothing uses.
    if Product::parse(&name).is_some() {
        return Ok(());
    }
    if name.base == TRANSLATE && !inst.is_used() {
        return inst.erase();
    }
    if name.base.starts_with("__spirv_") {
        return Ok(());
    }
    place.builder.position_before(inst)?;
    let call = Call::new(place, inst, name);
    let value = match value(&call, known)? {
        Some(value) => value,
        None => return Err(unknown(&call.name.base, callee.name())),
    };
    if let Some(value) = value {
        inst.replace_uses(value)?;
    }
    inst.erase()
}

/// Returns the name of a function as in the source: demangled if it is mangled, else as it is.
fn plain_name(name: &str) -> String {
    mangling::base_name(name).unwrap_or(name).to_owned()
}

/// Returns the replacement of a call of a known function, with `None` as the value if the function returns nothing;
/// `None` for an unknown function.
fn value<'m>(call: &Call<'_, 'm>, (size, printed): (&Size, Option<&Printed<'m>>)) -> Result<Option<Option<Value<'m>>>> {
    if let Some(done) = copies::replace(call, size)? {
        return Ok(Some(done));
    }
    if let Some(value) = workgroups::value(call, size)? {
        return Ok(Some(Some(value)));
    }
    if let Some(value) = printf::value(call, printed)? {
        return Ok(Some(Some(value)));
    }
    if let Some(done) = barriers::replace(call)? {
        return Ok(Some(done));
    }
    for find in [memory::replace, atomics::replace, addresses::replace] {
        if let Some(done) = find(call)? {
            return Ok(Some(done));
        }
    }
    for find in [
        rows::value,
        conversions::value,
        relational::value,
        integers::value,
        floats::value,
        vectors::value,
        groups::value,
    ] {
        if let Some(value) = find(call)? {
            return Ok(Some(Some(value)));
        }
    }
    Ok(None)
}

/// Returns the error for an unknown function, given its names in the source and in the module.
fn unknown(name: &str, symbol: &str) -> Error {
    let other = if symbol.starts_with("_Z") { OTHER } else { WITHOUT_BODY };
    let hint = HINTS.iter().find(|row| name.starts_with(row.0)).map_or(other, |row| row.1);
    Error::of(Code::Builtin, format!("the function {name}, which Vulkan does not have")).hint(hint)
}
