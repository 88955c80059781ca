//! The variables of a shader that the host binds, as the host declares them in its own LLVM IR.

use llvm_spirv::llvm::{Module, Type, Value};
use std::fmt::Write as _;

/// The limit on nested structures and arrays that are spelled; deeper types become bytes.
const MOST_LEVELS: u32 = 16;

/// The limit on the length of a type's spelling: shared parts of types may expand to more than memory holds.
const MOST_TEXT: usize = 1 << 14;

/// A variable that the host binds.
#[derive(Clone, Debug)]
pub struct Variable {
    /// Its name in the module; may be empty.
    pub name: String,
    /// Its type as assembly, without named structures.
    pub ty: String,
    /// True if it ends in a runtime array.
    pub is_open: bool,
}

/// Describes a variable; for an array of descriptors, its element.
pub fn variable(module: &Module<'_>, global: Value<'_>, ty: Type<'_>) -> Variable {
    let mut text = String::new();
    if spell(ty, MOST_LEVELS, &mut text).is_none() {
        let size = module.layout().store_size(ty).unwrap_or(0);
        text = format!("[{size} x i8]");
    }
    Variable { name: global.name().to_owned(), ty: text, is_open: is_open(ty) }
}

/// Spells a type; `None` if its size may differ between targets.
fn spell(ty: Type<'_>, levels: u32, out: &mut String) -> Option<()> {
    let inner = levels.checked_sub(1).filter(|_| out.len() < MOST_TEXT)?;
    if ty.is_array() {
        let _ = write!(out, "[{} x ", ty.count());
        spell(ty.element()?, inner, out)?;
        out.push(']');
    } else if ty.is_struct() {
        out.push_str(if ty.is_packed() { "<{ " } else { "{ " });
        for (index, field) in ty.fields().enumerate() {
            out.push_str(if index == 0 { "" } else { ", " });
            spell(field, inner, out)?;
        }
        out.push_str(if ty.is_packed() { " }>" } else { " }" });
    } else if ty.is_target() || ty.is_pointer() || (ty.is_vector() && ty.count() == 3) {
        return None;
    } else {
        out.push_str(&ty.print());
    }
    Some(())
}

/// Returns whether a type ends in a runtime array.
fn is_open(mut ty: Type<'_>) -> bool {
    for _ in 0..MOST_LEVELS {
        if ty.is_array() {
            return ty.count() == 0;
        }
        match ty.fields().next_back().filter(|_| ty.is_struct()) {
            Some(last) => ty = last,
            None => return false,
        }
    }
    false
}
