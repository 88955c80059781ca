//! Variables of the module: constants are private to each invocation, memory of workgroups stays, and what outlives an
//! entry point is refused.

use super::{memory, spaces};
use crate::error::{Code, Error, Result};
use crate::legalize::hlsl::Place;
use crate::llvm::{Linkage, Opcode, Value};

/// Gives all variables types with the layout that they had, in the address spaces of shaders.
pub fn replace<'m>(place: &Place<'m>) -> Result<()> {
    for global in place.module.globals().collect::<Vec<_>>() {
        if !global.is_used() {
            global.delete_global()?;
            continue;
        }
        match global.ty().address_space() {
            spaces::FUNCTION | spaces::CONSTANT => constant(place, global)?,
            spaces::LOCAL => local(place, global)?,
            spaces::GLOBAL | spaces::GENERIC => {
                return Err(Error::of(
                    Code::Global,
                    format!("the variable {}, which outlives a kernel", global.name()),
                )
                .hint("pass it to the kernel as a buffer"));
            }
            _ => {}
        }
    }
    Ok(())
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
    new.set_linkage(Linkage::LLVMPrivateLinkage)?;
    renamed(place, old, new)
}

fn local<'m>(place: &Place<'m>, old: Value<'m>) -> Result<()> {
    let no_type = || Error::internal("a variable without a type");
    let ty = memory::same_layout(place, old.value_type().ok_or_else(no_type)?)?;
    let new = place.module.add_global("", ty, spaces::LOCAL)?;
    new.set_linkage(Linkage::LLVMExternalLinkage)?;
    renamed(place, old, new)
}

/// Lets the new variable stand for the old one.
fn renamed<'m>(place: &Place<'m>, old: Value<'m>, new: Value<'m>) -> Result<()> {
    let name = old.name().to_owned();
    old.set_name("");
    new.set_name(&name);
    let pointer = match new.ty() == old.ty() {
        true => new,
        false => place.context.const_cast(Opcode::LLVMAddrSpaceCast, new, old.ty())?,
    };
    old.replace_uses(pointer)?;
    old.delete_global()
}
