//! `load`, `store` and `alloca` of illegal types, with the sizes and offsets that the data layout gives to the original
//! types.

use super::action::{Action, Numbers, member_types};
use super::atomics;
use super::bits::{Chunk, assemble, chunks, rechunk};
use super::rewrite::Rewriter;
use crate::error::{Code, Error, Result};
use crate::legalize::kit::instruction::operand;
use crate::legalize::kit::kinds::is_legal_width;
use crate::llvm::{Type, TypeKind, Value};

/// A load or store: the address, its properties, and the original instruction.
struct Access<'m> {
    base: Value<'m>,
    alignment: u64,
    volatile: bool,
    inst: Value<'m>,
    index: Type<'m>,
}

impl<'m> Access<'m> {
    fn new(w: &Rewriter<'m>, inst: Value<'m>, base: Value<'m>) -> Result<Self> {
        if inst.is_atomic() {
            return Err(crate::legalize::kit::instruction::unsupported(inst)
                .hint("SPIR-V has atomic accesses of 32 and 64 bits"));
        }
        let index = super::casts::address_type(w, base.ty())?;
        Ok(Self { base, alignment: inst.alignment().max(1).into(), volatile: inst.is_volatile(), inst, index })
    }

    /// Returns the alignment of the address `offset` bytes after the base.
    fn alignment_at(&self, offset: u64) -> u64 {
        if offset == 0 { self.alignment } else { self.alignment.min(1 << offset.trailing_zeros()) }
    }

    fn load(&self, w: &Rewriter<'m>, ty: Type<'m>, offset: u64) -> Result<Value<'m>> {
        let pointer = w.emit.offset(self.base, offset, self.index)?;
        let load = w.emit.builder.load(ty, pointer)?;
        self.finish(load, offset)?;
        Ok(load)
    }

    fn store(&self, w: &Rewriter<'m>, value: Value<'m>, offset: u64) -> Result<()> {
        let pointer = w.emit.offset(self.base, offset, self.index)?;
        let store = w.emit.builder.store(value, pointer)?;
        self.finish(store, offset)
    }

    fn finish(&self, access: Value<'m>, offset: u64) -> Result<()> {
        access.set_alignment(u32::try_from(self.alignment_at(offset)).unwrap_or(1))?;
        access.set_volatile(self.volatile)?;
        access.take_metadata(self.inst)
    }

    /// Returns the widths of the aligned integers that cover `bytes` bytes from an offset on.
    fn widths(&self, offset: u64, bytes: u64) -> Vec<u32> {
        let (mut widths, mut at) = (Vec::new(), 0);
        while at < bytes {
            let fits = [8, 4, 2, 1].into_iter().find(|size| *size <= (bytes - at).min(self.alignment_at(offset + at)));
            let size = fits.unwrap_or(1);
            widths.push(size as u32 * 8);
            at += size;
        }
        widths
    }
}

/// Lowers `load`.
pub fn load<'m>(w: &mut Rewriter<'m>, inst: Value<'m>) -> Result<()> {
    if atomics::load(w, inst)? {
        return Ok(());
    }
    let access = Access::new(w, inst, operand(inst, 0)?)?;
    let expanded = load_expanded(w, &access, inst.ty(), 0)?;
    w.define(inst, expanded)
}

/// Loads the parts of the result of an instruction from an address.
pub fn load_from<'m>(w: &mut Rewriter<'m>, inst: Value<'m>, base: Value<'m>, alignment: u32) -> Result<Vec<Value<'m>>> {
    let index = super::casts::address_type(w, base.ty())?;
    let access = Access { base, alignment: alignment.into(), volatile: false, inst, index };
    load_expanded(w, &access, inst.ty(), 0)
}

fn load_expanded<'m>(w: &mut Rewriter<'m>, access: &Access<'m>, ty: Type<'m>, offset: u64) -> Result<Vec<Value<'m>>> {
    if w.actions.scan.is_legal_in_memory(ty) {
        return Ok(vec![access.load(w, ty, offset)?]);
    }
    if !ty.is_struct() && !ty.is_array() {
        let numbers = w.actions.numbers(ty)?;
        return load_numbers(w, access, &numbers, offset);
    }
    let mut members = Vec::new();
    for (index, member) in (0..).zip(member_types(ty)?) {
        let at = offset + member_offset(w, ty, member, index)?;
        members.push(load_expanded(w, access, member, at)?);
    }
    match &*w.actions.of(ty)? {
        Action::Legal(_) => {
            let mut whole = w.emit.context.poison(ty)?;
            for (index, member) in (0..).zip(members.into_iter().flatten()) {
                whole = w.emit.builder.insert_value(whole, member, &[index])?;
            }
            Ok(vec![whole])
        }
        _ => Ok(members.concat()),
    }
}

