//! The table of structures: the names, decorations and layouts of their members.
//!
//! In LLVM IR: `!spirv.Struct` has `!{%S poison, !"name", decorations, member...}` for each structure type, where a
//! member is `!{i32 element, !"name", decorations, note}` in the form of `!spirv.Decorations`; the note is that of
//! [`notes`](super::notes), and is left out if the element's type is complete. Elements without a member are padding.

use super::nodes;
use crate::error::{Code, Error, Result};
use crate::llvm::{Metadata, Module, Type, Value};
use crate::state::slots::shaders::{ForwardMember, ForwardStruct};
use ::spirv::Decoration;
use llvm_spirv_metadata::{Decorations, Node, Tuple};
use rustc_hash::FxHashMap;

/// The named metadata.
pub const NAME: &str = "spirv.Struct";

/// The structure types that metadata describes.
pub type Table<'m> = FxHashMap<Type<'m>, ForwardStruct<'m>>;

/// Returns the error for malformed metadata.
pub fn malformed() -> Error {
    Error::of(Code::Metadata, format!("metadata !{NAME} is malformed"))
}

/// Returns the table of a module.
pub fn table<'m>(module: &'m Module<'_>) -> Result<Table<'m>> {
    module.named_metadata_nodes(NAME).map(row_of).collect()
}

fn row_of(node: Metadata<'_>) -> Result<(Type<'_>, ForwardStruct<'_>)> {
    let parts = node.operands();
    let [Some(poison), Some(name), Some(decorations), members @ ..] = parts.as_slice() else {
        return Err(malformed());
    };
    let ty = poison.as_value().ok_or_else(malformed)?.ty();
    let name = name.as_string().ok_or_else(malformed)?.to_owned();
    let members = members.iter().map(|one| member(one.ok_or_else(malformed)?)).collect::<Result<Vec<_>>>()?;
    if members.iter().any(|member| member.element >= ty.field_count()) {
        return Err(malformed());
    }
    Ok((ty, ForwardStruct { name, decorations: nodes::read(*decorations), members }))
}

fn member(node: Metadata<'_>) -> Result<ForwardMember<'_>> {
    let parts = node.operands();
    let [Some(element), Some(name), Some(decorations), note @ ..] = parts.as_slice() else { return Err(malformed()) };
    let element = element.as_value().and_then(Value::int_value).and_then(|element| u32::try_from(element).ok());
    Ok(ForwardMember {
        element: element.ok_or_else(malformed)?,
        name: name.as_string().ok_or_else(malformed)?.to_owned(),
        decorations: nodes::read(*decorations),
        note: note.first().copied().flatten(),
    })
}

/// Reads the decorations of a structure or a member.
pub fn decorations_of(node: &Node<Metadata<'_>>) -> Result<Decorations> {
    Decorations::read(node).map_err(|e| Error::of(Code::Metadata, format!("metadata !{NAME}: {e}")))
}

/// Returns the literal operand of a decoration of a member.
#[cfg(feature = "internals")]
pub fn member_number(row: &ForwardStruct<'_>, member: usize, kind: Decoration) -> Result<Option<u32>> {
    let Some(member) = row.members.get(member) else { return Ok(None) };
    let list = decorations_of(&member.decorations)?.0;
    let found = list.iter().find(|decoration| decoration.kind == kind as u32);
    Ok(found.and_then(|decoration| decoration.operands.first()?.int()))
}

/// Returns whether all members have offsets.
pub fn is_explicit(row: &ForwardStruct<'_>) -> Result<bool> {
    for member in &row.members {
        let list = decorations_of(&member.decorations)?;
        if !list.0.iter().any(|decoration| decoration.kind == Decoration::Offset as u32) {
            return Ok(false);
        }
    }
    Ok(!row.members.is_empty())
}
