//! The table of structures, which [`conventions::structs`](crate::conventions::structs) describes.

use super::types;
use crate::binary::builder::{Id, Section};
use crate::binary::{DecorationView, Op};
use crate::concepts::base::decorations::forward as decorations;
use crate::concepts::base::decorations::reverse::read;
use crate::conventions::nodes;
use crate::conventions::notes;
use crate::conventions::structs::{self, NAME, decorations_of, is_explicit, malformed};
use crate::error::{Error, Result};
use crate::llvm::{Metadata, Type};
use crate::state::slots::shaders::{ForwardStruct, Note};
use crate::state::{Forward, Reverse};
use llvm_spirv_metadata::{Decorations, Node, Tuple};

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

/// Reads the table.
pub fn prepare(f: &mut Forward<'_>) -> Result<()> {
    f.shaders.structs = structs::table(f.module)?;
    Ok(())
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