fn load_numbers<'m>(
    w: &Rewriter<'m>,
    access: &Access<'m>,
    numbers: &Numbers<'m>,
    offset: u64,
) -> Result<Vec<Value<'m>>> {
    if let Some(unit) = unit(w, numbers) {
        let (mut expanded, mut at) = (Vec::new(), offset);
        for len in &numbers.pieces {
            expanded.push(access.load(w, w.actions.piece_type(numbers.element, *len)?, at)?);
            at += u64::from(*len) * unit;
        }
        return Ok(expanded);
    }
    let (mut left, mut at) = (numbers.lanes * numbers.bits(), offset);
    let mut chunks: Vec<Chunk<'m>> = Vec::new();
    for width in access.widths(offset, u64::from(left.div_ceil(8))) {
        let value = access.load(w, w.emit.context.int_type(width)?, at)?;
        let bits = left.min(width);
        chunks.push((w.emit.mask(value, bits)?, bits));
        (left, at) = (left - bits, at + u64::from(width / 8));
    }
    assemble(w, &chunks, numbers)
}

/// Returns the distance of two lanes in bytes; `None` if lanes are of an illegal type.
fn unit(w: &Rewriter<'_>, numbers: &Numbers<'_>) -> Option<u64> {
    match numbers.bits() {
        0 if numbers.scalar.is_pointer() => Some(w.module.layout().pointer_size(numbers.scalar.address_space()).into()),
        bits if numbers.width == 0 => Some(u64::from(bits / 8)).filter(|bytes| *bytes != 0),
        1 => None,
        bits => is_legal_width(bits).then_some(u64::from(bits / 8)),
    }
}

/// Returns the offset of a member of a struct or array.
pub fn member_offset<'m>(w: &Rewriter<'m>, ty: Type<'m>, member: Type<'m>, index: u32) -> Result<u64> {
    let layout = w.module.layout();
    let offset = match ty.is_struct() {
        true => layout.element_offset(ty, index),
        false => layout.abi_size(member).map(|size| size * u64::from(index)),
    };
    offset.ok_or_else(|| Error::of(Code::IllegalType, format!("type {ty} in memory")))
}

/// Lowers `store`.
pub fn store<'m>(w: &mut Rewriter<'m>, inst: Value<'m>) -> Result<()> {
    if atomics::store(w, inst)? {
        return Ok(());
    }
    let value = operand(inst, 0)?;
    let access = Access::new(w, inst, operand(inst, 1)?)?;
    let expanded = w.expanded(value)?;
    store_expanded(w, &access, value.ty(), &expanded, 0)?;
    w.drop_instruction(inst);
    Ok(())
}

fn store_expanded<'m>(
    w: &mut Rewriter<'m>,
    access: &Access<'m>,
    ty: Type<'m>,
    expanded: &[Value<'m>],
    offset: u64,
) -> Result<()> {
    if w.actions.scan.is_legal_in_memory(ty) {
        return expanded.iter().try_for_each(|part| access.store(w, *part, offset));
    }
    if !ty.is_struct() && !ty.is_array() {
        let numbers = w.actions.numbers(ty)?;
        return store_numbers(w, access, &numbers, expanded, offset);
    }
    let action = w.actions.of(ty)?;
    for (index, member) in (0..).zip(member_types(ty)?) {
        let at = offset + member_offset(w, ty, member, index)?;
        let of_member = match (&*action, expanded) {
            (Action::Aggregate(members, _), _) => {
                let place = members.get(index as usize).map(|(action, start)| *start..*start + action.len());
                place.and_then(|place| expanded.get(place)).unwrap_or_default().to_vec()
            }
            (_, [whole]) => vec![w.emit.builder.extract_value(*whole, &[index])?],
            _ => return Err(Error::internal("a struct in parts that is legal")),
        };
        store_expanded(w, access, member, &of_member, at)?;
    }
    Ok(())
}

