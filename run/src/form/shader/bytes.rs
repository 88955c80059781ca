//! Memory as bytes: addresses are sums of byte offsets, and aggregates are loaded and stored part by part, so that the
//! target's data layout is irrelevant.

use super::super::made::Made;
use super::chains::Places;
use crate::errors;
use llvm_spirv::error::Result;
use llvm_spirv::internals::notes::{self, MatrixParts};
use llvm_spirv::internals::structs;
use llvm_spirv::llvm::{Builder, Opcode, PlainAccess, Type, Value};
use rustc_hash::FxHashMap;

/// An access with alignment 1.
const PLAIN: PlainAccess = PlainAccess { alignment: 1, is_volatile: false };

/// The limit on the parts of a value that is loaded or stored.
const MOST_PARTS: usize = 1 << 14;

/// The way in which a value is stored at an address.
#[derive(Clone, Copy, Debug)]
pub enum Place<'m> {
    /// A value as its type is laid out.
    Plain(Type<'m>),
    /// A matrix whose columns or rows are `stride` bytes apart.
    Matrix { element: Type<'m>, columns: u64, rows: u64, by_rows: bool, stride: u64 },
    /// A column of a matrix that is stored by rows.
    Strided { element: Type<'m>, count: u64, stride: u64 },
    /// A component of a vector without its own address: booleans are bits.
    Component { vector: Type<'m>, index: Value<'m> },
}

/// The struct fields that are members; the others are padding.
#[derive(Debug)]
pub struct Shapes<'m> {
    members: FxHashMap<Type<'m>, Vec<u32>>,
}

impl<'m> Shapes<'m> {
    pub fn of(made: Made<'m, '_>) -> Result<Self> {
        let rows = structs::table(made.module)?.into_iter();
        let members = rows.map(|(ty, row)| (ty, row.members.iter().map(|member| member.element).collect()));
        Ok(Self { members: members.collect() })
    }

    pub fn members(&self, ty: Type<'m>) -> Vec<u32> {
        let known = self.members.get(&ty).filter(|members| !members.is_empty());
        known.cloned().unwrap_or_else(|| (0..ty.field_count()).collect())
    }

    /// Returns the place for a type such as `%spirv.matrix.f32.3x4.row.16` or `%spirv.stride.16`.
    pub fn stored(&self, ty: Type<'m>) -> Place<'m> {
        if notes::is_padded(ty) {
            return ty.field(0).map_or(Place::Plain(ty), |inner| self.stored(inner));
        }
        matrix(ty).unwrap_or(Place::Plain(ty))
    }
}

/// Returns the place of a matrix type whose name contains the layout of its columns or rows.
fn matrix(ty: Type<'_>) -> Option<Place<'_>> {
    let MatrixParts { component, columns, rows, is_row_major } = notes::matrix_parts(ty)?;
    let name = ty.struct_name()?;
    let (_, stride) = name.split_once(".row.").or_else(|| name.split_once(".col."))?;
    // Behind it is what LLVM adds to a name that it has already.
    let stride = stride.split('.').next()?.parse().ok()?;
    let (columns, rows) = (columns.into(), rows.into());
    Some(Place::Matrix { element: component, columns, rows, by_rows: is_row_major, stride })
}

/// A part of a value, and its offset.
struct Part<'m> {
    path: Vec<u32>,
    /// The lane, if the part is a component of a vector.
    lane: Option<u32>,
    ty: Type<'m>,
    offset: u64,
}

struct Parts<'w, 'm, 'c> {
    made: Made<'m, 'c>,
    shapes: &'w Shapes<'m>,
    all: Vec<Part<'m>>,
}

impl<'m> Parts<'_, 'm, '_> {
    fn add(&mut self, ty: Type<'m>, place: Place<'m>, path: &mut Vec<u32>, offset: u64) -> Result<()> {
        if self.all.len() > MOST_PARTS {
            return Err(errors::unsupported("a value of more than 16384 parts in memory, on the cpu"));
        }
        if let (Some(inner), true) =
            (ty.field(0), notes::is_padded(ty) && !matches!(place, Place::Plain(stored) if stored == ty))
        {
            path.push(0);
            self.add(inner, place, path, offset)?;
            path.pop();
            return Ok(());
        }
        let place = match place {
            Place::Plain(stored) if stored != ty => self.shapes.stored(stored),
            _ => place,
        };
        match self.first(ty, place) {
            Place::Matrix { element, columns, rows, by_rows, stride } => {
                let size = self.made.module.layout().abi_size(element).unwrap_or(4);
                let column = ty.field(0).and_then(|array| array.element()).unwrap_or(ty);
                for index in 0..columns {
                    let (place, begin) = if by_rows {
                        (Place::Strided { element, count: rows, stride }, index * size)
                    } else {
                        (Place::Plain(column), index * stride)
                    };
                    path.extend([0, u32::try_from(index).unwrap_or(0)]);
                    self.add(column, place, path, offset + begin)?;
                    path.truncate(path.len() - 2);
                }
            }
            Place::Strided { element, count, stride } => {
                for lane in 0..count.min(ty.count()) {
                    let lane_number = u32::try_from(lane).ok();
                    self.all.push(Part {
                        path: path.clone(),
                        lane: lane_number,
                        ty: element,
                        offset: offset + lane * stride,
                    });
                }
            }
            Place::Plain(stored) if ty.is_struct() && stored.is_struct() => self.members(ty, stored, path, offset)?,
            Place::Plain(stored) if ty.is_array() && stored.is_array() => self.elements(ty, stored, path, offset)?,
            Place::Plain(_) | Place::Component { .. } => {
                self.all.push(Part { path: path.clone(), lane: None, ty, offset })
            }
        }
        Ok(())
    }

    /// Returns the place of the first part of this type at an address: LLVM has no separate address for a first column,
    /// component or member.
    fn first(&self, ty: Type<'m>, place: Place<'m>) -> Place<'m> {
        if is_aggregate(ty) {
            return place;
        }
        match place {
            Place::Matrix { element, rows, by_rows: true, stride, .. } if ty.is_vector() => {
                Place::Strided { element, count: rows, stride }
            }
            Place::Matrix { .. } => Place::Plain(ty),
            Place::Strided { .. } if !ty.is_vector() => Place::Plain(ty),
            Place::Plain(stored) if is_aggregate(stored) => {
                let member = self.shapes.members(stored).first().and_then(|first| stored.field(*first));
                let inner = if stored.is_struct() { member } else { stored.element() };
                inner.map_or(place, |inner| self.first(ty, self.shapes.stored(inner)))
            }
            _ => place,
        }
    }

    fn members(&mut self, ty: Type<'m>, stored: Type<'m>, path: &mut Vec<u32>, offset: u64) -> Result<()> {
        for (to, from) in self.shapes.members(ty).into_iter().zip(self.shapes.members(stored)) {
            let begin = self.made.module.layout().element_offset(stored, from);
            let (Some(begin), Some(inner), Some(there)) = (begin, ty.field(to), stored.field(from)) else {
                return Err(errors::internal("a struct without a member"));
            };
            path.push(to);
            self.add(inner, Place::Plain(there), path, offset + begin)?;
            path.pop();
        }
        Ok(())
    }

    fn elements(&mut self, ty: Type<'m>, stored: Type<'m>, path: &mut Vec<u32>, offset: u64) -> Result<()> {
        let (Some(inner), Some(there)) = (ty.element(), stored.element()) else { return Ok(()) };
        let stride = self.made.module.layout().abi_size(there).unwrap_or(0);
        for index in 0..ty.count() {
            path.push(u32::try_from(index).map_err(|_| errors::unsupported("an array that long"))?);
            self.add(inner, Place::Plain(there), path, offset + index * stride)?;
            path.pop();
        }
        Ok(())
    }
}

