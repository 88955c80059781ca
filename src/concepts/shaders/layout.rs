//! Types with an explicit layout (SPIR-V 2.16.2 "Validation Rules for Shader Capabilities"; `Offset`, `ArrayStride`,
//! `MatrixStride`, `RowMajor`, `ColMajor`), and matrices.
//!
//! In LLVM IR: a structure is a type of its own, unpacked if LLVM's offsets are those of the members, else packed with
//! bytes in between; without offsets it is packed. An element that is smaller than the stride is
//! `%spirv.stride.<stride>`. A matrix is `%spirv.matrix.<component>.<columns>x<rows>`, an array of columns; one with
//! another layout in memory is `....col.<stride>` or `....row.<stride>`.

use crate::binary::{Decoration, Id, Instruction, Op};
use crate::concepts::base::spec_nodes;
use crate::conventions::notes::{self, MATRIX, PADDED};
use crate::error::{Code, Error, Result};
use crate::llvm::Type;
use crate::state::Reverse;
use crate::state::slots::shaders::ReverseStruct;
use llvm_ir::sorting::Sorting;

/// The layout of the matrices in a member of a structure.
#[derive(Clone, Copy, Debug, Default)]
pub struct MatrixLayout {
    /// `RowMajor`.
    pub is_row_major: bool,
    /// `MatrixStride`, in bytes; 0 without one.
    pub stride: u32,
}

// --- SPIR-V to LLVM ---

/// Returns the LLVM type of a composite or image type.
pub fn reverse_type<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<Option<Type<'m>>> {
    match inst.opcode() {
        Op::TypeStruct => structure(r, inst).map(Some),
        Op::TypeArray => {
            note_length(r, inst)?;
            array(r, inst, MatrixLayout::default()).map(Some)
        }
        Op::TypeRuntimeArray => array(r, inst, MatrixLayout::default()).map(Some),
        Op::TypeMatrix => matrix(r, inst, MatrixLayout::default()).map(Some),
        Op::TypeImage | Op::TypeSampledImage => super::images::reverse_type(r, inst).map(Some),
        _ => Ok(None),
    }
}

/// Notes the specialization constant that is an array's length.
fn note_length<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<()> {
    let length = inst.operand(1)?;
    if r.spec_constants.has(length)
        && let Some(node) = spec_nodes::node(r, length)?
    {
        r.shaders.lengths.insert(inst.result_id().unwrap_or_default(), node);
    }
    Ok(())
}

/// Returns the LLVM type of a SPIR-V type in memory, where its matrices have the layout `matrices`.
fn in_memory<'m>(r: &mut Reverse<'m>, ty: Id, matrices: MatrixLayout) -> Result<Type<'m>> {
    // No deeper than types may nest.
    let plain = r.ty(ty)?;
    match r.spv.definition(ty) {
        Some(inst) if matches!(inst.opcode(), Op::TypeArray | Op::TypeRuntimeArray) => array(r, inst, matrices),
        Some(inst) if inst.opcode() == Op::TypeMatrix => matrix(r, inst, matrices),
        _ => Ok(plain),
    }
}

fn array<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>, matrices: MatrixLayout) -> Result<Type<'m>> {
    let element = in_memory(r, inst.operand(0)?, matrices)?;
    let stride = notes::array_stride(r, inst.result_id().unwrap_or_default());
    let element = padded(r, inst, element, stride)?;
    let is_open = inst.opcode() != Op::TypeArray;
    let count = if is_open { 0 } else { r.constant(inst.operand(1)?)? };
    if !is_open && r.spec_constants.has(inst.operand(1)?) {
        r.shaders.specialised.extend(inst.result_id());
    }
    note_specialised(r, inst, &[inst.operand(0)?]);
    r.context.array_type(element, count)
}

/// Notes that a type has a part whose size depends on specialization constants.
fn note_specialised(r: &mut Reverse<'_>, inst: Instruction<'_>, parts: &[Id]) {
    if parts.iter().any(|part| r.shaders.specialised.contains(part)) {
        r.shaders.specialised.extend(inst.result_id());
    }
}

