//! Types and opcodes as text for messages.

use crate::llvm::{Type, TypeKind, Value};
use std::fmt::Write;

/// The maximum length of a type in a message: types from damaged input may be nested endlessly, and expand to more than
/// memory holds.
const LIMIT: usize = 160;

/// Returns the type as LLVM writes it, truncated at [`LIMIT`].
#[cold]
pub fn show(ty: Type<'_>) -> String {
    let mut out = String::new();
    write(&mut out, ty);
    if out.len() > LIMIT {
        out.truncate(out.floor_char_boundary(LIMIT));
        out.push_str("...");
    }
    out
}

/// Returns the types of some values as text.
#[cold]
pub fn show_types(values: &[Value<'_>]) -> String {
    let mut out = String::new();
    list(&mut out, values.iter().map(|v| v.ty()));
    out
}

fn write(out: &mut String, ty: Type<'_>) {
    if out.len() > LIMIT {
        return;
    }
    match ty.kind() {
        TypeKind::Struct => match ty.struct_name() {
            Some(name) => {
                out.push('%');
                out.push_str(name);
            }
            None => {
                out.push_str(if ty.is_packed() { "<{ " } else { "{ " });
                list(out, ty.fields());
                out.push_str(if ty.is_packed() { " }>" } else { " }" });
            }
        },
        TypeKind::Array => sequence(out, ty, ["[", "]"]),
        TypeKind::Vector => sequence(out, ty, ["<", ">"]),
        TypeKind::Function => {
            if let Some(ret) = ty.function_return() {
                write(out, ret);
            }
            out.push_str(" (");
            list(out, ty.function_params().into_iter());
            out.push_str(if ty.is_vararg() { ", ...)" } else { ")" });
        }
        TypeKind::Target => {
            out.push_str("target(\"");
            out.push_str(ty.target_name().unwrap_or_default());
            out.push('"');
            for parameter in ty.target_types() {
                out.push_str(", ");
                write(out, parameter);
            }
            for parameter in ty.target_ints() {
                put(out, format_args!(", {parameter}"));
            }
            out.push(')');
        }
        // The rest has no parts.
        _ => out.push_str(&ty.print()),
    }
}

fn list<'m>(out: &mut String, types: impl Iterator<Item = Type<'m>>) {
    for (i, ty) in types.enumerate() {
        if out.len() > LIMIT {
            return out.push_str("...");
        }
        if i > 0 {
            out.push_str(", ");
        }
        write(out, ty);
    }
}

fn sequence(out: &mut String, ty: Type<'_>, [open, close]: [&str; 2]) {
    put(out, format_args!("{open}{} x ", ty.count()));
    if let Some(element) = ty.element() {
        write(out, element);
    }
    out.push_str(close);
}

fn put(out: &mut String, text: std::fmt::Arguments<'_>) {
    // Writing to a string cannot fail.
    let _ = out.write_fmt(text);
}
