//! `llvm.masked.gather` and `llvm.masked.scatter` where an extension supports them: calls of a function whose last
//! arguments are the single pointers, as vectors of pointers are always expanded. `concepts::gathers` translates the
//! calls.

use super::super::rewrite::Rewriter;
use super::arguments::argument;
use crate::concepts::extensions::gathers::{GATHER, SCATTER};
use crate::error::Result;
use crate::llvm::{AttributeKind, AttributePlace, Type, Value};

/// Lowers `llvm.masked.gather`; returns `None` unless the extension is allowed, and such vectors are legal.
pub fn load<'m>(w: &mut Rewriter<'m>, inst: Value<'m>) -> Result<Option<Value<'m>>> {
    if !is_direct(w, inst.ty()) {
        return Ok(None);
    }
    let [pointers, mask, otherwise] = [argument(inst, 0)?, argument(inst, 1)?, argument(inst, 2)?];
    access(w, inst, GATHER, &[mask, otherwise], 0, pointers).map(Some)
}

/// Lowers `llvm.masked.scatter`; returns false unless the extension is allowed, and such vectors are legal.
pub fn store<'m>(w: &mut Rewriter<'m>, inst: Value<'m>) -> Result<bool> {
    let [value, pointers, mask] = [argument(inst, 0)?, argument(inst, 1)?, argument(inst, 2)?];
    Ok(is_direct(w, value.ty()) && access(w, inst, SCATTER, &[value, mask], 1, pointers).map(|_| true)?)
}

/// Returns whether the extension is allowed, and a type is a vector that is legal in memory, which vectors of pointers
/// are not.
fn is_direct<'m>(w: &mut Rewriter<'m>, ty: Type<'m>) -> bool {
    let scan = &mut w.actions.scan;
    scan.has_gathers() && ty.is_vector() && scan.is_legal_in_memory(ty)
}

/// Calls the function of this name with the values, the alignment attribute of the argument `place`, and the pointers.
fn access<'m>(
    w: &mut Rewriter<'m>,
    inst: Value<'m>,
    name: &str,
    values: &[Value<'m>],
    place: u32,
    pointers: Value<'m>,
) -> Result<Value<'m>> {
    let mut arguments = Vec::new();
    for value in values {
        arguments.push(w.single(*value)?);
    }
    let alignment = inst.int_attribute(AttributePlace::Param(place), AttributeKind::Align).unwrap_or(0);
    arguments.push(w.emit.int(w.emit.context.int_type(32)?, alignment)?);
    arguments.extend(w.expanded(pointers)?.iter());
    let types: Vec<_> = arguments.iter().map(|argument| argument.ty()).collect();
    let space = pointers.ty().scalar().address_space();
    let name = values.iter().fold(format!("{name}p{space}"), |name, value| format!("{name}.{}", value.ty()));
    let function = match w.helpers.get(&name) {
        Some(function) => *function,
        None => w.module.add_function(&name, w.emit.context.function_type(inst.ty(), &types, false)?)?,
    };
    w.helpers.insert(name, function);
    w.emit.builder.call(function, &arguments)
}