fn parts<'m>(made: Made<'m, '_>, shapes: &Shapes<'m>, ty: Type<'m>, place: Place<'m>) -> Result<Vec<Part<'m>>> {
    let mut parts = Parts { made, shapes, all: Vec::new() };
    parts.add(ty, place, &mut Vec::new(), 0)?;
    Ok(parts.all)
}

/// Returns the address of a part.
pub fn at<'m>(made: Made<'m, '_>, builder: &Builder<'m>, base: Value<'m>, offset: u64) -> Result<Value<'m>> {
    if offset == 0 {
        return Ok(base);
    }
    let context = made.context;
    builder.gep(context.int_type(8)?, base, &[context.const_int(context.int_type(64)?, offset)?], false)
}

fn access(alignment: u32, part: &Part<'_>) -> PlainAccess {
    let known = if part.offset == 0 { alignment } else { alignment.min(1 << part.offset.trailing_zeros().min(7)) };
    PlainAccess { alignment: known.max(1), is_volatile: false }
}

fn lane<'m>(made: Made<'m, '_>, lane: u32) -> Result<Value<'m>> {
    let context = made.context;
    context.const_int(context.int_type(32)?, u64::from(lane))
}

/// Stores a value part by part, in the layout of its own type.
pub fn store<'m>(
    made: Made<'m, '_>,
    builder: &Builder<'m>,
    shapes: &Shapes<'m>,
    value: Value<'m>,
    to: Value<'m>,
) -> Result<()> {
    let parts = parts(made, shapes, value.ty(), Place::Plain(value.ty()))?;
    store_parts(made, builder, value, to, 1, &parts)
}

