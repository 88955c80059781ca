//! The roles that a type can have, as in LLVM.

use rustc_hash::FxHashSet;

use super::super::{Draft, Refused, Result, Type};
use crate::types::{TypeKind, Types};

/// The role of a type in another type, a value or an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// The type of a value that an instruction may have: no `void`, `label`, `metadata`, `token`, opaque structure or function.
    Data,
    /// A value of a known size: may be loaded, stored and allocated.
    Sized,
    /// The element type of a vector.
    VectorElement,
    /// The element type of an array.
    ArrayElement,
    /// A part of a structure, or the value type of a variable.
    Member,
    /// The result type of a function.
    Returned,
    /// The parameter type of a function.
    Parameter,
    /// A type that has a zero.
    Zero,
}

fn is_data(types: &Types, ty: u32) -> bool {
    use TypeKind::*;
    !matches!(types.kind(ty), Void | Label | Metadata | Token | Opaque | Function)
}

/// Returns whether the size of a type is known, possibly as a multiple of `vscale`: it has no part without a size.
#[inline]
fn is_sized(types: &Types, ty: u32) -> bool {
    // Most are scalars and vectors of them.
    match types.kind(ty) {
        TypeKind::Integer | TypeKind::Pointer | TypeKind::Float | TypeKind::Double => true,
        _ => are_parts_sized(types, ty),
    }
}

fn are_parts_sized(types: &Types, ty: u32) -> bool {
    if is_data(types, ty) && is_data(types, types.scalar(ty)) && types.parts(types.scalar(ty)).is_empty() {
        return true;
    }
    let mut open = vec![ty];
    let mut seen = FxHashSet::default();
    while let Some(ty) = open.pop() {
        if !is_data(types, ty) {
            return false;
        }
        let parts = if types.kind(ty) == TypeKind::Target { &[] } else { types.parts(ty) };
        open.extend(parts.iter().copied().filter(|part| seen.insert(*part)));
    }
    true
}

#[inline]
pub(in crate::draft) fn fits(types: &Types, ty: u32, role: Role) -> bool {
    use TypeKind::*;
    let kind = types.kind(ty);
    match role {
        Role::Data => is_data(types, ty),
        Role::Sized => is_sized(types, ty),
        Role::VectorElement => types.is_float(ty) && !types.is_vector(ty) || matches!(kind, Integer | Pointer),
        Role::ArrayElement => !matches!(kind, Void | Label | Metadata | Function | Token | X86Amx | ScalableVector),
        Role::Member => !matches!(kind, Void | Label | Metadata | Function | Token),
        Role::Returned => !matches!(kind, Function | Label | Metadata),
        Role::Parameter => !matches!(kind, Void | Label | Function | Opaque),
        Role::Zero => is_sized(types, ty) && !matches!(kind, X86Amx),
    }
}

impl<'d> Type<'d> {
    /// Returns whether the type can have a role.
    #[inline]
    pub fn fits(self, role: Role) -> bool {
        fits(&self.draft.types.borrow(), self.number, role)
    }

    /// Returns an error that names the type unless it can have a role; `what` names the role in the message.
    #[inline]
    pub(in crate::draft) fn require(self, role: Role, what: &str) -> Result<()> {
        if self.fits(role) { Ok(()) } else { Err(self.misfit(what)) }
    }

    #[cold]
    fn misfit(self, what: &str) -> Refused {
        Refused::new(format!("{} cannot be {what}", self.show()))
    }

    /// Returns the type as assembly for messages, abbreviated if it is long.
    pub fn show(self) -> String {
        let mut text = String::new();
        show(self.draft, self.number, 3, &mut text);
        text
    }
}

fn show(draft: &Draft, ty: u32, depth: u32, out: &mut String) {
    let types = draft.types.borrow();
    let Some(row) = types.get(ty) else { return out.push_str("no type") };
    let parts = types.parts(ty);
    let list = |parts: &[u32], out: &mut String| {
        for (i, part) in parts.iter().enumerate() {
            out.push_str(if i > 0 { ", " } else { "" });
            if depth == 0 || i > 8 {
                return out.push_str("...");
            }
            show(draft, *part, depth - 1, out);
        }
    };
    match row.kind {
        TypeKind::Integer => out.push_str(&format!("i{}", row.number)),
        TypeKind::Pointer if row.number > 0 => out.push_str(&format!("ptr addrspace({})", row.number)),
        TypeKind::Array | TypeKind::Vector | TypeKind::ScalableVector => {
            let (open, close) = if row.kind == TypeKind::Array { ('[', ']') } else { ('<', '>') };
            out.push(open);
            out.push_str(if row.kind == TypeKind::ScalableVector { "vscale x " } else { "" });
            out.push_str(&format!("{} x ", row.number));
            list(parts, out);
            out.push(close);
        }
        TypeKind::Struct => {
            out.push_str("{ ");
            list(parts, out);
            out.push_str(" }");
        }
        TypeKind::NamedStruct | TypeKind::Opaque => {
            out.push('%');
            out.push_str(&String::from_utf8_lossy(draft.texts.get(row.name)));
        }
        TypeKind::Target => {
            out.push_str(&format!("target(\"{}\")", String::from_utf8_lossy(draft.texts.get(row.name))));
        }
        TypeKind::Function => {
            list(parts.get(..1).unwrap_or(&[]), out);
            out.push_str(" (");
            list(parts.get(1..).unwrap_or(&[]), out);
            out.push(')');
        }
        kind => out.push_str(kind.word()),
    }
}

/// Returns the types of values as a list of assembly for messages.
pub(in crate::draft) fn show_types<'d>(values: impl IntoIterator<Item = super::super::Value<'d>>) -> String {
    let list: Vec<String> = values.into_iter().map(|value| value.ty().show()).collect();
    list.join(", ")
}
