//! Calls of LLVM's annotation intrinsics, on the way back.

use crate::error::Result;
use crate::llvm::{Linkage, Type, UnnamedAddr, Value};
use crate::state::Reverse;

/// Emits a call of an annotation intrinsic. File and line are unknown (poison or null), and the arguments are part of the text.
pub fn annotate<'m>(
    r: &Reverse<'m>,
    name: &str,
    ty: Type<'m>,
    pointer: Value<'m>,
    string: Value<'m>,
) -> Result<Value<'m>> {
    let nowhere = match string.ty().address_space() {
        0 => r.context.poison(string.ty())?,
        _ => r.context.const_null(string.ty())?,
    };
    let line = r.context.poison(r.context.int_type(32)?)?;
    r.builder.call_intrinsic(name, ty, &[pointer, string, nowhere, line, nowhere])
}

/// Returns a pointer or an integer with an annotation. In Khronos mode the texts of equal annotations are not shared.
pub fn annotate_as<'m>(r: &mut Reverse<'m>, value: Value<'m>, text: &str) -> Result<Value<'m>> {
    let text = match r.options.policy.annotates_decorations {
        true => string(r, text)?,
        false => shared_string(r, text.to_owned())?,
    };
    if value.ty().is_pointer() {
        return annotate(r, "llvm.ptr.annotation", value.ty(), value, text);
    }
    let nowhere = r.context.poison(text.ty())?;
    let line = r.context.poison(r.context.int_type(32)?)?;
    r.builder.call_intrinsic("llvm.annotation", value.ty(), &[value, text, nowhere, line])
}

/// Returns the global variable with a text, one for all uses of equal texts.
pub fn shared_string<'m>(r: &mut Reverse<'m>, text: String) -> Result<Value<'m>> {
    if let Some(string) = r.annotations.strings.get(&text) {
        return Ok(*string);
    }
    let string = string(r, &text)?;
    r.annotations.strings.insert(text, string);
    Ok(string)
}

/// Returns a private constant of the bytes of a text, aligned to one byte.
pub fn string<'m>(r: &Reverse<'m>, text: &str) -> Result<Value<'m>> {
    string_in(r, text, 0)
}

/// Returns a private constant of the bytes of a text in an address space, aligned to one byte.
pub fn string_in<'m>(r: &Reverse<'m>, text: &str, space: u32) -> Result<Value<'m>> {
    let string = bare(r, text, space)?;
    string.set_alignment(1)?;
    Ok(string)
}

/// Returns a private constant of the bytes of a text, without an explicit alignment.
pub fn bare_string<'m>(r: &Reverse<'m>, text: &str) -> Result<Value<'m>> {
    bare(r, text, 0)
}

fn bare<'m>(r: &Reverse<'m>, text: &str, space: u32) -> Result<Value<'m>> {
    let bytes: Vec<u8> = text.bytes().chain([0]).collect();
    let data = r.context.const_data_array(r.context.int_type(8)?, &bytes)?;
    let string = r.module.add_global("", data.ty(), space)?;
    string.set_initializer(data)?;
    string.set_global_constant(true)?;
    string.set_linkage(Linkage::Private)?;
    string.set_unnamed_addr(UnnamedAddr::Global)?;
    Ok(string)
}
