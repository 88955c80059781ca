//! Replaces a `getelementptr` of a phi or select by a phi or select of addresses.

use crate::draft::{Builder, Result, Value};
use crate::instruction::Opcode;
use crate::transform::addresses;

/// The operand of a `getelementptr` that is a phi or select, and its number among the operands.
type Chosen<'d> = (Value<'d>, usize);

/// Replaces a `getelementptr` whose only varying operand is a phi or select by a phi or select of addresses; `None` if it has no such operand.
pub(super) fn unfold<'d>(gep: Value<'d>) -> Result<Option<Value<'d>>> {
    if let Some(chosen) = selected(gep) {
        return select(gep, chosen).map(Some);
    }
    match merged(gep) {
        Some(chosen) => phi(gep, chosen),
        None => Ok(None),
    }
}

fn is_number(value: Value<'_>) -> bool {
    value.integer().is_some()
}

/// Returns the select, or the extended `i1`, among the operands; all other operands except the base must be constants.
fn selected(gep: Value<'_>) -> Option<Chosen<'_>> {
    let is_flag = |value: Value<'_>| value.operands().next().is_some_and(|of| of.ty() == of.draft().bool_type());
    let mut found = None;
    for (i, operand) in gep.operands().enumerate() {
        let is_choice = match operand.opcode() {
            Some(Opcode::Select) => i == 0 || operand.operands().skip(1).all(is_number),
            Some(Opcode::ZExt) => is_flag(operand),
            _ => false,
        };
        if is_choice && found.is_none() && operand.ty().kind() != crate::types::TypeKind::Vector {
            found = Some((operand, i));
        } else if i > 0 && !is_number(operand) || is_choice {
            return None;
        }
    }
    found
}

/// Returns the phi among the operands; all others must be constants, and the phi must not depend on itself.
fn merged(gep: Value<'_>) -> Option<Chosen<'_>> {
    let is_fixed = |value: Value<'_>| value.opcode().is_none_or(|opcode| opcode == Opcode::Alloca);
    let mut found = None;
    for (i, operand) in gep.operands().enumerate() {
        let is_phi = operand.opcode() == Some(Opcode::Phi);
        let fits = |value: Value<'_>| if i == 0 { is_fixed(value) } else { is_number(value) };
        if is_phi && found.is_none() && operand.incoming().all(|(value, _)| fits(value)) {
            found = Some((operand, i));
        } else if !fits(operand) {
            return None;
        }
    }
    found
}

/// Makes a `getelementptr` with one operand replaced.
fn with_operand<'d>(builder: &Builder<'d>, gep: Value<'d>, i: usize, operand: Value<'d>) -> Result<Value<'d>> {
    let mut operands: Vec<_> = gep.operands().collect();
    if let Some(old) = operands.get_mut(i) {
        *old = operand;
    }
    let (Some((&base, indices)), Some(ty)) = (operands.split_first(), gep.named_type()) else { return Ok(gep) };
    addresses::made(builder, gep.flags(), ty, base, indices)
}

fn named<'d>(made: Value<'d>, like: &[u8], suffix: &[u8]) -> Value<'d> {
    if made.opcode().is_some() {
        made.set_name(&[like, suffix].concat());
    }
    made
}

fn select<'d>(gep: Value<'d>, (choice, i): Chosen<'d>) -> Result<Value<'d>> {
    let builder = Builder::new(gep.draft());
    builder.position_before(gep)?;
    builder.set_location(gep.metadata(0));
    let operands: Vec<_> = choice.operands().collect();
    let number = |n: u64| gep.draft().const_int(choice.ty(), &[n]);
    let (condition, yes, no) = match operands[..] {
        [condition, yes, no] => (condition, yes, no),
        [condition, ..] => (condition, number(1)?, number(0)?),
        [] => return Ok(gep),
    };
    let a = named(with_operand(&builder, gep, i, yes)?, yes.name(), b".sroa.gep");
    let b = named(with_operand(&builder, gep, i, no)?, no.name(), b".sroa.gep");
    let made = named(builder.select(condition, a, b)?, choice.name(), b".sroa.sel");
    gep.replace_uses(made)?;
    gep.erase()?;
    Ok(made)
}

fn phi<'d>(gep: Value<'d>, (choice, i): Chosen<'d>) -> Result<Option<Value<'d>>> {
    let builder = Builder::new(gep.draft());
    builder.position_before(choice)?;
    builder.set_location(gep.metadata(0));
    let made = named(builder.phi(gep.ty())?, choice.name(), b".sroa.phi");
    let incoming: Vec<_> = choice.incoming().collect();
    for (value, from) in incoming {
        let known = made.incoming().find(|(_, block)| *block == from).map(|(value, _)| value);
        let address = match (known, from.terminator()) {
            (Some(address), _) => address,
            (None, Some(end)) => {
                builder.position_before(end)?;
                named(with_operand(&builder, gep, i, value)?, choice.name(), b".sroa.gep")
            }
            (None, None) => return Ok(None),
        };
        made.add_incoming(address, from)?;
    }
    gep.replace_uses(made)?;
    gep.erase()?;
    Ok(Some(made))
}
