//! The value range of an integer, from the instructions that compute it.

use crate::draft::Value;
use crate::instruction::{Opcode, Predicate};
use crate::types::TypeKind;

/// The least and the greatest value, both unsigned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Range {
    /// The least value.
    pub least: u64,
    /// The greatest value.
    pub most: u64,
}

/// The depth to which operands are followed.
const DEPTH: u32 = 5;

impl Range {
    /// Returns the range of a single value.
    fn of(value: u64) -> Self {
        Self { least: value, most: value }
    }

    /// Returns the range of all values of `bits` bits.
    fn whole(bits: u32) -> Self {
        Self { least: 0, most: u64::MAX >> (64 - bits) }
    }

    /// Returns the smallest range that contains two ranges.
    fn or(self, other: Self) -> Self {
        Self { least: self.least.min(other.least), most: self.most.max(other.most) }
    }

    /// Returns the range in the order of a predicate: that of all integers if the predicate is signed and the range has values of both signs.
    pub fn seen_by(self, predicate: Predicate, bits: u32) -> Self {
        use Predicate::*;
        let sign = 1u64 << (bits - 1);
        let is_split = self.least < sign && self.most >= sign;
        match matches!(predicate, Sgt | Sge | Slt | Sle) && is_split {
            true => Self { least: sign, most: sign - 1 },
            false => self,
        }
    }
}

/// Returns the range of an integer of at most 64 bits.
pub(crate) fn range(value: Value<'_>) -> Option<Range> {
    ranged(value, DEPTH)
}

fn ranged(value: Value<'_>, depth: u32) -> Option<Range> {
    let bits = u32::try_from(value.ty().size()).ok().filter(|_| value.ty().kind() == TypeKind::Integer)?;
    if !(1..=64).contains(&bits) {
        return None;
    }
    if let Some(number) = value.integer() {
        return Some(Range::of(number & Range::whole(bits).most));
    }
    let depth = depth.checked_sub(1);
    Some(depth.and_then(|depth| computed(value, bits, depth)).unwrap_or(Range::whole(bits)))
}

fn computed(value: Value<'_>, bits: u32, depth: u32) -> Option<Range> {
    let operand = |place: usize| ranged(value.operands().nth(place)?, depth);
    Some(match value.opcode()? {
        Opcode::And => Range { least: 0, most: operand(0)?.most.min(operand(1)?.most) },
        Opcode::Or => {
            let (a, b) = (operand(0)?, operand(1)?);
            Range { least: a.least.max(b.least), most: all_ones(a.most | b.most) }
        }
        Opcode::Xor => Range { least: 0, most: all_ones(operand(0)?.most | operand(1)?.most) },
        // A divisor is never zero.
        Opcode::URem => Range { least: 0, most: operand(0)?.most.min(operand(1)?.most.checked_sub(1)?) },
        Opcode::UDiv => {
            let (a, b) = (operand(0)?, operand(1)?);
            Range { least: a.least.checked_div(b.most)?, most: a.most / b.least.max(1) }
        }
        Opcode::LShr => {
            let (a, by) = (operand(0)?, operand(1)?);
            let shift = |value: u64, by: u64| u32::try_from(by).ok().and_then(|by| value.checked_shr(by)).unwrap_or(0);
            Range { least: shift(a.least, by.most), most: shift(a.most, by.least) }
        }
        Opcode::Add => {
            let (a, b) = (operand(0)?, operand(1)?);
            let most = a.most.checked_add(b.most).filter(|most| *most <= Range::whole(bits).most)?;
            Range { least: a.least + b.least, most }
        }
        Opcode::ZExt => operand(0)?,
        Opcode::Trunc => operand(0).filter(|range| range.most <= Range::whole(bits).most)?,
        Opcode::Select => operand(1)?.or(operand(2)?),
        _ => return None,
    })
}

/// Returns the number with all bits up to the highest set bit of a value set.
fn all_ones(value: u64) -> u64 {
    u64::MAX.checked_shr(value.leading_zeros()).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draft::Draft;

    fn of(code: &str) -> Range {
        let text = format!("define void @f(i8 %x, i8 %y, i1 %c) {{\n{code}\n  ret void\n}}\n");
        let draft = Draft::thaw(crate::parse(text.as_bytes()).unwrap());
        let value =
            draft.functions().next().unwrap().instructions().filter(|i| !i.opcode().unwrap().is_terminator()).last();
        range(value.unwrap()).unwrap()
    }

    #[test]
    fn ranges_hold_what_instructions_compute() {
        let row = |code, least, most| assert_eq!(of(code), Range { least, most }, "{code}");
        row("%a = and i8 %x, 12", 0, 12);
        row("%a = or i8 %x, 1", 1, 255);
        row("%b = and i8 %x, 4\n%a = or i8 %b, 1", 1, 7);
        row("%b = and i8 %x, 4\n%a = xor i8 %b, 1", 0, 7);
        row("%a = urem i8 %x, 10", 0, 9);
        row("%b = or i8 %x, 128\n%a = udiv i8 %b, 10", 12, 25);
        row("%a = lshr i8 %x, 5", 0, 7);
        row("%b = urem i8 %x, 10\n%a = add i8 %b, 3", 3, 12);
        row("%a = add i8 %x, 3", 0, 255);
        row("%a = zext i8 %x to i32", 0, 255);
        row("%b = zext i8 %x to i64\n%c1 = and i64 %b, 7\n%a = trunc i64 %c1 to i8", 0, 7);
        row("%b = and i8 %x, 3\n%a = select i1 %c, i8 %b, i8 20", 0, 20);
        row("%a = mul i8 %x, 2", 0, 255);
    }

    #[test]
    fn ranges_with_negative_values_are_whole_to_relations_with_signs() {
        let range = Range { least: 3, most: 200 };
        assert_eq!(range.seen_by(Predicate::Ult, 8), range);
        assert_eq!(range.seen_by(Predicate::Slt, 8), Range { least: 128, most: 127 });
        assert_eq!(Range { least: 3, most: 100 }.seen_by(Predicate::Slt, 8), Range { least: 3, most: 100 });
    }
}
