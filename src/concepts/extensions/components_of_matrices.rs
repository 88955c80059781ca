//! Construction of cooperative matrices and vectors from components, and extraction of components.
//!
//! In LLVM IR: calls of `__spirv_CompositeConstruct`, `__spirv_CompositeExtract`, `__spirv_VectorExtractDynamic` and
//! the like. In SPIR-V a component has the component type of the matrix, which may be a signed integer or an encoded
//! 8-bit number, for which LLVM has a plain integer: it is bitcast.

use crate::binary::Op;
use crate::binary::builder::Id;
use crate::concepts::base::{types, values};
use crate::concepts::builtins;
use crate::error::Result;
use crate::llvm::Value;
use crate::state::Forward;
use crate::state::hooks::ask;
use llvm_spirv_mangling::{self as mangling, Name};

/// Returns a value as a component of the cooperative type `ty`, bitcast if necessary.
pub fn constituent<'m>(f: &mut Forward<'m>, value: Value<'m>, ty: Id, name: Option<&mangling::Type>) -> Result<Id> {
    let component = f.matrices.components.get(&ty).copied();
    if let Some(component) = component.filter(|_| value.ty().is_int() && value.is_constant())
        && let Some(number) = value.int_value()
    {
        return number_of(f, value, component, number);
    }
    let operand = match ask!(f.hooks.forward_operand, f, value, name) {
        Some(operand) => operand,
        None => values::operand(f, value)?,
    };
    match component.filter(|component| *component != operand.ty && value.ty().is_int()) {
        Some(component) => f.emit_value(Op::Bitcast, component, &[operand.id]).map(|cast| cast.id),
        None => Ok(operand.id),
    }
}

/// Returns the constant `number` in the component type `component`.
fn number_of<'m>(f: &mut Forward<'m>, value: Value<'m>, component: Id, number: u64) -> Result<Id> {
    if let Some(constant) = ask!(f.hooks.constant_as, f, value, component) {
        return Ok(constant.id);
    }
    let operand = values::operand(f, value)?;
    match operand.ty == component {
        true => Ok(operand.id),
        false => f.spv.unique_constant(Op::Constant, component, &[number as u32]),
    }
}

/// Translates `OpCompositeConstruct` of a cooperative matrix or vector; that of any other type is left to the grammar.
pub fn forward_construct<'m>(f: &mut Forward<'m>, inst: Value<'m>, name: &Name) -> Result<()> {
    let ty = types::forward(f, inst.ty())?;
    if !f.matrices.components.contains_key(&ty) {
        return builtins::forward_generic(f, inst, name, Op::CompositeConstruct);
    }
    let args: Vec<_> = inst.call_args().zip(name.params.iter().map(Some).chain(std::iter::repeat(None))).collect();
    let parts = args.iter().map(|(arg, param)| constituent(f, *arg, ty, *param)).collect::<Result<Vec<_>>>()?;
    f.define(inst, Op::CompositeConstruct, ty, &parts).map(drop)
}

/// Translates the extraction of a component, at a constant or variable index.
pub fn forward_extract<'m>(f: &mut Forward<'m>, inst: Value<'m>, name: &Name, op: Op) -> Result<()> {
    let whole = builtins::argument(f, inst, name, 0)?;
    let Some(component) = f.matrices.components.get(&whole.ty).copied() else {
        return builtins::forward_generic(f, inst, name, op);
    };
    let index = index(f, inst, name, 1, op)?;
    let part = f.emit_value(op, component, &[whole.id, index])?;
    let plain = types::forward(f, inst.ty())?;
    let wanted = f.typed(inst, plain)?;
    let is_other = inst.ty().is_int() && !f.shaders.signed.contains(&component) && wanted != component;
    match is_other {
        true => f.define(inst, Op::Bitcast, plain, &[part.id]).map(drop),
        false => f.bind(inst, part),
    }
}

/// Translates the replacement of a component, at a constant or variable index.
pub fn forward_insert<'m>(f: &mut Forward<'m>, inst: Value<'m>, name: &Name, op: Op) -> Result<()> {
    let ty = types::forward(f, inst.ty())?;
    if !f.matrices.components.contains_key(&ty) {
        return builtins::forward_generic(f, inst, name, op);
    }
    // The one has the object in front, the other the composite.
    let (whole, part) = if op == Op::CompositeInsert { (1, 0) } else { (0, 1) };
    let part = constituent(f, builtins::value(inst, part)?, ty, name.params.get(part as usize))?;
    let whole = builtins::argument(f, inst, name, whole)?.id;
    let index = index(f, inst, name, 2, op)?;
    let operands = if op == Op::CompositeInsert { [part, whole, index] } else { [whole, part, index] };
    f.define(inst, op, ty, &operands).map(drop)
}

/// Returns the operand for an index: a literal of `OpComposite...`, else a value.
fn index<'m>(f: &mut Forward<'m>, inst: Value<'m>, name: &Name, index: u32, op: Op) -> Result<u32> {
    match op {
        Op::CompositeExtract | Op::CompositeInsert => builtins::literal(inst, index),
        _ => Ok(builtins::argument(f, inst, name, index)?.id),
    }
}
