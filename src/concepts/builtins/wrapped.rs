//! Numbers in structures as operands and results of group instructions, which take numbers alone: SYCL passes its `half`
//! as a structure of one member, in memory.

use super::args;
use crate::binary::Op;
use crate::binary::grammar::Info;
use crate::concepts::base::{pointers, types};
use crate::error::Result;
use crate::llvm::{AttributeKind, AttributePlace, Type, TypeKind, Value};
use crate::state::{Forward, Operand};
use ::spirv::Class;

/// Nested structures of one member each, from the outermost to the innermost one, and the number in it.
struct Wrapped<'m> {
    layers: Vec<Type<'m>>,
    number: Type<'m>,
}

impl<'m> Wrapped<'m> {
    fn of(info: &Info, ty: Type<'m>) -> Option<Self> {
        if !matches!(info.class, Class::Group | Class::NonUniform) {
            return None;
        }
        let (mut layers, mut inner) = (Vec::new(), ty);
        while inner.kind() == TypeKind::Struct && inner.field_count() == 1 {
            layers.push(inner);
            inner = inner.field(0)?;
        }
        let is_number = inner.scalar().is_int() || inner.scalar().is_float();
        (is_number && !layers.is_empty()).then_some(Self { layers, number: inner })
    }
}

/// Loads the number from the structure that an argument is passed in, or returns `None` for any other argument.
pub fn load<'m>(f: &mut Forward<'m>, inst: Value<'m>, info: &Info, index: u32) -> Result<Option<Operand>> {
    let passed = inst.type_attribute(AttributePlace::Param(index), AttributeKind::ByVal);
    let Some((passed, wrapped)) = passed.and_then(|ty| Some((ty, Wrapped::of(info, ty)?))) else { return Ok(None) };
    let place = pointers::operand_to(f, args::value(inst, index)?, passed)?;
    let ty = types::forward(f, passed)?;
    let mut value = f.emit_value(Op::Load, ty, &[place.id])?;
    let inner = wrapped.layers.iter().skip(1).chain([&wrapped.number]);
    for ty in inner {
        let ty = types::forward(f, *ty)?;
        value = f.emit_value(Op::CompositeExtract, ty, &[value.id, 0])?;
    }
    Ok(Some(value))
}

/// Returns the type of the number in the structure `returned`, or `returned` itself for other types.
pub fn number<'m>(info: &Info, returned: Type<'m>) -> Type<'m> {
    Wrapped::of(info, returned).map_or(returned, |wrapped| wrapped.number)
}

/// Returns the structure `returned` around a number, or the value itself for other types.
pub fn wrap<'m>(f: &mut Forward<'m>, info: &Info, returned: Type<'m>, value: Operand) -> Result<Operand> {
    let Some(wrapped) = Wrapped::of(info, returned) else { return Ok(value) };
    let ty = types::forward(f, returned)?;
    let nothing = f.spv.unique_constant(Op::Undef, ty, &[])?;
    let operands = [value.id, nothing].into_iter().chain(wrapped.layers.iter().map(|_| 0));
    f.emit_value(Op::CompositeInsert, ty, &operands.collect::<Vec<_>>())
}
