//! `llvm.masked.gather` and `llvm.masked.scatter` where an extension has them: calls with the pointers one by one, as
//! all vectors of pointers are expanded. `concepts::gathers` makes the instructions of them.

use super::super::rewrite::Rewriter;
use super::arguments::argument;
use crate::concepts::extensions::gathers::{GATHER, SCATTER};
use crate::error::Result;
use crate::llvm::{AttributeKind, AttributePlace, Type, Value};

/// `llvm.masked.gather`, if the extension is allowed and has vectors of such a type.
pub fn load<'m>(w: &mut Rewriter<'m>, inst: Value<'m>) -> Result<Option<Value<'m>>> {
    if !is_direct(w, inst.ty()) {
        return Ok(None);
    }
    let [pointers, mask, otherwise] = [argument(inst, 0)?, argument(inst, 1)?, argument(inst, 2)?];
    access(w, inst, GATHER, &[mask, otherwise], 0, pointers).map(Some)
}

/// `llvm.masked.scatter`, if the extension is allowed and has vectors of such a type.
pub fn store<'m>(w: &mut Rewriter<'m>, inst: Value<'m>) -> Result<bool> {
    let [value, pointers, mask] = [argument(inst, 0)?, argument(inst, 1)?, argument(inst, 2)?];
    Ok(is_direct(w, value.ty()) && access(w, inst, SCATTER, &[value, mask], 1, pointers).map(|_| true)?)
}

/// Returns whether a type is a vector that is legal, also in memory. One of pointers is not.
fn is_direct<'m>(w: &mut Rewriter<'m>, ty: Type<'m>) -> bool {
    let scan = &mut w.actions.scan;
    scan.has_gathers() && ty.is_vector() && scan.is_legal_in_memory(ty)
}

/// A call of a function of the name with the values, the alignment that is said of the argument `place`, and the
/// pointers.
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
