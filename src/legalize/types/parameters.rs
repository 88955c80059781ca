//! Kernels with parameters of illegal types. The host passes each argument by its size, so that a parameter is not
//! split: an integer of an illegal width becomes the next wider legal one, or a vector of 64-bit words, whose bits
//! above the width are ignored; a vector of an illegal length becomes the next longer legal one, whose last lanes are
//! ignored. Both have the size that LLVM gives the type in memory. Parameters are never packed into a struct, however
//! many there are, since the host sets each of them.

use super::action::{Action, Numbers};
use super::rewrite::{Expanded, Rewriter};
use super::signatures::Changed;
use crate::error::{Code, Error, Result};
use crate::legalize::kit::kinds::{is_boolean, is_legal_count};
use crate::llvm::{Type, Value};

/// The length of the longest legal vectors.
const LONGEST: u32 = 16;

/// Replaces a kernel by one with legal parameters.
pub fn change<'m>(w: &mut Rewriter<'m>, old: Value<'m>, ty: Type<'m>) -> Result<Changed<'m>> {
    let refused = || Error::of(Code::Calling, format!("a kernel of type {ty}")).hint("pass such values through memory");
    let mut types = Vec::new();
    for param in old.params() {
        types.push(passed_type(w, param.ty())?.ok_or_else(refused)?);
    }
    let function_type = w.emit.context.function_type(w.emit.context.void_type(), &types, false)?;
    let new = w.module.add_function_in(old.ty().address_space(), "", function_type)?;
    if let Some(first) = old.blocks().next().and_then(|block| block.first_instruction()) {
        w.emit.builder.position_before(first)?;
    }
    let (mut arguments, mut places) = (Vec::new(), Vec::new());
    for ((index, param), passed) in (0..).zip(old.params()).zip(new.params()) {
        let stays = param.ty() == passed.ty();
        places.push(stays.then_some(index));
        passed.set_name(param.name());
        match stays {
            // A declaration: nobody asks for its parameters.
            _ if old.is_declaration() => {}
            true => param.replace_uses(passed)?,
            false => arguments.push((param, expanded(w, param.ty(), passed)?)),
        }
    }
    new.take_body(old, &places, true)?;
    old.replace_uses(new)?;
    Ok(Changed { new, old, arguments })
}

/// Returns the type in which the host passes an argument; `None` if there is none.
fn passed_type<'m>(w: &mut Rewriter<'m>, ty: Type<'m>) -> Result<Option<Type<'m>>> {
    let action = w.actions.of(ty)?;
    let numbers = match action.as_ref() {
        Action::Legal(legal) => return Ok(Some(*legal)),
        Action::Numbers(numbers) if !is_boolean(ty) && !numbers.scalar.is_pointer() => numbers,
        _ => return Ok(None),
    };
    let count = match (numbers.lanes, numbers.limbs as u32) {
        (1, 1) => return Ok(Some(numbers.element)),
        (1, limbs) => limbs,
        (lanes, 1) => lanes,
        _ => return Ok(None),
    };
    let length = (count..=LONGEST).find(|length| is_legal_count((*length).into()));
    length.map(|length| w.emit.context.vector_type(numbers.element, length)).transpose()
}

/// Extracts the parts of a parameter from the argument.
fn expanded<'m>(w: &mut Rewriter<'m>, ty: Type<'m>, passed: Value<'m>) -> Result<Expanded<'m>> {
    let numbers: Numbers<'m> = w.actions.numbers(ty)?;
    let mut lanes = Vec::new();
    for lane in 0..numbers.lanes {
        let mut limbs = Vec::new();
        for limb in 0..numbers.limbs {
            let part = w.emit.lane(passed, lane.max(limb as u32))?;
            limbs.push(if numbers.width == 0 { part } else { w.emit.mask(part, numbers.limb_bits(limb))? });
        }
        lanes.push(limbs);
    }
    Ok(w.build(&lanes, &numbers.pieces)?.into())
}