fn store_numbers<'m>(
    w: &Rewriter<'m>,
    access: &Access<'m>,
    numbers: &Numbers<'m>,
    expanded: &[Value<'m>],
    offset: u64,
) -> Result<()> {
    let mut at = offset;
    if let Some(unit) = unit(w, numbers) {
        for (part, len) in expanded.iter().zip(&numbers.pieces) {
            access.store(w, *part, at)?;
            at += u64::from(*len) * unit;
        }
        return Ok(());
    }
    let widths = access.widths(offset, u64::from((numbers.lanes * numbers.bits()).div_ceil(8)));
    let chunks = chunks(w, expanded, numbers, numbers.bits())?;
    let whole: Vec<_> = widths.iter().map(|width| (*width, *width)).collect();
    for (value, width) in rechunk(&w.emit, &chunks, &whole)?.into_iter().zip(&widths) {
        access.store(w, value, at)?;
        at += u64::from(width / 8);
    }
    Ok(())
}

/// Lowers `alloca` to one of a legal type with the size of the original one.
pub fn alloca<'m>(w: &mut Rewriter<'m>, inst: Value<'m>) -> Result<()> {
    let ty = inst.allocated_type().ok_or_else(|| Error::internal("alloca of nothing"))?;
    let ty = memory_type(w, ty)?;
    let (count, space) = (operand(inst, 0)?, Some(inst.ty().address_space()));
    let new = match count.int_value() {
        Some(1) => w.emit.builder.alloca(ty, space)?,
        _ => {
            let count = w.single(count)?;
            w.emit.builder.array_alloca(ty, count, space)?
        }
    };
    new.set_alignment(inst.alignment().max(1))?;
    new.take_metadata(inst)?;
    w.define(inst, vec![new])
}

/// Returns a legal type with the size of `ty`; the members of structs keep their offsets.
pub fn memory_type<'m>(w: &mut Rewriter<'m>, ty: Type<'m>) -> Result<Type<'m>> {
    if w.actions.scan.is_legal_in_memory(ty) {
        return Ok(ty);
    }
    // Types that hold one type twice, again and again, are long only when they are written out.
    if let Some(known) = w.memory_types.get(&ty) {
        return Ok(*known);
    }
    let in_memory = new_memory_type(w, ty)?;
    w.memory_types.insert(ty, in_memory);
    Ok(in_memory)
}

fn new_memory_type<'m>(w: &mut Rewriter<'m>, ty: Type<'m>) -> Result<Type<'m>> {
    let layout = w.module.layout();
    let size = layout.abi_size(ty).ok_or_else(|| Error::of(Code::IllegalType, format!("type {ty} in memory")))?;
    let context = w.emit.context;
    let byte = context.int_type(8)?;
    let (unit, element) = match ty.kind() {
        TypeKind::Struct => {
            let fields = ty.fields().map(|field| memory_type(w, field)).collect::<Result<Vec<_>>>()?;
            let new = context.struct_type(&fields, ty.is_packed())?;
            let offsets = |ty| (0..ty_fields(ty)).map(move |i| layout.element_offset(ty, i));
            let same = fields.iter().zip(ty.fields()).all(|(a, b)| layout.abi_size(*a) == layout.abi_size(b));
            if same && layout.abi_size(new) == Some(size) && offsets(new).eq(offsets(ty)) {
                return Ok(new);
            }
            (1, byte)
        }
        TypeKind::Array => {
            let element = ty.element().ok_or_else(|| Error::internal("an array without elements"))?;
            let element = memory_type(w, element)?;
            (layout.abi_size(element).unwrap_or(0), element)
        }
        _ => {
            let numbers = w.actions.numbers(ty)?;
            let element = if numbers.promoted_width() == 1 { byte } else { numbers.element };
            (layout.abi_size(element).unwrap_or(0), element)
        }
    };
    match size {
        // What has no elements is followed by them, where C allows it: one is as good as none to whoever steps over it.
        0 if ty.is_array() => context.array_type(element, 1),
        0 => Ok(byte),
        _ if size == unit && !ty.is_array() => Ok(element),
        _ if unit != 0 && size % unit == 0 => context.array_type(element, size / unit),
        _ => context.array_type(byte, size),
    }
}

fn ty_fields(ty: Type<'_>) -> u32 {
    ty.field_count()
}
