//! Simplifies copied instructions once their operands are known.

use crate::constants::ConstantKind;
use crate::draft::{Block, Builder, Result, Value, ValueKind};
use crate::instruction::{Opcode, Predicate};
use crate::transform::constants;

/// Returns an existing value or a constant that equals an instruction.
pub(super) fn simplified(instruction: Value<'_>) -> Option<Value<'_>> {
    match instruction.opcode()? {
        Opcode::Phi => phi(instruction),
        _ => constants::of(instruction).or_else(|| same(instruction)),
    }
}

/// Returns the operand that an instruction returns unchanged, as in `x + 0`.
fn same(instruction: Value<'_>) -> Option<Value<'_>> {
    use Opcode::*;
    let mut operands = instruction.operands();
    let (first, second) = (operands.next()?, operands.next()?);
    let is = |value: Value<'_>, number: u64| value.as_integer() == Some(number);
    let bits = first.ty().size();
    let ones = u64::MAX.checked_shr(64u32.saturating_sub(bits as u32)).unwrap_or(0);
    match instruction.opcode()? {
        Add | Or | Xor if is(first, 0) => Some(second),
        Mul if is(first, 1) => Some(second),
        Add | Sub | Or | Xor | Shl | LShr | AShr if is(second, 0) => Some(first),
        Mul | UDiv | SDiv if is(second, 1) => Some(first),
        And if bits <= 64 && is(second, ones) => Some(first),
        And | Or if first == second => Some(first),
        Select if is(first, 1) => Some(second),
        Select if is(first, 0) => operands.next(),
        Select if operands.next() == Some(second) => Some(second),
        GetElementPtr if first.ty() == instruction.ty() => {
            let mut indices = std::iter::once(second).chain(operands);
            indices.all(|index| is(index, 0)).then_some(first)
        }
        _ => None,
    }
}

fn is_undefined(value: Value<'_>) -> bool {
    matches!(value.kind(), ValueKind::Constant(ConstantKind::Undef | ConstantKind::Poison))
}

/// Returns the only value of a phi.
fn phi(phi: Value<'_>) -> Option<Value<'_>> {
    let (mut common, mut undefined) = (None, None);
    for (value, _) in phi.incoming().filter(|(value, _)| *value != phi) {
        if is_undefined(value) {
            undefined = Some(value);
        } else if common.is_none_or(|known| known == value) {
            common = Some(value);
        } else {
            return None;
        }
    }
    match (common, undefined) {
        // The value may be undefined on the edges with `undef`.
        (Some(value), Some(_)) if is_made(value) => None,
        (Some(value), _) => Some(value),
        (None, Some(value)) => Some(value),
        (None, None) => phi.draft().const_poison(phi.ty()).ok(),
    }
}

fn is_made(value: Value<'_>) -> bool {
    matches!(value.kind(), ValueKind::Instruction(_))
}

/// Replaces the phis with one incoming value at the start of a block.
pub(super) fn fold_phis(block: Block<'_>) -> Result<()> {
    let phis: Vec<_> = block.instructions().take_while(|i| i.opcode() == Some(Opcode::Phi)).collect();
    for this in phis.into_iter().filter(|phi| phi.incoming().count() == 1) {
        if let Some(value) = phi(this) {
            this.replace_uses(value)?;
            this.erase()?;
        }
    }
    Ok(())
}

/// Returns the target of a branch or switch whose condition is a known constant.
pub(super) fn target<'d>(end: Value<'d>, condition: Value<'d>) -> Option<Block<'d>> {
    let value = condition.as_integer()?;
    if end.opcode() == Some(Opcode::Br) {
        return end.successors().nth(usize::from(value == 0));
    }
    // The default stands before the cases.
    let mut cases = end.operands().skip(1);
    let at = cases.position(|case| case.as_integer() == Some(value));
    end.successors().nth(at.map_or(0, |at| at + 1))
}

/// Folds the terminator of a block: a branch with a known condition or equal targets becomes unconditional, and a switch with one
/// case a conditional branch.
pub(super) fn fold_end(block: Block<'_>) -> Result<()> {
    let Some(end) = block.terminator().filter(|e| matches!(e.opcode(), Some(Opcode::Br | Opcode::Switch))) else {
        return Ok(());
    };
    let Some(condition) = end.operands().next() else { return Ok(()) };
    let all: Vec<_> = end.successors().collect();
    let Some(&first) = all.first() else { return Ok(()) };
    let one = all.iter().all(|to| *to == first).then_some(first);
    if let Some(to) = target(end, condition).or(one) {
        let mut kept = false;
        for other in all {
            if other == to && !kept {
                kept = true;
            } else {
                other.forget_predecessor(block);
                fold_phis(other)?;
            }
        }
        return end.make_jump(to);
    }
    one_case(block, end, condition)
}

/// Replaces a switch with one case by a conditional branch.
fn one_case<'d>(block: Block<'d>, end: Value<'d>, condition: Value<'d>) -> Result<()> {
    let mut cases = end.operands().skip(1);
    let (Some(case), None) = (cases.next(), cases.next()) else { return Ok(()) };
    let mut targets = end.successors();
    let (Opcode::Switch, Some(other), Some(to)) = (end.opcode().unwrap_or(Opcode::Br), targets.next(), targets.next())
    else {
        return Ok(());
    };
    let location = end.metadata(0);
    let builder = Builder::new(end.draft());
    builder.position_before(end)?;
    builder.set_location(location);
    let equal = builder.compare(Predicate::Eq, condition, case)?;
    equal.set_name(b"cond");
    let records = end.take_records();
    end.erase()?;
    builder.position_at_end(block);
    builder.cond_br(equal, to, other)?.put_records(records);
    Ok(())
}
