//! An upper bound on the number of executions of an instruction in one call of its function, from the trip counts of loops.
//!
//! A counter is a phi, or a variable in memory, as in unoptimized output of clang. The trip count follows from an exit that is tested
//! in each round, and compares a counter with a constant or a bounded value.

use super::dominators::Dominators;
use super::loops::Loops;
use super::promote::{is_promotable, stored};
use super::ranges::range;
use crate::draft::{Block, Value};
use crate::instruction::{Opcode, Predicate};
use crate::types::TypeKind;

/// Returns the maximum number of executions of an instruction in one call of its function, if it is known. The rounds of a loop are
/// counted at its header, which is executed once more than the blocks behind its exit test.
pub fn most_executions(instruction: Value<'_>) -> Option<u64> {
    let block = instruction.block()?;
    let of = Dominators::of(block.function()?);
    if is_in_other_cycle(&of, block) {
        return None;
    }
    let loops = Loops::of(&of);
    let counted = Counted { of: &of, loops: &loops };
    let around = loops.around(loops.innermost(&of, block));
    around.into_iter().try_fold(1u64, |most, index| Some(most.saturating_mul(counted.rounds(index)?)))
}

/// Returns whether a block is in an irreducible cycle, whose trip count is not known.
fn is_in_other_cycle(of: &Dominators<'_>, block: Block<'_>) -> bool {
    let mut seen = vec![false; of.blocks().len()];
    let mut open = vec![block];
    while let Some(from) = open.pop() {
        for to in of.successors(from).filter(|to| !of.dominates(*to, from)) {
            if to == block {
                return true;
            }
            let seen = of.index(to).and_then(|index| seen.get_mut(index));
            if seen.is_some_and(|seen| !std::mem::replace(seen, true)) {
                open.push(to);
            }
        }
    }
    false
}

/// The loops of a function, for trip counts.
struct Counted<'a, 'd> {
    of: &'a Dominators<'d>,
    loops: &'a Loops<'d>,
}

/// The compared value in round `k`, from 0 on: `start + k * step`, in `bits` bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Series {
    start: u64,
    step: u64,
    bits: u32,
}

