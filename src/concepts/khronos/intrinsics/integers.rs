//! Three-way comparison, and arithmetic by the instructions that return a carry.

use crate::binary::Id;
use crate::concepts::base::emit::{self, arg, argument, boolean, op};
use crate::concepts::base::{constants, types};
use crate::concepts::instructions::memory;
use crate::error::Result;
use crate::llvm::{Type, Value};
use crate::state::{Forward, Operand};
use ::spirv::{MemoryAccess, Op};

/// Emits a three-way comparison, with the result -1, 0 or 1, by the tests "less or equal" and "less".
pub fn compare<'m>(f: &mut Forward<'m>, inst: Value<'m>, [at_most, less]: [Op; 2]) -> Result<()> {
    let (a, b) = (arg(f, inst, 0)?, arg(f, inst, 1)?);
    let ty = types::forward(f, inst.ty())?;
    let [one, zero, minus] = [1, 0, u64::MAX].map(|value| another(f, inst.ty(), value));
    let (one, zero, minus) = (one?, zero?, minus?);
    let boolean = boolean(f, argument(inst, 0)?.ty())?;
    let at_most = op(f, at_most, boolean, &[a, b])?;
    let less = op(f, less, boolean, &[a, b])?;
    let not_more = op(f, Op::Select, ty, &[less, minus, zero])?;
    f.define(inst, Op::Select, ty, &[at_most, not_more, one]).map(drop)
}

/// Returns a new integer constant `value`, or a splat of it, at each call; only the 32-bit constants 0 and 1 are shared.
fn another<'m>(f: &mut Forward<'m>, shape: Type<'m>, value: u64) -> Result<Id> {
    let scalar = shape.scalar();
    let ty = types::forward(f, scalar)?;
    let mask = u64::MAX.checked_shr(64u32.saturating_sub(scalar.int_width())).unwrap_or(0);
    let value = value & mask;
    let words = [value as u32, (value >> 32) as u32];
    let component = match scalar.int_width() {
        32 if value <= 1 => constants::word(f, value as u32)?,
        width => f.spv.global(Op::Constant, Some(ty), if width > 32 { &words } else { &words[..1] })?,
    };
    if !shape.is_vector() {
        return Ok(component);
    }
    let ty = types::forward(f, shape)?;
    f.spv.global(Op::ConstantComposite, Some(ty), &vec![component; shape.count() as usize])
}

/// Emits `OpIAddCarry` or `OpISubBorrow`: result and carry are stored in a variable and loaded, and the carry is compared with 0.
pub fn with_carry<'m>(f: &mut Forward<'m>, inst: Value<'m>, instruction: Op) -> Result<()> {
    let shape = argument(inst, 0)?.ty();
    let (a, b) = (arg(f, inst, 0)?, arg(f, inst, 1)?);
    let ty = types::forward(f, shape)?;
    let pair = f.spv.unique_type(Op::TypeStruct, &[ty, ty])?;
    let variable = memory::temporary(f, pair)?.id;
    let both = op(f, instruction, pair, &[a, b])?;
    f.emit(Op::Store, &[variable, both])?;
    let align = f.module.layout().abi_alignment(shape).unwrap_or(1);
    let both = op(f, Op::Load, pair, &[variable, MemoryAccess::ALIGNED.bits(), align])?;
    let result = op(f, Op::CompositeExtract, ty, &[both, 0])?;
    let carry = op(f, Op::CompositeExtract, ty, &[both, 1])?;
    let zero = if shape.is_vector() { constants::null(f, ty)? } else { constants::splat(f, shape, 0)? };
    let boolean = boolean(f, shape)?;
    let overflow = op(f, Op::INotEqual, boolean, &[carry, zero])?;
    // It has no name: nothing says that it is what the intrinsic was.
    let both = types::forward(f, inst.ty())?;
    let nothing = f.spv.unique_constant(Op::Undef, both, &[])?;
    let half = op(f, Op::CompositeInsert, both, &[result, nothing, 0])?;
    let id = op(f, Op::CompositeInsert, both, &[overflow, half, 1])?;
    f.body.last = 0;
    f.bind(inst, Operand { id, ty: both })
}

/// Emits the minimum or maximum of two integers by a comparison and a selection.
pub fn extreme<'m>(f: &mut Forward<'m>, inst: Value<'m>, order: Op) -> Result<()> {
    let ty = types::forward(f, inst.ty())?;
    let boolean = emit::boolean(f, inst.ty())?;
    let (a, b) = (emit::arg(f, inst, 0)?, emit::arg(f, inst, 1)?);
    let first = emit::op(f, order, boolean, &[a, b])?;
    f.define(inst, Op::Select, ty, &[first, a, b]).map(drop)
}