/// Returns an element padded to the length of a stride.
fn padded<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>, element: Type<'m>, stride: u32) -> Result<Type<'m>> {
    let size = r.module.layout().abi_size(element).unwrap_or(0);
    if stride == 0 || u64::from(stride) == size {
        return Ok(element);
    }
    if let Some(ty) = r.shaders.padded.get(&(element, stride)) {
        return Ok(*ty);
    }
    let Some(padding) = u64::from(stride).checked_sub(size) else {
        return Err(inst.unsupported(format!("a stride of {stride} bytes between elements of {size}")));
    };
    let ty = r.context.named_struct(&format!("{PADDED}{stride}"));
    r.context.set_body(ty, &[element, bytes(r, padding)?], true)?;
    r.shaders.padded.insert((element, stride), ty);
    Ok(ty)
}

fn bytes<'m>(r: &Reverse<'m>, count: u64) -> Result<Type<'m>> {
    r.context.array_type(r.context.int_type(8)?, count)
}

fn matrix<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>, layout: MatrixLayout) -> Result<Type<'m>> {
    let (column, columns) = (r.ty(inst.operand(0)?)?, inst.operand(1)?);
    let rows = column.count() as u32;
    let component = column.scalar();
    let is_value = !layout.is_row_major
        && (layout.stride == 0 || Some(u64::from(layout.stride)) == r.module.layout().abi_size(column));
    let key =
        (r.context.array_type(column, columns.into())?, if is_value { 0 } else { layout.stride }, layout.is_row_major);
    if let Some(ty) = r.shaders.matrices.get(&key) {
        return Ok(*ty);
    }
    let name = format!("{MATRIX}f{}.{columns}x{rows}", component.float_width());
    let (name, line, count) = match layout.is_row_major {
        _ if is_value => (name, column, columns),
        true => (format!("{name}.row.{}", layout.stride), r.context.vector_type(component, columns)?, rows),
        false => (format!("{name}.col.{}", layout.stride), column, columns),
    };
    let line = padded(r, inst, line, if is_value { 0 } else { layout.stride })?;
    let ty = r.context.named_struct(&name);
    r.context.set_body(ty, &[r.context.array_type(line, count.into())?], false)?;
    r.shaders.matrices.insert(key, ty);
    Ok(ty)
}

/// Returns the layout of the matrices in a member.
pub fn matrices_of(r: &Reverse<'_>, ty: Id, member: u32) -> MatrixLayout {
    let mut layout = MatrixLayout::default();
    for decoration in r.spv.member_decorations(ty, member) {
        match decoration.kind {
            Some(Decoration::RowMajor) => layout.is_row_major = true,
            Some(Decoration::MatrixStride) => layout.stride = decoration.operands.first().copied().unwrap_or(0),
            _ => {}
        }
    }
    layout
}

/// Returns the offset of a member, if it has one.
fn offset(r: &Reverse<'_>, ty: Id, member: u32) -> Option<u64> {
    let mut decorations = r.spv.member_decorations(ty, member);
    let offset = decorations.find(|decoration| decoration.kind == Some(Decoration::Offset))?;
    offset.operands.first().map(|offset| u64::from(*offset))
}

/// Translates a structure: always to a type of its own, which has its decorations and names.
fn structure<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<Type<'m>> {
    let id = inst.result_id().unwrap_or_default();
    let members = inst.in_operands();
    let offsets: Option<Vec<u64>> = (0..members.len() as u32).map(|member| offset(r, id, member)).collect();
    let offsets = offsets.filter(|offsets| !offsets.is_empty());
    let mut types = Vec::with_capacity(members.len());
    for (member, ty) in (0..).zip(members) {
        types.push(match &offsets {
            Some(_) => in_memory(r, *ty, matrices_of(r, id, member))?,
            None => r.ty(*ty)?,
        });
    }
    note_specialised(r, inst, members);
    let ty = r.context.named_struct(r.spv.name(id).filter(|name| !name.is_empty()).unwrap_or("struct"));
    let is_cut = offsets.as_ref().map_or_else(|| vec![false; types.len()], |offsets| cut_members(r, &types, offsets));
    let elements = match &offsets {
        Some(offsets) => set_explicit(r, inst, ty, &types, offsets, &is_cut)?,
        None => {
            r.context.set_body(ty, &types, true)?;
            (0..members.len() as u32).collect()
        }
    };
    r.shaders.structs.insert(id, ReverseStruct { elements, types, is_cut, is_explicit: offsets.is_some() });
    Ok(ty)
}