impl<'d> Counted<'_, 'd> {
    fn is_in(&self, index: usize, block: Block<'d>) -> bool {
        self.loops.contains(self.of, index, block)
    }

    /// Returns whether every round of a loop goes through a block, which must not be in an inner loop.
    fn is_in_each_round(&self, index: usize, block: Block<'d>) -> bool {
        let latches = self.loops.all().get(index).map_or(&[][..], |one| &one.latches);
        self.loops.innermost(self.of, block) == Some(index) && latches.iter().all(|l| self.of.dominates(block, *l))
    }

    /// Returns the maximum trip count of a loop: the lowest that one of its exits allows.
    fn rounds(&self, index: usize) -> Option<u64> {
        let blocks = self.loops.blocks(self.of, index).filter(|block| self.is_in_each_round(index, *block));
        blocks.filter_map(|block| self.rounds_by(index, block)).min()
    }

    /// Returns the maximum trip count that the exit at the end of a block allows.
    fn rounds_by(&self, index: usize, block: Block<'d>) -> Option<u64> {
        let end = block.terminator().filter(|end| end.opcode() == Some(Opcode::Br))?;
        let condition = end.operands().next().filter(|c| c.opcode() == Some(Opcode::ICmp))?;
        let inside: Vec<bool> = end.successors().map(|to| self.is_in(index, to)).collect();
        let predicate = Predicate::from_number(condition.instruction_row()?.sub as u64)?;
        let leaves = match inside.as_slice() {
            [true, false] => inverse(predicate)?,
            [false, true] => predicate,
            _ => return None,
        };
        let (left, right) = (condition.operands().next()?, condition.operands().nth(1)?);
        let (value, limit, leaves) = match self.constant(left) {
            Some(_) => (right, left, swapped(leaves)?),
            None => (left, right, leaves),
        };
        let by = |value, limit, leaves| {
            let series = self.series(index, value, condition)?;
            first_round(series, leaves, self.limit(limit, leaves)?)
        };
        let round = by(value, limit, leaves).or_else(|| by(limit, value, swapped(leaves)?))?;
        round.checked_add(1).filter(|rounds| *rounds <= u32::MAX as u64)
    }

    /// Returns the constant that a series is compared with, or the bound of the other operand's range that the series reaches last.
    fn limit(&self, limit: Value<'d>, leaves: Predicate) -> Option<u64> {
        use Predicate::*;
        let limit = self.copied(limit);
        let range = range(limit)?.seen_by(leaves, u32::try_from(limit.ty().size()).ok()?);
        match leaves {
            Sge | Uge | Sgt | Ugt => Some(range.most),
            Sle | Ule | Slt | Ult => Some(range.least),
            _ => (range.least == range.most).then_some(range.least),
        }
    }

    /// Returns an integer constant, which may be the only value stored to a variable.
    fn constant(&self, value: Value<'d>) -> Option<u64> {
        let value = self.copied(value);
        (value.ty().kind() == TypeKind::Integer && value.ty().size() <= 64).then(|| value.integer())?
    }

    /// Returns the only value stored to a variable for a load of it, or the value itself.
    fn copied(&self, mut value: Value<'d>) -> Value<'d> {
        // Copies from variable to variable are followed up to this depth.
        for _ in 0..8 {
            let Some(variable) = variable_of(value) else { break };
            let mut stores = stores_of(variable);
            let store = stores.next().filter(|store| stores.next().is_none() && self.is_before(*store, value));
            let Some((copied, _)) = store.and_then(stored).filter(|(copied, _)| copied.ty() == value.ty()) else {
                break;
            };
            value = copied;
        }
        value
    }

    fn is_before(&self, a: Value<'d>, b: Value<'d>) -> bool {
        self.of.dominates_instruction(a, b)
    }

    /// Returns the values that a comparison gets, round by round.
    fn series(&self, index: usize, value: Value<'d>, seen: Value<'d>) -> Option<Series> {
        let bits = u32::try_from(value.ty().size()).ok().filter(|_| value.ty().kind() == TypeKind::Integer)?;
        if !(1..=64).contains(&bits) || !self.is_in(index, seen.block()?) {
            return None;
        }
        let series = match variable_of(value) {
            Some(variable) => self.series_of_variable(index, variable, value),
            None => self.series_of_phi(index, value),
        };
        series.map(|(start, step)| Series { start, step, bits })
    }

    /// Returns the initial value and the step of a phi, or of its incremented value.
    fn series_of_phi(&self, index: usize, value: Value<'d>) -> Option<(u64, u64)> {
        let header = self.loops.all().get(index)?.header;
        let (phi, is_next) = match value.opcode()? {
            Opcode::Phi => (value, false),
            _ => (value.operands().find(|o| o.opcode() == Some(Opcode::Phi))?, true),
        };
        if phi.block() != Some(header) {
            return None;
        }
        let (back, entry): (Vec<_>, Vec<_>) = phi.incoming().partition(|(_, from)| self.is_in(index, *from));
        let next = all_same(back.iter().map(|(value, _)| *value))?;
        let start = all_same(entry.iter().map(|(value, _)| *value)).and_then(|value| self.constant(value))?;
        let (counter, step) = self.step(next)?;
        if counter != phi || is_next && value != next || !self.is_in_each_round(index, next.block()?) {
            return None;
        }
        Some((if is_next { start.wrapping_add(step) } else { start }, step))
    }

    /// Returns the value of a variable at a load in the first round, and the step.
    fn series_of_variable(&self, index: usize, variable: Value<'d>, load: Value<'d>) -> Option<(u64, u64)> {
        let (inside, _): (Vec<_>, Vec<_>) =
            stores_of(variable).partition(|store| store.block().is_some_and(|block| self.is_in(index, block)));
        let &[store] = inside.as_slice() else { return None };
        let (counter, step) = self.step(stored(store)?.0)?;
        let is_of_round = counter.block().is_some_and(|block| self.is_in(index, block));
        if variable_of(counter) != Some(variable) || !is_of_round || !self.is_in_each_round(index, store.block()?) {
            return None;
        }
        let start = self.entered_with(index, variable)?;
        if self.is_before(store, load) {
            return Some((start.wrapping_add(step), step));
        }
        self.is_before(load, store).then_some((start, step))
    }

    /// Returns the constant value of a variable at the entry of a loop: the last one stored in the block in front of it.
    fn entered_with(&self, index: usize, variable: Value<'d>) -> Option<u64> {
        let header = self.loops.all().get(index)?.header;
        let outside = self.of.predecessors(header).filter(|from| !self.is_in(index, *from));
        let mut block = all_same(outside)?;
        // A chain of blocks with a single predecessor each counts as one block.
        for _ in 0..64 {
            let own: rustc_hash::FxHashSet<u32> =
                stores_of(variable).filter(|s| s.block() == Some(block)).map(|s| s.number()).collect();
            if !own.is_empty() {
                let last = std::iter::successors(block.last(), |i| i.previous()).find(|i| own.contains(&i.number()))?;
                return self.constant(stored(last)?.0);
            }
            block = all_same(self.of.predecessors(block))?;
        }
        None
    }

    /// Returns the variable operand and the constant of an addition or subtraction.
    fn step(&self, next: Value<'d>) -> Option<(Value<'d>, u64)> {
        let (a, b) = (next.operands().next()?, next.operands().nth(1)?);
        match next.opcode()? {
            Opcode::Add => match self.constant(b) {
                Some(step) => Some((a, step)),
                None => Some((b, self.constant(a)?)),
            },
            Opcode::Sub => Some((a, self.constant(b)?.wrapping_neg())),
            _ => None,
        }
    }
}

