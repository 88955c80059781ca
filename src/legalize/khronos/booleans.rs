//! Conversions and shifts of booleans, in LLVM IR as the Khronos translator treats them: `select` extends, a comparison
//! truncates, and shifts work on 32-bit integers.

use crate::error::{Error, Result};
use crate::legalize::kit::emit::Emit;
use crate::legalize::kit::kinds::is_boolean;
use crate::llvm::{Module, Opcode, Predicate, Type, Value};

/// Rewrites the shifts of booleans, then the casts between booleans and numbers.
pub fn run<'m>(module: &'m Module<'m>, emit: &Emit<'m>) -> Result<()> {
    for shift in found(module, |inst| is_shift(inst.opcode()) && is_boolean(inst.ty())) {
        shift_numbers(emit, shift)?;
    }
    for cast in found(module, is_cast) {
        emit.builder.position_before(cast)?;
        match cast.opcode() {
            Some(Opcode::Trunc) => truncate(emit, cast)?,
            Some(Opcode::SExt) => replace(cast, selected(emit, source(cast)?, cast.ty(), u64::MAX)?)?,
            _ => replace(cast, selected(emit, source(cast)?, cast.ty(), 1)?)?,
        }
    }
    Ok(())
}

fn found<'m>(module: &'m Module<'m>, test: fn(Value<'m>) -> bool) -> Vec<Value<'m>> {
    let instructions = module.functions().flat_map(Value::blocks).flat_map(|block| block.instructions());
    instructions.filter(|inst| test(*inst)).collect()
}

fn is_shift(opcode: Option<Opcode>) -> bool {
    matches!(opcode, Some(Opcode::Shl | Opcode::LShr))
}

/// Returns whether a cast makes an integer of a boolean, or a boolean of an integer.
fn is_cast(inst: Value<'_>) -> bool {
    use Opcode as O;
    match inst.opcode() {
        Some(O::Trunc) => is_boolean(inst.ty()),
        Some(O::ZExt | O::SExt) => inst.operand(0).is_some_and(|operand| is_boolean(operand.ty())),
        _ => false,
    }
}

fn source(inst: Value<'_>) -> Result<Value<'_>> {
    inst.operand(0).ok_or_else(|| Error::internal("a cast of nothing"))
}

/// Emits a `select` of the constant `one` or zero.
fn selected<'m>(e: &Emit<'m>, condition: Value<'m>, ty: Type<'m>, one: u64) -> Result<Value<'m>> {
    let (one, zero) = (e.int(ty, one)?, e.int(ty, 0)?);
    e.select(condition, one, zero)
}

/// Returns a boolean as the 32-bit integer 0 or 1.
fn number<'m>(e: &Emit<'m>, boolean: Value<'m>) -> Result<Value<'m>> {
    selected(e, boolean, e.int_like(boolean.ty(), 32)?, 1)
}

/// Replaces a `trunc` to a boolean by a test of the lowest bit.
fn truncate<'m>(e: &Emit<'m>, cast: Value<'m>) -> Result<()> {
    let bit = e.with(Opcode::And, source(cast)?, 1)?;
    let value = e.compare(Predicate::Ne, bit, e.int(bit.ty(), 0)?)?;
    replace(cast, value)
}

/// Replaces a shift of booleans by an `lshr` of 32-bit integers. A shift by anything but zero is undefined, so that
/// `lshr` serves for `shl`, too. A `zext` of the result to 32 bits becomes the shifted integer itself.
fn shift_numbers<'m>(e: &Emit<'m>, shift: Value<'m>) -> Result<()> {
    e.builder.position_before(shift)?;
    let (base, by) = (source(shift)?, shift.operand(1).ok_or_else(|| Error::internal("a shift by nothing"))?);
    let (base, by) = (number(e, base)?, number(e, by)?);
    let shifted = e.binary(Opcode::LShr, base, by)?;
    let is_extension = |user: &Value<'m>| user.is_op(Opcode::ZExt) && user.ty() == shifted.ty();
    for extension in shift.uses().filter(is_extension).collect::<Vec<_>>() {
        replace(extension, shifted)?;
    }
    match shift.is_used() {
        true => replace(shift, e.compare(Predicate::Ne, shifted, e.int(shifted.ty(), 0)?)?),
        false => shift.erase(),
    }
}

/// Puts a value in the place of an instruction, name included.
fn replace<'m>(old: Value<'m>, new: Value<'m>) -> Result<()> {
    let name = old.name().to_owned();
    old.replace_uses(new)?;
    old.erase()?;
    if new.is_instruction() && new.name().is_empty() {
        new.set_name(&name);
    }
    Ok(())
}
