//! Access chains that LLVM cannot represent: to matrices and their columns, and into arrays of buffers. Their addresses
//! become sums of byte offsets; the place at each address is kept for its loads and stores.

use super::super::made::Made;
use super::super::shell;
use super::bytes::{Place, Shapes, scaled, sum};
use super::copy;
use super::differences;
use super::place::{self, Placed};
use crate::errors;
use llvm_spirv::error::Result;
use llvm_spirv::llvm::{Builder, Opcode, Type, Value};
use rustc_hash::FxHashMap;

/// The places at the addresses of chains.
#[derive(Debug)]
pub struct Places<'m> {
    pub shapes: Shapes<'m>,
    pub of: FxHashMap<Value<'m>, Place<'m>>,
    /// The bytes from one element to the next, for chains whose last index is into an array.
    pub apart: FxHashMap<Value<'m>, u64>,
}

/// Replaces the chains of a step, and the queries for array lengths.
pub fn lower<'m>(
    made: Made<'m, '_>,
    step: Value<'m>,
    shapes: Shapes<'m>,
    placed: &mut Placed<'m>,
) -> Result<Places<'m>> {
    let mut places = Places { shapes, of: FxHashMap::default(), apart: FxHashMap::default() };
    let builder = Builder::new(made.module);
    let instructions: Vec<_> = step.blocks().flat_map(|block| block.instructions()).collect();
    for call in instructions.into_iter().filter(|inst| inst.is_call() || inst.is_gep()) {
        if call.is_gep() {
            component(made, &builder, call, &mut places)?;
            continue;
        }
        let name = call.called_function().map_or("", |callee| callee.name());
        builder.position_before(call)?;
        if let Some(value) = composite(made, &builder, &places.shapes, (call, name))? {
            call.replace_uses(value)?;
            call.erase()?;
            continue;
        }
        if name.contains("__spirv_PtrDiff") {
            call.replace_uses(differences::difference(made, &builder, call, &places)?)?;
            call.erase()?;
            continue;
        }
        let is_chain = name.contains("__spirv_AccessChain") || name.contains("__spirv_InBoundsAccessChain");
        if is_chain || name.contains("__spirv_ArrayLength") {
            let walk = Walk { made, builder: &builder };
            let new =
                if is_chain { walk.chain(call, placed, &mut places)? } else { walk.length(call, placed, &places)? };
            call.replace_uses(new)?;
            call.erase()?;
        }
    }
    Ok(places)
}

/// Redirects a `getelementptr` on a chain to a component of a column, in a matrix stored by rows.
fn component<'m>(made: Made<'m, '_>, builder: &Builder<'m>, gep: Value<'m>, places: &mut Places<'m>) -> Result<()> {
    let known = gep.operand(0).and_then(|base| Some((base, *places.of.get(&base)?)));
    let Some((base, place @ Place::Strided { element, stride, .. })) = known else { return Ok(()) };
    builder.position_before(gep)?;
    let walk = Walk { made, builder };
    let address = walk.add(base, scaled(made, builder, walk.lane(gep, element)?, stride)?)?;
    places.of.insert(address, place);
    gep.replace_uses(address)?;
    gep.erase()
}

/// Lowers the copy, insertion or extraction of a value whose types do not fit LLVM's instructions.
fn composite<'m>(
    made: Made<'m, '_>,
    builder: &Builder<'m>,
    shapes: &Shapes<'m>,
    (call, name): (Value<'m>, &str),
) -> Result<Option<Value<'m>>> {
    let members = |first: usize| -> Option<Vec<u32>> {
        call.call_args().skip(first).map(|index| u32::try_from(index.int_value()?).ok()).collect()
    };
    let (first, second) = (call.call_arg(0), call.call_arg(1));
    let made_value = match (first, second) {
        (Some(value), _) if name.contains("__spirv_CopyLogical") => {
            copy::copied(made, builder, shapes, value, call.ty())?
        }
        (Some(part), Some(whole)) if name.contains("__spirv_CompositeInsert") => {
            let members = members(2).ok_or_else(|| errors::invalid("an index of a part that is no constant"))?;
            copy::inserted(made, builder, shapes, (part, whole), &members)?
        }
        (Some(whole), _) if name.contains("__spirv_CompositeExtract") => {
            let members = members(1).ok_or_else(|| errors::invalid("an index of a part that is no constant"))?;
            copy::extracted(made, builder, shapes, (whole, call.ty()), &members)?
        }
        _ => return Ok(None),
    };
    Ok(Some(made_value))
}