fn store_parts<'m>(
    made: Made<'m, '_>,
    builder: &Builder<'m>,
    value: Value<'m>,
    to: Value<'m>,
    alignment: u32,
    parts: &[Part<'m>],
) -> Result<()> {
    for part in parts {
        let mut data = if part.path.is_empty() { value } else { builder.extract_value(value, &part.path)? };
        if let Some(number) = part.lane {
            data = builder.extract_element(data, lane(made, number)?)?;
        }
        builder.store_as(data, at(made, builder, to, part.offset)?, access(alignment, part))?;
    }
    Ok(())
}

fn load_parts<'m>(
    made: Made<'m, '_>,
    builder: &Builder<'m>,
    ty: Type<'m>,
    from: Value<'m>,
    alignment: u32,
    parts: &[Part<'m>],
) -> Result<Value<'m>> {
    let mut value = made.context.poison(ty)?;
    for part in parts {
        let mut data = builder.load_as(part.ty, at(made, builder, from, part.offset)?, access(alignment, part))?;
        if let Some(number) = part.lane {
            let vector = if part.path.is_empty() { value } else { builder.extract_value(value, &part.path)? };
            data = builder.insert_element(vector, data, lane(made, number)?)?;
        }
        value = if part.path.is_empty() { data } else { builder.insert_value(value, data, &part.path)? };
    }
    Ok(value)
}

/// Returns an index, sign-extended to 64 bits.
pub fn wide<'m>(made: Made<'m, '_>, builder: &Builder<'m>, index: Value<'m>) -> Result<Value<'m>> {
    let context = made.context;
    let long = context.int_type(64)?;
    match index.int_signed().filter(|_| index.is_constant()) {
        Some(value) => context.const_int(long, value.cast_unsigned()),
        None if index.ty().int_width() < 64 => builder.cast(Opcode::SExt, index, long),
        None => Ok(index),
    }
}

/// Returns an index multiplied by the size of an element.
pub fn scaled<'m>(made: Made<'m, '_>, builder: &Builder<'m>, index: Value<'m>, bytes: u64) -> Result<Value<'m>> {
    let context = made.context;
    let long = context.int_type(64)?;
    match index.int_value().filter(|_| index.is_constant()) {
        Some(value) => context.const_int(long, value.wrapping_mul(bytes)),
        None => builder.binary(Opcode::Mul, index, context.const_int(long, bytes)?),
    }
}

/// Returns a sum, without additions of 0.
pub fn sum<'m>(made: Made<'m, '_>, builder: &Builder<'m>, a: Value<'m>, b: Value<'m>) -> Result<Value<'m>> {
    let known = |value: Value<'m>| value.int_value().filter(|_| value.is_constant());
    match (known(a), known(b)) {
        (Some(a), Some(b)) => {
            let context = made.context;
            context.const_int(context.int_type(64)?, a.wrapping_add(b))
        }
        (Some(0), None) => Ok(b),
        (None, Some(0)) => Ok(a),
        _ => builder.binary(Opcode::Add, a, b),
    }
}

/// Rewrites the addresses, loads, stores and variables of a step.
pub fn lower<'m>(made: Made<'m, '_>, step: Value<'m>, places: &Places<'m>) -> Result<()> {
    let builder = Builder::new(made.module);
    let instructions: Vec<_> = step.blocks().flat_map(|block| block.instructions()).collect();
    for inst in instructions {
        builder.position_before(inst)?;
        match inst.opcode() {
            Some(Opcode::GetElementPtr) => address(made, &builder, inst)?,
            Some(Opcode::Load) => load(made, &builder, inst, places)?,
            Some(Opcode::Store) => rewrite_store(made, &builder, inst, places)?,
            Some(Opcode::Alloca) => variable(made, &builder, inst)?,
            _ => {}
        }
    }
    Ok(())
}

