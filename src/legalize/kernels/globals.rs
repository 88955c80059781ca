//! Variables of the module. Constants become private to each invocation, and workgroup memory stays. Variables that
//! outlive an entry point become storage buffers that the host keeps between runs. The host fills buffers with zeros,
//! so that a variable with another initial value is rejected, unless reflection passes the value to the host.

use super::descriptors::{Buffer, Kind, Parameter};
use super::host::{Data, Plan};
use super::places::{self, Chosen};
use super::{memory, spaces};
use crate::error::{Code, Error, Result};
use crate::legalize::kit::place::Place;
use crate::llvm::{Linkage, Opcode, Value};

/// Moves all variables to the address spaces of shaders, with types of the same layout. Returns the variables that
/// become buffers. Their bindings are in a separate set, in the order of the variables, unless the options choose
/// another place. With reflection they become one buffer, whose initial bytes are returned as well.
pub fn replace<'m>(place: &Place<'m>, plan: &Plan, set: u32) -> Result<(Vec<Buffer<'m>>, Option<Data>)> {
    let (mut buffers, mut told, mut next) = (Vec::new(), Vec::new(), 0);
    let set = plan.places.set(places::VARIABLES).unwrap_or(set);
    for global in place.module.globals().collect::<Vec<_>>() {
        if !global.is_used() {
            global.delete_global()?;
            continue;
        }
        match global.ty().address_space() {
            spaces::FUNCTION | spaces::CONSTANT => constant(place, global)?,
            spaces::LOCAL => local(place, global)?,
            spaces::GLOBAL | spaces::GENERIC if plan.is_told => told.push(global),
            spaces::GLOBAL | spaces::GENERIC => {
                let (set, binding) = plan.places.place(global.name())?.unwrap_or((set, next));
                next = next.max(binding.saturating_add(1));
                let parameter = Parameter { kind: Kind::Buffer, set, binding };
                buffers.push(outliving(place, global, parameter)?);
            }
            _ => {}
        }
    }
    if told.is_empty() {
        return Ok((buffers, None));
    }
    let (buffer, data) = joined(place, &told, plan.places.find(places::VARIABLES).unwrap_or((set, None)))?;
    Ok((vec![buffer], Some(data)))
}

/// Replaces all variables that keep their values between runs by parts of one buffer.
fn joined<'m>(place: &Place<'m>, variables: &[Value<'m>], (set, binding): Chosen) -> Result<(Buffer<'m>, Data)> {
    let mut data = Data { set, binding: binding.unwrap_or(0), bytes: Vec::new() };
    let byte = place.context.int_type(8)?;
    let whole = place.module.add_global("", place.context.array_type(byte, 0)?, spaces::BUFFER)?;
    for old in variables {
        let ty = old.value_type().ok_or_else(|| Error::internal("a variable without a type"))?;
        let alignment = place.module.layout().abi_alignment(ty).unwrap_or(1).max(old.alignment());
        let offset = data.add(place, old.initializer(), ty, alignment.into())?;
        let offset = place.context.const_int(place.context.int_type(32)?, offset)?;
        let part = place.context.const_gep(byte, whole, &[offset], false)?;
        old.replace_uses(place.context.const_cast(Opcode::AddrSpaceCast, part, old.ty())?)?;
        old.delete_global()?;
    }
    let parameter = Parameter { kind: Kind::Buffer, set, binding: data.binding };
    Ok((Buffer { parameter, variable: whole, name: "variables".to_owned(), ordinal: None }, data))
}

/// Replaces a variable that keeps its value between runs by a buffer.
fn outliving<'m>(place: &Place<'m>, old: Value<'m>, parameter: Parameter) -> Result<Buffer<'m>> {
    let name = old.name().to_owned();
    if !old.initializer().is_none_or(|value| value.is_null() || value.is_undef() || value.is_poison()) {
        let text = format!("the variable {name}, which outlives a kernel and does not begin with zeros");
        return Err(Error::of(Code::Global, text)
            .hint("--reflection tells the host what it begins with; or let a kernel fill it, or pass it as a buffer"));
    }
    old.set_name("");
    let bytes = place.context.array_type(place.context.int_type(8)?, 0)?;
    let variable = place.module.add_global("", bytes, spaces::BUFFER)?;
    old.replace_uses(place.context.const_cast(Opcode::AddrSpaceCast, variable, old.ty())?)?;
    old.delete_global()?;
    Ok(Buffer { parameter, variable, name, ordinal: None })
}

fn constant<'m>(place: &Place<'m>, old: Value<'m>) -> Result<()> {
    let no_type = || Error::internal("a variable without a type");
    let ty = memory::same_layout(place, old.value_type().ok_or_else(no_type)?)?;
    let no_value = || {
        Error::of(Code::Global, format!("the constant {}, which another module defines", old.name()))
            .hint("link the modules first")
    };
    let value = memory::constant(place, old.initializer().ok_or_else(no_value)?, ty)?;
    let new = place.module.add_global("", ty, spaces::PRIVATE)?;
    new.set_initializer(value)?;
    new.set_linkage(Linkage::Private)?;
    place.replace_global(old, new)
}

fn local<'m>(place: &Place<'m>, old: Value<'m>) -> Result<()> {
    let no_type = || Error::internal("a variable without a type");
    let ty = memory::same_layout(place, old.value_type().ok_or_else(no_type)?)?;
    let new = place.module.add_global("", ty, spaces::LOCAL)?;
    new.set_linkage(Linkage::External)?;
    place.replace_global(old, new)
}