/// An index of a chain: its byte offset, the bytes from one element to the next, and the resulting place.
struct Step<'m> {
    offset: Value<'m>,
    apart: Option<u64>,
    place: Place<'m>,
}

struct Walk<'w, 'm, 'c> {
    made: Made<'m, 'c>,
    builder: &'w Builder<'m>,
}

impl<'m> Walk<'_, 'm, '_> {
    /// Returns the pointer at which a chain begins, its place, and the number of the first remaining index.
    fn begin(
        &self,
        call: Value<'m>,
        placed: &mut Placed<'m>,
        places: &Places<'m>,
    ) -> Result<(Value<'m>, Place<'m>, u32)> {
        let base = call.call_arg(0).ok_or_else(|| errors::internal("a chain without a base"))?;
        let known = places.of.get(&base).copied().or_else(|| placed.types.get(&base).copied().map(Place::Plain));
        let place = known.or_else(|| base.allocated_type().map(Place::Plain)).or_else(|| pointee(base, &places.shapes));
        let place =
            place.ok_or_else(|| errors::unsupported("an access chain over a pointer of an unknown type on the cpu"))?;
        let Place::Plain(ty) = place else { return Ok((base, place, 1)) };
        let Some(number) = placed.tables.get(&base).copied() else { return Ok((base, place, 1)) };
        let index = call.call_arg(1).ok_or_else(|| errors::invalid("an array of buffers without an index"))?;
        let within =
            self.builder.call(shell::function(self.made.module, "spirv.within")?, &[self.wide(index)?, base])?;
        let entry = self.add(base, scaled(self.made, self.builder, within, 16)?)?;
        let buffer = place::buffer(self.made, self.builder, entry, number, &mut placed.roots)?;
        Ok((buffer, Place::Plain(ty.element().unwrap_or(ty)), 2))
    }

