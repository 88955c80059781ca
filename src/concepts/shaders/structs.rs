//! The table of structures.
//!
//! In LLVM IR: `!spirv.Struct` has `!{%S poison, !"name", decorations, member...}` for each structure type, where a
//! member is `!{i32 element, !"name", decorations, note}` in the form of `!spirv.Decorations`; the note is that of
//! `notes`, and is left out if the element's type is complete. Elements without a member are padding.

use super::types;
use crate::binary::builder::{Id, Section};
use crate::binary::{DecorationView, Op};
use crate::concepts::base::decorations::forward as decorations;
use crate::concepts::base::decorations::reverse::read;
use crate::conventions::nodes;
use crate::conventions::notes;
use crate::error::{Code, Error, Result};
use crate::llvm::{Metadata, Module, Type, Value};
use crate::state::slots::shaders::{ForwardMember, ForwardStruct, Note};
use crate::state::{Forward, Reverse};
use ::spirv::Decoration;
use llvm_spirv_metadata::{Decorations, Node, Tuple};
use rustc_hash::FxHashMap;

/// The named metadata.
const NAME: &str = "spirv.Struct";

// --- SPIR-V to LLVM ---

/// Writes the table.
pub fn reverse(r: &mut Reverse<'_>) -> Result<()> {
    for inst in r.spv.globals().filter(|inst| inst.opcode() == Op::TypeStruct) {
        let row = row(r, inst.result_id().unwrap_or_default(), inst.in_operands())?;
        r.module.add_named_metadata(NAME, nodes::reverse(r, &row)?)?;
    }
    Ok(())
}

fn row<'m>(r: &Reverse<'m>, id: Id, members: &[Id]) -> Result<Node<Metadata<'m>>> {
    let poison = r.context.md_value(r.context.poison(r.ty(id)?)?)?;
    let name = r.spv.name(id).unwrap_or_default();
    let mut row = vec![Node::Value(poison), Node::string(name), list(r.spv.decorations(id))];
    for (member, ty) in (0..).zip(members) {
        row.push(Node::Value(member_row(r, id, member, *ty)?));
    }
    Ok(Node::List(row))
}

fn list<'m>(all: impl Iterator<Item = DecorationView<'m>>) -> Node<Metadata<'m>> {
    Decorations(all.filter_map(|decoration| read(&decoration)).collect()).write()
}

fn member_row<'m>(r: &Reverse<'m>, id: Id, member: u32, ty: Id) -> Result<Metadata<'m>> {
    let form = r.shaders.structs.get(&id).ok_or_else(|| Error::internal("a structure without a form"))?;
    let place = form.elements.get(member as usize).zip(form.types.get(member as usize));
    let (element, element_type) = place.ok_or_else(|| Error::internal("a structure without a member"))?;
    let name = r.spv.member_name(id, member).unwrap_or_default();
    let decorations = nodes::reverse(r, &list(r.spv.member_decorations(id, member)))?;
    let element = r.context.md_int(32, (*element).into())?;
    let mut row = vec![Some(element), Some(r.context.md_string(name)), Some(decorations)];
    let note = notes::of(r, ty)?;
    if form.is_cut.get(member as usize) == Some(&true) {
        row.push(Some(notes::write(r.context, &Note::Cut { ty: *element_type, note: Box::new(note) })?));
        return Ok(r.context.md_node(&row));
    }
    if note != notes::by_default(r.module.layout(), *element_type, form.is_explicit)? {
        row.push(Some(notes::write(r.context, &note)?));
    }
    Ok(r.context.md_node(&row))
}

// --- LLVM to SPIR-V ---

fn malformed() -> Error {
    Error::of(Code::Metadata, format!("metadata !{NAME} is malformed"))
}

/// The structure types that metadata describes.
pub type Table<'m> = FxHashMap<Type<'m>, ForwardStruct<'m>>;

/// Reads the table.
pub fn prepare(f: &mut Forward<'_>) -> Result<()> {
    f.shaders.structs = table(f.module)?;
    Ok(())
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

fn decorations_of(node: &Node<Metadata<'_>>) -> Result<Decorations> {
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

/// Returns the types of the members of a structure that the table describes.
pub fn member_types<'m>(f: &mut Forward<'m>, ty: Type<'m>, row: &ForwardStruct<'m>) -> Result<Vec<Id>> {
    let is_explicit = is_explicit(row)?;
    let mut ids = Vec::with_capacity(row.members.len());
    for member in &row.members {
        let element = ty.field(member.element).ok_or_else(malformed)?;
        let note: Note<'m> = match &member.note {
            None => notes::by_default(f.module.layout(), element, is_explicit)?,
            Some(note) => notes::read(*note)?,
        };
        ids.push(types::noted(f, element, &note)?);
    }
    Ok(ids)
}

/// Returns whether all members have offsets.
fn is_explicit(row: &ForwardStruct<'_>) -> Result<bool> {
    for member in &row.members {
        let list = decorations_of(&member.decorations)?;
        if !list.0.iter().any(|decoration| decoration.kind == Decoration::Offset as u32) {
            return Ok(false);
        }
    }
    Ok(!row.members.is_empty())
}

/// Names and decorates a structure that the table describes.
pub fn describe<'m>(f: &mut Forward<'m>, id: Id, row: &ForwardStruct<'m>) -> Result<()> {
    f.spv.name(id, &row.name)?;
    for decoration in &decorations_of(&row.decorations)?.0 {
        decorations::decorate(f, id, decoration)?;
    }
    for (index, member) in (0..).zip(&row.members) {
        if !member.name.is_empty() {
            f.spv.with_string(Section::Names, Op::MemberName, &[id, index], &member.name, &[])?;
        }
        for decoration in &decorations_of(&member.decorations)?.0 {
            decorations::decorate_member(f, id, index, decoration)?;
        }
    }
    Ok(())
}