fn all_same<T: PartialEq>(mut items: impl Iterator<Item = T>) -> Option<T> {
    let first = items.next()?;
    items.all(|item| item == first).then_some(first)
}

/// Returns the promotable variable that a load reads.
fn variable_of(load: Value<'_>) -> Option<Value<'_>> {
    let pointer = load.operands().next().filter(|_| load.opcode() == Some(Opcode::Load))?;
    (pointer.opcode() == Some(Opcode::Alloca) && is_promotable(pointer)).then_some(pointer)
}

fn stores_of<'d>(variable: Value<'d>) -> impl Iterator<Item = Value<'d>> {
    variable.users().filter(|user| user.opcode() == Some(Opcode::Store))
}

fn inverse(predicate: Predicate) -> Option<Predicate> {
    use Predicate::*;
    Some(match predicate {
        Eq => Ne,
        Ne => Eq,
        Ugt => Ule,
        Uge => Ult,
        Ult => Uge,
        Ule => Ugt,
        Sgt => Sle,
        Sge => Slt,
        Slt => Sge,
        Sle => Sgt,
        _ => return None,
    })
}

fn swapped(predicate: Predicate) -> Option<Predicate> {
    use Predicate::*;
    Some(match predicate {
        Eq | Ne => predicate,
        Ugt => Ult,
        Uge => Ule,
        Ult => Ugt,
        Ule => Uge,
        Sgt => Slt,
        Sge => Sle,
        Slt => Sgt,
        Sle => Sge,
        _ => return None,
    })
}

/// Returns the first round in which a series has a relation to a limit; `None` if it would wrap around before.
fn first_round(series: Series, predicate: Predicate, limit: u64) -> Option<u64> {
    use Predicate::*;
    let signed = matches!(predicate, Sgt | Sge | Slt | Sle);
    let mask = u64::MAX >> (64 - series.bits);
    let sign = 1u64 << (series.bits - 1);
    let negative = |value: u64| ((value & mask) ^ sign).wrapping_sub(sign) as i64 as i128;
    let of = |value: u64| if signed { negative(value) } else { (value & mask) as i128 };
    let (start, limit, step) = (of(series.start), of(limit), negative(series.step));
    let (low, high) = if signed { (negative(sign), (sign - 1) as i128) } else { (0, mask as i128) };
    let round = match predicate {
        _ if step == 0 => return None,
        Ne => return Some((start == limit) as u64),
        Eq => {
            let distance = limit - start;
            // An unsigned distance is symmetric.
            let rounds =
                if step > 0 { distance.rem_euclid(mask as i128 + 1) } else { (-distance).rem_euclid(mask as i128 + 1) };
            (rounds % step.abs() == 0).then_some(rounds / step.abs())?
        }
        Sge | Uge | Sgt | Ugt => {
            let least = limit + matches!(predicate, Sgt | Ugt) as i128;
            upward(least - start, step)?
        }
        Sle | Ule | Slt | Ult => {
            let most = limit - matches!(predicate, Slt | Ult) as i128;
            upward(start - most, -step)?
        }
        _ => return None,
    };
    let last = start + round * step;
    let stays = predicate == Eq || (low..=high).contains(&last);
    u64::try_from(round).ok().filter(|_| stays)
}

/// Returns the number of steps that cover a distance.
fn upward(distance: i128, step: i128) -> Option<i128> {
    if distance <= 0 {
        return Some(0);
    }
    (step > 0).then(|| (distance + step - 1) / step)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounds_of_series() {
        use Predicate::*;
        let preds = [Eq, Ne, Ugt, Uge, Ult, Ule, Sgt, Sge, Slt, Sle];
        let mut known = 0;
        for (start, step, limit) in (0..16u64).flat_map(|a| (0..16).flat_map(move |s| (0..16).map(move |l| (a, s, l))))
        {
            for predicate in preds {
                let series = Series { start, step, bits: 4 };
                let slowly = (0..40u64).find(|k| {
                    let x = (start + k * step) & 15;
                    let (sx, sl) = ((x ^ 8) as i64 - 8, (limit ^ 8) as i64 - 8);
                    match predicate {
                        Eq => x == limit,
                        Ne => x != limit,
                        Ugt => x > limit,
                        Uge => x >= limit,
                        Ult => x < limit,
                        Ule => x <= limit,
                        Sgt => sx > sl,
                        Sge => sx >= sl,
                        Slt => sx < sl,
                        _ => sx <= sl,
                    }
                });
                if let Some(round) = first_round(series, predicate, limit) {
                    known += 1;
                    assert_eq!(Some(round), slowly, "{series:?} {predicate:?} {limit}");
                }
            }
        }
        assert!(known > 20_000, "{known}");
    }
}
