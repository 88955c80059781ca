//! The variables that the host of a shader binds, as it spells them in LLVM IR of its own.

use crate::llvm::{Module, Type, Value};
use std::fmt::Write as _;

/// The most levels of structures and arrays that are spelled; what is deeper is bytes.
const MOST_LEVELS: u32 = 16;

/// The most bytes of a type's spelling: parts of types are shared, and may unfold into more than memory holds.
const MOST_TEXT: usize = 1 << 14;

/// A variable that the host binds.
#[derive(Clone, Debug)]
pub struct Variable {
    /// Its name in the module; it may have none.
    pub name: String,
    /// Its type as assembly, without names of structures.
    pub ty: String,
    /// Whether it ends in an array of any length.
    pub is_open: bool,
}

/// Describes a variable; of an array of descriptors, its element.
pub fn variable(module: &Module<'_>, global: Value<'_>, ty: Type<'_>) -> Variable {
    let mut text = String::new();
    if spell(ty, MOST_LEVELS, &mut text).is_none() {
        let size = module.layout().store_size(ty).unwrap_or(0);
        text = format!("[{size} x i8]");
    }
    Variable { name: global.name().to_owned(), ty: text, is_open: is_open(ty) }
}

/// Writes a type; `None` where its size may be another one on other targets.
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

/// Returns whether the last part of a type is an array without a length.
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