    fn chain(&self, call: Value<'m>, placed: &mut Placed<'m>, places: &mut Places<'m>) -> Result<Value<'m>> {
        let (base, mut place, first) = self.begin(call, placed, places)?;
        let (mut offset, mut apart) = (self.int(0)?, None);
        for index in call.call_args().skip(first as usize) {
            let step = self.step(place, index, &places.shapes)?;
            offset = sum(self.made, self.builder, offset, step.offset)?;
            (place, apart) = (step.place, step.apart);
        }
        let mut address = self.add(base, offset)?;
        if address == base {
            // What is there differs, though the address does not.
            address = self.builder.freeze(base)?;
        }
        places.of.insert(address, place);
        places.apart.extend(apart.map(|bytes| (address, bytes)));
        Ok(address)
    }

    /// Applies one index.
    fn step(&self, place: Place<'m>, index: Value<'m>, shapes: &Shapes<'m>) -> Result<Step<'m>> {
        let (stride, inner) = match place {
            Place::Matrix { element, columns: _, rows, by_rows: true, stride } => {
                let size = self.made.module.layout().abi_size(element).unwrap_or(4);
                (size, Place::Strided { element, count: rows, stride })
            }
            Place::Matrix { element, rows, stride, .. } => {
                let column = self.made.context.vector_type(element, u32::try_from(rows).unwrap_or(4))?;
                (stride, Place::Plain(column))
            }
            Place::Strided { element, stride, .. } => (stride, Place::Plain(element)),
            Place::Plain(ty) if ty.is_struct() => {
                let member = index.int_value().and_then(|index| u32::try_from(index).ok());
                let field = member.and_then(|member| shapes.members(ty).get(member as usize).copied());
                let offset = field.and_then(|field| self.made.module.layout().element_offset(ty, field));
                let (Some(offset), Some(inner)) = (offset, field.and_then(|field| ty.field(field))) else {
                    return Err(errors::unsupported("an access chain to a member that is not there"));
                };
                return Ok(Step { offset: self.int(offset)?, apart: None, place: shapes.stored(inner) });
            }
            Place::Plain(vector) if vector.is_vector() && vector.scalar().is_int_of(1) => {
                // The index itself may become another instruction.
                let index = self.builder.freeze(index)?;
                return Ok(Step { offset: self.int(0)?, apart: None, place: Place::Component { vector, index } });
            }
            Place::Component { .. } => return Err(errors::unsupported("an access chain into a boolean")),
            Place::Plain(ty) => {
                let element = ty.element().ok_or_else(|| errors::unsupported("an access chain into a number"))?;
                (self.made.module.layout().abi_size(element).unwrap_or(0), shapes.stored(element))
            }
        };
        let offset = scaled(self.made, self.builder, self.wide(index)?, stride)?;
        Ok(Step { offset, apart: Some(stride), place: inner })
    }

    /// Returns the number of the component that a `getelementptr` into a vector addresses, as 64 bits.
    fn lane(&self, gep: Value<'m>, element: Type<'m>) -> Result<Value<'m>> {
        let unknown = || errors::unsupported("an address within a vector on the cpu");
        let (Some(ty), Some(first)) = (gep.gep_source_type(), gep.operand(1)) else { return Err(unknown()) };
        match gep.operand(2) {
            Some(index) if ty.is_vector() && ty.element() == Some(element) && first.int_value() == Some(0) => {
                self.wide(index)
            }
            None if ty == element => self.wide(first),
            None if ty.is_int_of(8) => {
                let size = self.made.module.layout().abi_size(element).filter(|size| *size > 0).ok_or_else(unknown)?;
                self.builder.binary(Opcode::SDiv, self.wide(first)?, self.int(size)?)
            }
            _ => Err(unknown()),
        }
    }

    /// Returns the number of elements of the runtime array at a buffer's end.
    fn length(&self, call: Value<'m>, placed: &mut Placed<'m>, places: &Places<'m>) -> Result<Value<'m>> {
        let (base, place, first) = self.begin(call, placed, places)?;
        let unknown = || errors::unsupported("the length of an array on the cpu");
        let (Place::Plain(ty), Some(root)) = (place, placed.roots.get(&base)) else { return Err(unknown()) };
        let member = call.call_arg(first).and_then(|member| member.int_value()).ok_or_else(unknown)?;
        let field = places
            .shapes
            .members(ty)
            .get(usize::try_from(member).unwrap_or(usize::MAX))
            .copied()
            .ok_or_else(unknown)?;
        let begin = self.made.module.layout().element_offset(ty, field).ok_or_else(unknown)?;
        let element = ty.field(field).and_then(|array| array.element()).ok_or_else(unknown)?;
        let stride = self.made.module.layout().abi_size(element).filter(|stride| *stride > 0).ok_or_else(unknown)?;
        let function = shell::function(self.made.module, "spirv.array.length")?;
        let length = self.builder.call(function, &[root.size, self.int(begin)?, self.int(stride)?])?;
        self.builder.cast(Opcode::Trunc, length, call.ty())
    }

    fn int(&self, value: u64) -> Result<Value<'m>> {
        let context = self.made.context;
        context.const_int(context.int_type(64)?, value)
    }

    fn wide(&self, index: Value<'m>) -> Result<Value<'m>> {
        super::bytes::wide(self.made, self.builder, index)
    }

    fn add(&self, base: Value<'m>, offset: Value<'m>) -> Result<Value<'m>> {
        self.builder.gep(self.made.context.int_type(8)?, base, &[offset], false)
    }
}

/// Returns the place that a `getelementptr` addresses.
fn pointee<'m>(base: Value<'m>, shapes: &Shapes<'m>) -> Option<Place<'m>> {
    if !base.is_gep() {
        return None;
    }
    let mut ty = base.gep_source_type()?;
    for index in base.operands().skip(2) {
        ty = if ty.is_struct() { ty.field(u32::try_from(index.int_value()?).ok()?)? } else { ty.element()? };
    }
    Some(shapes.stored(ty))
}