/// Returns for each member whether the next one begins in the padding behind its last element.
fn cut_members<'m>(r: &Reverse<'m>, types: &[Type<'m>], offsets: &[u64]) -> Vec<bool> {
    let mut sorted = offsets.to_vec();
    sorted.sort_unstable();
    let is_cut = |(ty, offset): (&Type<'m>, &u64)| {
        let end = r.module.layout().abi_size(*ty).map_or(*offset, |size| offset.saturating_add(size));
        let next = sorted.iter().find(|next| *next > offset);
        next.is_some_and(|next| *next < end && *next >= offset.saturating_add(without_last_padding(r, *ty)))
    };
    types.iter().zip(offsets).map(is_cut).collect()
}

/// Returns the size of a type without the padding behind its last part, which is the last element of an array or the
/// last member of a structure, recursively.
fn without_last_padding<'m>(r: &Reverse<'m>, mut ty: Type<'m>) -> u64 {
    let layout = r.module.layout();
    let (size, mut begin) = (|ty: Type<'m>| layout.abi_size(ty).unwrap_or(0), 0u64);
    loop {
        let last = if notes::is_padded(ty) { 0 } else { ty.field_count().saturating_sub(1) };
        ty = match (ty.field(last), ty.element()) {
            (Some(field), _) => {
                begin = begin.saturating_add(layout.element_offset(ty, last).unwrap_or(0));
                field
            }
            (None, Some(element)) if ty.is_array() && ty.count() > 0 => {
                begin = begin.saturating_add((ty.count() - 1).saturating_mul(size(element)));
                element
            }
            _ => return begin.saturating_add(size(ty)),
        };
    }
}

/// Sets the body of a structure with offsets; returns for each member the index of its element.
fn set_explicit<'m>(
    r: &Reverse<'m>,
    inst: Instruction<'m>,
    ty: Type<'m>,
    types: &[Type<'m>],
    offsets: &[u64],
    is_cut: &[bool],
) -> Result<Vec<u32>> {
    let layout = r.module.layout();
    let mut order: Vec<usize> = (0..offsets.len()).collect();
    order.arrange_by_key(|member| offsets.get(*member));
    let (mut body, mut elements) = (Vec::with_capacity(types.len()), vec![0; types.len()]);
    let (mut end, mut is_natural, mut greatest) = (0u64, true, 1u64);
    for member in order {
        let (Some(member_type), Some(offset)) = (types.get(member), offsets.get(member)) else { continue };
        let mut member_type = *member_type;
        if is_cut.get(member) == Some(&true) {
            member_type = bytes(r, without_last_padding(r, member_type))?;
        }
        let no_size = || inst.unsupported(format!("an offset of {member_type}, which has no size"));
        let size = layout.abi_size(member_type).ok_or_else(no_size)?;
        let alignment = u64::from(layout.abi_alignment(member_type).unwrap_or(1).max(1));
        let Some(gap) = offset.checked_sub(end) else {
            return Err(inst.unsupported("a structure whose members overlap"));
        };
        is_natural &= end.next_multiple_of(alignment) == *offset;
        greatest = greatest.max(alignment);
        if gap > 0 {
            body.push((bytes(r, gap)?, true));
        }
        if let Some(element) = elements.get_mut(member) {
            *element = body.len() as u32;
        }
        body.push((member_type, false));
        end = offset.checked_add(size).ok_or_else(|| Error::of(Code::Limit, "a structure longer than 2^64 bytes"))?;
    }
    // What LLVM puts behind the last member would change the distance in arrays.
    if is_natural && end.is_multiple_of(greatest) {
        for element in &mut elements {
            let paddings = body.iter().take(*element as usize).filter(|(_, is_padding)| *is_padding).count();
            *element -= paddings as u32;
        }
        body.retain(|(_, is_padding)| !is_padding);
        let members: Vec<_> = body.into_iter().map(|(member, _)| member).collect();
        r.context.set_body(ty, &members, false)?;
        return Ok(elements);
    }
    let members: Vec<_> = body.into_iter().map(|(member, _)| member).collect();
    r.context.set_body(ty, &members, true)?;
    Ok(elements)
}