/// Replaces a typed `getelementptr` by one over bytes.
fn address<'m>(made: Made<'m, '_>, builder: &Builder<'m>, gep: Value<'m>) -> Result<()> {
    let byte = made.context.int_type(8)?;
    if gep.gep_source_type() == Some(byte) && gep.operand(1).is_some_and(|index| index.ty().is_int_of(64)) {
        return Ok(());
    }
    let (Some(base), Some(mut ty)) = (gep.operand(0), gep.gep_source_type()) else { return Ok(()) };
    if gep.ty().is_vector() {
        return Err(errors::unsupported("a vector of addresses on the cpu"));
    }
    let context = made.context;
    let mut offset = context.const_int(context.int_type(64)?, 0)?;
    for (place, index) in gep.operands().skip(1).enumerate() {
        let step = if place > 0 && ty.is_struct() {
            let field = index.int_value().and_then(|field| u32::try_from(field).ok());
            let begin = field.and_then(|field| made.module.layout().element_offset(ty, field));
            let (Some(begin), Some(inner)) = (begin, field.and_then(|field| ty.field(field))) else {
                return Err(errors::internal("an address of a field that is not there"));
            };
            ty = inner;
            context.const_int(context.int_type(64)?, begin)?
        } else {
            if place > 0 {
                ty = ty.element().ok_or_else(|| errors::internal("an address within a number"))?;
            }
            let size = made
                .module
                .layout()
                .abi_size(ty)
                .ok_or_else(|| errors::unsupported("an address of what has no size"))?;
            scaled(made, builder, wide(made, builder, index)?, size)?
        };
        offset = sum(made, builder, offset, step)?;
    }
    let new = if offset.int_value() == Some(0) && offset.is_constant() {
        base
    } else {
        builder.gep(byte, base, &[offset], false)?
    };
    gep.replace_uses(new)?;
    gep.erase()
}

fn place_of<'m>(pointer: Value<'m>, ty: Type<'m>, places: &Places<'m>) -> Option<Place<'m>> {
    match places.of.get(&pointer) {
        Some(Place::Plain(stored)) if *stored == ty && !is_aggregate(ty) => None,
        Some(place) => Some(*place),
        None => is_aggregate(ty).then_some(Place::Plain(ty)),
    }
}

fn is_aggregate(ty: Type<'_>) -> bool {
    ty.is_struct() || ty.is_array()
}

fn load<'m>(made: Made<'m, '_>, builder: &Builder<'m>, load: Value<'m>, places: &Places<'m>) -> Result<()> {
    let pointer = load.operand(0).ok_or_else(|| errors::internal("a load without an address"))?;
    let Some(place) = place_of(pointer, load.ty(), places) else { return Ok(()) };
    let value = if let Place::Component { vector, index } = place {
        builder.extract_element(builder.load_as(vector, pointer, PLAIN)?, index)?
    } else {
        let parts = parts(made, &places.shapes, load.ty(), place)?;
        load_parts(made, builder, load.ty(), pointer, load.alignment(), &parts)?
    };
    load.replace_uses(value)?;
    load.erase()
}

fn rewrite_store<'m>(made: Made<'m, '_>, builder: &Builder<'m>, store: Value<'m>, places: &Places<'m>) -> Result<()> {
    let (Some(value), Some(pointer)) = (store.operand(0), store.operand(1)) else {
        return Err(errors::internal("a store without an address"));
    };
    let Some(place) = place_of(pointer, value.ty(), places) else { return Ok(()) };
    if let Place::Component { vector, index } = place {
        let others = builder.load_as(vector, pointer, PLAIN)?;
        builder.store_as(builder.insert_element(others, value, index)?, pointer, PLAIN)?;
        return store.erase();
    }
    let parts = parts(made, &places.shapes, value.ty(), place)?;
    store_parts(made, builder, value, pointer, store.alignment(), &parts)?;
    store.erase()
}

/// Replaces variables of structs and arrays by arrays of bytes.
fn variable<'m>(made: Made<'m, '_>, builder: &Builder<'m>, variable: Value<'m>) -> Result<()> {
    let Some(ty) = variable.allocated_type().filter(|ty| is_aggregate(*ty)) else { return Ok(()) };
    let context = made.context;
    let size =
        made.module.layout().abi_size(ty).ok_or_else(|| errors::unsupported("a variable without a size on the cpu"))?;
    let room = builder.alloca(context.array_type(context.int_type(8)?, size)?, None)?;
    room.set_alignment(variable.alignment().max(1))?;
    variable.replace_uses(room)?;
    variable.erase()
}
