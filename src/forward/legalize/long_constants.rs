//! Initialisers of more elements than an instruction has room for: arrays of them become structs of shorter arrays, which
//! lie in memory alike. What uses the variable does so through pointers, which do not say what they point to.

use crate::concepts::globals::is_internal_to_llvm;
use crate::error::{Error, Result};
use crate::llvm::{Context, Module, Type, Value};
use crate::options::Options;

/// So many constituents has an `OpConstantComposite` room for, beside its type and id.
const MOST_ELEMENTS: u64 = 65_532;

/// Splits what is too long, unless the extension does so in SPIR-V.
pub fn run(module: &Module<'_>, options: &Options) -> Result<()> {
    if options.extensions.allow("SPV_INTEL_long_composites") {
        return Ok(());
    }
    let is_long = |global: &Value<'_>| {
        !is_internal_to_llvm(*global) && global.initializer().is_some_and(|value| is_long(value, 0))
    };
    let context = module.context();
    let long: Vec<_> = module.globals().filter(is_long).collect();
    for old in long {
        let Some(value) = old.initializer() else { continue };
        let value = split(&context, value)?;
        let new = module.add_global("", value.ty(), old.ty().address_space())?;
        new.set_initializer(value)?;
        new.take_variable(old)?;
        let natural = module.layout().abi_alignment(value.ty()).unwrap_or(1);
        new.set_alignment(if old.alignment() == 0 { natural } else { old.alignment() })?;
        old.replace_uses(new)?;
        old.delete_global()?;
    }
    Ok(())
}

/// Is a part of a constant too long? What is zero or undefined throughout is one instruction, however long.
fn is_long(value: Value<'_>, depth: u32) -> bool {
    let ty = value.ty();
    if value.is_null() || value.is_undef() || depth > super::scan::MAX_DEPTH {
        return false;
    }
    let is_aggregate = ty.is_array() || ty.is_struct();
    ty.is_array() && ty.count() > MOST_ELEMENTS
        || is_aggregate && value.data_bytes().is_none() && value.operands().any(|part| is_long(part, depth + 1))
}

fn split<'m>(context: &'m Context, value: Value<'m>) -> Result<Value<'m>> {
    let ty = value.ty();
    if !is_long(value, 0) {
        return Ok(value);
    }
    let missing = || Error::internal("a constant lacks an element");
    if ty.is_struct() {
        let members =
            (0..ty.field_count()).map(|index| split(context, value.aggregate_element(index).ok_or_else(missing)?));
        return whole(context, &members.collect::<Result<Vec<_>>>()?, ty.is_packed());
    }
    let element = ty.element().ok_or_else(missing)?;
    if let Some(bytes) = value.data_bytes() {
        let size = bytes.len() / usize::try_from(ty.count()).unwrap_or(usize::MAX).max(1);
        let parts = bytes.chunks(size.max(1) * MOST_ELEMENTS as usize);
        let parts = parts.map(|bytes| context.const_data_array(element, bytes)).collect::<Result<Vec<_>>>()?;
        return whole(context, &parts, false);
    }
    let count = u32::try_from(ty.count()).map_err(|_| Error::unsupported(format!("a constant of type {ty}")))?;
    let elements = (0..count).map(|index| split(context, value.aggregate_element(index).ok_or_else(missing)?));
    let elements = elements.collect::<Result<Vec<_>>>()?;
    let parts = elements.chunks(MOST_ELEMENTS as usize).map(|part| array(context, element, part));
    match parts.collect::<Result<Vec<_>>>()?.as_slice() {
        [one] => Ok(*one),
        parts => whole(context, parts, false),
    }
}

/// An array, or a struct where splitting has made its elements differ in type.
fn array<'m>(context: &'m Context, element: Type<'m>, values: &[Value<'m>]) -> Result<Value<'m>> {
    match values.iter().all(|value| value.ty() == element) {
        true => context.const_array(element, values),
        false => whole(context, values, false),
    }
}

fn whole<'m>(context: &'m Context, members: &[Value<'m>], packed: bool) -> Result<Value<'m>> {
    let types: Vec<_> = members.iter().map(|member| member.ty()).collect();
    context.const_struct(context.struct_type(&types, packed)?, members)
}
